"""A sheet at the table for tests: a small sheet in, a list of commands, the state out."""

from __future__ import annotations

from typing import Any

from rules.core.game import Setup, advance
from rules.core.refusals import Refused
from rules.sheets.game import SheetGame
from rules.sheets.game.messages import WriteDown
from rules.sheets.game.state import State
from tests.rules.setups import NAMES

GAME = SheetGame()


def sheet(*rows: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A sheet with these rows, as a document; without any with one called points."""
    named = [{"name": row["id"].title(), **row} for row in rows or ({"id": "points"},)]
    return {"format": 1, "id": "test", "name": "Test", "players": [2, 12], **more, "rows": named}


def setup(document: dict[str, Any], players: int = 3, start: int = 0) -> Setup:
    return Setup("sheet", NAMES[:players], start, {}, {**document, "game": "sheet", "title": "", "practice": False})


def begun(document: dict[str, Any], players: int = 3, start: int = 0) -> State:
    state = GAME.new(setup(document, players, start))
    assert isinstance(state, State), state
    return state


def done(state: State, *commands: Any) -> State:
    """The state after these commands, each of which must be possible."""
    for command in commands:
        state = advance(GAME, state, events(state, command))
    return state


def events(state: State, command: Any) -> tuple[Any, ...]:
    found = GAME.decide(state, command)
    assert not isinstance(found, Refused), (command, found)
    return found


def refusal(state: State, command: Any) -> str:
    found = GAME.decide(state, command)
    assert isinstance(found, Refused), (command, found)
    return found.code


def row(number: int, *numbers: int | str, row: str = "points") -> tuple[WriteDown, ...]:
    """What each player has in a row of that round, by seat; 0: at the end."""
    return tuple(WriteDown(seat, row, said, number) for seat, said in enumerate(numbers))


def totals(state: State) -> list[int | float | None]:
    return [player["total"] for player in GAME.view(state)["players"]]


def places(state: State) -> list[int]:
    return [player["place"] for player in GAME.score(state)["players"]]
