"""Each fills in their own column by phone: any number of the row's range, secret ones seen by nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.phones import seated_app
from rules.sheets.game.messages import WriteDown, WriteSecretly
from tests.companion.games.sheet.sheets import BIDS
from tests.companion.phones.running import Running
from tests.companion.phones.table import Phone, PhoneTable
from tests.companion.web.browser import Browser
from tests.missing import CHROMIUM
from tests.rules.sheets.tables import setup, sheet


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PhoneTable]:
    monkeypatch.setattr(seated_app, "BETWEEN_ACTS_S", 0.0)
    box = PhoneTable(tmp_path / "box", setup(BIDS))
    box.phones.start()
    yield box
    box.close()


def labels(phone: Phone) -> list[str]:
    return [act["label"] for act in phone.parts["acts"]["list"]]


def write(box: PhoneTable, phone: Phone, label: str, number: int | None = None) -> dict[str, Any]:
    box.pump(lambda: label in labels(phone), label)
    said: dict[str, Any] = phone.want(
        box, do="act", at=phone.parts["acts"]["at"], act=labels(phone).index(label), number=number
    )
    return said


def test_a_row_is_one_act_that_takes_any_number_of_its_range(box: PhoneTable) -> None:
    phone = box.phone("Bo")
    box.pump(lambda: labels(phone) == ["Bid: …", "Took: …"], "two rows")
    bid, took = phone.parts["acts"]["list"]
    whole = {"values": None, "tenths": False, "details": []}
    assert (bid["secret"], bid["numbers"]) == (True, {"least": 0, "most": 10, **whole})
    assert (took["secret"], took["numbers"]) == (False, {"least": -999, "most": 9999, **whole})
    assert write(box, phone, "Took: …", -123) == {"ok": True}
    assert box.table.live.session.steps[-1].command == WriteDown(1, "took", -123, 1)
    box.pump(lambda: labels(phone) == ["Bid: …"], "the row that is left")


@pytest.mark.parametrize("number", [-1, 11, None])
def test_a_number_out_of_range_is_refused_in_words(box: PhoneTable, number: int | None) -> None:
    said = write(box, box.phone("Bo"), "Bid: …", number)
    assert said == {"ok": False, "words": "That number is not possible now: 0 to 10."}
    assert box.table.live.session.steps == ()


@pytest.mark.slow
def test_a_secret_number_is_seen_by_its_own_phone_alone_until_all_are_in(box: PhoneTable) -> None:
    ada, bo, cem, watching = box.phone("Ada"), box.phone("Bo"), box.phone("Cem"), box.phone()
    assert write(box, ada, "Bid: …", 7) == {"ok": True}
    assert box.table.live.session.steps[-1].command == WriteSecretly(0, "bid", 7, 1)
    box.pump(lambda: bool(ada.parts["own"]["blocks"]), "the own number")
    assert ada.parts["own"]["blocks"] == [{"title": "Only you see this", "lines": ["Bid: 7"]}]
    for phone in (ada, bo, cem, watching):
        box.pump(lambda phone=phone: "Bid: •" in phone.parts["players"][0]["lines"], "that it is written")
        assert "Bid: 7" not in str({key: part for key, part in phone.parts.items() if key != "own"})
    assert bo.parts["own"]["blocks"] == []
    assert write(box, bo, "Bid: …", 0) == write(box, cem, "Bid: …", 3) == {"ok": True}
    box.pump(lambda: "Bid: 7" in watching.parts["players"][0]["lines"], "all bids")
    assert [row["lines"][1] for row in watching.parts["players"]] == ["Bid: 7", "Bid: 0", "Bid: 3"]


def test_the_standing_is_in_sight(box: PhoneTable) -> None:
    for seat, number in enumerate((5, 12, -2)):
        for row, command in (("bid", WriteSecretly), ("took", WriteDown)):
            assert box.table.live.do(command(seat, row, 1 if row == "bid" else number, 1), box.now_ms).steps
    watching = box.phone()
    box.pump(lambda: bool(watching.parts.get("players")), "the players")
    assert [row["lines"] for row in watching.parts["players"]] == [
        ["2. · 5 points"],
        ["1. · 12 points"],
        ["3. · −2 points"],
    ]


def test_tenths_and_yes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seated_app, "BETWEEN_ACTS_S", 0.0)
    rows = ({"id": "time", "range": [0, 99.5]}, {"id": "out", "ask": "yes"})
    box = PhoneTable(tmp_path / "box", setup(sheet(*rows, rounds="open")))
    box.phones.start()
    phone = box.phone("Ada")
    box.pump(lambda: labels(phone) == ["Time: …", "Out: No", "Out: Yes"], "the rows")
    assert phone.parts["acts"]["list"][0]["numbers"]["tenths"]
    assert write(box, phone, "Time: …", 100) == {"ok": True}
    assert box.table.live.session.steps[-1].command == WriteDown(0, "time", "10.0", 1)
    box.pump(lambda: labels(phone) == ["Out: No", "Out: Yes"], "the row that is left")
    assert write(box, phone, "Out: Yes") == {"ok": True}
    box.pump(lambda: phone.parts["players"][0]["lines"][1:] == ["Time: 10", "Out: Yes"], "both")
    box.close()


@pytest.mark.slow
@CHROMIUM.mark
def test_a_column_is_filled_in_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    rows = ({"id": "points", "range": [-50, 99.5]},)
    running = Running(tmp_path / "box", setup(sheet(*rows, rounds="open")), "en")
    tab = running.open(browser, "Ada")
    tab.wait_for("#choices", "Points: …")
    tab.run("document.querySelector('#choices button').click()")
    tab.wait_for("#pad-hint", "−50 to 99.5")
    for key in ("1", "2", ".", "5", "-", "enter"):
        tab.click(f"#pad [data-key='{key}']")
    running.until(lambda box: bool(box.table.live.session.steps))
    assert running.call(lambda box: box.table.live.session.steps[-1].command) == WriteDown(0, "points", "-12.5", 1)
    running.close()
