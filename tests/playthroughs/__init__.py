"""Golden games that a person can read, one folder for each game. A game may write its own; this is the general way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from companion.contract import TableGame
from companion.language.i18n import Phrases
from companion.language.wording import in_words
from companion.twin.simulation import new_setup
from rules.core.game import advance
from rules.core.refusals import Refused

FOLDER = Path(__file__).parent
HEAD = "Played by chance"  # how a file begins that was written the general way
PRACTICE = "practice"


def golden_path(game: TableGame, players: int) -> Path:
    return FOLDER / game.slug / f"{players}-players.txt"


def golden_counts(game: TableGame) -> tuple[int, ...]:
    """The fewest players, the most, and one between."""
    seats = game.rules.seats
    return tuple(dict.fromkeys((seats[0], seats[len(seats) // 2], seats[-1])))


def transcript(game: TableGame, players: int) -> Iterator[str]:
    """A game of random legal moves, told event by event, and its score."""
    rules, random = game.rules, Random(f"playthrough {players}")
    setup = new_setup(game, players, seed=players, facts=PRACTICE)
    say = game.box.phrases("en", setup.facts, setup.players)
    state = rules.new(setup)
    assert not isinstance(state, Refused), state
    yield f"{HEAD}: {say(f'screen.game.{game.slug}')}, {players} players. {say.player(setup.start)} starts."
    step = None
    while options := rules.options(state):
        view = rules.view(state)
        if (now := (view["round"], view["phase"])) != step:
            step = now
            yield from ("", f"Round {now[0]}, {now[1]}.", *_seats(game, state, say))
        events = rules.decide(state, random.choice(options))
        assert not isinstance(events, Refused), events
        for event in events:
            if sentence := say.say(rules.tell(event)):
                yield f"    {sentence}"
        state = advance(rules, state, events)
    yield from _score(in_words(rules.score(state), say))


def _seats(game: TableGame, state: Any, say: Phrases) -> Iterator[str]:
    for seat, player in enumerate(game.rules.view(state)["players"]):
        shown = {key: value for key, value in player.items() if key != "name" and value not in (None, [], {}, "")}
        yield f"  | {say.player(seat)}: {', '.join(f'{key} {value}' for key, value in shown.items())}"


def _score(score: dict[str, Any]) -> Iterator[str]:
    yield from ("", "Score")
    for player in score["players"]:
        yield f"  {player['place']}. {player['name']}: {player.get('total', player.get('line'))}"
    if score.get("verdict"):
        yield score["verdict"]
