"""Sentences in the players' language: keys and values from the rules and screens, texts from ``assets/i18n``.

A text is a string with ``{value}`` places, or a table ``{ one = "...", other = "..." }`` chosen by the value ``n``.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from companion.errors import CompanionError
from companion.resources import asset
from rules.core.words import Value, Words

LANGUAGES = ("en", "de")

Text = str | Mapping[str, str]

# Values of these names hold ids that have a name of their own (see rules.core.words).
_NAMED = {
    "card": "card",
    "cards": "card",
    "kind": "kind",
    "kinds": "kind",
    "spell": "spell",
    "spells": "spell",
    "area": "area",
    "areas": "area",
    "colour": "colour",
    "trait": "trait",
    "place": "place",
    "metal": "metal",
    "gem": "gem",
    "phase": "phase",
    "terrain": "terrain",
}


def system_language() -> str:
    """What the system speaks, as far as we do."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


@cache
def load_texts(code: str) -> Mapping[str, Text]:
    """All texts of a language by dotted key, from every file of its folder."""
    if code not in LANGUAGES:
        raise CompanionError(f"expected a language of {', '.join(LANGUAGES)}, got {code!r}")
    texts: dict[str, Text] = {}
    for path in sorted(asset("i18n", code).glob("*.toml")):
        for key, text in _flat(tomllib.loads(path.read_text("utf-8")), ""):
            if key in texts:
                raise CompanionError(f"{path.name}: the text {key!r} stands in two files")
            texts[key] = text
    return texts


def _flat(node: Mapping[str, Any], prefix: str) -> list[tuple[str, Text]]:
    found: list[tuple[str, Text]] = []
    for key, value in node.items():
        if isinstance(value, Mapping) and set(value) != {"one", "other"}:
            found += _flat(value, f"{prefix}{key}.")
        else:
            found.append((prefix + key, value))
    return found


class _Places(dict[str, str]):
    """A place nobody fills stays visible as it stands in the text."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


class Phrases:
    """Puts words into one language, with the names of one game's things and of tonight's players."""

    def __init__(
        self, code: str, names: Mapping[str, Mapping[str, str]] | None = None, players: Sequence[str] = ()
    ) -> None:
        self.code = code
        self._texts = load_texts(code)
        self._names = names or {}
        self._players = tuple(players)

    def __call__(self, key: str, /, **values: Value) -> str:
        """``say("screen.round", n=3)``."""
        return self.say(Words(key, values))

    def say(self, words: Words) -> str:
        text = self._texts.get(words.key)
        if text is None:
            # A missing text must never take the screen down; a test keeps this from happening.
            return words.key
        if not isinstance(text, str):
            text = text["one" if words.values.get("n") == 1 else "other"]
        return text.format_map(_Places((name, self._value(name, value)) for name, value in words.values.items()))

    def has(self, key: str) -> bool:
        """Whether there is such a text."""
        return key in self._texts

    def name(self, sort: str, ident: str) -> str:
        """The name of a card, kind, spell, colour ... in this language; the id itself if it has none."""
        own = self._names.get(sort, {}).get(ident)
        if own is not None:
            return own
        if sort == "card" and ident.partition("#")[0] in self._names.get("kind", {}):
            return self._names["kind"][ident.partition("#")[0]]  # a copy this box does not have still has a name
        text = self._texts.get(f"name.{sort}.{ident}")
        return text if isinstance(text, str) else ident

    def player(self, seat: int) -> str:
        return self._players[seat] if 0 <= seat < len(self._players) else str(seat + 1)

    def join(self, parts: Sequence[str]) -> str:
        """``a, b and c``."""
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self._texts['list.and']} {parts[-1]}"

    def _value(self, name: str, value: Value) -> str:
        if isinstance(value, tuple):
            return self.join([self._value(name.removesuffix("s"), item) for item in value])
        if isinstance(value, Words):
            return self.say(value)
        if isinstance(value, int) and name in ("seat", "first", "winner"):
            return self.player(value)
        if isinstance(value, str) and name in _NAMED:
            return self.name(_NAMED[name], value)
        return "" if value is None else str(value)
