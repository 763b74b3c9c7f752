"""First-game mode: one line of help when a thing first appears, remembered for everybody at the table."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress

from companion import CompanionError
from companion.keeping.store import Store
from companion.language.i18n import Phrases

MEMORY = "help.told"  # what each person has been told
LEAST_MS = 9000  # the least time a line stays, while its thing is there
OF_BUTTONS = ("common.menu", "common.undo", "common.tell", "common.doors")  # lines about the box's own buttons


class FirstGame:
    """Chooses the line of help; a thing counts as told as soon as its line is shown."""

    def __init__(self, store: Store, players: tuple[str, ...]) -> None:
        self._store = store
        self._players = players
        self._told = frozenset.intersection(*(_told_to(store, name) for name in players))
        self._now: str | None = None
        self._since_ms = 0

    def now(self, things: Collection[str]) -> str | None:
        """The thing that the current line is about, if it is still there."""
        return self._now if self._now in things else None

    def line(self, things: Iterable[str], now_ms: int) -> str | None:
        """Chooses which of these things to explain; None: everybody knows them all."""
        there = tuple(dict.fromkeys(things))
        if self._now in there and now_ms - self._since_ms < LEAST_MS:
            return self._now
        fresh = next((thing for thing in there if _sort(thing) not in self._told), None)
        if fresh is not None:
            self._now, self._since_ms = fresh, now_ms
            self._remember(_sort(fresh))
        elif self._now not in there:
            self._now = None
        return self._now

    def _remember(self, thing: str) -> None:
        self._told |= {thing}
        remember(self._store, self._players, thing)


def help_line(thing: str, say: Phrases) -> str:
    sort, _, card = thing.partition(" ")
    return say(f"help.{sort}", card=card)


def _sort(thing: str) -> str:
    """Without the card it is about: everything is explained once."""
    return thing.partition(" ")[0]


def all_know(store: Store, players: tuple[str, ...], thing: str) -> bool:
    """Whether everybody at the table has been told."""
    return all(thing in _told_to(store, name) for name in players)


def remember(store: Store, players: tuple[str, ...], thing: str) -> None:
    """Notes that these people know it."""
    memory = _memory(store)
    memory.update({name: sorted({*memory.get(name, ()), thing}) for name in players})
    with suppress(CompanionError):  # a full disk is reported elsewhere; the line is then shown again
        _keep(store, memory)


def tell_again(store: Store, players: tuple[str, ...]) -> None:
    """Somebody asked for help: everything is explained to these people again."""
    _keep(store, {name: things for name, things in _memory(store).items() if name not in players})


def _keep(store: Store, memory: Mapping[str, list[str]]) -> None:
    store.set_setting(MEMORY, json.dumps(memory, ensure_ascii=False))


def _told_to(store: Store, name: str) -> frozenset[str]:
    return frozenset(_memory(store).get(name, ()))


def _memory(store: Store) -> dict[str, list[str]]:
    """If it cannot be read, help is simply shown again."""
    try:
        kept = json.loads(store.setting(MEMORY, "{}"))
    except ValueError:
        return {}
    if not isinstance(kept, dict):
        return {}
    return {name: [str(thing) for thing in things] for name, things in kept.items() if isinstance(things, list)}
