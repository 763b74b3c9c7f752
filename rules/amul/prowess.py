"""Military Prowess: how much each player has, and the order that follows from it, with a reason for each seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.amul.facts import Facts
from rules.core.seats import Seat
from rules.core.turns import Order
from rules.core.words import Words, words


@dataclass(frozen=True, slots=True)
class Prowess:
    """Prowess symbols in an area (A-MIL-2), and the best letter on the cards that show them."""

    prowess: int
    letter: str | None = None

    @property
    def rank(self) -> tuple[int, str]:
        """Smaller goes first (A-MIL-3, A-MIL-4); a letter nobody has told comes after all letters."""
        return (-self.prowess, self.letter or "~")


def standing(facts: Facts, area: Iterable[str]) -> Prowess:
    """What is not known counts as no symbol; who must know it asks ``unknown_prowess`` first."""
    prowess, letters = 0, []
    for card in area:
        kind = facts.kind_of(card)
        if symbols := kind.symbols("prowess"):
            prowess += symbols
            letter = facts.cards[card].letter
            letters += [letter] if letter else []
    return Prowess(prowess, min(letters, default=None))


def with_prowess(standings: Sequence[Prowess], ties_from: Seat) -> tuple[Seat, ...]:
    """The seats that have prowess, in their order; equal letters go clockwise from ``ties_from`` (A-MIL-5)."""
    count = len(standings)
    seats = (seat for seat in range(count) if standings[seat].prowess)
    return tuple(sorted(seats, key=lambda seat: (*standings[seat].rank, (seat - ties_from) % count)))


def prowess_order(standings: Sequence[Prowess], first_pick: Seat, ties_from: Seat | None = None) -> Order:
    """All seats: those with prowess, then the others clockwise from First Pick (A-MIL-6)."""
    count = len(standings)
    strong_from = first_pick if ties_from is None else ties_from
    strong = with_prowess(standings, strong_from)
    weak = tuple(seat for step in range(count) if not standings[seat := (first_pick + step) % count].prowess)
    why = [_why_strong(standings, strong, seat, strong_from) for seat in strong]
    why += [_why_weak(seat, first_pick, count) for seat in weak]
    return Order(strong + weak, tuple(why))


def _why_strong(standings: Sequence[Prowess], strong: Sequence[Seat], seat: Seat, ties_from: Seat) -> Words:
    mine = standings[seat]
    equal = [other for other in strong if standings[other].prowess == mine.prowess]
    if mine.letter is None:  # which nobody needs to know without a tie
        key = "amul.why.letter_unknown" if len(equal) > 1 else "amul.why.prowess_alone"
        return words(key, n=mine.prowess, seat=seat)
    if [standings[other].rank for other in equal].count(mine.rank) > 1:
        return words(
            "amul.why.prowess_tied",
            n=mine.prowess,
            letter=mine.letter,
            seat=seat,
            first=words("amul.who", seat=ties_from),
        )
    return words("amul.why.prowess", n=mine.prowess, letter=mine.letter, seat=seat)


def _why_weak(seat: Seat, first_pick: Seat, count: int) -> Words:
    steps = (seat - first_pick) % count
    return words("amul.why.no_prowess" if steps else "amul.why.no_prowess_first", n=steps, seat=seat, first=first_pick)


def unknown_prowess(facts: Facts, area: Iterable[str]) -> tuple[str, ...]:
    """Kinds in the area whose prowess symbols nobody has told."""
    kinds = {facts.cards[card].kind for card in area}
    return tuple(sorted(slug for slug in kinds if facts.kinds[slug].symbols("prowess") is None))


def unknown_letters(facts: Facts, areas: Sequence[Iterable[str]]) -> tuple[str, ...]:
    """Cards whose letter is not known although players with equal prowess need it (A-MIL-4)."""
    held = [tuple(area) for area in areas]
    amounts = [standing(facts, area).prowess for area in held]
    tied = [area for area, amount in zip(held, amounts, strict=True) if amount and amounts.count(amount) > 1]
    cards = (card for area in tied for card in area if facts.symbols(card, "prowess"))
    return facts.in_id_order(card for card in cards if facts.cards[card].letter is None)
