"""Golden nights of shipped sheets that a person can read. ``UPDATE_PLAYTHROUGHS=1`` writes them again; read the
difference."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.language.i18n import Phrases
from companion.language.wording import in_words
from rules.core.game import Setup, advance
from rules.core.scoring import Score
from rules.sheets.game import messages as m
from rules.sheets.game.coding import decoded
from rules.sheets.game.options import writing
from rules.sheets.game.state import State
from rules.sheets.model import Ask, Row
from rules.sheets.result import Cell
from tests.games import document, phrases_for, rules_of
from tests.rules.setups import NAMES

FOLDER = Path(__file__).resolve().parents[2] / "playthroughs" / "sheet"
NIGHTS = {"skull-king": 4, "hearts": 4, "salt-road": 3, "terraforming-mars": 5}


def sensible(state: State, random: Random) -> Any:
    """The next number, of a likely size; now and then an earlier one is corrected, or somebody leaves."""
    if state.phase == "cards":
        return _cards(state, random)
    if (cell := next(state.open_cells(state.round), None)) is None:
        return m.Finish()
    chance = random.random()
    if len(state.rounds) > 1 and chance < 0.04 and (row := state.asked(1)[-1]):
        cell = Cell(random.choice([seat for seat in state.seats if seat not in state.gone]), row.id, 1)
    elif state.round > 3 and chance < 0.06 and not state.gone:
        return m.StandUp(cell.seat)
    return writing(state, cell, _number(state.sheet.row(cell.row), random))


def _number(row: Row, random: Random) -> int:
    if row.ask is Ask.YES:
        return random.randrange(2)
    return random.randint(int(row.low), min(int(row.high), int(row.low) + random.choice((2, 8, 26))))


def _cards(state: State, random: Random) -> Any:
    seat = state.asked_seat
    assert seat is not None
    if len(state.cards[seat]) >= 6:
        return m.EndCards(seat)
    taken = {card for cards in state.cards for card in cards}
    free = [f"{kind.id}#{n}" for kind in state.sheet.kinds for n in range(1, kind.copies + 1)]
    left = [card for card in free if card not in taken]
    return m.LayCards(seat, tuple(random.sample(left, 3)))


def transcript(ident: str, players: int) -> Iterator[str]:
    slug, random = f"sheet-{ident}", Random(f"playthrough {ident}")
    game = rules_of(slug)
    facts = document(slug, None)
    setup = Setup(slug, NAMES[:players], random.randrange(players), {}, facts)
    state = game.new(setup)
    assert isinstance(state, State)
    say = phrases_for(slug, "en", facts, setup.players)
    yield f"{say.game(slug, facts)}, {players} players. {say.player(setup.start)} begins."
    while not game.is_over(state):
        before = state
        events = game.decide(state, sensible(state, random))
        assert isinstance(events, tuple), events
        for event in events:
            yield f"    {say.say(game.tell(event))}{_numbers(event)}"
        state = advance(game, state, events)
        if (state.round, state.phase) != (before.round, before.phase):
            yield from standing(slug, state, say)
    yield from result(in_words(game.score(state), say))


def _numbers(event: Any) -> str:
    """What all see at once."""
    return (
        " " + ", ".join(str(decoded(number)) if number != "" else "–" for number in event.numbers)
        if isinstance(event, m.RowShown)
        else ""
    )


def standing(slug: str, state: State, say: Phrases) -> Iterator[str]:
    view = rules_of(slug).view(state)
    begins = "" if view["first"] is None else f" {say.player(view['first'])} begins."
    yield ""
    yield f"Round {state.round}.{begins}" if state.round else f"{say(f'sheet.phase.{state.phase}')}."
    for seat, player in enumerate(view["players"]):
        place = "?" if player["place"] is None else f"{player['place']}."
        gone = ", has left" if player["gone"] else ""
        yield f"  | {place} {say.player(seat)}: {'?' if player['total'] is None else player['total']}{gone}"


def result(score: Score) -> Iterator[str]:
    yield ""
    for player in sorted(score["players"], key=lambda one: one["place"]):
        yield f"{player['place']}. {player['name']}: {player['total']}"
        yield from (f"    {line['points']:>4}  {line['because']}" for line in player["lines"])
    yield str(score.get("verdict", "Nobody is crowned."))


@pytest.mark.parametrize("ident", NIGHTS)
def test_the_golden_night_is_played_again_line_by_line(ident: str) -> None:
    path = FOLDER / f"{ident}.txt"
    text = "\n".join(transcript(ident, NIGHTS[ident])) + "\n"
    if os.environ.get("UPDATE_PLAYTHROUGHS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text.splitlines() == path.read_text("utf-8").splitlines()
