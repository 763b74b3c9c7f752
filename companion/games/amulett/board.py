"""The board of Das Amulett: auctions with a clock, exchanges, the map, energy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.contract import Desk, Tellable
from companion.games.amulett.actions import amulett_actions, amulett_choices
from companion.games.amulett.bulletins import bulletin
from companion.games.amulett.news import PhasePassed
from companion.games.amulett.screens.model import AmulettModel
from companion.games.amulett.screens.table import AmulettScreen
from companion.games.amulett.table_view import AmulettAround, table_view
from companion.language.i18n import Phrases
from companion.models import Action, Notice
from companion.screens import Finished, Outcome, Screen
from companion.screens.bulletin_screen import BulletinScreen
from companion.screens.clock_ring import ClockModel, clock_model
from companion.screens.tell_screen import MOST_TILES, Node
from rules.amulett import advice
from rules.amulett.commands import Lay
from rules.amulett.state import State
from rules.amulett.stock import METALS

Notices = tuple[Notice, ...]


class AmulettBoard:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._screen: AmulettScreen | None = None
        self._shown: tuple[Any, ...] = ()
        self._bulletin: tuple[PhasePassed, BulletinScreen] | None = None
        self._tellable: tuple[tuple[Any, ...], Tellable] | None = None

    def takes(self, outcome: Outcome, now_ms: int) -> bool:  # noqa: ARG002
        """Takes the confirmation that an automatic phase has been read."""
        if isinstance(outcome, Finished) and self._unread() is not None:
            assert self._desk.news is not None
            self._desk.news.read()
            return True
        return False

    def _unread(self) -> BulletinScreen | None:
        """Income or energy that has not been read yet."""
        passed: PhasePassed | None = None if self._desk.news is None else self._desk.news.unread
        if passed is None:
            return None
        if self._bulletin is None or self._bulletin[0] is not passed:
            model = bulletin(passed, self._desk.live.session.state, self._desk.say)
            self._bulletin = (passed, BulletinScreen(model))
        return self._bulletin[1]

    def screen(self, notices: Notices, now_ms: int) -> Screen:
        unread = self._unread()
        if unread is not None:
            unread.model = replace(unread.model, notices=(*notices, *self._desk.moment_told()))
            return unread
        live, camera = self._desk.live, self._desk.context.has_camera
        clock, lasted = self._ring(now_ms), self._lasted(now_ms)
        shown = (live.session.state, clock, camera, notices, lasted)
        if self._screen is None:
            motion = self._desk.context.config.display.motion
            self._screen = AmulettScreen(self._model(notices, clock, lasted), motion=motion)
        elif shown != self._shown:
            self._screen.show(self._model(notices, clock, lasted))
        self._shown = shown
        return self._screen

    def _ring(self, now_ms: int) -> ClockModel | None:
        clock = self._desk.clocks.countdown(now_ms)
        if clock is None or clock.left_ms is None or clock.limit_ms is None:
            return None
        return clock_model(clock.left_ms, clock.limit_ms)

    def _lasted(self, now_ms: int) -> str:
        clock = self._desk.clocks.lasted(now_ms)
        return "" if clock is None else clock.text

    def things(self) -> Iterator[str]:
        return things(self._desk.live.session.state, clock=self._desk.context.config.timers.auction != "off")

    def _model(self, notices: Notices = (), clock: ClockModel | None = None, lasted: str = "") -> AmulettModel:
        live = self._desk.live
        around = AmulettAround(
            options=live.options,
            notices=notices,
            clock=clock,
            practice=bool(live.facts.get("practice")),
            camera=self._desk.context.has_camera,
            lasted=lasted,
            moment=self._desk.moment(),
        )
        return table_view(live.session.state, self._desk.say, around)

    def tellable(self) -> Tellable:
        """The tiles do not depend on hands. An automatic phase must be read first."""
        live, camera = self._desk.live, self._desk.context.has_camera
        now = (live.session.last_seq, self._unread() is None, camera)
        if self._tellable is None or self._tellable[0] != now:
            self._tellable = (now, Tellable("", ()) if self._unread() is not None else self._to_tell())
        return self._tellable[1]

    def _to_tell(self) -> Tellable:
        live, say = self._desk.live, self._desk.say
        if not any(action.goto for action in amulett_actions(live.session.state, live.options, say)):
            return Tellable("", ())  # all of it fits on the table screen
        listed = amulett_choices(live.session.state, live.options, say)
        model = self._model()
        key = f"page.tell.which.{live.session.state.stage}"
        why = " · ".join(filter(None, (say(key) if say.has(key) else "", model.now.why)))
        return Tellable(model.now.text, things_to_tell(listed, say), model.header, replace(model.now, why=why))


def things_to_tell(actions: Sequence[Action], say: Phrases) -> tuple[Node, ...]:
    """The tiles to tell from. What ends the step comes last: nobody looks for it by its letter."""
    if all(isinstance(action.command, Lay) for action in actions):
        return _by_metal(actions, METALS, say)
    ways_out = tuple(replace(_thing(action), pinned=True) for action in actions if action.icon == "no")
    return (*(_thing(action) for action in actions if action.icon != "no"), *ways_out)


def _thing(action: Action) -> Node:
    """A gem on the board is listed under its area, where people look for it."""
    parts = (action.detail, action.label) if action.icon.startswith("gem.") else (action.label, action.detail)
    return Node(" · ".join(filter(None, parts)), action.command, icon=action.icon)


def _by_metal(payments: Sequence[Action], metals: Sequence[str], say: Phrases) -> tuple[Node, ...]:
    """Ways to pay; if there are many, first the amount of one metal, then of the next."""
    if len(payments) <= MOST_TILES or not metals:
        return tuple(_thing(payment) for payment in payments)
    metal, *others = metals
    groups: dict[int, list[Action]] = {}
    for payment in payments:
        assert isinstance(payment.command, Lay)
        groups.setdefault(payment.command.metals.get(metal, 0), []).append(payment)
    if len(groups) == 1:
        return _by_metal(payments, others, say)
    return tuple(
        Node(_amount(count, metal, say), children=_by_metal(group, others, say), icon=f"metal.{metal}")
        if len(group) > 1
        else _thing(group[0])
        for count, group in groups.items()
    )


def _amount(count: int, metal: str, say: Phrases) -> str:
    name = say.name("metal", metal)
    return f"{count} {name}" if count else say("page.tell.without", metal=name)


STAGES = frozenset(
    "deal open bid choose grey lifted before draw exchange lay take gem gift move blue under".split()  # noqa: SIM905
)
PHASES = {"metal": "income", "energy": "energy"}


def things(state: State, *, clock: bool) -> Iterator[str]:
    """What may need a line of help: the stage, then what is new in it."""
    if advice.one_gem_from_winning(state) and state.winner is None:
        yield "amulett.threat"
    if state.stage in STAGES:
        yield f"amulett.{state.stage}"
    if state.phase in PHASES and (state.phase != "energy" or _costs(state)):
        yield f"amulett.{PHASES[state.phase]}"
    if clock and state.stage in ("bid", "exchange"):
        yield "amulett.clock"
    if state.stage == "bid" and state.auction is not None and state.auction.passed:
        yield "amulett.passed"
    if state.stage == "open" and len(state.aside) < state.count:
        yield "amulett.hat"
    if state.stage == "exchange":
        terrain = state.facts.area(state.party).terrain
        yield from () if terrain is None else ("amulett.city" if terrain == "city" else "amulett.ground",)
    if state.phase == "energy" and _some_end(state):
        yield "amulett.expires"


def _some_end(state: State) -> bool:
    costs = _costs(state)
    held = (held for player in state.players for held in player.spells)
    return any(costs.get(one.spell, 0) >= one.stones > 0 for one in held)


def _costs(state: State) -> dict[str, int]:
    """Of the spells on the table, as far as they are told: of the others the screen shows nothing that burns."""
    on_table = (held.spell for player in state.players for held in player.spells)
    return {spell: cost for spell in on_table if (cost := state.facts.spells[spell].cost) is not None}
