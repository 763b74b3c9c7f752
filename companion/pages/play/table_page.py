"""The page of a game in progress: shows the table and turns what people choose into acts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.contract import TableAtEnd
from companion.models import Header, Notice, list_hints
from companion.pages.play.asking import Asking
from companion.pages.play.corrections_page import barred_page
from companion.pages.play.end_page import last_page, rows_shown
from companion.pages.play.ending import Ending
from companion.pages.play.game_menu import MenuPage
from companion.pages.play.layout_view import LayoutView
from companion.pages.play.pad_board import PadBoard
from companion.pages.play.question_models import doubt_model, putback_model, question_model
from companion.pages.play.rules_page import RulesPage
from companion.pages.play.scoring_page import ScoreBoard
from companion.pages.play.scribe_page import ScribeBoard
from companion.pages.play.stock_board import StockBoard
from companion.pages.play.tell_page import TellPage, TellView, WayOut
from companion.play.first_game import FirstGame, help_line
from companion.screens import Answered, Chosen, Finished, Goto, Leave, Outcome, Screen, Undo
from companion.screens.navigation import Close, Lasting, Navigation, Open, Page
from companion.screens.put_back_screen import PutBackScreen
from companion.screens.question_screen import QuestionScreen
from companion.table import acts
from companion.table.table import Table
from rules.core.pad.commands import Ask, ChangeWay
from rules.core.pad.state import Way
from rules.core.questions import Barred, Question
from rules.core.scoring import Score, is_settled
from rules.core.table import Doubt, Resolution
from rules.core.words import words

WATCHING = "page.demo.watching"  # in a demonstration that nobody has touched, nobody has pressed either
TOO_SOON_MS = 700  # a press so soon after the table moved on by itself was meant for the screen before


class TablePage(Lasting):
    """Open matters come before the board: cards to put back, a question, a doubt."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._context = table.context
        self.live = table.live
        self._is_looking = False  # at the board, where the main screen is the one for telling
        self._desk = table.desk
        self._set_up_board()
        self._too_soon_ms = 0  # presses before this time are ignored
        self._asked_before: tuple[Any, ...] | None = None  # at the last tick
        self._help = FirstGame(table.context.store, table.people)
        self._things: tuple[Any, tuple[str, ...]] | None = None
        self._end: Page | None = None
        self._pictured: Score | None = None  # the result whose picture was kept

    def _set_up_board(self) -> None:
        """Builds everything shown, for the current language and board."""
        self._desk = desk = self.table.desk
        self.say = desk.say
        self._board = (desk.game.screens.board or StockBoard)(desk)
        way_out = WayOut(self.say("page.tell.table"), Goto("table"), "cards")
        self._telling = TellView(desk, self._board, way_out, menu=True)
        self._pad_boards: dict[Way, PadBoard] = {}
        self._layout = LayoutView()
        self._question: QuestionScreen | None = None
        self._asking = Asking(desk)
        self._putback: PutBackScreen | None = None

    @property
    def people(self) -> tuple[str, ...]:
        return self.table.people

    def tick(self, now_ms: int) -> None:
        """Notices changes of the table, which the program ticks, and picks a line of help."""
        if self._desk is not self.table.desk:
            self._set_up_board()
            self._end = None if self._end is None else self._last_page()
        self.table.helped = None
        if not self.table.is_laid_out:
            return
        self._notice_change(now_ms)
        self._check_end()
        if self._end is not None:
            self._end.tick(now_ms)
            self._keep_picture()
            self.table.result.rows_shown = rows_shown(self._end)  # phones reveal no more
        elif not self.live.moves and not self.table.notices(now_ms) and self._is_helped:
            self._help.line(self._on_table(now_ms), now_ms)
        if self._end is None and self._is_helped:
            self.table.helped = self._help.now(self._on_table(now_ms))

    @property
    def _is_helped(self) -> bool:
        """Only a game that is followed has steps to help with."""
        return self._context.config.night.help and self.live.is_followed

    def _check_end(self) -> None:
        if self.table.result.is_kept != (self._end is not None):
            self._end = self._last_page() if self.table.result.is_kept else None

    def _keep_picture(self) -> None:
        """Once for each result, where phones could ask for it."""
        phones, score = self._context.phones, self.table.score()
        if phones is None or not phones.url or not is_settled(score) or score == self._pictured:
            return
        self._pictured = score
        self.table.result.has_picture = self._ending().keep_picture()

    def _notice_change(self, now_ms: int) -> None:
        """Notices a step, turn or question that came up by itself, through a clock or the camera."""
        asked, before = self._what_is_asked(now_ms), self._asked_before
        if before is not None and asked != before:
            self._too_soon_ms = now_ms + TOO_SOON_MS
        self._asked_before = asked

    @property
    def ready_ms(self) -> int:
        """Presses before this time are ignored."""
        return self._too_soon_ms

    def _what_is_asked(self, now_ms: int) -> tuple[Any, ...]:
        view, pad = self.table.view(now_ms), self.live.session.pad
        return view.way, view.round, view.phase, view.turn, None if view.asked is None else view.asked.words, pad.asked

    def screen(self, now_ms: int) -> Screen:
        table = self.table
        if self._end is not None:
            return self._end.screen(now_ms)
        if self.live.moves:
            return self._put_back_screen()
        if table.laying is not None:
            return self._layout.screen(table.laying, self._desk, table.notices(now_ms) or self._aside(), now_ms)
        asked = table.asked(now_ms)
        notices = self._notices(now_ms)
        if (board := self._pad_board) is not None:
            return board.screen(notices, now_ms)
        if asked is not None:
            return self._question_screen(asked, notices)
        if self._tells(now_ms):
            return self._telling.screen(notices or self._desk.moment_told(), now_ms)
        return self._board.screen(notices, now_ms)

    @property
    def _pad_board(self) -> PadBoard | None:
        """The board of a game that is not followed."""
        way = self.live.session.pad.way
        if way == "follow":
            return None
        if way not in self._pad_boards:
            made = ScribeBoard(self._desk) if way == "scribe" else ScoreBoard(self._desk, self.table.act)
            self._pad_boards[way] = made
        return self._pad_boards[way]

    def _tells(self, now_ms: int) -> bool:
        """Whether the main screen is the one for telling, because no camera sees what happens."""
        if self._context.has_camera or self._is_looking or not self._is_on_board(now_ms):
            return False
        return not self._telling.is_empty

    def _is_on_board(self, now_ms: int) -> bool:
        """Whether the board is shown, and nothing that comes before it."""
        is_table = self._end is None and self.table.is_laid_out
        return is_table and not self.live.moves and self.table.asked(now_ms) is None

    def _put_back_screen(self) -> Screen:
        model = putback_model(self.live.moves, self._header(), self._desk)
        if self._putback is None:
            self._putback = PutBackScreen(model)
        self._putback.show(model)
        return self._putback

    def _question_screen(self, asked: Question | Doubt, notices: tuple[Notice, ...]) -> Screen:
        header, hints = self._header(), replace(list_hints(self.say), back=self.say("screen.hint.rules"))
        if isinstance(asked, Question) and self._asking.has_doors(asked, self.say):
            return self._asking.screen(asked, header, notices)
        if isinstance(asked, Question):
            why = self._asking.reason(asked)
            model = question_model(asked, header, self._desk, hints=hints, notices=notices, why=why)
        else:
            model = doubt_model(asked, header, self._desk, hints=hints, notices=notices)
        if self._question is None:
            self._question = QuestionScreen(model)
        self._question.show(model)
        return self._question

    def _header(self) -> Header:
        place = self.say("screen.round_alone", n=self.live.view["round"])
        return Header(self.say(f"screen.game.{self.table.slug}"), place, rules=True)

    def _notices(self, now_ms: int) -> tuple[Notice, ...]:
        """The table's notices, or else a line of help for a first game."""
        said = self.table.notices(now_ms)
        if said:
            return said
        thing = self._help.now(self._on_table(now_ms)) if self._is_helped else None
        return self._aside() if thing is None else (Notice(help_line(thing, self.say), "good", "book"),)

    def _aside(self) -> tuple[Notice, ...]:
        aside = self._context.aside
        return () if aside is None else (Notice(self.say.say(aside), "info", "play"),)

    def _on_table(self, now_ms: int) -> tuple[str, ...]:
        """What could get a line of help now: nothing while what has passed is read. Cached per state."""
        if self.table.news.unread is not None:
            return ()
        match self.table.asked(now_ms):
            case Question():
                return ("common.fact",)
            case Doubt():
                return ("common.doubt",)
        state = self.live.session.state
        if self._things is None or self._things[0] is not state:
            undo = ("common.undo",) if self.live.session.steps else ()
            tells, sees = bool(self._board.tellable().nodes), self._context.has_camera
            doors = ("common.doors",) if tells and not sees else ()  # first: without them nobody gets further
            by_hand = ("common.tell",) if tells and sees else ()
            self._things = (state, (*doors, *self._board.things(), *by_hand, *undo, "common.menu"))
        return self._things[1]

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        if self._end is not None and not isinstance(outcome, Undo) and outcome != Goto("menu"):
            return self._act_at_end(self._end, outcome, now_ms)
        if now_ms < self._too_soon_ms and isinstance(outcome, Chosen | Answered | Finished):
            if self._context.aside is None or self._context.aside.key != WATCHING:
                self.live.say(words("page.too_soon"), now_ms)
            return None
        if not self.table.is_laid_out and not self.live.moves and self._lay_out(outcome, now_ms):
            return None
        if self._is_on_board(now_ms) and (self._pad_board or self._board).takes(outcome, now_ms):
            self._asked_before = self._what_is_asked(now_ms)
            return None
        if self._pad_board is not None and (page := self._pad_board.asks(outcome)) is not None:
            return Open(page)
        turn = self._act(outcome, now_ms)
        # A change caused by somebody's own press, or behind an open page, is no surprise.
        self._asked_before = None if isinstance(turn, Open) else self._what_is_asked(now_ms)
        return turn

    def _lay_out(self, outcome: Outcome, now_ms: int) -> bool:
        """Handles what concerns laying out the table; whether it did."""
        match outcome:
            case Answered(answer):
                return self.table.act(acts.LayOut(answer), now_ms) is None
            case Leave():
                return self.table.act(acts.LayOutBack(), now_ms) is None
        return False

    def _act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Chosen() if isinstance(asked := self.table.asked(now_ms), Question) and self._pad_board is None:
                return self._answer(self._asking.answer(asked, outcome), now_ms)
            case Chosen(command):
                self.table.act(acts.Tell(command), now_ms)
            case Answered(Barred() as barred):
                return self._answer(barred, now_ms)
            case Answered(Goto() as goto):
                return self._go(goto, now_ms)
            case Answered(Resolution() as resolution):
                self.table.act(acts.Settle(resolution), now_ms)
            case Answered(command):
                self.table.act(acts.Answer(command), now_ms)
            case Undo(to):
                self.table.act(acts.TakeBack(to), now_ms)
            case Finished():
                self.table.act(acts.CardsAreBack(), now_ms)
            case Goto() | Leave():
                return self._go(outcome, now_ms)
        return None

    def _answer(self, answer: Any, now_ms: int) -> Navigation:
        if isinstance(answer, Barred):
            return Open(barred_page(self._desk, answer))
        if answer is not None:
            self.table.act(acts.Answer(answer), now_ms)
        return None

    def _go(self, outcome: Goto | Leave, now_ms: int) -> Navigation:
        """Switches between board and telling; with a camera, telling is a separate page."""
        match outcome:
            case Goto("table"):
                self._is_looking = True
            case Goto("tell") if self._context.has_camera:
                return Open(self._tell_page())
            case Goto("layout"):
                self.table.act(acts.TellOpenCards(), now_ms)
            case Goto("tell"):
                self._is_looking = False
            case Leave() if self._is_looking and self._is_on_board(now_ms):
                self._is_looking = False
            case Leave() if self.live.is_followed and self.table.is_laid_out and not self.live.moves:
                return Open(RulesPage(self._desk))
            case Goto("menu") | Leave():
                return Open(self._menu())
            case Goto():  # a line of the menu that the board offers by itself
                return self._menu().act(outcome, now_ms)
        return None

    def _act_at_end(self, end: Page, outcome: Outcome, now_ms: int) -> Navigation:
        """Leaving the end page opens the menu; if the score is not settled, it goes back to telling cards."""
        turn = end.act(outcome, now_ms)
        if not isinstance(turn, Close):
            return turn
        if self.live.is_followed or is_settled(self.table.score()):
            return Open(self._menu())
        self.table.act(acts.Tell(Ask(self.live.session.pad.seat)), now_ms)
        return None

    def _tell_page(self) -> TellPage:
        return TellPage(self._desk, self._board)

    def _menu(self) -> MenuPage:
        return MenuPage(self._desk, self._tell_page, self.table.score, self._change_way)

    def _change_way(self, way: Way, now_ms: int) -> None:
        """Says which round comes now, if rounds were told since the game was last followed."""
        before = self.live.view["round"]
        self.table.act(acts.Tell(ChangeWay(way)), now_ms)
        if (reached := self.live.view["round"]) != before:
            self.live.say(words("pad.event.caught_up", round=reached), now_ms, is_warning=False)

    def _ending(self) -> Ending:
        session = self.live.session
        return Ending(self._context, self.table.number, session, self.say, lambda to, now: self.live.undo(now, to))

    def _last_page(self) -> Page:
        table, after = self.table, self._ending()

        def leave() -> None:
            table.act(acts.LeaveScore(), now_ms=0)

        return last_page(
            table.game, TableAtEnd(self._context, self.say, table.score, self.live.view, after, self._desk, leave)
        )
