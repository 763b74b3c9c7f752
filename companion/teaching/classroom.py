"""Where an owner teaches: the course of one game, and every answer written into the owner's facts at once."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.facts.book import Book, find_book
from companion.facts.own import remember_all
from companion.i18n import Phrases
from companion.shelves import find_shelf, phrases_for
from companion.teaching.amul import AmulCourse
from companion.teaching.amulett import AmulettCourse
from companion.teaching.course import Course
from companion.teaching.likely import habits_of
from companion.wording import Trouble
from rules.core.values import shown
from rules.core.words import words

GAMES = ("amul", "amulett")
NAMING = ("copies", "min_players", "palace", "name")  # facts that change which cards there are, or what they are called


class Classroom:
    """Reads the owner's file at the beginning and after every change: whoever else writes it loses nothing."""

    def __init__(self, slug: str, language: str, home: Path | None = None) -> None:
        """``home`` is the data folder with the owner's file; None: where the settings say."""
        self.slug = slug
        self.language = language
        self._home = home
        self.book: Book = find_book(slug, home)
        self._habits: dict[str, Any] = {}
        self.course: Course
        self.say: Phrases
        self.reload()

    def reload(self) -> None:
        self._read()
        self.say = phrases_for(self.slug, self.language, self.course.document)

    def _read(self) -> None:
        document = find_shelf(self.slug, self._home).document("own", Path())
        self.course = course_of(self.slug, document, self._habits)

    @property
    def order(self) -> tuple[str, ...]:
        """Things by their name in this language."""
        return tuple(sorted(self.course.things, key=lambda thing: _plain(self.name(thing))))

    def name(self, thing: str) -> str:
        return self.say.say(self.course.name(thing))

    def tell(self, told: Mapping[str, Any]) -> None:
        """Writes facts down; raises ``CompanionError`` when they do not hold or the disk does not take them."""
        remember_all(self.book, told)
        if any(fact.rpartition(".")[2] in NAMING for fact in told):
            self.reload()
        else:
            self._read()

    def get_used_to(self, sort: str, told: Mapping[str, Any]) -> None:
        """The last answer is likely to be the next."""
        fact, value = next(iter(told.items()), ("", None))
        if isinstance(value, str):
            self._habits[sort] = value
        elif sort == "power" and isinstance(value, list):
            colour = self.course.document["cards"][fact.split(".")[1]].get("colour")
            self._habits |= habits_of(value, colour)

    def next_open(self, after: str | None, skipped: frozenset[str] = frozenset()) -> str | None:
        """The next thing there is something to tell about, once round from ``after``."""
        order = self.order
        at = order.index(after) + 1 if after in order else 0
        turned = (*order[at:], *order[:at])
        return next((thing for thing in turned if thing not in skipped and self.course.open_sorts(thing)), None)


def _plain(name: str) -> str:
    """Ā beside A, ü beside u."""
    return unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()


def course_of(slug: str, document: Mapping[str, Any], habits: dict[str, Any] | None = None) -> Course:
    if slug == "amul":
        return AmulCourse(document, habits)
    if slug == "amulett":
        return AmulettCourse(document, habits)
    raise Trouble(words("facts.trouble.no_game", games=", ".join(GAMES), got=shown(slug)))
