"""Pictures of the screen for the documents: the real pages, over the demonstration's table."""

from __future__ import annotations

from collections.abc import Mapping

import pygame
from PIL import Image

from companion.games import load_games
from companion.pages.begin.start_page import StartPage
from companion.pages.set_up.camera_page import SeenPage
from companion.pages.set_up.setup_page import ButtonsPage
from companion.program.window import Window
from companion.screens import Screen
from docs.drawing.animation import GAME, LOOK_MS, look, new_box, staged
from hardware.camera.settings import CameraLock
from tests.gallery import all_samples
from tests.gallery.pictures import SHEET_PLAYERS, sheet
from tests.gallery.samples import SampleTable

SIZE = (960, 540)
STILLS = {
    "amul.png": "table-pick",
    "amulett.png": "amulett-exchange",
    "club.png": "club",
    "hotspot.png": "network-hotspot",
    "no-camera.png": "welcome-camera",
    "told.png": "tell",
}  # the picture, and its screen in the gallery
LOOKS = 20  # until what lies there has settled


class FreeCamera:
    """A camera that adjusts itself, as it is before OK was pressed."""

    held = CameraLock()

    def hold(self) -> None: ...

    def release(self) -> None: ...


def screens() -> Mapping[str, Image.Image]:
    """The start page of a new box, its buttons being tried, what its camera sees, and screens of the gallery."""
    with new_box() as context:
        window = Window.headless((1280, 720))
        buttons = ButtonsPage(context)
        for name in ("previous", "ok"):
            buttons.pressed(name, "press")
        start, tried = (_shot(window, page.screen(0)) for page in (StartPage(context), buttons))
    return {"start.webp": start, "buttons-page.webp": tried, "camera-page.webp": _seen(), **_stills(window)}


def _stills(window: Window) -> Mapping[str, Image.Image]:
    """One large screen of each game, and all screens small."""
    samples = all_samples(load_games())
    stills = {"screens.png": sheet("en")}
    for name, sample in STILLS.items():
        window.redraw()
        window.show(samples[sample](SampleTable("en", SHEET_PLAYERS)), 0)
        stills[name] = window.canvas.surface.copy()
    return {name: _flat(_picture(surface)) for name, surface in stills.items()}


def _flat(picture: Image.Image) -> Image.Image:
    """Few colours make small files; those farthest apart, then drawn nearer, so that every seat keeps its own."""
    return picture.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)


def _seen() -> Image.Image:
    with staged() as (stage, clock, window):
        for _ in range(LOOKS):
            clock[0] += LOOK_MS
            frame = look(stage)
            stage.app.tick()
        stage.app.context.camera = FreeCamera()
        page = SeenPage(stage.app.context, GAME, stage.session.setup.facts)
        page.preview(stage.eyes.preview(frame))
        return _shot(window, page.screen(0))


def _shot(window: Window, screen: Screen) -> Image.Image:
    window.redraw()
    window.show(screen, 0)
    return _picture(window.canvas.surface).resize(SIZE, Image.Resampling.LANCZOS)


def _picture(surface: pygame.Surface) -> Image.Image:
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
