"""Teaching Āmul in a browser: what can be chosen, the forms of powers, and a power in words while it is built."""

from __future__ import annotations

from typing import Any

from companion.contract import ToldInWords, WebPart
from companion.games.amul.course import AmulCourse
from companion.games.amul.fact_words import effect_words
from companion.games.amul.powers.example import example
from companion.games.amul.powers.grammar import as_json
from companion.games.amul.powers.sentences import power_words
from companion.language.i18n import Phrases
from companion.teaching.classroom import Classroom
from companion.teaching.course import Course
from rules.amul.cards import COLOURS, EFFECTS, POSITIONS, SOURCES, TRAITS
from rules.amul.power import MOST_TERMS
from rules.amul.questions import ANSWERS
from rules.amul.terms import SCOPES, SORTS
from rules.core.values import listed
from rules.core.words import words

FACTS = ("colour", "traits", "letter", "position", "players", "effect", "power")
TEXTS = (
    "add", "remove", "other", "palace", "palace_letters", "points", "limit", "else", "steps", "what", "whose", "whom",
    "kinds", "condition", "place", "at_least", "at_most", "none_power", "forms",
)  # fmt: skip


def _more(room: Classroom) -> dict[str, Any]:
    return {"effects": list(EFFECTS), "grammar": as_json(), "choices": _choices(room), "texts": _texts(room.say)}


def _choices(room: Classroom) -> dict[str, list[list[str]]]:
    assert isinstance(room.course, AmulCourse)
    say = room.say
    scopes = [(scope, scope.replace("+", "_")) for scope in SCOPES]
    return {
        "colour": [[colour, say(f"screen.row.{colour}")] for colour in COLOURS],
        "position": [[position, say(f"page.answer.position.{position}")] for position in POSITIONS],
        "effect": [[_joined(places), say.say(effect_words(places))] for places in ANSWERS["effect"]],
        "source": [[source, say(f"amul.what.source_{source}")] for source in SOURCES],
        "symbols": [[trait, say.name("trait", trait)] for trait in TRAITS],
        "trait": [[trait, say.name("trait", trait)] for trait in room.course.traits],
        "kind": [[thing, room.name(thing)] for thing in room.order],
        "what": [[sort, say(f"teach.what.{'kinds' if sort == 'kind' else sort}")] for sort in SORTS],
        "whose": [[scope, say(f"teach.whose.{name}")] for scope, name in scopes],
        "whom": [[scope, say(f"teach.whom.{name}")] for scope, name in scopes[1:]],
    }


def _joined(places: str | list[str]) -> str:
    return places if isinstance(places, str) else " ".join(places)


def _texts(say: Phrases) -> dict[str, str]:
    """The texts of the page, and the names of facts and forms."""
    grammar = as_json()
    return {
        **{name: say(f"amul.page.{name}") for name in TEXTS},
        **{f"sort.{fact}": say(f"teach.sort.{fact}") for fact in FACTS},
        **{f"form.{form['name']}": say(f"teach.form.{form['name']}") for form in grammar["terms"]},
        **{f"if.{form['name']}": say(f"teach.condition.{form['name']}") for form in grammar["conditions"]},
    }


def _preview(course: Course, thing: str, power: Any, say: Phrases) -> ToldInWords:
    """A power in sentences, and what it would score on a small table."""
    assert isinstance(course, AmulCourse)
    terms = listed(power, "power", 0, MOST_TERMS)
    items = tuple(line.because for line in example(course.facts, thing, terms))
    return ToldInWords(
        tuple(say.say(line) for line in power_words(terms)), say.say(words("teach.example", items=items))
    )


WEB = WebPart(more=_more, preview=_preview)
