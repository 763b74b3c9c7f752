"""House rules: what a group agrees on where the rulebook leaves it open; and the clocks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from companion.contract import Context
from companion.keeping.kept_settings import Reading, Rules, agree, agreed
from companion.language.i18n import Phrases
from companion.models import Choice, Header, list_hints
from companion.pages.choice_page import OneOfPage
from companion.pages.screen_page import ModelPage
from companion.pages.set_up.settings_page import SettingsPage
from companion.screens import Answered, Goto, Outcome
from companion.screens.list_screen import ListModel, ListScreen
from companion.screens.navigation import Navigation, Open, Page


class HouseRulesPage(ModelPage[ListScreen]):
    """Every rule with its current reading; choosing one shows all its readings."""

    def __init__(self, context: Context, slug: str) -> None:
        self._context = context
        self._slug = slug
        self._rules = context.games[slug].house_rules
        self._usual = default_readings(self._rules, context.box(slug).document(context.facts, Path()))
        self._screen = ListScreen(self._model())

    def _model(self) -> ListModel:
        now = {rule: self._now(rule) for rule in self._rules}
        return house_rules_model(self._context.say, self._slug, now)

    def _now(self, rule: str) -> Reading:
        return agreed(self._context.store, self._slug, self._rules).get(rule, self._usual[rule])

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Goto("clock"):
                return Open(SettingsPage(self._context, "clock"))
            case Answered((str(rule),)):
                return Open(self._readings(rule))
        return super().act(outcome, now_ms)

    def _readings(self, rule: str) -> Page:
        say = self._context.say
        readings = [(reading, say(f"{self._slug}.house.{rule}.{reading}")) for reading in self._rules[rule]]
        header = Header(say("house.title"), say(f"{self._slug}.house.{rule}.name"))
        take = partial(self._take, rule)
        return OneOfPage(say, header, readings, self._now(rule), take)

    def _take(self, rule: str, reading: object) -> None:
        assert isinstance(reading, str | int)
        agree(self._context.store, self._slug, self._rules, rule, reading)


def default_readings(rules: Rules, facts: Mapping[str, Any]) -> dict[str, Reading]:
    """The default reading of each rule: what the box says, else the first one."""
    told = facts.get("rulings", {})
    return {rule: told.get(rule, readings[0]) for rule, readings in rules.items()}


def house_rules_model(say: Phrases, slug: str, now: dict[str, Reading]) -> ListModel:
    """``now``: the current reading of each rule."""
    choices = tuple(
        Choice(say(f"{slug}.house.{rule}.name"), (rule,), say(f"{slug}.house.{rule}.{reading}"), "scales")
        for rule, reading in now.items()
    )
    clock = Choice(say("setup.group.clock"), "clock", say("setup.detail.clock"), "clock")
    header = Header(say(f"screen.game.{slug}"), say("house.title"))
    return ListModel(header, (*choices, clock), say("house.about"), hints=list_hints(say, menu=False))
