"""Teaching by piles: one look at a pile tells the same fact about all its cards. No drawing here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from rules.core.words import Words, words

Told: TypeAlias = Mapping[str, Any]
# Only its units; the rest have no value; the rest belong to this pile too; the rest are not in this box; nothing has
# this sort of value.
Way: TypeAlias = Literal["all", "rest", "here", "gone", "none"]
WAYS: tuple[Way, ...] = get_args(Way)
NO_REST = object()  # cards in no pile have no value


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards with the same value. ``words``: which cards to lay down; ``name``: a word or two for them."""

    value: Any
    words: Words
    name: Words
    colour: str | None = None


def _nothing(_: Mapping[str, Any]) -> tuple[Words, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PileSort:
    """Piles that exclude each other: a card is blue or red. Each game declares its own.

    ``units``: what lies in the piles, kinds or single copies; ``known``: the values told so far. ``unit_of``: the unit
    of a card under the camera; ``name_of``: a unit's name; ``told``: the facts that the values give, as far as they are
    complete; ``cannot_be``: what the proven sums rule out. ``rest``: the value of whatever lies in no pile.
    """

    name: str
    words: Words
    units: tuple[str, ...]
    piles: tuple[Pile, ...]
    known: Mapping[str, Any]
    unit_of: Callable[[str], str | None]
    name_of: Callable[[str], Words]
    told: Callable[[Mapping[str, Any]], Told]
    cannot_be: Callable[[Mapping[str, Any]], tuple[Words, ...]] = _nothing
    rest: Any = NO_REST
    of_copies: bool = False
    gone: Callable[[Mapping[str, Any]], Told] | None = None  # the copies in no pile are not in this box
    asks_more: Words | None = None  # no piles but the question "anything else?"; a name makes a new sort

    @property
    def has_rest(self) -> bool:
        return self.rest is not NO_REST

    def value_words(self, value: Any) -> Words:
        """The name of a value; "none" if it has no pile."""
        return next((pile.name for pile in self.piles if pile.value == value), words("teach.piles.without"))


@dataclass(frozen=True, slots=True)
class PileDoubt:
    """A card in a pile that contradicts what was told before."""

    unit: str
    was: Any


@dataclass(frozen=True, slots=True)
class DoubtAsked:
    """The question about such a card and its two answers: of this pile (``change``), or as told before (``keep``)."""

    unit: str
    words: Words
    change: Words
    keep: Words


@dataclass(slots=True)
class Sorting:
    """One sort being told, pile after pile. ``held``: values that cannot be written yet, because other copies of their
    kind have none."""

    sort: PileSort
    held: Mapping[str, Any] = field(default_factory=dict)
    at: int = 0
    _ticked: dict[str, bool] = field(default_factory=dict)  # and whether by hand
    _in_view: frozenset[str] = frozenset()
    _lying: frozenset[str] = frozenset()  # left from an earlier pile, not part of this one
    _refused: frozenset[str] = frozenset()  # unticked by hand: they stay unticked, whatever is seen

    @property
    def values(self) -> dict[str, Any]:
        """The value of each unit, written or held."""
        held = {unit: value for unit, value in self.held.items() if unit in self.sort.units}
        return {**held, **self.sort.known}

    @property
    def contradictions(self) -> tuple[Words, ...]:
        """What this pile, told as it lies there, would contradict."""
        return self.sort.cannot_be(self.told()) if self.sort.piles else ()

    @property
    def pile(self) -> Pile:
        return self.sort.piles[self.at]

    @property
    def left(self) -> tuple[str, ...]:
        """Units that lie in no pile yet."""
        values = self.values
        return tuple(unit for unit in self.sort.units if unit not in values)

    @property
    def known(self) -> int:
        """How many units lie in a pile."""
        return len(self.sort.units) - len(self.left)

    @property
    def name(self) -> Words:
        """The name of this pile, or of the sort if it has no piles."""
        return self.pile.name if self.sort.piles else self.sort.words

    @property
    def is_done(self) -> bool:
        return not self.left

    @property
    def ticked(self) -> tuple[str, ...]:
        """The units in this pile: new cards from all looks, and contradicting cards that lie there now."""
        values = self.values
        doubtful = {doubt.unit for doubt in self.doubts}
        return tuple(unit for unit in self._ticked if unit not in values or unit in doubtful)

    @property
    def doubts(self) -> tuple[PileDoubt, ...]:
        """Contradicting cards that still lie there; one seen only in passing is no doubt."""
        if not self.sort.piles:
            return ()
        values = self.values
        return tuple(
            PileDoubt(unit, values[unit])
            for unit, by_hand in self._ticked.items()
            if unit in values and values[unit] != self.pile.value and (by_hand or unit in self._in_view)
        )

    def look(self, cards: Iterable[str]) -> bool:
        """Adds the cards in view; whether that changed anything."""
        before = self.ticked
        units = (self.sort.unit_of(card) for card in sorted(cards))
        self._in_view = frozenset(unit for unit in units if unit is not None and unit in self.sort.units)
        self._lying &= self._in_view
        for unit in sorted(self._in_view - self._lying - self._refused, key=self.sort.units.index):
            self._ticked.setdefault(unit, False)
        return self.ticked != before

    def tick(self, unit: str) -> None:
        """By hand: into this pile, or out of it again."""
        if unit in self.ticked:
            del self._ticked[unit]
            self._refused |= {unit}
        else:
            self._ticked[unit] = True
            self._refused -= {unit}

    def choose(self, at: int) -> None:
        """Switches to another pile; what lies on the mat now does not belong to it."""
        self.at = at % len(self.sort.piles)
        self._ticked, self._refused = {}, frozenset()
        self._lying = self._in_view

    def told(self, *, but: Iterable[str] = (), rest: bool = False) -> dict[str, Any]:
        """The values of all units including this pile; ``but``: units whose earlier value is right.

        ``rest``: give whatever lies in no pile the value for that.
        """
        kept = frozenset(but)
        told = {**self.values, **{unit: self.pile.value for unit in self.ticked if unit not in kept}}
        if rest:
            told |= {unit: self.sort.rest for unit in self.sort.units if unit not in told}
        return told

    def values_by(self, way: Way, keep: Iterable[str] = ()) -> dict[str, Any]:
        """The values if this pile is told that way; ``keep``: units whose earlier value is right."""
        if way == "none":
            return dict.fromkeys(self.sort.units, True)
        told = self.told(but=keep, rest=way == "rest" and self.sort.has_rest)
        return {**dict.fromkeys(self.left, self.pile.value), **told} if way == "here" else told

    def asked(self, doubt: PileDoubt) -> DoubtAsked:
        was = self.sort.value_words(doubt.was)
        return DoubtAsked(
            doubt.unit,
            words("teach.piles.doubt", unit=self.sort.name_of(doubt.unit), was=was),
            words("teach.piles.doubt_new", now=self.pile.name),
            words("teach.piles.doubt_old", was=was),
        )
