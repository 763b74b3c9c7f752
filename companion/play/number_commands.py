"""Commands that differ by one whole number, as bids do: offered as a number, on the screen and on phones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, overload

FEW = 5  # numbers; fewer are tiles like anything else


@dataclass(frozen=True, slots=True)
class NumberCommands:
    """The same command with every number it can have, ascending; with ``tenths`` these are tenths of a number.

    ``details``: what to say about each, if anything.
    """

    values: tuple[int, ...] | range
    commands: Sequence[Any]
    details: tuple[str, ...] = ()
    tenths: bool = False

    def command(self, number: int | None) -> Any:
        """None: that number cannot be said."""
        return None if number is None or number not in self.values else self.commands[self.values.index(number)]

    def without_number(self, label: str) -> str:
        """The words for the command with the greatest number, as they stand for all of them: "Bid …"."""
        return re.sub(rf"(?<![\d.]){self.values[-1]}(?![\d])", "…", label, count=1)


class MadeCommands(Sequence[Any]):
    """A command for each of many thousand numbers, made when it is asked for."""

    def __init__(self, values: range, make: Callable[[int], Any]) -> None:
        self._values, self._make = values, make

    def __len__(self) -> int:
        return len(self._values)

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Any]: ...
    def __getitem__(self, at: int | slice) -> Any:
        return MadeCommands(self._values[at], self._make) if isinstance(at, slice) else self._make(self._values[at])


def by_number(commands: Sequence[Any], few: int = FEW) -> tuple[Any, ...]:
    """The commands in their order. Those that differ by a number, if at least ``few``, stand together at the first."""
    groups = [group for sort in dict.fromkeys(map(type, commands)) for group in _groups(_of(commands, sort), few)]
    group_of = {id(command): group for group in groups for command in group.commands}
    found = (group_of.get(id(command), command) for command in commands)
    return tuple({id(one): one for one in found}.values())


def _of(commands: Sequence[Any], sort: type) -> list[Any]:
    return [command for command in commands if type(command) is sort]


def _groups(same: Sequence[Any], few: int) -> Iterator[NumberCommands]:
    """By the number that puts most of them together."""
    ways = [_grouped(same, name) for name in _number_fields(same)]
    best = max(ways, key=lambda way: max(map(len, way)), default=())
    for group in best:
        if len(group) >= few:
            values = tuple(sorted(group))
            yield NumberCommands(values, tuple(group[value] for value in values))


def _number_fields(same: Sequence[Any]) -> list[str]:
    """Where there are whole numbers; a seat is somebody."""
    names = [item.name for item in fields(same[0]) if item.name != "seat"]
    return [name for name in names if any(type(getattr(command, name)) is int for command in same)]


def _grouped(same: Sequence[Any], name: str) -> tuple[dict[int, Any], ...]:
    """Commands in which everything else is the same, by this number."""
    groups: dict[str, dict[int, Any]] = {}
    for command in same:
        if type(getattr(command, name)) is not int:
            continue
        others = repr([getattr(command, item.name) for item in fields(command) if item.name != name])
        groups.setdefault(others, {})[getattr(command, name)] = command
    return tuple(groups.values())
