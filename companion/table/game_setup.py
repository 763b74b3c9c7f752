"""Creates games in the store: from names, or from a table that an older release left half scored."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion import CompanionError
from companion.blame import let_through
from companion.contract import Context
from companion.keeping.half_scored import take_up_half_scored
from companion.keeping.kept_settings import agreed
from companion.keeping.session import resume_game, start_game
from rules.core.game import Setup
from rules.core.pad.commands import Begin, ChangeWay
from rules.core.pad.state import Way
from rules.core.refusals import Refused

logger = logging.getLogger(__name__)


def setup_for(
    context: Context,
    slug: str,
    names: tuple[str, ...],
    start: int = 0,
    options: Mapping[str, Any] | None = None,
    *,
    table: Mapping[str, object] | None = None,
    facts: str = "",
) -> Setup:
    """Everything a new game starts from, house rules included; ``facts``: a facts file other than usual."""
    document = context.box(slug).document(facts or context.facts, Path())
    chosen = {**agreed(context.store, slug, context.games[slug].house_rules), **(options or {})}
    return Setup(slug, names, start, chosen, document, table or {})


def start_told_game(context: Context, setup: Setup, way: Way) -> int | Refused:
    """Starts a game that is told in another way than step by step; returns its number."""
    started = start_game(context.store, setup)
    if isinstance(started, Refused):
        return started
    number, session = started
    begun = session.do(Begin(way))
    return begun if isinstance(begun, Refused) else number


def change_way(context: Context, number: int, way: Way) -> None:
    """An open game is told in another way from now on; one that is told so already stays as it is."""
    resume_game(context.store, number).do(ChangeWay(way))


def adopt_half_scored_table(context: Context) -> None:
    """Turns a table that an older release left half scored into a game; if that fails, it stays as it was."""
    games = tuple(game.slug for game in context.games if game.scoring is not None)
    try:
        take_up_half_scored(
            context.store, games, lambda half: setup_for(context, half.game, half.players, facts=half.facts)
        )
    except CompanionError as error:  # a disk or facts file that cannot be read is reported where it is needed
        logger.warning("the table that was being scored is not taken up: %s", error)
    except BaseException as error:  # whoever wrote the game: the program starts all the same
        let_through(error)
        logger.exception("the table that was being scored is not taken up")
