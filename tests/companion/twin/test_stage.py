"""After a power cut new simulated people take over the table as it is, and play the game to its end."""

from __future__ import annotations

import pytest

from companion.twin.stage import taken_up
from rules.amul.commands import Offer
from tests.games import GAMES, new_players, new_setup, new_simulation


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "every"),
    [("amul", 3, 3), ("amul", 4, 7), ("amul", 8, 11), ("amulett", 3, 5), ("amulett", 4, 7)],
)
def test_a_game_taken_up_again_and_again_ends_as_any_other(game: str, players: int, every: int) -> None:
    setup = new_setup(game, players, seed=every)
    simulation = new_simulation(setup, new_players(setup, seed=every))
    session = simulation.live.session
    for look in range(5_000):
        before = session.last_seq
        simulation.step()
        if simulation.live.is_over:
            break
        if session.last_seq != before and session.last_seq % every == 0:
            simulation.people = taken_up(GAMES[game], session, seed=look)
    outcome = simulation.run()
    assert outcome.finished
    assert not outcome.doubts
    assert not outcome.differences


@pytest.mark.slow
def test_who_had_offered_before_the_power_cut_turns_up_that_card() -> None:
    setup = new_setup("amul", 3, seed=2)
    simulation = new_simulation(setup, new_players(setup, seed=2))
    live = simulation.live
    while live.view["phase"] != "offer":
        simulation.step()
    told = next(option for option in live.session.game.options(live.session.state) if isinstance(option, Offer))
    live.do(told, simulation.now_ms)
    simulation.people = taken_up(GAMES["amul"], live.session, seed=9)
    while live.view["phase"] == "offer":
        simulation.step()
    assert told.card in live.view["market"]
    assert simulation.run().finished


@pytest.mark.slow
@pytest.mark.parametrize(("game", "phase"), [("amul", "pick"), ("amulett", "spell")])
def test_whoever_takes_up_a_table_in_disorder_goes_on(game: str, phase: str) -> None:
    """They wait for what the companion never reads: somebody lays all as it says, and they play to the end."""
    setup = new_setup(game, 3, seed=4)
    simulation = new_simulation(setup, new_players(setup, seed=4))
    live, people = simulation.live, simulation.people
    while live.view["phase"] != phase or not people.table.lying:
        simulation.step()
    people.table.lift([lying.card for lying in people.table.lying])
    people.table.lay(["scavenger#1" if game == "amul" else "gold#1"], "mat")
    people.take_up([live.session.game.view(live.session.state, seat) for seat in range(3)])
    assert not people.table.zone("mat")
    outcome = simulation.run()
    assert outcome.finished
    assert not outcome.differences
