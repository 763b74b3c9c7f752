"""The air round the virtual box: the kernel's simulated radios (``mac80211_hwsim``), a home's router and a phone.

Both live in network namespaces of their own, so that the box sees nothing of them but the air.
"""

from __future__ import annotations

import inspect
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tests.companion.web.browser
from tests.box.guest import Guest

PACKAGES = "network-manager wpasupplicant dnsmasq-base hostapd iw curl udhcpc polkitd chromium chromium-driver"
HOME, PASSWORD = "Home: cellar", "tea and cake"
CODE = "/run/box-wifi"
LOOK = "/run/box-phone.png"
RADIOS = f"""
modprobe mac80211_hwsim radios=3
for home in home phone; do ip netns add $home; ip netns exec $home ip link set lo up; done
set -- $(ls /sys/class/ieee80211 | sort -V)
iw phy $2 set netns name home
iw phy $3 set netns name phone
wire=$(ip netns exec home iw dev | awk '$1 == "Interface" {{ print $2 }}')
cat >/run/hostapd.conf <<TEXT
interface=$wire
ssid={HOME}
hw_mode=g
channel=6
wpa=2
wpa_key_mgmt=WPA-PSK
rsn_pairwise=CCMP
wpa_passphrase={PASSWORD}
TEXT
ip netns exec home hostapd -B /run/hostapd.conf
ip netns exec home ip address add 192.168.77.1/24 dev $wire
ip netns exec home dnsmasq --interface=$wire --bind-interfaces --port=0 --dhcp-range=192.168.77.10,192.168.77.99
"""
JOIN = """
radio=$(ip netns exec phone iw dev | awk '$1 == "Interface" { print $2 }')
ip netns exec phone wpa_supplicant -B -i "$radio" -c /run/phone.conf
ip netns exec phone udhcpc -i "$radio" -t 30 -n -q -s /run/phone-lease
"""
# Takes what the network says, as a phone does: address, router, name server.
LEASE = """\
#!/bin/sh
[ "$1" = bound ] || exit 0
ip address replace "$ip/$mask" dev "$interface"
ip route replace default via "$router"
mkdir -p /etc/netns/phone
printf 'nameserver %s\\n' $dns >/etc/netns/phone/resolv.conf
"""
BROWSE = f"""
import json, sys, tempfile
from pathlib import Path
sys.path.insert(0, {CODE!r})
from browser import Browser
asked = json.loads(sys.argv[1])
browser = Browser(Path(tempfile.mkdtemp()))
tab = browser.open("http://captive.apple.com/hotspot-detect.html", (360, 740))
led = tab.run("return location.href")
tab.go(asked["link"])
tab.wait_for("#players", asked["player"])
tab.picture(Path({LOOK!r}))
seat = tab.run_later("fetch('/api/me').then(said => said.json()).then(arguments[0])")
browser.close()
print(json.dumps({{"led": led, "seat": seat}}))
"""


def make_air(guest: Guest) -> None:
    """Radios for box, router and phone; the router works, the phone is silent."""
    guest.shell(f"apt-get -q update && apt-get -q -y --no-install-recommends install {PACKAGES}", 3600)
    guest.shell(RADIOS, 300)


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
    """Behind the third radio, with a browser."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        guest.put("/run/phone-lease", LEASE.encode(), 0o755)
        guest.put(f"{CODE}/browser.py", inspect.getsource(tests.companion.web.browser).encode())
        guest.put(f"{CODE}/browse.py", BROWSE.encode())

    def join(self, network: Joining) -> None:
        made = self._guest.must("wpa_passphrase", network.name, network.password)
        self._guest.put("/run/phone.conf", made.encode())
        self._guest.shell(JOIN, 300)

    def asks(self, url: str) -> str:
        """The status, and where it is led to."""
        form = "%{http_code} %{redirect_url}"
        return self._inside("curl", "-s", "-m", "60", "-o", "/dev/null", "-w", form, url).strip()

    def sits_down(self, link: str, player: str, picture: Path) -> dict[str, Any]:
        """Opens the portal, then what a seat's code says; where it was led, and which seat it has then."""
        said = self._inside("python3", f"{CODE}/browse.py", json.dumps({"link": link, "player": player}), wait_s=600)
        picture.write_bytes(self._guest.get(LOOK))
        return dict(json.loads(said))

    def _inside(self, *command: str, wait_s: float = 120) -> str:
        return self._guest.must("ip", "netns", "exec", "phone", *command, wait_s=wait_s)
