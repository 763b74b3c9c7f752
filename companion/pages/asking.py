"""A question of a lesson as its screen shows it: tiles, the sentence as it grows, an example, the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.i18n import Phrases
from companion.pages import list_hints
from companion.screens.amulett_map import AreaModel, MapModel
from companion.screens.teach import TeachModel
from companion.screens.tell import Node, by_letters
from companion.teaching.amul import AmulCourse
from companion.teaching.course import Course
from companion.teaching.dialogue import Ask
from companion.teaching.example import example
from companion.teaching.sentences import power_words
from companion.teaching.walk import Walk
from companion.views.model import CardModel, Header
from rules.core.errors import InvalidValue
from rules.core.words import words


def ask_model(
    ask: Ask,
    say: Phrases,
    course: Course,
    *,
    header: Header,
    thing: str = "",
    card: CardModel | None = None,
    more: tuple[Node, ...] = (),
) -> TeachModel:
    nodes, start = _nodes(ask, say)
    power = ask.so_far if isinstance(ask.so_far, list) else None
    return TeachModel(
        header=header,
        text=say.say(ask.words),
        nodes=(*nodes, *more),
        hints=list_hints(say, menu=False),
        start=min(start, len(nodes) - 1),
        card=card,
        sentences=tuple(say.say(line) for line in power_words(power)) if power else (),
        example=example_text(say, course, thing, power) if power else "",
        board=_board(ask.so_far) if isinstance(ask.so_far, Walk) else None,
        here=ask.so_far.here if isinstance(ask.so_far, Walk) else "",
    )


def _nodes(ask: Ask, say: Phrases) -> tuple[tuple[Node, ...], int]:
    """The tiles, and the one that has the focus first."""
    nodes = [Node(say.say(option.words), option.value, colour=_card_colour(option.colour)) for option in ask.options]
    if not ask.by_letters:
        return tuple(nodes), ask.start
    # "That is all" stays in front, then what is likely; the names come in groups of letters.
    done = [node for node in nodes if node.command == "done"]
    likely = [node for value in ask.ahead for node in nodes if node.command == value]
    arranged = (*done, *likely, *by_letters([node for node in nodes if node.command != "done"]))
    return arranged, arranged.index(likely[0]) if likely and ask.start >= len(done) else 0


def _card_colour(colour: str | None) -> str | None:
    return colour if colour in (*_ROWS, None) else None


_ROWS = ("yellow", "blue", "purple", "red", "green", "orange", "bazaar")


def example_text(say: Phrases, course: Course, thing: str, power: Sequence[Any]) -> str:
    """What the power as far as it is whole would score on a sample table; nothing while it has holes."""
    if not isinstance(course, AmulCourse) or not thing:
        return ""
    try:
        lines = example(course.facts, thing, power)
    except InvalidValue:
        return ""
    text = say.say(words("teach.example", items=tuple(line.because for line in lines)))
    if len(lines) < 2:
        return text
    return f"{text}; {say('teach.total', n=sum(line.points for line in lines))}"


def _board(walk: Walk) -> MapModel:
    areas = walk.areas()
    drawn = tuple(
        AreaModel(
            name,
            tuple(entry["at"]),
            entry["terrain"],
            (),
            number=name.rpartition("-")[2],
            pyramid=bool(entry["pyramid"]),
            wall="wall" in entry,
        )
        for name, entry in areas.items()
    )
    roads = tuple((a, b) for a, entry in areas.items() for b in entry["neighbours"] if a < b)
    return MapModel(drawn, roads, None)
