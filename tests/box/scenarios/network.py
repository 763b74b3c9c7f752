"""Wi-Fi by the box's own screen and buttons: a home's network is joined, one of its own is made, a phone sits down."""

from __future__ import annotations

import inspect
import time
from pathlib import Path
from typing import Any

import zxingcpp

import tests.wifi_contract
from companion.pages.set_up.network_page import NetworkPage
from companion.pages.waiting_page import WaitingPage
from companion.screens.intents import Intent
from companion.screens.keyboard_screen import PasswordScreen
from companion.screens.navigation import Page
from companion.upkeep.wifi import Wifi
from tests.box.air import CODE, HOME, PASSWORD, Phone, fetch_tools, make_air, read_code
from tests.box.bench import Bench, as_account
from tests.box.card import still_card
from tests.box.guest import Guest
from tests.box.hands import LOOK_S, Evening
from tests.box.machine import Machine
from tests.companion.person import password_presses
from tests.doubles.nmcli import put_nmcli

GAME, PLAYERS = "amul", 3
WRONG = "tea and coffee"
JOIN_S = 1200.0
AT_ONCE = 8  # presses before somebody looks again
SPOT = "Hotspot('Table TEST', 'abcd-efgh-jkmn')"
# What the pages beside believe to be in the air.
AIR = [{"name": HOME, "signal": 90, "security": "WPA2", "password": PASSWORD}]
CONTRACT = f"""
import sys
sys.path[:0] = ["/usr/lib/table-companion", "{CODE}"]
from companion.upkeep.hotspot import Hotspot
from companion.upkeep.wifi import Wifi
from wifi_contract import check_wifi
check_wifi(Wifi(), {HOME!r}, {PASSWORD!r}, {SPOT})
"""
PAGE = "http://10.42.46.1:8765/"
APPLE, ANDROID = "http://captive.apple.com/hotspot-detect.html", "http://connectivitycheck.gstatic.com/generate_204"


def network(bench: Bench) -> str:
    """All by presses on the box; the phone has nothing but the air and what it scans on the screen."""
    tools = fetch_tools(bench)
    with still_card(bench, "network", cache="unsafe") as (machine, evening):
        make_air(machine.guest, tools)
        machine.monitor("set_link", name="wire", up=False)
        bench.say("radios, a router and a phone are there, and the cable is out")
        _check_contract(machine)
        bench.say("joined a Wi-Fi, made one, ended it and joined again, as the program's own account")
        took = _join_by_buttons(evening, bench.folder / "beside-air")
        bench.say(
            f"a wrong password was refused in words after {took[0]:.0f} s, the right one joined after {took[1]:.0f} s"
        )
        spot = read_code(_make_hotspot(evening))
        phone = Phone(machine.guest)
        phone.join(spot)
        bench.say(f"the phone has scanned the code and is in {spot.name}")
        evening.begin(GAME, PLAYERS)
        _check_seat(bench, evening, phone)
        _check_fence(machine.guest)
        return "joined a Wi-Fi and made one by buttons; a phone joined by its code, was led to the page and sat down"


def _check_contract(machine: Machine) -> None:
    """The same as the double's. Nothing of it is left."""
    machine.guest.put(f"{CODE}/wifi_contract.py", inspect.getsource(tests.wifi_contract).encode())
    as_account(machine, "python3", "-c", CONTRACT)
    machine.guest.must("nmcli", "connection", "delete", "id", HOME)


def _join_by_buttons(evening: Evening, folder: Path) -> tuple[float, float]:
    """With a wrong password, then with the right one: how many seconds until the screen said so."""
    folder.mkdir(exist_ok=True)
    _choose(evening, "setup")
    values = [choice.value for choice in evening.screen.model.choices]
    evening.choose_on_box(values.index("network"))
    evening.app.open(NetworkPage(evening.app.context, Wifi(put_nmcli(folder, air=AIR))))
    _wait_for_answer(evening)
    _choose(evening, "join")
    took = []
    for password in (WRONG, PASSWORD):
        evening.choose(0)
        assert isinstance(evening.screen, PasswordScreen)
        _press_slowly(evening, password_presses(password))
        took.append(_wait_for_answer(evening))
        evening.press([Intent.OK])
        evening.wait_until_shown()
    joined = evening.machine.guest.must("nmcli", "-t", "-f", "STATE,CONNECTION", "device", "status")
    assert f"connected:{HOME}".replace("Home:", "Home\\:") in joined, joined
    return took[0], took[1]


def _press_slowly(evening: Evening, presses: list[Intent]) -> None:
    """Some at a time, as people do who look in between."""
    for at in range(0, len(presses), AT_ONCE):
        evening.press(presses[at : at + AT_ONCE])


def _make_hotspot(evening: Evening) -> str:
    """From the list of networks back to *Network*, and there to its second line; what the code on the screen says."""
    evening.press([Intent.BACK])
    evening.display.keys("Right", "Return")
    code = _scanned(evening.machine, "WIFI:")
    evening.display.keys("Escape", "Escape", "Escape")
    for _ in range(2):
        evening.app.press(Intent.BACK)
    evening.wait_until_shown()
    return code


def _check_seat(bench: Bench, evening: Evening, phone: Phone) -> None:
    """Phones are switched on in the game's menu; the code of the first seat is scanned."""
    evening.press([Intent.MENU])
    evening.wait_until_shown()
    values = [choice.value for choice in evening.screen.model.choices]
    evening.choose_on_box(values.index("phones"))
    evening.display.keys("Return")
    evening.machine.guest.until("ss -ltn | grep -q ':8765 '", JOIN_S)
    led = phone.asks(APPLE)
    assert led == f"302 {PAGE}", f"the phone was not led to the page: {led}"
    evening.display.keys("Right", "Return")
    page, _, code = _scanned(evening.machine, PAGE).partition("#")
    sat, player = phone.sits_down(APPLE, code), evening.setup.players[0]
    assert (sat["page"], page, sat["seat"]) == (PAGE, PAGE, player), sat
    assert sat["text"].lower() == "<!doctype html>", sat
    assert player in sat["told"], "the seat is told nothing of the table"
    calm = phone.asks(ANDROID)
    assert calm.startswith("204"), f"the phone would leave again: {calm}"
    bench.say(f"led to the page, sat down as {player}")


def _scanned(machine: Machine, start: str, wait_s: float = JOIN_S) -> str:
    """The code on the screen, as a phone's camera reads it."""
    end = time.monotonic() + wait_s
    while time.monotonic() < end:
        for found in zxingcpp.read_barcodes(machine.picture()):
            if found.text.startswith(start):
                return str(found.text)
        time.sleep(1)
    raise AssertionError(f"no code that begins with {start} on the screen after {wait_s:.0f} s")


def _choose(evening: Evening, value: Any) -> None:
    values = [choice.value for choice in evening.screen.model.choices]
    evening.choose(values.index(value))
    _wait_for_answer(evening)


def _wait_for_answer(evening: Evening) -> float:
    """Past a page that asks for patience, beside as on the box; how many seconds until the screen has its answer."""
    begun = time.monotonic()
    while _is_waiting(evening.app.page) or _is_looking(evening):
        assert time.monotonic() - begun < JOIN_S, "the pages beside are still waiting"
        time.sleep(LOOK_S)
        evening.now_ms += round(1000 * LOOK_S)
        evening.app.tick()
    evening.wait_until_shown(JOIN_S)
    return time.monotonic() - begun


def _is_waiting(page: Page) -> bool:
    return isinstance(page, WaitingPage) and page.is_waiting


def _is_looking(evening: Evening) -> bool:
    """*Network* offers nothing but the way back until it knows what there is."""
    return isinstance(evening.app.page, NetworkPage) and evening.screen.count() == 1


def _check_fence(guest: Guest) -> None:
    """The program's own account may open it and nothing else; closed, no packet passes."""
    shown = "systemctl show -P IPAddressAllow companion.service"
    assert "192.168.0.0/16" in guest.shell(shown)
    ask = "runuser -u table-companion -- systemctl --no-ask-password"
    guest.shell(f"{ask} stop companion-guests.service")
    assert guest.shell(shown).strip() == ""
    guest.shell(f"{ask} start companion-guests.service")
    assert guest.run("sh", "-c", f"{ask} stop NetworkManager.service").code != 0, "the rule lets too much through"
