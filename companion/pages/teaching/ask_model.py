"""The screen model for a question of a lesson: tiles, and what the answers so far make."""

from __future__ import annotations

from dataclasses import replace

from companion.language.i18n import Phrases
from companion.models import CardModel, Header, NowLine, list_hints
from companion.number_entry import Numbers
from companion.screens.number_screen import MOST_BESIDE, NumberScreen, number_model
from companion.screens.teach_screen import Figure, TeachModel
from companion.screens.tell_screen import Node, by_letters
from companion.teaching.course import Course
from companion.teaching.dialogue import Ask

MANY_NUMBERS = 16  # more are entered, not looked for among tiles


def ask_model(
    ask: Ask,
    say: Phrases,
    course: Course,
    *,
    header: Header,
    thing: str = "",
    card: CardModel | None = None,
    figure: Figure | None = None,
    more: tuple[Node, ...] = (),
) -> TeachModel:
    """``figure``: a drawing in place of the card."""
    nodes, start = _nodes(ask, say)
    sentences, example = course.so_far(ask.so_far, thing, say)
    return TeachModel(
        header=header,
        text=say.say(ask.words),
        nodes=(*nodes, *more),
        hints=list_hints(say, menu=False),
        start=min(start, len(nodes) - 1),
        card=card,
        figure=figure,
        sentences=sentences,
        example=example,
    )


def asked_number(
    ask: Ask, say: Phrases, *, header: Header, card: CardModel | None = None, more: tuple[Node, ...] = ()
) -> NumberScreen | None:
    """The question as one for a number, if nothing else answers it and there are too many for tiles."""
    values = sorted(option.value for option in ask.options if type(option.value) is int)
    if len(values) <= MANY_NUMBERS or len(values) < len(ask.options) or len(more) > MOST_BESIDE:
        return None
    numbers = Numbers(tuple(values), near=ask.options[ask.start].value)
    model = number_model(say, header, NowLine(say.say(ask.words)), numbers)
    return NumberScreen(replace(model, last=more, card=card))


def _nodes(ask: Ask, say: Phrases) -> tuple[tuple[Node, ...], int]:
    """The tiles, and which one has the focus first."""
    nodes = [Node(say.say(option.words), option.value, colour=option.colour) for option in ask.options]
    if not ask.by_letters:
        return tuple(nodes), ask.start
    # "That is all" first, then the likely ones; names are grouped by letter.
    done = [node for node in nodes if node.command == "done"]
    likely = [node for value in ask.ahead for node in nodes if node.command == value]
    arranged = (*done, *likely, *by_letters([node for node in nodes if node.command != "done"]))
    return arranged, arranged.index(likely[0]) if likely and ask.start >= len(done) else 0
