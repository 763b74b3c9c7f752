"""A worked example: a small made-up table where a power has something to count, scored by the real rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.amul.cards import BAZAAR, EFFECTS
from rules.amul.conditions import final_table
from rules.amul.earning import area_lines
from rules.amul.facts import Facts, Kind
from rules.amul.power import parse_power
from rules.amul.terms import (
    ByCount,
    Condition,
    Count,
    Each,
    Fewest,
    Flat,
    Has,
    InOrder,
    Matcher,
    MoreThan,
    Most,
    Not,
    OnlyMost,
    Term,
    Wants,
    When,
)
from rules.core.words import Words

SHARES = (3, 2, 0, 1)  # how many matching cards each player has: own, left, opposite, right


@dataclass(frozen=True, slots=True)
class ExampleLine:
    points: int
    because: Words


def example(facts: Facts, slug: str, power: Sequence[Mapping[str, Any]]) -> tuple[ExampleLine, ...]:
    """What the card would score at seat 0, term by term; raises ``InvalidValue`` for an invalid power."""
    terms = parse_power(list(power), f"cards.{slug}.power", facts.kinds)
    sample = _Sample(facts, slug, terms)
    table = final_table(sample.facts, sample.areas)
    return tuple(
        ExampleLine(line.points, line.because) for line in area_lines(table, 0, {}) if line.card == sample.card
    )


class _Sample:
    """Puts matching cards into the areas. What is assumed about them here is used nowhere else."""

    def __init__(self, facts: Facts, slug: str, terms: tuple[Term, ...]) -> None:
        bare = {
            name: Kind(name, copies=kind.copies, palace_copies=kind.palace_copies) for name, kind in facts.kinds.items()
        }
        self._kinds: dict[str, Kind] = {**bare, slug: replace(facts.kinds[slug], power=terms)}
        self._cards = facts.cards
        self.card = next(card.id for card in facts.cards.values() if card.kind == slug)
        self.areas: list[list[str]] = [[self.card], [], [], []]
        named = {name for term in terms for name in _kinds_of(term)}
        self._pool = iter(
            [name for name, kind in bare.items() if kind.copies >= sum(SHARES) and name not in {*named, slug, *EFFECTS}]
        )
        for term in terms:
            self._serve(term)
        self.facts = replace(facts, kinds=self._kinds)

    def _serve(self, term: Term) -> None:
        for wanted in _kinds_of(term):
            self._lay_own(wanted)
        for what in _matchers_of(term):
            self._spread(what)
        if any(isinstance(condition, InOrder) for condition in _conditions_of(term)):
            self._spread(Matcher("trait", ("prowess",)))

    def _lay_own(self, kind: str) -> None:
        free = next(self._free(kind), None)
        if free is not None:
            self.areas[0].append(free)

    def _spread(self, what: Matcher) -> None:
        cards = self._matching(what)
        for area, share in zip(self.areas, SHARES, strict=True):
            area += [card for _, card in zip(range(share), cards, strict=False)]

    def _matching(self, what: Matcher) -> Iterator[str]:
        match what.sort:
            case "kind":
                return iter([card for name in what.names for card in self._free(name)])
            case "source":
                return (
                    card for card, about in self._cards.items() if about.source == what.names[0] and self._is_free(card)
                )
        kind = next((name for name in self._pool if name not in BAZAAR), None)
        if kind is None:
            return iter(())
        self._kinds[kind] = self._supposed(self._kinds[kind], what)
        return self._free(kind)

    def _supposed(self, kind: Kind, what: Matcher) -> Kind:
        match what.sort:
            case "colour":
                return replace(kind, colour=what.names[0])
            case "trait":
                return replace(kind, traits={what.names[0]: 1}, letter="A")
            case "position":
                return replace(kind, position=what.names[0])
        return kind

    def _free(self, kind: str) -> Iterator[str]:
        return (card for card, about in self._cards.items() if about.kind == kind and self._is_free(card))

    def _is_free(self, card: str) -> bool:
        return all(card not in area for area in self.areas)


def _conditions_of(term: Term) -> Iterator[Condition]:
    condition = term.condition if isinstance(term, When) else None
    while condition is not None:
        yield condition
        condition = condition.condition if isinstance(condition, Not) else None


def _matchers_of(term: Term) -> Iterator[Matcher]:
    if isinstance(term, Each | ByCount):
        yield term.what
    for condition in _conditions_of(term):
        if isinstance(condition, Count | Most | OnlyMost | Fewest | MoreThan):
            yield condition.what


def _kinds_of(term: Term) -> Iterator[str]:
    match term:
        case Wants(kinds):
            yield from kinds
        case Flat():
            return
    for condition in _conditions_of(term):
        if isinstance(condition, Has):
            yield from condition.kinds
