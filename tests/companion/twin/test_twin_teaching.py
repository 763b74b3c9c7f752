"""People with a real box and a companion that knows next to nothing of it: it asks, learns, and follows to the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.twin.simulation import Simulation
from companion.twin.troupes import new_setup, new_troupe
from rules.core.game import Setup

PRINTED = ("position", "traits", "letter", "effect", "power", "colour", "min_players")


def knowing_only_names(setup: Setup) -> Setup:
    """The same box, but nobody has told what is printed on the cards."""
    cards: dict[str, Any] = {}
    for slug, entry in setup.facts["cards"].items():
        cards[slug] = {key: value for key, value in entry.items() if key not in PRINTED}
        if "palace" in entry:
            cards[slug]["palace"] = {"copies": entry["palace"]["copies"]}
    return replace(setup, facts={**setup.facts, "cards": cards})


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (5, 2), (8, 3)])
def test_a_night_that_begins_without_facts_is_followed_to_the_end(players: int, seed: int) -> None:
    box = new_setup("amul", players, seed)
    setup = knowing_only_names(box)
    simulation = Simulation(setup, new_troupe(setup, seed, box.facts))
    outcome = simulation.run()
    assert outcome.finished
    assert (outcome.differences, outcome.doubts) == ({}, ())
    assert outcome.score["complete"] is False
    learnt = simulation.night.session.game.facts(simulation.night.session.state)["cards"]
    told = [slug for slug, entry in learnt.items() if "position" in entry]
    assert len(told) > 8
    assert all(learnt[slug]["position"] == box.facts["cards"][slug]["position"] for slug in told)
