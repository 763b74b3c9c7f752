"""Whole random games: what must hold after every event, at every seat count, by every ruling."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from rules.amulett import GAME
from rules.amulett.events import GemTaken
from rules.amulett.facts import parse_facts
from rules.amulett.invariants import invariants
from rules.amulett.options import OPTIONS
from rules.amulett.spells import SPELLS
from rules.amulett.state import State
from rules.amulett.stock import GEMS, METALS, has_won
from rules.core.game import Setup
from tests.rules.setups import NAMES, amulett_facts, amulett_setup
from tests.sweeps import sweep

pytestmark = pytest.mark.slow

MANY = int(os.environ.get("AMULETT_GAMES", sweep(32, 120)))  # AMULETT_GAMES=10000: so many, over all player counts


def check_game(state: Any, random: Random) -> State:
    assert isinstance(state, State), state
    assert invariants(state) == ()
    for _ in range(20_000):
        options = GAME.options(state)
        if not options:
            break
        assert not GAME.is_over(state)
        command = random.choice(options)
        events = GAME.decide(state, command)
        assert isinstance(events, tuple), (command, events)
        for event in events:
            state = GAME.evolve(state, event)
            assert invariants(state) == (), (command, event)
            won = isinstance(event, GemTaken) and has_won(state.players[event.seat].gems)
            assert GAME.is_over(state) == won
        assert state.acting is not None or GAME.is_over(state)
    assert GAME.is_over(state)
    return state


@pytest.mark.rule("M-CMP-2", "M-CMP-3", "M-CMP-4", "M-CMP-5", "M-NRG-5", "M-END-1", "M-END-2", "M-END-3")
@pytest.mark.parametrize("quarter", range(4))
@pytest.mark.parametrize("players", range(3, 7))
def test_random_legal_games_end_and_lose_nothing(players: int, quarter: int) -> None:
    for seed in range(quarter, MANY // 4, 4):
        random = Random(f"{players} {seed}")
        check_game(GAME.new(amulett_setup(players, random)), random)


@pytest.mark.parametrize("seed", range(sweep(8, 16)))
def test_games_by_any_ruling_end_and_lose_nothing(seed: int) -> None:
    random = Random(f"rulings {seed}")
    setup = amulett_setup(3 + seed % 4, random)
    options = {rule: random.choice(values) for rule, values in OPTIONS.items()}
    check_game(GAME.new(Setup(setup.game, setup.players, setup.start, options, setup.facts, setup.table)), random)


@pytest.mark.parametrize("seed", range(4))
def test_games_with_nothing_but_the_rulebook_end_and_lose_nothing(seed: int) -> None:
    random = Random(f"rulebook {seed}")
    players = 3 + seed
    check_game(GAME.new(Setup("amulett", NAMES[:players], 0, {}, amulett_facts("rulebook"))), random)


@pytest.mark.parametrize("seed", range(sweep(4, 12)))
def test_games_from_the_middle_of_a_night_end_and_lose_nothing(seed: int) -> None:
    """Hands of many cards, nearly full amulets, spells wherever they may lie, areas full and empty."""
    random = Random(f"middle {seed}")
    players = 3 + seed % 4
    setup = Setup("amulett", NAMES[:players], 0, {}, amulett_facts("practice"), middle(players, random))
    check_game(GAME.new(setup), random)


def middle(players: int, random: Random) -> dict[str, Any]:
    gems = [gem for gem, count in GEMS.items() for _ in range(count)]
    random.shuffle(gems)
    amulets: list[list[str]] = [[] for _ in range(players)]
    for amulet in amulets:
        while gems and len(amulet) < random.randrange(8) and not has_won((*amulet, gems[-1])):
            amulet.append(gems.pop())
    areas = list(parse_facts(amulett_facts("practice")).areas)
    board: dict[str, list[str]] = {area: [] for area in areas}
    for gem in gems:
        board[random.choice(areas[: random.randint(3, 24)])].append(gem)
    deck = random.sample(SPELLS, len(SPELLS))
    spells: list[dict[str, int]] = [{} for _ in range(players)]
    for mine in spells:
        for _ in range(random.randrange(7)):
            mine[deck.pop()] = 1
    left = dict.fromkeys(METALS, 28)
    metals: list[dict[str, int]] = [{} for _ in range(players)]
    for hand in metals:
        for metal in METALS:
            hand[metal] = random.randint(0, min(10, left[metal]))
            left[metal] -= hand[metal]
    told = random.choice((deck, deck[: random.randrange(len(deck))]))
    table = {"gems": board, "amulets": amulets, "spells": spells, "metals": metals, "deck": told}
    return {**table, "party": random.choice(areas)}
