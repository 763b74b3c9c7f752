"""Military Prowess: how much each player has, and the resulting order, with a reason for each seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.amul.facts import Facts
from rules.core.seats import Seat
from rules.core.turns import Order
from rules.core.words import Words, words


@dataclass(frozen=True, slots=True)
class Prowess:
    """Prowess symbols in an area (A-MIL-2), and the best letter on the cards that show them.

    ``place``: among those who have as many symbols, if that was worked out; ``is_told``: without the letters.
    """

    symbols: int
    letter: str | None = None
    place: int | None = None
    is_told: bool = False

    @property
    def rank(self) -> tuple[int, int, str]:
        """Smaller goes first (A-MIL-3, A-MIL-4); an unknown letter comes after all others."""
        if self.place is not None:
            return (-self.symbols, self.place, "")
        return (-self.symbols, 0, self.letter or "~")


def prowess_of(facts: Facts, area: Iterable[str]) -> Prowess:
    """Unknown symbols count as none; ``unknown_prowess`` lists them."""
    prowess, letters = 0, []
    for card in area:
        kind = facts.kind_of(card)
        if symbols := kind.symbols("prowess"):
            prowess += symbols
            letter = facts.cards[card].letter
            letters += [letter] if letter else []
    return Prowess(prowess, min(letters, default=None))


def with_prowess(by_seat: Sequence[Prowess], ties_from: Seat) -> tuple[Seat, ...]:
    """The seats with prowess, in order; equal letters go clockwise from ``ties_from`` (A-MIL-5)."""
    count = len(by_seat)
    seats = (seat for seat in range(count) if by_seat[seat].symbols)
    return tuple(sorted(seats, key=lambda seat: (*by_seat[seat].rank, (seat - ties_from) % count)))


def prowess_order(by_seat: Sequence[Prowess], first_pick: Seat, ties_from: Seat | None = None) -> Order:
    """All seats: those with prowess, then the others clockwise from First Pick (A-MIL-6)."""
    count = len(by_seat)
    strong_from = first_pick if ties_from is None else ties_from
    strong = with_prowess(by_seat, strong_from)
    weak = tuple(seat for step in range(count) if not by_seat[seat := (first_pick + step) % count].symbols)
    why = [_why_strong(by_seat, strong, seat, strong_from) for seat in strong]
    why += [_why_weak(seat, first_pick, count) for seat in weak]
    return Order(strong + weak, tuple(why))


def _why_strong(by_seat: Sequence[Prowess], strong: Sequence[Seat], seat: Seat, ties_from: Seat) -> Words:
    mine = by_seat[seat]
    equal = [other for other in strong if by_seat[other].symbols == mine.symbols]
    is_equal = [by_seat[other].rank for other in equal].count(mine.rank) > 1
    if mine.is_told:
        key = "amul.why.letters_same" if is_equal else "amul.why.letters_told"
        return words(key, n=mine.symbols, seat=seat, first=words("amul.who", seat=ties_from))
    if mine.letter is None:  # not needed without a tie
        key = "amul.why.letter_unknown" if len(equal) > 1 else "amul.why.prowess_alone"
        return words(key, n=mine.symbols, seat=seat)
    if is_equal:
        return words(
            "amul.why.prowess_tied",
            n=mine.symbols,
            letter=mine.letter,
            seat=seat,
            first=words("amul.who", seat=ties_from),
        )
    return words("amul.why.prowess", n=mine.symbols, letter=mine.letter, seat=seat)


def _why_weak(seat: Seat, first_pick: Seat, count: int) -> Words:
    steps = (seat - first_pick) % count
    return words("amul.why.no_prowess" if steps else "amul.why.no_prowess_first", n=steps, seat=seat, first=first_pick)


def unknown_prowess(facts: Facts, area: Iterable[str]) -> tuple[str, ...]:
    """Kinds in the area whose prowess symbols are unknown."""
    kinds = {facts.cards[card].kind for card in area}
    return tuple(sorted(slug for slug in kinds if facts.kinds[slug].symbols("prowess") is None))


def unknown_letters(facts: Facts, areas: Sequence[Iterable[str]]) -> tuple[str, ...]:
    """Cards whose letter is unknown but needed to break a tie (A-MIL-4)."""
    held = [tuple(area) for area in areas]
    amounts = [prowess_of(facts, area).symbols for area in held]
    tied = [area for area, amount in zip(held, amounts, strict=True) if amount and amounts.count(amount) > 1]
    cards = (card for area in tied for card in area if facts.symbols(card, "prowess"))
    return facts.in_id_order(card for card in cards if facts.cards[card].letter is None)
