"""From names and a start player to a game in the store."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.contract import Context
from companion.keeping.session import start_game
from companion.navigation import Navigation, Replace
from companion.pages.table import TablePage
from companion.pages.trouble import TroublePage
from rules.core.game import Setup
from rules.core.refusals import Refused


def begin(context: Context, slug: str, names: tuple[str, ...], start: int) -> Navigation:
    """Asks what the game wants to know before the first card; most want to know nothing."""
    ask = context.games[slug].screens.begin
    return begin_game(context, slug, names, start, {}) if ask is None else ask(context, names, start)


def begin_game(
    context: Context,
    slug: str,
    names: tuple[str, ...],
    start: int,
    options: Mapping[str, Any],
    *,
    table: Mapping[str, object] | None = None,
) -> Navigation:
    """The game itself, kept from its first moment; what the rules refuse is said in words."""
    facts = context.box(slug).document(context.facts, Path())
    started = start_game(context.store, Setup(slug, names, start, options, facts, table or {}))
    if isinstance(started, Refused):
        return Replace(TroublePage(context, context.say.say(started.words)))
    return Replace(TablePage(context, *started))
