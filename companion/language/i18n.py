"""Texts in the players' language: keys and values come from rules and screens, texts from ``assets/i18n``.

A text is a string with ``{value}`` placeholders, or a table ``{ one = "...", other = "..." }`` with the plural forms of
its language, chosen by ``n``, or with those of its ordinal numbers, chosen by ``nth``.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import category

from companion import CompanionError
from companion.language.fitting import Text, misfit
from companion.language.folders import ENGLISH, game_folders, languages, text_files
from companion.language.lists import chained, joined
from companion.language.plurals import CATEGORIES, ordinal, plural
from companion.language.rules_texts import rules_texts
from companion.language.sorting import sort_key
from rules.core.words import Value, Words

logger = logging.getLogger(__name__)

_BESIDE: dict[Path, str] = {}  # data folders of games installed beside us


def include_texts(folder: Path, game: str) -> None:
    """Adds the texts of a game installed beside us; raises ``OSError``, ``ValueError`` or ``KeyError``.

    Its name must exist in English; it may have other languages or not.
    """
    for code in languages():
        path = folder / f"{code}.toml"
        if code == ENGLISH or path.exists():
            read_texts(path)[f"screen.game.{game}"]
    if folder not in _BESIDE:
        _BESIDE[folder] = game
        own_texts.cache_clear()
        load_texts.cache_clear()


@cache
def load_texts(code: str) -> Mapping[str, Text]:
    """All texts by dotted key: what the language lacks, or has wrong, is English."""
    english = own_texts(ENGLISH)
    return english if code == ENGLISH else {**english, **dict(_usable(code, english))}


def _usable(code: str, english: Mapping[str, Text]) -> Iterator[tuple[str, Text]]:
    for key, text in own_texts(code).items():
        if key not in english or misfit(text, english[key]):
            logger.warning("%s: the text %r does not fit; English is shown", code, key)
        else:
            yield key, text


@cache
def own_texts(code: str) -> Mapping[str, Text]:
    """What a language itself has: the program's own texts, and those of every game."""
    if code not in languages():
        raise CompanionError(f"expected a language of {', '.join(languages())}, got {code!r}")
    texts: dict[str, Text] = {}
    for folder, game in {**game_folders(), **_BESIDE}.items():
        texts |= rules_texts(folder, game, code)
    for path in [*text_files(code), *(folder / f"{code}.toml" for folder in _BESIDE)]:
        for key, text in _texts_in(path, code).items():
            if key in texts:
                # A game must not change the program's texts, nor another game's.
                logger.warning("%s: ignoring the text %r, which exists already", path, key)
            texts.setdefault(key, text)
    return texts


def _texts_in(path: Path, code: str) -> dict[str, Text]:
    """A file of English must be there and in order; one of another language costs only itself."""
    try:
        return read_texts(path)
    except (OSError, ValueError) as error:
        if code == ENGLISH:
            raise
        if not isinstance(error, FileNotFoundError):
            logger.warning("%s: ignoring this file: %s", path, error)
        return {}


def read_texts(path: Path) -> dict[str, Text]:
    """The texts of one file by dotted key."""
    return dict(_flat(tomllib.loads(path.read_text("utf-8")), ""))


def _flat(node: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Text]]:
    for key, value in node.items():
        if isinstance(value, Mapping) and not ("other" in value and set(value) <= {*CATEGORIES}):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def language_names() -> dict[str, str]:
    """Every language by its code, as its speakers call it."""
    return {code: str(one_text(code, "language.name", "language.toml") or code) for code in languages()}


def one_text(code: str, key: str, file: str) -> Text | None:
    """What a language itself has under this key, from the file that most have it in.

    Loading every text of every language would take a box seconds.
    """
    return part_of(code, file).get(key) or own_texts(code).get(key)


@cache
def part_of(code: str, file: str) -> Mapping[str, Text]:
    """The texts of a language's files of this name."""
    return {key: text for path in text_files(code) if path.match(file) for key, text in _texts_in(path, code).items()}


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


_AMOUNTS = ("n", "points", "figure")  # a limit is written as it is typed, a year or a port without a sign in it


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
        self._own = own_texts(code)
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
            text = self._form(text, words)
        return self.fill(text, words.values)

    def fill(self, text: str, values: Mapping[str, Value]) -> str:
        """A text that stands elsewhere, with these values in its places."""
        return text.format_map(_Places((name, self._value(name, value)) for name, value in values.items()))

    def _form(self, text: Mapping[str, str], words: Words) -> str:
        """Of a counted text the form for ``n``, or for the ``nth``; one in English counts as English does."""
        code = self.code if words.key in self._own else ENGLISH
        nth = words.values.get("nth")
        form = plural(code, words.values.get("n")) if nth is None else ordinal(code, nth)
        return text.get(form) or text["other"]

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
        return joined(self, self.code, parts)

    def either(self, parts: Sequence[str]) -> str:
        """``a, b or c``: one of them."""
        *begin, end = parts
        return self("list.or", begin=self.row(begin), end=end) if begin else end

    def row(self, parts: Iterable[str]) -> str:
        """``a, b, c``."""
        return chained(self, "list.more", tuple(parts))

    def clauses(self, parts: Iterable[str]) -> str:
        """``a; b``."""
        return chained(self, "list.clauses", tuple(parts))

    def pair(self, name: Value, value: Value) -> str:
        """``name: value``."""
        return self("list.pair", name=name, value=value)

    def number(self, value: float) -> str:
        """With the decimal sign of the language, and its sign between thousands from 10,000 on."""
        whole, _, part = str(abs(value)).partition(".")
        if len(whole) > 4:
            whole = f"{int(whole):,}".replace(",", self("number.thousands"))
        whole = f"-{whole}" if value < 0 else whole
        return self("sheets.decimal", whole=whole, part=part) if part else whole

    def sort_key(self, name: str) -> str:
        """For ``sorted``: names in the order of the language."""
        return sort_key(name, self("language.order"))

    def _value(self, name: str, value: Value) -> str:
        if isinstance(value, tuple):
            return self.join([self._value(name.removesuffix("s"), item) for item in value])
        if isinstance(value, Words):
            return self.say(value)
        if isinstance(value, int) and name in ("seat", "first", "winner"):
            return self.player(value)
        if isinstance(value, float) or (type(value) is int and name in _AMOUNTS):
            return self.number(value)
        # An id is replaced by its name, if that sort of thing has names (see rules.core.words).
        return plain(self.name(name, value)) if isinstance(value, str) else "" if value is None else str(value)
