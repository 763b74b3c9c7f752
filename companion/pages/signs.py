"""What becomes of a seat or control card laid under the camera while a game is played."""

from __future__ import annotations

from typing import Any

from companion.contract import Context
from companion.inbox import Sign
from companion.pages.end import EndPage
from companion.pages.table import TablePage
from companion.screens import Chosen
from companion.screens.navigation import Navigation, Open
from rules.core.commands import given_by, value_of
from rules.core.questions import Question
from rules.core.table import Doubt
from rules.core.words import words


def score_so_far(context: Context, table: TablePage, now_ms: int) -> Navigation:
    """The pad as it would stand now; a game without points says so."""
    if table.score()["kind"] != "points":
        table.live.say(words("page.no_points"), now_ms)
        return None
    return Open(EndPage(context, table.score, table.say, full=True))


def answer_for(table: TablePage, sign: Sign, now_ms: int) -> bool:
    """Does what a seat's card says. False: it is not for that seat to say so now, and the screen says why."""
    assert sign.seat is not None
    live = table.live
    if sign.seat >= len(live.session.setup.players):
        return False
    match sign.name:
        case "yes" | "no":
            return _settle(table, sign.name == "yes", now_ms)
        case "pass":
            return _pass(table, sign.seat, now_ms)
        case _:
            return _act(table, sign.seat, table.game.ready, now_ms) or table.seat_pressed(sign.seat, now_ms)


def _act(table: TablePage, seat: int, sorts: tuple[type, ...], now_ms: int) -> bool:
    """Gives the command of one of these sorts that the seat may give now, if there is one."""
    command = next((one for one in table.live.offered if isinstance(one, sorts) and given_by(one) == seat), None)
    if command is not None:
        table.act(Chosen(command), now_ms)
    return command is not None


def _pass(table: TablePage, seat: int, now_ms: int) -> bool:
    if _act(table, seat, table.game.passes, now_ms):
        return True
    if table.seat_pressed(seat, now_ms):
        table.live.say(words("page.nothing_to_pass"), now_ms)
    return False


def _settle(table: TablePage, yes: bool, now_ms: int) -> bool:
    """The question on the screen; if it cannot be answered by yes or no, that is said."""
    live = table.live
    asked = live.question or live.doubt(now_ms)
    answer = None if asked is None else _chosen(asked, yes)
    if answer is None:
        live.say(words("page.nothing_asked"), now_ms)
    elif isinstance(asked, Doubt):
        live.settle(asked, answer, now_ms)
    else:
        live.do(answer, now_ms)
    return answer is not None


def _chosen(asked: Question | Doubt, yes: bool) -> Any:
    """Yes to a doubt is the one explanation it offers, no leaves the table so; "later" is a no to any fact."""
    if isinstance(asked, Doubt):
        fitting = [one for one in asked.answers if not one.undo and bool(one.commands) is yes]
        return fitting[0] if len(fitting) == 1 else None
    wanted = (True,) if yes else (False, None)
    values = [(answer, value_of(answer)) for answer in asked.answers]
    return next((answer for value in wanted for answer, told in values if told is value), None)
