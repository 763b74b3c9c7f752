"""What a guest has in the hand: one thumb, a line that breaks, joining by one code, a cue, a screen reader."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.contract import Invitation
from companion.pages.begin.new_game import begin_game
from companion.pages.begin.players_page import PlayersPage
from companion.resources import asset
from companion.screens import Answered, Finished, Goto
from companion.screens.last_screen import PICTURE
from companion.web.bundle import script_of
from rules.amulett.commands import Lift
from rules.core.commands import given_by
from tests.begun import leave_begun
from tests.companion.phones.running import Running
from tests.companion.phones.table import PhoneTable
from tests.companion.web.browser import Browser, Tab
from tests.missing import CHROMIUM
from tests.rules.setups import SETUPS

pytestmark = [pytest.mark.slow, CHROMIUM.mark]

SIZES = ((390, 844), (360, 640), (844, 390))
FIRST_LOAD = 60_000  # bytes
MOST_REQUESTS = 7
# Buttons of the lower edge that cannot be touched where they are.
HIDDEN = """
return [...document.querySelectorAll(arguments[0])].filter((node) => {
  const box = node.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !there || !node.contains(there);
}).map((node) => node.textContent);
"""
LOADED = """
const all = [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")];
const files = all.filter((one) => !one.name.includes("/api/"));
return [files.length, files.reduce((sum, one) => sum + one.transferSize, 0)];
"""


def to_phase(phase: str) -> Any:
    def play(box: PhoneTable) -> None:
        live = box.table.live
        while live.view["phase"] != phase:
            live.do(live.options[0], box.now_ms)

    return play


@pytest.fixture
def at_offers(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path / "box", SETUPS["amul"](4, Random(1)), "en")
    running.call(to_phase("offer"))
    yield running
    running.close()


# Names that are broken within a word: a word that is wider than its place.
TORN = """
return [...document.querySelectorAll('#choices .name')].filter((node) => {
  const ghost = node.cloneNode(true);
  Object.assign(ghost.style, { position: "absolute", width: "min-content", hyphens: "none", overflowWrap: "normal" });
  node.parentElement.append(ghost);
  const torn = ghost.offsetWidth > node.parentElement.clientWidth + 1;
  ghost.remove();
  return torn;
}).map((node) => node.textContent);
"""


def test_a_bid_is_under_the_thumb_at_every_size_and_a_second_tap_says_yes(browser: Browser, tmp_path: Path) -> None:
    running = Running(tmp_path / "box", SETUPS["amulett"](3, Random(2)), "en")

    def to_bids(box: PhoneTable) -> str:
        live = box.table.live
        random = Random(4)
        while live.view["phase"] != "spell" or live.view["turn"] is None or len(live.options) < 3:
            live.do(random.choice(live.options), box.now_ms)
        return box.table.people[live.view["turn"]]

    tab = running.open(browser, running.call(to_bids))
    tab.find("#quick #choices button")
    for width, height in SIZES:
        tab.resize(width, height)
        assert tab.run(HIDDEN, "#quick button, #tabs button") == []
        assert int(str(tab.run("return document.documentElement.scrollWidth"))) <= width
        tab.picture(tmp_path / f"{width}.png")
    before = running.call(lambda box: len(box.table.live.session.steps))
    tab.run(
        "document.querySelector('#choices [data-act]').click(); document.querySelector('#choices [data-act]').click();"
    )
    tab.find("#sure:not([hidden]) #no")
    assert running.call(lambda box: len(box.table.live.session.steps)) == before, "two trembling taps are one"
    tab.click("#no")
    assert tab.run("return document.querySelectorAll('#choices [aria-pressed]').length") == 0
    tab.click("#choices [data-act]")
    tab.find("#choices [aria-pressed]")
    tab.run_later("setTimeout(arguments[0], 400)")
    tab.click("#choices [data-act]")
    running.until(lambda box: len(box.table.live.session.steps) > before, 20)
    running.close()


def test_every_card_is_in_sight_at_every_size_and_can_be_read_before_it_is_laid(
    browser: Browser, at_offers: Running
) -> None:
    tab = at_offers.open(browser, "Ada")
    tab.wait_for("#choices", "Spice")
    for width, height in SIZES:
        tab.resize(width, height)
        assert tab.run(HIDDEN, "#choices button, #find, #tabs button") == [], (width, height)
        assert tab.run("return scrollY") == 0
        assert tab.run("return document.documentElement.scrollWidth") <= width
    tab.click("[data-act='1']")
    tab.click("#read")
    assert len(tab.text("dialog[open] p")) > 20, "what it does"
    tab.click("#card-close")
    assert tab.run(HIDDEN, "#read, #no, #yes, #tabs button") == []


@pytest.mark.parametrize("language", ["de", "pl"])
def test_many_cards_with_long_names_come_in_pages_by_their_letters(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    setup = SETUPS["amul"](8, Random(3))
    running = Running(tmp_path / "box", setup, language)
    running.call(to_phase("offer"))
    tab = running.open(browser, setup.players[1])
    tab.find("#pages button")
    for width, height in SIZES:
        tab.resize(width, height)
        seen: list[str] = []
        for number in range(int(tab.run("return document.querySelectorAll('#pages button').length"))):
            tab.click(f"#pages button:nth-child({number + 1})")
            tab.run("window.scrollTo(0, 0)")
            assert tab.run(HIDDEN, "#choices button, #pages button, #find") == [], (width, height, number)
            assert tab.run(TORN) == [], (width, height)
            seen += tab.run("return [...document.querySelectorAll('#choices .name')].map((one) => one.textContent)")
        tab.picture(tmp_path / f"{width}.png")
        assert len(seen) > 40
        assert seen == running.call(lambda box: sorted(seen, key=box.table.say.sort_key))  # noqa: B023
    running.close()


def test_what_is_too_much_for_one_page_is_on_several_and_none_is_longer_than_a_phone(
    browser: Browser, tmp_path: Path
) -> None:
    """Any gem of the board, in a language with long words; what ends the choice stands on every page."""
    running = Running(tmp_path / "box", SETUPS["amulett"](4, Random(2)), "pl")

    def to_gems(box: PhoneTable) -> tuple[str, int]:
        live, random = box.table.live, Random(2)
        while not any(isinstance(option, Lift) for option in live.options):
            live.do(random.choice(live.options), box.now_ms)
        return box.table.people[live.view["turn"]], len(live.options)

    player, count = running.call(to_gems)
    tab = running.open(browser, player)
    tab.find("#pages button")
    for width, height in SIZES:
        tab.resize(width, height)
        seen: set[str] = set()
        for number in range(len(tab.run("return [...document.querySelectorAll('#pages button')]"))):
            tab.click(f"#pages button:nth-child({number + 1})")
            tab.run("window.scrollTo(0, 0)")
            assert tab.run(HIDDEN, "#choices button, #pages button, #find") == [], (width, height, number)
            seen |= set(
                tab.run("return [...document.querySelectorAll('#choices [data-act]')].map((one) => one.dataset.act)")
            )
        assert len(seen) == count
    tab.write("#find", "zostaw")
    tab.wait_for("#choices", "Zostaw")
    running.close()


@pytest.mark.parametrize(("stage", "least"), [("blue", 10), ("lay", 13)], ids=["spells", "payments"])
def test_ten_spells_or_ways_to_pay_are_in_sight_at_every_size(
    browser: Browser, tmp_path: Path, stage: str, least: int
) -> None:
    """In a language with long words; a way to pay is drawn, and named to whoever does not see it."""
    running = Running(tmp_path / "box", SETUPS["amulett"](4, Random(2)), "de", "night.help=true")

    def to_stage(box: PhoneTable) -> None:
        live, random = box.table.live, Random(11)
        while not (
            live.session.state.stage == stage
            and live.view["turn"] == 0
            and sum(given_by(option) == 0 for option in live.options) >= least
        ):
            live.do(random.choice(live.options), box.now_ms)

    running.call(to_stage)
    tab = running.open(browser, "Ada")
    tab.find("#acts:not([hidden]) #choices button")
    for width, height in SIZES:
        tab.resize(width, height)
        assert tab.run(HIDDEN, "#choices button, #tabs button") == [], (width, height)
        assert tab.run(TORN) == [], (width, height)
        assert tab.run("return document.documentElement.scrollWidth") <= width
        tab.picture(tmp_path / f"{width}.png")
    if stage == "lay":
        assert "Gold" in tab.text("#choices button:last-child .unseen")
    running.close()


def test_a_spell_is_a_card_on_the_phone_too_and_says_what_it_does(browser: Browser, tmp_path: Path) -> None:
    running = Running(tmp_path / "box", SETUPS["amulett"](4, Random(2)), "en")

    def to_lead(box: PhoneTable) -> str:
        live, random = box.table.live, Random(1)
        while live.view["phase"] != "spell" or live.view["high_bid"] is None or live.view["turn"] is None:
            live.do(random.choice(live.options), box.now_ms)
        return box.table.people[live.view["high_bidder"]]

    leader = running.call(to_lead)
    tab = running.open(browser, "Ada")
    assert leader in tab.text("#places .chip")
    tab.find("#places .chip .mark")
    for width, height in SIZES:
        tab.resize(width, height)
        assert tab.run(HIDDEN, "#places .chip, #places .card") == [], "beside the bids"
    assert tab.run("return document.querySelectorAll('#places .card .band .icon').length") > 1
    tab.click("#places .card")
    tab.wait_for("dialog[open]", "bolt")
    running.close()


@pytest.mark.parametrize("seat", ["turn", "other"])
def test_lying_on_its_side_a_phone_leaves_no_hole(browser: Browser, tmp_path: Path, seat: str) -> None:
    """Beside what happens stands what can be done, or the table; and what all acts have in common is said once."""
    running = Running(tmp_path / "box", SETUPS["amul"](4, Random(1)), "en")
    running.call(to_phase("effects"))
    turn = running.call(lambda box: box.table.live.view["turn"])
    tab = running.open(browser, running.call(lambda box: box.setup.players[(turn + (seat == "other")) % 4]))
    tab.resize(*SIZES[2])
    tops = "const top = (id) => document.getElementById(id).getBoundingClientRect().top; return top('now') - top("
    beside = "acts" if seat == "turn" else "places"
    tab.find(f"#{beside}:not([hidden]) .card")
    assert tab.run(f"{tops}'{beside}')") == 0
    if seat == "turn":
        assert tab.text("#acts-title") == "Take"
        assert tab.run("return document.querySelectorAll('#choices small').length") == 0
    running.close()


def test_every_key_of_the_pad_is_in_sight_at_every_size(browser: Browser, at_offers: Running) -> None:
    tab = at_offers.open(browser, "Ada")
    for width, height in SIZES:
        tab.resize(width, height)
        tab.run(
            script_of(asset("web"), "number_pad.js")
            + "const numbers = { least: -50, most: 300, values: null, tenths: true, details: null };"
            "document.getElementById('pad')?.remove();"
            "parts['/number_pad.js'].openPad({ label: 'P', numbers }, { range: '' }, () => {});"
        )
        assert tab.run(HIDDEN, "#pad button") == [], (width, height)
        assert tab.run("const pad = document.getElementById('pad'); return pad.scrollHeight - pad.clientHeight") <= 0


def test_a_tap_into_a_dead_line_says_so_and_is_sent_again_once(browser: Browser, at_offers: Running) -> None:
    tab = at_offers.open(browser, "Ada")
    before = at_offers.call(lambda box: len(box.table.live.session.steps))
    tab.find("#choices [data-act]")
    tab.run(
        "window.real = window.fetch; let lost = 1;"
        "window.fetch = async (path, options) => {"
        "if (path === '/api/act' && lost-- > 0) throw new Error('out of reach'); return window.real(path, options); };"
    )
    tab.click("[data-act='1']")
    tab.click("#yes")
    tab.wait_for("#sure", "has not answered")
    assert not tab.run("return [...document.querySelectorAll('#choices button')].some((one) => one.disabled)")
    tab.click("#again")
    tab.wait_for("#mine", "laid face down")
    assert at_offers.call(lambda box: len(box.table.live.session.steps)) == before + 1


def test_a_lost_line_stands_in_the_part_that_stays(browser: Browser, at_offers: Running) -> None:
    tab = at_offers.open(browser, "Ada")
    tab.run("window.scrollTo(0, document.body.scrollHeight)")

    def cut(box: PhoneTable) -> None:
        assert box.phones.served is not None
        box.phones._port = box.phones.served.server.port
        box.phones._close()

    at_offers.call(cut)
    tab.wait_for("#lost", "No connection")
    box = tab.run("const box = document.getElementById('lost').getBoundingClientRect(); return [box.top, box.bottom];")
    assert 0 <= box[0] < box[1] < 200, "in sight, however far somebody has scrolled"
    at_offers.call(lambda box: box.phones._open())
    assert tab.run_later(
        "const done = arguments[0]; const look = () => document.getElementById('lost').hidden ? done(true)"
        " : setTimeout(look, 50); look();"
    )


def test_guests_join_by_one_code_and_choose_their_names(browser: Browser, at_offers: Running) -> None:
    tab = at_offers.open(browser, None)
    at_offers.invitation = at_offers.call(lambda box: Invitation(box.setup.players))
    tab.wait_for("#sit", "Cem")
    first = "return [...document.querySelectorAll('#main > :not([hidden])')][0].id"
    assert tab.run(first) == "sit", "before anything else"
    tab.click("#sit button:nth-of-type(3)")
    tab.wait_for("#what", "Your turn")
    tab.wait_for("#mine", "Cem")
    assert at_offers.call(lambda box: box.phones.count("Cem")) == 1
    assert str(tab.run("return document.title")).startswith("● Your turn")
    assert str(tab.run("return document.getElementById('icon').href")).endswith("/icon-turn.svg")
    assert tab.text("#turn") == "Your turn"


def test_a_guest_types_a_name_and_takes_a_seat_within_few_taps(browser: Browser, tmp_path: Path) -> None:
    """Before the game, at every size without scrolling; what is refused says why, and what was typed stays."""
    running = Running(tmp_path / "box", SETUPS["amul"](4, Random(1)), "en")
    players = ("Ada", "Bo", "Cem", "Zoe")

    def ask(box: PhoneTable) -> None:
        box.app._leave_table()
        begin = partial(begin_game, box.context, "amul", options=box.setup.options)
        page = PlayersPage(box.context, "amul", begin, draw=False, names=players[:3])
        box.app.open(page)
        box.app._turn(page.act(Goto("phones"), 0))

    running.call(ask)
    tab = browser.open(running.link(None), SIZES[0])
    tab.find("#sit-down")
    for width, height in SIZES:
        tab.resize(width, height)
        assert tab.run(HIDDEN, "#own-name, #sit-down, #sit > .main") == []
        tab.picture(tmp_path / f"sit-{width}.png")
    tab.write("#own-name", "ada")
    tab.click("#sit-down")
    tab.wait_for("#message", "There is Ada already")
    assert tab.run("return document.getElementById('own-name').value") == "ada"
    tab.click("#seat-5")
    tab.write("#own-name", "Zoe")
    tab.click("#sit-down")
    tab.wait_for("#what", "You are in, Zoe")
    running.call(lambda box: box.app._turn(box.app.page.act(Answered("done"), 0)))
    running.call(lambda box: box.app._turn(box.app.page.act(Finished(players), 0)))
    tab.wait_for("#mine", "Zoe")
    assert running.call(lambda box: box.table.people) == players
    running.close()


def test_the_end_has_the_poster_to_keep_and_ones_own_rows_open(browser: Browser, tmp_path: Path) -> None:
    random = Random("amul end")
    setup = SETUPS["amul"](8, random)
    leave_begun(tmp_path / "box", setup, random, 1)
    running = Running(tmp_path / "box", setup, "en")
    tab = running.open(browser, setup.players[1])

    def end(box: PhoneTable) -> None:
        while not box.table.live.is_over:
            box.table.live.do(box.table.live.options[0], box.now_ms)

    running.call(end)
    tab.wait_for("#finale", "row after row")
    assert not tab.run("return document.querySelectorAll('.poster, #finale a').length"), (
        "nothing is told before the box"
    )
    running.call(lambda box: box.reveal())
    tab.find(".poster img")
    assert (
        tab.run_later(
            "const done = arguments[0]; const image = document.querySelector('.poster img');"
            "const look = () => image.complete ? done(image.naturalWidth) : setTimeout(look, 50); look();"
        )
        == PICTURE[0]
    )
    assert str(tab.run("return document.querySelector('.ways a').href")).endswith("as=png")
    opened = tab.run(
        "return [...document.querySelectorAll('#finale details[open] summary')].map((one) => one.innerText)"
    )
    assert [text.partition(":")[0].strip() for text in opened] == [setup.players[1]]
    for width, height in SIZES:
        tab.resize(width, height)
        assert tab.run("return document.documentElement.scrollWidth") <= width, "all eight columns"
    tab.picture(tmp_path / "end.png")
    running.close()


def test_another_code_is_typed_in_peace_and_who_is_switched_off_reads_why(browser: Browser, at_offers: Running) -> None:
    tab = at_offers.open(browser, "Ada")
    tab.click("#other")
    tab.write("#code", "abc")
    at_offers.call(lambda box: box.table.live.do(box.table.live.options[0], box.now_ms))
    tab.wait_for("#players", "has laid a card")
    assert tab.run("return document.getElementById('enter').hidden") is False, "what moves on takes no form away"
    tab.click("#go")
    tab.wait_for("#message", "This code is not right")
    tab.click("#stay")
    assert tab.run("return document.getElementById('main').hidden") is False
    assert tab.run("return document.getElementById('message').textContent") == "", "it is past"
    assert not tab.run("return document.querySelectorAll(\"a[href='/teach']\").length"), "nobody has opened the editor"
    at_offers.call(lambda box: box.phones.stop())
    tab.wait_for("#message", "Phones are switched off on the box")
    assert tab.run("return document.getElementById('main').hidden") is True


def test_notes_stay_on_the_phone_and_the_first_load_is_small(browser: Browser, at_offers: Running) -> None:
    tab = at_offers.open(browser, "Ada")
    requests, loaded = tab.run(LOADED)
    assert requests <= MOST_REQUESTS
    assert loaded < FIRST_LOAD
    tab.run("document.getElementById('notes').open = true")
    tab.write("#own-notes", "Bo collects lamps")
    tab.run("location.reload()")
    tab.wait_for("#players", "Ada")
    assert tab.run("return document.getElementById('own-notes').value") == "Bo collects lamps"


def names(tab: Tab) -> list[tuple[str, str]]:
    """The page as a screen reader is given it: role and name, in order."""
    nodes = {node["nodeId"]: node for node in tab.devtools("Accessibility.getFullAXTree")["nodes"]}

    def read(number: str) -> Iterator[tuple[str, str]]:
        node = nodes[number]
        name = str(node.get("name", {}).get("value", ""))
        if name and not node["ignored"]:
            yield str(node["role"]["value"]), name
        for child in node.get("childIds", ()):
            yield from read(child)

    return list(read(next(iter(nodes))))


def test_a_whole_turn_by_what_a_screen_reader_is_given(browser: Browser, at_offers: Running) -> None:
    tab = at_offers.open(browser, "Ada")
    tab.wait_for("#what", "Your turn")
    read = names(tab)
    assert ("heading", "Your turn") in read
    assert ("group", "Offer face down") in read
    landmarks = {name for role, name in read if role == "region"}
    assert {"Your turn", "On the table", "Ada", "Players"} <= landmarks
    card = next(name for role, name in read[read.index(("group", "Offer face down")) :] if role == "button")
    tab.run("document.querySelector('#choices button').focus()")
    tab.run("document.activeElement.click()")
    tab.find("#sure:not([hidden])")
    read = names(tab)
    question = f"Really: {card}?"
    assert ("group", question) in read
    assert [name for role, name in read[read.index(("group", question)) :] if role == "button"][:3] == [
        "Read",
        "No",
        "Yes",
    ]
    tab.run("document.getElementById('yes').focus(); document.activeElement.click();")
    tab.wait_for("#mine", card)
    assert tab.run("return document.activeElement.id") in ("acts-title", "what"), "the focus is not lost"
    assert ("heading", "You have laid face down") in names(tab)
    assert tab.text("#turn") == "", "said once"
