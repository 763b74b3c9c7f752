"""The canvas draws only what changed, and knows where things went."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region


def _canvas(size: tuple[int, int] = (800, 480)) -> Canvas:
    canvas = Canvas(pygame.Surface(size))
    canvas.forget()
    canvas.begin()
    canvas.end()
    return canvas


def _paint(canvas: Canvas, region: Region, text: str) -> None:
    canvas.fill(region, "panel")
    canvas.text(region, text)
    canvas.target("choice.0", region)


BOX = Region(100, 100, 300, 80)


def test_the_same_content_is_not_drawn_again() -> None:
    canvas = _canvas()
    for expected in (True, False):
        canvas.begin()
        canvas.part("one", BOX, _paint, "hello")
        assert bool(canvas.end()) is expected


def test_only_the_changed_part_is_dirty() -> None:
    canvas = _canvas()
    other = Region(100, 300, 300, 80)
    for text in ("a", "b"):
        canvas.begin()
        canvas.part("one", BOX, _paint, text)
        canvas.part("two", other, _paint, "stays")
        dirty = canvas.end()
    assert dirty == [canvas.px(BOX)]


def test_a_part_that_has_gone_is_wiped() -> None:
    canvas = _canvas()
    before = pygame.image.tobytes(canvas.surface, "RGB")
    canvas.begin()
    canvas.part("one", BOX, _paint, "hello")
    canvas.end()
    assert pygame.image.tobytes(canvas.surface, "RGB") != before
    canvas.begin()
    assert canvas.end() == [canvas.px(BOX)]
    assert pygame.image.tobytes(canvas.surface, "RGB") == before
    assert canvas.target_at(*canvas.px(BOX).center) is None


def test_a_part_hit_by_wiping_another_is_drawn_again() -> None:
    canvas = _canvas()
    canvas.begin()
    canvas.part("under", BOX, _paint, "under")
    canvas.end()
    alone = pygame.image.tobytes(canvas.surface, "RGB")
    for over in (True, False):
        canvas.begin()
        canvas.part("under", BOX, _paint, "under")
        if over:
            canvas.part("over", BOX.inset(20), _paint, "over")
        canvas.end()
    assert pygame.image.tobytes(canvas.surface, "RGB") == alone


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.tuples(
            st.integers(1, 5), st.integers(1, 4), st.lists(st.sampled_from("abcdef"), unique=True), st.booleans()
        ),
        min_size=1,
        max_size=5,
    )
)
def test_drawing_only_what_changed_gives_the_same_picture(frames: list[tuple[int, int, list[str], bool]]) -> None:
    """Whatever came before, parts in any grid and any order, something in flight or not."""
    canvas = _canvas((320, 192))
    for across, down, names, flies in frames:
        fresh = _canvas((320, 192))
        cells = Region(40, 40, 1200, 680).rows([1] * down, 10)[0].columns([1] * across, 10)
        for target in (canvas, fresh):
            target.begin()
            for name, cell in zip(names, cells, strict=False):
                target.part(name, cell, _paint, f"{name}{down}")
            if flies:
                target.overlay(Region(300, 20, 400, 300), _paint, "flies")
            target.end()
        assert pygame.image.tobytes(canvas.surface, "RGB") == pygame.image.tobytes(fresh.surface, "RGB")


def test_a_part_that_shrinks_does_not_take_its_neighbour_with_it() -> None:
    canvas, neighbour = _canvas(), Region(300, 100, 100, 80)
    canvas.begin()
    canvas.part("one", BOX, _paint, "wide")
    canvas.end()
    for _ in range(2):
        canvas.begin()
        canvas.part("two", neighbour, _paint, "neighbour")
        canvas.part("one", Region(100, 100, 180, 80), _paint, "narrow")
        canvas.end()
        canvas_now = pygame.image.tobytes(canvas.surface.subsurface(canvas.px(neighbour)), "RGB")
    fresh = _canvas()
    fresh.begin()
    fresh.part("two", neighbour, _paint, "neighbour")
    fresh.end()
    assert canvas_now == pygame.image.tobytes(fresh.surface.subsurface(fresh.px(neighbour)), "RGB")


def test_a_pixel_finds_the_target_drawn_last() -> None:
    canvas = _canvas((640, 360))
    canvas.begin()
    canvas.part("one", BOX, _paint, "hello")
    canvas.end()
    assert canvas.target_at(60, 60) == "choice.0"
    assert canvas.target_at(5, 5) is None


@pytest.mark.parametrize(
    ("size", "units"), [((1280, 720), (1280, 720)), ((800, 480), (1280, 768)), ((1920, 1080), (1280, 720))]
)
def test_a_window_is_seen_in_layout_units(size: tuple[int, int], units: tuple[int, int]) -> None:
    region = _canvas(size).region
    assert (round(region.w), round(region.h)) == units


def test_drawing_cannot_leave_its_part() -> None:
    canvas = _canvas()
    before = canvas.surface.get_at((5, 5))
    canvas.begin()
    canvas.part("one", BOX, lambda canvas, region: canvas.fill(canvas.region, "accent"))
    canvas.end()
    assert canvas.surface.get_at((5, 5)) == before


def test_text_is_noted_with_the_box_it_must_stay_in() -> None:
    canvas = _canvas()
    canvas.begin()
    canvas.part("one", BOX, _paint, "hello")
    canvas.end()
    (written,) = canvas.written
    assert written.region.contains(written.ink)
    assert not written.cut
