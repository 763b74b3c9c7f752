"""``table.local`` with a real Avahi, in networks of their own: found by a phone, and a second box has another name."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.upkeep.local_network import PORT
from tests.companion.upkeep.neighbours import Machine, may_make_networks
from tests.missing import AVAHI, find

SETTINGS = Path("/etc/avahi/avahi-daemon.conf")
SETTLE = Path("deploy/image/settle")

pytestmark = [
    AVAHI.mark,
    pytest.mark.skipif(AVAHI.is_met and not may_make_networks(), reason="namespaces of networks: root may make them"),
]


def as_on_our_image(folder: Path) -> Path:
    """Debian's settings with what our image changes in them; without D-Bus, which nobody needs to resolve a name."""
    (pattern,) = re.findall(r"sed -i 's/(\S+)/(\S+)/' \"\$root/etc/avahi/avahi-daemon.conf\"", SETTLE.read_text())
    assert pattern == (r"^#\{0,1\}host-name=.*", "host-name=table")
    text = re.sub("(?m)^#?host-name=.*", pattern[1], SETTINGS.read_text())
    settings = folder / "avahi-daemon.conf"
    settings.write_text(re.sub("(?m)^#?enable-dbus=.*", "enable-dbus=no", text))
    return settings


def start_avahi(machine: Machine, settings: Path) -> str:
    daemon = [str(find("avahi-daemon")), "-f", str(settings), "--no-drop-root", "--no-chroot", "--no-rlimits"]
    return machine.start(machine.inside(*daemon), "Server startup complete")


def test_a_phone_finds_the_table_by_its_name_and_a_second_box_gets_a_name_of_its_own(tmp_path: Path) -> None:
    settings = as_on_our_image(tmp_path)
    with ExitStack() as stack:
        first, second = Machine("10.99.0.1", stack), Machine("10.99.0.2", stack)
        first.connect(second)
        assert "Host name is table.local." in start_avahi(first, settings)
        shown = first.start(first.here("serve", first.address), "type: ")
        assert shown == f"type: table.local:{PORT} / 10.99.0.1:{PORT}", "the screen says both"
        assert second.ask("table.local", PORT) == "10.99.0.1 200", "a phone, before there is another box"
        assert "Host name is table-2.local." in start_avahi(second, settings)
        shown = second.start(second.here("serve", second.address), "type: ")
        assert shown == f"type: table-2.local:{PORT} / 10.99.0.2:{PORT}"
        assert first.ask("table-2.local", PORT) == "10.99.0.2 200"
        assert second.ask("table.local", PORT) == "10.99.0.1 200", "the first one keeps its name"
