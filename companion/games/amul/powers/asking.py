"""How questions about a power are asked: the likeliest answers first, and the power so far beside them."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.games.amul.powers.likely import RECENT
from companion.teaching.dialogue import Ask, Option
from rules.core.words import Words, words

DONE, MORE, OTHER = "done", "more", "other"
# With doors: how many numbers to offer beside "another one" so that the likeliest keeps a door of its own; fewer if
# one more answer ("it differs") needs a door too.
FEW, FEW_SHARED = 12, 8


@dataclass(slots=True)
class Asker:
    """``habits``: the last answers, see ``likely.habits_of``; ``power``: the power built so far."""

    habits: Mapping[str, Any] = field(default_factory=dict)
    power: list[dict[str, Any]] = field(default_factory=list)
    is_shared: bool = False  # for several cards at once: what differs between them is left open
    is_whole: bool = False  # what is counted is offered directly (red cards), not by its sort first
    is_alone: bool = False  # for one card, by buttons: kinds that are often named are offered directly
    is_crowded: bool = False  # an extra answer needs a door of its own
    at: str = ""  # which part of which form is asked
    sort: str = ""  # the sort of its value

    def so_far(self) -> list[dict[str, Any]]:
        return copy.deepcopy(self.power)

    def ask(self, asked: str | Words, options: tuple[Option, ...], start: int = 0) -> Ask:
        said = words(asked) if isinstance(asked, str) else asked
        ahead = tuple(dict.fromkeys((options[start].value, *self.recent(options)))) if _plain(options) else ()
        return Ask(said, options, start, self.so_far(), ahead=ahead)

    def recent(self, options: tuple[Option, ...]) -> tuple[Any, ...]:
        """Earlier answers to this question for other cards, the last first, if they are options here."""
        offered = {option.value for option in options}
        return tuple(value for value in self._recents() if value in offered)

    def few(self, likely: int, usual: Sequence[int], every: Sequence[int]) -> Sequence[int]:
        """Every number; with doors, only as many as two presses can reach, and the likeliest."""
        if not self.is_whole:
            return every
        recent = [value for value in self._recents() if isinstance(value, int) and not isinstance(value, bool)]
        first = tuple(dict.fromkeys((likely, *recent, *usual)))
        return sorted(first[: FEW_SHARED if self.is_shared or self.is_crowded else FEW])

    def _recents(self) -> tuple[Any, ...]:
        found = (self.habits.get(f"{RECENT}{place}", ()) for place in (self.at, f"*.{self.sort}"))
        return tuple(dict.fromkeys(value for values in found for value in values))


def _plain(options: tuple[Option, ...]) -> bool:
    return not any(isinstance(option.value, list | dict) for option in options)
