"""Guests who ask without pause: wrong codes, odd requests, half ones, from several threads."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from urllib.parse import urlsplit

from tests.companion.web.attackers import request
from tests.endurance.phone_guests import ODD_WISHES, PATHS

GUESTS = 4


@contextmanager
def flooding(url: str, seed: float) -> Iterator[None]:
    where, ends = urlsplit(url), threading.Event()
    assert where.hostname is not None
    assert where.port is not None
    place = (where.hostname, where.port)
    guests = [
        threading.Thread(target=_ask, args=(place, Random(f"{seed} {number}"), ends), daemon=True)
        for number in range(GUESTS)
    ]
    for guest in guests:
        guest.start()
    try:
        yield
    finally:
        ends.set()
        for guest in guests:
            guest.join()


def _ask(place: tuple[str, int], random: Random, ends: threading.Event) -> None:
    while not ends.is_set():
        with suppress(OSError), socket.create_connection(place, timeout=1) as plug:
            if random.random() < 0.5:
                asked = request(place[1], f"GET {random.choice(PATHS)} HTTP/1.1")
            else:
                asked = request(place[1], "POST /api/enter HTTP/1.1", body=random.choice(ODD_WISHES))
            plug.sendall(asked[: random.randrange(1, len(asked) + 1)] if random.random() < 0.2 else asked)
            if random.random() < 0.7:
                plug.settimeout(0.2)
                plug.recv(500)
