"""What hostile guests do to the page, each sort in a process of its own, so that it is as fast as it can be."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import Counter
from collections.abc import Callable, Coroutine
from itertools import cycle, islice
from multiprocessing.connection import Connection
from random import Random
from typing import Any

from tests.companion.web.attackers import DRIPS, HERE, MANY_ADDRESSES, first_drop, guess, request
from tests.companion.web.oddities import ODD
from tests.endurance.fuzz import spoil

Counts = Counter[str]
Attack = Callable[[int, str, Counts], list[Coroutine[Any, Any, None]]]  # port, cookie of one who was let in


async def drip(port: int, source: str, sort: str, counts: Counts) -> None:
    """One connection that never comes to an end, and another as soon as it is cut off."""
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(HERE, port, local_addr=(source, 0), limit=1000)
            counts["connections that drip"] += 1
            writer.write(first_drop(sort, port))
            while not reader.at_eof() and not reader.exception():
                await asyncio.sleep(0.5)
                if sort != "deaf":
                    writer.write(b"x")
            writer.transport.abort()
        await asyncio.sleep(0.05)


async def try_codes(port: int, sources: list[str], counts: Counts) -> None:
    """Whoever guesses need not wait for a slow no: the right one would be answered at once."""
    for source in cycle(sources):
        with contextlib.suppress(OSError, TimeoutError):
            reader, writer = await asyncio.open_connection(HERE, port, local_addr=(source, 0))
            writer.write(guess(port))
            counts["codes tried"] += 1
            answer = b""
            with contextlib.suppress(TimeoutError):
                answer = await asyncio.wait_for(reader.read(1000), 0.02)
            counts["codes answered"] += b" 403 " in answer
            writer.transport.abort()


async def pump(port: int, counts: Counts) -> None:
    """Many requests in one go, and no answer is taken."""
    while True:
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(HERE, port, limit=1000)
            writer.write(request(port, "GET /teach.js HTTP/1.1") * 300)
            counts["requests in one go"] += 300
            await asyncio.sleep(0.1)
            writer.transport.abort()


async def talk_nonsense(port: int, random: Random, counts: Counts) -> None:
    samples = [odd.replace(b"HOST", f"{HERE}:{port}".encode()) for odd in ODD.values()]
    while True:
        with contextlib.suppress(OSError, TimeoutError):
            reader, writer = await asyncio.open_connection(HERE, port)
            writer.write(spoil(random.choice(samples), random))
            writer.write_eof()
            counts["odd requests"] += 1
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(reader.read(100), 0.5)
            writer.transport.abort()


async def crave(port: int, cookie: str, counts: Counts) -> None:
    """A browser that was let in and asks without pause."""
    ask = request(port, "GET /api/box?game=amul HTTP/1.1", f"Cookie: {cookie}")
    while True:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(HERE, port, limit=1_000_000)
            while True:
                writer.write(ask)
                counts["questions of the greedy browser"] += 1
                head = await reader.readuntil(b"\r\n\r\n")
                await reader.readexactly(int(head.partition(b"Content-Length: ")[2].partition(b"\r\n")[0]))


def _drips(port: int, _: str, counts: Counts) -> list[Coroutine[Any, Any, None]]:
    sorts = islice(zip(cycle((HERE, *MANY_ADDRESSES)), cycle(DRIPS), strict=False), 500)
    return [drip(port, source, sort, counts) for source, sort in sorts]


def _guesses_beside(port: int, _: str, counts: Counts) -> list[Coroutine[Any, Any, None]]:
    return [try_codes(port, [HERE], counts) for _ in range(32)]


def _guesses_from_everywhere(port: int, _: str, counts: Counts) -> list[Coroutine[Any, Any, None]]:
    return [try_codes(port, list(MANY_ADDRESSES[number::32]), counts) for number in range(32)]


def _pumps(port: int, _: str, counts: Counts) -> list[Coroutine[Any, Any, None]]:
    return [pump(port, counts) for _ in range(8)]


def _nonsense(port: int, _: str, counts: Counts) -> list[Coroutine[Any, Any, None]]:
    return [talk_nonsense(port, Random(number), counts) for number in range(8)]


def _greed(port: int, cookie: str, counts: Counts) -> list[Coroutine[Any, Any, None]]:
    return [crave(port, cookie, counts) for _ in range(12)]


ATTACKS: dict[str, Attack] = {
    "drips": _drips,
    "guesses": _guesses_beside,
    "everywhere": _guesses_from_everywhere,
    "pumps": _pumps,
    "nonsense": _nonsense,
    "greed": _greed,
}


def attack(made: Attack, port: int, cookie: str, seconds: float, tell: Connection) -> None:
    """A process. Tells what it has done."""
    counts: Counts = Counter()

    async def run() -> None:
        tasks = [asyncio.create_task(one) for one in made(port, cookie, counts)]
        done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
        # Hundreds of connections need no farewell; and up to Python 3.11 `wait_for` may swallow the word to stop.
        tell.send(counts)
        os._exit(0)

    asyncio.run(run(), debug=False)
