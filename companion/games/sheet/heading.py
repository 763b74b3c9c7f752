"""Where a sheet stands and what is asked now, in words: for the screen, the phones and the club."""

from __future__ import annotations

from companion.contract import Desk, Heading
from companion.games.sheet.figures import cells_in_order
from companion.language.i18n import Phrases
from companion.models import Header, NowLine, standing_badges
from rules.sheets.game.state import State
from rules.sheets.result import Cell


def heading(desk: Desk, now_ms: int) -> Heading:
    state: State = desk.live.session.state
    cells = cells_in_order(state, by_row=desk.context.config.night.by_row)
    return Heading(header_of(desk, state), now_line(desk, state, cells[0] if cells else None, now_ms))


def header_of(desk: Desk, state: State) -> Header:
    badges = standing_badges(desk.say, practice=False, camera=desk.context.has_camera or not state.sheet.has_cards)
    return Header(desk.say(f"screen.game.{desk.game.slug}"), place(state, desk.say), badges=badges, rules=True)


def place(state: State, say: Phrases) -> str:
    """Which round of how many, or which part of the end."""
    if not state.round:
        return say(f"sheet.phase.{state.phase}")
    rounds = state.sheet.rounds_for(len(state.players))
    if rounds is not None:
        return say("screen.round", n=state.round, of=rounds)
    return say("screen.round_alone", n=state.round)


def now_line(desk: Desk, state: State, cell: Cell | None, now_ms: int) -> NowLine:
    """What to say now, of whom; below it who begins, or whose turn it is."""
    say, clock = desk.say, desk.clock_text(now_ms)
    if cell is None or state.phase not in ("round", "end"):
        seat = state.asked_seat
        told = "_told" if state.phase == "cards" and not desk.context.has_camera else ""
        return NowLine(say(f"sheet.now.{state.phase}{told}", seat=seat), seat=seat, clock=clock)
    text = say("sheet.now.ask", seat=cell.seat, row=cell.row)
    return NowLine(text, why(state, say), seat=cell.seat, clock=clock)


def why(state: State, say: Phrases) -> str:
    if state.turn is not None:
        return say("sheet.turn", seat=state.turn)
    begins = state.sheet.begins is not None and state.round and state.first is not None
    return say("sheet.first", seat=state.first) if begins else ""
