"""The page of a game in progress: shows what matters most now, and hands on what people answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.contract import Context, Desk, Headed, Heading, TableAtEnd
from companion.inbox import TableSeen
from companion.keeping.kept_settings import LaidCards
from companion.keeping.session import Session
from companion.language.wording import in_words
from companion.models import Header, Notice, list_hints
from companion.pages.corrections import barred_page
from companion.pages.end import Ending, last_page
from companion.pages.layout import LayingPage, Layout
from companion.pages.menu import MenuPage
from companion.pages.questions import doubt_model, one_by_one, putback_model, question_model
from companion.pages.stock_board import StockBoard
from companion.pages.tell import Telling, TellPage, WayOut
from companion.play.copies import Copies
from companion.play.first_game import FirstGame
from companion.play.live_game import LiveGame
from companion.screens import Answered, Chosen, Done, Goto, Leave, Outcome, Screen, Undo
from companion.screens.navigation import Close, Lasting, Navigation, Open, Page
from companion.screens.putback import PutBackScreen
from companion.screens.question import QuestionScreen
from companion.screens.tell import TellModel, TellScreen
from companion.teaching.classroom import owner_for
from companion.teaching.correction import told_facts
from rules.core.questions import Barred, Question
from rules.core.scoring import Score, is_settled, left_so
from rules.core.table import Doubt, Resolution
from rules.core.words import words

TOO_SOON_MS = 700  # after the table has moved on by itself: who presses in that time has seen what was there before
MOST_TILES = 40  # answers that one page can show; letters of the alphabet are 26


class TablePage(Lasting):
    """What stands to be settled comes before the table itself: cards to put back, a fact, a doubt."""

    # A kind is enough to know here: cards without tags count too.
    knows_faces = True

    def __init__(self, context: Context, game_id: int, session: Session, *, is_new: bool = False) -> None:
        """``is_new``: the table has still to be laid out, if the settings want that said."""
        self._context = context
        self._game_id = game_id
        self.game = game = context.games.session(session)
        box, sees = context.box(game.slug), lambda: context.has_camera
        owner = owner_for(box, context.facts, session.setup.facts, game_id, sees)
        shelf = LaidCards(context.store, game_id)
        self.live = LiveGame(
            session,
            owner,
            shelf,
            game.laying,
            game.place_cards,
            offered=game.offered,
            meant=game.meant,
            copies=Copies(box.card_tags(session.setup.facts).values(), game.whereabouts, game.lost_track),
        )
        self._is_looking = False  # at the table, where telling is the screen of the game
        self._config = context.config
        self._sit_down()
        self._question: QuestionScreen | None = None
        self._putback: PutBackScreen | None = None
        self._too_soon_ms = 0  # what is pressed before was meant for the screen before
        self._asked_before: tuple[Any, ...] | None = None  # at the last look
        self._tell: TellScreen | None = None
        self._many: tuple[Question, TellModel] | None = None
        self._counted: tuple[int, bool] | None = None  # the entry with which the result was counted, and ``_left``
        self._left = False  # the players have left a score so that is not complete
        self._scored: tuple[Any, tuple[Score, Score]] | None = None
        self._end: Page | None = None
        self._help = FirstGame(context.store, session.setup.players)
        self._things: tuple[Any, tuple[str, ...]] | None = None
        self._layout: Layout | None = None  # while the table is laid out
        self._unread: TableSeen | None = None  # what lay there meanwhile
        if is_new and context.config.night.setup:
            self._lay_out(only_open=False)

    def _sit_down(self) -> None:
        """In the language and with the board that are wanted now."""
        setup = self.live.session.setup
        self.say = self._context.phrases(self.slug, setup.facts, setup.players)
        self.desk = Desk(self._context, self.game, self.live, self.say)
        self._board = (self.game.screens.board or StockBoard)(self.desk)
        way_out = WayOut(self.say("page.tell.table"), Goto("table"), "cards")
        self._telling = Telling(self.desk, self._board, way_out, menu=True)
        self._headed = self._board if isinstance(self._board, Headed) else StockBoard(self.desk)

    @property
    def slug(self) -> str:
        return self.game.slug

    @property
    def people(self) -> tuple[str, ...]:
        return self.live.session.setup.players

    @property
    def document(self) -> Mapping[str, Any]:
        return self.live.session.setup.facts

    def see(self, seen: TableSeen) -> None:
        self._unread = seen if self._layout is not None else None
        part = seen if self._layout is None else self._layout.part_of(seen)
        if part is not None:
            self.live.see(part)

    def look_again(self, now_ms: int) -> None:
        self.see(replace(self._unread or self.live.seen, at_ms=now_ms))

    def seat_pressed(self, seat: int, now_ms: int) -> bool:
        """Whether that seat may act now; if not, it is said whose turn it is."""
        view = self.live.view
        if seat in (view.get("waiting") or ()):
            self.live.ask_seat(seat)
            return True
        turn = view.get("turn")
        if turn is not None and turn != seat:
            self.live.say(words("page.not_your_turn", seat=turn), now_ms)
        return bool(turn == seat)

    # What telephones show beside the game itself.

    @property
    def number(self) -> int:
        """Of the game, as it is kept."""
        return self._game_id

    @property
    def is_laid_out(self) -> bool:
        """Whether the table lies ready to be played at."""
        return self._layout is None

    @property
    def laying_at(self) -> tuple[int, bool] | None:
        """Which page of laying out is shown; None: the table lies ready."""
        return None if self._layout is None else self._layout.place

    def laying_page(self, desk: Desk) -> LayingPage | None:
        """The same in words, in the language of that desk."""
        return None if self._layout is None else self._layout.page_in(desk)

    def lay(self, answer: object, now_ms: int) -> None:
        """One of the answers of that page."""
        if self._layout is not None and self._layout.takes(Answered(answer), now_ms):
            self._end_layout(now_ms)

    def heading(self, now_ms: int) -> Heading:
        return self._headed.heading(now_ms)

    def said(self, now_ms: int) -> tuple[Notice, ...]:
        """What everybody should know now."""
        return self._said(now_ms)

    def asked(self, now_ms: int) -> Question | Doubt | None:
        """What stands to be answered before play goes on."""
        return self._asked(now_ms)

    # What to show.

    def tick(self, now_ms: int) -> None:
        """A clock may run out; what is over is kept with its score, and a line of help as told."""
        if self._config is not self._context.config:
            self._heed_settings()
        if self._layout is not None:
            return
        self._board.tick(now_ms)
        self._notice_change(now_ms)
        self._keep_result()
        if self._end is not None:
            self._end.tick(now_ms)
        elif not self.live.moves and not self._said(now_ms) and self._context.config.night.help:
            self._help.line(self._on_table(now_ms), now_ms)

    def _notice_change(self, now_ms: int) -> None:
        """Another step, turn or question came up by itself: by a clock, or by what the camera has read."""
        asked, before = self._what_is_asked(now_ms), self._asked_before
        if before is not None and asked != before:
            self._too_soon_ms = now_ms + TOO_SOON_MS
        self._asked_before = asked

    def _what_is_asked(self, now_ms: int) -> tuple[Any, ...]:
        view, asked = self.live.view, self._asked(now_ms)
        return view["round"], view["phase"], view["turn"], None if asked is None else asked.words

    def screen(self, now_ms: int) -> Screen:
        if self._end is not None:
            return self._end.screen(now_ms)
        if self.live.moves:
            return self._put_back_screen()
        if self._layout is not None:
            return self._layout.screen(self._said(now_ms) or self._aside(), now_ms)
        asked = self._asked(now_ms)
        notices = self._notices(now_ms)
        if asked is not None:
            return self._question_screen(asked, notices)
        if self._tells(now_ms):
            return self._telling.screen(notices or self.desk.moment_told(), now_ms)
        return self._board.screen(notices, now_ms)

    def _tells(self, now_ms: int) -> bool:
        """Whether telling is the screen of the game: nobody else would see what happens."""
        if self._context.has_camera or self._is_looking or not self._is_on_board(now_ms):
            return False
        return not self._telling.is_empty

    def _heed_settings(self) -> None:
        """Another language, clock or motion: everything shown is made anew, the game stays as it is."""
        self._config = self._context.config
        self._sit_down()
        if self._layout is not None:
            self._layout.sit_down(self.desk)
        self._question = self._putback = self._tell = self._many = self._scored = None
        self._end = None if self._end is None else self._last_page()

    def _asked(self, now_ms: int) -> Question | Doubt | None:
        return self.live.question or self.live.doubt(now_ms)

    def _is_on_board(self, now_ms: int) -> bool:
        """Whether the table itself is shown, and not something that comes before it."""
        is_table = self._end is None and self._layout is None
        return is_table and not self.live.moves and self._asked(now_ms) is None

    def _put_back_screen(self) -> Screen:
        model = putback_model(self.live.moves, self._header(), self.desk)
        if self._putback is None:
            self._putback = PutBackScreen(model)
        self._putback.show(model)
        return self._putback

    def _question_screen(self, asked: Question | Doubt, notices: tuple[Notice, ...]) -> Screen:
        if isinstance(asked, Question) and len(asked.answers) > MOST_TILES:
            return self._many_answers(asked)
        header, hints = self._header(), list_hints(self.say)
        if isinstance(asked, Question):
            habit = self._habit(asked)
            model = question_model(asked, header, self.desk, hints=hints, notices=notices, habit=habit)
        else:
            model = doubt_model(asked, header, self.desk, hints=hints, notices=notices)
        if self._question is None:
            self._question = QuestionScreen(model)
        self._question.show(model)
        return self._question

    def _many_answers(self, question: Question) -> Screen:
        if self._many is None or self._many[0] is not question:
            self._many = (question, one_by_one(question, self._header(), self.say, list_hints(self.say)))
        if self._tell is None:
            self._tell = TellScreen(self._many[1])
        self._tell.show(self._many[1])
        return self._tell

    def _habit(self, question: Question) -> object:
        """What was answered last to a question of this sort."""
        sort = question.fact.rpartition(".")[2]
        told = (value for fact, value in reversed(told_facts(self.live.session).items()) if fact.endswith(f".{sort}"))
        return next(told, None)

    def _header(self) -> Header:
        place = self.say("screen.round_alone", n=self.live.view["round"])
        return Header(self.say(f"screen.game.{self.slug}"), place)

    def _notices(self, now_ms: int) -> tuple[Notice, ...]:
        """What there is to say; where that is nothing, a line of help for a first game."""
        said = self._said(now_ms)
        if said:
            return said
        if not self._context.config.night.help:
            return self._aside()
        thing = self._help.now(self._on_table(now_ms))
        return self._aside() if thing is None else (Notice(self.say(f"help.{thing}"), "good", "book"),)

    def _aside(self) -> tuple[Notice, ...]:
        aside = self._context.aside
        return () if aside is None else (Notice(self.say.say(aside), "info", "play"),)

    def _said(self, now_ms: int) -> tuple[Notice, ...]:
        return self._context.notices(self.live.notice(now_ms), say=self.say)

    def _on_table(self, now_ms: int) -> tuple[str, ...]:
        """What is worth a line of help now; of the table itself worked out once for each state."""
        if self.live.question is not None:
            return ("common.fact",)
        if self.live.doubt(now_ms) is not None:
            return ("common.doubt",)
        state = self.live.session.state
        if self._things is None or self._things[0] is not state:
            undo = ("common.undo",) if self.live.session.steps else ()
            key = "common.tell" if self._context.has_camera else "common.doors"
            tell = (key,) if self._board.tellable().nodes else ()
            self._things = (state, (*self._board.things(), *tell, *undo, "common.menu"))
        return self._things[1]

    # What people want.

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        if self._end is not None and not isinstance(outcome, Undo) and outcome != Goto("menu"):
            return self._act_at_end(self._end, outcome, now_ms)
        if now_ms < self._too_soon_ms and isinstance(outcome, Chosen | Answered | Done):
            self.live.say(words("page.too_soon"), now_ms)
            return None
        if self._layout is not None and not self.live.moves and self._layout.takes(outcome, now_ms):
            self._end_layout(now_ms)
            return None
        if self._is_on_board(now_ms) and self._board.takes(outcome, now_ms):
            return None
        turn = self._act(outcome, now_ms)
        # What changes by somebody's own press, or below a page that was opened, is no surprise.
        self._asked_before = None if isinstance(turn, Open) else self._what_is_asked(now_ms)
        return turn

    def _act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Chosen(command):
                self.live.tell(command, now_ms)
            case Answered(Barred() as barred):
                return Open(barred_page(self.desk, barred))
            case Answered(answer):
                self._answer(answer, now_ms)
            case Undo(to):
                self.live.undo(now_ms, to)
            case Done():
                self.live.skip_moves()
            case Goto() | Leave():
                return self._go(outcome, now_ms)
        return None

    def _go(self, outcome: Goto | Leave, now_ms: int) -> Navigation:
        """From the table to telling and back; where a camera looks on, telling is a page beside the table."""
        match outcome:
            case Goto("table"):
                self._is_looking = True
            case Goto("tell") if self._context.has_camera:
                return Open(self._tell_page())
            case Goto("layout"):
                self._lay_out(only_open=True)
            case Goto("tell"):
                self._is_looking = False
            case Leave() if self._is_looking and self._is_on_board(now_ms):
                self._is_looking = False
            case Goto("menu") | Leave():
                return Open(self._menu())
        return None

    def _lay_out(self, *, only_open: bool) -> None:
        layout = Layout(self.desk, only_open=only_open)
        self._layout = None if layout.is_over else layout

    def _end_layout(self, now_ms: int) -> None:
        """Once the table is laid out, all of it is looked at."""
        if self._layout is not None and self._layout.is_over:
            self._layout = None
            if self._unread is not None:
                self.see(replace(self._unread, at_ms=now_ms))

    def _answer(self, answer: object, now_ms: int) -> None:
        doubt = self.live.doubt(now_ms)
        if isinstance(answer, Resolution) and doubt is not None:
            self.live.settle(doubt, answer, now_ms)
        elif not isinstance(answer, Resolution):
            self.live.do(answer, now_ms)

    def _act_at_end(self, end: Page, outcome: Outcome, now_ms: int) -> Navigation:
        """The last page is left to the menu, not to the table it stands on."""
        self._keep_result()
        turn = end.act(outcome, now_ms)
        return Open(self._menu()) if isinstance(turn, Close) else turn

    def _tell_page(self) -> TellPage:
        return TellPage(self.desk, self._board)

    def _menu(self) -> MenuPage:
        return MenuPage(self.desk, self._tell_page, self.score)

    def _keep_result(self) -> None:
        """A game that is over is kept with its score, once it is settled who has won.

        Facts told afterwards change it, an undo takes it back.
        """
        is_over, was_over = self.live.is_over, self._counted is not None
        self._left = self._left and is_over
        now = (self.live.session.last_seq, self._left) if is_over else None
        if now != self._counted:
            score = self.score() if is_over else None
            self._context.store.finish(self._game_id, score if score is not None and is_settled(score) else None)
            self._counted = now
            if was_over != is_over:
                self._end = self._last_page() if is_over else None

    def _leave_so(self) -> None:
        self._left = True
        self._scored = None
        self._keep_result()

    def _last_page(self) -> Page:
        at_end = TableAtEnd(
            self._context, self.say, self.score, self.live.view, self._ending(), self.desk, self._leave_so
        )
        return last_page(self.game, at_end)

    def score(self) -> Score:
        """Worked out once for each state, however often it is shown."""
        return self._scores()[1]

    def plain_score(self) -> Score:
        """The same before it is put into a language."""
        return self._scores()[0]

    def _scores(self) -> tuple[Score, Score]:
        session = self.live.session
        if self._scored is None or self._scored[0] is not session.state:
            score = session.game.score(session.state)
            score = left_so(score) if self._left else score
            self._scored = (session.state, (score, in_words(score, self.say)))
        return self._scored[1]

    def _ending(self) -> Ending:
        session = self.live.session
        return Ending(self._context, self._game_id, session, self.say, lambda to, now: self.live.undo(now, to))
