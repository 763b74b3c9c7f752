"""Commands of a game as tiles and actions, in the words of its texts; those that differ by a number as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.language.i18n import Phrases
from companion.models import Action
from companion.play.number_commands import NumberCommands, by_number
from companion.screens.tell_screen import Node
from companion.table.texts import command_text


def command_tiles(slug: str, commands: Sequence[Any], say: Phrases) -> Iterator[Node]:
    for one in by_number(commands):
        if not isinstance(one, NumberCommands):
            yield Node(command_text(slug, one, say), one)
            continue
        pairs = zip(one.values, one.commands, strict=True)
        numbers = tuple(Node(command_text(slug, command, say), command, number=value) for value, command in pairs)
        yield Node(one.without_number(numbers[-1].label), children=numbers)


def command_actions(slug: str, commands: Sequence[Any], say: Phrases) -> Iterator[Action]:
    """Numbers are told on the page for telling."""
    for tile in command_tiles(slug, commands, say):
        goto = "tell" if tile.children else None
        yield Action(tile.label, tile.command, icon="tell" if goto else "", goto=goto)
