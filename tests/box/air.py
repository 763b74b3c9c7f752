"""The air round the virtual box: the kernel's simulated radios (``mac80211_hwsim``), a home's router and a phone.

Both live in network namespaces of their own, so that the box sees nothing of them but the air.
"""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.box.bench import Bench
from tests.box.guest import Guest
from tests.box.image import mmdebstrap

# All else is on every card. Put there as files: apt reads its lists for minutes on emulated processors.
TOOLS = {"iw": "usr/sbin/iw", "busybox": "usr/bin/busybox"}
HOME, PASSWORD = "Home: cellar", "tea and cake"
CODE = "/run/box-wifi"
# A network and its password for wpa_supplicant; with mode 2 it is the router's end.
NETWORK = 'network={{\n ssid="{name}"\n psk="{password}"\n key_mgmt=WPA-PSK\n proto=RSN\n pairwise=CCMP\n{more}}}\n'
RADIOS = """
modprobe mac80211_hwsim radios=3
for end in home phone; do ip netns add $end; ip netns exec $end ip link set lo up; done
set -- $(ls /sys/class/ieee80211 | sort -V)
iw phy "$2" set netns name home
iw phy "$3" set netns name phone
radio=$(ip netns exec home iw dev | awk '$1 == "Interface" { print $2 }')
ip netns exec home wpa_supplicant -B -i "$radio" -c /run/home.conf
ip netns exec home ip address add 192.168.77.1/24 dev "$radio"
ip netns exec home dnsmasq --interface="$radio" --bind-interfaces --port=0 --dhcp-range=192.168.77.10,192.168.77.99
"""
JOIN = """
radio=$(ip netns exec phone iw dev | awk '$1 == "Interface" { print $2 }')
ip netns exec phone wpa_supplicant -B -i "$radio" -c /run/phone.conf
ip netns exec phone busybox udhcpc -i "$radio" -t 60 -n -q -s /usr/local/bin/phone-lease
ip netns exec phone ip -4 address show dev "$radio" | grep inet
"""
# Takes what the network says, as a phone does: address, router, name server. Nothing in /run may be executed.
LEASE = """\
#!/bin/sh
case "$1" in
deconfig) ip link set "$interface" up ;;
bound) ip address replace "$ip/$mask" dev "$interface" && ip route replace default via "$router"
    mkdir -p /etc/netns/phone && printf 'nameserver %s\\n' $dns >/etc/netns/phone/resolv.conf ;;
esac
"""
# As the browser of a phone: asks, follows where it is led, keeps what it is given, and stays on the line.
BROWSE = """
import http.cookiejar, json, re, sys, urllib.parse, urllib.request

class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None

what, address, code = sys.argv[1:4]
if what == "ask":
    try:
        said = urllib.request.build_opener(Stay).open(address, timeout=60)
    except urllib.error.HTTPError as error:
        said = error
    print(said.status, said.headers.get("Location", ""))
    sys.exit()
opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
page = opener.open(address, timeout=60)
own, text = page.url, page.read().decode()
for script in re.findall('<script[^>]* src="([^"]+)"', text):
    opener.open(urllib.parse.urljoin(own, script), timeout=60).read()
enter = urllib.request.Request(f"{own}api/enter", json.dumps({"code": code}).encode())
enter.add_header("Content-Type", "application/json")
enter.add_header("Origin", own.rstrip("/"))
opener.open(enter, timeout=60)
line = opener.open(f"{own}api/follow", timeout=60)
while not (told := line.readline().decode()).startswith("data: {"):
    pass
me = json.load(opener.open(f"{own}api/me", timeout=60))
print(json.dumps({"page": own, "text": text[:15], "seat": me["seat"], "told": told[6:]}))
"""


def fetch_tools(bench: Bench) -> dict[str, Path]:
    """Unpacked once, by this machine."""
    root = bench.options.cache / f"air-{bench.architecture.name}"
    if not root.exists():
        draft = root.with_suffix(".draft")
        shutil.rmtree(draft, ignore_errors=True)
        mmdebstrap(bench.architecture, bench.options.mirror, draft, "--variant=extract", f"--include={','.join(TOOLS)}")
        draft.rename(root)
    return {name: root / path for name, path in TOOLS.items()}


def make_air(guest: Guest, tools: dict[str, Path]) -> None:
    """Radios for box, router and phone; the router works, the phone is silent."""
    for name, tool in tools.items():
        guest.put(f"/usr/local/bin/{name}", tool.read_bytes(), 0o755)
    guest.put("/run/home.conf", _network(HOME, PASSWORD, " mode=2\n frequency=2437\n"))
    guest.shell(RADIOS, 3600)


def _network(name: str, password: str, more: str = "") -> bytes:
    return NETWORK.format(name=name, password=password, more=more).encode()


@dataclass(frozen=True, slots=True)
class Joining:
    """What a phone reads in a code: ``WIFI:T:WPA;S:name;P:password;;``."""

    name: str
    password: str


def read_code(code: str) -> Joining:
    found = dict(re.findall(r"(?:^WIFI:|;)([A-Z]):((?:\\.|[^\\;])*)", code))
    assert found.get("T") == "WPA", code
    name, password = (re.sub(r"\\(.)", r"\1", found[key]) for key in ("S", "P"))
    return Joining(name, password)


class Phone:
    """Behind the third radio."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        guest.put("/usr/local/bin/phone-lease", LEASE.encode(), 0o755)
        guest.put(f"{CODE}/browse.py", BROWSE.encode())

    def join(self, network: Joining) -> None:
        self._guest.put("/run/phone.conf", _network(network.name, network.password))
        self._guest.shell(JOIN, 600)

    def asks(self, address: str) -> str:
        """The status, and where it is led to."""
        return self._browse("ask", address).strip()

    def sits_down(self, address: str, code: str) -> dict[str, Any]:
        """Asks for that address, enters the code where it is led; the page's address, the seat, what it is told."""
        return dict(json.loads(self._browse("sit", address, code)))

    def _browse(self, *words: str) -> str:
        command = ("ip", "netns", "exec", "phone", "python3", f"{CODE}/browse.py", *words, "")
        return self._guest.must(*command, wait_s=600)
