"""Games that were begun earlier: played at random almost to their end, kept, and left for others to go on with."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from companion.keeping.session import start_game
from rules.core.game import Game, Setup, advance
from rules.core.refusals import Refused
from rules.sheets.game.messages import NextRound
from tests.games import open_store, rules_of

MOST_STEPS = 5000


def leave_begun(folder: Path, setup: Setup, random: Random, left: int) -> None:
    """A game in this folder of which about ``left`` steps are still to be played, and nothing is left out."""
    commands = _whole_game(rules_of(setup.game), setup, random)
    folder.mkdir(exist_ok=True)
    store = open_store(folder)
    started = start_game(store, setup)
    assert not isinstance(started, Refused), started
    for command in commands[:-left]:
        done = started[1].do(command)
        assert not isinstance(done, Refused), done
    store.close()


def _whole_game(game: Game[Any], setup: Setup, random: Random) -> list[Any]:
    state = game.new(setup)
    assert not isinstance(state, Refused), state
    commands: list[Any] = []
    while options := game.options(state):
        assert len(commands) < MOST_STEPS
        commands.append(random.choice([one for one in options if not isinstance(one, NextRound)] or options))
        events = game.decide(state, commands[-1])
        assert not isinstance(events, Refused), (commands[-1], events)
        state = advance(game, state, events)
    return commands
