"""What the menu of a sheet adds: correct a number, go on without one, end the rounds, players who come or leave."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import partial
from typing import Any

from companion.contract import Desk, MenuLine
from companion.games.sheet.cards_page import cards_page, has_cards
from companion.games.sheet.figures import cell_text, numbers_for, written
from companion.games.sheet.heading import header_of
from companion.games.sheet.join_page import join_page, may_join
from companion.games.sheet.steps_page import StepsPage
from companion.models import Choice, Header, NowLine, list_hints
from companion.pages.choice_page import OneOfPage
from companion.pages.screen_page import ScreenPage
from companion.screens import Answered, Finished, Leave, Outcome
from companion.screens.navigation import Close, Navigation, Page
from companion.screens.number_screen import NumberScreen, number_model
from companion.screens.question_screen import QuestionModel, QuestionScreen
from rules.sheets.game.deciding import may_end_rounds, may_finish, may_skip
from rules.sheets.game.messages import EndRounds, Erase, Finish, NextRound, StandUp
from rules.sheets.game.options import writing
from rules.sheets.game.state import State
from rules.sheets.result import Cell


def correct_page(desk: Desk, _: Callable[[], Page]) -> Page:
    """Which round, whose number, which row; then the number."""
    state, say = desk.live.session.state, desk.say
    parts = [(number, say("screen.round_alone", n=number)) for number in range(len(state.rounds), 0, -1)]
    if state.asked(0) and not state.round:
        parts.insert(0, (0, say("sheet.phase.end")))
    if len(parts) == 1:
        return _whose_page(desk, parts[0][0], lambda: None)
    choices = (Choice(name, partial(_whose_page, desk, number)) for number, name in parts)
    return StepsPage(header_of(desk, state), choices, list_hints(say, menu=False))


def _whose_page(desk: Desk, number: int, done: Callable[[], None]) -> Page:
    state: State = desk.live.session.state
    say, rows = desk.say, state.asked(number)
    cells = (
        Cell(seat, row.id, number or None)
        for seat in state.seats
        if state.column(seat, number) is not None
        for row in rows
    )
    choices = (
        Choice(
            say.pair(say.player(cell.seat), say.name("row", cell.row)),
            partial(CellPage, desk, cell, done),
            cell_text(state, cell.seat, cell.row, number, say) or "?",
        )
        for cell in cells
    )
    return StepsPage(header_of(desk, state), choices, list_hints(say, menu=False))


class CellPage(ScreenPage[NumberScreen]):
    """One number anew, or left open."""

    def __init__(self, desk: Desk, cell: Cell, done: Callable[[], None], done_here: Callable[[], None]) -> None:
        self._desk, self._cell, self._done = desk, cell, (done, done_here)
        state, say = desk.live.session.state, desk.say
        number = cell.round or 0
        place = say("screen.round_alone", n=number) if number else say("sheet.phase.end")
        header = Header(say(f"screen.game.{desk.game.slug}"), place)
        now = NowLine(say("sheet.now.ask", seat=cell.seat, row=cell.row), seat=cell.seat)
        numbers = numbers_for(state.sheet.row(cell.row))
        self._screen = NumberScreen(number_model(say, header, now, numbers, may_be_open=True))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Finished(None):
                self._tell(Erase(self._cell.seat, self._cell.row, self._cell.round or 0), now_ms)
            case Finished(int() | Decimal() as number):
                self._tell(writing(self._desk.live.session.state, self._cell, written(number)), now_ms)
            case Leave():
                return Close()
            case _:
                return None
        return Close()

    def _tell(self, command: Any, now_ms: int) -> None:
        self._desk.live.tell(command, now_ms)
        for done in self._done:
            done()


class SurePage(ScreenPage[QuestionScreen]):
    """Asks once before something is done that is not a number."""

    def __init__(self, desk: Desk, command: Any, key: str, done: Callable[[], None] = lambda: None) -> None:
        self._desk, self._done = desk, done
        say = desk.say
        choices = (Choice(say(f"{key}_yes"), command, icon="tick"), Choice(say("sheet.not_yet"), None, icon="back"))
        header = header_of(desk, desk.live.session.state)
        self._screen = QuestionScreen(
            QuestionModel(header, say(f"{key}_sure"), choices, say(f"{key}_detail"), hints=list_hints(say, menu=False))
        )

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Answered(command) if command is not None:
                self._desk.live.tell(command, now_ms)
                self._done()
                return Close(done=True)
            case Answered() | Leave():
                return Close()
        return None


def _order_page(desk: Desk, _: Callable[[], Page]) -> Page:
    say, context = desk.say, desk.context
    values = ((False, say("sheet.order.seat")), (True, say("sheet.order.row")))
    header = Header(say("sheet.menu.order"))
    return OneOfPage(say, header, values, context.config.night.by_row, partial(context.change, "night.by_row"))


def _leave_page(desk: Desk, _: Callable[[], Page]) -> Page:
    state: State = desk.live.session.state
    say = desk.say
    choices = (
        Choice(say.player(seat), partial(SurePage, desk, StandUp(seat), "sheet.menu.stand_up")) for seat in state.here
    )
    return StepsPage(Header(say("sheet.menu.stand_up")), choices, list_hints(say, menu=False))


def _sure(command: Any, key: str) -> Callable[[Desk, Callable[[], Page]], Page]:
    return lambda desk, _: SurePage(desk, command, key)


def _line(name: str, icon: str, page: Callable[..., Page], fits: Callable[[State], bool]) -> MenuLine:
    def detail(_: Mapping[str, Any]) -> str:
        return f"sheet.menu.{name}_detail"

    return MenuLine(name, f"sheet.menu.{name}", icon, page, detail, fits=fits)


def _has_cells(state: State) -> bool:
    """Whether there is something to write or to correct; on a blank sheet, to choose where to begin."""
    return not state.finished and any(state.asked(number) for number in range(len(state.rounds) + 1))


def _may_leave(state: State) -> bool:
    return bool(state.round) and len(state.here) > 2


MENU = (
    _line("correct", "tell", correct_page, _has_cells),
    _line("cards", "cards", cards_page, has_cards),
    _line("order", "list", _order_page, lambda state: len(state.asked(state.round)) > 1),
    _line("skip", "play", _sure(NextRound(), "sheet.menu.skip"), may_skip),
    _line("end_rounds", "tick", _sure(EndRounds(), "sheet.menu.end_rounds"), may_end_rounds),
    _line("join", "people", join_page, may_join),
    _line("stand_up", "people", _leave_page, _may_leave),
    _line("finish", "crown", _sure(Finish(), "sheet.menu.finish"), may_finish),
)
