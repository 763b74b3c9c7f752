"""From names and a start player to a game in the store: what is still to be chosen before the first card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from companion.keeping.session import start_game
from companion.pages import Context, Open, Replace, Turn
from companion.pages.choice import ChoicePage
from companion.pages.deckcheck import game_deck_page
from companion.pages.expert import ExpertPage
from companion.pages.table import TablePage
from companion.pages.trouble import TroublePage
from companion.shelves import find_shelf
from companion.views.model import Choice
from rules.core.game import Setup
from rules.core.refusals import Refused

MOST_TEA = 8


def begin_amul(context: Context, names: tuple[str, ...], start: int) -> Turn:
    """Asks whether Tea is shuffled in, and how much; the rules recommend one card for each player."""
    say = context.say
    go = partial(_deck_first, context, names, start)
    choices = [Choice(say("page.tea.without"), partial(go, {}), icon="play")]
    for tea in dict.fromkeys((len(names), *range(1, MOST_TEA + 1))):
        detail = say("page.tea.recommended") if tea == len(names) else ""
        choices.append(Choice(say("page.tea.cards", n=tea), partial(go, {"tea": tea}), detail))
    return Replace(ChoicePage(context, say("page.tea.title"), tuple(choices)))


def _deck_first(context: Context, names: tuple[str, ...], start: int, options: Mapping[str, Any]) -> Turn:
    """Offers to look through the deck, where there is a camera and the settings want it."""
    go = partial(begin, context, "amul", names, start, options)
    if not (context.has_camera and context.config.night.deck_check):
        return go()
    facts = find_shelf("amul").document(context.facts, Path())
    check = partial(game_deck_page, context, Setup("amul", names, start, options, facts))
    say = context.say
    choices = (
        Choice(say("setup.deck.play"), go, icon="play"),
        Choice(say("setup.deck.check"), lambda: Open(check()), icon="cards"),
    )
    return Replace(ChoicePage(context, say("setup.deck.title"), choices, say("setup.deck.why")))


def begin_amulett(context: Context, names: tuple[str, ...], start: int) -> Turn:
    """Asks how the first spells are come by: dealt openly, or chosen and loaded in secret."""
    say = context.say
    simple = partial(begin, context, "amulett", names, start, {})
    expert = partial(_expert, context, names, start)
    choices = (
        Choice(say("page.expert.simple"), simple, say("page.expert.simple_detail"), "play"),
        Choice(say("page.expert.experts"), expert, say("page.expert.experts_detail"), "spell"),
    )
    return Replace(ChoicePage(context, say("page.expert.how"), choices))


def _expert(context: Context, names: tuple[str, ...], start: int) -> Turn:
    """The game follows from the table that is told there; back leads to the question before."""

    def go(table: Mapping[str, object]) -> Turn:
        return begin(context, "amulett", names, start, {}, table=table)

    return Replace(ExpertPage(context, names, start, go, partial(begin_amulett, context, names, start)))


BEGINNINGS: Mapping[str, Callable[[Context, tuple[str, ...], int], Turn]] = {
    "amul": begin_amul,
    "amulett": begin_amulett,
}


def begin(
    context: Context,
    slug: str,
    names: tuple[str, ...],
    start: int,
    options: Mapping[str, Any],
    *,
    table: Mapping[str, object] | None = None,
) -> Turn:
    """The game itself, kept from its first moment; what the rules refuse is said in words."""
    facts = find_shelf(slug, context.config.data_path).document(context.facts, Path())
    started = start_game(context.store, Setup(slug, names, start, options, facts, table or {}))
    if isinstance(started, Refused):
        return Replace(TroublePage(context, context.say.say(started.words)))
    return Replace(TablePage(context, *started))
