"""Where Das Amulett stands and what now, in words."""

from __future__ import annotations

from collections.abc import Iterator

from companion.contract import Desk, Heading
from companion.games.amulett.now_line import PHASES, now_line
from companion.language.i18n import Phrases
from companion.models import Badge, Header, phase_steps, standing_badges
from rules.amulett import advice
from rules.amulett.state import State
from rules.amulett.view import AmulettView
from rules.amulett.view import view as public_view


def heading(desk: Desk, now_ms: int) -> Heading:
    state: State = desk.live.session.state
    view, practice = public_view(state), bool(desk.live.facts.get("practice"))
    shown = header(state, view, desk.say, practice=practice, camera=desk.context.has_camera)
    return Heading(shown, now_line(state, view, desk.say, desk.clock_text(now_ms)))


def header(state: State, view: AmulettView, say: Phrases, *, practice: bool, camera: bool) -> Header:
    return Header(
        title=say("screen.game.amulett"),
        place=say("screen.amulett.round", n=view["round"]),
        steps=phase_steps(PHASES, view["phase"], say),
        badges=(*standing_badges(say, practice=practice, camera=camera), *_threats(state, say)),
    )


def _threats(state: State, say: Phrases) -> Iterator[Badge]:
    seats = advice.one_gem_from_winning(state)
    if seats and state.winner is None:
        names = say.join([say.player(seat) for seat in seats])
        yield Badge("gem", say("screen.amulett.threat", names=names), "bad")
