"""TOML and JSON that others may have written: bounded before it is parsed, and the line of a key.

On some texts the parsers take quadratic time (a key of 20 kB takes tomllib 1.3 s, one of 40 kB 5 s), or build values
too deep to walk through or print. No honest file comes near these bounds. The check stops at the first syntax error, as
the parsers do.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.core.errors import expect
from rules.core.words import Words, words

MOST_LEVELS = 24  # of nested brackets
MOST_PARTS = 9  # of a dotted key: cards.gold.power has three
LONGEST_WORD = 100  # characters of a bare key, a number or a date

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
    """A text that would take too long to parse, or is nested too deeply; ``line`` says where. ``wanted``: what was
    expected, as a clause; ``what``: the same as a sentence."""

    def __init__(self, wanted: Words, line: int) -> None:
        super().__init__(wanted.key)
        self.wanted = wanted
        self.what = words("document.tangled", expected=wanted)
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
    """Raises ``Tangled`` if brackets nest too deeply, keys have too many parts or words are too long; one pass."""
    level = parts = 0
    for token in _TOKEN.finditer(text):
        match token.lastgroup:
            case "opens":
                level, parts = level + 1, 0
                if level > MOST_LEVELS:
                    raise _tangled(expect("too_deep", most=MOST_LEVELS), token)
            case "closes":
                level, parts = level - 1, 0
            case "ends":
                parts = 0
            case "word":
                parts += token[0].count(".")
                if parts >= MOST_PARTS:
                    raise _tangled(expect("too_many_parts", most=MOST_PARTS), token)
                if len(token[0]) > LONGEST_WORD:
                    raise _tangled(expect("too_long_word", most=LONGEST_WORD), token)
            case "torn":
                return


def _tangled(wanted: Words, token: re.Match[str]) -> Tangled:
    return Tangled(wanted, token.string.count("\n", 0, token.start()) + 1)


# TOML parsers give no positions, and people need the line.

_HEADER = re.compile(r"\s*+(\[\[?)([^\]]++)\]\]?\s*+(?:#.*)?")
_KEY = re.compile(r"\s*+([A-Za-z0-9_.\-\"' \t]++)=")
_STRING = re.compile(r'"(?:\\.|[^"\\])*+"?|\'[^\']*+\'?')  # an unterminated one takes the rest of the line
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")

_HEAD = 200  # characters of a line that are searched for a header or key

Step = str | int


def line_of(text: str, place: str) -> int | None:
    """The line of ``cards.gold.power[1].points``, or of the closest enclosing key; None if there is none."""
    return lines_of(text, [place])[0]


def lines_of(text: str, places: Sequence[str]) -> list[int | None]:
    """The same for many places, in one pass over the text."""
    lines = text.splitlines()
    first: dict[tuple[Step, ...], int] = {}  # where each path, or something inside it, is named first
    for number, path in _paths(lines):
        for length in range(len(path), 0, -1):
            if (inside := tuple(path[:length])) in first:
                break
            first[inside] = number
    lists = _Lists(lines)
    return [_line_of(lists, first, place) for place in places]


def _line_of(lists: _Lists, first: Mapping[tuple[Step, ...], int], place: str) -> int | None:
    steps: list[Step] = [int(index) if index else name for index, name in _STEP.findall(place)]
    for length in range(len(steps), 0, -1):
        if (line := first.get(tuple(steps[:length]))) is not None:
            rest = steps[length:]
            return lists.line_of(line, rest[0]) if rest and isinstance(rest[0], int) else line
    return None


def _paths(lines: Sequence[str]) -> Iterator[tuple[int, list[Step]]]:
    """Line and full path of every header and key; tables of an array are numbered from 0."""
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


class _Lists:
    """Where the items of lists begin, which may span several lines; each list is read once."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._unread = 4 * len(lines)  # for lists that seem to have no end, since a string in them holds a bracket
        self._known: dict[int, Mapping[int, int]] = {}

    def line_of(self, opened: int, item: int) -> int:
        """The line of an item of the list that opens on a line; that line if the item is not found."""
        if opened not in self._known:
            self._known[opened] = self._items(opened)
        return self._known[opened].get(item, opened)

    def _items(self, opened: int) -> Mapping[int, int]:
        found: dict[int, int] = {}
        depth = item = 0
        for at, line in enumerate(self._lines[opened - 1 : opened - 1 + self._unread], opened):
            self._unread -= 1
            for char in _marks(line, is_first=at == opened):
                if depth == 1 and char not in ",]":
                    found.setdefault(item, at)
                depth += (char in "[{") - (char in "]}")
                item += depth == 1 and char == ","
                if depth == 0:
                    return found
        return found


def _marks(line: str, *, is_first: bool) -> str:
    """The structure of a line: without strings, comments and spaces; of the first line only the value."""
    bare = _STRING.sub("_", line).split("#", 1)[0]
    return "".join((bare.partition("=")[2] if is_first else bare).split())
