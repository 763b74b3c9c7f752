"""A game's box: what is printed in it, where that knowledge comes from, the names of its things, its tags.

``GameBox`` works as it is for a box without facts; a game with facts of its own subclasses it to say how they are
checked and merged.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Self

from companion.facts.file import read_document, refusal
from companion.files import is_there
from companion.language.i18n import Phrases, load_texts
from companion.resources import asset
from companion.settings.config import data_home
from rules.core.errors import InvalidValue
from rules.core.origins import Grounds, grouped, laid_over, of_entry
from rules.core.values import table
from rules.core.words import Words
from vision.tags.text import Tag, format_tag

Names = Mapping[str, Mapping[str, str]]

PRACTICE, OWN = "practice", "own"
ABOUT_FILE = ("format", "game", "title", "practice")  # keys that every facts file may have

_NEW_FILE = """\
# Facts of this box of {title}, told at the table or typed. The form is explained in docs/facts.md.

format = 1
game = "{slug}"
title = "My box"
practice = false
"""


@dataclass(frozen=True, slots=True)
class TaggedCard:
    """One card of the box and the text on its tag; None if there are more copies than tag numbers.

    ``pile``: the cards it belongs with when the box is sorted; copies are counted separately in each pile.
    """

    card: str
    tag: str | None
    copy: int = 1
    min_players: int | None = None
    pile: str = ""
    names: tuple[str, ...] = ()  # in the languages asked for, see ``tagged``


@dataclass(frozen=True, slots=True)
class GameBox:
    """``folder``: the game's data (tags, zones, practice values, texts); None: our own asset folder of that name.
    ``home``: the data folder with the owner's facts; None: the one in the settings. ``sections``: tables of the facts
    file with one entry per thing; ``lists``: tables that are a single entry."""

    slug: str
    folder: Path | None = None
    home: Path | None = None
    sections: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    # A key of an entry -> the key that says how much of it was told, which is not a fact itself.
    told_in_part: ClassVar[Mapping[str, str]] = {}

    def at(self, home: Path | None) -> Self:
        """The same box with the owner's facts in another data folder."""
        return replace(self, home=home)

    # Its files.

    def file(self, name: str) -> Path:
        """The path of one of the game's data files; it need not exist."""
        return (_folder_of(self.slug) if self.folder is None else self.folder) / name

    def layout(self) -> Mapping[str, Any]:
        """Zones and places on the table."""
        return read_toml(self.file("zones.toml"))

    def own_path(self) -> Path:
        """The owner's file; neither it nor its folder need exist."""
        return data_home(self.home) / "facts" / f"{self.slug}.toml"

    def laid_path(self) -> Path:
        """Counts told in piles that wait for more; see ``companion.facts.held_counts``."""
        return self.own_path().with_name(f"{self.slug}.laid.json")

    def facts_path(self, name: str, folder: Path) -> Path:
        if name == PRACTICE:
            return self.file("practice.toml")
        return self.own_path() if name == OWN else folder / name

    @property
    def new_file(self) -> str:
        """The owner's file before anything was told."""
        return _NEW_FILE.format(title=load_texts("en")[f"screen.game.{self.slug}"], slug=self.slug)

    # What is known.

    def rulebook(self) -> Mapping[str, Any]:
        """The facts that the rulebooks state."""
        return {"format": 1, "game": self.slug, "title": "", "practice": False}

    def document(self, facts: str | None, folder: Path) -> Mapping[str, Any]:
        """The rulebook's facts, overlaid with the named ones: ``practice``, ``own``, or a path relative to ``folder``.

        If the owner has told nothing yet, these are the rulebook's.
        """
        if not facts:
            return self.rulebook()
        path = self.facts_path(facts, folder)
        if facts in (OWN, PRACTICE) and not is_there(path):
            return self.rulebook()
        told = read_document(path)
        try:
            return self.laid_over(told)
        except InvalidValue as error:
            raise refusal(path, error) from error

    def is_of_copy(self, fact: str) -> bool:  # noqa: ARG002
        """Whether a fact is about a single copy of a card, which only its tag tells apart from the others."""
        return False

    def format_for(self, document: Mapping[str, Any]) -> int:
        """The oldest format that can hold these facts; by default the one the file has."""
        return int(document.get("format", 1))

    def guessed(self) -> frozenset[str]:
        """Kinds whose number of copies the rulebook does not state."""
        return frozenset()

    def laid_over(self, told: Mapping[str, Any]) -> Mapping[str, Any]:
        """The rulebook's facts overlaid with a file's; raises ``InvalidValue`` if those are wrong."""
        self.judge(told)
        return lay_over(self.rulebook(), told)

    def judge(self, document: Mapping[str, Any]) -> None:
        """Raises ``InvalidValue`` if the values of a facts file are wrong."""
        table(document, "", ABOUT_FILE)

    def tell(self, entry: Mapping[str, Any], fact: str, value: Any, origin: str) -> dict[str, Any]:
        """An entry with one more fact, and its origin (``rules.core.origins``)."""
        key = fact.rsplit(".", maxsplit=1)[-1]
        return self.join(entry, {key: value, "origin": {key: origin}})

    def join(self, first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
        """Merges two owners' entries for the same thing; where both know something the second wins."""
        origin = laid_over(first, second)
        joined = {key: value for key, value in {**first, **second}.items() if key != "origin"}
        return {**joined, "origin": origin} if origin else joined

    def remarks(self, document: Mapping[str, Any]) -> tuple[Words, ...]:  # noqa: ARG002
        """What looks odd about facts that are valid."""
        return ()

    def known(self, document: Mapping[str, Any]) -> list[dict[str, Any]]:  # noqa: ARG002
        """How much is known of each sort of fact (``known_of``)."""
        return []

    def sums(self, document: Mapping[str, Any]) -> Sequence[Words]:
        """What the box's numbers add up to."""
        return self.remarks(document)

    def status(self, name: str, folder: Path) -> dict[str, Any]:
        """How much is known of each sort of fact, and from whom; sentences are ``Words``."""
        document, path = self.document(name, folder), self.facts_path(name, folder)
        return {
            "game": self.slug,
            "facts": name,
            "file": str(path) if is_there(path) else None,
            "title": document.get("title", ""),
            "practice": bool(document.get("practice", False)),
            "known": self.known(document),
            "sums": list(self.sums(document)),
            "origins": self.origins(read_document(path) if is_there(path) else {}),
        }

    def origins(self, document: Mapping[str, Any]) -> list[Grounds]:
        """Where a file's facts come from, grouped as in a score."""
        practice, title = bool(document.get("practice")), str(document.get("title", ""))
        return grouped(
            (f"{place}.{key}", of_entry(entry, key, practice=practice, title=title))
            for place, entry in self.entries(document)
            for key in self.facts_in(entry)
        )

    def entries(self, document: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Every entry of a facts file, by its place."""
        for section in self.sections:
            yield from ((f"{section}.{name}", entry) for name, entry in document.get(section, {}).items())
        yield from ((name, document[name]) for name in self.lists if name in document)

    def facts_in(self, entry: Mapping[str, Any]) -> tuple[str, ...]:
        """The keys of an entry that are facts and have an origin."""
        besides = {"origin", *self.told_in_part.values()}
        return tuple(key for key in entry if key not in besides)

    # Its cards.

    def names(self, document: Mapping[str, Any], language: str) -> Names:  # noqa: ARG002
        """Names by sort and id: a card's is the text ``<slug>.card.<kind>``, with the copy filled in."""
        texts = load_texts(language)
        named = {card: str(texts.get(f"{self.slug}.card.{kind}", card)) for card, kind, _, _ in self._ids()}
        return {"card": {card: named[card].replace("{copy}", str(copy)) for card, _, _, copy in self._ids()}}

    def _ids(self) -> tuple[tuple[str, str, str, int], ...]:
        return card_ids(self.file("tags.toml")) if self.letter else ()

    def cards(self, document: Mapping[str, Any]) -> tuple[TaggedCard, ...]:  # noqa: ARG002
        """Every card that can carry a tag, in box order; by default those of ``tags.toml``."""
        listed = self._ids()
        tags = self.tags if listed else {}
        return tuple(
            TaggedCard(card, tags.get((kind, source, copy)), copy, pile=source) for card, kind, source, copy in listed
        )

    @property
    def letter(self) -> str:
        """The letter that this game's tags begin with; empty: it has none."""
        path = self.file("tags.toml")
        return str(read_toml(path)["letter"]) if path.exists() else ""

    @property
    def card_mm(self) -> tuple[int, int] | None:
        """Width and height of its cards, if known."""
        return None

    @property
    def tags(self) -> Mapping[tuple[str, str, int], str]:
        """The texts on all tags, by kind, source and copy."""
        return _tags(self.file("tags.toml"))

    def tagged(self, facts: str = OWN, languages: Sequence[str] = ()) -> tuple[TaggedCard, ...]:
        """The cards of the owner's box that have a tag, with their names in these languages."""
        document = self.document(facts, Path())
        named = [self.names(document, language).get("card", {}) for language in languages]
        return tuple(
            replace(card, names=tuple(names.get(card.card, card.card) for names in named))
            for card in self.cards(document)
            if card.tag is not None
        )

    def card_tags(self, document: Mapping[str, Any] | None = None) -> dict[str, str]:
        """The card for each tag text; ``document``: the facts of a game in progress, or None for the owner's box."""
        facts = self.document(OWN, Path()) if document is None else document
        return {card.tag: card.card for card in self.cards(facts) if card.tag is not None}

    def phrases(
        self, language: str, document: Mapping[str, Any], players: Sequence[str] = (), edition: str | None = None
    ) -> Phrases:
        """Phrases with the names of this game's things, as printed in that edition, and of the players."""
        return Phrases(language, self.names(document, edition or language), players)


@cache
def _tags(path: Path) -> Mapping[tuple[str, str, int], str]:
    data = read_toml(path)
    return {
        (kind, source, number - first + 1): format_tag(Tag(data["letter"], number))
        for kind, sources in data["numbers"].items()
        for source, (first, last) in sources.items()
        for number in range(first, last + 1)
    }


@cache
def card_ids(path: Path) -> tuple[tuple[str, str, str, int], ...]:
    """Card id, kind, source and copy for every number in a tags file; the id of a single card is its kind."""
    return tuple(
        (kind if first == last and len(sources) == 1 else f"{kind}#{copy}", kind, source, copy)
        for kind, sources in read_toml(path)["numbers"].items()
        for source, (first, last) in sources.items()
        for copy in range(1, last - first + 2)
    )


def known_of(sort: str, count: int, printed: int, missing: list[str]) -> dict[str, Any]:
    """Of ``count`` things that need such a fact: how many have it from the rulebook, how many were told, the rest."""
    told = count - len(missing) - printed
    return {"fact": sort, "of": count, "rulebook": printed, "told": told, "missing": missing}


def lay_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """A deep merge; ``above`` wins."""
    merged = dict(below)
    for key, value in above.items():
        both = isinstance(value, Mapping) and isinstance(merged.get(key), Mapping)
        merged[key] = lay_over(merged[key], value) if both else value
    return merged


@cache
def _folder_of(slug: str) -> Path:
    """Of one of our own games: asked for with every tag, so the disk is not."""
    return asset("games") / slug


@cache
def read_toml(path: Path) -> Mapping[str, Any]:
    """A game's data file, cached."""
    return tomllib.loads(path.read_text("utf-8"))
