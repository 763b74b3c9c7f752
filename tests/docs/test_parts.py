"""The parts to print: closed bodies the right way out, printable as they lie, holes where the boards have theirs."""

from __future__ import annotations

import math

import pytest

from docs.drawing import parts
from docs.drawing.__main__ import DOCS
from docs.drawing.parts import PARTS
from docs.drawing.render import part_picture
from docs.drawing.solid import Solid, circle, hexagon, normal, read_stl, rounded, triangulate

SOLIDS = {name: read_stl((DOCS / "parts" / f"{name}.stl").read_bytes()) for name in PARTS}
EVERY = pytest.mark.parametrize("name", sorted(PARTS))
# Camera Module 3 as Module 2 and a Raspberry Pi, as their makers draw them: spacing of the holes, in millimetres.
SPACING = {"camera-plate": (21.0, 12.5), "pi-plate": (58.0, 49.0)}
HOLES = {"camera-plate": parts.camera_holes(), "pi-plate": parts.PI_HOLES}
THROUGH = {"camera-plate": 4 + 1 + 4 + 2 + 1, "pi-plate": 4 + 1 + 4}


@pytest.mark.slow
@EVERY
def test_the_file_is_the_one_the_script_makes(name: str) -> None:
    assert (DOCS / "parts" / f"{name}.stl").read_bytes() == PARTS[name]().stl(), "run: python -m docs.drawing"


@EVERY
def test_it_is_watertight_and_the_right_way_out(name: str) -> None:
    solid = SOLIDS[name]
    assert solid.is_closed
    assert 5_000 < solid.volume < 40_000


def test_a_missing_or_turned_face_would_be_found() -> None:
    whole = SOLIDS["camera-plate"]
    assert not Solid(whole.triangles[1:]).is_closed
    a, b, c = whole.triangles[0]
    assert not Solid([(a, c, b), *whole.triangles[1:]]).is_closed


@EVERY
def test_every_hole_goes_through(name: str) -> None:
    assert SOLIDS[name].through_holes == THROUGH[name]


@EVERY
def test_it_prints_without_supports(name: str) -> None:
    solid = SOLIDS[name]
    assert solid.overhangs == []
    assert min(z for face in solid.triangles for _, _, z in face) == 0
    size = [max(face[n][k] for face in solid.triangles for n in range(3)) for k in range(3)]
    assert max(size) <= 120  # the smallest common printers


@EVERY
def test_the_holes_are_as_far_apart_as_on_the_board(name: str) -> None:
    xs, ys = ({round(place[k], 3) for place in HOLES[name]} for k in (0, 1))
    assert (max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx(SPACING[name])
    assert len(xs) == len(ys) == 2


def _is_solid(solid: Solid, x: float, y: float, height: float) -> bool:
    """Whether there is material at a place: how often a line straight up leaves it."""
    above = 0
    for face in solid.triangles:
        if abs(normal(face)[2]) < 1e-6:
            continue
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = face
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        u = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area
        v = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area
        if u >= 0 and v >= 0 and u + v <= 1 and u * az + v * bz + (1 - u - v) * cz > height:
            above += 1
    return above % 2 == 1


@pytest.mark.slow
@EVERY
def test_each_screw_fits_and_has_wall_around_it(name: str) -> None:
    """M2 and M2.5 go through; a post of a millimetre and more stands around the hole, up to the board."""
    screw = {"camera-plate": 1.0, "pi-plate": 1.25}[name]
    top = parts.THICK + parts.POST_HIGH
    for x, y in HOLES[name]:
        for turn in (0.1, 1.7, 3.3, 4.9):
            c, s = math.cos(turn), math.sin(turn)
            assert not _is_solid(SOLIDS[name], x + c * screw, y + s * screw, 1.0)
            assert not _is_solid(SOLIDS[name], x + c * screw, y + s * screw, top - 0.1)
            assert _is_solid(SOLIDS[name], x + c * (screw + 1.0), y + s * (screw + 1.0), top - 0.1)


@pytest.mark.slow
def test_the_camera_lies_on_its_posts_only() -> None:
    """Nothing else reaches up to the board, nor sideways beyond the plate."""
    width, height = parts.CAMERA_BOARD
    for x in (-width / 2 + 0.2, -4.0, 0.1, 4.0, width / 2 - 0.2):
        for y in (parts.CAMERA_EDGE + 0.2, parts.CAMERA_EDGE + 8.0, parts.CAMERA_EDGE + height - 0.2):
            assert not _is_solid(SOLIDS["camera-plate"], x, y, parts.THICK + 0.5)
            assert _is_solid(SOLIDS["camera-plate"], x, y, 1.0)


@pytest.mark.slow
def test_a_nut_and_a_screw_of_a_quarter_inch_fit() -> None:
    solid, at = SOLIDS["camera-plate"], parts.NUT_AT
    for turn in range(6):
        c, s = math.cos(turn * math.pi / 3 + math.pi / 6), math.sin(turn * math.pi / 3 + math.pi / 6)
        assert not _is_solid(solid, c * 5.55, at + s * 5.55, 4.0)  # a nut is 11.1 mm across its flats
        assert _is_solid(solid, c * 6.5, at + s * 6.5, 7.0)
        assert not _is_solid(solid, c * 3.2, at + s * 3.2, 1.0)  # a screw is 6.35 mm thick
        assert _is_solid(solid, c * 4.5, at + s * 4.5, 1.0)  # and the nut rests on a floor


def test_the_flat_cable_fits_through_its_slot() -> None:
    for x in (-8.0, 0.0, 8.0):
        assert not _is_solid(SOLIDS["camera-plate"], x, parts.RIBBON_AT, 2.0)


@pytest.mark.parametrize(
    ("ring", "holes"),
    [
        (rounded(0, 0, 40, 30, 5), [circle(-8, 0, 4), circle(8, 0, 4), hexagon(0, 9, 5)]),
        (circle(3, 4, 10), []),
        (hexagon(0, 0, 20), [circle(0, 0, 3)]),
    ],
)
def test_a_cap_fills_its_outline_and_leaves_its_holes(ring: object, holes: object) -> None:
    def area(points: object) -> float:
        assert isinstance(points, tuple)
        return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, points[1:] + points[:1], strict=True)) / 2

    assert isinstance(ring, tuple)
    assert isinstance(holes, list)
    faces = triangulate(ring, holes)
    assert all(area(face) > 0 for face in faces)
    assert sum(area(face) for face in faces) == pytest.approx(area(ring) - sum(map(area, holes)))


@pytest.mark.slow
@EVERY
def test_the_picture_shows_the_part(name: str) -> None:
    from PIL import Image, ImageChops, ImageStat

    with Image.open(DOCS / "pictures" / f"{name}.png") as kept:
        differs = ImageStat.Stat(ImageChops.difference(kept.convert("RGB"), part_picture(name))).mean
    assert max(differs) < 1.0, "run: python -m docs.drawing"
