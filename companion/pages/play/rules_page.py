"""The rules as they matter now, over the game; the table goes on below, and the page follows it."""

from __future__ import annotations

from companion.contract import Desk
from companion.models import Header, Hints
from companion.pages.screen_page import ScreenPage
from companion.screens import Screen
from companion.screens.rules_screen import RulesLine, RulesModel, RulesScreen, RulesSection
from companion.table.rules_now import MAY, rules_now

SIGNS = ("tick", "no")  # before what one may do, and before what not and why


class RulesPage(ScreenPage[RulesScreen]):
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._shown = -1
        self._screen = RulesScreen(self._model())

    def screen(self, now_ms: int) -> Screen:
        if self._shown != self._desk.live.session.last_seq:
            self._screen.show(self._model())
        return super().screen(now_ms)

    def _model(self) -> RulesModel:
        desk, say = self._desk, self._desk.say
        self._shown = desk.live.session.last_seq
        turn = say("screen.hint.turn_page")
        return RulesModel(
            Header(say(f"screen.game.{desk.game.slug}"), say("screen.rules.title")),
            rules_sections(desk),
            Hints(turn, turn, say("screen.hint.ok"), say("screen.hint.back")),
        )


def rules_sections(desk: Desk) -> tuple[RulesSection, ...]:
    """What one may do belongs to the step, so both are on one page."""
    sections: list[RulesSection] = []
    for block in rules_now(desk):
        if block.title == desk.say(MAY) and sections:
            signed = tuple(RulesLine(str(line), sign) for line, sign in zip(block.lines, SIGNS, strict=False))
            sections[-1] = RulesSection(sections[-1].title, (*sections[-1].lines, *signed))
        else:
            sections.append(RulesSection(block.title, tuple(RulesLine(str(line)) for line in block.lines)))
    return tuple(sections)
