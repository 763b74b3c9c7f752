"""Simulated nights of Das Amulett: people lay spells and bids on the mat, and the companion believes what is so."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.amulett.players import PATIENCE, AmulettPlayers
from companion.play.simulated.players import Say, on_view
from rules.amulett.commands import Lay, Open, TakeBack
from rules.core.journal import Undone
from tests.games import game_box, new_players, new_setup, new_simulation


# In the last one a spell loses its last stone only after others went under the deck.
@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), [(3, 3), (4, 4), (5, 5), (6, 6), (6, 55)])
def test_a_whole_night_is_followed_without_a_doubt(players: int, seed: int) -> None:
    setup = new_setup("amulett", players, seed=seed)
    simulation = new_simulation(setup, new_players(setup, seed=seed))
    outcome = simulation.run()
    assert (outcome.finished, outcome.differences, outcome.doubts) == (True, {}, ())
    read = {type(step.command) for step in simulation.live.session.steps}
    assert {Open, Lay, TakeBack} <= read or players == 3


@pytest.mark.slow
def test_what_the_companion_does_not_know_it_learns_from_the_people() -> None:
    """The companion has the rulebook's facts and the board; costs and incomes are printed on the people's cards."""
    box = game_box("amulett").document("practice", Path())
    setup = new_setup("amulett", 3, seed=5, facts="")
    known = type(setup)(setup.game, setup.players, setup.start, {}, {**setup.facts, "areas": box["areas"]})
    outcome = new_simulation(known, new_players(known, 5, box)).run()
    assert (outcome.finished, outcome.differences) == (True, {})


@pytest.mark.slow
def test_after_an_undo_the_people_put_the_card_back_and_go_on() -> None:
    setup = new_setup("amulett", 3, seed=2)
    simulation = new_simulation(setup, new_players(setup, seed=2))
    for _ in range(60):
        simulation.step()
    assert isinstance(simulation.live.undo(simulation.now_ms), Undone)
    assert simulation.run().finished


@pytest.mark.slow
def test_people_who_take_a_game_up_have_as_many_spells_set_aside_as_the_companion() -> None:
    """Whatever their deck looks like: the spell on the mat is in none of their piles."""
    setup = new_setup("amulett", 4, seed=4)
    simulation = new_simulation(setup, new_players(setup, seed=4))
    live = simulation.live
    while (view := live.view)["spell"] is None or view["aside_count"] < 2:
        simulation.step()
    for seed in range(60):
        people = new_players(setup, seed=seed)
        assert isinstance(people, AmulettPlayers)
        people.take_up((view,))
        assert view["spell"] not in (*people._aside, *people._deck)
        assert (len(people._aside), len(people._deck)) == (view["aside_count"], view["deck_count"])


@pytest.mark.slow
def test_a_bid_that_no_camera_reads_is_told_in_the_end() -> None:
    setup = new_setup("amulett", 4, seed=5)
    simulation = new_simulation(setup, new_players(setup, seed=5))
    while not any(isinstance(option, Lay) for option in simulation.live.options):
        simulation.step()
    acts = [simulation.people.next_act(on_view(simulation.live)) for _ in range(PATIENCE + 3)]
    assert any(isinstance(act, Say) and isinstance(act.command, Lay) for act in acts)
