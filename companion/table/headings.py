"""Heading of the table: where the game is, what happens now and why. The game's own, or made from its view and texts.

A step is described by ``<slug>.now.<phase>`` and named by ``<slug>.phase.<phase>``, where there are such texts.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import Desk, Heading
from companion.language.i18n import Phrases
from companion.models import Header, NowLine, sentence, standing_badges
from companion.table.pad_heading import pad_heading
from rules.core.view import View


def heading_of(desk: Desk, now_ms: int) -> Heading:
    return (desk.game.heading or stock_heading)(desk, now_ms) if desk.live.is_followed else pad_heading(desk)


def stock_heading(desk: Desk, now_ms: int) -> Heading:
    """For a game that brings no heading of its own."""
    return Heading(stock_header(desk), stock_now(desk, now_ms))


def stock_header(desk: Desk) -> Header:
    say, view = desk.say, desk.live.view
    parts = (say("screen.round_short", n=view["round"]), desk.phase)
    practice = bool(desk.live.facts.get("practice"))
    badges = standing_badges(say, practice=practice, camera=desk.context.has_camera)
    return Header(say(f"screen.game.{desk.game.slug}"), " · ".join(filter(None, parts)), badges=badges, rules=True)


def stock_now(desk: Desk, now_ms: int) -> NowLine:
    say, view = desk.say, desk.live.view
    key = f"{desk.game.slug}.now.{view['phase']}"
    if not say.has(key):
        key = "screen.stock.all" if view["turn"] is None else "screen.stock.turn"
    text, notes = say(key, seat=view["turn"]), (sentence(note, say) for note in view.get("notes", ()))
    why = " · ".join(filter(None, (why_turn(view, say), *notes)))
    return NowLine(text, why, seat=view["turn"], clock=desk.clock_text(now_ms))


def why_turn(view: View, say: Phrases) -> str:
    """Why it is this player's turn."""
    turn, order = view["turn"], list(view.get("order", ()))
    return sentence(view["why"][order.index(turn)], say) if turn in order and view.get("why") else ""


def seat_order(view: View) -> Sequence[int]:
    """The seats in turn order for this step, or else as they sit."""
    return list(view.get("order", ())) or list(range(len(view["players"])))
