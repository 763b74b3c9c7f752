"""What all see while a sheet is filled in: one number after the other, totals after each round, then the count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from companion.contract import Desk, Tellable
from companion.games.sheet.figures import cell_text, cells_in_order, numbers_for, open_count, points_text, written
from companion.games.sheet.heading import header_of, now_line
from companion.games.sheet.screen import MOST_COLUMNS, MOST_LINES, Grid, GridLine, SheetModel, SheetScreen
from companion.games.sheet.standing import round_screen, standing_remarks
from companion.language.i18n import Phrases
from companion.models import Choice, Hints, Notice, list_hints, rules_hint
from companion.pages.play.stock_board import StockBoard
from companion.screens import Answered, Chosen, Finished, Goto, Outcome, Screen
from companion.screens.bulletin_screen import BulletinScreen
from companion.screens.list_screen import ListModel, ListScreen
from companion.screens.number_screen import number_words
from companion.screens.tell_screen import Node
from rules.sheets.game.messages import EndTurn, Finish, RoundEnded
from rules.sheets.game.options import writing
from rules.sheets.game.state import State
from rules.sheets.model import Ask
from rules.sheets.result import Cell


class SheetBoard:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._cards = StockBoard(desk)
        self._wanted: Cell | None = None  # touched
        self._number: SheetScreen | None = None
        self._list: ListScreen | None = None
        self._bulletin: tuple[RoundEnded, BulletinScreen] | None = None

    @property
    def _state(self) -> State:
        state: State = self._desk.live.session.state
        return state

    def things(self) -> Iterator[str]:
        yield f"sheet.{self._state.phase}"

    def tellable(self) -> Tellable:
        """Cards are told as in any game; numbers have a screen of their own."""
        return self._cards.tellable() if self._state.phase == "cards" else Tellable("", ())

    # What is shown.

    def screen(self, notices: tuple[Notice, ...], now_ms: int) -> Screen:
        if (bulletin := self._round_ended()) is not None:
            return bulletin
        cell = self.cell
        if cell is not None:
            return self._number_screen(cell, notices, now_ms)
        if self._state.phase == "cards":
            return self._cards.screen(notices, now_ms)
        return self._check_screen(notices)

    @property
    def cell(self) -> Cell | None:
        """Which number is asked for: the one somebody has touched, else the next that is missing."""
        state = self._state
        if state.phase not in ("round", "end"):
            return None
        if self._wanted is not None and (self._wanted.round or 0) == state.round:
            return self._wanted
        cells = cells_in_order(state, by_row=self._desk.context.config.night.by_row)
        return cells[0] if cells else None

    def _number_screen(self, cell: Cell, notices: tuple[Notice, ...], now_ms: int) -> Screen:
        model = self._number_model(cell, notices, now_ms)
        if self._number is None:
            self._number = SheetScreen(model)
        self._number.show(model)
        return self._number

    def _number_model(self, cell: Cell, notices: tuple[Notice, ...], now_ms: int) -> SheetModel:
        desk, state, say = self._desk, self._state, self._desk.say
        row = state.sheet.row(cell.row)
        header, (menu, undo) = header_of(desk, state), (say(f"screen.hint.{name}") for name in ("menu", "undo"))
        hints = Hints(hold_ok=menu, hold_back=undo, hold_next=rules_hint(say, header))
        return SheetModel(
            header,
            now_line(desk, state, cell, now_ms),
            numbers_for(row),
            number_words(say),
            first=turn_nodes(state, say),
            hints=hints,
            notices=notices,
            grid=grid_of(state, cell, say),
            yes=(say("sheet.no"), say("sheet.yes")) if row.ask is Ask.YES else None,
        )

    def _check_screen(self, notices: tuple[Notice, ...]) -> Screen:
        desk, state, say = self._desk, self._state, self._desk.say
        choices = (
            Choice(say("sheet.do.finish"), Finish(), say("sheet.finish_detail"), "crown"),
            Choice(say("sheet.menu.correct"), "correct", say("sheet.menu.correct_detail"), "tell"),
            Choice(say("sheet.because"), "score", say("sheet.because_detail"), "pad"),
        )
        model = ListModel(
            header_of(desk, state),
            choices,
            remarks=standing_remarks(state, say),
            remarks_title=say("sheet.standing"),
            hints=replace(list_hints(say), back=say("screen.hint.rules")),
            notices=notices,
        )
        if self._list is None:
            self._list = ListScreen(model)
        self._list.show(model)
        return self._list

    def _round_ended(self) -> BulletinScreen | None:
        """The totals after a round, until somebody has read them."""
        ended: RoundEnded | None = None if self._desk.news is None else self._desk.news.unread
        if ended is None:
            return None
        if self._bulletin is None or self._bulletin[0] is not ended:
            self._bulletin = (ended, round_screen(self._desk, self._state, ended.round))
        return self._bulletin[1]

    # What people want.

    def takes(self, outcome: Outcome, now_ms: int) -> bool:
        if self._round_ended() is not None:
            if isinstance(outcome, Finished) and self._desk.news is not None:
                self._desk.news.read()
                return True
            return False
        match outcome:
            case Finished(int() | Decimal() as number) if (cell := self.cell) is not None:
                self._write(cell, number, now_ms)
            case Goto("cell", (int(seat), str(row))):
                state = self._state
                there = state.column(seat, state.round) is not None
                self._wanted = Cell(seat, row, state.round or None) if there else None
            case Answered(Finish() as said) | Chosen(EndTurn() as said):
                self._desk.live.tell(said, now_ms)
            case _:
                return False
        return True

    def _write(self, cell: Cell, number: int | Decimal, now_ms: int) -> None:
        self._wanted = None
        self._desk.live.tell(writing(self._state, cell, written(number)), now_ms)


def turn_nodes(state: State, say: Phrases) -> tuple[Node, ...]:
    """That the turn is over, where turns have a clock."""
    return () if state.turn is None else (Node(say("sheet.do.end_turn"), EndTurn(state.turn), icon="tick"),)


def grid_of(state: State, cell: Cell, say: Phrases) -> Grid:
    """Everybody's numbers of the part that is on; of many rows those around the one that is asked for."""
    at = cell.round or 0
    rows = [row.id for row in state.asked(at)]
    columns = MOST_COLUMNS if len(state.players) <= MOST_LINES else 1
    first = max(0, min(rows.index(cell.row) - columns // 2, len(rows) - columns))
    shown = tuple(rows[first : first + columns])
    counts = open_count(state).players
    is_level = all(counted.place == 1 for counted in counts)  # as before the first number: then nobody leads
    return Grid(
        shown,
        tuple(say.name("row", row) for row in shown),
        tuple(
            GridLine(
                seat,
                counted.name,
                tuple(cell_text(state, seat, row, at, say) for row in shown),
                points_text(counted.total, say),
                "" if counted.place is None or is_level else f"{counted.place}.",
                gone=seat in state.gone,
            )
            for seat, counted in enumerate(counts)
        ),
        say("sheet.total"),
        (cell.seat, cell.row),
    )
