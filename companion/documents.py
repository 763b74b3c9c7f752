"""TOML and JSON that somebody else may have written: bounded before it is parsed, and the line a key of it stands in.

The parsers take their time over some texts by the square of their length (one key of 20 kB takes tomllib 1.3 s, of
40 kB 5 s), and build values that nobody downstream can walk through or print. No file that means well comes near these
bounds. What is never parsed needs no bound: behind a mistake in the text the parsers stop, and so does the look at it.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rules.core.words import Words, words

MOST_LEVELS = 24  # of brackets inside each other
MOST_PARTS = 9  # of a key: cards.gold.power has three
LONGEST_WORD = 100  # of a bare key, a number, a date

_TOKEN = re.compile(
    r"""
      (?P<string> \"{3} (?: [^"\\]++ | \\[\s\S] | "(?!"") )*+ "{3,5}
                | '{3} (?: [^']++ | '(?!'') )*+ '{3,5}
                | "(?!"") (?: [^"\\\n]++ | \\[^\n] )*+ "
                | '(?!'') [^'\n]*+ ' )
    | (?P<remark> \# [^\n]*+ )
    | (?P<opens> [\[{] )
    | (?P<closes> [\]}] )
    | (?P<ends> [\n=,:] )
    | (?P<word> [^\s"'\#\[\]{}=,:]++ )
    | (?P<torn> ["'] )
    """,
    re.VERBOSE,
)


class Tangled(ValueError):
    """A text that would take too long to parse, or whose values would be too deep; ``what`` was expected in a line."""

    def __init__(self, what: Words, line: int) -> None:
        super().__init__(what.key)
        self.what = what
        self.line = line


def parse_toml(text: str) -> dict[str, Any]:
    """Raises ``ValueError``: ``Tangled``, or what the parser does not understand."""
    check_shape(text)
    return tomllib.loads(text)


def parse_json(text: str) -> Any:
    """Raises ``ValueError``: ``Tangled``, or what the parser does not understand."""
    check_shape(text)
    return json.loads(text)


def check_shape(text: str) -> None:
    """Raises ``Tangled`` for brackets too deep, keys of too many parts, words too long; in one pass."""
    level = parts = 0
    for token in _TOKEN.finditer(text):
        match token.lastgroup:
            case "opens":
                level, parts = level + 1, 0
                if level > MOST_LEVELS:
                    raise _tangled("too_deep", MOST_LEVELS, token)
            case "closes":
                level, parts = level - 1, 0
            case "ends":
                parts = 0
            case "word":
                parts += token[0].count(".")
                if parts >= MOST_PARTS:
                    raise _tangled("too_many_parts", MOST_PARTS, token)
                if len(token[0]) > LONGEST_WORD:
                    raise _tangled("too_long_word", LONGEST_WORD, token)
            case "torn":
                return


def _tangled(what: str, most: int, token: re.Match[str]) -> Tangled:
    return Tangled(words(f"document.{what}", most=most), token.string.count("\n", 0, token.start()) + 1)


# The readers of TOML give values without places, and players need the line.

_HEADER = re.compile(r"\s*+(\[\[?)([^\]]++)\]\]?\s*+(?:#.*)?")
_KEY = re.compile(r"\s*+([A-Za-z0-9_.\-\"' \t]++)=")
_STRING = re.compile(r'"(?:\\.|[^"\\])*+"?|\'[^\']*+\'?')  # one that does not end takes all the rest
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")

_HEAD = 200  # characters of a line that say what it is about

Step = str | int


def line_of(text: str, place: str) -> int | None:
    """The line of ``cards.gold.power[1].points`` or of the nearest thing around it; None if there is nothing."""
    steps: list[Step] = [int(index) if index else name for index, name in _STEP.findall(place)]
    lines = text.splitlines()
    known, line = 0, None
    for number, path in _paths(lines):
        shared = min(len(path), len(steps))
        if shared > known and steps[:shared] == path[:shared]:
            known, line = shared, number
    return None if line is None else _line_of_item(lines, line, steps[known:])


def _paths(lines: Sequence[str]) -> Iterator[tuple[int, list[Step]]]:
    """Line and full path of every header and key; tables of a list are numbered from 0."""
    prefix: list[Step] = []
    seen: Counter[str] = Counter()
    for number, line in enumerate((line[:_HEAD] for line in lines), 1):
        if header := _HEADER.fullmatch(line):
            prefix = [*_names(header[2])]
            if header[1] == "[[":
                prefix.append(seen[header[2].strip()])
                seen[header[2].strip()] += 1
            yield number, prefix
        elif key := _KEY.match(line):
            yield number, [*prefix, *_names(key[1])]


def _names(dotted: str) -> list[str]:
    return [name.strip().strip("\"'") for name in dotted.split(".")]


def _line_of_item(lines: Sequence[str], number: int, rest: Sequence[Step]) -> int:
    """The line of the item ``rest`` begins with, in a list that opens on line ``number`` and may span several."""
    if not rest or not isinstance(rest[0], int):
        return number
    depth, item = 0, 0
    for at, line in enumerate(lines[number - 1 :], number):
        for char in _marks(line, is_first=at == number):
            if depth == 1 and item == rest[0] and char not in ",]":
                return at
            depth += (char in "[{") - (char in "]}")
            item += depth == 1 and char == ","
            if depth == 0:
                return number
    return number


def _marks(line: str, *, is_first: bool) -> str:
    """What of a line tells lists apart: no strings, no comment, no spaces; of the first one just the value."""
    bare = _STRING.sub("_", line).split("#", 1)[0]
    return "".join((bare.partition("=")[2] if is_first else bare).split())
