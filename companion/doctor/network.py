"""Where phones and the page for teaching are reached, and whether anything listens there now. Sends nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from companion.doctor.findings import Finding, ok
from companion.upkeep.local_network import PORT, is_near, local_addresses
from rules.core.words import words

LISTENS = "0A"  # a socket of the kernel's list that waits for connections
SOCKETS = Path("/proc/net/tcp")


def check_network(addresses: Sequence[str] | None = None, sockets: Iterable[str] | None = None) -> Finding:
    """No network is no fault: none is needed."""
    found = local_addresses() if addresses is None else addresses
    near = tuple(address for address in found if is_near(address))
    if not near:
        return ok("network", words("doctor.network_public" if found else "doctor.network_none"))
    where = ", ".join(f"http://{address}:{PORT}/" for address in near)
    key = "doctor.network_on" if _is_listening(_lines() if sockets is None else sockets) else "doctor.network_off"
    return ok("network", words(key, addresses=where))


def _lines() -> list[str]:
    try:
        return SOCKETS.read_text("utf-8").splitlines()
    except OSError:
        return []


def _is_listening(sockets: Iterable[str]) -> bool:
    """Each line: number, own address and port in hexadecimal, the other end's, state."""
    parts = (line.split() for line in sockets)
    return any(len(part) > 3 and part[3] == LISTENS and part[1].endswith(f":{PORT:04X}") for part in parts)
