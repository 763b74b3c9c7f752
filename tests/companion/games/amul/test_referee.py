"""The referee of Āmul beside a second one written apart from it: every step of games with random boxes."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomlkit

from companion.games.amul.box import rulebook
from companion.play.referee import Referee
from tests.games import new_referee
from tests.rules.amul.oracle import Oracle, random_box
from tests.sweeps import sweep

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("AMUL_REFEREE_GAMES", sweep(1, 2)))  # of each number of players


def ask(referee: Referee, **asked: Any) -> dict[str, Any]:
    answer = referee.answer(json.dumps(asked).encode())
    return dict(json.loads(json.dumps(answer)))


def seen_as(view: dict[str, Any]) -> dict[str, Any]:
    """A view in the oracle's words."""
    same = {key: view[key] for key in ("round", "phase", "turn", "first_pick", "start")}
    places = {key: sorted(view[key]) for key in ("market", "palace", "bazaar", "removed")}
    players = view["players"]
    return (
        same
        | places
        | {
            "areas": [sorted(player["area"]) for player in players],
            "hands": [player["hand_count"] for player in players],
            "prowess": [player["prowess"] for player in players],
            "letters": [player["letter"] for player in players],
            "deck": view["deck_count"],
            "order": view["order"] if view["phase"] in ("pick", "effects") else None,
        }
    )


def as_set(options: list[dict[str, Any]]) -> set[str]:
    return {json.dumps(option, sort_keys=True) for option in options}


def started(folder: Path, players: int, seed: str, tea: int) -> tuple[Referee, Oracle]:
    random = Random(seed)
    box, start = random_box(random), random.randrange(players)
    (folder / "box.toml").write_text(tomlkit.dumps(_filled(box)), "utf-8")
    oracle = Oracle(_filled(box), players, start, tea, random)
    referee = new_referee("en", "amul", folder)
    names = [f"P{seat}" for seat in range(players)]
    answer = ask(referee, do="new", game="amul", players=names, start=start, facts="box.toml", options={"tea": tea})
    assert answer["ok"], answer
    assert seen_as(answer["view"]) == oracle.expected()
    return referee, oracle


def _filled(box: dict[str, Any]) -> dict[str, Any]:
    """Kinds the random box leaves out are in the rulebook's: in this box they have no copies."""
    left_out = {
        slug: {"copies": 0, "min_players": [], "traits": {"prowess": 0}, "letter": "Z", "position": "area"}
        for slug in rulebook().facts.kinds
        if slug not in box["cards"]
    }
    document = {**box, "cards": {**box["cards"], **left_out}}
    return dict(tomllib.loads(tomlkit.dumps(document)))


@pytest.mark.parametrize("players", range(3, 9))
def test_every_step_is_as_the_second_referee_says(tmp_path: Path, players: int) -> None:
    for number in range(GAMES):
        seed = f"referee {players} {number}"
        referee, oracle = started(tmp_path, players, seed, tea=(0, players)[(players + number) % 2])
        while oracle.phase != "over":
            check_options(referee, oracle, seed)
            command = oracle.choose()
            before = ask(referee, do="view")["view"]
            answer = ask(referee, **command)
            assert answer["ok"], (seed, command, answer)
            assert "ask" not in answer
            if command["do"] in ("offer", "show") and answer["view"]["phase"] == before["phase"]:
                assert command["card"] not in json.dumps(answer["events"])
            oracle.do(command)
            assert seen_as(answer["view"]) == oracle.expected(), (seed, command)
            assert all(answer["view"]["why"])
            if oracle.random.random() < 0.1:
                check_undo(referee, command, before)
        assert ask(referee, do="options")["options"] == []
        assert ask(referee, do="score")["score"]["rows"][0] == "yellow"


def check_options(referee: Referee, oracle: Oracle, seed: str) -> None:
    if oracle.phase in ("pick", "effects", "upkeep") or oracle.random.random() < 0.3:
        assert as_set(ask(referee, do="options")["options"]) == as_set(oracle.options()), seed


def check_undo(referee: Referee, command: dict[str, Any], before: dict[str, Any]) -> None:
    """One step back is the same view again; and the step can be done again."""
    after = ask(referee, do="view")["view"]
    assert ask(referee, do="undo")["view"] == before
    assert ask(referee, **command)["view"] == after
