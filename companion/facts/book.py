"""The facts of each game as a player may ask about them: how much is known, from whom, and what is odd."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from companion.facts import amulett as amulett_box
from companion.facts.amul import card_names, facts_path, load_facts, own_path, rulebook
from companion.facts.file import read_document
from companion.i18n import Phrases
from companion.wording import Trouble
from rules.amul.cards import EFFECTS
from rules.amul.deck import PLAYERS, deck_report, remarks
from rules.amul.facts import Facts, Kind, join_entries, lay_over, tell
from rules.amulett.board import ALL_AREAS
from rules.amulett.facts import parse_facts as parse_amulett
from rules.core.origins import Grounds, grouped, laid_over, of_entry
from rules.core.values import shown
from rules.core.words import Words, words

_NEW_FILE = """\
# Facts of this box of {title}, told at the table or typed. The form is explained in docs/facts.md.

format = 1
game = "{slug}"
title = "My box"
practice = false
"""


class Book(Protocol):
    """The facts of one game. ``sections`` are the tables of its facts file, one entry for each thing.

    ``home``: the data folder the owner's file lies in; None: where the settings say.
    """

    @property
    def home(self) -> Path | None: ...

    @property
    def slug(self) -> str: ...

    @property
    def sections(self) -> tuple[str, ...]: ...

    @property
    def new_file(self) -> str: ...

    def own_path(self) -> Path: ...

    def judge(self, document: Mapping[str, Any]) -> None:
        """Raises ``InvalidValue`` when the values of a facts file do not hold."""
        ...

    def tell(self, entry: Mapping[str, Any], fact: str, value: Any, origin: str) -> dict[str, Any]:
        """An entry with one more fact told, and where it comes from (``rules.core.origins``)."""
        ...

    def join(self, first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
        """Two owners' entries of the same thing; where both know something the second wins."""
        ...

    def remarks(self, document: Mapping[str, Any]) -> tuple[Words, ...]:
        """What is odd about facts that hold."""
        ...

    def origins(self, document: Mapping[str, Any]) -> list[Grounds]:
        """Where the facts of a file come from, grouped as a score groups what it rests on."""
        ...

    def status(self, name: str, folder: Path) -> dict[str, Any]:
        """How much is known of each sort of fact, and from whom; sentences are ``Words``."""
        ...

    def phrases(self, language: str) -> Phrases: ...


# Which kinds a fact is asked of, and whether a kind has it.
_Has = tuple[Callable[[Kind], bool], Callable[[Kind], bool]]
SORTS: Mapping[str, _Has] = {
    "colour": (lambda _: True, lambda kind: kind.colour is not None),
    "traits": (lambda _: True, lambda kind: kind.traits is not None and kind.traits_known is None),
    "letter": (lambda kind: bool(kind.symbols("prowess")), lambda kind: kind.letter is not None),
    "position": (lambda _: True, lambda kind: kind.position is not None),
    "min_players": (lambda kind: kind.copies > 0, lambda kind: kind.min_players is not None),
    "palace": (lambda kind: kind.palace_copies > 0, lambda kind: kind.palace_min_players is not None),
    "effect": (lambda kind: kind.slug in EFFECTS, lambda kind: kind.effect is not None),
    "power": (lambda _: True, lambda kind: kind.power is not None),
}


@dataclass(frozen=True, slots=True)
class AmulBook:
    home: Path | None = None
    slug: str = "amul"
    sections: tuple[str, ...] = ("cards",)
    new_file: str = _NEW_FILE.format(title="Āmul", slug="amul")

    def own_path(self) -> Path:
        return own_path(self.home)

    def judge(self, document: Mapping[str, Any]) -> None:
        lay_over(rulebook().facts, document)

    def tell(self, entry: Mapping[str, Any], fact: str, value: Any, origin: str) -> dict[str, Any]:
        return tell(entry, fact, value, origin)

    def join(self, first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
        return join_entries(first, second)

    def remarks(self, document: Mapping[str, Any]) -> tuple[Words, ...]:
        return remarks(lay_over(rulebook().facts, document))

    def origins(self, document: Mapping[str, Any]) -> list[Grounds]:
        return file_origins(document, self.sections)

    def status(self, name: str, folder: Path) -> dict[str, Any]:
        facts = load_facts(name, folder, self.home)
        counts = [count.words for players in PLAYERS for count in deck_report(facts, players)]
        known = [_known_kinds(sort, facts) for sort in SORTS]
        return {
            "game": self.slug,
            "facts": name,
            "file": _file(facts_path(name, folder, self.home)),
            "title": facts.title,
            "practice": facts.practice,
            "known": known,
            "sums": counts,
            "origins": self.origins(_told_in(facts_path(name, folder, self.home))),
        }

    def phrases(self, language: str) -> Phrases:
        return Phrases(language, card_names(rulebook().facts, language))


@dataclass(frozen=True, slots=True)
class AmulettBook:
    home: Path | None = None
    slug: str = "amulett"
    sections: tuple[str, ...] = ("spells", "areas")
    new_file: str = _NEW_FILE.format(title="Das Amulett", slug="amulett")

    @property
    def _shelf(self) -> amulett_box.AmulettShelf:
        return amulett_box.AmulettShelf(self.home)

    def own_path(self) -> Path:
        return amulett_box.own_path(self.home)

    def judge(self, document: Mapping[str, Any]) -> None:
        parse_amulett(document)

    def tell(self, entry: Mapping[str, Any], fact: str, value: Any, origin: str) -> dict[str, Any]:
        key = fact.rsplit(".", maxsplit=1)[-1]
        return self.join(entry, {key: value, "origin": {key: origin}})

    def join(self, first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
        origin = laid_over(first, second)
        joined = {key: value for key, value in {**first, **second}.items() if key != "origin"}
        return {**joined, "origin": origin} if origin else joined

    def remarks(self, document: Mapping[str, Any]) -> tuple[Words, ...]:
        areas = len(parse_amulett(document).areas)
        return () if areas == ALL_AREAS else (words("facts.areas_told", n=areas, all=ALL_AREAS),)

    def origins(self, document: Mapping[str, Any]) -> list[Grounds]:
        return file_origins(document, self.sections)

    def status(self, name: str, folder: Path) -> dict[str, Any]:
        document = self._shelf.document(name, folder)
        facts = parse_amulett(document)
        known = []
        for sort in ("cost", "income"):
            missing = [slug for slug, spell in facts.spells.items() if getattr(spell, sort) is None]
            known.append(_known(sort, len(facts.spells), 0, missing))
        return {
            "game": self.slug,
            "facts": name,
            "file": _file(amulett_box.facts_path(name, folder, self.home)),
            "title": facts.title,
            "practice": facts.practice,
            "known": known,
            "sums": list(self.remarks(document)),
            "origins": self.origins(_told_in(amulett_box.facts_path(name, folder, self.home))),
        }

    def phrases(self, language: str) -> Phrases:
        names = self._shelf.names(amulett_box.rulebook_document(), language)
        return Phrases(language, {**names, "kind": names["spell"]})


def _known_kinds(sort: str, facts: Facts) -> dict[str, Any]:
    needed, has = SORTS[sort]
    kinds = [kind for kind in facts.kinds.values() if needed(kind)]
    printed = sum(has(kind) and has(rulebook().facts.kinds[kind.slug]) for kind in kinds)
    return _known(sort, len(kinds), printed, [kind.slug for kind in kinds if not has(kind)])


def _known(sort: str, count: int, printed: int, missing: list[str]) -> dict[str, Any]:
    """``of`` things need such a fact; so many have it from the rulebooks, so many were told, the rest are missing."""
    told = count - len(missing) - printed
    return {"fact": sort, "of": count, "rulebook": printed, "told": told, "missing": missing}


def file_origins(document: Mapping[str, Any], sections: tuple[str, ...]) -> list[Grounds]:
    """Every fact a file tells and where it comes from; symbols and their list are one fact."""
    practice, title = bool(document.get("practice")), str(document.get("title", ""))
    return grouped(
        (f"{section}.{name}.{key}", of_entry(entry, key, practice=practice, title=title))
        for section in sections
        for name, entry in document.get(section, {}).items()
        for key in entry
        if key not in ("origin", "traits_known")
    )


def _told_in(path: Path) -> Mapping[str, Any]:
    return read_document(path) if path.exists() else {}


def _file(path: Path) -> str | None:
    return str(path) if path.exists() else None


BOOKS: tuple[Book, ...] = (AmulBook(), AmulettBook())


def find_book(slug: object, home: Path | None = None) -> Book:
    """The book of a game; ``home`` is the data folder, where the settings do not say it alone."""
    for sort in (AmulBook, AmulettBook):
        book: Book = sort(home)
        if book.slug == slug:
            return book
    games = ", ".join(book.slug for book in BOOKS)
    raise Trouble(words("facts.trouble.no_game", games=games, got=shown(slug)))
