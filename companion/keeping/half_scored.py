"""A table that an older release left half scored, beside the games: it becomes one of them, once."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from companion.keeping.scorings import Scoring, kept_scoring
from companion.keeping.session import open_game
from companion.keeping.store import SCORING, Store
from rules.core.game import Setup, known_table
from rules.core.journal import Entry
from rules.core.pad.commands import Begin
from rules.core.pad.state import KnownTable
from rules.core.refusals import Refused

logger = logging.getLogger(__name__)


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
