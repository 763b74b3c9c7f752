"""What the ``facts`` command can do with the facts of a game: how much is known, what is odd, taking files over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from companion.errors import CompanionError
from companion.facts import Import, card_names, facts_path, load_facts, own_path, read_facts, rulebook, take_over
from companion.i18n import Phrases
from rules.amul.cards import EFFECTS
from rules.amul.deck import PLAYERS, deck_report, remarks
from rules.amul.facts import Facts, Kind
from rules.core.words import Words


class Book(Protocol):
    """The facts of one game, as a player may ask about them."""

    slug: str

    def own_path(self) -> Path: ...

    def status(self, name: str, folder: Path) -> dict[str, Any]:
        """How much is known of each sort of fact, and from whom; sentences are ``Words``."""
        ...

    def check(self, path: Path) -> tuple[Words, ...]:
        """What is odd about a file; what is wrong with it is raised as ``CompanionError``."""
        ...

    def take_over(self, path: Path, *, replace: bool) -> Import: ...

    def phrases(self, language: str) -> Phrases: ...


# Which kinds a fact is asked of, and whether a kind has it.
_Has = tuple[Callable[[Kind], bool], Callable[[Kind], bool]]
_SORTS: Mapping[str, _Has] = {
    "colour": (lambda _: True, lambda kind: kind.colour is not None),
    "traits": (lambda _: True, lambda kind: kind.traits is not None and kind.traits_known is None),
    "letter": (lambda kind: bool(kind.symbols("prowess")), lambda kind: kind.letter is not None),
    "position": (lambda _: True, lambda kind: kind.position is not None),
    "min_players": (lambda kind: kind.copies > 0, lambda kind: kind.min_players is not None),
    "palace": (lambda kind: kind.palace_copies > 0, lambda kind: kind.palace_min_players is not None),
    "effect": (lambda kind: kind.slug in EFFECTS, lambda kind: kind.effect is not None),
    "power": (lambda _: True, lambda kind: kind.power is not None),
}


class AmulBook:
    slug = "amul"

    def own_path(self) -> Path:
        return own_path()

    def status(self, name: str, folder: Path) -> dict[str, Any]:
        facts = load_facts(name, folder)
        path = facts_path(name, folder)
        return {
            "game": self.slug,
            "facts": name,
            "file": str(path) if path.exists() else None,
            "title": facts.title,
            "practice": facts.practice,
            "known": [_known(sort, facts) for sort in _SORTS],
            "deck": [count.words for players in PLAYERS for count in deck_report(facts, players)],
        }

    def check(self, path: Path) -> tuple[Words, ...]:
        return remarks(read_facts(path))

    def take_over(self, path: Path, *, replace: bool) -> Import:
        return take_over(path, replace=replace)

    def phrases(self, language: str) -> Phrases:
        return Phrases(language, card_names(rulebook().facts, language))


def _known(sort: str, facts: Facts) -> dict[str, Any]:
    """``of`` kinds need such a fact; so many have it from the rulebooks, so many were told, the rest are missing."""
    needed, has = _SORTS[sort]
    kinds = [kind for kind in facts.kinds.values() if needed(kind)]
    printed = sum(has(kind) and has(rulebook().facts.kinds[kind.slug]) for kind in kinds)
    missing = [kind.slug for kind in kinds if not has(kind)]
    told = len(kinds) - len(missing) - printed
    return {"fact": sort, "of": len(kinds), "rulebook": printed, "told": told, "missing": missing}


BOOKS: tuple[Book, ...] = (AmulBook(),)


def find_book(slug: object) -> Book:
    for book in BOOKS:
        if book.slug == slug:
            return book
    raise CompanionError(
        f"expected facts of {' or '.join(book.slug for book in BOOKS)}, got {slug!r}; see the key 'game'"
    )
