"""Wi-Fi with the kernel's simulated radios: NetworkManager and hostapd at both ends, and a phone behind a third radio.

The radios are ``mac80211_hwsim``; the home's router and the phone live in network namespaces of their own, so that the
box sees nothing of them but the air.
"""

from __future__ import annotations

import inspect

import tests.wifi_contract
from tests.box.bench import Bench, as_account
from tests.box.guest import Guest
from tests.box.machine import Machine

PACKAGES = "network-manager wpasupplicant dnsmasq-base hostapd iw curl udhcpc polkitd"
HOME, PASSWORD = "Home: cellar", "tea and cake"
SPOT, SPOT_PASSWORD = "Table TEST", "abcd-efgh-jkmn"
CODE = "/run/box-wifi"
SERVED = f"""
import sys, time
sys.path[:0] = ["/usr/lib/table-companion", "{CODE}"]
from companion.games import load_games
from companion.web.editor.editor_server import serve_editor
server = serve_editor("en", load_games(), address="10.42.46.1", portal_port=80)
server.start()
time.sleep(3600)
"""
# What the program does, as its own account, with the rights its unit gives it and no others.
AS_PROGRAM = """
import sys
sys.path[:0] = ["/usr/lib/table-companion", "{code}"]
from companion.upkeep.hotspot import Hotspot
from companion.upkeep.wifi import Wifi
{do}
"""
RADIOS = f"""
modprobe mac80211_hwsim radios=3
for home in home phone; do ip netns add $home; ip netns exec $home ip link set lo up; done
set -- $(ls /sys/class/ieee80211 | sort -V)
iw phy $2 set netns name home
iw phy $3 set netns name phone
wire=$(ip netns exec home ls /sys/class/net | grep wlan)
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
JOIN = f"""
radio=$(ip netns exec phone ls /sys/class/net | grep wlan)
wpa_passphrase '{SPOT}' '{SPOT_PASSWORD}' >/run/phone.conf
ip netns exec phone wpa_supplicant -B -i $radio -c /run/phone.conf
mkdir -p /etc/netns/phone && echo nameserver 10.42.46.1 >/etc/netns/phone/resolv.conf
ip netns exec phone udhcpc -i $radio -t 20 -n -q
"""
ASK = "ip netns exec phone curl -s -m 60 -o /dev/null -w '%{http_code} %{redirect_url}' "


def network(bench: Bench) -> str:
    """The same contract as the double's; then a phone joins the box's own Wi-Fi and is led to its page."""
    with bench.installed("network", cache="unsafe") as machine:
        machine.on()
        guest = machine.guest
        guest.shell(f"apt-get -q update && apt-get -q -y --no-install-recommends install {PACKAGES}", 3600)
        guest.shell(RADIOS, 300)
        guest.put(f"{CODE}/wifi_contract.py", inspect.getsource(tests.wifi_contract).encode())
        guest.put(f"{CODE}/served.py", SERVED.encode())
        _as_program(
            machine, f"import wifi_contract; wifi_contract.check_wifi(Wifi(), {HOME!r}, {PASSWORD!r}, {_spot()})"
        )
        bench.say("joined a Wi-Fi, made one, ended it and joined again, as the program's own account")
        guest.must("systemctl", "start", "companion-guests.service")
        _as_program(machine, f"Wifi().make_hotspot({_spot()})")
        _serve(guest)
        guest.shell(JOIN, 300)
        led = guest.shell(f"{ASK} http://captive.apple.com/hotspot-detect.html")
        assert led == "302 http://10.42.46.1:8765/", f"the phone was not led to the page: {led}"
        assert guest.shell(f"{ASK} http://10.42.46.1:8765/").startswith("200"), "the page did not open"
        calm = guest.shell(f"{ASK} http://connectivitycheck.gstatic.com/generate_204")
        assert calm.startswith("204"), f"the phone would leave again: {calm}"
        _check_fence(guest)
        return "joined, made and ended a Wi-Fi as its own account; a phone joined, was led to the page and stayed"


def _spot() -> str:
    return f"Hotspot({SPOT!r}, {SPOT_PASSWORD!r})"


def _as_program(machine: Machine, do: str) -> None:
    as_account(machine, "python3", "-c", AS_PROGRAM.format(code=CODE, do=do))


def _serve(guest: Guest) -> None:
    rights = (
        "-p",
        "AmbientCapabilities=CAP_NET_BIND_SERVICE",
        "--uid=table-companion",
        "-E",
        "COMPANION_DATA=/tmp/served",
    )
    guest.must("systemd-run", *rights, "python3", f"{CODE}/served.py")
    guest.until("ss -ltn | grep -q ':8765 '", 300)


def _check_fence(guest: Guest) -> None:
    """The program's own account may open it and nothing else; closed, no packet passes."""
    shown = "systemctl show -P IPAddressAllow companion.service"
    assert "192.168.0.0/16" in guest.shell(shown)
    ask = "runuser -u table-companion -- systemctl --no-ask-password"
    guest.shell(f"{ask} stop companion-guests.service")
    assert guest.shell(shown).strip() == ""
    guest.shell(f"{ask} start companion-guests.service")
    assert guest.run("sh", "-c", f"{ask} stop NetworkManager.service").code != 0, "the rule lets too much through"
