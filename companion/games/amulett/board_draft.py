"""A board half walked, kept as the answers given so far, until it is whole and becomes part of the facts."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.facts.box import GameBox
from companion.facts.file import read_text
from companion.wholefile import write_whole

MOST_ANSWERS = 1000


def draft_path(box: GameBox) -> Path:
    return box.own_path().with_name(f"{box.slug}-board.json")


def load_draft(box: GameBox) -> list[Any]:
    """The answers of a walk that was left; none when there is none, or what is there cannot be read."""
    path = draft_path(box)
    if not path.exists():
        return []
    try:
        answers = json.loads(read_text(path))
    except (CompanionError, ValueError, RecursionError):
        return []
    return answers[:MOST_ANSWERS] if isinstance(answers, list) else []


def save_draft(box: GameBox, answers: list[Any]) -> None:
    write_whole(draft_path(box), json.dumps(answers))


def drop_draft(box: GameBox) -> None:
    with contextlib.suppress(OSError):
        draft_path(box).unlink(missing_ok=True)
