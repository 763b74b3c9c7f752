"""The end of Āmul on the screen: seat by seat, area and hand on the mat are compared with the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games.amul.cards import card_model
from companion.language.i18n import Phrases
from companion.models import (
    Action,
    CardModel,
    Header,
    Hints,
    Notice,
    NowLine,
    ReadState,
    standing_badges,
    table_hints,
)
from companion.screens.reading_screen import ReadingModel, ReadingRow
from rules.amul.view import AmulView
from rules.core.table import Doubt


@dataclass(frozen=True, slots=True)
class LaidCards:
    """What one seat has laid: the cards of its area by the log, those that were read, and what else is on the mat now.
    ``ticks``: hand cards that were read and taken up again; they are not named before the end."""

    seat: int
    area: tuple[str, ...]
    read: frozenset[str] = frozenset()
    others: tuple[str, ...] = ()
    ticks: int = 0


@dataclass(frozen=True, slots=True)
class EndAround:
    """What else the reading screen shows: differences, and whether they are being settled."""

    facts: Mapping[str, Any] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    camera: bool = True
    practice: bool = False
    differences: tuple[Doubt, ...] = ()
    asking: bool = False
    actions: tuple[Action, ...] = ()


def end_view(view: AmulView, say: Phrases, laid: LaidCards, around: EndAround) -> ReadingModel:
    return ReadingModel(
        header=Header(
            say("screen.game.amul"),
            say("screen.reading.title"),
            badges=standing_badges(say, practice=around.practice, camera=around.camera),
            rules=True,
        ),
        now=_now(view, say, laid, around),
        rows=tuple(_row(view, seat, laid, around) for seat in range(len(view["players"]))),
        cards=_cards(say, laid, around),
        ticks=0 if around.asking else laid.ticks,
        actions=around.actions,
        differences=tuple(say.say(doubt.words) for doubt in around.differences),
        asking=around.asking,
        empty=say("screen.reading.empty" if around.camera else "screen.reading.empty_blind"),
        hints=_hints(say, around),
        notices=around.notices,
    )


def _hints(say: Phrases, around: EndAround) -> Hints:
    hints = table_hints(say, around.actions)
    if not around.asking:
        return hints
    return replace(hints, back=say("screen.hint.back"), hold_next=say("screen.hint.rules_held"))


def _now(view: AmulView, say: Phrases, laid: LaidCards, around: EndAround) -> NowLine:
    if around.asking:
        text = say("screen.reading.differs", n=len(around.differences))
        return NowLine(text, say("screen.reading.differs_why"), "", laid.seat)
    left = [seat for seat in view["waiting"] if seat != laid.seat]
    then = say("screen.reading.next", seat=left[0]) if left else say("screen.then", what=say("screen.pad.title"))
    sort = "both" if around.camera else "told"
    return NowLine(say(f"screen.reading.{sort}", seat=laid.seat), say(f"screen.reading.why_{sort}"), then, laid.seat)


def _row(view: AmulView, seat: int, laid: LaidCards, around: EndAround) -> ReadingRow:
    player, shown, done = view["players"][seat], view["shown"][seat], seat in view["done"]
    whole = len(player["area"]) + shown
    if seat != laid.seat:
        return ReadingRow(seat, player["name"], whole if done else 0, done)
    if not around.camera:
        return ReadingRow(seat, player["name"], shown, done, now=True)
    return ReadingRow(seat, player["name"], len(laid.read) + shown, done, now=True, of=whole)


def _cards(say: Phrases, laid: LaidCards, around: EndAround) -> tuple[CardModel, ...]:
    """The area by the log, ticked as it is read; then any other cards on the mat."""
    doubtful = {card for doubt in around.differences for card in doubt.cards}
    states: dict[str, ReadState] = {card: "settled" if card in laid.read else "seen" for card in laid.area}
    if not around.camera:
        states = dict.fromkeys(laid.area, "")
    states.update(dict.fromkeys(laid.others, "settled"))
    states.update({card: "wrong" for card in states if card in doubtful})
    if around.asking:
        states = {card: state for card, state in states.items() if state == "wrong"}  # just these, and large
    return tuple(card_model(card, say, around.facts, state) for card, state in states.items())
