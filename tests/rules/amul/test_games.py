"""Whole games with a real deck: what must hold after every event, and that the referee never believes a wrong thing."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.language.i18n import load_texts
from rules.amul import GAME
from rules.amul import commands as c
from rules.amul.commands import Upkeep
from rules.amul.events import Taken
from rules.amul.state import State
from rules.core.game import Setup, advance
from rules.core.refusals import Refused
from tests.rules.amul.people import People
from tests.rules.amul.tables import NAMES
from tests.rules.setups import amul_facts
from tests.sweeps import sweep

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("AMUL_GAMES", sweep(30, 60)))  # AMUL_GAMES=10000 plays that many, over all player counts
TEXTS = load_texts("en")


def known_places(state: State) -> list[str]:
    """Each card that is known to be somewhere, as often as it is."""
    cards = [*state.market, *state.palace, *state.bazaar, *state.removed]
    for seat in range(state.players):
        cards += state.areas[seat] + state.shown[seat] + state.hands[seat].known
    return cards + [card for card in state.face_down if card is not None]


def check_conservation(state: State, copies: int, opened: frozenset[str]) -> None:
    """Every copy is in just one place, and the numbers add up; palace and bazaar cards are never lost."""
    cards = known_places(state)
    places = set(cards)
    assert len(cards) == len(places)
    assert places >= opened
    assert all(hand.hidden >= 0 for hand in state.hands)
    if not state.done:
        hidden = sum(hand.hidden for hand in state.hands)
        assert len(places) - len(opened) + hidden + state.deck == copies


def check_game(players: int, seed: str, tea: int) -> None:
    random = Random(seed)
    people = People(players, random, tea=tea)
    copies = len([card for card in people.state.pool if not card.startswith("tea#")]) + tea
    opened = frozenset(people.state.palace + people.state.bazaar)
    gained = 0
    for before, command, events in people.play():
        if random.random() < 0.1:
            assert command in GAME.options(before), (seed, command)
        state = before
        for event in events:
            state = advance(GAME, state, (event,))
            check_conservation(state, copies, opened)
            gained += isinstance(event, Taken)
        check_hands(people, state, command)
        if isinstance(command, Upkeep):
            check_round(state, gained)
    assert people.state.deck == tea
    assert (people.state.round, people.state.phase) == (9, "over")


def check_hands(people: People, state: State, command: Any) -> None:
    """What is believed of a hand is true; only dealing has not reached the people yet."""
    dealt = isinstance(command, Upkeep) and state.phase == "replenish"
    for seat, hand in enumerate(state.hands):
        assert hand.count == len(people.hands[seat]) + dealt
        assert set(hand.known) <= set(people.hands[seat])


def check_round(state: State, gained: int) -> None:
    """Cards in play areas = rounds played, without those that left at once, with those that effects gained."""
    played = state.round - (state.phase == "replenish")
    left_at_once = played * state.players + gained - sum(map(len, state.areas))
    assert 0 <= left_at_once <= len(state.removed)
    assert state.market == ()


@pytest.mark.rule("A-DECK-3")
@pytest.mark.parametrize("players", range(3, 9))
def test_games_with_a_real_deck_end_and_nothing_is_lost(players: int) -> None:
    for number in range(GAMES // 6):
        seed = f"amul {players} {number}"
        check_game(players, seed, tea=(0, players, 8)[number % 3])


@pytest.mark.parametrize("players", [3, 8])
def test_no_command_of_another_moment_harms_a_game(players: int) -> None:
    random = Random(players)
    steps = list(People(players, random).play())
    accepted = refused = 0
    for state, _, _ in random.sample(steps, 30):
        for _, command, _ in random.sample(steps, 40):
            verdict = GAME.decide(state, command)
            if isinstance(verdict, Refused):
                refused += 1
            else:
                accepted += 1
                opened = frozenset(state.facts.in_id_order(steps[0][0].palace + steps[0][0].bazaar))
                check_conservation(advance(GAME, state, verdict), len(state.pool), opened)
    assert accepted
    assert refused > accepted


def forgetful(random: Random) -> dict[str, Any]:
    """The practice box, but of many cards nobody has told this or that."""
    document = amul_facts("practice")
    keys = ("position", "traits", "letter", "effect", "power", "colour", "min_players", "palace")
    cards = {
        slug: {key: value for key, value in entry.items() if key not in keys or random.random() < 0.6}
        for slug, entry in document["cards"].items()
    }
    return {**document, "cards": cards}


@pytest.mark.parametrize("players", range(3, 9))
def test_games_in_which_much_is_unknown_end_too_and_say_what_is_missing(players: int) -> None:
    asked: set[str] = set()
    for number in range(4):
        random = Random(f"unknown {players} {number}")
        facts = amul_facts("rulebook") if number == 0 else forgetful(random)
        setup = Setup("amul", NAMES[:players], 0, {"tea": number * 2}, facts)
        state = GAME.new(setup)
        assert isinstance(state, State), state
        while options := GAME.options(state):
            question = GAME.question(state)
            if question is not None:
                assert options == question.answers
                asked.add(question.fact.rpartition(".")[2])
            events = GAME.decide(state, random.choice(options))  # type: ignore[arg-type]
            assert not isinstance(events, Refused), events
            state = advance(GAME, state, events)
            check_conservation_of_seen(state)
        assert state.phase == "over"
        score = GAME.score(state)
        assert score["complete"] == (not score["missing"])
        assert set(GAME.view(state)["missing"]) <= set(score["missing"])
    assert asked >= {"position", "effect"} | ({"prowess"} if players < 8 else set())


def check_conservation_of_seen(state: State) -> None:
    cards = known_places(state)
    assert len(cards) == len(set(cards))
    assert all(hand.count >= len(hand.known) for hand in state.hands)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)
CARDS = st.sampled_from(["gold#1", "yurt", "trader-1", "tea#1", "camel", "", "gold#99", "#", "arab-general#1"])
SEATS = st.integers(-2, 9)
FACTS = st.sampled_from(
    ["cards.camel.position", "cards.camel.traits", "cards.camel.traits.prowess", "cards.camel.power"]
)
COMMANDS_OF_ANY_SORT = st.one_of(
    st.builds(c.Tell, FACTS | st.text(max_size=20), JSON),
    st.builds(c.Later, FACTS | st.text(max_size=20)),
    st.builds(c.TurnUp, st.lists(CARDS, max_size=9).map(tuple)),
    *(st.builds(cls, SEATS, CARDS) for cls in (c.Lay, c.Fill, c.Offer, c.Pick, c.Reveal, c.Take, c.Show)),
    *(st.builds(cls, SEATS) for cls in (c.Decline, c.Upkeep, c.Done)),
)
STEPS = [step for players in (3, 5) for step in People(players, Random(players)).play()]


@given(st.sampled_from(STEPS), COMMANDS_OF_ANY_SORT)
@settings(max_examples=sweep(100, 300), deadline=None)
def test_whatever_is_asked_for_is_done_or_refused(step: tuple[State, Any, Any], command: Any) -> None:
    state = step[0]
    verdict = GAME.decide(state, command)
    if isinstance(verdict, Refused):
        assert f"refusal.{verdict.code}" in TEXTS
        return
    after = advance(GAME, state, verdict)
    check_conservation_of_seen(after)
    GAME.view(after)
    GAME.score(after)
