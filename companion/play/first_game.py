"""First-game mode: one line of help the first time a thing appears, remembered for everybody who was at the table."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress

from companion import CompanionError
from companion.keeping.store import Store

MEMORY = "help.told"  # what each person has been told, by name
LEAST_MS = 9000  # a line stays at least this long while its thing is there, before the next takes its turn


class FirstGame:
    """What to say now; a thing counts as told the moment its line is shown."""

    def __init__(self, store: Store, players: tuple[str, ...]) -> None:
        self._store = store
        self._players = players
        self._told = frozenset.intersection(*(_told_to(store, name) for name in players))
        self._now: str | None = None
        self._since_ms = 0

    def now(self, things: Collection[str]) -> str | None:
        """The thing that a line is said about, if it is still there."""
        return self._now if self._now in things else None

    def line(self, things: Iterable[str], now_ms: int) -> str | None:
        """Chooses the thing to say a line about, of those that are there; None: everybody knows them all."""
        there = tuple(dict.fromkeys(things))
        if self._now in there and now_ms - self._since_ms < LEAST_MS:
            return self._now
        fresh = next((thing for thing in there if thing not in self._told), None)
        if fresh is not None:
            self._now, self._since_ms = fresh, now_ms
            self._remember(fresh)
        elif self._now not in there:
            self._now = None
        return self._now

    def _remember(self, thing: str) -> None:
        self._told |= {thing}
        remember(self._store, self._players, thing)


def all_know(store: Store, players: tuple[str, ...], thing: str) -> bool:
    """Whether everybody at the table has been told."""
    return all(thing in _told_to(store, name) for name in players)


def remember(store: Store, players: tuple[str, ...], thing: str) -> None:
    """These people have been told, or know it anyway."""
    memory = _memory(store)
    memory.update({name: sorted({*memory.get(name, ()), thing}) for name in players})
    with suppress(CompanionError):  # a disk that is full is said elsewhere; it is told again then
        _keep(store, memory)


def tell_anew(store: Store, players: tuple[str, ...]) -> None:
    """Somebody asked for help: everything is news again to these people."""
    _keep(store, {name: things for name, things in _memory(store).items() if name not in players})


def _keep(store: Store, memory: Mapping[str, list[str]]) -> None:
    store.set_setting(MEMORY, json.dumps(memory, ensure_ascii=False))


def _told_to(store: Store, name: str) -> frozenset[str]:
    return frozenset(_memory(store).get(name, ()))


def _memory(store: Store) -> dict[str, list[str]]:
    """Whatever is wrong with it, help is told once more, and that is all."""
    try:
        kept = json.loads(store.setting(MEMORY, "{}"))
    except ValueError:
        return {}
    if not isinstance(kept, dict):
        return {}
    return {name: [str(thing) for thing in things] for name, things in kept.items() if isinstance(things, list)}
