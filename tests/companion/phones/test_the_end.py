"""The end on phones: no faster than on the box, then everybody's place."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from companion.screens.intents import Intent
from tests.begun import leave_begun
from tests.companion.phones.table import Phone, PhoneTable
from tests.rules.setups import SETUPS

pytestmark = pytest.mark.slow  # nearly all of it is


def at_the_end(folder: Path, slug: str) -> PhoneTable:
    """One step before the end, with phones; then over."""
    random = Random(f"{slug} end")
    setup = SETUPS[slug](3, random)
    leave_begun(folder, setup, random, 1)
    box = PhoneTable(folder, setup)
    box.phones.start()
    return box


def play_on(box: PhoneTable, *phones: Phone) -> None:
    random, live = Random(3), box.table.live
    while not live.is_over:
        live.do(random.choice(live.options), box.now_ms)
    for phone in phones:
        box.pump(lambda phone=phone: phone.parts["score"]["stage"] != "so_far", "the end")


def test_a_score_is_revealed_by_the_box_row_by_row(tmp_path: Path) -> None:
    box = at_the_end(tmp_path / "box", "amul")
    watching = box.phone()
    before = len(watching.traffic)
    play_on(box, watching)
    score = box.table.score()
    totals = [player["total"] for player in score["players"]]
    assert watching.parts["score"]["stage"] == "reveal"
    assert watching.parts["score"]["rows"] == []
    for shown in (1, 2, 3):
        box.app.press(Intent.OK)
        box.pump(lambda shown=shown: len(watching.parts["score"]["rows"]) == shown, "a row")
        sums = [sum(player["scores"].get(row, 0) for row in score["rows"][:shown]) for player in score["players"]]
        assert [player["figure"] for player in watching.parts["score"]["players"]] == list(map(str, sums))
    sent = "".join(watching.traffic[before:])
    assert json.dumps(str(score["verdict"]), ensure_ascii=False)[1:-1] not in sent, "nobody has won yet"
    assert not any(player["place"] for player in watching.parts["score"]["players"])
    assert watching.parts["score"]["picture"] is False
    assert watching.send("GET", "/api/nights")[1] == {"nights": []}
    for form in ("pdf", "png"):
        assert watching.send("GET", f"/api/take?night={box.table.number}&as={form}")[0] == 400, "that would tell all"
    box.reveal()
    box.pump(lambda: watching.parts["score"]["stage"] == "over", "all of it")
    assert watching.parts["score"]["verdict"] == score["verdict"]
    assert watching.parts["score"]["picture"] is True
    status, picture = watching.send("GET", f"/api/take?night={box.table.number}&as=png")
    assert (status, picture[:8]) == (200, b"\x89PNG\r\n\x1a\n")
    assert watching.parts["score"]["winners"] == [
        seat for seat, total in enumerate(totals) if score["players"][seat]["place"] == 1
    ]
    box.close()


def test_totals_beside_the_names_wait_as_well(tmp_path: Path) -> None:
    """A sheet shows totals with the players: the last ones come with the box."""
    box = at_the_end(tmp_path / "box", "sheet")
    watching = box.phone()
    assert all(player["lines"] for player in watching.parts["players"])
    play_on(box, watching)
    box.pump(lambda: not any(player["lines"] for player in watching.parts["players"]), "silence")
    box.close()


def test_a_race_is_over_when_it_is(tmp_path: Path) -> None:
    box = at_the_end(tmp_path / "box", "amulett")
    watching = box.phone()
    play_on(box, watching)
    box.pump(lambda: watching.parts["score"]["stage"] == "over", "the winner")
    assert len(watching.parts["score"]["winners"]) == 1
    assert watching.parts["score"]["verdict"] == box.table.score()["verdict"]
    box.close()
