"""One fact by its path, asked as a lesson: for facts that are missing or were told wrongly."""

from __future__ import annotations

from collections.abc import Callable

from companion.teaching.building import numbers
from companion.teaching.course import Course, Told
from companion.teaching.dialogue import Ask, Option, Script
from rules.amulett.board import TERRAINS, WALLS
from rules.core.words import words

POINTS = tuple(range(-10, 61))


def fact_script(course: Course, fact: str) -> Callable[[], Script[Told]] | None:
    """None for a fact there is no question for."""
    sort, _, rest = fact.partition(".")
    if sort == "points":
        return lambda: _points(rest)
    name, _, key = rest.partition(".")
    if sort == "areas":
        return lambda: _area(name, key)
    if key.startswith("traits."):
        return lambda: _symbol(fact, name, key.partition(".")[2])
    if name not in course.things:
        return None
    return next((lesson.script for lesson in course.lessons(name) if lesson.sort == key), None)


def _symbol(fact: str, kind: str, trait: str) -> Script[Told]:
    value = yield Ask(words("teach.ask.how_many", kind=kind, trait=trait), numbers(range(5)), 1)
    return {fact: value}


def _points(card: str) -> Script[Told]:
    value = yield Ask(words("teach.ask.by_hand", card=card), numbers(POINTS), POINTS.index(0))
    return {f"points.{card}": value}


def _area(area: str, key: str) -> Script[Told]:
    asked = words(f"amulett.question.{key}", area=area)
    if key == "terrain":
        options = tuple(Option(terrain, words("teach.name.terrain", terrain=terrain)) for terrain in TERRAINS)
    elif key == "wall":
        options = tuple(Option(side, words(f"teach.wall.{side}")) for side in WALLS)
    else:
        options = (Option(value=True, words=words("teach.yes")), Option(value=False, words=words("teach.no")))
    value = yield Ask(asked, options)
    return {f"areas.{area}.{key}": value}
