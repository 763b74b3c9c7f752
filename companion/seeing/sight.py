"""Eyes for one game under the real camera: its cards, and the zones of its mat."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from companion.cardlist import card_tags
from companion.resources import asset
from companion.seeing.eyes import Eyes
from vision.mat import mat_marks
from vision.zones import parse_zones


def layout(slug: str) -> Mapping[str, Any]:
    """Zones and places on the table for one game."""
    return tomllib.loads(asset("games", slug, "zones.toml").read_text("utf-8"))


def eyes_for(slug: str, document: Mapping[str, Any] | None) -> Eyes:
    """The mat is found by its corner marks; until they are seen the whole picture is one zone."""
    plan = layout(slug)
    width, height = plan["size"]
    zones = parse_zones(plan, f"{slug}/zones.toml")
    return Eyes(card_tags(slug, document), zones, marks=mat_marks((float(width), float(height))))
