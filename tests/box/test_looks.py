"""Screens that are the same, nearly the same and not the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygame
import pytest
from PIL import Image

from companion.inbox import Inbox
from companion.pages.begin.start_page import StartPage
from companion.program.app import App
from companion.program.window import Window
from companion.screens.intents import Intent
from companion.settings.config import load_config
from tests.box.looks import SAME, difference, is_a_page, is_black, side_by_side
from tests.games import new_context, open_store


def _start_page(folder: Path, presses: int, size: tuple[int, int] = (1280, 720)) -> Image.Image:
    context = new_context(load_config(files=(), pairs=("camera.kind=none",)), open_store(folder))
    app = App(context, Window.headless(size), Inbox(), lambda: 0, StartPage(context))
    for _ in range(presses):
        app.press(Intent.NEXT)
    app.tick()
    surface = app.window.canvas.surface
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


@pytest.mark.slow
def test_the_same_page_is_the_same_also_when_its_letters_are_smoothed_a_little_otherwise(tmp_path: Path) -> None:
    page = _start_page(tmp_path, 0)
    pixels = np.asarray(page).copy()
    pixels[::40, ::3] ^= 16
    assert difference(page, page).mean == 0
    assert difference(page, page).box is None
    assert difference(Image.fromarray(pixels), page).is_none


@pytest.mark.slow
def test_another_tile_in_focus_is_another_picture(tmp_path: Path) -> None:
    apart = difference(_start_page(tmp_path, 1), _start_page(tmp_path, 0))
    assert not apart.is_none
    assert apart.mean > 3 * SAME
    assert apart.box is not None
    left, top, right, bottom = apart.box
    assert 0 < left < right <= 1280
    assert 0 < top < bottom <= 720


@pytest.mark.slow
def test_a_screen_of_another_size_has_nothing_in_common(tmp_path: Path) -> None:
    assert not difference(_start_page(tmp_path, 0, (800, 480)), _start_page(tmp_path, 0)).is_none


@pytest.mark.slow
def test_a_black_screen_is_known(tmp_path: Path) -> None:
    assert is_black(Image.new("RGB", (64, 64)))
    assert not is_black(_start_page(tmp_path, 0))


def test_a_page_is_neither_a_console_nor_bare_ground(tmp_path: Path) -> None:
    console = Image.new("RGB", (64, 64))
    console.paste("white", (2, 2, 20, 8))
    assert not is_a_page(console)
    assert not is_a_page(Image.new("RGB", (64, 64), (42, 30, 26)))
    assert is_a_page(_start_page(tmp_path, 0))


def test_what_was_seen_is_kept_above_what_was_expected(tmp_path: Path) -> None:
    seen, expected = Image.new("RGB", (40, 30), "white"), Image.new("RGB", (40, 30), "black")
    with Image.open(side_by_side(seen, expected, tmp_path / "new" / "both.png")) as both:
        assert both.getpixel((5, 5)) == (255, 255, 255)
        assert both.getpixel((5, both.height - 5)) == (0, 0, 0)
