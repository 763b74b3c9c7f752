"""Small made-up boxes for tests: every kind is fully known and worth nothing until a test says otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.amul.facts import Facts, parse_facts
from rules.amul.scoring import ScorePad, score_table

PLAIN = {"colour": "yellow", "traits": {}, "letter": "Z", "position": "area", "copies": 9, "power": []}
KINDS = ("camel", "gold", "silk", "silver", "spice", "yurt", "trader-1", "trader-2", "thief", "zz")


def box(**kinds: dict[str, Any]) -> Facts:
    """``box(thief={"power": [{"flat": 2}]})``; an underscore stands for a dash, None for unknown."""
    cards: dict[str, dict[str, Any]] = {slug: dict(PLAIN) for slug in KINDS}
    for name, entry in kinds.items():
        slug = name.replace("_", "-")
        whole = {**cards.get(slug, PLAIN), **entry}
        cards[slug] = {key: value for key, value in whole.items() if value is not None}
    return parse_facts({"format": 1, "game": "amul", "cards": cards})


def score(facts: Facts, *areas: Sequence[str], **more: Any) -> ScorePad:
    """Scores at least three players; those not given have nothing."""
    padded = [list(area) for area in areas] + [[] for _ in range(3 - len(areas))]
    return score_table(facts, padded, names=[f"P{seat}" for seat in range(len(padded))], **more)


def totals(facts: Facts, *areas: Sequence[str], **more: Any) -> list[int]:
    return [player.total for player in score(facts, *areas, **more).players]


def by_card(facts: Facts, *areas: Sequence[str], **more: Any) -> dict[str | None, int]:
    """Points of the first player's cards."""
    points: dict[str | None, int] = {}
    for line in score(facts, *areas, **more).players[0].lines:
        if line.card is not None:
            points[line.card] = points.get(line.card, 0) + line.points
    return points
