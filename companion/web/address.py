"""Addresses: where this machine is reached, who is near enough to ask, and who counts as one place. Sends nothing."""

from __future__ import annotations

import ipaddress
import socket

PORT = 8765


def local_address() -> str | None:
    """The address of this machine in its network; nothing is sent to find out. None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only the route is looked up
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") else address


def is_near(address: str) -> bool:
    """Whether an address is one of a private network or of this machine; names are not looked up and count as near."""
    try:
        return not ipaddress.ip_address(address).is_global
    except ValueError:
        return True


def neighbourhood(address: str) -> str:
    """What one guest can have many of counts as one: of IPv6 the whole network, since a machine invents the rest."""
    found = ipaddress.ip_address(address)
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_address(found.packed[:8] + bytes(8)))


def as_host(name: str, port: int) -> str:
    """As a browser writes it into its address line, ``Host`` and ``Origin``."""
    host = f"[{name}]" if ":" in name else name
    return host if port == 80 else f"{host}:{port}"
