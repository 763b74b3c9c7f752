"""Each phone reads the table in its own language: what its browser asks for, or what was chosen on the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.web.context import preferred_language
from tests.companion.phones.table import Phone, PhoneTable
from tests.rules.setups import SETUPS


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("tlh-QS, en-GB;q=0.5, de;q=0.9", "de"),
        ("tlh", "en"),
        ("de;q=0", "en"),
        ("DE;q=1.0", "de"),
        ("de;q=nan", "en"),
        ("de;q=9" + "9" * 400, "en"),
        (",;=,,de;q=,\x00", "en"),
        ("x," * 5000 + "de", "en"),
    ],
)
def test_a_browser_says_which_languages_it_wants(header: str, language: str) -> None:
    assert preferred_language(header, "en") == language


@pytest.fixture
def box(tmp_path: Path) -> Iterator[PhoneTable]:
    table = PhoneTable(tmp_path / "box", SETUPS["amulett"](3, Random(2)))
    table.phones.start()
    yield table
    table.close()


def _follow(box: PhoneTable, player: str | None, **headers: str) -> Phone:
    phone = Phone(box.phones.url)
    phone.headers = headers
    phone.enter(box.phones.code(player))
    phone.follow()
    box.pump(lambda: phone.parts.get("texts"), "the page")
    box._phones.append(phone)
    return phone


@pytest.mark.slow
def test_two_phones_read_the_same_table_in_two_languages(box: PhoneTable) -> None:
    ada = _follow(box, box.setup.players[0], **{"Accept-Language": "de-DE,de;q=0.9"})
    bo = _follow(box, box.setup.players[1], **{"Accept-Language": "tlh"})
    assert ada.parts["texts"]["language"] == "de"
    assert ada.parts["texts"]["players"] == "Mitspielende"
    assert bo.parts["texts"]["players"] == "Players"
    assert [json.loads(text)["texts"]["language"] for text in ada.traffic if '"texts"' in text] == ["de"], "at once"
    assert ada.parts["now"]["text"] != bo.parts["now"]["text"]
    assert ada.parts["players"][0]["name"] == bo.parts["players"][0]["name"]
    turn = (ada, bo)[box.table.live.view["turn"]] if box.table.live.view["turn"] in (0, 1) else ada
    other = bo if turn is ada else ada
    assert turn.parts["acts"]["at"] or other.parts["acts"]["at"]
    refused = ada.want(box, do="act", at="nowhere", act=0)
    assert refused["words"] != bo.want(box, do="act", at="nowhere", act=0)["words"]


def test_what_was_chosen_on_the_page_counts_before_what_the_browser_wants(box: PhoneTable) -> None:
    phone = _follow(box, None, **{"Accept-Language": "de"})
    assert phone.parts["now"]
    phone.cookie += "; language=en"
    phone.leave()
    phone.parts.clear()
    phone.follow()
    box.pump(lambda: phone.parts.get("texts"), "the page")
    assert phone.parts["texts"]["language"] == "en"
    assert "code" in phone.send("POST", "/api/enter", {"code": "wrong"})[1]["error"]
    phone.cookie = phone.cookie.replace("language=en", "language=xx")
    assert "Code" in phone.send("POST", "/api/enter", {"code": "wrong"})[1]["error"], "one that nobody speaks"
