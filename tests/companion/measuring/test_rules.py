"""The benchmark of the rules measures what it says it does."""

from __future__ import annotations

import json

import pytest

from companion.contract import TableGame
from companion.games import load_games
from companion.measuring.rules import bench_game, median_ms, run, whole_game

pytestmark = pytest.mark.slow


def test_the_first_runs_only_warm_up() -> None:
    runs: list[int] = []
    median_ms(lambda: runs.append(1), times=5)
    assert len(runs) == 8


@pytest.mark.parametrize("game", tuple(load_games()), ids=lambda game: game.slug)
def test_a_whole_game_is_played_to_its_end_and_always_the_same(game: TableGame) -> None:
    players = game.rules.seats[0]
    first, last, lines = whole_game(game, players)
    assert game.rules.is_over(last)
    assert not game.rules.is_over(first.state)
    assert json.loads(lines[0])
    assert whole_game(game, players)[2] == lines
    assert whole_game(game, players, seed=2)[2] != lines


@pytest.mark.parametrize("game", tuple(load_games()), ids=lambda game: game.slug)
def test_every_game_is_measured_for_every_number_of_players(game: TableGame) -> None:
    measured = bench_game(game, times=1)
    names = ("scoring", "replay", "replay from journal text")
    assert [figures["name"] for figures in measured] == [f"{game.slug} {name}" for name in names]
    for figures in measured:
        assert list(figures["median_by_players"]) == [str(players) for players in game.rules.seats]
        assert all(median > 0 for median in figures["median_by_players"].values())


def test_all_games_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.measuring.rules.bench_game", lambda game: [{"name": game.slug}])
    assert [figures["name"] for figures in run()] == [*load_games().slugs, "sheets, 60 rows and 99 rounds"]
