"""Golden games that a person can read. ``UPDATE_PLAYTHROUGHS=1`` writes them again; read the difference.

A card in brackets lies face down: the referee was told, the table does not know yet.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.language.i18n import Phrases
from rules.amul import GAME
from rules.amul import events as e
from rules.amul.state import State
from rules.core.game import advance
from tests.games import phrases_for
from tests.languages import LANGUAGES
from tests.rules.amul.people import People
from tests.rules.amul.tables import NAMES
from tests.rules.setups import amul_facts

FOLDER = Path(__file__).resolve().parents[2] / "playthroughs" / "amul"


def transcript(players: int, tea: int) -> Iterator[str]:
    people = People(players, Random(f"playthrough {players}"), tea=tea)
    say = phrases_for("amul", "en", amul_facts("practice"), NAMES[:players])
    yield f"Āmul, {players} players, practice values, {tea} Tea. {say.player(people.state.start)} starts."
    yield from open_lines(people.state, say)
    yield from round_lines(people, say)
    for before, _, events in people.play():
        state = before
        for event in events:
            state = advance(GAME, state, (event,))
            yield from event_lines(event, say)
            if isinstance(event, e.OrderSet):
                yield from order_lines(state, say)
            if isinstance(event, e.Dealt):
                yield from round_lines(people, say, state)
    yield from score_lines(people.state, say)


def event_lines(event: e.Event, say: Phrases) -> Iterator[str]:
    sentence = say.say(GAME.tell(event))
    match event:
        case e.StepBegan(phase):
            yield f"  {say.name('phase', phase)}."
        case e.OrderSet(phase, seats):
            yield f"  {say.name('phase', phase)}, in this order: {say.join([say.player(seat) for seat in seats])}."
        case e.Offered(card=card) | e.Revealed(card=card) | e.Shown(card=card):
            yield f"    {sentence} [{named(say, card)}]"
        case _ if sentence:
            yield f"    {sentence}"


def named(say: Phrases, card: str) -> str:
    return f"{say.name('card', card)} {card.partition('#')[2]}".strip()


def listed(say: Phrases, cards: tuple[str, ...]) -> str:
    return ", ".join(named(say, card) for card in cards) or "-"


def open_lines(state: State, say: Phrases) -> Iterator[str]:
    yield f"Palace: {listed(say, state.palace)}"
    yield f"Bazaar: {listed(say, state.bazaar)}"


def round_lines(people: People, say: Phrases, state: State | None = None) -> Iterator[str]:
    """Each player's area, and what the companion knows of the hand."""
    state = people.state if state is None else state
    yield ""
    yield f"Round {state.round}. First Pick: {say.player(state.first_pick)}. Deck: {state.deck}."
    for seat, player in enumerate(GAME.view(state)["players"]):
        prowess = f"prowess {player['prowess']} {player['letter'] or ''}".strip()
        hand = listed(say, state.hands[seat].known)
        yield f"  | {player['name']}: {prowess} | {listed(say, tuple(player['area']))} | {player['hand_count']}: {hand}"


def order_lines(state: State, say: Phrases) -> Iterator[str]:
    for seat, why in zip(state.order.seats, state.order.why, strict=True):
        yield f"    ({say.player(seat)}: {say.say(why)})"


def score_lines(state: State, say: Phrases) -> Iterator[str]:
    score = GAME.score(state)
    yield ""
    yield "Score"
    for player in score["players"]:
        rows = ", ".join(f"{say(f'screen.row.{row}')} {player['scores'][row]}" for row in score["rows"])
        yield f"  {player['name']}: {player['total']} ({rows})"
    yield say.say(score["verdict"])


@pytest.mark.parametrize(("players", "tea"), [(3, 0), (5, 5), (8, 0)])
def test_the_golden_game_is_played_again_line_by_line(players: int, tea: int) -> None:
    path = FOLDER / f"{players}-players.txt"
    text = "\n".join(transcript(players, tea)) + "\n"
    if os.environ.get("UPDATE_PLAYTHROUGHS"):
        path.write_text(text, "utf-8")
    assert text.splitlines() == path.read_text("utf-8").splitlines()


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_event_question_note_and_refusal_of_a_game_has_words(code: str) -> None:
    say = phrases_for("amul", code, amul_facts("practice"), NAMES)
    said = {say.say(GAME.tell(event)) for _, _, events in People(4, Random(4), tea=4).play() for event in events}
    assert not [sentence for sentence in said if sentence.startswith("amul.")]
    told = [e.Told("cards.camel.position", "hand"), e.Told("points.camel#1", 3), e.PutOff("cards.camel.traits.prowess")]
    more = [
        e.CardLaid("palace", "tent"),
        e.Dealt((1, 0, 0)),
        e.OffersRead((0,), ("camel#1",)),
        e.NothingToTake(0, "contract#1"),
    ]
    for event in (*told, *more):
        sentence = say.say(GAME.tell(event))  # type: ignore[arg-type]
        assert "amul." not in sentence
        assert "{" not in sentence
