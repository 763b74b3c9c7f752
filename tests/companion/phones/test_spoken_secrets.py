"""What only a seat may know is said by its own phone, if its guest says so; and a hand under the camera likewise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.inbox import TableSeen
from rules.core.table import TableCards
from tests.companion.phones.running import PHONE, Running
from tests.companion.phones.table import PhoneTable
from tests.companion.web.axe import violations
from tests.companion.web.browser import Browser, Tab
from tests.missing import CHROMIUM
from tests.rules.setups import SETUPS

pytestmark = [pytest.mark.slow, CHROMIUM.mark]

# A browser without a loudspeaker never begins to speak: what it is given to say is what counts.
LISTEN = "window.heard = []; speechSynthesis.speak = (spoken) => { window.heard.push([spoken.lang, spoken.text]); };"

UNTIL_HEARD = """
const [wanted, done] = arguments;
const look = () => window.heard.some(([, text]) => text.includes(wanted)) ? done(window.heard) : setTimeout(look, 50);
look();
"""
LAID = {"en": "has laid a card", "de": "hat eine Karte gelegt"}


@pytest.fixture(params=["en", "de"])
def at_offers(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Running]:
    """Āmul with a camera, where everybody offers a card face down."""
    running = Running(tmp_path / "box", SETUPS["amul"](4, Random(1)), request.param, "camera.kind=usb")

    def to_offers(box: PhoneTable) -> None:
        while box.table.live.view["phase"] != "offer":
            box.table.live.do(box.table.live.options[0], box.now_ms)

    running.call(to_offers)
    yield running
    running.close()


def listening(running: Running, browser: Browser, player: str, *, speaks: bool) -> Tab:
    tab = running.open(browser, player)
    tab.run(LISTEN)
    if speaks:
        tab.click("#speak")
    return tab


def hears(tab: Tab, wanted: str) -> list[list[str]]:
    return list(tab.run_later(UNTIL_HEARD, wanted))


def test_a_secret_is_said_by_its_own_phone_and_by_no_other(browser: Browser, at_offers: Running) -> None:
    ada = listening(at_offers, browser, "Ada", speaks=True)
    bo, silent = (listening(at_offers, browser, name, speaks=name == "Bo") for name in ("Bo", "Cleo"))
    name = str(ada.run("return document.querySelector('[data-act=\"2\"] .name').textContent"))
    ada.click("[data-act='2']")
    ada.click("#yes")
    heard = hears(ada, name)
    assert {language for language, _ in heard} == {at_offers.language}
    bo.wait_for("#players", LAID[at_offers.language])
    assert name not in str(bo.run("return window.heard"))
    assert silent.run("return window.heard") == [], "who has not asked for it hears nothing"


def test_a_hand_under_the_camera_is_read_to_its_owner(browser: Browser, at_offers: Running, tmp_path: Path) -> None:
    ada, bo = (listening(at_offers, browser, name, speaks=True) for name in ("Ada", "Bo"))
    ada.click("#read-hand")
    ada.wait_for("#hand-about", "camera" if at_offers.language == "en" else "Kamera")
    laid = at_offers.call(lambda box: sorted(box.context.box("amul").card_tags(box.table.document).values())[::40])
    names = at_offers.call(lambda box: [box.table.desk.card(card).name for card in laid])
    lying = TableCards({"mat": frozenset(laid)})
    at_offers.call(lambda box: box.app.inbox.put(TableSeen(lying, frozenset(), at_ms=box.now_ms)))
    for name in names:
        ada.wait_for("#hand-cards", name)
        hears(ada, name)
    ada.run("document.getElementById('hand').scrollIntoView()")
    ada.picture(tmp_path / "hand.png")
    assert ada.run("return document.documentElement.scrollWidth") <= PHONE[0]
    assert violations(ada) == []
    ada.click("#read-hand")
    ada.wait_for("#hand-about", "table" if at_offers.language == "en" else "Tisch")
    at_offers.call(lambda box: box.app.inbox.put(TableSeen(TableCards(), frozenset(), at_ms=box.now_ms)))
    ada.wait_for("#read-hand", "Read my hand" if at_offers.language == "en" else "Meine Hand lesen")
    assert ada.run("return document.querySelectorAll('#hand-cards li').length") == 0
    shown = str(bo.run("return document.getElementById('hand').textContent")) + str(bo.run("return window.heard"))
    assert not any(name in shown for name in names)
