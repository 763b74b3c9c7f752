"""Set-up: language, sound, look, clocks, camera, buttons; update, wiping, switching off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.contract import Context
from companion.language.i18n import Phrases
from companion.models import Choice, Header, Hints, list_hints
from companion.pages.begin.first_steps import STEPS, StepPage
from companion.pages.choice_page import ChoicePage
from companion.pages.screen_page import ModelPage
from companion.pages.set_up.camera_page import CameraPage
from companion.pages.set_up.doctor_page import DoctorPage
from companion.pages.set_up.network_page import NetworkPage
from companion.pages.set_up.power_page import PowerPage
from companion.pages.set_up.settings_page import SETTINGS, SettingsPage
from companion.pages.set_up.update_page import UpdatePage
from companion.screens import Goto, Outcome
from companion.screens.list_screen import ListModel, ListScreen
from companion.screens.navigation import Close, Home, Navigation, Open, Page
from companion.screens.tiles_screen import Tile, TilesModel, TilesScreen
from companion.upkeep.privacy import wipe
from hardware.wiring import POWER, seat_name, seat_of

GROUPS = {"language": "speech", "sound": "sound", "clock": "clock", "look": "screen", "game": "cards"}
ICONS = {"camera": "camera", "buttons": "buttons", "network": "wifi", "how": "health"}
BETWEEN_GAMES = {"first": "book", "update": "update", "power": "off", "wipe": "bin"}


class SetupPage(ModelPage[ListScreen]):
    """``playing``: opened from a game's menu; then there is no update and no wiping."""

    def __init__(self, context: Context, *, playing: bool = False) -> None:
        self._context = context
        self._playing = playing
        self._screen = ListScreen(self._model())

    def _model(self) -> ListModel:
        return setup_model(self._context.say, playing=self._playing)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        pages: dict[str, Callable[[], Page]] = {
            "camera": self._camera,
            "buttons": lambda: ButtonsPage(self._context),
            "network": lambda: NetworkPage(self._context),
            "how": lambda: DoctorPage(self._context),
            "first": lambda: StepPage(self._context, STEPS[0]),
            "update": lambda: UpdatePage(self._context),
            "power": lambda: PowerPage(self._context),
            "wipe": self._confirm_wipe,
        }
        match outcome:
            case Goto(name) if name in SETTINGS:
                return Open(SettingsPage(self._context, name))
            case Goto(name) if name in pages:
                return Open(pages[name]())
        return super().act(outcome, now_ms)

    def _camera(self) -> Page:
        """Looks for the tags of the game with the most cards."""
        boxes = [
            (box, box.document(self._context.facts, Path()))
            for box in map(self._context.box, self._context.games.slugs)
        ]
        box, document = max(boxes, key=lambda found: len(found[0].card_tags(found[1])))
        return CameraPage(self._context, box.slug, document)

    def _confirm_wipe(self) -> Page:
        say = self._context.say
        choices = (
            Choice(say("setup.wipe.keep"), Close(), icon="back"),
            Choice(say("setup.wipe.do"), lambda: self._wipe(taught=False), say("setup.wipe.stays"), "bin"),
            Choice(say("setup.wipe.all"), lambda: self._wipe(taught=True), say("setup.wipe.all_detail"), "bin"),
        )
        return ChoicePage(self._context, say("setup.wipe.sure"), choices, say("setup.wipe.what"))

    def _wipe(self, *, taught: bool) -> Navigation:
        wipe(self._context.store, taught=taught)
        return Home()


def setup_model(say: Phrases, *, playing: bool) -> ListModel:
    """Settings first, then checks and actions."""
    choices = [
        Choice(say(f"setup.group.{name}"), name, say(f"setup.detail.{name}"), icon) for name, icon in GROUPS.items()
    ]
    others = ICONS if playing else ICONS | BETWEEN_GAMES
    choices += [
        Choice(say(f"screen.setup.{name}"), name, say(f"setup.detail.{name}"), icon) for name, icon in others.items()
    ]
    return ListModel(Header(say("screen.setup.title")), tuple(choices), hints=list_hints(say, menu=False))


class ButtonsPage(ModelPage[TilesScreen]):
    """Names each button that is pressed. Keys and touch still work, so that one can leave without buttons."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._last: dict[str, str] = {}
        wiring = context.config.panel.wiring()
        seats = (seat_name(seat) for seat in range(len(wiring.seat_buttons)))
        power = () if wiring.power is None else (POWER,)
        self._names = () if wiring.factory == "none" else (*wiring.buttons, *power, *seats)
        self._screen = TilesScreen(self._model())

    def pressed(self, name: str, sort: str) -> Navigation:
        """A button of the panel, before it becomes an intent."""
        self._last[name] = sort
        return Close() if (name, sort) == ("back", "hold") else None

    def _model(self) -> TilesModel:
        say = self._context.say
        return TilesModel(
            Header(say("screen.setup.buttons")),
            say("buttons.how" if self._names else "buttons.none"),
            tuple(self._tile(name, say) for name in self._names),
            hints=Hints(back=say("buttons.leave") if self._names else say("screen.hint.back")),
            notices=self._context.notices(),
            icon="buttons",
        )

    def _tile(self, name: str, say: Phrases) -> Tile:
        label = button_text(name, say)
        if f"button {name}" in self._context.parts:
            return Tile(label, say("buttons.aside"), "warning", "warn")
        sort = self._last.get(name)
        if sort is None:
            return Tile(label, say("buttons.untried"), "wait")
        return Tile(label, say(f"buttons.{sort}"), "tick", "good")


def button_text(name: str, say: Phrases) -> str:
    seat = seat_of(name)
    return say(f"button.{name}") if seat is None else say("button.seat", n=seat + 1)
