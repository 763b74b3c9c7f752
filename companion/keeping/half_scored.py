"""A table that an older release left half scored, beside the games: it becomes one of them, once. Only read."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.keeping.game_row import has_checksum, read_json, without_checksum
from companion.keeping.session import open_game
from companion.keeping.store import SCORING, Store
from rules.core.codec import Codec
from rules.core.errors import InvalidValue
from rules.core.game import Setup, known_table
from rules.core.journal import Entry
from rules.core.pad.commands import Begin
from rules.core.pad.state import Claim, KnownTable, Points, Stay
from rules.core.refusals import Refused

FORMAT = 1  # a later release that writes it otherwise counts on; what another one has written is left out
LONGEST = 50_000  # letters: many times a full table
logger = logging.getLogger(__name__)


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
    """What was written; None if there is nothing, or it is damaged or from another release."""
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


def take_up_half_scored(store: Store, games: Sequence[str], setup_of: Callable[[Scoring], Setup]) -> int | None:
    """The number of the game it is now; None where there was none, or none that can be understood: that stays.

    ``games``: those that can be only scored; ``setup_of``: all that a new game with its players is made of.
    """
    scoring = kept_scoring(store, games)
    game = None if scoring is None else store.rules(scoring.game)
    if scoring is None or game is None:
        return None
    setup, entries = setup_of(scoring), list[Entry]()
    session = open_game(game, setup, lambda *kept: entries.extend(kept))
    if isinstance(session, Refused):
        logger.warning("the table that was being scored makes no game: %s", session.code)
        return None
    known = known_table(game, session.state)
    done = None if known is None else session.do(begun(scoring, known))
    if done is None or isinstance(done, Refused):
        logger.warning("the table that was being scored cannot be taken up: %s", "" if done is None else done.code)
        return None
    return store.take_up(game, setup, entries, SCORING)


def begun(scoring: Scoring, known: KnownTable) -> Begin:
    """The same as the first entry of a journal, with the cards that are known now.

    Once the rounds were over, everybody told what else counts: that is scoring, and leads back to the rounds.
    """
    areas = tuple(tuple(card for card in area if card in known.cards) for area in scoring.areas)
    others = {card for seat, area in enumerate(areas) if seat != scoring.seat for card in area}
    is_scribed = 0 < scoring.round <= known.rounds and not scoring.is_final
    return Begin(
        way="scribe" if is_scribed else "score",
        areas=areas,
        seat=scoring.seat,
        asked=tuple(card for card in scoring.asked if card in others),
        settled=scoring.settled,
        points=scoring.points,
        round=min(scoring.round, known.rounds + 1),
        stays=scoring.stays,
        skipped=scoring.skipped,
    )
