"""A few accepted pictures: the pixels confirm what the text tests say, within a small tolerance.

``python -m tests.companion.screens.test_snapshots`` accepts the screens as they are drawn now; look at them first.
"""

from __future__ import annotations

import base64
import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion.program.window import Window
from tests.companion.samples import SAMPLES
from tests.gallery.samples import SampleTable

FOLDER = Path(__file__).parent / "snapshots"
SIZE = (640, 360)
ACCEPTED = {
    "start": SampleTable("en", 3),
    "table-pick": SampleTable("de", 8),
    "question": SampleTable("de", 3),
    "trouble": SampleTable("en", 3),
    "putback": SampleTable("de", 3),
    "pad": SampleTable("de", 8),
    "winner": SampleTable("en", 3),
    "amulett-bid": SampleTable("de", 8),
    "amulett-move": SampleTable("en", 3),
}
FARTHEST_MEAN = 2.5  # of 255, over the whole picture
FARTHEST_SHARE = 0.02  # of pixels that differ clearly
CLEARLY = 48


def _drawn(name: str) -> Image.Image:
    window = Window.headless(SIZE)
    window.show(SAMPLES[name](ACCEPTED[name]), 0)
    surface = window.canvas.surface
    return Image.frombytes("RGBX", SIZE, bytes(surface.get_buffer()), "raw", "BGRX").convert("RGB")


def _distance(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    apart = np.abs(np.asarray(one, np.int16) - np.asarray(other, np.int16))
    return float(apart.mean()), float((apart.max(axis=2) > CLEARLY).mean())


@pytest.mark.parametrize("name", sorted(ACCEPTED))
def test_a_screen_looks_as_accepted(name: str, tmp_path: Path) -> None:
    accepted = Image.open(FOLDER / f"{name}.png").convert("RGB")
    drawn = _drawn(name)
    mean, share = _distance(accepted, drawn)
    if mean > FARTHEST_MEAN or share > FARTHEST_SHARE:
        page = tmp_path / f"{name}.html"
        page.write_text(_before_and_after(accepted, drawn))
        pytest.fail(f"{name} looks different (mean {mean:.2f}, {share:.1%} of the pixels): see {page}")


def test_another_screen_would_be_noticed() -> None:
    mean, share = _distance(_drawn("pad"), _drawn("winner"))
    assert mean > FARTHEST_MEAN
    assert share > FARTHEST_SHARE


def _before_and_after(before: Image.Image, after: Image.Image) -> str:
    return "<h1>accepted, then drawn now</h1>" + "".join(f'<img src="{_inline(image)}">' for image in (before, after))


def _inline(image: Image.Image) -> str:
    out = io.BytesIO()
    image.save(out, "PNG")
    return "data:image/png;base64," + base64.b64encode(out.getvalue()).decode()


def accept() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in ACCEPTED:
        _drawn(name).quantize(128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
            FOLDER / f"{name}.png", optimize=True
        )


if __name__ == "__main__":
    accept()
