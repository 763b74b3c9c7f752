"""The page in a real browser: a card taught, every form of power built, nonsense answered, two editors at once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.contract import Games
from companion.games import load_games
from companion.games.amul.box import rulebook
from companion.games.amul.powers.grammar import CONDITIONS, TERMS, Form, form_of, spelt_out
from companion.web.editor.editor_server import EditorServer, serve_editor
from rules.amul.power import parse_power
from rules.amulett.facts import parse_facts
from tests.companion.web.attackers import Guessers, drips
from tests.companion.web.browser import Browser, Tab
from tests.missing import CHROMIUM

pytestmark = [pytest.mark.slow, CHROMIUM.mark]


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EditorServer]:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    running = serve_editor("en", load_games(), address="127.0.0.1", bind="127.0.0.1", port=0)
    running.start()
    yield running
    running.close()


def _own(slug: str = "amul") -> Mapping[str, Any]:
    """The owner's file, without where each fact comes from."""
    document = tomllib.loads(load_games().box(slug).own_path().read_text("utf-8"))
    for section in load_games().box(slug).sections:
        for entry in document.get(section, {}).values():
            assert set(entry.pop("origin")) <= set(entry)
    return document


def _save(tab: Tab) -> None:
    tab.press("#save")
    tab.wait_for("#message", "Saved")


def test_a_card_is_taught_with_sentence_and_example(browser: Browser, server: EditorServer, tmp_path: Path) -> None:
    tab = browser.open(server.link)
    tab.click("[data-thing='arab-guard']")
    tab.wait_for("h2", "Arab Guard")
    tab.pick("#colour", "red")
    tab.pick("#position", "area")
    tab.write("#trait-arab", "1")
    tab.write("#trait-prowess", "1")
    tab.write("#letter", "f")
    tab.write("#min_players", "3 3 4")
    tab.click("#add-term")
    tab.pick(".pick-term", "each_limited")
    tab.write(".part-points", "2")
    tab.pick(".part-what", "trait")
    tab.write(".part-trait", "prowess")
    tab.pick(".part-scope", "own")
    tab.write(".part-limit", "3")
    assert "2 points each for Military Prowess symbols" in tab.wait_for(".sentence", "at most 3 times")
    tab.wait_for(".example", "3 × 2 = 6")
    tab.picture(tmp_path / "page.png")
    _save(tab)
    assert _own()["cards"]["arab-guard"] == {
        "colour": "red",
        "position": "area",
        "traits": {"arab": 1, "prowess": 1},
        "letter": "F",
        "min_players": [3, 3, 4],
        "power": [{"points": 2, "each": {"trait": "prowess"}, "scope": "own", "limit": 3}],
    }
    tab.wait_for("#progress", "1 of 66")
    assert server.sign_in.code not in tab.run("return location.href"), "the code does not stay in the address"


def _fill(tab: Tab, value: Mapping[str, Any], forms: tuple[Form, ...], kind: str) -> None:
    """Builds one term as a person does: the form, then its fields from left to right."""
    form = form_of(value, forms)
    assert form is not None
    plain = spelt_out(value)
    tab.pick(f".pick-{kind}", form.name)
    for part in form.fields:
        wanted = plain[part.key]
        match part.sort:
            case "what":
                _fill_what(tab, wanted)
            case "kinds":
                _fill_kinds(tab, wanted)
            case "steps":
                tab.write(f".part-{part.key}", ", ".join(map(str, wanted)))
            case "whose" | "whom":
                tab.pick(f".part-{part.key}", wanted)
            case "condition":
                _fill(tab, wanted, CONDITIONS, "condition")
            case _:
                tab.write(f".term:last-child .part-{part.key}", str(wanted))


def _fill_what(tab: Tab, what: Mapping[str, Any]) -> None:
    sort, names = next(iter(what.items()))
    tab.pick(".part-what", sort)
    if sort == "kind":
        _fill_kinds(tab, [names] if isinstance(names, str) else names)
    elif sort == "trait":
        tab.write(".part-trait", names)
    elif sort != "any":
        tab.pick(f".part-{sort}", names)


def _fill_kinds(tab: Tab, names: list[str]) -> None:
    for number, name in enumerate(names):
        if number:
            tab.press(".add-kind")
        tab.pick(".part-kind", name)


def _one_of_each() -> Mapping[str, Mapping[str, Any]]:
    """From the practice box, a term of every form and a condition of every form."""
    found: dict[str, Mapping[str, Any]] = {}
    for entry in load_games().box("amul").document("practice", Path())["cards"].values():
        for term in entry["power"]:
            form = form_of(term, TERMS)
            assert form is not None
            condition = term.get("when")
            inner = form_of(condition, CONDITIONS) if condition else None
            found.setdefault(f"{form.name} {inner.name if inner else ''}".strip(), term)
    return found


def test_every_kind_of_term_and_condition_is_built(browser: Browser, server: EditorServer) -> None:
    tab = browser.open(server.link)
    wanted = _one_of_each()
    names = {name.split()[0] for name in wanted}
    assert names >= {form.name for form in TERMS} - {"wants_partly_used", "when"} | {"each", "set", "ladder"}
    assert {name.split()[1] for name in wanted if " " in name} == {form.name for form in CONDITIONS}
    tab.click("[data-thing='yurt']")
    tab.wait_for("h2", "Yurt")
    for term in wanted.values():
        tab.press("#add-term")
        _fill(tab, term, TERMS, "term")
    terms = list(wanted.values())[:20]
    while int(tab.run("return document.querySelectorAll('.term').length")) > len(terms):
        tab.press(".drop-term")
    _save(tab)
    kinds = rulebook().facts.kinds
    learnt = parse_power(_own()["cards"]["yurt"]["power"], "", kinds)
    assert learnt == parse_power(terms, "", kinds)


def test_nonsense_is_answered_in_words_and_nothing_is_written(browser: Browser, server: EditorServer) -> None:
    tab = browser.open(server.link)
    tab.click("[data-thing='gold']")
    tab.write("#letter", "CC")
    tab.click("#save")
    assert "expected one letter A to Z, got 'CC'" in tab.wait_for("#wrong", "letter")
    tab.write("#letter", "")
    assert not tab.run("return document.getElementById('wrong')"), "it was said of what stood there before"
    tab.click("#add-term")
    tab.pick(".pick-term", "ladder")
    tab.pick(".part-what", "any")
    tab.pick(".part-scope", "all")
    tab.write(".part-points", "one, two")
    tab.wait_for("#nonsense", "expected")
    tab.click("#save")
    tab.wait_for("#wrong", "expected")
    complaints = "return document.querySelectorAll('#wrong, #nonsense').length"
    assert tab.run(complaints) == 1, "it is said once, beside its field"
    tab.write(".part-points", "one, two, three")
    tab.wait_for("#nonsense", "expected")
    assert tab.run(complaints) == 1
    tab.write(".part-points", "1, 2")
    tab.wait_for(".sentence", "2")
    assert tab.run(complaints) == 0
    assert not load_games().box("amul").own_path().exists()


def test_copies_have_letters_of_their_own_and_effects_several_places(browser: Browser, server: EditorServer) -> None:
    tab = browser.open(server.link)
    tab.click("[data-thing='arab-guard']")
    tab.wait_for("h2", "Arab Guard")
    tab.write("#letter", "c ? h")
    _save(tab)
    tab.click("[data-thing='gold']")
    tab.wait_for("h2", "Gold")
    tab.write("#palace", "4")
    tab.write("#palace-letter", "b")
    _save(tab)
    tab.click("[data-thing='contract']")
    tab.wait_for("h2", "Contract")
    tab.pick("#effect", "palace market")
    _save(tab)
    document = _own()
    assert document["format"] == 2
    assert document["cards"] == {
        "arab-guard": {"letter": ["C", "?", "H"]},
        "gold": {"palace": {"copies": 1, "min_players": [4], "letter": ["B"]}},
        "contract": {"effect": ["palace", "market"]},
    }


def test_two_editors_at_once_lose_nothing(browser: Browser, server: EditorServer) -> None:
    one = browser.open(server.link)
    one.find("[data-thing='gold']")  # its code is spent now; the screen shows the next one
    other = browser.open(server.link)
    for tab in (one, other):
        tab.click("[data-thing='gold']")
        tab.wait_for("h2", "Gold")
    one.pick("#colour", "yellow")
    _save(one)
    other.pick("#position", "area")
    _save(other)
    assert _own()["cards"]["gold"] == {"colour": "yellow", "position": "area"}
    one.pick("#position", "hand")  # it was unknown when this editor opened the card
    one.click("#save")
    one.wait_for("#message.bad", "Icon: Play area")  # in the words of the page
    assert _own()["cards"]["gold"]["position"] == "area", "nothing is overwritten unseen"
    one.click("#mine")
    one.wait_for("#message", "Saved")
    assert _own()["cards"]["gold"] == {"colour": "yellow", "position": "hand"}


def test_das_amulett_spells_and_a_whole_board(browser: Browser, server: EditorServer) -> None:
    tab = browser.open(server.link)
    tab.find("[data-thing='gold']")
    tab.click("[data-game='amulett']")
    tab.click("[data-thing='zwei-wuensche']")
    tab.pick("#cost", "1")
    tab.write("#metal-any", "2")
    _save(tab)
    assert _own("amulett")["spells"]["zwei-wuensche"] == {"cost": 1, "income": ["any", "any"]}
    for reading in ("2", "1"):
        tab.click("[data-thing='zwei-wuensche']")
        tab.click("[data-thing='einfluss']")
        tab.pick("#ruling", reading)
        _save(tab)
        assert _own("amulett")["rulings"]["M-R4"] == int(reading)
    tab.click("[data-thing='board']")
    areas = load_games().box("amulett").document("practice", Path())["areas"]
    tab.find(".area-name")
    tab.run(_FILL_BOARD, [{"name": name, **area} for name, area in areas.items()])
    tab.run("document.querySelector('.area-near').value = ''")
    tab.click("#save")
    tab.wait_for("td #wrong", "Neighbours: expected the areas next to it")
    tab.run(_FILL_BOARD, [{"name": name, **area} for name, area in areas.items()])
    tab.click("#save")
    tab.wait_for("#message", "Saved")
    assert parse_facts(load_games().box("amulett").document("own", Path())).has_board


_FILL_BOARD = """
const rows = document.querySelectorAll("tbody tr");
arguments[0].forEach((area, at) => {
  const row = rows[at];
  row.querySelector(".area-name").value = area.name;
  row.querySelector(".area-terrain").value = area.terrain;
  row.querySelector(".area-pyramid").checked = Boolean(area.pyramid);
  row.querySelector(".area-wall").value = area.wall || "none";
  row.querySelector(".area-near").value = area.neighbours.join(" ");
});
"""


def test_a_game_without_fields_is_told_question_by_question(browser: Browser, tmp_path: Path) -> None:
    games = Games([replace(load_games()["amulett"], web=None)])
    server = serve_editor("en", games, address="127.0.0.1", bind="127.0.0.1", port=0, home=tmp_path)
    server.start()
    try:
        tab = browser.open(server.link)
        tab.click("[data-thing='zwei-wuensche']")
        tab.click("[data-sort='income']")
        tab.wait_for("#talk .sentence", "which metals")
        tab.click("#next")  # the likeliest answer is chosen
        tab.click("#back")
        tab.wait_for("#talk .sentence", "which metals")
        tab.pick("#answer", "1")
        tab.click("#next")
        tab.wait_for("#talk .sentence", "beside it")
        tab.pick("#answer", "0")
        tab.click("#next")
        tab.wait_for("#message", "Saved")
        tab.picture(tmp_path / "page.png")
        assert 'income = ["gold"]' in (tmp_path / "facts" / "amulett.toml").read_text("utf-8")
    finally:
        server.close()


def test_without_the_code_there_is_nothing_to_see(browser: Browser, server: EditorServer) -> None:
    tab = browser.open(server.url)
    tab.find("#enter:not([hidden]) #code")
    tab.write("#code", "WRONGONE")
    tab.click("#go")
    tab.wait_for("#message.bad", "code")
    assert tab.run("return document.getElementById('main').hidden")
    tab.write("#code", server.sign_in.code)
    tab.click("#go")
    tab.find("[data-thing='gold']")


def test_the_owner_works_while_somebody_means_harm(browser: Browser, server: EditorServer) -> None:
    """From the same address, which is the hardest case."""
    with (
        drips(server.server.port, "head", 200),
        drips(server.server.port, "deaf", 100),
        Guessers(server.server.port, ("127.0.0.1",)) as them,
    ):
        them.wait_for(50)
        tab = browser.open(server.link)
        tab.click("[data-thing='gold']")
        tab.wait_for("h2", "Gold")
        tab.pick("#colour", "yellow")
        _save(tab)
    assert _own()["cards"]["gold"] == {"colour": "yellow"}
    assert server.sign_in.opened == 1


def test_a_link_whose_code_is_spent_leads_to_the_field_for_the_next_one(browser: Browser, server: EditorServer) -> None:
    spent = server.link
    server.sign_in.enter(server.sign_in.code)
    tab = browser.open(spent)
    tab.wait_for("#message.bad", "This code is not right")
    tab.write("#enter:not([hidden]) #code", server.sign_in.code)
    tab.click("#go")
    tab.find("[data-thing='gold']")
    assert server.sign_in.opened == 2, "the one who spent it, and this one"


def test_the_page_asks_again_when_its_connection_breaks(browser: Browser, server: EditorServer) -> None:
    tab = browser.open(server.link)
    tab.click("[data-thing='gold']")
    tab.run(_BREAK_TWICE)
    tab.pick("#colour", "yellow")
    _save(tab)
    assert _own()["cards"]["gold"] == {"colour": "yellow"}


_BREAK_TWICE = """
const real = window.fetch;
let broken = 2;
window.fetch = (...asked) => (broken-- > 0 ? Promise.reject() : real(...asked));
"""
