"""What is asked in play is asked once, kept, and can be answered otherwise later: both games, whole nights."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.facts.own import remember
from companion.keeping.session import resume_game, start_game
from companion.play.live_game import LiveGame
from companion.teaching.classroom import Owner, owner_for
from companion.teaching.correction import changes, rehearse, told_facts
from companion.twin.simulation import Simulation
from rules.core.refusals import Refused
from tests.games import GAMES, game_box, new_players, new_setup, new_simulation, open_store, tell_command

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("own_folder")]


def _live(slug: str, players: int, seed: int) -> Simulation:
    """The companion knows what the owner's file says; the people have a whole box before them."""
    printed = new_setup(slug, players, seed, facts="practice")
    known = replace(printed, facts=game_box(slug).document("own", Path()))
    simulation = new_simulation(known, new_players(printed, seed, box=printed.facts))
    simulation.live._learn = owner_for(game_box(slug), "own", known.facts)
    return simulation


def _half_way(tmp_path: Path) -> tuple[Any, int, LiveGame, Any]:
    """An Āmul night of an ignorant companion, in the store, as far as round 6."""
    box = game_box("amul").document("practice", Path())
    remember(game_box("amul"), "cards.mughal-warlord.copies", 1)
    simulation = _live("amul", 3, 5)
    store = open_store(tmp_path / "games")
    started = start_game(store, simulation.live.session.setup)
    assert not isinstance(started, Refused)
    ident, session = started
    simulation.live = LiveGame(session, owner_for(game_box("amul"), "own", session.setup.facts))
    while simulation.live.view["round"] < 6:
        simulation.step()
    return store, ident, simulation.live, box


def test_another_answer_recomputes_what_followed_in_one_entry_of_the_store(tmp_path: Path) -> None:
    store, ident, live, _ = _half_way(tmp_path)
    session = live.session
    fact = next(fact for fact in told_facts(session) if fact.endswith("traits.prowess"))
    entries, moves = session.last_seq, [step.command for step in session.steps]
    rehearsal = rehearse(session, fact, 3)
    assert rehearsal is not None
    assert not isinstance(rehearsal, Refused)
    lines = [line.key for line in changes(session, rehearsal, GAMES.session(session).score_at)]
    assert lines, "something is always said"
    live.rewrite(rehearsal.to, rehearsal.steps, 1000, whole=rehearsal.is_whole)
    assert told_facts(session)[fact] == 3
    assert session.last_seq == entries + 1 + len(rehearsal.steps), "nothing is taken out of the journal"
    kind = fact.split(".")[1]
    own = tomllib.loads(game_box("amul").own_path().read_text("utf-8"))
    assert own["cards"][kind]["traits"]["prowess"] == 3, "the owner's facts follow"
    assert [step.command for step in session.steps] != moves
    resumed = resume_game(store, ident)
    assert resumed.state == session.state
    store.close()


def test_a_correction_that_changes_only_points_keeps_every_step(tmp_path: Path) -> None:
    store, _, live, _ = _half_way(tmp_path)
    session = live.session
    kind = next(card.partition("#")[0] for player in live.view["players"] for card in player["area"] if player["area"])
    live.do(tell_command(session, f"cards.{kind}.power", [{"flat": 2}]), 10)
    before = session.game.score(session.state)
    rehearsal = rehearse(session, f"cards.{kind}.power", [{"flat": 5}])
    assert rehearsal is not None
    assert not isinstance(rehearsal, Refused)
    assert rehearsal.is_whole
    said = changes(session, rehearsal, GAMES.session(session).score_at)
    assert {line.key for line in said} == {"teach.correct.total"}
    count = len(session.steps)
    live.rewrite(rehearsal.to, rehearsal.steps, 1000, whole=True)
    assert len(session.steps) == count
    after = session.game.score(session.state)
    gained = [new["total"] - old["total"] for new, old in zip(after["players"], before["players"], strict=True)]
    assert sum(gained) % 3 == 0
    assert sum(gained) > 0
    store.close()


def test_a_value_that_cannot_be_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    store, _, live, _ = _half_way(tmp_path)
    session = live.session
    fact = next(iter(told_facts(session)))
    before = session.last_seq
    assert isinstance(rehearse(session, fact, "nonsense"), Refused)
    assert rehearse(session, "cards.yurt.colour", "red") is None, "never told in this game"
    assert session.last_seq == before
    store.close()


def test_practice_values_and_named_files_teach_the_owner_nothing() -> None:
    assert owner_for(game_box("amul"), "practice", {"practice": True}) is None
    assert owner_for(game_box("amul"), "own", {"practice": True}) is None
    assert owner_for(game_box("amul"), "friend.toml", {"practice": False}) is None
    assert isinstance(owner_for(game_box("amul"), "own", {"practice": False}), Owner)


def test_a_disk_that_takes_nothing_is_said_and_play_goes_on(tmp_path: Path) -> None:
    (tmp_path / "facts").write_text("a file where the folder should be")
    simulation = _night_without_file()
    asked = 0
    while asked < 1:
        simulation.step()
        asked = len(told_facts(simulation.live.session))
    notice = simulation.live.notice(simulation.now_ms)
    assert notice is not None
    assert notice.key == "teach.play.kept_not"


def _night_without_file() -> Simulation:
    printed_box = new_setup("amul", 3, 5, facts="practice")
    cards = {
        slug: {key: value for key, value in entry.items() if key != "position"}
        for slug, entry in printed_box.facts["cards"].items()
    }
    known = replace(printed_box, facts={**printed_box.facts, "cards": cards, "practice": False})
    simulation = new_simulation(known, new_players(printed_box, 5, box=printed_box.facts))
    simulation.live._learn = owner_for(game_box("amul"), "own", known.facts)
    return simulation
