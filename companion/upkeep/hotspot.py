"""A Wi-Fi of the box's own for phones: its name, its password and the code that joins it. Switches nothing on."""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Protocol

ADDRESS = "10.42.46.1"  # of the box for whoever has joined
KEPT = "hotspot"
LETTERS = "abcdefghjkmnpqrstuvwxyz"  # no i, l, o and no digits: as easy to type as the codes of seats
PASSWORD_LETTERS = 12  # 54 bits: nobody guesses that from recorded traffic in an evening
MACHINE = Path("/etc/machine-id")


class Settings(Protocol):
    """As much of the store as is needed here."""

    def setting(self, name: str, default: str = "") -> str: ...

    def set_setting(self, name: str, value: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Hotspot:
    """``day``: when the password was made; ``renews``: each evening has its own."""

    name: str
    password: str
    day: str = ""
    renews: bool = False

    @property
    def code(self) -> str:
        """For a QR code: phones offer to join when they see it."""
        return f"WIFI:T:WPA;S:{_escaped(self.name)};P:{_escaped(self.password)};;"


def tonight(store: Settings, day: str) -> Hotspot:
    """The kept one, with a new password if it is another evening and each has its own."""
    kept = _kept(store)
    if kept is None:
        return _keep(store, Hotspot(own_name(), new_password(), day))
    return with_new_password(store, kept, day) if kept.renews and kept.day != day else kept


def with_new_password(store: Settings, spot: Hotspot, day: str) -> Hotspot:
    return _keep(store, replace(spot, password=new_password(), day=day))


def with_renewal(store: Settings, spot: Hotspot, *, renews: bool) -> Hotspot:
    return _keep(store, replace(spot, renews=renews))


def own_name(machine: Path = MACHINE) -> str:
    """Different for each box of a club."""
    try:
        return f"Table {machine.read_text('ascii')[:4].upper()}"
    except (OSError, ValueError):
        return "Table"


def new_password() -> str:
    """Three groups of letters."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(PASSWORD_LETTERS))
    return "-".join(letters[at : at + 4] for at in range(0, PASSWORD_LETTERS, 4))


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in '\\;,:"' else letter for letter in text)


def _keep(store: Settings, spot: Hotspot) -> Hotspot:
    store.set_setting(KEPT, json.dumps(asdict(spot)))
    return spot


def _kept(store: Settings) -> Hotspot | None:
    try:
        return Hotspot(**json.loads(store.setting(KEPT)))
    except (ValueError, TypeError):
        return None
