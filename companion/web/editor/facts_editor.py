"""Facts for the editor's page, as JSON: the games, what is known of a box, questions, changes."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from companion.contract import Games, TableGame
from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from companion.teaching.classroom import Classroom
from companion.teaching.course import Lesson, open_lessons, so_far_lines, taught
from companion.teaching.dialogue import Ask, Dialogue
from rules.core.errors import InvalidValue
from rules.core.values import readable
from rules.core.words import Words, words

MOST_CHANGES = 400  # facts in one request; a whole board has 120
MOST_ANSWERS = 100  # about one fact

TEXTS = (
    "save", "saved", "conflict", "theirs", "mine", "ended", "search", "progress", "tell", "next", "back",
    "travel", "export", "export_about", "import", "import_about", "look", "take_new", "take_theirs", "nothing_new",
    "see", "see_none", "see_tick", "here", "add", "made_go", "made_like", "made_other", "made_laid", "made_keep",
)  # fmt: skip
PILE_TEXTS = (
    "title", "all", "rest_none", "rest_here", "gone", "back", "which_pile", "which_fact", "in_pile", "done", "more_yes",
    "more_no", "more_name", "names",
)  # fmt: skip


class Conflict(Exception):
    """Somebody else has changed one of these facts in the meantime."""

    def __init__(self, current: Mapping[str, Any]) -> None:
        super().__init__("told otherwise meanwhile")
        self.current = current


class WrongFact(Exception):
    """One of the facts cannot be so; the page says it beside its field."""

    def __init__(self, fact: str, said: Words) -> None:
        super().__init__(fact)
        self.fact, self.said = fact, said


def _is_unfinished(value: Any) -> bool:
    """Whether something in it was not chosen yet; nothing at all means that it is unknown again."""
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return any(part is None or _is_unfinished(part) for part in parts)


def _fact_at(place: str, told: Mapping[str, Any]) -> str:
    """The fact that was told there, or empty."""
    return next((fact for fact in told if place == fact or place.startswith((f"{fact}.", f"{fact}["))), "")


class FactsEditor:
    """Shared by all browsers: changes are made one at a time, each to the file as it is by then."""

    def __init__(self, language: str, games: Games, home: Path | None = None) -> None:
        """``home``: the data folder; None: where the settings say."""
        self._language = language
        self._asked_in = threading.local()  # each request is answered in the language of its browser
        self._games = {game.slug: game for game in games if game.course is not None}
        self._home = home
        self.lock = threading.Lock()

    @property
    def language(self) -> str:
        return getattr(self._asked_in, "language", self._language)

    @contextmanager
    def answering(self, language: str) -> Iterator[None]:
        """In this thread, what follows is said in that language."""
        self._asked_in.language = language
        try:
            yield
        finally:
            del self._asked_in.language

    def speak(self, language: str) -> None:
        self._language = language

    def games(self) -> dict[str, Any]:
        """Every game whose box can be taught, and the texts of the page itself."""
        say = Phrases(self.language)
        return {
            "games": [{"slug": slug, "name": say(f"screen.game.{slug}")} for slug in self._games],
            "texts": {
                "pair": say("list.pair"),
                "language": say.code,
                "title": say("teach.title"),
                "sheets": say("teach.sheets.title"),
                "piles": {name: say(f"teach.piles.{name}") for name in PILE_TEXTS},
                **{name: say(f"teach.page.{name}") for name in TEXTS},
            },
        }

    def box(self, slug: str) -> dict[str, Any]:
        """Everything the page needs to show one game's box. ``own``: data for the game's script, if it has one."""
        game = self._game(slug)
        with self.lock:
            room = self._room(game)
        return {
            "game": slug,
            "things": [_thing(room, thing, has_fields=game.web is not None) for thing in room.order],
            "taught": taught(room.course),
            "known": _count(room),
            "facts": {
                section: room.course.document.get(section, {}) for section in (*room.box.sections, *room.box.lists)
            },
            "piles": bool(room.pile_sorts or room.course.made_sorts),
            "own": None if game.web is None else game.web.more(room),
        }

    def preview(self, slug: str, thing: str, value: Any) -> dict[str, Any]:
        """A value in words, and what it would score; an error message if it makes no sense."""
        game = self._game(slug)
        room = self._room(game)
        if game.web is None or game.web.preview is None or thing not in room.course.things:
            raise Trouble(words("teach.page.no_preview"))
        if _is_unfinished(value):
            return {"ok": False, "error": room.say("teach.page.unfinished")}
        try:
            preview = game.web.preview(room.course, thing, value, room.say)
        except InvalidValue as error:
            return {"ok": False, "error": room.say("teach.page.wrong", expected=error.expected)}
        return {"ok": True, "sentences": preview.sentences, "example": preview.example}

    def ask(self, slug: str, thing: str, sort: str, answers: Sequence[Any]) -> dict[str, Any]:
        """The next question about one fact of a thing, or the facts that these answers give; writes nothing."""
        room = self._room(self._game(slug))
        lessons = room.course.lessons(thing) if thing in room.course.things else ()
        lesson = next((lesson for lesson in lessons if lesson.sort == sort), None)
        if lesson is None or len(answers) > MOST_ANSWERS:
            raise Trouble(words("teach.web.not_understood"))
        dialogue = Dialogue(lesson.script)
        replay(dialogue, answers)
        if dialogue.ask is None:
            return {"told": dialogue.result}
        return {**question(dialogue.ask, thing, room), "answers": dialogue.answers}

    def tell(self, slug: str, base: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
        """Writes ``told`` if these facts are still as the editor saw them (``base``)."""
        if not told or len(told) > MOST_CHANGES or not all(isinstance(fact, str) for fact in told):
            raise Trouble(words("teach.page.too_many", most=MOST_CHANGES))
        with self.lock:
            room = self._room(self._game(slug))
            now = {fact: known(room.course.document, fact) for fact in told}
            changed = {fact: value for fact, value in now.items() if value != base.get(fact) and value != told[fact]}
            if changed:
                raise Conflict(changed)
            if (unfinished := next((fact for fact, value in told.items() if _is_unfinished(value)), None)) is not None:
                raise WrongFact(unfinished, words("teach.page.unfinished"))
            try:
                room.tell(told)
            except Trouble as trouble:
                if isinstance(wrong := trouble.__cause__, InvalidValue):
                    fact = _fact_at(wrong.place, told) or wrong.place
                    raise WrongFact(fact, words("teach.page.wrong", expected=wrong.expected)) from trouble
                raise
        return {"ok": True, "taught": taught(room.course), "now": {f: known(room.course.document, f) for f in told}}

    def _game(self, slug: str) -> TableGame:
        if slug not in self._games:
            raise Trouble(words("facts.trouble.no_game", games=", ".join(self._games), got=readable(slug)))
        return self._games[slug]

    def room(self, slug: str, habits: Mapping[str, Any] | None = None) -> Classroom:
        return self._room(self._game(slug), habits)

    def _room(self, game: TableGame, habits: Mapping[str, Any] | None = None) -> Classroom:
        assert game.course is not None
        return Classroom(game.box.at(self._home), game.course, self.language, habits)


def _count(room: Classroom) -> tuple[int, int]:
    """How many facts are known, and how many there are."""
    lessons = [lesson.is_known for thing in room.course.things for lesson in room.course.lessons(thing)]
    return sum(lessons), len(lessons)


def _thing(room: Classroom, thing: str, *, has_fields: bool) -> dict[str, Any]:
    """A thing in the list; for games without a script, with every fact and its value."""
    about = {
        "slug": thing,
        "name": room.name(thing),
        "sorts": [lesson.sort for lesson in room.course.lessons(thing)],
        "open": [lesson.sort for lesson in open_lessons(room.course, thing)],
        "origin": _origins(room, thing),
    }
    return about if has_fields else {**about, "lessons": [_lesson(room, one) for one in room.course.lessons(thing)]}


def _lesson(room: Classroom, lesson: Lesson) -> dict[str, Any]:
    value = [room.say.say(line) for line in lesson.value] if lesson.is_known else []
    return {"sort": lesson.sort, "name": room.say(f"teach.sort.{lesson.sort}"), "value": value}


def _origins(room: Classroom, thing: str) -> str:
    """The origins of what is known of a thing, each once."""
    lessons = (lesson for lesson in room.course.lessons(thing) if lesson.is_known and lesson.origin is not None)
    return " · ".join(dict.fromkeys(room.say.say(lesson.origin) for lesson in lessons if lesson.origin is not None))


class Talk(Protocol):
    """A dialogue, or several one after the other."""

    @property
    def ask(self) -> Ask | None: ...

    @property
    def answers(self) -> list[Any]: ...

    def answer(self, value: Any) -> None: ...


def replay(talk: Talk, answers: Sequence[Any], go_on: Callable[[], object] = lambda: None) -> None:
    """Gives these answers in order and stops at the first invalid one. ``go_on`` is called after each."""
    for number, answer in enumerate(answers):
        if talk.ask is None:
            return
        talk.answer(_as_option(talk.ask, answer))
        if len(talk.answers) <= number:
            return
        go_on()


def _as_option(ask: Ask, answer: Any) -> Any:
    """The option's own value for an answer: JSON has no tuples."""
    return next((option.value for option in ask.options if _text(option.value) == _text(answer)), answer)


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def question(ask: Ask, thing: str, room: Classroom) -> dict[str, Any]:
    return {
        "question": room.say.say(ask.words),
        "options": [[option.value, room.say.say(option.words)] for option in ask.options],
        "start": ask.start,
        "is_text": ask.is_text,
        "so_far": so_far_lines(room.course, ask, thing, room.say),
    }


def known(document: Mapping[str, Any], fact: str) -> Any:
    """The value of a fact by its path; None if it is unknown."""
    value: Any = document
    for part in fact.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value
