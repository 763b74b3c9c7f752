"""Texts of commands (``<slug>.do.<command>``), answers, and what a seat has (``<slug>.seat.<key>``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from companion.language.i18n import Phrases
from rules.core.codec import name_of
from rules.core.commands import value_of
from rules.core.questions import Ticks
from rules.core.table import Move


def seat_values(slug: str, player: Any, say: Phrases) -> Iterator[str]:
    """What the view shows of a seat, for every value that has a text; missing values are left out."""
    for key, value in player.items():
        text = f"{slug}.seat.{key}"
        if value is not None and say.has(text):
            named = tuple(value) if isinstance(value, list) else value
            yield say(text, n=named, card=named, cards=named)


def command_text(slug: str, command: Any, say: Phrases) -> str:
    """The text on a command's tile; without one, the name of its card or of the command."""
    values = {item.name: getattr(command, item.name) for item in fields(command)}
    key = f"{slug}.do.{name_of(type(command))}"
    if say.has(key):
        return say(key, **values)
    card = values.get("card")
    return say.name("card", card) if isinstance(card, str) else name_of(type(command)).replace("_", " ")


def answer_label(answer: Any, say: Phrases) -> str:
    """The text on an answer's tile: a word, a number, a letter or a list of things; no value means "later"."""
    value = value_of(answer)
    if value is None:
        return say("screen.hint.later")
    sort = answer.fact.rpartition(".")[2]
    return value_label(sort, value, say)


def value_label(sort: str, value: Any, say: Phrases) -> str:
    """A value of a fact of that sort."""
    if isinstance(value, list | tuple):
        return say.join([say.name(sort, item) for item in value]) or say("page.answer.nothing")
    if sort == "seat" and isinstance(value, int):
        return say.player(value)
    keys = (f"page.answer.{sort}.{str(value).lower()}", f"name.{sort}.{value}")
    return next((say(key) for key in keys if say.has(key)), str(value))


def rest_label(ticks: Ticks, say: Phrases, *, is_any: bool) -> str:
    """What all things have that are not ticked; ``is_any``: some are."""
    return say("page.answer.rest" if is_any else "page.answer.all_rest", value=value_label(ticks.sort, ticks.rest, say))


def move_text(move: Move, say: Phrases) -> str:
    """Which card goes back where after an undo."""
    sort, _, number = move.target.partition("-")
    if number.isdecimal():
        key = "hidden" if move.hidden else "hand" if sort == "hand" else "seat"
        return say(f"screen.putback.to_{key}", card=move.card, seat=int(number))
    if sort in ("deck", "box", "mat", "hand", "down"):
        return say(f"screen.putback.to_{'hands' if sort == 'hand' else sort}", card=move.card)
    if say.has(own := f"screen.putback.to_{sort}"):  # a game says it in its own words
        return say(own, card=move.card)
    return say("screen.putback.to_place", card=move.card, where=say(f"screen.place.{sort}"))
