"""What a phone sends, read into a value of its own. Whatever else comes is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.inbox import ActByPhone, AgreeByPhone, PhoneWish, UndoByPhone
from companion.language.wording import Trouble
from rules.core.words import words

LONGEST_SITUATION = 64
LARGEST_NUMBER = 10**9


def read_wish(asked: Mapping[str, Any]) -> PhoneWish:
    """Raises ``CompanionError`` for what is no wish."""
    at = asked.get("at")
    match asked.get("do"):
        case "act" if isinstance(at, str) and len(at) <= LONGEST_SITUATION:
            return ActByPhone(at, _number(asked.get("act")))
        case "undo":
            return UndoByPhone(_number(asked.get("entry")))
        case "agree":
            return AgreeByPhone(_number(asked.get("entry")))
    raise Trouble(words("teach.web.not_understood"))


def _number(value: object) -> int:
    if type(value) is not int or abs(value) > LARGEST_NUMBER:
        raise Trouble(words("teach.web.not_understood"))
    return value
