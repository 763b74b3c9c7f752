"""The art of a mat: a border of stars, a tinted panel for each zone with its name on a tab, white places for cards.

All in millimetres of the mat, from its upper left, downwards. Pale, thin lines on white paper: cheap to print, and
unobtrusive beside the tags that the camera must find.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.printing.brush import Brush, circle, lozenge, paler, rosette, star, wave
from companion.printing.mat_sheets import Area
from vision.sightings import Corners, Point
from vision.table.mat import QUIET_MM, Look, Mat, Places, ZoneLook
from vision.table.plane import mark_modules
from vision.table.zones import Zone

PLACE_MM = (57.0, 84.0)  # for a card; a larger one covers its edge
TAB_MM = 5.6
_GAP = 1.0  # around each panel
_FAINT = 0.35
_CLEAR_MM = 3.0  # between text and a seam


@dataclass(frozen=True, slots=True)
class ZoneWords:
    """A zone's name, and what lies there."""

    name: str
    hint: str = ""


def draw_art(brush: Brush, mat: Mat) -> None:
    """The whole mat except its text."""
    _band(brush, mat.size_mm, mat.look)
    for zone in mat.zones.zones:
        _panel(brush, mat, zone)
    for number, corners in mat.marks.corners.items():
        _mark(brush, number, corners, mat.look)


def panel_of(mat: Mat, zone: Zone) -> Area:
    """The panel of a zone: its bounding box, inside the border and apart from its neighbours."""
    (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*zone.corners, strict=True))
    (across, down), (band_x, band_y) = mat.size_mm, mat.look.band
    left, right = max(left, band_x) + _GAP, min(right, across - band_x) - _GAP
    top, bottom = max(top, band_y) + _GAP / 2, min(bottom, down - band_y) - _GAP / 2
    return left, top, right - left, bottom - top


def draw_words(brush: Brush, mat: Mat, words: dict[str, ZoneWords], seams: Sequence[float], window: Area) -> None:
    """The zone names that fall within this window of the mat, on tabs at the panels' upper edges."""
    for zone in mat.zones.zones:
        told, look = words.get(zone.name, ZoneWords(zone.name)), mat.zone_looks[zone.name]
        for text, at, bold in _lines(brush, panel_of(mat, zone), told, seams):
            if not (window[0] <= at[0] < window[0] + window[2] and window[1] <= at[1] < window[1] + window[3]):
                continue
            if bold:
                tab = (at[0] - 3, at[1] - TAB_MM + 1.5, brush.width(text, 4.4) + 6, TAB_MM)
                brush.box(tab, 1.2, fill=look.ink)
            brush.words(text, at, 4.4 if bold else 3.0, "#ffffff" if bold else look.ink, bold=bold)


def _lines(brush: Brush, panel: Area, told: ZoneWords, seams: Sequence[float]) -> Iterator[tuple[str, Point, bool]]:
    left, top, width, _ = panel
    base, right = top + TAB_MM - 1.1, left + width
    name = brush.width(told.name, 4.4) + 6
    start = beside_seams(left + 8, name, right, seams)
    if start is None:
        start = left + 8
    yield told.name, (start + 3, base), True
    room = beside_seams(start + name + 2, brush.width(told.hint, 3.0, bold=False), right - 4, seams)
    if told.hint and room is not None:
        yield told.hint, (room, base - 0.2), False


def beside_seams(left: float, width: float, right: float, seams: Sequence[float]) -> float | None:
    """The first position from ``left`` where text of this width touches no seam; None if that is beyond ``right``."""
    for seam in sorted(seams):
        if left - _CLEAR_MM < seam < left + width + _CLEAR_MM:
            left = seam + _CLEAR_MM
    return left if left + width <= right else None


# The band: stars and lozenges in turn between two lines.


def _band(brush: Brush, size: tuple[float, float], look: Look) -> None:
    across, down = size
    for middles in _band_middles(size, look.band):
        count = len(middles)
        for n, middle in enumerate(middles):
            if n % 2 == count // 2 % 2:
                brush.shape(star(middle, 3.6, look.points), fill=look.ornament)
                brush.shape(star(middle, 1.5, look.points), fill="#ffffff")
            else:
                brush.shape(lozenge(middle, 1.4, 2.2), line=look.ornament, width=0.4)
    for off, width in ((1.5, 0.6), (2.6, 0.25)):
        brush.box((off, off, across - 2 * off, down - 2 * off), 2.0, line=look.ornament, width=width)


_BAND_STEP = 9.0
_BAND_MIDDLE = 7.2
_BAND_END = 24.0  # from the corner of the mat


def _band_middles(size: tuple[float, float], band: Point) -> Iterator[list[Point]]:
    """Evenly spaced along each side where the border is wide enough, from corner mark to corner mark."""
    across, down = size
    if band[1] >= 11:
        for y in (_BAND_MIDDLE, down - _BAND_MIDDLE):
            yield [(x, y) for x in _evenly(across)]
    if band[0] >= 11:
        for x in (_BAND_MIDDLE, across - _BAND_MIDDLE):
            yield [(x, y) for y in _evenly(down)]


def _evenly(side: float) -> list[float]:
    long = side - 2 * _BAND_END
    count = max(2, round(long / _BAND_STEP)) // 2 * 2
    return [_BAND_END + long * n / count for n in range(count + 1)]


# Panels.


def _panel(brush: Brush, mat: Mat, zone: Zone) -> None:
    look, area = mat.zone_looks[zone.name], panel_of(mat, zone)
    left, top, width, height = area
    if not _is_box(zone):
        brush.shape(zone.corners, fill=look.tint, line=look.ink, width=0.45)
        return
    brush.box(area, 3.0, fill=look.tint, line=look.ink, width=0.45)
    brush.box((left + 1.2, top + 1.2, width - 2.4, height - 2.4), 2.2, line=look.ink, width=0.15)
    if look.places is None:
        _field(brush, area, look, mat.look)
        return
    _lattice(brush, area, look)
    for number, (x, y) in reversed(list(enumerate(_fitting(look.places, area)))):
        place = (x - PLACE_MM[0] / 2, y - PLACE_MM[1] / 2, *PLACE_MM)
        is_fanned = look.places.step[0] < PLACE_MM[0]
        fill = paler(look.tint, 0.55) if is_fanned and number % 2 else "#ffffff"
        brush.box(place, 3.0, fill=fill, line=paler(look.ink, _FAINT), width=0.3)
        middle = (x + PLACE_MM[0] / 2 - 0.5 * look.places.step[0], y) if is_fanned else (x, y)
        _place_sign(brush, middle, 0.3 * min(look.places.step[0], PLACE_MM[0]), look, mat.look)


def _is_box(zone: Zone) -> bool:
    across, down = ({point[axis] for point in zone.corners} for axis in (0, 1))
    return len(zone.corners) == 4 and len(across) == len(down) == 2


def _lattice(brush: Brush, area: Area, look: ZoneLook) -> None:
    """Small stars all over the panel, every other row offset."""
    left, top, width, height = area
    faint, step = paler(look.ink, 0.16), 7.0
    across, down = math.floor((width - 6) / step), math.floor((height - 6) / step * 2)
    off_x, off_y = (width - across * step) / 2, (height - down * step / 2) / 2
    one = star((0.0, 0.0), 0.9, 4, 0.4)
    middles = [
        (left + off_x + (column + row % 2 / 2) * step, top + off_y + row * step / 2)
        for row in range(down + 1)
        for column in range(across + 1 - row % 2)
    ]
    brush.shapes([[(x + dx, y + dy) for dx, dy in one] for x, y in middles], fill=faint)


def _fitting(places: Places, area: Area) -> Iterator[Point]:
    """Only those that lie within the panel, row by row."""
    left, top, width, height = area
    for row in range(9 if places.step[1] else 1):
        for column in range(places.columns):
            x, y = places.at[0] + column * places.step[0], places.at[1] + row * places.step[1]
            if x + PLACE_MM[0] / 2 <= left + width and y + PLACE_MM[1] / 2 <= top + height:
                yield x, y


def _place_sign(brush: Brush, middle: Point, radius: float, look: ZoneLook, mat_look: Look) -> None:
    """Fine curves around a star: something to look at where no card lies."""
    faint, points = paler(look.ink, 0.24), mat_look.points
    for phase in range(4):
        brush.shape(
            wave(middle, 0.72 * radius, 0.28 * radius, points, phase * math.pi / 2),
            line=paler(look.ink, 0.2),
            width=0.18,
        )
    brush.shape(star(middle, 0.42 * radius, points), line=faint, width=0.25)
    brush.shape(star(middle, 0.2 * radius, points, turn=math.pi / points), fill=faint)


def _field(brush: Brush, area: Area, look: ZoneLook, mat_look: Look) -> None:
    """An open field: a white disc of fine curves with a place for a card in the middle."""
    _lattice(brush, area, look)
    left, top, width, height = area
    x, y = left + width / 2, top + height / 2 + TAB_MM / 2
    radius = min(width, height) / 2 - TAB_MM - 2
    ink = paler(look.ink, 0.3)
    brush.shape(circle((x, y), radius), fill="#ffffff", line=ink, width=0.4)
    brush.shape(circle((x, y), radius - 1.5), line=ink, width=0.15)
    for curve in rosette((x, y), radius - 3, mat_look.points):
        brush.shape(curve, line=paler(mat_look.ornament, 0.75), width=0.2)
    if width > 2.6 * height / 1.4:
        for side in (-1, 1):
            _medallion(brush, (x + side * (radius + (width / 2 - radius) / 2), y), look, mat_look)
    place = (x - PLACE_MM[0] / 2, y - PLACE_MM[1] / 2, *PLACE_MM)
    brush.box(place, 3.0, fill="#ffffff", line=look.ink, width=0.4)
    brush.shape(star((x, y), 14.0, mat_look.points), line=paler(look.ink, 0.3), width=0.3)
    brush.shape(star((x, y), 6.0, mat_look.points), fill=paler(look.ink, 0.2))


def _medallion(brush: Brush, middle: Point, look: ZoneLook, mat_look: Look) -> None:
    for radius, waist, turn in ((46.0, 0.8, 0.0), (38.0, 0.6, math.pi / mat_look.points), (22.0, 0.5, 0.0)):
        brush.shape(
            star(middle, radius, mat_look.points, waist, turn), fill="#ffffff", line=paler(look.ink, 0.3), width=0.3
        )
    brush.shape(star(middle, 8.0, mat_look.points), fill=paler(mat_look.ornament, 0.6))


# Marks.


def _mark(brush: Brush, number: int, corners: Corners, look: Look) -> None:
    (left, top), side = corners[0], corners[1][0] - corners[0][0]
    module, quiet = side / 6, side + 2 * QUIET_MM
    brush.box((left - QUIET_MM, top - QUIET_MM, quiet, quiet), 2.0, fill="#ffffff", line=look.ornament, width=0.4)
    brush.box((left, top, side, side), fill="#000000")
    for row, line in enumerate(mark_modules(number)):
        for column, dark in enumerate(line):
            if not dark:
                brush.box((left + column * module, top + row * module, module, module), fill="#ffffff")
