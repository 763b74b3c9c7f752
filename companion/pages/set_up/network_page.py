"""Set-up, Network: join a Wi-Fi, or make one of the box's own for phones. The box itself needs neither."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from companion import CompanionError
from companion.contract import Context
from companion.language.i18n import Phrases
from companion.language.wording import explain
from companion.models import Choice, Header, Hints, list_hints
from companion.pages.background_task import BackgroundTask
from companion.pages.choice_page import ChoicePage
from companion.pages.screen_page import ModelPage, ScreenPage
from companion.pages.waiting_page import WaitingPage
from companion.screens import Answered, Finished, Goto, Input, Leave, Outcome
from companion.screens.intents import Intent
from companion.screens.keyboard_screen import PasswordScreen, keyboard_model
from companion.screens.list_screen import ListModel, ListScreen
from companion.screens.navigation import Close, Navigation, Open, Page, Replace
from companion.screens.qr_screen import QrModel, QrScreen
from companion.upkeep.fence import FENCE
from companion.upkeep.hotspot import Hotspot, tonight, with_new_password, with_renewal
from companion.upkeep.local_network import local_address
from companion.upkeep.wifi import PASSWORD_LENGTHS, Connected, Network, Wifi
from rules.core.words import words

LOOK_MS = 4000  # between two looks at what we are connected to
GUESTS = "hotspot"  # for whom the fence is open
GOOD, FAIR = 60, 35  # percent of signal


class NetworkPage(ModelPage[ListScreen]):
    """What the box is connected to, and what can be done."""

    def __init__(self, context: Context, wifi: Wifi | None = None) -> None:
        self._context, self._wifi = context, wifi or Wifi()
        self._task: BackgroundTask[Connected] | None = None
        self._now: Connected | None = None
        self._said = context.say("network.looking")
        self._look_at_ms = 0
        self._screen = ListScreen(self._model())

    def tick(self, now_ms: int) -> None:
        """Looks again and again: whoever comes back from joining sees what came of it."""
        if self._task is not None and self._task.is_back:
            self._take(self._task)
            self._task, self._look_at_ms = None, now_ms + LOOK_MS
        elif self._task is None and now_ms >= self._look_at_ms:
            try:
                self._task = BackgroundTask(lambda _: self._wifi.connected())
            except CompanionError as error:
                self._said, self._look_at_ms = explain(error, self._context.say), now_ms + LOOK_MS

    def _take(self, task: BackgroundTask[Connected]) -> None:
        try:
            self._now = task.result
            self._said = self._condition(self._now)
        except CompanionError as error:
            self._now, self._said = None, explain(error, self._context.say)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Goto("join"):
                return Open(self._networks())
            case Goto("hotspot"):
                return Open(self._hotspot())
            case Goto("leave") | Leave():
                return Close()
        return None

    def _networks(self) -> Page:
        return WaitingPage(
            self._context,
            words("network.searching"),
            lambda _: self._wifi.networks(),
            lambda found: NetworksPage(self._context, self._wifi, found),
        )

    def _hotspot(self) -> Page:
        spot = tonight(self._context.store, _today())
        if self._now is not None and self._now.is_hotspot:
            return HotspotPage(self._context, self._wifi, spot)
        return make_hotspot(self._context, self._wifi, spot)

    def _condition(self, now: Connected) -> str:
        say, address = self._context.say, local_address() or "?"
        if now.is_hotspot:
            return say("network.is_hotspot")
        if now.network:
            return say("network.joined", name=now.network, address=address)
        if now.has_cable:
            return say("network.cable", address=address)
        return say("network.none" if now.device else "network.no_wifi")

    def _model(self) -> ListModel:
        return network_model(self._context.say, self._now, self._said)


def network_model(say: Phrases, now: Connected | None, said: str) -> ListModel:
    """``said``: what the box is connected to, or why that is not known."""
    leave = Choice(say("network.leave"), "leave", icon="back")
    choices: tuple[Choice, ...] = (leave,)
    if now is not None and now.device:
        label = "network.hotspot_on" if now.is_hotspot else "network.hotspot"
        choices = (
            Choice(say("network.join"), "join", say("network.join_detail"), "wifi"),
            Choice(say(label), "hotspot", say("network.hotspot_detail"), "phone"),
            leave,
        )
    return ListModel(Header(say("screen.setup.network")), choices, said, icon="wifi", hints=list_hints(say, menu=False))


class NetworksPage(ScreenPage[ListScreen]):
    """The networks in reach."""

    def __init__(self, context: Context, wifi: Wifi, found: tuple[Network, ...]) -> None:
        self._context, self._wifi = context, wifi
        self._screen = ListScreen(networks_model(context.say, found))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Answered(Network() as network) if not network.is_supported:
                say = self._context.say
                back = (Choice(say("screen.hint.back"), Close(), icon="back"),)
                return Open(ChoicePage(self._context, network.name, back, say("network.not_supported")))
            case Answered(Network() as network) if network.is_known or network.is_open:
                return Open(join_network(self._context, self._wifi, network))
            case Answered(Network() as network):
                return Open(PasswordPage(self._context, self._wifi, network))
        return super().act(outcome, now_ms)


def networks_model(say: Phrases, found: tuple[Network, ...]) -> ListModel:
    choices = tuple(Choice(one.name, one, _detail(one, say), "wifi") for one in found)
    text = "" if found else say("network.nothing_in_reach")
    return ListModel(Header(say("network.join")), choices, text, hints=list_hints(say, menu=False))


def _detail(network: Network, say: Phrases) -> str:
    signal = "good" if network.signal >= GOOD else "fair" if network.signal >= FAIR else "weak"
    lock = "known" if network.is_known else "open" if network.is_open else "locked"
    return say.row((say(f"network.signal.{signal}"), say(f"network.lock.{lock}")))


class PasswordPage(ScreenPage[PasswordScreen]):
    def __init__(self, context: Context, wifi: Wifi, network: Network) -> None:
        self._context, self._wifi, self._network = context, wifi, network
        title = context.say("network.password", name=network.name)
        self._screen = PasswordScreen(keyboard_model(context.say, title), PASSWORD_LENGTHS.start)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Finished(str(password)):
                return Replace(join_network(self._context, self._wifi, self._network, password))
        return super().act(outcome, now_ms)


def join_network(context: Context, wifi: Wifi, network: Network, password: str = "") -> Page:
    """Says when it is done; a password that is wrong can be asked for again from the list."""
    say = context.say

    def joined(_: None) -> Page:
        choices = (Choice(say("network.leave"), Close(), icon="tick"),)
        return ChoicePage(context, say("network.done", name=network.name), choices, say("network.done_detail"))

    said = words("network.joining", name=network.name)
    return WaitingPage(context, said, lambda _: wifi.join(network, password), joined, may_leave=False)


def make_hotspot(context: Context, wifi: Wifi, spot: Hotspot) -> Page:
    def make(_: Callable[[], bool]) -> None:
        FENCE.open_for(GUESTS, waits=True)  # it also tells the network's name server where every name leads
        try:
            wifi.make_hotspot(spot)
        except CompanionError:
            FENCE.close_for(GUESTS)
            raise

    return WaitingPage(
        context, words("network.making"), make, lambda _: HotspotPage(context, wifi, spot), may_leave=False
    )


class HotspotPage(ModelPage[QrScreen]):
    """The code to join the box's own network; OK opens what can be changed."""

    def __init__(self, context: Context, wifi: Wifi, spot: Hotspot) -> None:
        self._context, self._wifi, self._spot = context, wifi, spot
        self._screen = WifiCodeScreen(self._model())

    def _model(self) -> QrModel:
        return hotspot_model(self._context.say, self._spot)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Finished():
                return Replace(self._changes())
        return super().act(outcome, now_ms)

    def _changes(self) -> ChoicePage:
        say, renews = self._context.say, self._spot.renews
        choices = (
            Choice(say("network.show_code"), self._again, icon="phone"),
            Choice(say("network.new_password"), self._renew, say("network.new_password_detail"), "update"),
            Choice(say("network.same" if renews else "network.each_evening"), self._toggle, icon="clock"),
            Choice(say("network.hotspot_off"), self._end, icon="off"),
        )
        return ChoicePage(self._context, self._spot.name, choices)

    def _again(self) -> Navigation:
        return Replace(HotspotPage(self._context, self._wifi, self._spot))

    def _renew(self) -> Navigation:
        spot = with_new_password(self._context.store, self._spot, _today())
        return Replace(make_hotspot(self._context, self._wifi, spot))

    def _toggle(self) -> Navigation:
        self._spot = with_renewal(self._context.store, self._spot, renews=not self._spot.renews)
        return self._again()

    def _end(self) -> Navigation:
        def end(_: Callable[[], bool]) -> None:
            self._wifi.end_hotspot()
            FENCE.close_for(GUESTS)

        said, context = words("network.ending"), self._context
        return Replace(WaitingPage(context, said, end, lambda _: NothingLeft(context, "", ()), may_leave=False))


def hotspot_model(say: Phrases, spot: Hotspot) -> QrModel:
    """Name and password large, and said aloud with the header: not every phone's camera reads codes."""
    hints = Hints(ok=say("network.change"), back=say("screen.hint.back"))
    return QrModel(Header(spot.name, spot.password), spot.code, say("network.scan"), hints, spot.password)


class NothingLeft(ChoicePage):
    """Closes at once: the page below says what is now."""

    @property
    def is_stale(self) -> bool:
        return True


class WifiCodeScreen(QrScreen):
    """OK finishes it."""

    def handle(self, wish: Input) -> Outcome | None:
        return Finished(None) if wish is Intent.OK else super().handle(wish)


def _today() -> str:
    return datetime.now().astimezone().date().isoformat()
