"""The club for other programs and as a page to upload: versioned, read only, without hidden names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.club.messages import Call, encode
from companion.clubhouse.sheets import SEASON
from companion.keeping.folder_lock import FolderLock
from tests.companion.clubhouse.boards import NOW, Club
from tests.companion.clubhouse.halls import state

DOCUMENT = Path(__file__).parents[3] / "docs/club-json.md"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with FolderLock(tmp_path) as lock:
        club = Club(lock)
        club.says("box-7", "availability", b"online")
        club.says("box-7", "state", encode(state(7)))
        club.ended(1, {"Ada": (1, 40), "Bo <b>": (2, 30)})
        yield club
        club.register.close()


def _told(club: Club) -> dict[str, Any]:
    club.parts()
    found: dict[str, Any] = json.loads(club.board.downloads.file(SEASON, "json", "en")["content"])
    return found


def _keys(value: object) -> set[str]:
    if isinstance(value, dict):
        return set(value) | {key for inner in value.values() for key in _keys(inner)}
    return {key for inner in value for key in _keys(inner)} if isinstance(value, list) else set()


def test_tables_results_and_standings_are_told_as_documented(club: Club) -> None:
    assert club.wants(do="open", on=1) == {"ok": True}
    told = _told(club)
    assert told["v"] == 1
    assert [(one["box"], one["state"]) for one in told["tables"]] == [("box-7", "play")]
    assert [row["name"] for row in told["standings"]["season"]["rows"]] == ["Ada", "Bo <b>"]
    assert told["results"][0]["players"][0] == {"name": "Ada", "place": 1, "won": True, "points": 40}
    documented = set(re.findall(r"`([a-z_]+)`", DOCUMENT.read_text(encoding="utf-8")))
    assert _keys(told) <= documented


def test_a_table_that_calls_or_has_ended_still_plays_its_game(club: Club) -> None:
    club.wants(do="open", on=1)
    before = _told(club)["tables"][0]
    assert sum(one["turn"] for one in before["players"]) == 1
    club.says("box-7", "call", encode(Call(NOW, "A question")))
    assert _told(club)["tables"][0] == {**before, "state": "calls"}
    club.says("box-7", "call", b"")
    club.ended(7, {one["name"]: (place, None) for place, one in enumerate(before["players"], 1)})
    (table,) = _told(club)["tables"]
    assert (table["state"], table["game"]) == ("over", before["game"])
    assert not any(one["turn"] for one in table["players"])


def test_a_hidden_name_is_not_told(club: Club) -> None:
    club.wants(do="open", on=1)
    club.wants(do="correct", who="Uli", sort="hide", name="Ada", on=1)
    assert "Ada" not in json.dumps(_told(club))


def test_a_new_key_closes_the_former_address_and_none_closes_it(club: Club) -> None:
    club.parts()
    assert club.board.downloads.key == ""
    keys = []
    for on in (1, 1, 0):
        club.wants(do="open", on=on)
        keys.append(club.parts()[1]["evening"]["key"])
        assert club.board.downloads.key == keys[-1]
    assert len(keys[0]) >= 20
    assert keys[0] != keys[1]
    assert keys[2] == ""


def test_a_page_to_upload_needs_nothing_else_and_runs_nothing(club: Club) -> None:
    page = club.board.downloads
    club.parts()
    for language, word in (("en", "Season"), ("de", "Saison")):
        text = page.file(SEASON, "html", language)["content"].decode()
        assert word in text
        assert "Bo &lt;b&gt;" in text
        assert not re.search(r"<script|src=|href=|url\(", text)


def test_on_it_whoever_shares_the_first_place_stands_out(club: Club) -> None:
    club.ended(2, {"Ada": (2, 30), "Bo <b>": (1, 40)})
    club.parts()
    text = club.board.downloads.file(SEASON, "html", "en")["content"].decode()
    assert text.count('<tr class="first">') == 2
