"""Seat and control cards under the camera: what laying one down, or turning it, means. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import atan2, degrees

from companion.inbox import SignSeen
from vision.sightings import Point, Sighting
from vision.tags.text import CONTROL, SEAT, Tag, format_tag

SEATS = 8
CONTROLS = ("pause", "undo", "score")
ANSWERS = ("ready", "pass", "yes", "no")  # by the edge that points to the middle of the picture, clockwise from the top
CLEAR = 35.0  # degrees by which an edge may miss the middle; beyond that the card says nothing


CONTROL_TAGS: Mapping[str, str] = {format_tag(Tag(CONTROL, n)): name for n, name in enumerate(CONTROLS, 1)}
SEAT_TAGS: Mapping[str, int] = {format_tag(Tag(SEAT, seat + 1)): seat for seat in range(SEATS)}
SIGN_TAGS = frozenset(CONTROL_TAGS) | frozenset(SEAT_TAGS)


def read_sign(sighting: Sighting, middle: Point) -> SignSeen | None:
    """What the card says; None for a game's card, and for a seat card that lies askew."""
    if sighting.text in CONTROL_TAGS:
        return SignSeen(CONTROL_TAGS[sighting.text])
    seat = SEAT_TAGS.get(sighting.text)
    answer = None if seat is None else _answer(sighting, middle)
    return None if answer is None else SignSeen(answer, seat)


def _answer(sighting: Sighting, middle: Point) -> str | None:
    (x, y), (to_x, to_y) = sighting.centre, middle
    towards = degrees(atan2(to_x - x, y - to_y))  # clockwise from the top of the picture, as the tag's own angle
    turned = (towards - sighting.angle) % 360.0
    quarter = round(turned / 90.0)
    return ANSWERS[quarter % 4] if abs(turned - 90.0 * quarter) <= CLEAR else None


class SignWatch:
    """A sign counts once it says the same in two looks in a row and its card has settled."""

    def __init__(self) -> None:
        self._before: frozenset[SignSeen] = frozenset()
        self._lying: frozenset[SignSeen] = frozenset()

    def look(self, sightings: Iterable[Sighting], settled: frozenset[str], middle: Point) -> frozenset[SignSeen]:
        """What the settled cards say now. A card that is briefly covered keeps its meaning."""
        found = {item.text: read_sign(item, middle) for item in sightings if item.text in SIGN_TAGS}
        now = frozenset(sign for text, sign in found.items() if sign is not None and text in settled)
        covered = frozenset(sign for sign in self._lying if (text := _text(sign)) in settled and text not in found)
        self._lying = (now & self._before) | covered
        self._before = now
        return self._lying


def _text(sign: SignSeen) -> str:
    if sign.seat is not None:
        return format_tag(Tag(SEAT, sign.seat + 1))
    return format_tag(Tag(CONTROL, CONTROLS.index(sign.name) + 1))
