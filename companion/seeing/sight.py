"""Eyes for one game under the real camera: its cards, and the zones of its mat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.facts.box import GameBox
from companion.seeing.eyes import Eyes
from vision.mat import mat_marks
from vision.zones import parse_zones


def eyes_for(box: GameBox, document: Mapping[str, Any] | None) -> Eyes:
    """The mat is found by its corner marks; until they are seen the whole picture is one zone."""
    plan = box.layout()
    width, height = plan["size"]
    zones = parse_zones(plan, f"{box.slug}/zones.toml")
    return Eyes(box.card_tags(document), zones, marks=mat_marks((float(width), float(height))))
