"""Who stands where: after each round, and when everything is written."""

from __future__ import annotations

from companion.contract import Desk
from companion.language.i18n import Phrases
from companion.models import Header, Hints
from companion.screens.bulletin_screen import BulletinModel, BulletinRow
from companion.screens.list_screen import Remark
from rules.sheets.counting import count
from rules.sheets.game.state import State
from rules.sheets.numbers import Points, said
from rules.sheets.result import Count


def open_count(state: State) -> Count:
    """As all may see it: without numbers that are still secret."""
    return count(state.sheet, state.told(hidden=False))


def points_text(points: Points, say: Phrases) -> str:
    if points is None:
        return "?"
    text = said(points)
    return (text if isinstance(text, str) else say.say(text)).replace("-", "\u2212")


def standing_remarks(state: State, say: Phrases) -> tuple[Remark, ...]:
    """The best first; who cannot be placed yet last."""
    players = open_count(state).players
    order = sorted(state.seats, key=lambda seat: (players[seat].place or len(players) + 1, seat))
    return tuple(
        Remark(place_text(players[seat].place, say.player(seat)), points_text(players[seat].total, say))
        for seat in order
    )


def place_text(place: int | None, name: str) -> str:
    return name if place is None else f"{place}. {name}"


def round_bulletin(desk: Desk, state: State, number: int) -> BulletinModel:
    """What the round brought each player, and the total since."""
    say, players = desk.say, open_count(state).players
    order = sorted(state.seats, key=lambda seat: (players[seat].place or len(players) + 1, seat))
    rows = []
    for seat in order:
        gained = players[seat].rounds[number - 1] if number <= len(players[seat].rounds) else 0
        text = _gained(state, seat, number, gained, say)
        rows.append(
            BulletinRow(
                seat,
                place_text(players[seat].place, say.player(seat)),
                text,
                figure=points_text(players[seat].total, say),
            )
        )
    why = say("sheet.first", seat=state.first) if state.sheet.begins is not None and state.round else ""
    hints = Hints(ok=say("screen.hint.play_on"), hold_ok=say("screen.hint.menu"), hold_back=say("screen.hint.undo"))
    header = Header(
        say(f"screen.game.{desk.game.slug}"), say("sheet.after_round", n=number) + (f" · {why}" if why else "")
    )
    return BulletinModel(header, tuple(rows), hints)


def _gained(state: State, seat: int, number: int, points: Points, say: Phrases) -> str:
    """What the round brought, or why it brought nothing."""
    if seat in state.gone:
        return say("sheet.gone")
    return say("sheet.gained", n=_signed(points, say)) if state.plays(seat, number) else say("sheet.later")


def _signed(points: Points, say: Phrases) -> str:
    text = points_text(points, say)
    return f"+{text}" if points is not None and points > 0 else text
