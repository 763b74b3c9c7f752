"""What hostile guests do to the pages of phones: all that they do to the editor, and what only phones can do."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Coroutine
from itertools import cycle
from random import Random
from typing import Any

from tests.companion.web.attackers import HERE, request
from tests.endurance.fuzz import spoil
from tests.endurance.guests import ATTACKS, Attack, Counts

TAP = json.dumps({"do": "act", "at": "nowhere", "act": 0}).encode()
ODD_WISHES = (
    b"", b"[]", b"\xff\xfe", b"{" * 60_000, b"[" * 60_000, b'{"do": "' + b"x" * 60_000 + b'"}', rb'{"do": "\ud800"}',
    rb'{"code": "\udfff\ud800"}', b'{"do": "act", "do": "undo"}', b'{"do": "act", "at": "", "act": NaN}', TAP,
    b'{"do": "act", "at": "", "act": 1' + b"0" * 50_000 + b"}", b'{"do": "agree", "entry": -1}',
    b'{"do": "undo", "entry": 1e999}', b'{"do": null, "at": {"at": []}}',
    b'{"seat": 0, "name": "' + b"x" * 60_000 + b'"}', rb'{"seat": 0, "name": "\ud800"}', b'{"seat": 1e9, "name": []}',
)  # fmt: skip
PATHS = ("/api/follow", "/api/me", "/api/nights", "/api/take?night=1&as=pdf", "/api/take?night=%00&as=../..", "/")


async def _said(reader: asyncio.StreamReader, patience_s: float = 2.0) -> bytes:
    with contextlib.suppress(TimeoutError):
        return await asyncio.wait_for(reader.read(2000), patience_s)
    return b""


async def follow_deaf(port: int, cookie: str, counts: Counts) -> None:
    """A phone that was let in opens page after page and takes nothing of what it is sent."""
    ask = request(port, "GET /api/follow HTTP/1.1", f"Cookie: {cookie}")
    while True:
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(HERE, port, limit=100)
            writer.write(ask * 3)
            counts["pages that take nothing"] += 1
            await asyncio.sleep(0.05)
            writer.transport.abort()


async def tap(port: int, cookie: str, counts: Counts) -> None:
    """A phone with a seat taps without pause, twenty times in one go."""
    ask = request(port, "POST /api/act HTTP/1.1", f"Cookie: {cookie}", body=TAP)
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(HERE, port)
            writer.write(ask * 20)
            counts["taps of the greedy phone"] += 20
            await _said(reader)
            writer.transport.abort()


async def wish_oddly(port: int, cookie: str, random: Random, counts: Counts) -> None:
    """Bodies that no page sends, from a phone that was let in and from strangers: huge, half, deep, spoilt."""
    while True:
        path = random.choice(("/api/act", "/api/sit", "/api/enter", "/api/follow"))
        body = random.choice(ODD_WISHES)
        body = spoil(body, random) if random.random() < 0.5 else body
        head = (f"Cookie: {cookie}",) if random.random() < 0.5 else ()
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(HERE, port)
            writer.write(request(port, f"POST {path} HTTP/1.1", *head, body=body))
            counts["odd wishes"] += 1
            answer = await _said(reader)
            counts["odd wishes that were done"] += path in ("/api/act", "/api/sit") and b'"ok": true' in answer
            writer.transport.abort()


async def come_from_elsewhere(port: int, cookie: str, counts: Counts) -> None:
    """Another page in the browser of somebody who was let in: with its cookie, with another Host or Origin."""
    ours = f"{HERE}:{port}"
    heads = [
        request(port, "POST /api/act HTTP/1.1", f"Cookie: {cookie}", body=TAP, host="evil.example"),
        request(port, "GET /api/follow HTTP/1.1", f"Cookie: {cookie}", host=f"127.0.0.1.evil.example:{port}"),
        *(
            request(port, "POST /api/act HTTP/1.1", f"Cookie: {cookie}", body=TAP).replace(
                f"Origin: http://{ours}".encode(), f"Origin: {other}".encode()
            )
            for other in ("http://evil.example", "null", f"https://{ours}", f"http://{ours}.evil.example", "")
        ),
    ]
    for head in cycle(heads):
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(HERE, port)
            writer.write(head)
            answer = await _said(reader)
            counts["orders from other pages"] += 1
            counts["orders from other pages that were heard"] += bool(answer) and b" 403 " not in answer
            writer.transport.abort()


async def peep(port: int, random: Random, counts: Counts) -> None:
    """Strangers who ask for what phones get, with cookies that they have made up."""
    while True:
        cookie = random.choice(("", "seat=", "seat=" + "a" * 43, "teach=x; seat=%00", f"seat={random.random()}"))
        path = random.choice(PATHS[:-1])
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(HERE, port)
            writer.write(request(port, f"GET {path} HTTP/1.1", f"Cookie: {cookie}"))
            answer = await _said(reader)
            counts["strangers at the pages"] += 1
            counts["strangers who were told something"] += b" 200 " in answer[:20]
            writer.transport.abort()


async def take_home(port: int, cookie: str, counts: Counts) -> None:
    """A phone that was let in asks for past nights and their files without pause."""
    for path in cycle(PATHS[2:]):
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(HERE, port)
            writer.write(request(port, f"GET {path} HTTP/1.1", f"Cookie: {cookie}"))
            counts["questions of the greedy phone"] += 1
            await _said(reader)
            writer.transport.abort()


def _deaf(port: int, cookie: str, counts: Counts) -> list[Coroutine[Any, Any, None]]:
    return [follow_deaf(port, cookie, counts) for _ in range(8)]


def _taps(port: int, cookie: str, counts: Counts) -> list[Coroutine[Any, Any, None]]:
    return [tap(port, cookie, counts) for _ in range(6)]


def _odd(port: int, cookie: str, counts: Counts) -> list[Coroutine[Any, Any, None]]:
    return [wish_oddly(port, cookie, Random(number), counts) for number in range(4)]


def _elsewhere(port: int, cookie: str, counts: Counts) -> list[Coroutine[Any, Any, None]]:
    return [
        *(come_from_elsewhere(port, cookie, counts) for _ in range(2)),
        *(peep(port, Random(number), counts) for number in range(2)),
        *(take_home(port, cookie, counts) for _ in range(4)),
    ]


MUST_NOT_BE = (
    "odd wishes that were done",
    "orders from other pages that were heard",
    "strangers who were told something",
)
PHONE_ATTACKS: dict[str, Attack] = {
    **{name: made for name, made in ATTACKS.items() if name != "greed"},
    "deaf": _deaf,
    "taps": _taps,
    "wishes": _odd,
    "elsewhere": _elsewhere,
}
