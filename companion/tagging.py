"""Which tag a card carries: numbers kept for each kind in ``assets/games/<game>/tags.toml``, once and for all."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.resources import asset
from vision.tags import Tag, format_tag


@dataclass(frozen=True, slots=True)
class TaggedCard:
    """One card of the box and the text on its tag; no text: more copies than there are numbers for."""

    card: str
    tag: str | None
    name_en: str
    name_de: str
    copy: int
    min_players: int | None


@cache
def _numbers(slug: str) -> Mapping[str, Any]:
    return tomllib.loads(asset("games", slug, "tags.toml").read_text("utf-8"))


def tag_text(slug: str, kind: str, source: str, number: int) -> str | None:
    """The text on the tag of copy ``number`` of a kind, if a number is kept for it."""
    data = _numbers(slug)
    first, last = data["numbers"].get(kind, {}).get(source, (1, 0))
    at = first + number - 1
    return format_tag(Tag(data["letter"], at)) if at <= last else None
