"""The end as a poster: drawn in both shapes, nothing cut, confetti that stops, and nobody crowned in an open count."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from companion.drawing.regions import Region
from companion.models import Header
from companion.program.window import Window
from companion.screens.confetti import CONFETTI_MS, STILL_MS, paint_confetti
from companion.screens.intents import Intent
from companion.screens.last_screen import PICTURE, LastScreen, Medal
from companion.screens.race_chart import Race, RaceLine, apart
from companion.screens.race_screen import RaceModel, RaceScreen
from companion.screens.winner_screen import WinnerModel, WinnerScreen
from tests.gallery import all_samples
from tests.gallery.samples import SampleTable
from tests.games import GAMES

SAMPLES = all_samples(GAMES)
LAST = ("winner", "winner-rounds", "winner-left", "amulett-win")


def _last(name: str, players: int, language: str = "de") -> LastScreen:  # type: ignore[type-arg]
    screen = SAMPLES[name](SampleTable(language, players))
    assert isinstance(screen, LastScreen)
    return screen


@pytest.mark.slow
@pytest.mark.parametrize("name", LAST)
@pytest.mark.parametrize("size", [PICTURE, (800, 480), (1920, 1080)])
def test_the_picture_has_the_size_asked_for(name: str, size: tuple[int, int]) -> None:
    picture = pygame.image.load(io.BytesIO(_last(name, 5).picture(size)))
    assert picture.get_size() == size


@pytest.mark.parametrize("name", LAST)
@pytest.mark.parametrize("players", [3, 8])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
@pytest.mark.parametrize("zoom", [1.0, 1.5])
def test_no_name_and_no_number_is_cut(name: str, players: int, size: tuple[int, int], zoom: float) -> None:
    window = Window.headless(size, zoom=zoom)
    screen = _last(name, players)
    window.show(screen, 0)
    kept = {screen.model.names, screen.model.figure, screen.model.headline, screen.model.detail}
    assert not [text.text for text in window.canvas.written if text.cut and text.text in kept]


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), PICTURE])
def test_every_sentence_that_is_shown_can_be_read_whole(size: tuple[int, int]) -> None:
    screen = _last("winner-rounds", 4)
    assert isinstance(screen, WinnerScreen)
    long = "Closest call: one point between Jan and Bartholomäus-Maximilian."
    screen.model = replace(
        screen.model, detail="with 41 points, one more than Bartholomäus-Maximilian", remarks=(long,) * 9
    )
    window = Window.headless(size)
    window.show(screen, 0)
    written = window.canvas._parts["winner"].written
    assert [text.text for text in written if text.cut] == []
    assert 1 <= " ".join(text.text for text in written).count("Closest call") < 9


@pytest.mark.slow
def test_a_picture_shows_the_whole_race_while_it_still_grows_on_the_screen() -> None:
    screen = _last("winner-rounds", 4)
    assert isinstance(screen, WinnerScreen)
    growing = WinnerScreen(screen.model, motion=True)
    growing.update(0)
    assert growing.columns == 1
    assert growing.picture() == screen.picture()


def test_name_and_points_are_the_largest_things_on_it() -> None:
    window = Window.headless((1280, 720))
    screen = _last("winner-rounds", 8)
    window.show(screen, 0)
    sizes = sorted(window.canvas.written, key=lambda text: -text.px)
    assert {text.text for text in sizes[:2]} == {screen.model.names, screen.model.figure}


@pytest.mark.slow
def test_in_a_picture_no_confetti_lies_between_the_words() -> None:
    window = Window.headless((800, 480))
    whole, spared = Region(0, 0, 1280, 720), Region(44, 106, 1192, 578)
    bare = _colours(window, spared, lambda: None)
    assert _colours(window, spared, lambda: paint_confetti(window.canvas, whole, STILL_MS)) > bare
    assert _colours(window, spared, lambda: paint_confetti(window.canvas, whole, STILL_MS, spared)) == bare


def _colours(window: Window, region: Region, paint: Callable[[], None]) -> int:
    """How many colours there are in a region after painting."""
    surface = window.canvas.surface
    surface.fill((0, 0, 0))
    paint()
    part = surface.subsurface(window.canvas.px(region).inflate(-4, -4))
    return len({bytes(pixel) for row in pygame.surfarray.array3d(part) for pixel in row})


def test_confetti_falls_and_stops_and_a_press_ends_it() -> None:
    window = Window.headless((800, 480))
    model = _last("winner-rounds", 4).model
    for stop in (None, Intent.NEXT):
        screen = WinnerScreen(model, motion=True)
        window.show(screen, 0)
        window.show(screen, 900)
        assert window.canvas._flying
        if stop is not None:
            screen.handle(stop)
        window.show(screen, 1_000 if stop is not None else CONFETTI_MS)
        assert not window.canvas._flying


def test_an_open_count_crowns_nobody_and_has_no_places() -> None:
    model = _last("winner-left", 5).model
    assert (model.seats, model.names, model.medals) == ((), "", ())
    assert {bar.place for bar in model.bars} == {None}
    assert [bar.seat for bar in model.bars] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("least", "labels"), [(-2.0, ["0", "46"]), (-20.0, ["0", "46", "\u221220"])])
def test_numbers_beside_the_race_do_not_stand_on_each_other(least: float, labels: list[str]) -> None:
    points = (least, 12.0, 46.0)
    race = Race(("1", "2", "3"), (RaceLine(0, "Ada", 1, points, "46 P."),))
    window = Window.headless((800, 480))
    window.show(RaceScreen(RaceModel(Header("Race"), (), race=race)), 0)
    assert [
        text.text for text in window.canvas.written if text.text in ("0", "46", f"{least:g}".replace("-", "\u2212"))
    ] == labels


def test_a_row_without_a_sign_is_named_and_not_marked_as_unknown() -> None:
    model = replace(_last("winner", 3, "en").model, medals=(Medal("", None, "Bonus", 0, "Ada", "12"),))
    assert isinstance(model, WinnerModel)
    bars = tuple(replace(bar, parts=(("", None, bar.total),)) for bar in model.bars)
    screen, window = WinnerScreen(replace(model, bars=bars)), Window.headless((800, 480))
    drawn: list[str] = []
    window.canvas.icon = lambda name, *_: drawn.append(name)  # type: ignore[method-assign]
    window.show(screen, 0)
    assert "" not in drawn
    assert {"Bonus", "Ada"} <= {text.text for text in window.canvas.written}


def test_names_beside_the_lines_stay_apart_and_in_the_box() -> None:
    placed = apart([10, 12, 12, 95], 20, 0, 100)
    assert placed == [10, 30, 50, 80]
    assert apart([90, 95, 99], 20, 0, 100) == [40, 60, 80]


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("name", ["winner", "winner-left", "winner-rounds"])
def test_eight_names_are_whole_on_the_last_page(name: str, size: tuple[int, int]) -> None:
    window = Window.headless(size)
    window.show(all_samples(GAMES)[name](SampleTable("de", 8)), 0)
    assert [text.text for text in window.canvas.written if text.cut] == []
