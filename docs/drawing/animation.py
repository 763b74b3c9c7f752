"""A round of play as an animation for the README: the table as the camera sees it, and the screen beside it.

`python -m docs.drawing --screens` makes it: the demonstration plays a fixed seed in made-up time, no clock is asked.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pygame
from PIL import Image, ImageDraw, ImageFont

from companion.contract import Context
from companion.games import load_games
from companion.inbox import Preview
from companion.keeping.folder_lock import FolderLock
from companion.keeping.store import open_store
from companion.program.window import Window
from companion.resources import asset
from companion.settings.config import load_config
from companion.twin.stage import DemoOptions, DemoStage
from vision.frames import Frame

GAME, PLAYERS, SEED, ROUND = "amul", 4, 7, 3
PACE_MS = 900
TICK_MS, LOOK_MS = 50, 300
SECONDS = 20
SIZE, SCREEN, TABLE = (1280, 470), (822, 462), (440, 254)
BRIGHTER = 1.5  # small and beside a dark screen the picture needs it
GROUND, INK, SOFT, GREEN = "#1b1512", "#f6eedb", "#b9a58f", (46, 204, 113)

# What is going on, in our words, by the phase of the round.
CAPTIONS = {
    "replenish": "Cards are dealt:\nthe market is read as it lies.",
    "offer": "Everybody offers a card,\nthen all are turned up.",
    "pick": "The screen says whose turn it is,\nand why. A card that leaves the\nmarket goes to that player.",
    "reveal": "Each player shows a card on the\nmat: it is read, and stays or leaves.",
    "effects": "What a card lets you take is read\nas it is taken.",
    "upkeep": "One press, and the next\nround begins.",
}


def make(path: Path) -> None:
    """Writes the animation as WebP: in its full colours, and smaller than a GIF; GitHub and browsers play it."""
    drawn = list(frames())
    drawn[0].save(
        path,
        save_all=True,
        append_images=drawn[1:],
        duration=TICK_MS,
        loop=0,
        quality=90,
        method=6,
        minimize_size=True,
    )


def frames() -> Iterator[Image.Image]:
    """The pictures of one round, as many as fit into the time."""
    with staged() as (stage, clock, window):
        looked = -LOOK_MS
        kept = 0
        while kept < SECONDS * 1000 // TICK_MS:
            clock[0] += TICK_MS
            if clock[0] - looked >= LOOK_MS:
                looked = clock[0]
                frame = look(stage)
            stage.panel.pump()
            stage.app.tick()
            page = stage.app.table
            assert page is not None
            view = page.live.view
            if view["round"] > ROUND and view["phase"] != "replenish":
                return
            if view["round"] >= ROUND:
                kept += 1
                yield _compose(window, stage.eyes.preview(frame), str(view["phase"]))


@contextmanager
def new_box() -> Iterator[Context]:
    """The program on a box on which nobody has played yet."""
    games = load_games()
    config = load_config(files=())
    config = replace(config, camera=replace(config.camera, kind="twin"), panel=replace(config.panel, factory="mock"))
    with tempfile.TemporaryDirectory() as folder, FolderLock(Path(folder)) as lock:
        store = open_store(lock, games.rules)
        try:
            yield Context(config, store, "en", games)
        finally:
            store.close()


@contextmanager
def staged() -> Iterator[tuple[DemoStage, list[int], Window]]:
    """The demonstration, its clock and its window."""
    clock = [0]
    with new_box() as context:
        window = Window.headless((1280, 720))
        wanted = DemoOptions(GAME, PLAYERS, SEED, "practice", new=True, pace_ms=PACE_MS)
        stage = DemoStage(wanted, context, window, lambda: clock[0], threaded=False)
        try:
            yield stage, clock, window
        finally:
            stage.close()


def look(stage: DemoStage) -> Frame:
    frame = stage.camera.next_frame(0)
    assert frame is not None
    stage.inbox.put(stage.eyes.look(frame))
    return frame


def _compose(window: Window, preview: Preview, phase: str) -> Image.Image:
    picture = Image.new("RGB", SIZE, GROUND)
    surface = window.canvas.surface
    screen = Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
    picture.paste(screen.resize(SCREEN, Image.Resampling.LANCZOS), (SIZE[0] - SCREEN[0] - 4, 4))
    picture.paste(_table(preview), (4, 44))
    draw = ImageDraw.Draw(picture)
    draw.text((8, 10), "What the camera sees", SOFT, _font(20))
    draw.multiline_text((8, 322), CAPTIONS[phase], INK, _font(23), spacing=10)
    return picture


def _table(preview: Preview) -> Image.Image:
    """The camera's picture, with a frame around each tag that was read."""
    seen = Image.frombytes("RGB", (preview.width, preview.height), preview.pixels)
    seen = seen.point(lambda value: min(255, round(value * BRIGHTER)))
    draw = ImageDraw.Draw(seen)
    for tag in preview.tags:
        corners = [(x * preview.width, y * preview.height) for x, y in tag.corners]
        draw.line([*corners, corners[0]], GREEN if tag.is_settled else (255, 190, 60), 5)
    return seen.resize(TABLE, Image.Resampling.LANCZOS)


def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(asset("fonts", "Inter-Medium.otf")), size)
