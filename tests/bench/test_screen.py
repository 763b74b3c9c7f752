"""The benchmark of the screens measures every screen, and names its limits."""

from __future__ import annotations

import pytest

from companion.games import load_games
from tests.bench.screen import bench_screen
from tests.gallery import all_changes, all_samples
from tests.gallery.games import changes_of
from tests.gallery.samples import FRAMES, SampleTable

pytestmark = pytest.mark.slow


def test_every_screen_and_every_change_is_measured() -> None:
    figures = bench_screen(times=1, size=(320, 200))
    assert set(figures["full_redraw"]) == set(all_samples(load_games()))
    assert set(figures["change"]) == set(all_changes(load_games()))
    assert figures["full_redraw_worst"] == max(figures["full_redraw"].values()) > 0
    assert figures["no_change"] < figures["full_redraw_worst"]
    assert set(figures["limits"]) == {"full_redraw", "change", "first_picture"}


@pytest.mark.parametrize("name", all_changes(load_games()))
def test_every_change_shows_something_else_in_every_frame(name: str) -> None:
    from companion.program.window import Window

    window, frames = Window.headless((640, 400)), all_changes(load_games())[name](SampleTable("de", 8))
    shown = [window.show(screen, now_ms) for (screen, now_ms), _ in zip(frames, range(FRAMES - 2), strict=False)]
    assert all(shown[2:])
    assert len(shown) == FRAMES - 2


def test_every_game_has_typical_changes() -> None:
    for game in load_games():
        assert changes_of(game)
