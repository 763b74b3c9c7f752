"""Samples of what surrounds a game of Āmul: the log, the camera's view."""

from __future__ import annotations

from collections.abc import Mapping

from companion.models import Header, LogRow, list_hints
from companion.screens import Screen
from companion.screens.camera_screen import CameraPicture, PictureOutline, SeenModel, SeenScreen
from companion.screens.list_screen import Remark
from companion.screens.log_screen import LogModel, LogScreen
from tests.gallery.games.amul.stage import phrases
from tests.gallery.samples import Sample, SampleTable


def _log(stage: SampleTable) -> Screen:
    say = phrases(stage)
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


def _seen(stage: SampleTable) -> Screen:
    say = phrases(stage)
    outlines = (
        PictureOutline(((0.02, 0.03), (0.62, 0.03), (0.62, 0.97), (0.02, 0.97)), say("screen.place.market"), "zone"),
        PictureOutline(((0.1, 0.2), (0.18, 0.2), (0.18, 0.34), (0.1, 0.34)), say.name("card", "gold#1"), "settled"),
        PictureOutline(
            ((0.32, 0.26), (0.4, 0.22), (0.43, 0.36), (0.35, 0.4)), say.name("card", "mongol-merchant#2"), "seen"
        ),
        PictureOutline(((0.2, 0.62), (0.28, 0.62), (0.28, 0.76), (0.2, 0.76)), say.name("card", "silk#4"), "wrong"),
    )
    remarks = (
        Remark(say("screen.seen.read"), "3", "cards"),
        Remark(say("screen.seen.settled"), "2", "tick", "good"),
        Remark(say("screen.seen.unsure"), "1", "wait", "warn"),
        Remark(say("screen.seen.foreign"), "0", "no"),
    )
    header = Header(say("screen.seen.title"))
    return SeenScreen(
        SeenModel(header, _table_picture(), outlines, remarks, say("screen.seen.nothing"), list_hints(say))
    )


def _table_picture() -> CameraPicture:
    """A table cloth with three cards, drawn by arithmetic."""
    width, height = 160, 90
    cards = ((14, 12, 32, 36), (50, 14, 72, 40), (28, 52, 48, 76))
    pixels = bytearray()
    for y in range(height):
        for x in range(width):
            on_card = any(left <= x < right and top <= y < bottom for left, top, right, bottom in cards)
            shade = 6 * ((x // 3 + y // 3) % 2)
            pixels += bytes((235, 225, 205) if on_card else (70 + shade, 92 + shade, 80 + shade))
    return CameraPicture(1, width, height, bytes(pixels))


SAMPLES: Mapping[str, Sample] = {"log": _log, "seen": _seen}
