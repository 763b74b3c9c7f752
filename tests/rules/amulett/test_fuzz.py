"""Whatever a command holds: it is judged, and a refusal leaves everything as it was."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.amulett import GAME
from rules.amulett.commands import COMMANDS
from rules.amulett.invariants import invariants
from rules.amulett.state import State
from rules.core.errors import InvalidValue
from rules.core.game import advance
from rules.core.refusals import Refused
from tests.rules.setups import NAMES, Setup, amulett_facts, amulett_setup
from tests.sweeps import sweep


@cache
def states() -> list[State]:
    """One state of each stage that random play with known and with unknown facts comes by."""
    found: dict[str, State] = {}
    for seed in range(6):
        random = Random(seed)
        setup = amulett_setup(3 + seed % 4, random)
        if seed % 2:
            setup = Setup("amulett", NAMES[:3], 0, {}, amulett_facts("rulebook"))
        state = GAME.new(setup)
        assert isinstance(state, State)
        while GAME.options(state):
            found.setdefault(f"{state.stage} {GAME.question(state) is None}", state)
            events = GAME.decide(state, random.choice(GAME.options(state)))
            assert isinstance(events, tuple)
            state = advance(GAME, state, events)
    return list(found.values())


WORDS = st.sampled_from(
    ["einfluss", "energiebogen", "teleportation", "gold", "iron", "red", "?", "a1", "c3", "area-1", "", "x.y", "spells",
     "spells.einfluss.cost", "spells.einfluss.income", "spells.einfluss.name", "areas.a1.terrain", "areas.c3.wall",
     "areas.area-1.terrain", "areas.area-1.wall", "gems.area-1", "gems"]
)  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=5,
)
NUMBERS = st.integers(-3, 40) | st.just(1_000_000)
ARGUMENTS = st.fixed_dictionaries(
    {
        **dict.fromkeys(("area", "gem", "metal", "spell", "fact", "forgotten"), WORDS),
        **dict.fromkeys(("amount", "marker", "gems"), NUMBERS),
        "metals": st.dictionaries(WORDS, NUMBERS, max_size=3),
        "value": VALUES,
        "told": st.dictionaries(WORDS, VALUES, max_size=3),
        "later": st.lists(WORDS, max_size=3),
        "seat": st.integers(-1, 6),
    }
)


@pytest.mark.slow
@settings(max_examples=sweep(200, 600), deadline=None)
@given(
    state=st.deferred(lambda: st.sampled_from(states())),
    name=st.sampled_from(sorted(COMMANDS.classes)),
    arguments=ARGUMENTS,
)
def test_no_command_breaks_anything(state: State, name: str, arguments: dict[str, Any]) -> None:
    needed = set(COMMANDS.classes[name].__slots__)
    try:
        command = COMMANDS.decode({"do": name, **{key: arguments[key] for key in needed}})
    except InvalidValue:
        return  # a value of no JSON form that a command may hold
    verdict = GAME.decide(state, command)
    if not isinstance(verdict, Refused):
        assert invariants(advance(GAME, state, verdict)) == ()


@pytest.mark.slow
def test_the_stages_are_really_different() -> None:
    assert len(states()) >= 18
