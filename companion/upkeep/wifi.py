"""Wi-Fi by NetworkManager's ``nmcli``, as an ordinary user: polkit decides. The only module that calls it.

Every call may take half a minute, so pages make them in the background.
"""

from __future__ import annotations

import logging
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from companion.language.wording import Trouble
from companion.upkeep.hotspot import ADDRESS, Hotspot
from rules.core.words import words

log = logging.getLogger(__name__)

TOOL = "nmcli"
PROFILE = "table-companion"  # NetworkManager's name for our own network
JOIN_S = 45
LONGEST_S = 90
LONGEST_REASON = 160
MOST_NETWORKS = 30
TIMED_OUT, NOT_RUNNING = 3, 8  # nmcli: its time is over; NetworkManager is not running
ENTERPRISE, OLD = "802.1X", "WEP"
PASSWORD_LENGTHS = range(8, 64)


@dataclass(frozen=True, slots=True)
class Network:
    """A network in reach; ``signal`` in percent."""

    name: str
    signal: int
    security: str = ""
    is_known: bool = False

    @property
    def is_open(self) -> bool:
        return not self.security

    @property
    def is_supported(self) -> bool:
        return ENTERPRISE not in self.security and OLD not in self.security


@dataclass(frozen=True, slots=True)
class Connected:
    """What this machine is connected to. ``device``: its Wi-Fi, empty if it has none."""

    device: str = ""
    network: str = ""
    has_cable: bool = False
    is_hotspot: bool = False


class Wifi:
    """``tool``: the path of nmcli; tests pass another."""

    def __init__(self, tool: str = TOOL) -> None:
        self._tool = tool

    def connected(self) -> Connected:
        """Raises ``Trouble`` where there is no NetworkManager."""
        rows = [
            (device, kind, state, profile)
            for device, kind, state, profile in self._rows("DEVICE,TYPE,STATE,CONNECTION", "device", "status")
            if state != "unmanaged"
        ]
        radio = next((row for row in rows if row[1] == "wifi"), ("", "", "", ""))
        device, _, state, profile = radio
        joined = profile if state == "connected" else ""
        has_cable = any(kind == "ethernet" and state == "connected" for _, kind, state, _ in rows)
        return Connected(device, "" if joined == PROFILE else joined, has_cable, joined == PROFILE)

    def networks(self) -> tuple[Network, ...]:
        """Those in reach, the strongest first, each once."""
        self._switch_on()
        known = {name for name, kind in self._rows("NAME,TYPE", "connection", "show") if kind == "802-11-wireless"}
        listed = self._rows("SSID,SIGNAL,SECURITY", "device", "wifi", "list", "--rescan", "yes")
        found: dict[str, Network] = {}
        for name, signal, security in listed:
            if name and int(signal or 0) > (found[name].signal if name in found else -1):
                found[name] = Network(name, int(signal or 0), security, name in known)
        return tuple(sorted(found.values(), key=lambda one: -one.signal)[:MOST_NETWORKS])

    def join(self, network: Network, password: str = "") -> None:
        """Joins it now, and by itself from now on. A password that does not fit is not kept."""
        if network.is_known and not password:
            self._call("--wait", str(JOIN_S), "connection", "up", "id", network.name)
            return
        if not password.isprintable():  # a line of its own would be an order to nmcli
            raise Trouble(words("network.trouble.password"))
        try:
            self.write_profile(network, password)
            self._call("--wait", str(JOIN_S), "connection", "up", "id", network.name)
        except Trouble:
            self._call("connection", "delete", "id", network.name, may_fail=True)
            raise

    def write_profile(self, network: Network, password: str) -> None:
        """What NetworkManager needs to join it, in place of what it knew of it."""
        self._call("connection", "delete", "id", network.name, may_fail=True)
        lock = () if network.is_open else ("wifi-sec.key-mgmt", _key_management(network))
        kind = ("type", "wifi", "con-name", network.name, "ssid", network.name)
        self._call("connection", "add", "save", "yes", *kind, *lock)
        if not network.is_open:
            # By its standard input: the list of processes shows every word of a command. Into the profile, since nmcli
            # would tell a passwd-file's wrong password again and again until the time is over. On a line of its own,
            # from which nmcli takes no spaces away.
            secret = f"goto 802-11-wireless-security\nset psk\n{password}\nsave persistent\nquit\n"
            self._call("connection", "edit", "id", network.name, given=secret)

    def make_hotspot(self, spot: Hotspot) -> None:
        """A network of our own, until it is ended or the machine goes off. Its password is on the screen anyway."""
        self._switch_on()
        device = self.connected().device
        if not device:
            raise Trouble(words("network.trouble.no_wifi"))
        self.end_hotspot()
        self._call(
            *("connection", "add", "save", "no", "type", "wifi", "ifname", device, "con-name", PROFILE),
            *("autoconnect", "no", "ssid", spot.name, "802-11-wireless.mode", "ap", "802-11-wireless.band", "bg"),
            *("ipv4.method", "shared", "ipv4.addresses", f"{ADDRESS}/24", "ipv6.method", "disabled"),
            *("wifi-sec.key-mgmt", "wpa-psk", "wifi-sec.proto", "rsn", "wifi-sec.pairwise", "ccmp"),
            *("wifi-sec.group", "ccmp", "wifi-sec.psk", spot.password),
        )
        self._call("--wait", str(JOIN_S), "connection", "up", "id", PROFILE)

    def end_hotspot(self) -> None:
        """NetworkManager then goes back to a network it knows."""
        self._call("connection", "delete", "id", PROFILE, may_fail=True)

    def _switch_on(self) -> None:
        self._call("radio", "wifi", "on", may_fail=True)

    def _rows(self, fields: str, *command: str) -> list[tuple[str, ...]]:
        said = self._call("--terse", "--escape", "yes", "--fields", fields, *command)
        count = fields.count(",") + 1
        rows = (split_terse(line) for line in said.splitlines())
        return [row for row in rows if len(row) == count]

    def _call(self, *command: str, given: str = "", may_fail: bool = False) -> str:
        tool = shutil.which(self._tool)
        if tool is None:
            raise Trouble(words("network.trouble.no_manager"))
        try:
            done = subprocess.run(  # noqa: S603
                [tool, *command],
                input=given,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=LONGEST_S,
                check=False,
                env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
            )
        except subprocess.TimeoutExpired:
            raise Trouble(words("network.trouble.no_answer")) from None
        if done.returncode and not may_fail:
            raise _trouble(done.returncode, done.stderr)
        return done.stdout


def split_terse(line: str) -> tuple[str, ...]:
    r"""The fields of ``nmcli --terse``: parted by colons, with ``\`` before a colon or backslash in a name."""
    fields, letters = [""], iter(line)
    for letter in letters:
        if letter == ":":
            fields.append("")
        else:
            fields[-1] += next(letters, "") if letter == "\\" else letter
    return tuple(fields)


def _key_management(network: Network) -> str:
    """WPA3 alone has another way than WPA2, or both at once."""
    kinds: Sequence[str] = network.security.split()
    return "sae" if "WPA3" in kinds and not {"WPA1", "WPA2"} & set(kinds) else "wpa-psk"


def _trouble(code: int, said: str) -> Trouble:
    reason = next((line.strip() for line in said.splitlines() if line.strip()), "?")[:LONGEST_REASON]
    log.warning("nmcli ended with %d: %s", code, reason)
    if code == NOT_RUNNING:
        return Trouble(words("network.trouble.no_manager"))
    if code == TIMED_OUT:
        return Trouble(words("network.trouble.no_answer"))
    if "ecrets were required" in said or ("invalid" in said and "psk" in said):
        return Trouble(words("network.trouble.password"))
    if "not authorized" in said.lower() or "insufficient privileges" in said.lower():
        return Trouble(words("network.trouble.not_allowed"))
    return Trouble(words("network.trouble.refused", reason=reason.removeprefix("Error: ")))
