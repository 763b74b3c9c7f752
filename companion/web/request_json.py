"""Parses the JSON object of a request, with limits on size, depth and numbers."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, TypeVar

from companion.language.wording import Trouble
from rules.core.words import words

LARGEST_BODY = 64_000
DEEPEST = 24  # levels; the deepest power in a game has 12
LONGEST_NUMBER = 20

T = TypeVar("T")


def read_request(body: bytes) -> dict[str, Any]:
    """Raises ``Trouble`` for anything else."""
    try:
        asked = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_each_once,
            parse_int=_whole,
            parse_float=_finite,
            parse_constant=_finite,
        )
        json.dumps(asked, ensure_ascii=False).encode("utf-8")  # a lone surrogate cannot be stored
    except (ValueError, RecursionError) as error:
        raise Trouble(words("teach.web.not_understood")) from error
    if not isinstance(asked, dict) or not _is_flat(asked, DEEPEST):
        raise Trouble(words("teach.web.not_understood"))
    return asked


def part(asked: Mapping[str, Any], key: str, sort: type[T]) -> T:
    """One member of the object; it must be of that type."""
    value = asked.get(key)
    if not isinstance(value, sort):
        raise Trouble(words("teach.web.not_understood"))
    return value


def name_in(asked: Mapping[str, Any], key: str) -> str:
    return str(asked.get(key, ""))


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands there twice")
    return found


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError("too many digits")
    return int(digits)


def _finite(digits: str) -> float:
    if not math.isfinite(number := float(digits)):
        raise ValueError("not a number one can count with")
    return number


def _is_flat(value: Any, deepest: int) -> bool:
    if not isinstance(value, dict | list):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return deepest > 0 and all(_is_flat(one, deepest - 1) for one in inner)
