"""The board goes on, whatever one table says and whatever one row of its file holds; and names what it left out."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from companion.club.messages import LARGEST, encode
from companion.clubhouse.board_loop import BoardLoop
from companion.clubhouse.club_board import HOST
from companion.clubhouse.club_site import ClubSite
from companion.clubhouse.known import PageAccess
from companion.clubhouse.register import FILE
from companion.inbox import Inbox, PhoneAsked
from companion.keeping.folder_lock import FolderLock
from tests.companion.clubhouse.boards import CLUB, NOW, Club, Reader
from tests.companion.clubhouse.halls import state
from tests.companion.clubhouse.results import game_id, result

ONE = result(1, {"Ada": (1, 40), "Bo": (2, 30)})
BEYOND = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1969-12-31T23:59:59Z", "3000-01-01T00:00:00Z"]
WESTERN, EASTERN = "UTC+12", "UTC-14"  # as POSIX counts


@pytest.fixture(params=[WESTERN, EASTERN])
def club(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    with FolderLock(tmp_path) as lock:
        club = Club(lock)
        yield club
        club.register.close()
    monkeypatch.undo()
    time.tzset()


def _says(club: Club, **more: Any) -> None:
    values = json.loads(encode(ONE)) | more
    club.says("box-1", "result", json.dumps(values).encode(), ONE.game)


def _shown(club: Club) -> dict[str, Any]:
    """All that is made of what is known: the picture, the page, its files."""
    board, known = club.board, club.board.known(NOW)
    board.model(known)
    shared, host = club.parts()
    for number, form in ((0, "pdf"), (0, "csv"), (0, "results")):
        assert board.downloads.file(number, form, "en")["content"]
    board.downloads.nights("en")
    return {**shared, **host}


@pytest.mark.parametrize("moment", BEYOND)
@pytest.mark.parametrize("key", ["ended", "began"])
def test_a_time_that_no_clock_shows_is_refused(club: Club, key: str, moment: str) -> None:
    _says(club, **{key: moment})
    club.ended(2, {"Cy": (1, 50), "Di": (2, 45)})
    (aside,) = _shown(club)["evening"]["asides"]
    assert (aside["box"], aside["kind"]) == ("box-1", "result")
    assert "1970" in aside["why"]
    assert [row[1] for row in club.season()] == ["Cy", "Di"]


@pytest.mark.parametrize("moment", ["1970-01-01T00:00:00Z", "2999-12-31T23:59:59Z"])
def test_the_first_and_the_last_time_are_shown(club: Club, moment: str) -> None:
    _says(club, began=moment, ended=moment)
    assert [row[1] for row in club.season()] == ["Ada", "Bo"]
    assert not _shown(club)["evening"]["asides"]


def _spoil(club: Club, sql: str, *values: str) -> None:
    """Changes the file of the club, and starts the board again."""
    club.register.close()
    with closing(sqlite3.connect(club.lock.folder / FILE)) as db, db:
        db.execute(sql, values)
    club.start()


def test_what_was_kept_and_cannot_be_shown_is_named_and_the_rest_is_shown(club: Club) -> None:
    _says(club)
    club.ended(2, {"Cy": (1, 50), "Di": (2, 45)})
    kept = encode(ONE).decode().replace("2026-11-14T21:00:00.000Z", "0001-01-01T00:00:00Z")
    _spoil(club, "UPDATE games SET result = ? WHERE box = 'box-1'", kept)
    assert [row[1] for row in club.season()] == ["Cy", "Di"]
    host = _shown(club)["evening"]
    assert [(one["box"], one["kind"]) for one in host["asides"]] == [("box-1", "result")]
    assert any("1" in said for said in host["troubles"])
    _says(club)  # the broker still has it as it was said
    assert [row[1] for row in club.season()] == ["Ada", "Cy", "Bo", "Di"]


@pytest.mark.parametrize(("column", "value"), [("at", "0001-01-01T00:00:00+00:00"), ("change", "[" * 10_000)])
def test_a_correction_that_cannot_be_read_is_named(club: Club, column: str, value: str) -> None:
    _says(club)
    club.wants(do="correct", who="Uli", sort="void", game=ONE.game, on=1)
    _spoil(club, f"UPDATE corrections SET {column} = ?", value)
    assert [row[1] for row in club.season()] == ["Ada", "Bo"]
    assert [one["kind"] for one in _shown(club)["evening"]["asides"]] == ["correction"]


def _brimful() -> bytes:
    """As large as a message may be; as we would write it, it is larger still."""
    values = json.loads(encode(ONE)) | {"ended": "2026-11-14T21:00:00Z"}
    rows = {f"{row:03}{'ä' * 37}": 10**9 for row in range(60)}
    values["players"] = [{"name": f"P{n}", "place": 1, "won": True, "totals": rows} for n in range(16)]
    while (over := len(_plain(values)) - LARGEST) > 0:
        player = values["players"][-1]
        player["totals"] = dict(list(player["totals"].items())[:-1])
        if not player["totals"]:
            values["players"].pop()
    some, rest = divmod(-over - len(',"":0'), 3)  # bytes
    values["players"][-1]["totals"] |= {"…" * some + "x" * rest: 0}
    return _plain(values)


def _plain(values: dict[str, Any]) -> bytes:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()


@pytest.mark.slow
def test_a_message_as_large_as_may_be_stops_nobody(club: Club) -> None:
    payload = _brimful()
    assert len(payload) == LARGEST
    club.says("box-1", "result", payload, ONE.game)
    club.ended(2, {"Cy": (1, 50), "Di": (2, 45)})
    first = club.season()
    assert [row[1] for row in first] == ["Cy", "Di"]
    assert [one["box"] for one in _shown(club)["evening"]["asides"]] == ["box-1"]
    club.register.close()
    club.start()
    club.says("box-1", "result", payload, ONE.game)
    assert club.season() == first, "the same after a start, while the broker still has it"


@pytest.mark.slow
def test_a_clock_in_the_future_hides_nobody_from_corrections(club: Club) -> None:
    _says(club)
    for number in range(2, 80):
        one = result(number, {"Eve": (1, 9), "Mal": (2, 8)}, days=355_000 + number)
        club.says("box-9", "result", encode(one), one.game)
    club.ended(80, {"Cy": (1, 50), "Di": (2, 45)})
    listed = [one["game"] for one in _shown(club)["results"]]
    assert listed[:2] == [game_id(80), game_id(79)]
    assert ONE.game in listed
    assert club.wants(do="correct", who="Uli", sort="void", game=ONE.game, on=1) == {"ok": True}
    nights = club.board.downloads.nights("en")["nights"]
    assert nights[0]["number"] == int(f"{NOW.astimezone() - timedelta(hours=6):%Y%m%d}")


class _Page:
    """A page that nobody looks at."""

    access = host_access = PageAccess("http://board/", "http://board/#ABCD", "ABCD")

    def __init__(self) -> None:
        self.push = Reader()

    def keep(self) -> None:
        """Nobody has come in."""


def _fail(*_: object) -> None:
    raise ArithmeticError("a fault of ours")


FAULTS = {
    "mail.read": "clubhouse.aside.failed",
    "register.encode": "clubhouse.aside.failed",
    "table_tiles.TableTiles._tile": "Cannot be shown",
    "club_board.host_parts": "clubhouse.stumbled",
    "club_board.act": "clubhouse.stumbled",
    "hall.Hall.take": "clubhouse.stumbled",
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_ours_costs_one_step_and_the_board_says_so(
    club: Club, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    inbox, page = Inbox(), cast("ClubSite", _Page())
    night = BoardLoop(club.board, club.mail, inbox, page=page, clock=lambda: NOW)
    club.says("box-2", "state", encode(state(2)))
    with monkeypatch.context() as patch:
        patch.setattr(f"companion.clubhouse.{name}", _fail)
        club.mail.put(f"table-companion/{CLUB}/box-1/state", encode(state(1)))
        club.mail.put(f"table-companion/{CLUB}/box-1/result/{ONE.game}", encode(ONE))
        inbox.put(PhoneAsked(HOST, {"do": "title", "text": "New"}, lambda _: None, lambda: True))
        assert night.tick()
        known = club.board.known(NOW)
        said = [one.key for one in known.troubles] + [one.aside.why.key for one in club.board.hall.asides]
        assert FAULTS[name] in said + [tile.now for tile in club.board.model(known).tiles]
    club.says("box-1", "state", encode(state(1)))
    club.says("box-1", "result", encode(ONE), ONE.game)
    assert [row[1] for row in club.season()] == ["Ada", "Bo"]
    assert [tile.name for tile in club.board.model(club.board.known(NOW)).tiles] == ["Table 1", "Table 2"]
