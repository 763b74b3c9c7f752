"""Sightings and time in, a stable table out: what is seen, what has settled, what has changed. Pure.

Places are in units of the plane (millimetres on a mat, pixels without one); the pace says what is near.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import dist
from types import MappingProxyType

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class TagPlace:
    zone: str
    x: float
    y: float
    angle: float = 0.0
    reach: float = 0.0  # from its centre to its rim: anything within may hide it


@dataclass(frozen=True, slots=True)
class Look:
    """What one frame showed. ``covered``: boxes under a hand or in motion, about which nothing can be said.

    ``hidden``: share of each zone that is covered; ``strangers``: codes that are not tags of this game.
    """

    at_ms: int
    seen: tuple[tuple[str, TagPlace], ...] = ()
    covered: tuple[Box, ...] = ()
    hidden: Mapping[str, float] = field(default_factory=dict)
    strangers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pace:
    settle_ms: int = 250
    settle_looks: int = 2
    gone_ms: int = 400
    gone_looks: int = 3
    blocked_ms: int = 300
    blocked_share: float = 0.25
    near: float = 8.0


@dataclass(frozen=True, slots=True)
class CardPlaced:
    text: str
    zone: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class CardMoved:
    text: str
    origin: str
    zone: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class CardGone:
    text: str
    zone: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class CopySeenTwice:
    """One tag in two places of one picture: a sticker was printed twice, or somebody holds up a photograph."""

    text: str
    zones: tuple[str, ...]
    at_ms: int


@dataclass(frozen=True, slots=True)
class TagOnScreen:
    """A phone or a tablet shows this tag: it is no card."""

    text: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class ViewBlocked:
    zone: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class ViewCleared:
    zone: str
    at_ms: int


TableEvent = CardPlaced | CardMoved | CardGone | CopySeenTwice | TagOnScreen | ViewBlocked | ViewCleared


@dataclass(frozen=True, slots=True)
class TrackedTable:
    """``seen``: at once; ``settled``: long enough to count; ``calm``: zones where nothing is pending or covered."""

    seen: Mapping[str, frozenset[str]]
    settled: Mapping[str, frozenset[str]]
    calm: frozenset[str]
    places: Mapping[str, TagPlace]
    strangers: int = 0


@dataclass(frozen=True, slots=True)
class _Track:
    place: TagPlace
    since_ms: int
    looks: int = 1
    settled: str | None = None
    missed_since_ms: int | None = None
    missed_looks: int = 0

    @property
    def pending(self) -> bool:
        return self.settled != self.place.zone or self.missed_looks > 0


class Tracker:
    """Takes looks in order of time, and answers each with what has just become certain."""

    def __init__(self, zones: tuple[str, ...], pace: Pace | None = None) -> None:
        self._zones = zones
        self._pace = pace or Pace()
        self._tracks: dict[str, _Track] = {}
        self._covered_since: dict[str, int] = {}
        self._blocked: set[str] = set()
        self._twice: set[str] = set()
        self._strangers: Counter[str] = Counter()

    @property
    def strangers(self) -> Mapping[str, int]:
        """How often each foreign code was seen; the number of different ones is bounded."""
        return MappingProxyType(self._strangers)

    def observe(self, look: Look) -> tuple[TableEvent, ...]:
        """Adds one look; the events are ordered by when their changes began."""
        events: list[tuple[int, TableEvent]] = []
        events += [(look.at_ms, event) for event in self._views(look)]
        chosen, doubles = self._one_each(look)
        events += [(look.at_ms, event) for event in doubles]
        for text, place in chosen.items():
            self._seen(text, place, look.at_ms)
        for text in [text for text in self._tracks if text not in chosen]:
            events += self._missed(text, look)
        events += [event for text in chosen for event in self._settle(text, look)]
        self._count(look.strangers)
        return tuple(event for _, event in sorted(events, key=lambda pair: pair[0]))

    @property
    def table(self) -> TrackedTable:
        seen: dict[str, set[str]] = {zone: set() for zone in self._zones}
        settled: dict[str, set[str]] = {zone: set() for zone in self._zones}
        restless = set(self._covered_since)
        for text, track in self._tracks.items():
            seen.setdefault(track.place.zone, set()).add(text)
            if track.settled is not None:
                settled.setdefault(track.settled, set()).add(text)
            if track.pending:
                restless |= {track.place.zone, track.settled or track.place.zone}
        return TrackedTable(
            {zone: frozenset(cards) for zone, cards in seen.items()},
            {zone: frozenset(cards) for zone, cards in settled.items()},
            frozenset(settled) - restless,
            {text: track.place for text, track in self._tracks.items()},
            sum(self._strangers.values()),
        )

    def forget(self) -> None:
        """A new game or a bumped camera: everything must settle again, and no events are given for what was there."""
        self._tracks.clear()
        self._twice.clear()

    def rename(self, text: str, to: str) -> None:
        """The same card under another name: known by its face so far, by its tag from now on."""
        track = self._tracks.pop(text, None)
        if track is not None:
            self._tracks.setdefault(to, track)

    def _one_each(self, look: Look) -> tuple[dict[str, TagPlace], list[TableEvent]]:
        everywhere: dict[str, list[TagPlace]] = {}
        for text, place in look.seen:
            everywhere.setdefault(text, []).append(place)
        doubles = {text for text, places in everywhere.items() if len(places) > 1}
        news: list[TableEvent] = [
            CopySeenTwice(text, tuple(place.zone for place in everywhere[text]), look.at_ms)
            for text in sorted(doubles - self._twice)
        ]
        self._twice = (self._twice & (doubles | (set(self._tracks) - set(everywhere)))) | doubles
        return {text: self._nearest(text, places) for text, places in everywhere.items()}, news

    def _nearest(self, text: str, places: list[TagPlace]) -> TagPlace:
        """Of a tag seen twice, the place nearest to where it was; the other one is reported, not tracked."""
        track = self._tracks.get(text)
        return places[0] if track is None else min(places, key=lambda place: _apart(place, track.place))

    def _seen(self, text: str, place: TagPlace, at_ms: int) -> None:
        track = self._tracks.get(text)
        if track is None:
            self._tracks[text] = _Track(place, at_ms)
        elif place.zone != track.place.zone or _apart(place, track.place) > self._pace.near:
            self._tracks[text] = _Track(place, at_ms, settled=track.settled)
        else:
            self._tracks[text] = replace(
                track, place=place, looks=track.looks + 1, missed_since_ms=None, missed_looks=0
            )

    def _settle(self, text: str, look: Look) -> list[tuple[int, TableEvent]]:
        track, pace = self._tracks[text], self._pace
        origin, zone = track.settled, track.place.zone
        if origin == zone or track.looks < pace.settle_looks or look.at_ms - track.since_ms < pace.settle_ms:
            return []
        self._tracks[text] = replace(track, settled=zone)
        if origin is None:
            return [(track.since_ms, CardPlaced(text, zone, look.at_ms))]
        return [(track.since_ms, CardMoved(text, origin, zone, look.at_ms))]

    def _missed(self, text: str, look: Look) -> list[tuple[int, TableEvent]]:
        """Gone only if its place has been visible and empty for long enough; under a hand it stays."""
        track, pace = self._tracks[text], self._pace
        if _is_covered(track.place, look.covered):
            self._tracks[text] = replace(track, missed_since_ms=None, missed_looks=0)
            return []
        since = look.at_ms if track.missed_since_ms is None else track.missed_since_ms
        self._tracks[text] = replace(track, missed_since_ms=since, missed_looks=track.missed_looks + 1)
        if track.missed_looks + 1 < pace.gone_looks or look.at_ms - since < pace.gone_ms:
            return []
        del self._tracks[text]
        return [] if track.settled is None else [(since, CardGone(text, track.settled, look.at_ms))]

    def _views(self, look: Look) -> list[TableEvent]:
        events: list[TableEvent] = []
        for zone in self._zones:
            if look.hidden.get(zone, 0.0) < self._pace.blocked_share:
                self._covered_since.pop(zone, None)
                if zone in self._blocked:
                    self._blocked.discard(zone)
                    events.append(ViewCleared(zone, look.at_ms))
                continue
            since = self._covered_since.setdefault(zone, look.at_ms)
            if zone not in self._blocked and look.at_ms - since >= self._pace.blocked_ms:
                self._blocked.add(zone)
                events.append(ViewBlocked(zone, look.at_ms))
        return events

    def _count(self, strangers: tuple[str, ...]) -> None:
        for text in strangers:
            # Anybody may hold up any number of codes: memory for them is bounded.
            key = text[:64] if text[:64] in self._strangers or len(self._strangers) < 100 else "..."
            self._strangers[key] += 1


def _apart(one: TagPlace, other: TagPlace) -> float:
    return dist((one.x, one.y), (other.x, other.y))


def _is_covered(place: TagPlace, boxes: tuple[Box, ...]) -> bool:
    x, y, reach = place.x, place.y, place.reach
    return any(
        left <= x + reach and x - reach <= right and top <= y + reach and y - reach <= bottom
        for left, top, right, bottom in boxes
    )
