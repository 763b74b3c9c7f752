"""The rules as they are read at the table, as texts like all others: a language that is a folder may have them too.

They are in ``rules.toml`` among a game's data, in the languages of whoever wrote it; their keys are
``rules.<game>.phase.<phase>`` and so on. Several lines are one text with line breaks.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

logger = logging.getLogger(__name__)

FILE = "rules.toml"


@cache
def read_rules(path: Path) -> Mapping[str, Any]:
    """Empty where there is no such file, or one that cannot be read."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        logger.warning("%s: ignoring this file: %s", path, error)
        return {}


def rules_texts(folder: Path, game: str, code: str) -> dict[str, str]:
    """What the file of a game says in one language, by key."""
    return dict(_texts(read_rules(folder / FILE), f"rules.{game}", code))


def _texts(node: Mapping[str, Any], key: str, code: str) -> Iterator[tuple[str, str]]:
    if isinstance(lines := node.get(code), list):
        yield key, "\n".join(map(str, lines))
    for name, below in node.items():
        if isinstance(below, Mapping):
            yield from _texts(below, f"{key}.{name}", code)
