"""The table of Das Amulett as a view model, from public knowledge only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.games.amulett.actions import amulett_actions
from companion.games.amulett.heading import header, now_line
from companion.games.amulett.panels import panel
from companion.games.amulett.screens.model import (
    AmulettModel,
    AmulettPlayer,
)
from companion.language.i18n import Phrases
from companion.models import Moment, Notice, table_hints
from companion.screens.clock_ring import ClockModel
from companion.screens.number_screen import number_words
from rules.amulett import advice
from rules.amulett.commands import Bid, Command
from rules.amulett.state import State
from rules.amulett.view import AmulettView
from rules.amulett.view import view as public_view


@dataclass(frozen=True, slots=True)
class AmulettAround:
    """What the screen shows besides the game."""

    options: Sequence[Command] = ()
    notices: tuple[Notice, ...] = ()
    clock: ClockModel | None = None
    practice: bool = False
    camera: bool = True
    lasted: str = ""  # how long the turn has lasted
    moment: Moment | None = None


def table_view(state: State, say: Phrases, around: AmulettAround) -> AmulettModel:
    """The table screen for this state."""
    view = public_view(state)
    actions = amulett_actions(state, around.options, say)
    bids = tuple(action.command.amount for action in actions if isinstance(action.command, Bid))
    hints = table_hints(say, actions, camera=around.camera)
    return AmulettModel(
        header=header(state, view, say, practice=around.practice, camera=around.camera),
        now=now_line(state, view, say, around.lasted if around.clock is None else ""),  # one clock at a time
        players=tuple(_player(state, view, seat, say) for seat in range(len(view["players"]))),
        panel=panel(state, view, actions, say, around.clock, camera=around.camera),
        actions=actions,
        bids=bids,
        number=number_words(say),
        notices=around.notices,
        hints=replace(hints, hold_next=say("screen.hint.rules_held")) if bids else hints,  # then buttons are doors
        moment=around.moment,
    )


def _player(state: State, view: AmulettView, seat: int, say: Phrases) -> AmulettPlayer:
    player = view["players"][seat]
    return AmulettPlayer(
        seat=seat,
        name=say.player(seat),
        gems=tuple(player["gems"]),
        supply=player["supply"],
        metals=player["metal_total"],
        turn=seat == view["turn"],
        start=seat == view["start"],
        passed=seat in view["passed"],
        leads=seat == view["high_bidder"] and view["high_bid"] is not None,
        threat=seat in advice.one_gem_from_winning(state),
    )
