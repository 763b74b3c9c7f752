"""Whose code failed or hangs: the game in a traceback or a stack, known by its modules."""

from __future__ import annotations

import signal
import threading
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from types import FrameType

GROUP = "table_companion.games"  # the entry points of games beside this project
LONGEST_REASON = 200  # characters of what a game says when it fails


class Interrupted(KeyboardInterrupt):
    """Somebody's Ctrl-C, told from what a game may raise."""


@contextmanager
def telling_interrupts_apart() -> Iterator[None]:
    """Inside, Ctrl-C raises ``Interrupted``, if it would raise anything."""
    is_usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not is_usual or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _interrupt(*_: object) -> None:
    raise Interrupted


def let_through(error: BaseException) -> None:
    """Code of others may raise anything; after ``except BaseException``, raises again what was somebody's Ctrl-C."""
    is_told_apart = signal.getsignal(signal.SIGINT) is _interrupt
    if isinstance(error, Interrupted if is_told_apart else KeyboardInterrupt):
        raise error


def game_points() -> tuple[EntryPoint, ...]:
    """Where the games beside this project are, in order of name."""
    return tuple(sorted(entry_points(group=GROUP), key=lambda point: point.name))


def reason_of(error: BaseException) -> str:
    """What is wrong in one short line; whoever wrote the game may have put anything into the error."""
    try:
        said = str(error)
    except BaseException as another:  # noqa: BLE001 - theirs as well
        let_through(another)
        said = ""
    line = " ".join(f"{type(error).__name__}: {said}".split())[:LONGEST_REASON]
    return line.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate cannot be stored


def failed_game(error: BaseException) -> str:
    """The game in whose code it was raised, or what it came from, by name; empty if it was in none."""
    frames = (frame for one in _with_causes(error) for frame, _ in traceback.walk_tb(one.__traceback__))
    return _game_in(frame.f_globals.get("__name__", "") for frame in frames)


def hanging_game(frame: FrameType | None) -> tuple[str, str]:
    """The game whose code is running, and the place in it; empty if none is."""
    for inner, line in traceback.walk_stack(frame):
        if name := _game_in((inner.f_globals.get("__name__", ""),)):
            return name, f"{inner.f_globals['__name__']}.{inner.f_code.co_name}, line {line}"
    return "", ""


def _with_causes(error: BaseException) -> Iterator[BaseException]:
    found: BaseException | None = error
    seen: set[int] = set()
    while found is not None and id(found) not in seen:  # "raise error from error" is its own cause
        seen.add(id(found))
        yield found
        found = found.__cause__


def _game_in(modules: Iterable[str]) -> str:
    beside = {point.module.partition(".")[0]: point.name for point in game_points()}
    named = (_own_game(module) or beside.get(module.partition(".")[0], "") for module in modules)
    return next(filter(None, named), "")


def _own_game(module: str) -> str:
    """``rules.<game>…`` and ``companion.games.<game>…``."""
    match module.split("."):
        case ["companion", "games", name, *_]:
            return name
        case ["rules", name, *_] if name != "core":
            return name
    return ""
