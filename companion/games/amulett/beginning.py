"""Before the first spell of Das Amulett: how the first spells are come by."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from companion.contract import Context
from companion.games.amulett.box import SLUG
from companion.games.amulett.expert import ExpertPage
from companion.models import Choice
from companion.pages.begin.new_game import begin_game
from companion.pages.choice_page import ChoicePage
from companion.screens.navigation import Navigation, Replace


def begin(context: Context, names: tuple[str, ...], start: int) -> Navigation:
    """Dealt openly, or chosen and loaded in secret."""
    say = context.say
    simple = partial(begin_game, context, SLUG, names, start, {})
    expert = partial(_expert, context, names, start)
    choices = (
        Choice(say("page.expert.simple"), simple, say("page.expert.simple_detail"), "play"),
        Choice(say("page.expert.experts"), expert, say("page.expert.experts_detail"), "spell"),
    )
    return Replace(ChoicePage(context, say("page.expert.how"), choices))


def _expert(context: Context, names: tuple[str, ...], start: int) -> Navigation:
    """The game follows from the table that is told there; back leads to the question before."""

    def go(table: Mapping[str, object]) -> Navigation:
        return begin_game(context, SLUG, names, start, {}, table=table)

    return Replace(ExpertPage(context, names, start, go, partial(begin, context, names, start)))
