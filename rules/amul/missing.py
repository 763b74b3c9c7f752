"""Which facts a score rests on and which it lacks, as paths of the facts file, so that they can be asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.amul.facts import Facts, Kind
from rules.amul.majorities import MAJORITIES
from rules.amul.prowess import unknown_letters
from rules.amul.terms import (
    ByCount,
    Condition,
    Count,
    Each,
    Fewest,
    InOrder,
    Matcher,
    MoreThan,
    Most,
    Not,
    OnlyMost,
    Term,
    When,
)

PROWESS = ("prowess",)


def missing_facts(facts: Facts, areas: Sequence[Sequence[str]], told: Mapping[str, int]) -> tuple[str, ...]:
    """Every unknown fact that could still change the points; a card with points told by hand counts as known.

    What only a power looks at is missing once that power is told.
    """
    untold = [[card for card in area if card not in told] for area in areas]
    kinds = {slug: facts.kinds[slug] for area in untold for slug in {facts.cards[card].kind for card in area}}
    used = list(_matchers(kind.power or () for kind in kinds.values()))
    matchers = [what for what in used if isinstance(what, Matcher)]
    keys = {"power", *(what.sort for what in matchers if what.sort in ("colour", "position"))}
    by_order = len(matchers) < len(used)
    traits = {*MAJORITIES, *(what.names[0] for what in matchers if what.sort == "trait"), *PROWESS[:by_order]}
    lacking = {path for kind in kinds.values() for path in _lacking(kind, keys, traits)}
    if by_order:
        lacking |= {
            facts.letter_fact(card) for card in unknown_letters(facts, areas) if facts.cards[card].kind in kinds
        }
    return tuple(sorted(lacking))


def missing_prowess(facts: Facts, tied: Iterable[Iterable[str]], told: Mapping[str, int]) -> tuple[str, ...]:
    """The unknown prowess of cards in the areas of players with equal points (A-WIN-2)."""
    held = {facts.cards[card].kind for area in tied for card in area if card not in told}
    return tuple(path for slug in sorted(held) for path in _lacking(facts.kinds[slug], (), PROWESS))


def used_facts(facts: Facts, kinds: Iterable[str]) -> tuple[str, ...]:
    """The known facts behind the score of these kinds, as paths of the facts file."""
    mine = [facts.kinds[slug] for slug in sorted(set(kinds))]
    used = list(_matchers(kind.power or () for kind in mine))
    keys = ["power", "colour", "traits"]
    keys += ["position"] if any(isinstance(what, Matcher) and what.sort == "position" for what in used) else []
    keys += ["letter"] if any(isinstance(what, InOrder) for what in used) else []
    return tuple(f"cards.{kind.slug}.{key}" for kind in mine for key in keys if getattr(kind, key) is not None)


def _lacking(kind: Kind, keys: Iterable[str], traits: Iterable[str]) -> Iterator[str]:
    yield from (f"cards.{kind.slug}.{key}" for key in keys if getattr(kind, key) is None)
    yield from (f"cards.{kind.slug}.traits.{trait}" for trait in traits if kind.symbols(trait) is None)


def _matchers(powers: Iterable[Sequence[Term]]) -> Iterator[Matcher | InOrder]:
    """Everything the powers look at."""
    for term in (term for power in powers for term in power):
        match term:
            case Each(what) | ByCount(what):
                yield what
            case When(condition):
                yield from _looked_at(condition)
            case _:
                pass


def _looked_at(condition: Condition) -> Iterator[Matcher | InOrder]:
    match condition:
        case Count(what) | Most(what) | OnlyMost(what) | Fewest(what) | MoreThan(_, what):
            yield what
        case InOrder():
            yield condition
        case Not(inner):
            yield from _looked_at(inner)
        case _:
            pass
