"""The main loop: drains the inbox, lets the top page act, draws what changed. The only thread that touches state."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol, runtime_checkable

from companion import CompanionError
from companion.blame import failed_game, let_through, reason_of
from companion.club.club_table import PART as CLUB_PART
from companion.club.club_table import ClubTable
from companion.contract import Context
from companion.inbox import (
    Happened,
    Inbox,
    Message,
    PhoneAsked,
    PhoneWish,
    Pressed,
    PreviewTaken,
    SignSeen,
    TableSeen,
)
from companion.keeping.kept_settings import MARKS, marks_of, read_marks
from companion.keeping.session import resume_game
from companion.keeping.troubles import FallenGame, StoreTrouble
from companion.language.i18n import plain
from companion.language.wording import Trouble, explain
from companion.pages.begin.new_game import RematchPage
from companion.pages.play.end_page import EndPage
from companion.pages.play.rules_page import RulesPage
from companion.pages.play.table_page import TablePage
from companion.pages.set_up.power_page import PausePage, PowerPage, SwitchingOffPage
from companion.pages.trouble_page import GameFailedPage, NoStorePage, TroublePage
from companion.phones.host import Phones
from companion.program.falls import Falls
from companion.program.narrator import Narrator
from companion.program.page_stack import PageStack
from companion.program.window import Closed, Window
from companion.screens import Goto, Input, Screen
from companion.screens.intents import Intent, intent_of
from companion.screens.navigation import (
    Close,
    Home,
    Navigation,
    Open,
    Page,
    PlayAgain,
    Quit,
    Replace,
    SitDown,
    StepBack,
)
from companion.seeing.wanted import Seeing, Watching
from companion.signals.chimes import Chimes
from companion.table.seat_cards import answer_sign
from companion.table.table import Table
from hardware.patterns import Signal
from hardware.power_key import POWER_KEY
from hardware.wiring import POWER, seat_of
from rules.core.refusals import Refused
from rules.core.words import words

logger = logging.getLogger(__name__)

FRAME_S = 1 / 30  # how long the loop may sleep: a press wakes it at once


class TableDriver(Protocol):
    """What feeds the table: the real box, or the twin. Ticked before every frame."""

    def tick(self, app: App, now_ms: int) -> None: ...

    def answer(self, kind: Signal, seat: int | None = None) -> None:
        """Signals by lamp and buzzer, if there are any."""
        ...


@runtime_checkable
class ButtonTester(Protocol):
    """A page that gets the raw button presses, before they mean anything."""

    def pressed(self, name: str, sort: str) -> Navigation: ...


class App:
    """Owns the table and a stack of pages. The top page is shown; the table is ticked whichever page that is.

    Errors become a screen in words.
    """

    def __init__(self, context: Context, window: Window, inbox: Inbox, clock: Callable[[], int], first: Page) -> None:
        self.context = context
        self.window = window
        self.inbox = inbox
        self.clock = clock
        self.driver: TableDriver | None = None
        self.chimes: Chimes | None = None
        self.narrator: Narrator | None = None
        self.phones: Phones | None = None
        self.club: ClubTable | None = None
        self.table: Table | None = None  # the game in progress
        self.running = True
        self.again = False  # restart after the end
        self.touched_ms: int | None = None  # when somebody last used keyboard, mouse or touch
        self.pages = PageStack(first)
        self._told_of: Path | None = None  # the damaged file that was already reported
        self._is_stuck = False  # something seen or told could not be written
        self._held_on: Page | None = None  # where previous or next is held, and runs on
        self._signs: frozenset[SignSeen] = frozenset()
        self._marks: tuple[object, tuple[int, ...]] = (None, ())
        self.falls = Falls(context)
        self.number: int | None = None  # of the game that is played, or just being taken up

    @property
    def page(self) -> Page:
        return self.pages.top

    @property
    def seeing(self) -> Seeing | None:
        """Who is told what the camera sees: the topmost page that takes it over, else the table."""
        return self.pages.seeing or self.table

    @property
    def shows_picture(self) -> bool:
        return isinstance(self.page, Watching)

    @property
    def is_paused(self) -> bool:
        """While paused, no clock runs and phones can do nothing."""
        return isinstance(self.page, PausePage)

    @property
    def marks(self) -> tuple[int, ...]:
        """The marks of the players on the current page; read again only when the players or the store change."""
        people, store = self.pages.people, self.context.store
        now = (store.path, store.written, people)
        if self._marks[0] != now:
            with suppress(StoreTrouble):  # reported by whatever needs the disk
                self._marks = (now, marks_of(people, read_marks(store.setting(MARKS))) if people else ())
        return self._marks[1]

    def open(self, page: Page) -> None:
        self.pages.open(page)

    def play(self, table: Table) -> None:
        """Sits down at a game; the start page stays below it."""
        page = TablePage(table)  # made first: if its board fails, nobody sits at it
        self.table, self.number = table, table.number
        self.pages.start_over(page)
        self.falls.sit_down(table)

    def _leave_table(self) -> None:
        self.table = self.number = None
        self.pages.start_over()

    def run(self) -> None:
        """Runs until it is stopped."""
        while self.running:
            message = self.inbox.wait(FRAME_S)
            if message is not None:
                self._guard(partial(self._hear, message))
            self.tick()

    def stop(self) -> None:
        """Ends the loop after this turn."""
        self.running = False

    def tick(self) -> None:
        """One turn of the loop."""
        self._tell_of_damage()
        self._guard(partial(self._go_on, self.clock()))

    def _go_on(self, now_ms: int) -> None:
        if self.driver is not None:
            self.driver.tick(self, now_ms)
        for message in self.inbox.drain():
            self._hear(message)
        for wish in self.window.wishes(now_ms):
            self.touched_ms = now_ms
            self._wish(wish, now_ms)
        if self._is_stuck and not isinstance(self.page, NoStorePage):
            self._look_again(now_ms)
        self._pass_time(now_ms)
        self._show(now_ms)
        self.falls.note_beside(self.table)
        self.falls.note_recovery(self.table)

    def _pass_time(self, now_ms: int) -> None:
        """Ticks the table, whichever page is shown, unless paused or the disk does not work; then the page."""
        if self.table is not None and not self.is_paused and not isinstance(self.page, NoStorePage):
            self.table.tick(now_ms)
        self.page.tick(now_ms)

    def _show(self, now_ms: int) -> None:
        """On the screen, on phones, to the club, by sounds."""
        if self.phones is not None:
            self.phones.follow(self.table, now_ms, self.marks)
        if self.club is not None:
            self.club.follow(self.table, now_ms, is_paused=self.is_paused)
            said = self.context.parts.get(CLUB_PART)
            self.window.announced = "" if said is None else self.context.say.say(said)
        self.window.show(self.screen(now_ms), now_ms, self.marks)
        if self.chimes is not None:
            self.chimes.follow(self.table, now_ms)
        if self.narrator is not None:
            self.narrator.follow(self.screen(now_ms), self.window.canvas, self.table, now_ms, self.context.say)

    def screen(self, now_ms: int) -> Screen:
        return self.page.screen(now_ms)

    def press(self, intent: Intent) -> None:
        """What the buttons do, for whoever holds no button."""
        self._guard(partial(self._wish, intent, self.clock()))

    def trouble(self, error: CompanionError) -> None:
        """Shows what is wrong, on the screen and in the log; the game goes on."""
        logger.error("%s", error)
        if isinstance(error, StoreTrouble):
            self._is_stuck = True
            if not isinstance(self.page, NoStorePage):
                self.open(NoStorePage(self.context, error))
        elif not isinstance(self.page, TroublePage):
            self.open(TroublePage(self.context, explain(error, self.context.say)))

    def _fall(self, number: int, error: BaseException) -> None:
        """A game has failed. Nobody asks it anything more; what was kept of it stays kept."""
        say = self.context.say if self.table is None else self.table.say
        self._leave_table()
        try:
            name = say.game(self.falls.mark(number, error))
        except StoreTrouble as trouble:  # the disk fails as well
            logger.error("game %d has failed", number, exc_info=error)  # noqa: TRY400
            self.trouble(trouble)
            return
        self.open(GameFailedPage(self.context, number, name, plain(reason_of(error))))

    def _fall_before_play(self, name: str, error: BaseException) -> None:
        """A game has failed on a page of its own, such as one before the first card: home, with words."""
        logger.error("the game %s has failed", name, exc_info=error)
        self._leave_table()
        self.trouble(Trouble(words("games.failed", name=name, why=plain(reason_of(error)))))

    def _tell_of_damage(self) -> None:
        """Reports a damaged file that was set aside, at the start or when a game is resumed."""
        aside = self.context.store.set_aside
        if aside is not None and aside != self._told_of:
            self._told_of = aside
            self.context.parts["store"] = words("page.set_aside", file=aside.name)

    def _look_again(self, now_ms: int) -> None:
        """Takes in what was on the table while nothing could be written."""
        self._is_stuck = False
        if self.table is not None:
            self.table.look_again(now_ms)

    def _hear(self, message: Message) -> None:
        match message:
            case TableSeen():
                # A frame may still have been in the queue when the camera was lost.
                if "camera" not in self.context.parts:
                    self._guard(lambda: self._see(message))
            case PreviewTaken(preview):
                if isinstance(page := self.page, Watching) and not self.reads_hand:
                    page.preview(preview)
            case Pressed():
                self._press(message)
            case Happened():
                self._happen(message)
            case PhoneAsked():
                self._guard(lambda: self._phone(message))

    @property
    def reads_hand(self) -> bool:
        """Whether the camera sees a hand that only its owner may know."""
        return self.phones is not None and self.phones.reads_hand

    def _phone(self, asked: PhoneAsked[PhoneWish]) -> None:
        if self.phones is not None:
            self.phones.hear(asked, self.table, self.clock(), is_paused=self.is_paused)

    def _press(self, pressed: Pressed) -> None:
        """The machine's power button, or one of the panel: being tested, a seat's, or one of the four."""
        if pressed.button == POWER_KEY:
            self._power_key()
        elif isinstance(page := self.page, ButtonTester):
            self._turn(page.pressed(pressed.button, pressed.sort))
        elif pressed.button == POWER:
            if pressed.sort == "hold" and not isinstance(self.page, PowerPage | SwitchingOffPage):
                self.open(PowerPage(self.context))
        elif (seat := seat_of(pressed.button)) is not None:
            if pressed.sort == "press":
                self._seat_pressed(seat, pressed.at_ms)
        else:
            self._press_one_of_four(pressed)

    def _press_one_of_four(self, pressed: Pressed) -> None:
        """What is held runs on, where it does, until it is let go: on another page it does nothing."""
        screen = self.screen(pressed.at_ms)
        intent = intent_of(pressed.button, pressed.sort, by_ear=self._by_ear, to_rules=screen.to_rules)
        if pressed.sort == "hold":
            self._held_on = self.page if screen.runs_on and intent in (Intent.PREVIOUS, Intent.NEXT) else None
        if intent is not None and (pressed.sort != "repeat" or self._held_on is self.page):
            self._wish(intent, pressed.at_ms)

    def _say_where(self) -> None:
        if self.narrator is not None:
            self.narrator.where(self.context.say)

    @property
    def _by_ear(self) -> bool:
        return self.narrator is not None and self.narrator.is_on

    def _power_key(self) -> None:
        """The first press asks, a second one confirms: no other button may work."""
        if isinstance(page := self.page, PowerPage):
            self._turn(page.switch_off())
        elif not isinstance(page, SwitchingOffPage):
            self.open(PowerPage(self.context, by_key=True))

    def _happen(self, happened: Happened) -> None:
        if happened.words is None:
            self.context.parts.pop(happened.part, None)
            return
        self.context.parts[happened.part] = happened.words
        if happened.part == "camera" and self.table is not None:
            self.table.lose_sight(happened.at_ms)

    def _see(self, seen: TableSeen) -> None:
        is_of_table = self.seeing is self.table
        if self.phones is not None and self.phones.keeps(seen, self.table, is_of_table=is_of_table):
            return  # a hand: nobody else is told, and nothing is stored
        if self.seeing is not None:
            self.seeing.see(seen)
        before, self._signs = self._signs, seen.signs
        for sign in seen.signs - before:
            self._sign(sign, seen.at_ms)
        if SignSeen("pause") in before - seen.signs and self.is_paused:
            self._turn(Close(done=True))

    def _sign(self, sign: SignSeen, now_ms: int) -> None:
        """A seat or control card was laid down or turned: the same as a button press."""
        if (table := self.table) is None:
            return
        if sign.seat is not None and not self.context.config.night.seat_cards:
            return
        if sign.seat is not None:
            self._answer_seat(sign.seat, is_fitting=answer_sign(table, sign, now_ms))
        elif sign.name == "undo":
            self._wish(Intent.UNDO, now_ms)
        elif sign.name == "pause" and not self.is_paused:
            self.open(PausePage(self.context))
        elif sign.name == "score":
            self._show_score(table, now_ms)

    def _show_score(self, table: Table, now_ms: int) -> None:
        """The pad as it stands now; a game without points says so."""
        if table.score()["kind"] == "points":
            self.open(EndPage(self.context, table.score, table.say, full=True))
        else:
            table.live.say(words("page.no_points"), now_ms)

    def _guard(self, action: Callable[[], None]) -> None:
        """Runs it; whatever goes wrong becomes a page with words. A game, which anybody may have written, can raise
        anything."""
        table = self.table
        try:
            action()
        except CompanionError as error:
            self.trouble(error)
        except BaseException as error:  # SystemExit, or one of the game's own
            let_through(error)
            if table is not None:
                self._fall(table.number, error)
            elif name := failed_game(error):
                self._fall_before_play(name, error)
            else:
                raise

    def _wish(self, wish: Input | Closed, now_ms: int) -> None:
        if isinstance(wish, Closed):
            self.running = False
            return
        if self.narrator is not None:
            self.narrator.interrupt()
        if wish is Intent.WHERE:
            self._say_where()
            return
        self._pass_time(now_ms)
        screen, table = self.page.screen(now_ms), self.table
        outcome = screen.handle(wish)
        if outcome == Goto("rules") and screen.has_rules and table is not None:
            self._guard(lambda: self.open(RulesPage(table.desk)))
        elif outcome is not None:
            self._guard(lambda: self._turn(self.page.act(outcome, now_ms)))

    def _seat_pressed(self, seat: int, now_ms: int) -> None:
        """A seat's own button; the table decides whether it fits now."""
        if self.table is None:
            return
        self._answer_seat(seat, is_fitting=self.table.seat_pressed(seat, now_ms))

    def _answer_seat(self, seat: int, *, is_fitting: bool) -> None:
        if self.driver is not None:
            self.driver.answer("accepted" if is_fitting else "refused", seat)

    def _turn(self, turn: Navigation) -> None:
        match turn:
            case Open(page):
                self.open(page)
            case Replace(page):
                self.pages.replace(page)
            case Close(is_done):
                self.pages.close(is_done=is_done)
            case SitDown(number, is_new):
                self._sit_down(number, is_new=is_new)
            case StepBack(number):
                self._sit_down(number, goes_back=True)
            case Home():
                self._leave_table()
            case PlayAgain(setup):
                self._leave_table()
                self.open(RematchPage(self.context, setup))
            case Quit(again):
                self.running, self.again = False, again

    def _sit_down(self, number: int, *, is_new: bool = False, goes_back: bool = False) -> None:
        """Takes up a kept game, or says that it fails at once."""
        self.number = number
        try:
            self._take_up(number, is_new=is_new, goes_back=goes_back)
        except FallenGame as error:
            self.falls.mark(number, error.__cause__ or error)
            raise
        except CompanionError:
            raise
        except BaseException as error:  # noqa: BLE001 - whoever wrote the game
            let_through(error)
            self._fall(number, error)

    def _take_up(self, number: int, *, is_new: bool, goes_back: bool) -> None:
        session = resume_game(self.context.store, number)
        if goes_back and isinstance(refused := session.undo(self.clock()), Refused):
            raise Trouble(refused.words)
        self.play(Table(self.context, number, session, is_new=is_new))
