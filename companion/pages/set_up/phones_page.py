"""Switches phones on and off; shows a code for the table and one for each seat."""

from __future__ import annotations

from companion import CompanionError
from companion.contract import Context, PhoneHost
from companion.language.i18n import Phrases
from companion.language.wording import explain
from companion.models import Choice, Header, Hints, list_hints
from companion.pages.choice_page import ChoicePage
from companion.pages.screen_page import ModelPage
from companion.pages.set_up.joining_page import JoiningPage, SatDown
from companion.pages.trouble_page import TroublePage
from companion.screens import Answered, Goto, Outcome
from companion.screens.list_screen import ListModel, ListScreen
from companion.screens.navigation import Close, Navigation, Open, Replace
from companion.screens.qr_screen import QrModel, QrScreen


class PhonesPage(ModelPage[ListScreen]):
    """``players``: by seat. ``done``: called with their names once guests have sat down."""

    def __init__(
        self, context: Context, players: tuple[str, ...], say: Phrases, done: SatDown = lambda _: Close()
    ) -> None:
        assert context.phones is not None
        self._context, self._phones = context, context.phones
        self._players, self._say, self._done = players, say, done
        self._screen = ListScreen(self._model())

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Goto("on") | Answered("on"):
                return self._switch_on()
            case Goto("off") | Answered("off"):
                self._phones.stop()
            case Goto("table") | Answered("table"):
                return Open(JoiningPage(self._context, self._players, self._say, seat_page, self._done))
            case Answered(int(seat)):
                return Open(seat_page(self._context, self._players[seat], self._say))
        return super().act(outcome, now_ms)

    def _switch_on(self) -> Navigation:
        try:
            self._phones.start()
        except CompanionError as error:
            return Open(TroublePage(self._context, explain(error, self._say)))
        return None

    def _model(self) -> ListModel:
        say, phones = self._say, self._phones
        header, hints = Header(say("screen.menu.phones")), list_hints(say, menu=False)
        if not phones.url:
            choice = Choice(say("phones.on"), "on", say("phones.on_detail"), "phone")
            return ListModel(header, (choice,), say("phones.about"), hints=hints)
        seats = (
            Choice(player, seat, say("phones.has", n=phones.count(player)), "phone")
            for seat, player in enumerate(self._players)
        )
        choices = (
            Choice(say("phones.table"), "table", say("phones.watching", n=phones.watching), "people"),
            *seats,
            Choice(say("phones.off_switch"), "off", say("phones.off_detail"), "off"),
        )
        text = say("phones.about_on", address=phones.typed)
        if phones.alarm:
            text = f"{text} {say('teach.web.guessed', n=phones.alarm)}"
        return ListModel(header, choices, text, hints=hints)


def seat_page(context: Context, player: str, say: Phrases) -> SeatCodePage | ChoicePage:
    """A player with a phone may add another one, or hand the seat on."""
    assert context.phones is not None
    phones = context.phones
    if not phones.count(player):
        return SeatCodePage(phones, player, say)

    def hand_on() -> Navigation:
        phones.free(player)
        return Replace(SeatCodePage(phones, player, say))

    choices = (
        Choice(say("phones.another"), lambda: Replace(SeatCodePage(phones, player, say)), icon="phone"),
        Choice(say("phones.hand_on"), hand_on, icon="undo"),
    )
    return ChoicePage(context, player, choices, say("phones.has", n=phones.count(player)))


class SeatCodePage(ModelPage[QrScreen]):
    """A seat's code as a QR code and as letters to type. Closes once a phone has taken the seat."""

    def __init__(self, phones: PhoneHost, player: str, say: Phrases) -> None:
        self._phones, self._player, self._say = phones, player, say
        self._had = phones.count(player)
        self._screen = QrScreen(self._model())

    @property
    def is_stale(self) -> bool:
        return self._phones.count(self._player) > self._had or not self._phones.url

    def _model(self) -> QrModel:
        say, url, code = self._say, self._phones.url, self._phones.code(self._player)
        hints = Hints(back=say("screen.hint.back"))
        return QrModel(
            Header(self._player), f"{url}#{code}", say("phones.scan_seat", address=self._phones.typed), hints, code
        )
