"""Finds the line of a key in TOML text: the readers give values without places, and players need the line."""

from __future__ import annotations

import re

_HEADER = re.compile(r"\s*\[+\s*([^\]]+?)\s*\]+\s*(?:#.*)?$")
_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'')
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")


def line_of(text: str, place: str) -> int | None:
    """The line where ``cards.gold.power[1].points`` begins, or the nearest thing around it; None if nothing is."""
    steps = [int(index) if index else name for index, name in _STEP.findall(place)]
    lines = text.splitlines()
    best: tuple[int, int] | None = None  # how many steps are explained, and the line
    prefix: list[str | int] = []
    for number, line in enumerate(lines, 1):
        if header := _HEADER.match(line):
            prefix = [*_names(header[1])]
            found = _common(prefix, steps)
        else:
            key = line.split("=", 1)[0].strip() if "=" in line else ""
            found = _common([*prefix, *_names(key)], steps) if key else 0
        if found and (best is None or found > best[0]):
            best = (found, number)
    if best is None:
        return None
    return _inside(lines, best[1], steps[best[0] :])


def _names(dotted: str) -> list[str]:
    return [name.strip().strip("\"'") for name in dotted.split(".")]


def _common(path: list[str | int] | list[str], steps: list[str | int]) -> int:
    """How many steps a key explains: all of its own, or none."""
    return len(path) if list(steps[: len(path)]) == list(path) else 0


def _inside(lines: list[str], number: int, rest: list[str | int]) -> int:
    """The line of the item ``rest`` begins with, in a list that opens on line ``number`` and may span several."""
    if not rest or not isinstance(rest[0], int):
        return number
    depth, items = 0, -1
    for at, line in enumerate(lines[number - 1 :], number):
        bare = _STRING.sub("_", line).split("#", 1)[0]
        bare = bare.split("=", 1)[1] if at == number and "=" in bare else bare
        for char in bare:
            if depth == 1 and items < 0 and not char.isspace():
                items = 0
            if depth == 1 and items == rest[0] and char not in ", \t]":
                return at
            depth += (char in "[{") - (char in "]}")
            items += depth == 1 and char == ","
            if depth == 0 and items >= 0:
                return number
    return number
