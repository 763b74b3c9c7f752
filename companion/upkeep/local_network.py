"""IP addresses: this machine's own, which others count as local, and which count as one client. Sends nothing."""

from __future__ import annotations

import fcntl
import ipaddress
import re
import socket
import struct
from pathlib import Path

from companion.upkeep.hotspot import ADDRESS as HOTSPOT

PORT = 8765
# RFC 1918 and 4193. The standard library's ``is_private`` takes in more: addresses for tests, and some nobody has.
PRIVATE = tuple(map(ipaddress.ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")))
AVAHI = Path("/run/avahi-daemon/socket")
LONGEST_AVAHI_S = 0.5  # it knows our own name by heart
SIOCGIFADDR = 0x8915  # asks the kernel for the IPv4 address of an interface


def local_address() -> str | None:
    """Where this machine is reached; None without a network. Whoever makes a Wi-Fi of the box wants phones there."""
    own = local_addresses()
    return HOTSPOT if HOTSPOT in own else _address_to_outside() or next(filter(is_near, own), None)


def local_addresses() -> tuple[str, ...]:
    """Every IPv4 address of this machine except loopback, interface by interface."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            found = [_address_of(name, probe) for _, name in socket.if_nameindex()]
    except OSError:  # systemd may keep the program from all networks
        return ()
    return tuple(dict.fromkeys(address for address in found if address and not address.startswith("127.")))


def local_names() -> tuple[str, str]:
    """The names Avahi gives this machine, if it runs: by its host name, and the one our image asks for."""
    return f"{socket.gethostname()}.local", "table.local"


def name_by_avahi(address: str, place: Path = AVAHI) -> str:
    """What the network calls the machine at this address of ours; empty where Avahi does not run.

    Avahi agrees it with the others there: a second table is ``table-2.local``.
    """
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as avahi:
            avahi.settimeout(LONGEST_AVAHI_S)
            avahi.connect(str(place))
            avahi.sendall(f"RESOLVE-ADDRESS {address}\n".encode())
            said = avahi.recv(1024).decode("ascii", "replace").split()
    except OSError:
        return ""
    name = said[3] if len(said) == 4 and said[0] == "+" else ""  # after the interface and the protocol
    return name if re.fullmatch(r"[a-z0-9-]{1,63}\.local", name) else ""


def _address_of(interface: str, probe: socket.socket) -> str:
    try:
        told = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
    except OSError:  # it is down, or has none
        return ""
    return socket.inet_ntoa(told[20:24])


def _address_to_outside() -> str | None:
    """Looks up the route to a documentation address; nothing is sent."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if address.startswith("127.") else address


def is_near(address: str) -> bool:
    """Whether an address is private or this machine's; names are not resolved and count as near."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return True
    return found.is_loopback or found.is_link_local or any(found in network for network in PRIVATE)


def neighbourhood(address: str) -> str:
    """Addresses one client may use count as one: for IPv6 the whole /64, since a machine chooses the rest itself."""
    found = ipaddress.ip_address(address)
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_address(found.packed[:8] + bytes(8)))


def as_host(name: str, port: int) -> str:
    """As a browser writes it in its address bar, ``Host`` and ``Origin``."""
    host = f"[{name}]" if ":" in name else name
    return host if port == 80 else f"{host}:{port}"
