"""The box of Das Amulett: its facts in layers, names and tags."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.facts.box import GameBox, Names, TaggedCard, known_of
from companion.language.i18n import load_texts
from companion.resources import asset
from rules.amulett.board import ALL_AREAS
from rules.amulett.facts import FORMAT, NEWEST, parse_facts
from rules.amulett.naming import stand_in_name
from rules.amulett.spells import SPELLS
from rules.amulett.stock import EACH_METAL, METALS
from rules.core.words import Words, words

SLUG = "amulett"
SHORT = 3  # letters of an area's id


@cache
def rulebook_document() -> Mapping[str, Any]:
    """What the rulebook proves: names and phases, but no cost, no income and no board."""
    return tomllib.loads(asset("games", SLUG, "spells.toml").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class AmulettBox(GameBox):
    slug: str = SLUG
    sections: tuple[str, ...] = ("spells", "areas")
    lists: tuple[str, ...] = ("rulings",)

    def rulebook(self) -> Mapping[str, Any]:
        return rulebook_document()

    def laid_over(self, told: Mapping[str, Any]) -> Mapping[str, Any]:
        """A file of format 1 also goes over the rulebook's: rulings that the cards settle are then asked for."""
        return {**GameBox.laid_over(self, told), "format": NEWEST}

    def judge(self, document: Mapping[str, Any]) -> None:
        parse_facts(document)

    def format_for(self, document: Mapping[str, Any]) -> int:
        return max(GameBox.format_for(self, document), NEWEST if document.get("rulings") else FORMAT)

    def remarks(self, document: Mapping[str, Any]) -> tuple[Words, ...]:
        areas = len(parse_facts(document).areas)
        return () if areas == ALL_AREAS else (words("facts.areas_told", n=areas, all=ALL_AREAS),)

    def known(self, document: Mapping[str, Any]) -> list[dict[str, Any]]:
        spells = parse_facts(document).spells
        missing = {sort: [slug for slug, spell in spells.items() if getattr(spell, sort) is None] for sort in _SORTS}
        return [known_of(sort, len(spells), 0, lacking) for sort, lacking in missing.items()]

    def names(self, document: Mapping[str, Any], language: str) -> Names:
        """Spells as printed; the sixth income card is described while its name is unknown. Areas by a short id are
        called by it in capitals."""
        texts, facts = load_texts(language), parse_facts(document)
        spells = {
            slug: spell.name if spell.name != slug else str(texts.get(f"name.spell.{slug}", slug))
            for slug, spell in facts.spells.items()
        }
        metals = {f"{metal}#{n}": _metal_name(metal, language) for metal in METALS for n in range(1, EACH_METAL + 1)}
        unnamed = str(texts["amulett.area.unnamed"])
        areas = {stand_in_name(n): unnamed.format(number=n) for n in range(1, ALL_AREAS + 2)}
        areas |= {slug: slug.upper() for slug in facts.areas if len(slug) <= SHORT}
        return {"spell": spells, "kind": spells, "card": {**spells, **metals}, "area": areas}

    def cards(self, document: Mapping[str, Any]) -> tuple[TaggedCard, ...]:  # noqa: ARG002
        """All spells, then the metal cards, which need not be tagged."""
        listed = [(slug, slug, "spell", 1) for slug in SPELLS]
        listed += [(f"{metal}#{n}", metal, "metal", n) for metal in METALS for n in range(1, EACH_METAL + 1)]
        tags = self.tags
        return tuple(
            TaggedCard(card, tags.get((kind, sort, copy)), copy, pile=sort) for card, kind, sort, copy in listed
        )


_SORTS = ("cost", "income")


def _metal_name(metal: str, language: str) -> str:
    return str(load_texts(language)[f"name.income.{metal}"])  # as on a card: IJzer has two capitals in Dutch


def lacking(document: Mapping[str, Any]) -> Iterator[str]:
    """The unknown facts that simulated players need: the board."""
    facts = parse_facts(document)
    if not (facts.has_board and facts.judges_ways):
        yield "areas"
