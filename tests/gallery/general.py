"""Samples of what surrounds every game: players, menu, pause, no camera, trouble, set-up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.models import Choice, Header, Hints, NowLine, list_hints
from companion.number_entry import Numbers
from companion.pages.play.game_menu import ICONS as MENU
from companion.pages.play.game_menu import menu_model
from companion.pages.set_up.network_page import hotspot_model, network_model, networks_model
from companion.pages.set_up.power_page import pause_model
from companion.pages.set_up.settings_page import settings_model
from companion.pages.set_up.setup_page import setup_model
from companion.screens import Screen
from companion.screens.camera_screen import SeenModel, SeenScreen
from companion.screens.intents import Intent, Typed
from companion.screens.keyboard_screen import KeyboardScreen, PasswordScreen, keyboard_model
from companion.screens.list_screen import ListScreen, Remark
from companion.screens.marks_screen import MarkChoice, MarksModel, MarksScreen
from companion.screens.number_screen import NumberScreen, number_model
from companion.screens.players_screen import DrawModel, DrawScreen, PlayersModel, PlayersScreen, SideChoice
from companion.screens.qr_screen import QrScreen
from companion.screens.trouble_screen import TroubleModel, TroubleScreen
from companion.settings.config import load_config
from companion.upkeep.hotspot import Hotspot
from companion.upkeep.wifi import Connected, Network
from tests.gallery.samples import NAMES, Sample, SampleTable


def _players(stage: SampleTable) -> Screen:
    say = stage.say
    return PlayersScreen(
        PlayersModel(
            header=Header(say("screen.start.score"), say("screen.players.title")),
            roster=(*NAMES, "Ulrike", "Karl-Heinz"),
            least=3,
            most=8,
            add=say("screen.players.add"),
            ready=say("screen.players.ready", n=stage.players),
            too_few=say("screen.players.too_few", n=3),
            chosen=stage.names,
            asides=(SideChoice("first", say("help.yes"), "book"), SideChoice("house", say("house.title"), "scales")),
            order=say("screen.players.order"),
            hints=replace(list_hints(say), hold_ok=say("mark.hint")),
        )
    )


def _marks(stage: SampleTable) -> Screen:
    say, names = stage.say, dict(enumerate(stage.names))
    choices = tuple(MarkChoice(mark, say(f"mark.{mark}"), names.get(mark, "")) for mark in range(8))
    return MarksScreen(MarksModel(Header(NAMES[0], say("mark.title")), choices, 0, list_hints(say, menu=False)))


def _keyboard(stage: SampleTable) -> Screen:
    say = stage.say
    screen = KeyboardScreen(keyboard_model(say, say("screen.players.name")))
    screen.text = "Jörg-U"
    screen.row, screen.column = 1, 2
    return screen


def _draw(stage: SampleTable) -> Screen:
    say = stage.say
    return DrawScreen(
        DrawModel(
            header=Header(say("screen.players.draw_or_choose"), say("screen.players.draw")),
            names=stage.names,
            start=0,
            running=say("screen.players.drawing"),
            results=tuple(say("screen.players.begins", name=name) for name in stage.names),
            motion=False,
            hints=Hints(
                say("screen.hint.choose"),
                say("screen.hint.choose"),
                say("screen.hint.play_on"),
                say("screen.hint.back"),
            ),
        )
    )


def _trouble(stage: SampleTable) -> Screen:
    say = stage.say
    steps = tuple(say(f"screen.sample.trouble_step_{n}") for n in (1, 2, 3))
    choices = (
        Choice(say("screen.hint.play_on"), "on", icon="play"),
        Choice(say("screen.start.setup"), "setup", icon="gear"),
    )
    return TroubleScreen(
        TroubleModel(
            say("screen.trouble.title"),
            say("screen.sample.trouble"),
            steps,
            "camera: no frame for 5 s (/dev/video0)",
            choices,
            list_hints(say),
        )
    )


def _blind(stage: SampleTable) -> Screen:
    say = stage.say
    remarks = (Remark(say("screen.badge.no_camera"), "", "camera-off", "bad"),)
    return SeenScreen(
        SeenModel(Header(say("screen.seen.title")), None, (), remarks, say("screen.seen.nothing"), list_hints(say))
    )


def _number(stage: SampleTable) -> NumberScreen:
    """Points by hand, as a sheet asks for them."""
    say = stage.say
    now = NowLine(say("screen.sample.number", seat=0), say("screen.sample.number_row"), seat=0)
    header = Header(say("screen.sample.number_game"), say("screen.round_alone", n=3))
    return NumberScreen(number_model(say, header, now, Numbers(range(-999, 10000)), may_be_open=True))


def _number_typed(stage: SampleTable) -> Screen:
    """With tenths, and more than can be."""
    screen = _number(stage)
    numbers = Numbers(range(1000), tenths=True)
    screen.show(number_model(stage.say, screen.model.header, screen.model.now, numbers))
    screen.handle(Typed("120.5"))
    return screen


def _number_inside(stage: SampleTable) -> Screen:
    screen = _number(stage)
    screen.handle(Intent.PREVIOUS)
    return screen


NETWORKS = (
    Network("Hinterhaus 2. Stock links", 81, "WPA2", is_known=True),
    Network("Café am Platz", 58),
    Network("FRITZ!Box 7590 XY", 22, "WPA2 WPA3"),
)


def _network(stage: SampleTable) -> Screen:
    say = stage.say
    said = say("network.joined", name=NETWORKS[0].name, address="192.168.178.46")
    return ListScreen(network_model(say, Connected("wlan0", NETWORKS[0].name), said))


def _password(stage: SampleTable) -> Screen:
    say = stage.say
    screen = PasswordScreen(keyboard_model(say, say("network.password", name=NETWORKS[2].name), "Kartoffel-4"), 8)
    screen.handle(Intent.NEXT)
    screen.handle(Intent.OK)
    return screen


SAMPLES: Mapping[str, Sample] = {
    "players": _players,
    "marks": _marks,
    "keyboard": _keyboard,
    "draw": _draw,
    "menu": lambda stage: ListScreen(menu_model(stage.say, [name for name in MENU if name not in ("pack", "follow")])),
    "pause": lambda stage: ListScreen(pause_model(stage.say)),
    "trouble": _trouble,
    "setup": lambda stage: ListScreen(setup_model(stage.say, playing=False)),
    "setup-clock": lambda stage: ListScreen(settings_model(load_config(files=()), "clock", stage.say)),
    "seen-blind": _blind,
    "network": _network,
    "network-list": lambda stage: ListScreen(networks_model(stage.say, NETWORKS)),
    "network-password": _password,
    "network-hotspot": lambda stage: QrScreen(hotspot_model(stage.say, Hotspot("Table 3F2A", "kfmw-adtu-vhpq"))),
    "number": _number,
    "number-inside": _number_inside,
    "number-typed": _number_typed,
}
