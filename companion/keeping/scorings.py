"""The table that is only being scored, while that goes on: no game yet, so it stands beside them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.keeping.game_row import GameRow, has_checksum, read_json, with_checksum, without_checksum
from companion.keeping.store import SCORING, Store
from rules.core.codec import Codec
from rules.core.errors import InvalidValue

FORMAT = 1  # a later release that writes it otherwise counts on; what another one has written is left out
LONGEST = 50_000  # letters: many times a full table


@dataclass(frozen=True, slots=True)
class Claim:
    """A card that lay before a seat although it had been read with another."""

    card: str
    seat: int


@dataclass(frozen=True, slots=True)
class Points:
    """What a card was given by hand."""

    card: str
    points: int


@dataclass(frozen=True, slots=True)
class Stay:
    """What stayed with a seat in a round; no card: nothing did, and that was said."""

    round: int
    seat: int
    card: str = ""


@dataclass(frozen=True, slots=True)
class Scoring:
    """What the screen shows. ``beside``: the game to continue and its entries, as it was when this was taken up."""

    players: tuple[str, ...]
    facts: str
    areas: tuple[tuple[str, ...], ...]
    beside: tuple[int, ...] = ()
    seat: int = 0  # whose cards are on the mat
    asked: tuple[str, ...] = ()  # cards that lie before this seat and were read with another
    settled: tuple[Claim, ...] = ()  # those that stay with the other
    game: str = ""
    points: tuple[Points, ...] = ()  # by hand, in place of what nobody can tell
    round: int = 0  # of a table that is told round by round; 0: it is not
    stays: tuple[Stay, ...] = ()  # what was told of the rounds
    skipped: tuple[int, ...] = ()  # seats that were passed over in this round: nobody has told of them
    is_final: bool = False  # the rounds are over, and everybody tells what else counts

    @property
    def told(self) -> dict[str, int]:
        """Points by hand of cards that lie somewhere."""
        there = {card for area in self.areas for card in area}
        return {given.card: given.points for given in self.points if given.card in there}

    def with_points(self, card: str, points: int) -> Scoring:
        others = tuple(given for given in self.points if given.card != card)
        return replace(self, points=(*others, Points(card, points)))

    @property
    def has_stay(self) -> bool:
        """Whether it was told what stayed in this round with the player who is asked."""
        return any((stay.round, stay.seat) == (self.round, self.seat) for stay in self.stays)

    def with_stay(self, card: str) -> Scoring:
        stay = Stay(self.round, self.seat, card)
        return replace(self.with_area((*self.area, card) if card else self.area), stays=(*self.stays, stay))

    @property
    def untold_rounds(self) -> tuple[int, ...]:
        """Rounds of which nobody has told what stayed with the player who is asked."""
        told = {stay.round for stay in self.stays if stay.seat == self.seat}
        first = min((stay.round for stay in self.stays), default=self.round)
        return tuple(number for number in range(first, self.round) if number not in told)

    @property
    def area(self) -> tuple[str, ...]:
        return self.areas[self.seat]

    def owner(self, card: str) -> int | None:
        """With whom a card has been read, other than the player who is asked."""
        return next((seat for seat, area in enumerate(self.areas) if seat != self.seat and card in area), None)

    def with_area(self, area: tuple[str, ...]) -> Scoring:
        """With these cards before the player who is asked, and with nobody else."""
        others = [tuple(card for card in other if card not in area) for other in self.areas]
        others[self.seat] = area
        return replace(self, areas=tuple(others))

    def is_newer_than(self, game: GameRow | None) -> bool:
        """Whether nothing has happened in the game to continue since this was last taken up."""
        return game is None or (game.id, game.entries) <= self.beside


def new_scoring(game: str, players: tuple[str, ...], facts: str = "own") -> Scoring:
    """A table nothing of which has been read."""
    return Scoring(players, facts, areas=((),) * len(players), game=game)


CODEC = Codec("kept", (Scoring,))


def keep_scoring(store: Store, scoring: Scoring) -> None:
    store.set_setting(SCORING, written(scoring))


def kept_scoring(store: Store, games: Sequence[str]) -> Scoring | None:
    """``games``: those that can be only scored. What was kept when there was but one does not name it: the first."""
    scoring = read(store.setting(SCORING))
    if scoring is None or not games:
        return None
    named = replace(scoring, game=scoring.game or games[0])
    game = store.rules(named.game) if named.game in games else None
    return named if game is not None and len(named.players) in game.seats else None


def forget_scoring(store: Store) -> None:
    store.drop_setting(SCORING)


def written(scoring: Scoring) -> str:
    return with_checksum(json.dumps(CODEC.encode(scoring), ensure_ascii=False), FORMAT)


def read(text: str) -> Scoring | None:
    """What was written; None if that is nothing, or spoilt, or another release's."""
    if len(text) > LONGEST or not has_checksum(text, FORMAT):
        return None
    try:
        scoring = CODEC.decode(read_json(without_checksum(text, FORMAT)))
    except InvalidValue:
        return None
    return scoring if _is_whole(scoring) else None


def _is_whole(scoring: Scoring) -> bool:
    seats = len(scoring.players)
    cards = [card for area in scoring.areas for card in area]
    return (
        len(set(scoring.players)) == len(scoring.areas) == seats
        and 0 <= scoring.seat < seats
        and all(0 <= stay.seat < seats for stay in scoring.stays)
        and len(set(cards)) == len(cards)
    )
