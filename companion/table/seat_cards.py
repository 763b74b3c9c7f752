"""Seat cards laid under the camera during a game: ready, pass, yes, no."""

from __future__ import annotations

from typing import Any

from companion.inbox import SignSeen
from companion.table.acts import Answer, Settle, Tell
from companion.table.table import Table
from rules.core.commands import given_by, value_of
from rules.core.questions import Question
from rules.core.table import Doubt
from rules.core.words import words


def answer_sign(table: Table, sign: SignSeen, now_ms: int) -> bool:
    """Does what a seat card says. False if that seat may not do it now; the table then says why."""
    assert sign.seat is not None
    if sign.seat >= len(table.people):
        return False
    match sign.name:
        case "yes" | "no":
            return _settle(table, sign.name == "yes", now_ms)
        case "pass":
            return _pass(table, sign.seat, now_ms)
        case _:
            return _act(table, sign.seat, table.game.ready, now_ms) or table.seat_pressed(sign.seat, now_ms)


def _act(table: Table, seat: int, sorts: tuple[type, ...], now_ms: int) -> bool:
    """Gives the first command of these types that the seat may give now, if there is one."""
    command = next((one for one in table.live.offered if isinstance(one, sorts) and given_by(one) == seat), None)
    if command is not None:
        table.act(Tell(command), now_ms)
    return command is not None


def _pass(table: Table, seat: int, now_ms: int) -> bool:
    if _act(table, seat, table.game.passes, now_ms):
        return True
    if table.seat_pressed(seat, now_ms):
        table.live.say(words("page.nothing_to_pass"), now_ms)
    return False


def _settle(table: Table, yes: bool, now_ms: int) -> bool:
    """Answers the open question, or says that it cannot be answered by yes or no."""
    asked = table.asked(now_ms)
    answer = None if asked is None else _chosen(asked, yes)
    if answer is None:
        table.live.say(words("page.nothing_asked"), now_ms)
    else:
        table.act(Settle(answer) if isinstance(asked, Doubt) else Answer(answer), now_ms)
    return answer is not None


def _chosen(asked: Question | Doubt, yes: bool) -> Any:
    """Yes to a doubt: its only explanation; no: leave the table as it is. To a question, no may mean "later"."""
    if isinstance(asked, Doubt):
        fitting = [one for one in asked.answers if not one.undo and bool(one.commands) is yes]
        return fitting[0] if len(fitting) == 1 else None
    wanted = (True,) if yes else (False, None)
    values = [(answer, value_of(answer)) for answer in asked.answers]
    return next((answer for value in wanted for answer, told in values if told is value), None)
