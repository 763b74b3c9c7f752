"""Which points are only partly known: kinds with unknown facts that a power or a majority looks at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.amul.cards import BAZAAR
from rules.amul.conditions import FinalTable, seats_in
from rules.amul.facts import Kind
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
from rules.core.seats import Seat
from rules.core.words import Words, words

MOST_NAMED = 3  # kinds by name in a sentence
PROWESS = Matcher("trait", ("prowess",))


def unknown_in(term: Term, table: FinalTable, seat: Seat) -> tuple[str, ...]:
    """Kinds that may change what this term earns; none if everything it looks at is known."""
    if not any(table.doubtful):
        return ()
    match term:
        case Each(what, scope) | ByCount(what, scope):
            return _lacking(what, table, seats_in(scope, seat, len(table.doubtful)))
        case When(condition):
            return _unknown_condition(condition, table, seat)
        case _:
            return ()


def _unknown_condition(condition: Condition, table: FinalTable, seat: Seat) -> tuple[str, ...]:
    everybody = range(len(table.doubtful))
    match condition:
        case Count(what, scope):
            return _lacking(what, table, seats_in(scope, seat, len(everybody)))
        case Most(what) | OnlyMost(what) | Fewest(what):
            return _lacking(what, table, everybody)
        case MoreThan(scope, what):
            return _lacking(what, table, {seat, *seats_in(scope, seat, len(everybody))})
        case InOrder():
            cards = unknown_letters(table.facts, [tally.cards for tally in table.tallies])
            letters = {table.facts.cards[card].kind for card in cards}
            held = {kind for mine in table.doubtful for kind in mine}
            return tuple(sorted({*_lacking(PROWESS, table, everybody), *held.intersection(letters)}))
        case Not(inner):
            return _unknown_condition(inner, table, seat)
        case _:
            return ()


def unknown_symbols(table: FinalTable, trait: str, *, bazaar: bool) -> tuple[tuple[str, ...], ...]:
    """By seat, the kinds whose symbols of this trait are unknown; ``bazaar``: whether bazaar cards count."""
    found = (_lacking(Matcher("trait", (trait,)), table, (seat,)) for seat in range(len(table.doubtful)))
    return tuple(tuple(kind for kind in mine if bazaar or kind not in BAZAAR) for mine in found)


def _lacking(what: Matcher, table: FinalTable, seats: Iterable[Seat]) -> tuple[str, ...]:
    kinds = {kind for seat in seats for kind in table.doubtful[seat]}
    return tuple(sorted(kind for kind in kinds if not _can_tell(what, table.facts.kinds[kind])))


def _can_tell(what: Matcher, kind: Kind) -> bool:
    match what.sort:
        case "colour":
            return kind.colour is not None
        case "position":
            return kind.position is not None
        case "trait":
            return all(kind.symbols(name) is not None for name in what.names)
        case _:
            return True


def as_known(because: Words, kinds: Sequence[str]) -> Words:
    """A reason, with the kinds that are unknown."""
    return words("amul.score.as_known", because=because, untold=untold_words(kinds))


def untold_words(kinds: Sequence[str]) -> Words:
    """These kinds by name; if there are many, the first few and the number."""
    if len(kinds) <= MOST_NAMED + 1:
        return words("amul.untold.all", kinds=tuple(kinds))
    return words("amul.untold.some", kinds=tuple(kinds[:MOST_NAMED]), n=len(kinds))
