"""Facts from box to box by browser: downloads the owner's file, compares and imports another owner's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.documents import parse_toml
from companion.facts.file import LARGEST_FILE, FactsFile, read_text
from companion.facts.own import FactsImport, plan_import, take_over
from companion.files import is_there
from companion.language.wording import Trouble
from companion.teaching.classroom import Classroom
from companion.web.editor.facts_editor import FactsEditor
from rules.core.words import words

MOST_SHOWN = 40
LONGEST_VALUE = 60
NAME = "page.toml"
WAYS = ("look", "new", "theirs")


class Transfer:
    def __init__(self, editor: FactsEditor) -> None:
        self._editor = editor

    def file(self, slug: str) -> dict[str, Any]:
        room = self._editor.room(slug)
        if not is_there(room.box.own_path()):
            raise Trouble(words("teach.codes.nothing"))
        return {"name": f"{slug}.toml", "content": read_text(room.box.own_path()).encode(), "sort": "application/toml"}

    def take(self, slug: str, text: str, way: str) -> dict[str, Any]:
        """``way``: only compare (``look``), import what is new (``new``), or prefer theirs (``theirs``)."""
        if way not in WAYS or len(text.encode()) > LARGEST_FILE:
            raise Trouble(words("teach.web.not_understood"))
        with self._editor.lock:
            room = self._editor.room(slug)
            file = _written(text)
            if way == "look":
                return _difference(plan_import(room.box, file), room)
            planned = take_over(room.box, file, replace=way == "theirs")
        count = len(planned.new) + (len(planned.differences) if planned.replaced else 0)
        return {"ok": True, "said": room.say("facts.imported", n=count)}


def _written(text: str) -> FactsFile:
    try:
        return FactsFile(Path(NAME), text, parse_toml(text))
    except ValueError as error:  # not a table, or nested too deeply
        raise Trouble(words("teach.page.no_facts")) from error


def _difference(planned: FactsImport, room: Classroom) -> dict[str, Any]:
    say, course = room.say, room.course

    def short(fact: str, value: Any) -> str:
        text = say.clauses(map(say.say, course.value_words(fact, value)))
        return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"

    lines = [
        say(
            "facts.difference",
            fact=say.say(course.fact_words(fact)),
            mine=short(fact, mine),
            theirs=short(fact, theirs),
        )
        for fact, (mine, theirs) in list(planned.differences.items())[:MOST_SHOWN]
    ]
    more = len(planned.differences) - len(lines)
    return {
        "new": len(planned.new),
        "differing": len(planned.differences),
        "lines": [*lines, *([say("teach.deck.more", n=more)] if more > 0 else [])],
        "edition": None if planned.edition is None else say.say(planned.edition),
        "said": say("teach.takeover.brings", file=NAME, new=len(planned.new), differing=len(planned.differences)),
    }
