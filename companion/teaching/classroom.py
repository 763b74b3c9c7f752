"""Where an owner teaches: the course of one game; every answer goes straight into the owner's facts."""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion import CompanionError
from companion.facts.box import GameBox
from companion.facts.held_counts import keep_held_counts, read_held_counts
from companion.facts.own import entries_now, put_back, remember, remember_all, told_today
from companion.language.i18n import Phrases
from companion.teaching.course import Course, CourseMaker
from companion.teaching.piles import PileSort, Told
from rules.core.words import Words, words


@dataclass(frozen=True, slots=True)
class PileTold:
    """A pile that was told, and what was known before, so that it can be taken back."""

    sort: str
    pile: Words
    at: int
    entries: Mapping[str, Mapping[str, Any]]
    held: Mapping[str, Mapping[str, Any]]


class Classroom:
    """Reads the owner's file at the start and after every change, so that other writers lose nothing."""

    def __init__(
        self, box: GameBox, make_course: CourseMaker, language: str, habits: Mapping[str, Any] | None = None
    ) -> None:
        """``habits``: earlier answers from elsewhere."""
        self.box = box
        self.language = language
        self._make_course = make_course
        self.habits: dict[str, Any] = dict(habits or {})
        self.named: tuple[str, ...] = ()  # words for what the course did not know, such as one more symbol
        self.course: Course
        self.say: Phrases
        self._order: tuple[str, ...] | None
        self.reload()

    def reload(self) -> None:
        self._read()
        self.say = self.box.phrases(self.language, self.course.document)
        self._order = None

    def _read(self) -> None:
        self.course = self._make_course(self.box.document("own", Path()), self.habits)

    @property
    def slug(self) -> str:
        return self.box.slug

    @property
    def order(self) -> tuple[str, ...]:
        """Things by their name in this language."""
        if self._order is None:
            self._order = tuple(sorted(self.course.things, key=lambda thing: _plain(self.name(thing))))
        return self._order

    def name(self, thing: str) -> str:
        return self.say.say(self.course.name(thing))

    def tell(self, told: Mapping[str, Any]) -> None:
        """Writes facts; raises ``CompanionError`` if they are wrong or cannot be written."""
        remember_all(self.box, told)
        if any(map(self.course.renames, told)):
            self.reload()
        else:
            self._read()

    @property
    def pile_sorts(self) -> tuple[PileSort, ...]:
        return self.course.pile_sorts(self.named)

    @property
    def held(self) -> dict[str, dict[str, Any]]:
        """Values told in piles that wait for other copies of the same kind."""
        return read_held_counts(self.box)

    def tell_pile(self, sort: PileSort, values: Mapping[str, Any], pile: Words, at: int, more: Told) -> PileTold:
        """Writes the facts that a sort's values give, and holds those that are incomplete; ``more``: extra facts."""
        known = sort.told(sort.known)
        told = {fact: value for fact, value in sort.told(values).items() if known.get(fact) != value} | dict(more)
        held = self.held
        before = PileTold(sort.name, pile, at, entries_now(self.box, told), held)
        if told:
            self.tell(told)
        now = next(other for other in self.pile_sorts if other.name == sort.name)
        waiting = {unit: value for unit, value in values.items() if unit in now.units and unit not in now.known}
        keep_held_counts(self.box, {**held, sort.name: waiting} if sort.of_copies else held)
        return before

    def tell_made(self, sort: str, told: Told, pile: Words) -> PileTold:
        """Writes the facts composed for a pile."""
        before = PileTold(sort, pile, 0, entries_now(self.box, told), self.held)
        self.tell(told)
        return before

    def take_back(self, pile: PileTold) -> None:
        """As if that pile had never been laid."""
        put_back(self.box, pile.entries)
        keep_held_counts(self.box, pile.held)
        self.reload()

    def get_used_to(self, sort: str, told: Mapping[str, Any]) -> None:
        """The last answer is likely to be the next."""
        self.habits |= self.course.habits_from(sort, told)

    def next_open(self, after: str | None, skipped: frozenset[str] = frozenset()) -> str | None:
        """The next thing with something left to tell, cyclically after ``after``."""
        order = self.order
        at = order.index(after) + 1 if after in order else 0
        turned = (*order[at:], *order[:at])
        return next((thing for thing in turned if thing not in skipped and self.course.open_sorts(thing)), None)


def _plain(name: str) -> str:
    """For sorting: Ā next to A, ü next to u."""
    return unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()


logger = logging.getLogger(__name__)


class Owner:
    """Writes facts told in play. If that fails it is reported, and the game goes on."""

    def __init__(
        self,
        box: GameBox,
        game: int | None = None,
        reads_tags: Callable[[], bool] = lambda: True,
        begun: Mapping[str, Any] | None = None,
    ) -> None:
        """``game``: its number in the store, kept with every answer. ``reads_tags``: whether copies are told apart.
        ``begun``: the facts as the game began."""
        self._box = box
        self._game = game
        self._reads_tags = reads_tags
        self._begun = begun or {}
        self._warned: set[str] = set()

    def __call__(self, fact: str, value: Any) -> Words | None:
        if fact.partition(".")[0] not in (*self._box.sections, *self._box.lists):
            return None  # points entered by hand belong to this game, not to the box
        if self._box.is_of_copy(fact) and not self._reads_tags():
            return None  # without its tag that copy cannot be recognised again
        try:
            if self._is_told_elsewhere(fact, value):
                self._warned.add(fact)
                return words("teach.play.told_otherwise")
            remember(self._box, fact, value, told_today(self._game))
        except CompanionError as error:
            logger.warning("a fact told in play was not kept: %s", error)
            return words("teach.play.kept_not", why=error.said)
        return None

    def _is_told_elsewhere(self, fact: str, value: Any) -> bool:
        """Whether somebody else, in a browser say, told it differently since the game began; asked once."""
        section, _, name_and_key = fact.partition(".")
        name, _, key = name_and_key.partition(".")
        entry = entries_now(self._box, [fact]).get(f"{section}.{name}", {})
        now, begun = entry.get(key), self._begun.get(section, {}).get(name, {})
        if now in (None, value) or fact in self._warned:
            return False
        ours = f" game {self._game}"
        return now != (begun.get(key) if isinstance(begun, Mapping) else None) and not str(
            entry.get("origin", {}).get(key, "")
        ).endswith(ours)


def owner_for(
    box: GameBox,
    facts_name: str,
    document: Mapping[str, Any],
    game: int | None = None,
    reads_tags: Callable[[], bool] = lambda: True,
) -> Owner | None:
    """Who writes the facts told in a game; None if it is played with practice values or another file."""
    if facts_name != "own" or document.get("practice"):
        return None
    return Owner(box, game, reads_tags, document)
