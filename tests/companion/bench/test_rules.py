"""The benchmark of the rules measures what it says it does."""

from __future__ import annotations

from pathlib import Path

from companion.games.amul.facts import load_facts

from companion.bench.rules import bench_replay, bench_scoring, full_table, median_ms, whole_game


def test_a_full_table_uses_cards_in_use_each_once_and_fills_the_areas() -> None:
    facts = load_facts("practice", Path())
    areas = full_table(facts, 8)
    laid = [card for area in areas for card in area]
    assert ([len(area) for area in areas], len(set(laid))) == ([17] * 8, 136)
    assert areas == full_table(facts, 8)
    assert all(facts.cards[card].is_used_by(3) for area in full_table(facts, 3) for card in area)


def test_scoring_is_measured_for_every_number_of_players() -> None:
    medians = bench_scoring(times=1)["median_by_players"]
    assert list(medians) == ["3", "4", "5", "6", "7", "8"]
    assert all(median > 0 for median in medians.values())


def test_the_first_runs_only_warm_up() -> None:
    runs: list[int] = []
    median_ms(lambda: runs.append(1), times=5)
    assert len(runs) == 8


def test_a_replay_is_of_a_whole_game_and_measured_for_every_number_of_players() -> None:
    first, lines = whole_game(3)
    assert (first.round, first.phase) == (1, "replenish")
    assert '"do": "done"' in lines[-1]
    assert whole_game(3)[1] == lines
    for measured in bench_replay(times=1):
        assert list(measured["median_by_players"]) == ["3", "4", "5", "6", "7", "8"]
