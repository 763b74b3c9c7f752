"""Texts in the players' language: keys and values come from rules and screens, texts from ``assets/i18n``.

A text is a string with ``{value}`` placeholders, or a table ``{ one = "...", other = "..." }`` chosen by ``n``.
"""

from __future__ import annotations

import logging
import os
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import category

from companion import CompanionError
from companion.resources import asset
from rules.core.words import Value, Words

logger = logging.getLogger(__name__)

LANGUAGES = ("en", "de")

Text = str | Mapping[str, str]


def system_language() -> str:
    """The system's language, if we have it, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


_BESIDE: list[Path] = []  # data folders of games installed beside us


def include_texts(folder: Path, needed: str) -> None:
    """Adds the texts of a game installed beside us; raises ``OSError``, ``ValueError`` or ``KeyError``.

    ``needed``: a key that must exist in every language.
    """
    for code in LANGUAGES:
        read_texts(folder / f"{code}.toml")[needed]
    if folder not in _BESIDE:
        _BESIDE.append(folder)
        load_texts.cache_clear()


def _files(code: str) -> list[Path]:
    ours = sorted(asset("i18n", code).glob("*.toml"))
    games = sorted(path for path in asset("games").glob(f"*/{code}.toml"))
    return [*ours, *games, *(folder / f"{code}.toml" for folder in _BESIDE)]


@cache
def load_texts(code: str) -> Mapping[str, Text]:
    """All texts of a language by dotted key: the program's own, and those of every game."""
    if code not in LANGUAGES:
        raise CompanionError(f"expected a language of {', '.join(LANGUAGES)}, got {code!r}")
    texts: dict[str, Text] = {}
    for path in _files(code):
        for key, text in read_texts(path).items():
            if key in texts:
                # A game must not change the program's texts, nor another game's.
                logger.warning("%s: ignoring the text %r, which exists already", path, key)
            texts.setdefault(key, text)
    return texts


def read_texts(path: Path) -> dict[str, Text]:
    """The texts of one file by dotted key."""
    return dict(_flat(tomllib.loads(path.read_text("utf-8")), ""))


def _flat(node: Mapping[str, Any], prefix: str) -> list[tuple[str, Text]]:
    found: list[tuple[str, Text]] = []
    for key, value in node.items():
        if isinstance(value, Mapping) and set(value) != {"one", "other"}:
            found += _flat(value, f"{prefix}{key}.")
        else:
            found.append((prefix + key, value))
    return found


def plain(text: str, keep: str = "") -> str:
    """Replaces control characters by question marks, except those in ``keep``.

    File names, keys and values come from anywhere: an escape sequence could control the terminal, a line break forge a
    line, a direction mark reverse a name, a lone surrogate crash the program that draws it.
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char in keep or category(char) == "Zs" else "?" for char in text)


def in_language(named: Any, code: str) -> str:
    """Of a name in one or several languages this one, else English, else any."""
    if not isinstance(named, Mapping):
        return str(named)
    return str(named.get(code) or named.get("en") or next(iter(named.values()), ""))


class _Places(dict[str, str]):
    """A placeholder without a value stays visible as it is."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


class Phrases:
    """Puts ``Words`` into one language, with the names of one game's things and of the players."""

    def __init__(
        self,
        code: str,
        names: Mapping[str, Mapping[str, str]] | None = None,
        players: Sequence[str] = (),
        texts: Mapping[str, Text] | None = None,
    ) -> None:
        """``texts``: by which a game that is data names itself and its rows; they come before all others."""
        self.code = code
        self._texts = {**load_texts(code), **texts} if texts else load_texts(code)
        self._names = names or {}
        self._players = tuple(players)

    def __call__(self, key: str, /, **values: Value) -> str:
        """``say("screen.round", n=3)``."""
        return self.say(Words(key, values))

    def say(self, words: Words) -> str:
        text = self._texts.get(words.key)
        if text is None:
            # A missing text must never crash the screen; a test makes sure that none is missing.
            return words.key
        if not isinstance(text, str):
            text = text["one" if words.values.get("n") == 1 else "other"]
        return self.fill(text, words.values)

    def fill(self, text: str, values: Mapping[str, Value]) -> str:
        """A text that stands elsewhere, with these values in its places."""
        return text.format_map(_Places((name, self._value(name, value)) for name, value in values.items()))

    def has(self, key: str) -> bool:
        """Whether there is such a text."""
        return key in self._texts

    def name(self, sort: str, ident: str) -> str:
        """The name of a card, kind, spell, colour … in this language; the id itself if it has none."""
        own = self._names.get(sort, {}).get(ident)
        if own is not None:
            return own
        if sort == "card" and ident.partition("#")[0] in self._names.get("kind", {}):
            return self._names["kind"][ident.partition("#")[0]]  # even a copy that this box does not have
        text = self._texts.get(f"name.{sort}.{ident}")
        return text if isinstance(text, str) else ident

    def game(self, slug: str, facts: Mapping[str, Any] | None = None) -> str:
        """A game's name; one that is data carries its name among its facts."""
        if self.has(f"screen.game.{slug}"):
            return self(f"screen.game.{slug}")
        named = (facts or {}).get("name")
        return plain(in_language(named, self.code)) if named else slug

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
        if isinstance(value, float):
            whole, _, part = str(value).partition(".")
            return self("sheets.decimal", whole=whole, part=part)
        # An id is replaced by its name, if that sort of thing has names (see rules.core.words).
        return plain(self.name(name, value)) if isinstance(value, str) else "" if value is None else str(value)
