"""Addresses: where this machine is reached, who is near enough to ask, and who counts as one place. Sends nothing."""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct

PORT = 8765
ADDRESS_OF = 0x8915  # SIOCGIFADDR: asks the kernel for the IPv4 address of an interface


def local_address() -> str | None:
    """Where this machine is reached; None without a network. One that makes its own network has no way out of it."""
    return _address_to_outside() or next(filter(is_near, local_addresses()), None)


def local_addresses() -> tuple[str, ...]:
    """Every IPv4 address of this machine but its own loop, interface by interface."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            found = [_address_of(name, probe) for _, name in socket.if_nameindex()]
    except OSError:  # the program may be fenced off from every network
        return ()
    return tuple(dict.fromkeys(address for address in found if address and not address.startswith("127.")))


def _address_of(interface: str, probe: socket.socket) -> str:
    try:
        told = fcntl.ioctl(probe.fileno(), ADDRESS_OF, struct.pack("256s", interface.encode()[:15]))
    except OSError:  # it is down, or has none
        return ""
    return socket.inet_ntoa(told[20:24])


def _address_to_outside() -> str | None:
    """Nothing is sent to find out: only the route to a documentation address is looked up."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
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
