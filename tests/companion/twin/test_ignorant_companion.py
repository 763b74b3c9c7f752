"""People with a real box and a companion that knows little about it: it asks, learns, and follows to the end."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.files import write_whole
from companion.resources import asset
from rules.core.game import Setup
from tests.games import game_box, new_players, new_setup, new_simulation

PRINTED = ("position", "traits", "letter", "effect", "power", "colour", "min_players")


def knowing_only_names(setup: Setup) -> Setup:
    """The same box, but nobody has told what is printed on the cards."""
    cards: dict[str, Any] = {}
    for slug, entry in setup.facts["cards"].items():
        cards[slug] = {key: value for key, value in entry.items() if key not in PRINTED}
        if "palace" in entry:
            cards[slug]["palace"] = {"copies": entry["palace"]["copies"]}
    return replace(setup, facts={**setup.facts, "cards": cards})


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), [(3, 1), (5, 2), (8, 3)])
def test_a_night_that_begins_without_facts_is_followed_to_the_end(players: int, seed: int) -> None:
    box = new_setup("amul", players, seed)
    setup = knowing_only_names(box)
    simulation = new_simulation(setup, new_players(setup, seed, box.facts))
    outcome = simulation.run()
    assert outcome.finished
    assert (outcome.differences, outcome.doubts) == ({}, ())
    assert outcome.score["complete"] is False
    learnt = simulation.live.session.game.facts(simulation.live.session.state)["cards"]
    told = [slug for slug, entry in learnt.items() if "position" in entry]
    assert len(told) > 8
    assert all(learnt[slug]["position"] == box.facts["cards"][slug]["position"] for slug in told)


@pytest.mark.parametrize(("slug", "lacks"), [("amul", "cards.amul-city-guard.min_players"), ("amulett", "areas")])
def test_simulated_people_refuse_a_box_nobody_has_told(
    slug: str, lacks: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["simulate", "--game", slug, "--facts", "own", "--set", f"data.folder={tmp_path}", "--set", "language=en"]
    assert main(argv) == 2
    said = capsys.readouterr().err
    assert said.startswith("companion: simulated players need a box that is fully known")
    assert f"{lacks})" in said
    assert "--facts practice" in said


@pytest.mark.slow
def test_simulated_people_play_a_box_that_was_told_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box = game_box("amul", tmp_path)
    printed = asset("games", "amul", "practice.toml").read_text("utf-8")
    write_whole(box.own_path(), printed.replace("practice = true", "practice = false"))
    assert main(["simulate", "--facts", "own", "--players", "3", "--json", "--set", f"data.folder={tmp_path}"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["finished"], report["differences"], report["score"]["practice"]) == (True, {}, False)
