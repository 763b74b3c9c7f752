"""The captive portal of the box's own Wi-Fi: a phone that has just joined is led to our page, which opens by itself.

A phone asks a page of its maker whether the network reaches the Internet. On our network every name leads to the box,
so the question comes here. The first answer is our address, and the phone opens it; once our page is there, the
answers are those it hoped for, so that it stays in the network. Our page is there when a script of it was fetched:
whatever asks such questions by itself may follow to the page, too, and shows it to nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

MOST_GUESTS = 200
TEXT, HTML, SCRIPT = "text/plain", "text/html", "text/javascript"
_APPLE = b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
# By path: the status, the type and the text that a phone or computer takes for the Internet.
PROBES: Mapping[str, tuple[int, str, bytes]] = {
    "/generate_204": (204, TEXT, b""),  # Android, Chromium
    "/gen_204": (204, TEXT, b""),
    "/hotspot-detect.html": (200, HTML, _APPLE),
    "/library/test/success.html": (200, HTML, _APPLE),
    "/connecttest.txt": (200, TEXT, b"Microsoft Connect Test"),
    "/ncsi.txt": (200, TEXT, b"Microsoft NCSI"),
    "/success.txt": (200, TEXT, b"success\n"),  # Firefox
    "/check_network_status.txt": (200, TEXT, b"NetworkManager is online\n"),
}


@dataclass(slots=True)
class Portal:
    """``url``: of our page. ``_greeted``: the phones on which it has been opened, by address."""

    url: str
    _greeted: dict[str, None] = field(default_factory=dict)

    def greet(self, guest: str) -> None:
        """Our page was opened by this phone."""
        self._greeted[guest] = None
        if len(self._greeted) > MOST_GUESTS:
            self._greeted.pop(next(iter(self._greeted)))

    def answer(self, path: str, guest: str) -> tuple[int, str, bytes] | None:
        """What a foreign page would answer; None: go to ours."""
        return PROBES.get(path) if guest in self._greeted else None
