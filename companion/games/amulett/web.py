"""Teaching Das Amulett in a browser: the metals of a spell, and what the areas of the board can be."""

from __future__ import annotations

from typing import Any

from companion.contract import WebPart
from companion.games.amulett.course import COSTS, RULINGS
from companion.teaching.classroom import Classroom
from rules.amulett.board import ALL_AREAS, TERRAINS, WALLS
from rules.amulett.facts import SYMBOLS
from rules.amulett.options import OPTIONS

FACTS = ("cost", "income", "name", "ruling")
TEXTS = ("board_hint", "save_board", "neighbours", "area", "terrain", "pyramid", "wall")


def _more(room: Classroom) -> dict[str, Any]:
    say = room.say
    return {
        "areas": ALL_AREAS,
        "rulings": {spell: _ruling(room, rule) for spell, rule in RULINGS.items()},
        "choices": {
            "costs": [[str(cost), str(cost)] for cost in COSTS],
            "metals": [[symbol, say.name("metal", symbol)] for symbol in SYMBOLS],
            "terrains": [[terrain, say.name("terrain", terrain)] for terrain in TERRAINS],
            "walls": [[side, say(f"teach.wall.{side}")] for side in WALLS],
        },
        "texts": {
            "to_board": say("teach.to_board"),
            **{name: say(f"amulett.page.{name}") for name in TEXTS},
            **{f"sort.{fact}": say(f"teach.sort.{fact}") for fact in FACTS},
        },
    }


def _ruling(room: Classroom, rule: str) -> dict[str, Any]:
    """A ruling that a card settles, with its readings in words."""
    return {
        "rule": rule,
        "readings": [[value, room.say(f"page.answer.{rule}.{value}")] for value in OPTIONS[rule]],
    }


WEB = WebPart(more=_more)
