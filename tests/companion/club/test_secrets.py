"""What reaches the broker must not depend on what is hidden: two games alike to all, compared on the wire."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.contract import TableGame
from companion.table.acts import LeaveScore
from tests.companion.club.broker import Listener, RealBroker, needs_mosquitto
from tests.companion.club.table import ClubBox
from tests.companion.other_worlds import World, hidden_moments, hides, other_world, play_some
from tests.games import GAMES, secretive
from tests.sweeps import sweep

pytestmark = needs_mosquitto

PLAYERS = 3
MOMENTS = sweep(2, 3)
LATELY = 6  # steps taken while the broker is there; those before are told from the journal
THEN = datetime(2026, 11, 15, 20, 0, tzinfo=UTC)


def worlds(game: TableGame) -> Iterator[tuple[World, World]]:
    """Moments of a game, and its end where something stays hidden until then."""
    yield from hidden_moments(game.rules, PLAYERS, f"{game.slug} 1", MOMENTS, LATELY)
    whole = play_some(game.rules, PLAYERS, Random(f"{game.slug} 1"), 5000)
    if (other := other_world(game.rules, whole, Random(f"{game.slug} club"))) is not None:
        yield whole, other


def told(folder: Path, broker: RealBroker, world: World) -> list[tuple[str, Any]]:
    """All that a world says to its broker, in the order in which it comes, but for what is said when."""
    name = folder.name
    listener = Listener(broker.port, f"table-companion/test-club/{name}/#", "homeassistant/#", ident=f"ear-{name}")
    box = ClubBox(folder, broker.port, world.setup, box=name)
    box.club._now = lambda: THEN
    before, lately = world.commands[:-LATELY], world.commands[-LATELY:]
    for command in before:
        assert box.table.live.do(command, box.now_ms).steps
    box.come()
    box.pump(box.is_done, "the steps before")
    for command in lately:
        assert box.table.live.do(command, box.now_ms).steps
        box.tick()
        box.pump(box.is_done, "the step")
    if box.table.live.is_over:
        box.table.act(LeaveScore(), box.now_ms)
        box.pump(box.is_done, "the result")
    box.close()
    listener.until(lambda: listener.kept.get(f"table-companion/test-club/{name}/availability") == b"offline", "the end")
    listener.close()
    return [plain(topic.replace(name, "box"), payload) for topic, payload in listener.heard]


def plain(topic: str, payload: bytes) -> tuple[str, Any]:
    """Without the moment and without the game's name, which is another one on every box."""
    where, result, _ = topic.partition("/result")
    if not payload.startswith(b"{") or topic.startswith("homeassistant"):
        return topic, payload.startswith(b"{") or payload
    values = json.loads(payload)
    return f"{where}{result}", {
        key: value for key, value in values.items() if key not in ("at", "game", "began", "ended")
    }


def by_kind(all_told: list[tuple[str, Any]]) -> dict[str, list[Any]]:
    """States are told as they come, and one may be passed over: those of one entry are the same."""
    kinds: dict[str, list[Any]] = {}
    for topic, values in all_told:
        kinds.setdefault(topic.rpartition("/")[2], []).append(values)
    return kinds


@pytest.mark.slow
@pytest.mark.parametrize("game", [secretive(game) for game in GAMES], ids=lambda game: game.slug)
def test_nothing_hidden_reaches_the_broker(game: TableGame, broker: RealBroker, tmp_path: Path) -> None:
    if not hides(game.rules):
        pytest.skip("nothing is ever hidden in this game")
    compared = 0
    for number, (one, other) in enumerate(worlds(game)):
        mine = by_kind(told(tmp_path / f"one-{number}", broker, one))
        theirs = by_kind(told(tmp_path / f"two-{number}", broker, other))
        assert mine.keys() == theirs.keys()
        assert mine["event"] == theirs["event"]
        assert mine.get("result") == theirs.get("result")
        states = [{state["entry"]: state for state in kinds["state"]} for kinds in (mine, theirs)]
        for entry in states[0].keys() & states[1].keys():
            assert states[0][entry] == states[1][entry]
            compared += 1
        assert len(mine["event"]) == len(one.steps)
    print(f"{game.slug}: {compared} states compared")
    assert compared, "something must have been hidden"
