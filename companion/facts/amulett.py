"""The box of Das Amulett: its facts in layers, the names of its things, its tags."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.facts.file import read_document, refusal
from companion.i18n import load_texts
from companion.resources import asset
from companion.settings.config import data_home
from companion.tagging import TaggedCard, tag_text
from rules.amulett.facts import parse_facts
from rules.amulett.spells import SPELLS
from rules.amulett.stock import EACH_METAL, METALS
from rules.core.errors import InvalidValue

SLUG = "amulett"


@cache
def rulebook_document() -> Mapping[str, Any]:
    """What the rulebook proves: names and phases; no cost, no income, no board."""
    return tomllib.loads(asset("games", SLUG, "spells.toml").read_text("utf-8"))


def own_path(home: Path | None = None) -> Path:
    """The owner's file in the data folder ``home``; neither it nor its folder need be there."""
    return data_home(home) / "facts" / f"{SLUG}.toml"


def facts_path(name: str, folder: Path, home: Path | None = None) -> Path:
    if name == "practice":
        return asset("games", SLUG, "practice.toml")
    return own_path(home) if name == "own" else folder / name


def lay_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Key by key, the later layer wins."""
    merged = dict(below)
    for key, value in above.items():
        both = isinstance(value, Mapping) and isinstance(merged.get(key), Mapping)
        merged[key] = lay_over(merged[key], value) if both else value
    return merged


@dataclass(frozen=True, slots=True)
class AmulettShelf:
    """See ``companion.shelves.Shelf``."""

    home: Path | None = None
    slug: str = SLUG

    def document(self, facts: str | None, folder: Path) -> Mapping[str, Any]:
        if not facts:
            return rulebook_document()
        path = facts_path(facts, folder, self.home)
        if facts == "own" and not path.exists():
            return rulebook_document()
        told = read_document(path)
        try:
            parse_facts(told)
        except InvalidValue as error:
            raise refusal(path, error) from error
        return lay_over(rulebook_document(), told)

    def names(self, document: Mapping[str, Any], language: str) -> Mapping[str, Mapping[str, str]]:
        """Spells as printed; the sixth income card as long as nobody has told its name as what it is."""
        texts = load_texts(language)
        spells = {
            slug: facts.name if facts.name != slug else str(texts.get(f"name.spell.{slug}", slug))
            for slug, facts in parse_facts(document).spells.items()
        }
        metals = {f"{metal}#{n}": _metal_name(metal, language) for metal in METALS for n in range(1, EACH_METAL + 1)}
        return {"spell": spells, "card": {**spells, **metals}}

    def cards(self, document: Mapping[str, Any]) -> tuple[TaggedCard, ...]:
        """All spells, then the metal cards: tagging those is a choice."""
        english, german = (self.names(document, language)["card"] for language in ("en", "de"))
        listed = [(slug, slug, "spell", 1) for slug in SPELLS]
        listed += [(f"{metal}#{n}", metal, "metal", n) for metal in METALS for n in range(1, EACH_METAL + 1)]
        return tuple(
            TaggedCard(card, tag_text(SLUG, kind, sort, copy), english[card], german[card], copy, None)
            for card, kind, sort, copy in listed
        )


def _metal_name(metal: str, language: str) -> str:
    name = str(load_texts(language)[f"name.metal.{metal}"])
    return name[:1].upper() + name[1:]
