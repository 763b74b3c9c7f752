"""Golden games that a person can read. ``UPDATE_PLAYTHROUGHS=1`` writes them again; read the difference."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.language.i18n import Phrases
from rules.amulett import GAME
from rules.amulett.commands import Bid, Pass
from rules.amulett.events import Passed, PhaseBegan, RoundBegan
from rules.amulett.state import State
from rules.core.game import Setup
from tests.games import phrases_for
from tests.rules.setups import NAMES, amulett_facts, laid_table

FOLDER = Path(__file__).resolve().parents[2] / "playthroughs" / "amulett"


def sensible(state: State, random: Random) -> Any:
    """Bids a little over the least one, passes now and then; everything else at random."""
    options = GAME.options(state)
    bids = [option for option in options if isinstance(option, Bid)]
    passes = [option for option in options if isinstance(option, Pass)]
    if not passes:
        return random.choice(options)
    eager = random.random() < (0.7 if state.phase == "gem" else 0.45)
    return random.choice(bids[:2]) if bids and eager else passes[0]


def transcript(players: int) -> Iterator[str]:
    random = Random(f"playthrough {players}")
    facts = amulett_facts("practice")
    setup = Setup("amulett", NAMES[:players], random.randrange(players), {}, facts, laid_table(players, random))
    state = GAME.new(setup)
    assert isinstance(state, State)
    say = phrases_for("amulett", "en", facts, setup.players)
    yield f"Das Amulett, {players} players, practice values. {setup.players[setup.start]} starts."
    yield f"First spell: {say.name('spell', state.spell or '')}."
    yield from table_lines(state, say)
    while not GAME.is_over(state):
        events = GAME.decide(state, sensible(state, random))
        assert isinstance(events, tuple)
        for event in events:
            state = GAME.evolve(state, event)
            sentence = say.say(GAME.tell(event))
            if isinstance(event, RoundBegan):
                yield ""
                yield sentence
                yield from table_lines(state, say)
            elif isinstance(event, PhaseBegan):
                yield f"  {say.name('phase', event.phase)}."
            elif sentence:
                yield ("      " if isinstance(event, Passed) else "    ") + sentence
    yield ""
    yield from table_lines(state, say)
    yield f"{say.player(state.winner or 0)} wins in round {state.round}."


def table_lines(state: State, say: Phrases) -> Iterator[str]:
    for seat, player in enumerate(GAME.view(state)["players"]):
        spells = ", ".join(f"{say.name('spell', item['spell'])} {item['stones']}" for item in player["spells"])
        hand = ", ".join(f"{count} {metal}" for metal, count in GAME.view(state, seat)["metals"].items() if count)
        gems = ", ".join(say.name("gem", gem) for gem in player["gems"])
        yield f"  | {say.player(seat)}: {player['supply']} stones | {spells or '-'} | {gems or '-'} | {hand or '-'}"


@pytest.mark.slow
@pytest.mark.parametrize("players", range(3, 7))
def test_the_golden_game_is_played_again_line_by_line(players: int) -> None:
    path = FOLDER / f"{players}-players.txt"
    text = "\n".join(transcript(players)) + "\n"
    if os.environ.get("UPDATE_PLAYTHROUGHS"):
        path.write_text(text, "utf-8")
    assert text.splitlines() == path.read_text("utf-8").splitlines()
