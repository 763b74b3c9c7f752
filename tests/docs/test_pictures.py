"""The drawings of the documents are those their scripts make, say what the code says, and can be read."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image, ImageChops, ImageFont, ImageStat

from companion.resources import asset
from deploy.draw_wiring import HEADER
from docs.drawing import buttons, holding, mats
from docs.drawing.__main__ import DOCS, PICTURES
from docs.drawing.card import SCREENS
from docs.drawing.sheet import Sheet
from docs.drawing.tags import dark_runs
from hardware.wiring import DEFAULT_BUTTON_PINS
from tests.games import GAMES, game_box
from tests.sweeps import sweep

FOLDER = DOCS / "pictures"
MATS = sorted(path.name for path in FOLDER.glob("mat*.webp"))
EVERY = pytest.mark.parametrize("name", sorted(PICTURES))


@pytest.mark.slow
@EVERY
def test_each_drawing_is_the_one_its_script_makes(name: str) -> None:
    assert drawn(name) == PICTURES[name](), "run: python -m docs.drawing"


def drawn(name: str) -> str:
    """As it stands in the documents."""
    return (FOLDER / name).read_text("utf-8")


@cache
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(asset("fonts", "Inter-Bold.otf" if bold else "Inter-Medium.otf")), size)


Box = tuple[float, float, float, float, str]
WIDER = 1.1  # where Inter is not installed, the reader's own font may be as much wider


def _texts(name: str) -> tuple[list[Box], tuple[float, float]]:
    """Where each line of text stands, as wide as in our own font."""
    root = ET.fromstring(drawn(name))
    _, _, width, height = (float(number) for number in root.attrib["viewBox"].split())
    boxes = []
    for element in root.iter():
        words = element.text or ""
        if not element.tag.endswith("}text") or not words.strip():
            continue
        size = int(element.attrib["font-size"])
        long = _font(size, element.attrib["font-weight"] in ("bold", "600")).getlength(words)
        x, y = float(element.attrib["x"]), float(element.attrib["y"])
        left = x - {"start": 0.0, "middle": long / 2, "end": long}[element.attrib["text-anchor"]]
        boxes.append((left, y - 0.7 * size, left + long, y + 0.1 * size, words))
    return boxes, (width, height)


@EVERY
def test_all_words_are_on_the_sheet_and_none_covers_another(name: str) -> None:
    boxes, (width, height) = _texts(name)
    assert boxes
    for left, top, right, bottom, words in boxes:
        assert left >= 2, words
        assert top >= 2, words
        assert left + WIDER * (right - left) <= width - 2, words
        assert bottom <= height - 2, words
    for one, other in combinations(boxes, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one[4], other[4])


def test_the_mat_in_the_drawings_is_that_of_every_game() -> None:
    for game in GAMES:
        assert tuple(game_box(game.slug).layout()["size"]) == holding.MAT


def test_the_height_in_the_drawings_is_computed() -> None:
    assert holding.STANDARD.lowest(holding.MAT) == holding.HEIGHT
    for name in ("hold-lamp.svg", "hold-shelf.svg", "hold-stand.svg"):
        assert f"{holding.HEIGHT:.0f} mm, lens to table" in drawn(name)


def test_a_lamp_at_the_distance_shown_is_mirrored_beside_the_mat() -> None:
    far = holding.lamp_distance()
    mirrored = far * holding.HEIGHT / (holding.HEIGHT + holding.LAMP_HIGH)
    assert mirrored == pytest.approx(holding.MAT[1] / 2)
    shown = re.search(r">(\d+) mm or more<", drawn("lamp.svg"))
    assert shown is not None
    assert far <= int(shown[1]) <= far + 50


def test_each_button_has_its_own_pin_and_its_own_ground() -> None:
    pins = buttons.pins()
    assert set(pins) == set(DEFAULT_BUTTON_PINS)
    for name, (signal, ground) in pins.items():
        assert HEADER[signal - 1] == DEFAULT_BUTTON_PINS[name]
        assert HEADER[ground - 1] == "GND"
        assert f"pins {signal} and {ground}" in drawn("button-wires.svg")
    assert len({pin for pair in pins.values() for pin in pair}) == 8


def test_what_the_first_start_says_is_what_the_card_says() -> None:
    said = (DOCS.parent / "deploy" / "card" / "firstrun.sh").read_text("utf-8")
    for _, lines, _ in SCREENS:
        words = " ".join(line for line in lines if line).removeprefix("table companion: ")
        assert words in said


def test_runs_of_dark_modules() -> None:
    assert dark_runs([1, 1, 0, 1, 0, 0, 1]) == [(0, 2), (3, 1), (6, 1)]


def test_a_measure_is_drawn_to_scale() -> None:
    sheet = Sheet(500, 500, "x")
    sheet.at(10, 20, 2.0).box(5, 5, 100, 50)
    assert 'x="20" y="30" width="200" height="100"' in sheet.svg()


# Which pictures there are, and who shows them.

DOCUMENTS = [DOCS.parent / "README.md", *sorted(DOCS.glob("**/*.md"))]
SHOWN = {
    (document.parent / target).resolve(): (document.name, words)
    for document in DOCUMENTS
    for words, target in re.findall(r"!\[([^\]]*)\]\(([^)#]+)\)", document.read_text("utf-8"))
}


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.name)
def test_every_picture_is_shown_or_linked_somewhere(path: Path) -> None:
    texts = " ".join(document.read_text("utf-8") for document in DOCUMENTS)
    assert path in SHOWN or f"pictures/{path.name})" in texts


def test_every_picture_shown_says_in_words_what_it_shows() -> None:
    for path, (document, words) in SHOWN.items():
        assert len(words) >= 20, f"{document}: {path.name}"


@pytest.mark.slow
@pytest.mark.parametrize("name", sweep(MATS[:1], MATS))
def test_the_pictures_of_the_mats_are_those_that_are_printed(name: str) -> None:
    with Image.open(FOLDER / name) as kept:
        off = ImageChops.difference(kept.convert("RGB"), mat_pictures()[name])
    assert max(ImageStat.Stat(off).mean) < 4, "run: python -m docs.drawing"


@cache
def mat_pictures() -> dict[str, Image.Image]:
    return mats.mats()


# The round of play at the top of the README.


@pytest.mark.slow
def test_the_animation_lasts_twenty_seconds_and_is_no_burden() -> None:
    path = FOLDER / "round.webp"
    assert path.stat().st_size < 3_000_000
    with Image.open(path) as picture:
        lasted = 0
        for number in range(picture.n_frames):
            picture.seek(number)
            picture.load()
            lasted += picture.info["duration"]
        assert picture.n_frames > 40
    assert lasted == 20_000


@pytest.mark.longest
@pytest.mark.slow
def test_the_animation_begins_as_the_demonstration_does() -> None:
    from docs.drawing.animation import frames

    first = next(iter(frames()))
    with Image.open(FOLDER / "round.webp") as kept:
        differs = ImageStat.Stat(ImageChops.difference(kept.convert("RGB"), first)).mean
    assert max(differs) < 10, "run: python -m docs.drawing --screens"
