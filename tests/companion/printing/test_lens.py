"""How high a camera must hang: sums, and the marks of the mat found in pictures as that camera would take them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.commands.mat import known_lenses
from companion.printing.lens import Lens, parse_lens
from vision.errors import InvalidLayout
from vision.frames import Grey
from vision.table.calibration import GOOD_PX
from vision.table.mat import MARK_MM, mat_marks
from vision.table.plane import find_marks, fit_plane, mark_modules

SIZE = (780.0, 396.0)
TAG_MM = 20.0
LENSES = {lens.name: lens for lens in known_lenses()}
EVERY = pytest.mark.parametrize("lens", LENSES.values(), ids=list(LENSES))
STANDARD = LENSES["Camera Module 3"]


@pytest.mark.numerics
def test_the_sums_are_those_of_a_triangle() -> None:
    right_angle = parse_lens({"name": "x", "pixels": [2000, 1000], "view": [90, 60]}, "here")
    across, down = right_angle.sees(500.0)
    assert across == pytest.approx(1000.0)
    assert down == pytest.approx(1000 * np.tan(np.radians(30)))
    assert right_angle.pixels_a_module(500.0, 25.0) == pytest.approx(2.0)  # 25 modules with the white rim, 2 pixels/mm


@pytest.mark.numerics
def test_an_angle_across_the_diagonal_is_taken_apart() -> None:
    lens = parse_lens({"name": "x", "pixels": [1600, 1200], "view": 90}, "here")
    assert lens.sees(500.0) == pytest.approx((800.0, 600.0))


@EVERY
def test_the_mat_fits_from_the_lowest_height_and_not_from_a_step_below(lens: Lens) -> None:
    low = lens.lowest(SIZE)
    assert all(seen >= wanted + 40 for seen, wanted in zip(lens.sees(low), SIZE, strict=True))
    assert any(seen < wanted + 40 for seen, wanted in zip(lens.sees(low - 50), SIZE, strict=True))


@EVERY
def test_tags_are_read_well_up_to_the_highest_height(lens: Lens) -> None:
    high = lens.highest(TAG_MM)
    assert lens.pixels_a_module(high, TAG_MM) >= GOOD_PX > lens.pixels_a_module(high + 50, TAG_MM)
    smallest = lens.smallest_tag(700.0)
    assert lens.pixels_a_module(700.0, smallest) >= GOOD_PX > lens.pixels_a_module(700.0, smallest - 1)


def picture(lens: Lens, height_mm: float, beside_mm: float = 12.0) -> Grey:
    """The mat's marks on a dark table, as this camera sees them from there when it hangs a little beside the middle."""
    per_mm = lens.pixels[0] / lens.sees(height_mm)[0]
    width, height = lens.pixels
    grey = np.full((height, width), 60, np.uint8)
    left, top = (pixels / 2 - (mm / 2 + beside_mm) * per_mm for pixels, mm in zip(lens.pixels, SIZE, strict=True))
    corner = (round(left + SIZE[0] * per_mm), round(top + SIZE[1] * per_mm))
    cv2.rectangle(grey, (round(left), round(top)), corner, 235, -1)
    for number, corners in mat_marks(SIZE).corners.items():
        side = round(MARK_MM * per_mm)
        mark = np.kron(np.where(mark_modules(number), 20, 235), np.ones((40, 40))).astype(np.uint8)
        x, y = round(left + corners[0][0] * per_mm), round(top + corners[0][1] * per_mm)
        if x >= 0 and y >= 0 and x + side <= width and y + side <= height:
            grey[y : y + side, x : x + side] = cv2.resize(mark, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), np.uint8)


@pytest.mark.slow
@EVERY
@pytest.mark.parametrize("far", [False, True])
def test_the_marks_are_found_from_the_lowest_height_to_the_highest(lens: Lens, far: bool) -> None:
    height = max(lens.lowest(SIZE), lens.highest(TAG_MM)) if far else lens.lowest(SIZE)
    seen = find_marks(picture(lens, height))
    assert len(seen) >= 5
    assert fit_plane(seen, mat_marks(SIZE), lens.pixels) is not None


@pytest.mark.slow
def test_from_60_cm_the_standard_lens_loses_marks() -> None:
    assert STANDARD.lowest(SIZE) == 650.0
    assert len(find_marks(picture(STANDARD, 600.0))) < 4
    assert len(find_marks(picture(STANDARD, 650.0))) == 6


@pytest.mark.parametrize(
    "broken",
    [{"pixels": [0, 100]}, {"view": [180, 90]}, {"view": [-5, 40]}, {"view": "wide"}, {"pixels": [1]}, {"view": 200}],
)
def test_what_is_no_camera_is_refused(broken: dict[str, object]) -> None:
    with pytest.raises(InvalidLayout, match="here"):
        parse_lens({"name": "x", "pixels": [1920, 1080], "view": [66, 41]} | broken, "here")


def test_the_command_says_how_high(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert main(["mat", "--heights"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(LENSES) + 1
    assert "hang it 65 to 125 cm" in next(line for line in lines if line.startswith("Camera Module 3 "))
    assert "print tags of 25 mm" in next(line for line in lines if "1920" in line)
    assert main(["mat"]) == 2
    assert "-o mat.pdf" in capsys.readouterr().err
    assert main(["mat", "--heights", "--size", "50"]) == 2
