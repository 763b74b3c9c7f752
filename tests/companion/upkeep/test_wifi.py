"""Wi-Fi by nmcli: what is read from it, what it is told, and what its refusals are called."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from companion.language.wording import Trouble
from companion.upkeep.hotspot import ADDRESS, Hotspot
from companion.upkeep.wifi import PROFILE, Connected, Network, Wifi, split_terse
from tests.doubles.nmcli import STATE, put_nmcli
from tests.missing import NMCLI
from tests.wifi_contract import check_wifi

pytestmark = pytest.mark.slow  # nearly all of it is

SPOT = Hotspot("Table 3F2A", "abcd-efgh-jkmn")
HOME = "Home: cellar\\2"


@pytest.fixture
def wifi(tmp_path: Path) -> Wifi:
    return Wifi(put_nmcli(tmp_path))


def _state(folder: Path) -> dict[str, object]:
    return dict(json.loads((folder / STATE).read_text("utf-8")))


def test_the_contract(wifi: Wifi) -> None:
    check_wifi(wifi, HOME, "tea and cake", SPOT)


def test_names_may_hold_colons_and_backslashes() -> None:
    assert split_terse(r"Home\: cellar\\2:71:WPA2") == (HOME, "71", "WPA2")
    assert split_terse("::") == ("", "", "")


def test_networks_come_once_each_the_strongest_first(wifi: Wifi) -> None:
    found = wifi.networks()
    assert [(one.name, one.signal) for one in found] == [("Work", 80), (HOME, 71), ("Café", 55), ("New", 20)]
    assert [one.is_supported for one in found] == [False, True, True, True]
    assert [one.is_open for one in found] == [False, False, True, False]


def test_a_wrong_password_is_said_and_not_kept(wifi: Wifi, tmp_path: Path) -> None:
    with pytest.raises(Trouble) as refused:
        wifi.join(Network(HOME, 71, "WPA2"), "tea and coffee")
    assert refused.value.said.key == "network.trouble.password"  # type: ignore[union-attr]
    assert HOME not in str(_state(tmp_path)["profiles"])


def test_a_password_cannot_give_orders(wifi: Wifi, tmp_path: Path) -> None:
    with pytest.raises(Trouble) as refused:
        wifi.join(Network(HOME, 71, "WPA2"), "tea and cake\nset connection.autoconnect no")
    assert refused.value.said.key == "network.trouble.password"  # type: ignore[union-attr]
    assert HOME not in str(_state(tmp_path)["profiles"])


def test_wpa3_alone_has_its_own_key_management(wifi: Wifi, tmp_path: Path) -> None:
    wifi.join(Network("New", 20, "WPA3"), "twelve apples")
    profiles = _state(tmp_path)["profiles"]
    assert isinstance(profiles, dict)
    assert profiles["New"]["wifi-sec.key-mgmt"] == "sae"


def _spied(folder: Path) -> tuple[Wifi, Path]:
    """Every call leaves its words in a file, one a line, with an empty line after each call."""
    tool, spy, calls = put_nmcli(folder), folder / "spy", folder / "calls"
    spy.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" "" >>"{calls}"\nexec "{tool}" "$@"\n')
    spy.chmod(0o755)
    return Wifi(str(spy)), calls


def test_the_password_of_somebody_elses_network_is_on_no_command_line(tmp_path: Path) -> None:
    wifi, calls = _spied(tmp_path)
    wifi.join(Network(HOME, 71, "WPA2"), "tea and cake")
    assert "connection\nedit\n" in calls.read_text("utf-8")
    assert "tea and cake" not in calls.read_text("utf-8")


@NMCLI.mark
def test_the_real_nmcli_takes_the_profiles_we_make(tmp_path: Path) -> None:
    """Without a NetworkManager: it only writes down what it was told."""
    wifi, calls = _spied(tmp_path)
    wifi.join(Network("New", 20, "WPA3"), "twelve apples")
    wifi.make_hotspot(SPOT)
    made = [call.split("\n") for call in calls.read_text("utf-8").split("\n\n") if call.startswith("connection\nadd\n")]
    assert len(made) == 2
    for words in made:
        done = subprocess.run(["nmcli", "--offline", *words], capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, done.stderr
    assert {"mode=ap", f"ssid={SPOT.name}", f"psk={SPOT.password}", "method=shared"} <= set(done.stdout.splitlines())


def test_our_own_network_is_gone_with_the_next_start(wifi: Wifi, tmp_path: Path) -> None:
    wifi.make_hotspot(SPOT)
    profiles = _state(tmp_path)["profiles"]
    assert isinstance(profiles, dict)
    made = profiles[PROFILE]
    assert (made["save"], made["autoconnect"], made["ssid"]) == ("no", "no", SPOT.name)
    assert (made["ipv4.method"], made["ipv4.addresses"]) == ("shared", f"{ADDRESS}/24")


@pytest.mark.parametrize(
    ("script", "key"),
    [
        ("echo 'Error: NetworkManager is not running.' >&2; exit 8", "no_manager"),
        ("echo 'Error: Timeout expired (45 seconds)' >&2; exit 3", "no_answer"),
        ("echo 'Error: Not authorized to control networking.' >&2; exit 1", "not_allowed"),
        ("echo 'Error: the weather.' >&2; exit 1", "refused"),
    ],
)
def test_refusals_are_in_words(script: str, key: str, tmp_path: Path) -> None:
    tool = tmp_path / "nmcli"
    tool.write_text(f"#!/bin/sh\n{script}\n")
    tool.chmod(0o755)
    with pytest.raises(Trouble) as refused:
        Wifi(str(tool)).connected()
    assert refused.value.said.key == f"network.trouble.{key}"  # type: ignore[union-attr]


def test_without_nmcli_and_without_wifi(tmp_path: Path) -> None:
    with pytest.raises(Trouble):
        Wifi(str(tmp_path / "nothing")).connected()
    lonely = Wifi(put_nmcli(tmp_path, air=[], cable=True))
    assert lonely.connected() == Connected("", "", has_cable=True)
    with pytest.raises(Trouble) as refused:
        lonely.make_hotspot(SPOT)
    assert refused.value.said.key == "network.trouble.no_wifi"  # type: ignore[union-attr]
