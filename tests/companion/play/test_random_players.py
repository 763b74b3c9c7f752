"""People who play by chance: what the game says lies open stays on their table, what is secret is never laid there."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from companion.play.simulated.players import LayDown, OnView, PickUp, Say
from companion.play.simulated.random_players import RandomPlayers
from companion.play.simulated.simulated_table import SimulatedTable, Slots
from rules.core.secrecy import open_to_all
from rules.core.table import Move

SLOTS = {name: Slots(9, (83, 93), (58, y)) for name, y in (("market", 61), ("mat", 250))}


@open_to_all
@dataclass(frozen=True)
class Lay:
    card: str


@open_to_all("seat")
@dataclass(frozen=True)
class Hide:
    seat: int
    card: str


def _people() -> RandomPlayers:
    return RandomPlayers({}, SimulatedTable(SLOTS, Random(1)), Random(1), lambda _: "market")


def _shown(options: tuple[Any, ...], *lying: str) -> OnView[Any]:
    return OnView({"lying": {"market": list(lying)}}, None, options)


def test_a_market_is_laid_and_stays() -> None:
    people = _people()
    assert people.next_act(_shown((Lay("a"),))) == LayDown(("a",), "market")
    assert people.next_act(_shown((Lay("b"),), "a")) == LayDown(("b",), "market")
    assert people.table.zones["market"] == {"a", "b"}


def test_what_is_taken_is_lifted() -> None:
    people = _people()
    people.next_act(_shown((Lay("a"),)))
    people.next_act(_shown((Lay("b"),), "a"))
    assert people.next_act(_shown((Hide(0, "c"),), "b")) == PickUp(("a",))
    assert people.table.zones["market"] == {"b"}


def test_a_secret_card_is_told_and_never_laid() -> None:
    people = _people()
    assert people.next_act(_shown((Hide(0, "c"),))) == Say(Hide(0, "c"))
    assert people.table.lying == ()


def test_after_an_undo_a_card_goes_back_to_its_place() -> None:
    people = _people()
    assert people.put_back(Move("a", "hand", "market")) == LayDown(("a",), "market")
    assert people.put_back(Move("a", "market", "deck")) == PickUp(("a",))


def test_a_game_that_is_taken_up_again_finds_its_market() -> None:
    people = _people()
    people.take_up([_shown((), "a", "b").view])
    assert people.table.zones["market"] == {"a", "b"}
