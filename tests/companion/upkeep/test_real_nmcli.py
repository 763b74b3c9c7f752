"""Passwords by a real nmcli and a real NetworkManager, in a network of their own without any radio."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.screens.keyboard_screen import DELETE, FINISH, OTHERS, PASSWORD_ROWS
from companion.upkeep.wifi import Network, Wifi
from tests.companion.upkeep.neighbours import Machine, may_make_networks
from tests.missing import NETWORK_MANAGER

pytestmark = [
    NETWORK_MANAGER.mark,
    pytest.mark.skipif(
        NETWORK_MANAGER.is_met and not may_make_networks(), reason="namespaces of networks: root may make them"
    ),
]
PSK = "802-11-wireless-security.psk"
LOOKS = 20  # nmcli now and then shows a profile before its secrets are there
# Whatever the keys can write; spaces at the ends, and words that nmcli itself knows.
EVERY_KEY = "".join(sorted({key for board in PASSWORD_ROWS for row in board for key in row} - {OTHERS, DELETE, FINISH}))
PASSWORDS = (EVERY_KEY[:60], EVERY_KEY[60:], "  two at both ends  ", "save persistent")


# Nothing of this machine's own networks is read or written.
BARE = """
mkdir -p /run/dbus /run/NetworkManager
for folder in /etc/NetworkManager /var/lib/NetworkManager; do mkdir -p $folder && mount -t tmpfs none $folder; done
printf '[main]\\nauth-polkit=false\\n' >/etc/NetworkManager/NetworkManager.conf
"""


@pytest.fixture(scope="module")
def box() -> Iterator[Machine]:
    with ExitStack() as stack:
        machine = Machine("10.99.0.1", stack)
        subprocess.run(machine.inside("sh", "-euc", BARE), check=True)
        machine.start(machine.inside("dbus-daemon", "--system", "--nofork", "--nopidfile", "--print-address"), "unix:")
        machine.start(machine.inside("NetworkManager", "--debug"), "<info>")
        answers = "until nmcli general >/dev/null 2>&1; do sleep 0.1; done"
        subprocess.run(machine.inside("sh", "-c", answers), check=True, timeout=60)
        yield machine


def test_passwords_are_kept_as_they_were_typed(box: Machine) -> None:
    command = box.inside("env", f"--chdir={Path.cwd()}", sys.executable, "-m", __name__)
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    assert json.loads(said.stdout) == list(PASSWORDS)


def _keep(wifi: Wifi, password: str) -> str:
    """What NetworkManager then reads from its file, as after a start."""
    wifi.write_profile(Network("Home: cellar", 71, "WPA2"), password)
    wifi._call("connection", "reload")
    asked = ("--show-secrets", "--escape", "no", "--get-values", PSK, "connection", "show", "Home: cellar")
    shown = (wifi._call(*asked).removesuffix("\n") for _ in range(LOOKS))
    return next((text for text in shown if text), "")


if __name__ == "__main__":  # on that machine
    print(json.dumps([_keep(Wifi(), password) for password in PASSWORDS]))
