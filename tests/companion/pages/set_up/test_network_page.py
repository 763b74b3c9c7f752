"""Set-up, Network, with four buttons: joining a Wi-Fi, a wrong password, the box's own Wi-Fi and its code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.pages.begin.start_page import StartPage
from companion.pages.set_up import network_page
from companion.pages.set_up.network_page import HotspotPage, NetworkPage, NetworksPage, PasswordPage
from companion.pages.waiting_page import WaitingPage
from companion.program.app import App
from companion.screens import Finished
from companion.screens.intents import Intent, Typed
from companion.screens.keyboard_screen import PASSWORD_ROWS, PasswordScreen
from companion.upkeep.fence import Fence
from companion.upkeep.wifi import Wifi
from tests.companion.person import Person, password_presses
from tests.doubles.nmcli import put_nmcli

pytestmark = pytest.mark.slow  # nearly all of it is

HOME, PASSWORD = "Home: cellar\\2", "tea and cake"


class Guest(Person):
    """Somebody on the network page."""

    def __init__(self, folder: Path, tool: str) -> None:
        super().__init__(folder)
        self.app.open(NetworkPage(self.app.context, Wifi(tool)))
        self.settle()

    def settle(self) -> None:
        """Until nothing is under way."""
        for _ in range(3):
            self.now_ms += 5000
            self.app.tick()
            task: Any = getattr(self.app.page, "task", None) or getattr(self.app.page, "_task", None)
            if task is not None:
                assert task.wait(30)
            self.app.tick()

    @property
    def shown(self) -> Any:
        """The page behind a wait that is over."""
        page: Any = self.app.page
        return page._page if isinstance(page, WaitingPage) else page

    def take(self, label: str) -> None:
        screen: Any = self.screen
        self.choose([choice.label for choice in screen.model.choices], label)
        self.settle()

    def type(self, text: str) -> None:
        self.app.press(Typed(text))
        self.press(Intent.OK)
        self.settle()


@pytest.fixture
def guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Guest:
    monkeypatch.setattr(network_page, "FENCE", Fence(tmp_path / "no cgroup"))
    (tmp_path / "net").mkdir()
    return Guest(tmp_path, put_nmcli(tmp_path / "net"))


def _said(app: App) -> str:
    screen: Any = app.screen(0)
    return str(getattr(screen.model, "text", ""))


def test_a_network_is_joined_with_its_password(guest: Guest) -> None:
    assert "needs none" in _said(guest.app)
    guest.take("Join a Wi-Fi")
    assert isinstance(guest.shown, NetworksPage)
    guest.take(HOME)
    assert isinstance(guest.app.page, PasswordPage)
    guest.type(PASSWORD)
    model: Any = guest.screen.model  # type: ignore[attr-defined]
    assert f"has joined {HOME}" in model.text
    guest.press(Intent.OK)
    guest.press(Intent.BACK)
    guest.settle()
    assert f"Connected to {HOME}" in _said(guest.app)


def test_a_wrong_password_is_said_with_what_to_do(guest: Guest) -> None:
    guest.take("Join a Wi-Fi")
    guest.take(HOME)
    guest.type("tea and coffee")
    model: Any = guest.screen.model  # type: ignore[attr-defined]
    assert "password is not right" in model.text
    guest.press(Intent.OK)
    assert isinstance(guest.shown, NetworksPage)


def test_a_network_that_asks_for_a_name_is_explained(guest: Guest) -> None:
    guest.take("Join a Wi-Fi")
    guest.take("Work")
    model: Any = guest.screen.model  # type: ignore[attr-defined]
    assert "asks for a user name" in model.detail


def test_a_password_can_be_entered_with_four_buttons_alone(guest: Guest) -> None:
    screen = PasswordScreen(network_page.keyboard_model(guest.app.context.say, "x"), 8)
    *before, tick = password_presses("aB3$ äz-")
    assert [screen.handle(intent) for intent in before] == [None] * len(before)
    assert screen.text == "aB3$ äz-"
    assert screen.handle(tick) == Finished("aB3$ äz-")
    assert {letter for board in PASSWORD_ROWS for row in board for letter in row} >= {chr(n) for n in range(32, 127)}


def test_the_box_makes_its_own_wifi_and_ends_it(guest: Guest) -> None:
    guest.take("The box's own Wi-Fi")
    assert isinstance(guest.shown, HotspotPage)
    model: Any = guest.screen.model  # type: ignore[attr-defined]
    assert model.qr.startswith("WIFI:T:WPA;S:Table")
    password = model.qr.split("P:")[1].rstrip(";")
    name = model.qr.split("S:")[1].split(";")[0]
    assert (model.header.title, model.header.place, model.typed) == (name, password, password)
    guest.press(Intent.OK)
    guest.take("New password")
    again: Any = guest.screen.model  # type: ignore[attr-defined]
    assert again.qr != model.qr
    guest.press(Intent.OK)
    guest.take("A new password each evening")
    guest.press(Intent.OK)
    guest.take("Switch it off")
    guest.settle()
    assert isinstance(guest.shown, NetworkPage)
    assert "needs none" in _said(guest.app)


def test_without_a_network_manager_it_says_so_and_can_be_left(tmp_path: Path) -> None:
    lonely = Guest(tmp_path, str(tmp_path / "nothing"))
    assert "NetworkManager" in _said(lonely.app)
    lonely.press(Intent.OK)
    assert isinstance(lonely.app.page, StartPage)
