"""Tables of Das Amulett laid out for tests: what lies where, then commands one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.amulett import GAME
from rules.amulett.commands import Decline, Later, Pass
from rules.amulett.invariants import invariants
from rules.amulett.spells import SPELLS
from rules.amulett.state import State
from rules.core.game import Setup
from rules.core.refusals import Refused
from tests.rules.setups import amulett_facts

NAMES = ("Ada", "Bo", "Cem", "Dana", "Emil", "Fritzi")


def facts(
    costs: Mapping[str, int] | None = None, incomes: Mapping[str, list[str]] | None = None, **more: Any
) -> dict[str, Any]:
    """The practice board and rulings; every spell costs 1 and brings nothing, unless told."""
    spells = {
        spell: {"cost": (costs or {}).get(spell, 1), "income": (incomes or {}).get(spell, [])} for spell in SPELLS
    }
    practice = amulett_facts("practice")
    return {"format": 2, "spells": spells, "areas": practice["areas"], "rulings": practice["rulings"], **more}


class Desk:
    """One game in a test: every accepted command is followed by a look at what must always hold."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: tuple[Any, ...] = ()

    def do(self, *commands: Any) -> Desk:
        for command in commands:
            events = GAME.decide(self.state, command)
            assert not isinstance(events, Refused), (command, events)
            self.events = events
            for event in events:
                self.state = GAME.evolve(self.state, event)
                assert invariants(self.state) == (), event
        return self

    def code(self, command: Any) -> str:
        """The code of the refusal, which leaves the state untouched."""
        before = self.view
        refusal = GAME.decide(self.state, command)
        assert isinstance(refusal, Refused), refusal
        assert self.view == before
        return refusal.code

    @property
    def view(self) -> dict[str, Any]:
        return GAME.view(self.state)

    @property
    def options(self) -> tuple[Any, ...]:
        return GAME.options(self.state)

    def listed(self, kind: type, key: str) -> list[Any]:
        """One argument of all options of a kind."""
        return [getattr(option, key) for option in self.options if isinstance(option, kind)]

    @property
    def bids(self) -> list[int]:
        return [option.amount for option in self.options if hasattr(option, "amount")]

    def metals(self, seat: int) -> dict[str, int]:
        return {metal: count for metal, count in GAME.view(self.state, seat)["metals"].items() if count}

    def spells(self, seat: int) -> dict[str, int]:
        return {item["spell"]: item["stones"] for item in self.view["players"][seat]["spells"]}

    def to(self, phase: str, stage: str | None = None) -> Desk:
        """On to a phase, everyone passing and declining wherever they can, else taking the first option."""
        for _ in range(400):
            if self.state.phase == phase and stage in (None, self.state.stage):
                return self
            self.do(idle(self.options))
        raise AssertionError(f"never came to {phase} {stage}")

    def passes(self, *seats: int) -> Desk:
        return self.do(*(Pass(seat) for seat in seats))


def idle(options: tuple[Any, ...]) -> Any:
    """Passing, declining or putting off, where that is possible."""
    for kind in (Pass, Decline, Later):
        for option in options:
            if isinstance(option, kind):
                return option
    return options[0]


def lay_out(
    spells: Sequence[Mapping[str, int]] = ({}, {}, {}),
    *,
    start: int = 0,
    options: Mapping[str, Any] | None = None,
    told: Mapping[str, Any] | None = None,
    **table: Any,
) -> Desk:
    """A desk at the first decision of round 1; the marker drawn is a 3 unless told."""
    state = new(spells, start=start, options=options, told=told, **table)
    assert isinstance(state, State), state
    assert invariants(state) == ()
    return Desk(state)


def new(
    spells: Sequence[Mapping[str, int]] | None = ({}, {}, {}),
    *,
    players: int = 3,
    start: int = 0,
    options: Mapping[str, Any] | None = None,
    told: Mapping[str, Any] | None = None,
    **table: Any,
) -> State | Refused:
    if spells is not None:
        table["spells"] = [dict(item) for item in spells]
        players = len(spells)
    table.setdefault("markers", [3] * 20)
    setup = Setup("amulett", NAMES[:players], start, options or {}, told if told is not None else facts(), table)
    return GAME.new(setup)


def board(**gems: list[str]) -> dict[str, list[str]]:
    """All 52 gems: the told ones where they are told, the others put into areas by twos and threes as untold."""
    areas = amulett_facts("practice")["areas"]
    laid = {slug: gems.get(slug, []) for slug in areas}
    left = 52 - sum(map(len, laid.values()))
    for slug in areas:
        if slug not in gems:
            count = min(left, 3)
            laid[slug], left = ["?"] * count, left - count
    return laid


def gather(amulets: list[list[str]], party: str, **gems: list[str]) -> dict[str, Any]:
    """Amulets, the party, and a board that makes up the rest of the 52 gems in ``d6``."""
    areas = amulett_facts("practice")["areas"]
    laid = {slug: gems.get(slug, []) for slug in areas}
    rest = 52 - sum(map(len, laid.values())) - sum(map(len, amulets))
    laid["d6"] = [*laid["d6"], *["?"] * rest]
    return {"amulets": amulets, "party": party, "gems": laid}
