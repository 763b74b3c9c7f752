"""``companion bench vision --live``: an evening before the camera, with the truth known in every look."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.bench.evening import LOOKS_A_SECOND, Evening
from tests.bench.film import Film, Moment
from tests.bench.scenes import KNOWN
from vision.frames import Frame
from vision.scenes import RenderedPicture
from vision.table.eye import Eye, Seen
from vision.table.tracker import CardGone, CardMoved, CardPlaced, CopySeenTwice, TableEvent

LONGEST = 600.0  # minutes
_JUST_NOW = 2  # looks for which a card that was taken may still be called there
_LATE = 5 * LOOKS_A_SECOND  # looks in full view after which what is not said counts as missed
_FREE_AFTER = 2 * LOOKS_A_SECOND  # looks after the last hand in which nothing may be covered any more
_HEAD = ("seed", "looks", "laid", "taken", "false gone", "false new", "moved or twice", "wrong reads", "missed")


@dataclass(slots=True)
class LiveCount:
    """What was said that was not so, and how many looks it took to say what was."""

    seed: int
    looks: int = 0
    laid: int = 0
    taken: int = 0
    false_gone: int = 0
    false_new: int = 0
    false_moved: int = 0
    wrong: int = 0
    missed: int = 0
    blocked: int = 0  # looks in which something was called covered although no hand was in view
    settling: list[int] = field(default_factory=list)
    going: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def numbers(self) -> tuple[int, ...]:
        said = (self.false_gone, self.false_new, self.false_moved, self.wrong, self.missed)
        return (self.seed, self.looks, self.laid, self.taken, *said)

    @property
    def is_right(self) -> bool:
        return not (self.false_gone or self.false_new or self.false_moved or self.wrong)


def play_evenings(minutes: float, seeds: Sequence[int]) -> list[LiveCount]:
    return [play_evening(minutes, seed) for seed in seeds]


def play_evening(minutes: float, seed: int) -> LiveCount:
    """All of it, as fast as it can be drawn."""
    evening, count = Evening(minutes, seed), LiveCount(seed)
    film, judge, eye = Film(evening.scene), _Judge(count), Eye(KNOWN)
    for look, moment in enumerate(evening.moments()):
        if evening.table.changed:
            film.lay(tuple(evening.table.places.values()))
            evening.table.changed = False
        picture = film.shoot(moment)
        seen = eye.see(Frame(look, round(1000 * look / LOOKS_A_SECOND), picture.grey))
        judge.look(look, picture, seen, moment, film)
    return count


class _Judge:
    """Compares what an eye says with what is so."""

    def __init__(self, count: LiveCount) -> None:
        self.count = count
        self._lay: dict[str, int] = {}  # the last look in which each card lay on the table
        self._before: set[str] = set()
        self._waiting: dict[str, int] = {}  # looks in which a card lies in full view and is not said to be there
        self._bare: dict[str, int] = {}  # looks that showed an empty place of which a card is still said to lie there
        self._said: set[str] = set()
        self._lifted: set[str] = set()  # held since they were last read: their old place is empty, and that may be said
        self._free = 0

    def look(self, look: int, picture: RenderedPicture, seen: Seen, moment: Moment, film: Film) -> None:
        now = set(picture.texts)
        self.count.looks += 1
        self.count.laid += len(now - self._before)
        self._before = now
        self._lay |= dict.fromkeys(now, look)
        held = {card.text for card in moment.held}
        just = {text for text, last in self._lay.items() if look - last <= _JUST_NOW}
        self.count.wrong += len({item.text for item in seen.sightings} - now - held - just)
        self._lifted = (self._lifted | held) - {item.text for item in seen.sightings if item.text in now}
        for text in picture.unhidden - self._said:
            self._waiting[text] = self._waiting.get(text, 0) + 1
        for text in self._said - now:
            self._bare[text] = self._bare.get(text, 0) + (text not in held and film.is_bare(text))
        for event in seen.events:
            self._hear(event, look, now)
        self._forget(now)
        self._free = 0 if moment.hands else self._free + 1
        self.count.blocked += self._free > _FREE_AFTER and bool(seen.motion.boxes)

    def _hear(self, event: TableEvent, look: int, now: set[str]) -> None:
        match event:
            case CardGone(text):
                self._said.discard(text)
                if text in now and text not in self._lifted:
                    self.count.false_gone += 1
                    self.count.notes.append(f"look {look}: {text} gone")
                else:
                    self.count.taken += 1
                    self.count.going.append(self._bare.pop(text, 0))
            case CardPlaced(text):
                if text in self._said or look - self._lay.get(text, -99) > _JUST_NOW:
                    self.count.false_new += 1
                    self.count.notes.append(f"look {look}: {text} new")
                elif text in self._waiting:
                    self.count.settling.append(self._waiting.pop(text))
                self._said.add(text)
            case CardMoved(text) | CopySeenTwice(text):
                self.count.false_moved += 1
                self.count.notes.append(f"look {look}: {text} moved or twice")

    def _forget(self, now: set[str]) -> None:
        """What took too long is counted once, and what is as it was before is forgotten."""
        for waiting, what in ((self._waiting, "unsaid"), (self._bare, "said, but gone")):
            late = [text for text, looks in waiting.items() if looks == _LATE]
            self.count.missed += len(late)
            self.count.notes += [f"look {self.count.looks - 1}: {text} {what}" for text in late]
        self._waiting = {text: looks for text, looks in self._waiting.items() if text in now}
        self._bare = {text: looks for text, looks in self._bare.items() if text not in now}


def as_json(counts: Sequence[LiveCount]) -> list[dict[str, Any]]:
    return [
        {
            **dict(zip(_HEAD, count.numbers, strict=True)),
            "blocked without a hand": count.blocked,
            "looks to settle": _spread(count.settling),
            "looks to be gone": _spread(count.going),
            "notes": count.notes,
        }
        for count in counts
    ]


def _spread(values: Sequence[int]) -> dict[str, float]:
    if not values:
        return {}
    ordered = sorted(values)
    return {"median": statistics.median(ordered), "95 %": ordered[int(0.95 * (len(ordered) - 1))], "most": ordered[-1]}


def format_live(counts: Sequence[LiveCount]) -> str:
    """A table in Markdown, a line for each evening."""
    head = [*_HEAD, "covered without a hand", "looks to settle", "looks to be gone"]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for count in counts:
        spreads = [" / ".join(f"{n:g}" for n in _spread(values).values()) for values in (count.settling, count.going)]
        lines.append("| " + " | ".join([*map(str, count.numbers), str(count.blocked), *spreads]) + " |")
    notes = [f"seed {count.seed}, {note}" for count in counts for note in count.notes]
    return "\n".join([*lines, "", "Looks: median, 95 of 100, most.", *notes])
