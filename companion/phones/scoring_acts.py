"""What a seat can tell by phone when the score lacks facts: colours, symbols and points of the cards in front of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from companion.models import Action
from companion.phones.translated_table import TranslatedTable
from companion.play.number_commands import MadeCommands, NumberCommands
from companion.table.points_by_hand import points_command
from companion.table.texts import rest_label
from rules.core.questions import Ticks
from rules.core.scoring import PointsLine, is_settled

POINTS = range(-9, 100)  # by phone; more is told at the box
MOST_VALUES = 9  # beside each card; more, such as letters, are told at the box


@dataclass(frozen=True, slots=True)
class GiveByHand:
    """This card brings so much tonight."""

    card: str
    points: int


def is_counting(table: TranslatedTable) -> bool:
    """Whether the game is over and its score still lacks something."""
    return table.live.is_over and not is_settled(table.table.result.score())


def own_ticks(table: TranslatedTable, seat: int) -> Ticks | None:
    """What can be told together of the cards in front of this seat; all of them lie open by now."""
    course = table.course
    if course is None:
        return None
    things = {course.thing_of(line["card"]) for line in _lines(table, seat) if line["card"]}
    facts = [fact for fact in table.table.result.score().get("missing", ()) if fact.split(".")[1] in things]
    ticks = course.ticks(facts, few=True)
    return ticks if ticks is None or len(ticks.values) <= MOST_VALUES else None


def scoring_acts(table: TranslatedTable, seat: int) -> Iterator[Action]:
    """Points by hand, for each card of this seat that nobody can count yet."""
    if points_command(table.desk) is None:
        return
    unknown = (line["card"] for line in _lines(table, seat) if line.get("unknown") and not line.get("told"))
    for card in dict.fromkeys(card for card in unknown if card):
        made = MadeCommands(POINTS, partial(GiveByHand, card))
        yield Action(table.say("page.points.how_many", card=card), NumberCommands(POINTS, made), "hand")


def done_label(table: TranslatedTable, ticks: Ticks) -> str:
    return table.say("teach.option.all") if ticks.is_choice else rest_label(ticks, table.say, is_any=True)


def _lines(table: TranslatedTable, seat: int) -> list[PointsLine]:
    score = table.table.result.score()
    return list(score["players"][seat]["lines"]) if score["kind"] == "points" else []
