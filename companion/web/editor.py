"""What the page asks for and tells, as JSON values: the box as it is known, previews of powers, changes key by key."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.games.amul.course import AmulCourse
from companion.games.amul.powers.example import example
from companion.games.amul.powers.grammar import as_json
from companion.games.amul.powers.sentences import power_words
from companion.teaching.classroom import Classroom

GAMES: tuple[str, ...] = ()
from companion.teaching.course import open_lessons, taught
from companion.wording import Trouble
from rules.amul.cards import COLOURS, EFFECTS, POSITIONS, SOURCES, TRAITS
from rules.amul.terms import SCOPES, SORTS
from rules.amulett.board import TERRAINS, WALLS
from rules.amulett.facts import SYMBOLS
from rules.core.errors import InvalidValue
from rules.core.values import shown
from rules.core.words import words

MOST_CHANGES = 400  # facts in one go: a whole board has 120

SCREEN_TEXTS = ("title", "to_board")


class Conflict(Exception):
    """Somebody else has told one of these facts otherwise meanwhile."""

    def __init__(self, current: Mapping[str, Any]) -> None:
        super().__init__("told otherwise meanwhile")
        self.current = current


class Editor:
    """One for all browsers: changes are made one after the other, each on what the file says by then."""

    def __init__(self, language: str, home: Path | None = None) -> None:
        """``home``: the data folder; None: where the settings say."""
        self._language = language
        self._home = home
        self._lock = threading.Lock()

    def box(self, slug: str) -> dict[str, Any]:
        """Everything the page needs to show one game's box."""
        with self._lock:
            room = self._room(slug)
        section = "cards" if slug == "amul" else "spells"
        things = [
            {
                "slug": thing,
                "name": room.name(thing),
                "sorts": [lesson.sort for lesson in room.course.lessons(thing)],
                "open": [lesson.sort for lesson in open_lessons(room.course, thing)],
                "origin": _whence(room, thing),
            }
            for thing in room.order
        ]
        return {
            "game": slug,
            "section": section,
            "things": things,
            "taught": taught(room.course),
            "entries": room.course.document.get(section, {}),
            "areas": room.course.document.get("areas", {}),
            "effects": list(EFFECTS),
            "grammar": as_json(),
            "choices": self._choices(room),
            "texts": self._texts(room),
        }

    def preview(self, slug: str, thing: str, power: Any) -> dict[str, Any]:
        """A power in words, and what it would score; a message where it makes no sense."""
        room = self._room(slug)
        if not isinstance(room.course, AmulCourse) or thing not in room.course.things or not isinstance(power, list):
            raise Trouble(words("teach.page.not_a_card"))
        try:
            lines = example(room.course.facts, thing, power)
        except InvalidValue as error:
            return {"ok": False, "error": room.say("teach.page.wrong", expected=error.expected)}
        say = room.say
        return {
            "ok": True,
            "sentences": [say.say(line) for line in power_words(power)],
            "example": say.say(words("teach.example", items=tuple(line.because for line in lines))),
            "points": sum(line.points for line in lines),
        }

    def tell(self, slug: str, base: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
        """Writes ``told``, if each of these facts still is what the editor saw (``base``)."""
        if not told or len(told) > MOST_CHANGES or not all(isinstance(fact, str) for fact in told):
            raise Trouble(words("teach.page.too_many", most=MOST_CHANGES))
        with self._lock:
            room = self._room(slug)
            now = {fact: known(room.course.document, fact) for fact in told}
            changed = {fact: value for fact, value in now.items() if value != base.get(fact) and value != told[fact]}
            if changed:
                raise Conflict(changed)
            room.tell(told)
        return {"ok": True, "taught": taught(room.course), "now": {f: known(room.course.document, f) for f in told}}

    def _room(self, slug: str) -> Classroom:
        if slug not in GAMES:
            raise Trouble(words("facts.trouble.no_game", games=", ".join(GAMES), got=shown(slug)))
        return Classroom(slug, self._language, self._home)

    def _choices(self, room: Classroom) -> dict[str, list[list[str]]]:
        say = room.say
        if room.slug == "amulett":
            return {
                "metals": [[symbol, say.name("metal", symbol)] for symbol in SYMBOLS],
                "terrains": [[terrain, say.name("terrain", terrain)] for terrain in TERRAINS],
                "walls": [[side, say(f"teach.wall.{side}")] for side in WALLS],
            }
        assert isinstance(room.course, AmulCourse)
        scopes = [(scope, scope.replace("+", "_")) for scope in SCOPES]
        return {
            "colour": [[colour, say(f"name.row.{colour}")] for colour in COLOURS],
            "position": [[position, say(f"page.answer.position.{position}")] for position in POSITIONS],
            "effect": [[source, say(f"page.answer.effect.{source}")] for source in SOURCES],
            "source": [[source, say(f"amul.what.source_{source}")] for source in SOURCES],
            "symbols": [[trait, say.name("trait", trait)] for trait in TRAITS],
            "trait": [[trait, say.name("trait", trait)] for trait in room.course.traits],
            "kind": [[thing, room.name(thing)] for thing in room.order],
            "what": [[sort, say(f"teach.what.{'kinds' if sort == 'kind' else sort}")] for sort in SORTS],
            "whose": [[scope, say(f"teach.whose.{name}")] for scope, name in scopes],
            "whom": [[scope, say(f"teach.whom.{name}")] for scope, name in scopes[1:]],
        }

    def _texts(self, room: Classroom) -> dict[str, str]:
        """Every text of the page's own area, and the names of forms and facts."""
        say = room.say
        texts = {name: say(f"teach.{name}") for name in SCREEN_TEXTS}
        grammar = as_json()
        texts |= {f"form.{form['name']}": say(f"teach.form.{form['name']}") for form in grammar["terms"]}
        texts |= {f"if.{form['name']}": say(f"teach.condition.{form['name']}") for form in grammar["conditions"]}
        for name in PAGE_TEXTS:
            texts[name] = say(f"teach.page.{name}")
        texts |= {f"sort.{sort}": say(f"teach.sort.{sort}") for sort in PAGE_SORTS}
        return texts


PAGE_SORTS = ("colour", "traits", "letter", "position", "players", "effect", "power", "cost", "income", "name")
PAGE_TEXTS = (
    "save", "saved", "add", "remove", "other", "palace", "points", "limit", "else", "steps", "what", "whose", "whom",
    "kinds", "condition", "place", "at_least", "at_most", "conflict", "theirs", "mine", "wrong_code", "ended", "search",
    "none_power", "board_hint", "save_board", "neighbours", "area", "terrain", "pyramid", "wall", "forms", "progress",
)  # fmt: skip


def _whence(room: Classroom, thing: str) -> str:
    """Where what is known of a thing comes from, each origin once."""
    lessons = (lesson for lesson in room.course.lessons(thing) if lesson.is_known and lesson.origin is not None)
    return " · ".join(dict.fromkeys(room.say.say(lesson.origin) for lesson in lessons if lesson.origin is not None))


def known(document: Mapping[str, Any], fact: str) -> Any:
    """The value of a fact by its path; None when nobody has told it."""
    value: Any = document
    for part in fact.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value
