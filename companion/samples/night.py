"""Samples of what surrounds a game: players, menu, pause, log, the camera's view, past nights, set-up."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.pages import list_hints
from companion.pages.letters import keyboard_model
from companion.pages.menu import ICONS as MENU
from companion.pages.menu import menu_model
from companion.pages.pause import pause_model
from companion.samples.stage import NAMES, Stage
from companion.screens import Screen
from companion.screens.keyboard import KeyboardScreen
from companion.screens.listing import ListScreen, Remark
from companion.screens.log import LogModel, LogRow, LogScreen
from companion.screens.players import DrawModel, DrawScreen, PlayersModel, PlayersScreen
from companion.screens.seen import Outline, Picture, SeenModel, SeenScreen
from companion.views.model import Header, Hints


def _players(stage: Stage) -> Screen:
    say = stage.say
    return PlayersScreen(
        PlayersModel(
            header=Header(say("screen.players.title")),
            roster=(*NAMES, "Ulrike", "Karl-Heinz"),
            least=3,
            most=8,
            add=say("screen.players.add"),
            ready=say("screen.players.ready", n=stage.players),
            too_few=say("screen.players.too_few", n=3),
            chosen=stage.names,
            first=say("help.yes"),
            order=say("screen.players.order"),
            hints=list_hints(say),
        )
    )


def _keyboard(stage: Stage) -> Screen:
    say = stage.say
    screen = KeyboardScreen(keyboard_model(say, say("screen.players.name"), "Jörg-U"))
    screen.row, screen.column = 1, 2
    return screen


def _draw(stage: Stage) -> Screen:
    say = stage.say
    return DrawScreen(
        DrawModel(
            header=Header(say("screen.players.draw")),
            names=stage.names,
            start=0,
            running=say("screen.players.drawing"),
            result=say("screen.players.begins", name=stage.names[0]),
            motion=False,
            hints=Hints(ok=say("screen.hint.play_on"), back=say("screen.hint.back")),
        )
    )


def _log(stage: Stage) -> Screen:
    say = stage.say
    rows = [
        LogRow(
            n,
            say("screen.sample.log", seat=n % stage.players, card="gold#1"),
            f"20:{n + 10}",
            n % stage.players,
            undone=n == 6,
        )
        for n in range(1, 12)
    ]
    rows[8] = LogRow(9, rows[8].text, "20:19", rows[8].seat, crosses=say("screen.log.crosses", n=2))
    words = (say("screen.log.here"), say("screen.log.empty"))
    screen = LogScreen(LogModel(Header(say("screen.log.title")), tuple(rows), *words, hints=list_hints(say)))
    screen.focus = 8
    return screen


def _seen(stage: Stage) -> Screen:
    say = stage.say
    outlines = (
        Outline(((0.02, 0.03), (0.62, 0.03), (0.62, 0.97), (0.02, 0.97)), say("screen.place.market"), "zone"),
        Outline(((0.1, 0.2), (0.18, 0.2), (0.18, 0.34), (0.1, 0.34)), say.name("card", "gold#1"), "settled"),
        Outline(((0.32, 0.26), (0.4, 0.22), (0.43, 0.36), (0.35, 0.4)), say.name("card", "mongol-merchant#2"), "seen"),
        Outline(((0.2, 0.62), (0.28, 0.62), (0.28, 0.76), (0.2, 0.76)), say.name("card", "silk#4"), "wrong"),
    )
    remarks = (
        Remark(say("screen.seen.read"), "3", "cards"),
        Remark(say("screen.seen.unsure"), "1", "wait", "warn"),
        Remark(say("screen.seen.foreign"), "0", "no"),
        Remark(say("screen.seen.light"), say("screen.seen.good"), "tick", "good"),
        Remark(say("screen.seen.sharp"), say("screen.seen.good"), "tick", "good"),
    )
    header = Header(say("screen.seen.title"))
    return SeenScreen(
        SeenModel(header, _table_picture(), outlines, remarks, say("screen.seen.nothing"), list_hints(say))
    )


def _table_picture() -> Picture:
    """A table cloth with three cards, drawn by arithmetic."""
    width, height = 160, 90
    cards = ((14, 12, 32, 36), (50, 14, 72, 40), (28, 52, 48, 76))
    pixels = bytearray()
    for y in range(height):
        for x in range(width):
            on_card = any(left <= x < right and top <= y < bottom for left, top, right, bottom in cards)
            shade = 6 * ((x // 3 + y // 3) % 2)
            pixels += bytes((235, 225, 205) if on_card else (70 + shade, 92 + shade, 80 + shade))
    return Picture(1, width, height, bytes(pixels))


def _blind(stage: Stage) -> Screen:
    say = stage.say
    remarks = (Remark(say("screen.badge.no_camera"), "", "camera-off", "bad"),)
    return SeenScreen(
        SeenModel(Header(say("screen.seen.title")), None, (), remarks, say("screen.seen.nothing"), list_hints(say))
    )


SAMPLES: Mapping[str, Callable[[Stage], Screen]] = {
    "players": _players,
    "keyboard": _keyboard,
    "draw": _draw,
    "menu": lambda stage: ListScreen(menu_model(stage.say, [name for name in MENU if name not in ("compare", "pack")])),
    "pause": lambda stage: ListScreen(pause_model(stage.say)),
    "log": _log,
    "seen": _seen,
    "seen-blind": _blind,
}
