"""The table in real browsers the size of a telephone: secret cards, lost and found, and what axe-core says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.contract import Invitation, TableGame
from companion.screens.intents import Intent
from companion.sheets.shelf import SheetShelf
from tests.begun import leave_begun
from tests.companion.phones.running import PHONE, PLAY_AT_RANDOM, Running
from tests.companion.phones.table import PhoneTable
from tests.companion.web.axe import violations
from tests.companion.web.browser import Browser
from tests.games import GAMES
from tests.missing import CHROMIUM
from tests.rules.setups import SETUPS

pytestmark = [pytest.mark.slow, CHROMIUM.mark]

MOST_ROWS = 12
UNTIL_FOUND = """
const done = arguments[0];
const look = () => document.getElementById('lost').hidden ? done(true) : setTimeout(look, 50);
look();
"""


def reveal(box: PhoneTable) -> None:
    """Somebody fills the pad at the box, row by row."""
    for _ in range(MOST_ROWS):
        box.app.press(Intent.OK)
        box.app.tick()


@pytest.fixture
def at_offers(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Running]:
    """Āmul, where everybody offers a card."""
    running = Running(tmp_path / "box", SETUPS["amul"](4, Random(1)), getattr(request, "param", "en"))

    def to_offers(box: PhoneTable) -> None:
        while box.table.live.view["phase"] != "offer":
            box.table.live.do(box.table.live.options[0], box.now_ms)

    running.call(to_offers)
    yield running
    running.close()


def test_a_seats_code_is_taken_where_the_page_is_open_already(browser: Browser, at_offers: Running) -> None:
    """As after the portal has opened it: of the address only its end is new."""
    tab = browser.open(at_offers.call(lambda box: box.phones.url), PHONE)
    tab.find("#code")
    tab.go(at_offers.link("Ada"))
    tab.wait_for("#players", "Ada")
    assert at_offers.call(lambda box: box.phones.count("Ada")) == 1, "it has the seat, and does not only watch"


def test_a_card_is_offered_secretly_and_only_its_own_telephone_names_it(browser: Browser, at_offers: Running) -> None:
    ada, bo = at_offers.open(browser, "Ada"), at_offers.open(browser, "Bo")
    ada.wait_for("#what", "Your turn")
    bo.write("#find", "gold")
    bo.wait_for("#choices", "Gold")
    name = str(ada.run("return document.querySelector('[data-act=\"2\"] .name').textContent"))
    ada.click("[data-act='2']")
    ada.wait_for("#sure", name)
    ada.click("#yes")
    ada.wait_for("#mine", name)
    bo.wait_for("#players", "has laid a card")
    ada.wait_for("#now .awaited", "Bo")
    assert "Ada" not in ada.text("#now .awaited"), "who has laid a card is not waited for"
    assert name not in str(bo.run("return document.getElementById('main').innerText.replace("
                                  "document.getElementById('acts').innerText, '')"))  # fmt: skip
    assert bo.run("return document.getElementById('find').value") == "gold", "what somebody types is left alone"
    assert bo.run("return document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.parametrize(
    ("at_offers", "typed", "card", "cannot"),
    [("de", "gold", "Gold", "Derwisch"), ("de", "ol", "Öl", "Zelt"), ("pl", "gold", "Gold", "Yurt")],
    indirect=["at_offers"],
)
def test_enter_takes_the_very_name_and_what_cannot_be_told_says_why(
    browser: Browser, at_offers: Running, typed: str, card: str, cannot: str
) -> None:
    """A keyboard without marks on its letters finds the names too."""
    tab = at_offers.open(browser, "Ada")
    tab.write("#find", cannot)
    tab.wait_for("#choices [data-cannot]", cannot)
    tab.press("#find")
    assert tab.run("return document.getElementById('sure').hidden")
    tab.write("#find", typed)
    tab.wait_for("#choices", card)
    tab.press("#find")
    asked = tab.wait_for("#sure", card)
    assert not [name for name in ("Goldschmied", "Gold Smuggler") if name in asked]


def test_one_tap_opens_the_rules_that_matter_now(browser: Browser, at_offers: Running) -> None:
    tab = at_offers.open(browser, "Ada")
    assert tab.run("return document.getElementById('rules').open") is False
    tab.click("#to-rules")
    tab.wait_for("#rules", "Everyone lays one hand card face down")
    assert tab.run("return document.getElementById('rules').open") is True
    assert 0 <= tab.run("return document.querySelector('#rules summary').getBoundingClientRect().top") < PHONE[1]


def test_a_page_is_read_in_another_language_from_now_on(browser: Browser, at_offers: Running, tmp_path: Path) -> None:
    tab = at_offers.open(browser, "Ada")
    tab.pick("#language", "de")
    tab.wait_for("#players", "Mitspielende")
    tab.wait_for("#what", "Du bist dran")
    tab.run("location.reload()")
    tab.wait_for("#players", "Mitspielende")
    tab.run("document.getElementById('language').scrollIntoView()")
    tab.picture(tmp_path / "language.png")
    assert tab.run("return document.documentElement.lang") == "de"
    assert tab.run("return document.getElementById('language').value") == "de"


def test_a_page_says_that_the_box_is_gone_and_comes_back_by_itself(browser: Browser, at_offers: Running) -> None:
    tab = at_offers.open(browser, None)
    tab.wait_for("#now", "Everyone offers")

    def cut(box: PhoneTable) -> None:
        assert box.phones.served is not None
        box.phones._port = box.phones.served.server.port
        box.phones._close()

    at_offers.call(cut)
    tab.wait_for("#lost", "No connection to the box")
    at_offers.call(lambda box: box.phones._open())
    tab.wait_for("#now", "Everyone offers")
    assert tab.run_later(UNTIL_FOUND)
    tab.run("location.reload()")
    tab.wait_for("#now", "Everyone offers")


@pytest.mark.parametrize("game", tuple(GAMES), ids=lambda game: game.slug)
def test_the_last_steps_of_a_night_in_browsers(browser: Browser, game: TableGame, tmp_path: Path) -> None:
    """Real pages, tapped at random; one of them is loaded anew. Whole nights: ``tests.endurance.phone_night``."""
    random = Random(f"{game.slug} browsers")
    setup = SETUPS[game.slug](game.rules.seats[0], random)
    leave_begun(tmp_path / "box", setup, random, left=10)
    running = Running(tmp_path / "box", setup, "en")
    tabs = [running.open(browser, name) for name in setup.players]
    before = running.call(lambda box: len(box.table.live.session.steps))
    for seed, tab in enumerate(tabs):
        tab.run(PLAY_AT_RANDOM, seed + 1)
    running.until(lambda box: box.table.live.is_over or len(box.table.live.session.steps) > before + 6)
    tabs[0].run("location.reload()")
    tabs[0].wait_for("#mine", setup.players[0])
    tabs[0].run(PLAY_AT_RANDOM, 77)
    running.until(lambda box: box.table.live.is_over)
    running.call(reveal)
    verdict = str(running.call(lambda box: box.table.score()).get("verdict") or "")  # an open count crowns nobody
    for tab in tabs:
        tab.wait_for("#finale", verdict)
    running.close()


@pytest.mark.parametrize(("at_offers", "dark"), [("en", False), ("de", True)], indirect=["at_offers"])
def test_a_screen_reader_finds_its_way(browser: Browser, at_offers: Running, dark: bool, tmp_path: Path) -> None:
    seated, watching = at_offers.open(browser, "Ada", dark=dark), at_offers.open(browser, None)
    seated.wait_for("#choices", "Gold")
    seated.run("document.querySelectorAll('#score, #log').forEach((one) => { one.open = true; })")
    seated.click("[data-act='1']")
    watching.run("document.getElementById('other').click()")
    for name, tab in (("seated", seated), ("watching", watching)):
        assert violations(tab) == []
        assert tab.run("return document.documentElement.lang") == at_offers.language
        tab.picture(tmp_path / f"{name}.png")


@pytest.mark.parametrize("dark", [False, True])
def test_a_screen_reader_finds_a_free_seat(browser: Browser, at_offers: Running, dark: bool) -> None:
    tab = at_offers.open(browser, None, dark=dark)
    at_offers.invitation = Invitation(("Ada", "", ""), frozenset({1, 2}))
    tab.find("#own-name")
    assert violations(tab) == []


@pytest.mark.parametrize("at_offers", ["en", "de"], indirect=True)
def test_a_new_sheet_is_made_on_a_telephone(browser: Browser, at_offers: Running, tmp_path: Path) -> None:
    """What is wrong stands beside its field; then it is on the box."""
    tab = at_offers.open(browser, "Ada")
    tab.click("#more a[href='/sheet.html']")
    tab.wait_for("#send", "box" if at_offers.language == "en" else "Box")
    tab.click("#send")
    tab.wait_for("#bad-name", "60")
    assert tab.text("#bad-rows")
    tab.write("#name", "Frog pond")
    tab.pick("#rounds", "until")
    tab.write("#number", "50")
    tab.click("#choices button:first-child")
    tab.click("#add")
    tab.write("#row-1-name", "Frogs")
    tab.picture(tmp_path / "sheet.png")
    assert tab.run("return document.documentElement.scrollWidth") <= PHONE[0]
    tab.click("#send")
    tab.wait_for("#message", "Frog pond")
    found = at_offers.call(lambda box: SheetShelf(box.folder).find("frog-pond"))
    assert [(row.id, found.until) for row in found.rows] == [("points", 50), ("frogs", 50)]


def test_a_screen_reader_finds_its_way_in_a_new_sheet(browser: Browser, at_offers: Running) -> None:
    tab = at_offers.open(browser, "Ada")
    tab.click("#more a[href='/sheet.html']")
    tab.wait_for("#send", "box")
    tab.pick("#rounds", "number")
    tab.click("#add")
    assert violations(tab) == []
    tab.resize(640, 360)
    widths = tab.run("return [...document.querySelectorAll('#main > section')].map((one) => one.offsetWidth)")
    assert min(widths) > 550, "lying on its side no half is empty"
