"""What was shown is there after the plug was pulled, and a damaged file is read as far as it goes."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion import CompanionError
from companion.keeping.session import Accepted, Session, resume_game, start_game
from companion.keeping.store import Store
from companion.keeping.troubles import StoreTrouble
from rules.core.game import Game, Setup
from rules.core.refusals import Refused
from tests.doubles.locks import NoLock
from tests.doubles.toy import TOY, Count


def find_rules(slug: str) -> Game[Any] | None:
    return TOY if slug == TOY.slug else None


def _open(path: Path) -> Store:
    return Store(path, find_rules, NoLock(path.parent))


SETUP = Setup("toy", ("Ada", "Bo"), options={"tea": 0}, facts={"cards": {}})


@pytest.fixture(autouse=True)
def stores_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    opened: list[Store] = []
    original = Store._open

    def remember(store: Store) -> sqlite3.Connection:
        opened.append(store)
        return original(store)

    monkeypatch.setattr(Store, "_open", remember)
    yield
    for store in opened:
        store.close()


def _begin(path: Path, steps: int) -> tuple[Store, int, Session]:
    store = _open(path)
    started = start_game(store, SETUP)
    assert not isinstance(started, Refused)
    ident, session = started
    for turn in range(steps):
        assert isinstance(session.do(Count(turn % 2, 1), turn * 10), Accepted)
    return store, ident, session


def test_a_game_is_taken_up_where_it_was(tmp_path: Path) -> None:
    store, ident, session = _begin(tmp_path / "games.db", 3)
    session.undo()
    store.close()
    again = resume_game(_open(tmp_path / "games.db"), ident)
    assert again.state == session.state
    assert [step.seq for step in again.steps] == [1, 2]
    assert again.last_seq == 4
    assert isinstance(again.do(Count(0, 2)), Accepted)
    assert again.last_seq == 5


def test_undo_reaches_any_entry_and_the_beginning(tmp_path: Path) -> None:
    _, _, session = _begin(tmp_path / "games.db", 4)
    assert not isinstance(session.undo(to=2), Refused)
    assert session.state.counts == (1, 1)
    assert isinstance(session.do(Count(0, 1)), Accepted)  # entry 6; 3 and 4 are taken back, 5 is the undo
    for nowhere in (-1, 3, 4, 5, 6, 7):
        assert session.undo(to=nowhere) == Refused("no_such_entry")
    assert session.state_after(2).counts == (1, 1)
    assert not isinstance(session.undo(to=1), Refused)
    assert session.state.counts == (1, 0)
    assert not isinstance(session.undo(to=0), Refused)
    assert session.state.counts == (0, 0)
    assert session.undo() == Refused("nothing_to_undo")


def test_a_refused_command_leaves_no_trace(tmp_path: Path) -> None:
    store, ident, session = _begin(tmp_path / "games.db", 1)
    before = session.state
    assert isinstance(session.do(Count(0, 1)), Refused)
    assert session.state is before
    assert len(store.entries(TOY, ident)) == 1


def test_the_roster_remembers_who_played(tmp_path: Path) -> None:
    store, _, _ = _begin(tmp_path / "games.db", 0)
    assert store.roster() == ("Ada", "Bo")


def test_the_unfinished_game_is_offered_until_it_ends(tmp_path: Path) -> None:
    store, ident, session = _begin(tmp_path / "games.db", 2)
    row = store.unfinished()
    assert row is not None
    assert (row.id, row.setup, row.entries) == (ident, SETUP, 2)
    store.finish(ident, session.game.score(session.state))
    assert store.unfinished() is None
    store.finish(ident, None)
    assert store.unfinished() is not None


def test_settings_and_wiping(tmp_path: Path) -> None:
    store, _, _ = _begin(tmp_path / "games.db", 2)
    store.set_setting("language", "de")
    assert store.setting("language") == "de"
    store.wipe()
    assert (store.games(), store.roster(), store.setting("language", "en")) == ((), (), "en")


KILLED = """
import os, signal, sys
from companion.keeping.session import start_game
from tests.companion.keeping.test_store import SETUP, _open
from tests.doubles.toy import Count
from pathlib import Path
ident, session = start_game(_open(Path(sys.argv[1])), SETUP)
for turn in range(int(sys.argv[2])):
    session.do(Count(turn % 2, 1))
    print(session.last_seq, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
@pytest.mark.parametrize("steps", [0, 1, 7])
def test_every_entry_shown_survives_a_kill(tmp_path: Path, steps: int) -> None:
    path = tmp_path / "games.db"
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(path), str(steps)],
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[3],
    )  # fmt: skip
    assert done.returncode == -signal.SIGKILL, done.stderr
    shown = [int(line) for line in done.stdout.split()]
    row = _open(path).games()[0]
    assert [entry.seq for entry in _open(path).entries(TOY, row.id)] == shown


def _pages(path: Path) -> tuple[int, int]:
    with closing(sqlite3.connect(path)) as db:
        size = db.execute("PRAGMA page_size").fetchone()[0]
    return size, path.stat().st_size // size


@pytest.mark.slow
def test_a_file_cut_anywhere_in_its_last_page_still_opens(tmp_path: Path) -> None:
    store, _, _ = _begin(tmp_path / "games.db", 9)
    store.close()
    size, pages = _pages(tmp_path / "games.db")
    for offset in range((pages - 1) * size, pages * size, 97):
        place = tmp_path / f"cut-{offset}"
        place.mkdir()
        shutil.copy(tmp_path / "games.db", place / "games.db")
        os.truncate(place / "games.db", offset)
        again = _open(place / "games.db")
        for row in again.games():
            session = resume_game(again, row.id)
            assert [step.seq for step in session.steps] == list(range(1, len(session.steps) + 1))
            assert isinstance(session.do(session.game.options(session.state)[0]), Accepted)
        again.close()


@pytest.mark.slow
def test_a_write_ahead_log_cut_anywhere_loses_only_its_end(tmp_path: Path) -> None:
    store, _, _ = _begin(tmp_path / "games.db", 9)
    wal = (tmp_path / "games.db-wal").read_bytes()
    seen = set()
    for offset in range(0, len(wal), 1021):
        place = tmp_path / f"cut-{offset}"
        place.mkdir()
        shutil.copy(tmp_path / "games.db", place / "games.db")
        (place / "games.db-wal").write_bytes(wal[:offset])
        again = _open(place / "games.db")
        assert again.set_aside is None
        for row in again.games():
            seen.add(len(resume_game(again, row.id).steps))
        again.close()
    store.close()
    assert {0, 8} <= seen


@pytest.mark.parametrize("content", [b"", b"not a database at all", b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_file_that_is_no_database_is_set_aside(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.db"
    path.write_bytes(content)
    store = _open(path)
    assert store.games() == ()
    if content:
        assert store.set_aside is not None
        assert store.set_aside.read_bytes() == content


def test_a_damaged_page_costs_as_little_as_possible(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store, ident, _ = _begin(path, 9)
    store.set_setting("language", "de")
    store.close()
    size, pages = _pages(path)
    # Find the page that holds the entries by a text only they have, and spoil it.
    data = bytearray(path.read_bytes())
    page = next(n for n in range(pages) if data[n * size : (n + 1) * size].count(b'"events"') > 2)
    data[page * size : page * size + 200] = b"\xff" * 200
    path.write_bytes(data)
    again = _open(path)
    assert again.set_aside is not None
    assert again.setting("language") == "de"
    assert again.game(again.games()[0].id).setup == SETUP
    assert resume_game(again, ident).game is TOY


def test_an_unreadable_entry_ends_the_game_there_and_play_goes_on(tmp_path: Path) -> None:
    store, ident, _ = _begin(tmp_path / "games.db", 5)
    store._db.execute("UPDATE entries SET body = '{\"events\": 3}' WHERE seq = 4")
    session = resume_game(store, ident)
    assert session.last_seq == 3
    assert isinstance(session.do(Count(1, 2)), Accepted)
    assert resume_game(store, ident).state == session.state


def test_a_full_disk_is_said_before_anything_is_shown(tmp_path: Path) -> None:
    store, _, session = _begin(tmp_path / "games.db", 2)
    store._db.execute(f"PRAGMA max_page_count = {store._db.execute('PRAGMA page_count').fetchone()[0]}")
    shown = session.state

    def play_on() -> None:
        nonlocal shown
        for _ in range(500):
            if session.game.is_over(session.state):
                session.undo(to=0)
            else:
                session.do(session.game.options(session.state)[0])
            shown = session.state

    with pytest.raises(StoreTrouble, match="full"):
        play_on()
    assert session.state == shown


def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreTrouble, match="choose another data folder"):
        _open(tmp_path / "file" / "games.db")


@pytest.mark.parametrize("number", [7, 0, -1, 2**63, -(10**30)])
def test_an_unknown_game_number_is_said(tmp_path: Path, number: int) -> None:
    with pytest.raises(CompanionError, match=f"no game {number}"):
        resume_game(_open(tmp_path / "games.db"), number)


def test_a_list_of_games_holds_neither_cards_nor_workings_and_one_game_holds_both(tmp_path: Path) -> None:
    store = _open(tmp_path / "games.sqlite")
    line = {"row": "red", "card": "nomad", "points": 2, "because": "2"}
    player = {"name": "Ada", "place": 1, "total": 2, "lines": [line]}
    result = {"kind": "points", "players": [player], "winners": ["Ada"], "complete": True}
    facts = {"practice": True, "cards": {"nomad": {"power": 2}}}
    ident = store.new_game(TOY, replace(SETUP, facts=facts))
    store.finish(ident, result)
    (listed,) = store.games()
    assert listed.setup.facts == {"practice": True}
    assert listed.result == {**result, "players": [{"name": "Ada", "place": 1, "total": 2}]}
    assert (store.game(ident).setup.facts, store.game(ident).result) == (facts, result)


def test_an_index_that_lost_its_last_bytes_is_noticed_and_costs_no_entry(tmp_path: Path) -> None:
    store, ident, session = _begin(tmp_path / "games.sqlite", 6)
    ((root,),) = store._db.execute("SELECT rootpage FROM sqlite_master WHERE name LIKE 'sqlite_autoindex_entries%'")
    store.close()
    spoilt = bytearray((tmp_path / "games.sqlite").read_bytes())
    spoilt[root * 4096 - 20 : root * 4096] = bytes(20)
    (tmp_path / "games.sqlite").write_bytes(spoilt)
    again = _open(tmp_path / "games.sqlite")
    assert again.set_aside is not None
    assert resume_game(again, ident).state == session.state


def test_of_open_games_the_newest_comes_first_and_then_by_what_was_last_done(tmp_path: Path) -> None:
    """One that was begun and never played comes last, also behind the very first entry of all."""
    store, first, _ = _begin(tmp_path / "games.db", 1)
    never, newest = (store.new_game(TOY, SETUP) for _ in range(2))
    assert [row.id for row in store.open_games()] == [newest, first, never]


def test_a_file_that_cannot_be_kept_as_it_is_says_so_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, _, _ = _begin(tmp_path / "games.db", 1)
    monkeypatch.setattr("companion.keeping.store.aside_name", lambda _: tmp_path / "unplugged" / "games.db")
    with pytest.raises(StoreTrouble):
        store._as_it_is()
