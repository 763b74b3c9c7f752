"""The twin plays, the companion follows: what it believes is what the table holds, whatever people do."""

from __future__ import annotations

from random import Random

import pytest

from companion.inbox import TableSeen
from companion.twin.simulation import Simulation, told_outright
from rules.core.table import TableCards
from tests.games import new_players, new_setup, new_simulation

pytestmark = pytest.mark.slow


def _simulation(players: int, seed: int, **options: object) -> Simulation:
    setup = new_setup("amul", players, seed, **options)
    return new_simulation(setup, new_players(setup, seed))


@pytest.mark.parametrize("players", range(3, 9))
@pytest.mark.parametrize("tea", [0, 3])
def test_a_night_ends_with_the_companion_believing_what_the_table_holds(players: int, tea: int) -> None:
    outcome = _simulation(players, seed=players, **({"tea": tea} if tea else {})).run()
    assert outcome.finished
    assert outcome.differences == {}
    assert outcome.doubts == ()
    assert outcome.score["complete"] is True


@pytest.mark.parametrize("seed", range(12))
def test_steps_taken_back_at_any_moment_are_followed_on_the_table(seed: int) -> None:
    simulation, chance = _simulation(3 + seed % 6, seed), Random(seed)
    undone = 0
    while not simulation.live.is_over and simulation.looks < 3000:
        simulation.step()
        if undone < 15 and chance.random() < 0.05:
            undone += 1
            simulation.live.undo(simulation.now_ms)
    outcome = simulation.run()
    assert undone > 3
    assert outcome.finished
    assert outcome.differences == {}


@pytest.mark.parametrize("seed", range(4))
def test_cards_missed_for_a_look_heal_by_themselves(seed: int) -> None:
    """A camera that does not see every card in every look: nothing wrong is believed, at worst it takes longer."""
    setup, chance = new_setup("amul", 4, seed), Random(seed)

    def patchy(people: object, now_ms: int) -> TableSeen:
        whole = told_outright(people, now_ms)  # type: ignore[arg-type]
        if chance.random() < 0.3:
            return whole
        # Cards that come into view are seen one by one; nothing that lies there disappears.
        known = {zone: cards & lying.get(zone, frozenset()) for zone, cards in whole.table.zones.items()}
        for zone, cards in whole.table.zones.items():
            fresh = sorted(cards - known[zone])
            known[zone] |= frozenset(fresh[: chance.randrange(len(fresh) + 1)])
        return TableSeen(TableCards(known), frozenset(), at_ms=now_ms)

    lying: dict[str, frozenset[str]] = {}

    def look(people: object, now_ms: int) -> TableSeen:
        seen = patchy(people, now_ms)
        lying.clear()
        lying.update(seen.table.zones)
        return seen

    outcome = new_simulation(setup, new_players(setup, seed), look).run()
    assert outcome.finished
    assert outcome.differences == {}


def test_a_box_of_other_facts_is_learnt_at_the_table_each_fact_once() -> None:
    """The companion knows only the rulebooks; the people answer what is printed on their cards."""
    setup = new_setup("amul", 3, 5, facts="practice")
    document = {**setup.facts, "cards": {**setup.facts["cards"]}}
    for slug, entry in document["cards"].items():
        document["cards"][slug] = {
            key: value for key, value in entry.items() if key not in ("position", "traits", "letter", "effect")
        }
    ignorant = type(setup)(setup.game, setup.players, setup.start, setup.options, document)
    simulation = new_simulation(ignorant, new_players(setup, 5, box=setup.facts))
    outcome = simulation.run()
    asked = [step.command.fact for step in simulation.live.session.steps if type(step.command).__name__ == "Tell"]
    assert outcome.finished
    assert outcome.differences == {}
    assert len(asked) == len(set(asked)) > 5
