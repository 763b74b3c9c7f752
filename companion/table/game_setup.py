"""How a game comes into the store: from names, or from a table that an older release left half scored."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion import CompanionError
from companion.contract import Context
from companion.keeping.half_scored import take_up_half_scored
from companion.keeping.kept_settings import agreed
from companion.keeping.session import start_game
from rules.core.game import Setup
from rules.core.pad.commands import Begin
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
    """All that a new game is made of, what the group has agreed on among it; ``facts``: other ones than usual."""
    document = context.box(slug).document(facts or context.facts, Path())
    chosen = {**agreed(context.store, slug, context.games[slug].house_rules), **(options or {})}
    return Setup(slug, names, start, chosen, document, table or {})


def start_told_game(context: Context, setup: Setup, way: Way) -> int | Refused:
    """A new game that is told in another way than step by step from the beginning; its number."""
    started = start_game(context.store, setup)
    if isinstance(started, Refused):
        return started
    number, session = started
    begun = session.do(Begin(way))
    return begun if isinstance(begun, Refused) else number


def adopt_half_scored_table(context: Context) -> None:
    """A table that an older release left half scored is a game from now on; if that cannot be, it stays as it was."""
    games = tuple(game.slug for game in context.games if game.scoring is not None)
    try:
        take_up_half_scored(
            context.store, games, lambda half: setup_for(context, half.game, half.players, facts=half.facts)
        )
    except CompanionError as error:  # no disk, or facts that cannot be read: whoever needs them says so
        logger.warning("the table that was being scored is not taken up: %s", error)
