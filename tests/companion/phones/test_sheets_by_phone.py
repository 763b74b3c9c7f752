"""A guest makes a sheet on a phone: it stands on the box, or is refused in words beside the field."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.language.wording import Trouble
from companion.phones import sheets_by_phone
from companion.phones.sheets_by_phone import SheetsByPhone
from companion.sheets.shelf import SheetShelf
from rules.sheets.model import OPEN, Ask, Win, Worth, name_in
from tests.companion.phones.table import Phone, PhoneTable
from tests.rules.setups import SETUPS
from tests.sweeps import sweep

GARDEN: dict[str, Any] = {
    "name": "Froschteich",
    "win": "least",
    "rounds": "until",
    "number": 50,
    "rows": [
        {"name": "Frösche", "worth": 0.5, "yes": False},
        {"name": "Strafe", "worth": -1, "yes": False},
        {"name": "Letzter", "worth": 5, "yes": True},
    ],
}


@pytest.fixture
def box(tmp_path: Path) -> Iterator[PhoneTable]:
    table = PhoneTable(tmp_path / "box", SETUPS["amulett"](3, Random(2)))
    table.phones.start()
    yield table
    table.close()


def _phone(box: PhoneTable, player: str | None, language: str = "de") -> Phone:
    phone = Phone(box.phones.url)
    phone.headers = {"Accept-Language": language}
    phone.enter(box.phones.code(player))
    return phone


def _own(folder: Path) -> list[str]:
    return [one.id for one in SheetShelf(folder).all() if one.is_own]


@pytest.mark.slow
def test_it_stands_on_the_box(box: PhoneTable) -> None:
    phone = _phone(box, box.setup.players[0])
    status, form = phone.send("GET", "/api/sheet")
    assert (status, form["texts"]["name"]) == (200, "Wie heißt das Spiel?")
    assert {"name": "Strafe", "worth": -1} in form["rows"]
    assert phone.send("POST", "/api/sheet", GARDEN) == (200, {"ok": True, "name": "Froschteich"})
    sheet = SheetShelf(box.folder).find("froschteich")
    assert (name_in(sheet.names, "en"), sheet.win, sheet.rounds, sheet.until) == ("Froschteich", Win.LEAST, OPEN, 50)
    frogs, penalty, last = sheet.rows
    assert frogs.id == "froesche"
    assert isinstance(frogs.counting, Worth)
    assert frogs.counting.factor * 2 == 1, "one half, exactly"
    assert (penalty.id, penalty.names["en"]) == ("penalty", "Penalty"), "a common row is one in every language"
    assert (last.ask, last.counting) == (Ask.YES, Worth(5))


def test_only_who_has_a_seat(box: PhoneTable) -> None:
    watching = _phone(box, None)
    assert watching.send("POST", "/api/sheet", GARDEN)[0] == 403
    assert Phone(box.phones.url).send("POST", "/api/sheet", GARDEN)[0] == 401
    assert not _own(box.folder)


def test_mistakes_stand_beside_their_fields(tmp_path: Path) -> None:
    sheets = SheetsByPhone(tmp_path)
    rows = [{"name": "", "worth": 1, "yes": False}, {"name": "A", "worth": 1e300, "yes": False}]
    said = sheets.make({**GARDEN, "name": " ", "rows": rows}, "en")
    assert {one["field"] for one in said["mistakes"]} == {"name", "row-0-name", "row-1-worth"}
    assert all(one["words"] for one in said["mistakes"])
    for change, field in (
        ({"number": None}, "number"),
        ({"number": 0}, "number"),
        ({"rounds": "number", "number": 100}, "number"),
        ({"rows": []}, "rows"),
        ({"name": "x" * 61}, "name"),
        ({"name": "a\u0000b"}, "name"),
    ):
        said = sheets.make({**GARDEN, **change}, "en")
        assert [one["field"] for one in said["mistakes"]] == [field], change
    assert not _own(tmp_path)


SEED = 4242


def test_whatever_is_sent_makes_a_sheet_or_nothing(tmp_path: Path) -> None:
    """Of any sort and in any place: refused in words, never a fault; what is kept is in order."""
    sheets, random = SheetsByPhone(tmp_path), Random(SEED)
    odd: list[Any] = [
        None,
        True,
        -1,
        0,
        10**18,
        1.5,
        "",
        "../../x",
        "a\n[[rows]]",
        '"',
        [],
        {},
        ["x"],
        {"en": "x"},
        "open",
    ]
    made, refused = 0, set[str]()
    for _ in range(sweep(80, 600)):
        asked = json.loads(json.dumps(GARDEN))
        for _ in range(random.randint(1, 3)):
            place = random.choice(
                [asked, *[row for row in asked["rows"] if isinstance(row, dict)]]
                if isinstance(asked["rows"], list)
                else [asked]
            )
            place[random.choice(list(place))] = random.choice(odd)
        try:
            made += sheets.make(asked, "en")["ok"]
        except Trouble as trouble:
            refused.add(trouble.said.key)
    assert made > sweep(0, 20), SEED
    assert refused <= {"teach.web.not_understood", "phones.new.full"}, SEED
    assert {path.parent for path in tmp_path.rglob("*") if path.is_file()} == {tmp_path / "sheets"}
    assert all(one.sheet is not None for one in SheetShelf(tmp_path).all())


def test_no_guest_fills_the_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets_by_phone, "MOST_OWN", 3)
    sheets = SheetsByPhone(tmp_path)
    for _ in range(3):
        assert sheets.make(GARDEN, "en")["ok"]
    with pytest.raises(Trouble):
        sheets.make(GARDEN, "en")
    assert _own(tmp_path) == ["froschteich", "froschteich-2", "froschteich-3"]
