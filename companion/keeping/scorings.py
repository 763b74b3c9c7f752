"""The table that was only being scored, as older releases kept it beside the games: read, and never written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.keeping.game_row import has_checksum, read_json, without_checksum
from companion.keeping.store import SCORING, Store
from rules.core.codec import Codec
from rules.core.errors import InvalidValue
from rules.core.pad.state import Claim, Points, Stay

FORMAT = 1  # a later release that writes it otherwise counts on; what another one has written is left out
LONGEST = 50_000  # letters: many times a full table


@dataclass(frozen=True, slots=True)
class Scoring:
    """What the screen showed. ``beside``: the game to continue and its entries, as it was when this was taken up."""

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


CODEC = Codec("kept", (Scoring,))


def kept_scoring(store: Store, games: Sequence[str]) -> Scoring | None:
    """``games``: those that can be only scored. What was kept when there was but one does not name it: the first."""
    scoring = read(store.setting(SCORING))
    if scoring is None or not games:
        return None
    named = replace(scoring, game=scoring.game or games[0])
    game = store.rules(named.game) if named.game in games else None
    return named if game is not None and len(named.players) in game.seats else None


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
