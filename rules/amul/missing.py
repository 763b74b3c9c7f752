"""Which facts a score rests on and which it lacks, as paths of the facts file, so that they can be asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.amul.cards import TRAITS
from rules.amul.facts import Facts, Kind
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


def missing_facts(facts: Facts, areas: Sequence[Sequence[str]], told: Mapping[str, int]) -> tuple[str, ...]:
    """Every unknown fact that could still change the score; a card with points told by hand counts as known."""
    untold = [[card for card in area if card not in told] for area in areas]
    kinds = {slug: facts.kinds[slug] for area in untold for slug in {facts.cards[card].kind for card in area}}
    used = list(_matchers(kind.power or () for kind in kinds.values()))
    traits = {*TRAITS, *(what.names[0] for what in used if isinstance(what, Matcher) and what.sort == "trait")}
    by_position = any(isinstance(what, Matcher) and what.sort == "position" for what in used)
    lacking = {path for kind in kinds.values() for path in _lacking(kind, traits, by_position=by_position)}
    if any(isinstance(what, InOrder) for what in used):
        lacking |= {
            facts.letter_fact(card) for card in unknown_letters(facts, areas) if facts.cards[card].kind in kinds
        }
    return tuple(sorted(lacking))


def used_facts(facts: Facts, kinds: Iterable[str]) -> tuple[str, ...]:
    """The known facts behind the score of these kinds, as paths of the facts file."""
    mine = [facts.kinds[slug] for slug in sorted(set(kinds))]
    used = list(_matchers(kind.power or () for kind in mine))
    keys = ["power", "colour", "traits"]
    keys += ["position"] if any(isinstance(what, Matcher) and what.sort == "position" for what in used) else []
    keys += ["letter"] if any(isinstance(what, InOrder) for what in used) else []
    return tuple(f"cards.{kind.slug}.{key}" for kind in mine for key in keys if getattr(kind, key) is not None)


def _lacking(kind: Kind, traits: Iterable[str], *, by_position: bool) -> Iterator[str]:
    place = f"cards.{kind.slug}"
    if kind.power is None:
        yield f"{place}.power"
    if kind.colour is None:
        yield f"{place}.colour"
    if any(kind.symbols(trait) is None for trait in traits):
        yield f"{place}.traits"
    if by_position and kind.position is None:
        yield f"{place}.position"


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
