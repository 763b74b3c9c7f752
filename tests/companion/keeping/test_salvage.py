"""What the long runs in ``tests/endurance`` found, one small test each."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.keeping.folder_lock import Held
from companion.keeping.game_row import with_checksum, without_checksum
from companion.keeping.salvage import _keep_as, finish
from companion.keeping.session import resume_game, start_game
from companion.keeping.sqlite_log import hides_entries, log_frames
from companion.keeping.store import Store
from rules.core.refusals import Refused
from tests.endurance.torn_files import Night, blocks, cut_last_page, cut_logs, flips, judge, make_night, missing
from tests.games import new_setup, open_store


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Night:
    return make_night(tmp_path_factory.mktemp("night"), 40, 5)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["log", "page", "flips", "blocks", "missing"])
def test_a_damaged_file_opens_and_its_games_go_on(night: Night, tmp_path: Path, way: str) -> None:
    cases = {
        "log": cut_logs(night, 4099),
        "page": cut_last_page(night, 2039),
        "flips": flips(night, 6, Random(2)),
        "blocks": (case for number, case in enumerate(blocks(night)) if number % 9 == 0),
        "missing": missing(night),
    }
    tried, _, longest = judge(cases[way], tmp_path / "bad")
    assert tried > 2
    assert longest < 5


@pytest.mark.slow
def test_damage_in_the_middle_of_the_log_is_noticed_and_costs_one_entry_at_most(night: Night, tmp_path: Path) -> None:
    frames = log_frames(night.log)
    assert all(frame.counts for frame in frames)
    assert not hides_entries(night.file, night.log)
    assert not hides_entries(night.file, night.log[:-1]), "a torn end is what every power cut leaves"
    spoilt = bytearray(night.log)
    spoilt[32 + 24 + 100] ^= 1
    assert hides_entries(night.file, bytes(spoilt)), "SQLite would pass over all of it without a word"
    cases = iter([("first frame", night.file, bytes(spoilt), lambda got: got.rows >= len(night.bodies) - 1)])
    assert judge(cases, tmp_path / "bad")[1] == 1


def test_a_power_cut_while_a_file_is_mended_leaves_the_new_one_complete(tmp_path: Path) -> None:
    old, ready = tmp_path / "games.sqlite", tmp_path / "games.sqlite-ready"
    old.write_bytes(b"damaged")
    (tmp_path / "games.sqlite-wal").write_bytes(b"its log")
    with closing(sqlite3.connect(ready)) as db:
        db.execute("CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
        db.execute("INSERT INTO settings VALUES ('language', 'de')")
        db.commit()
    store = open_store(tmp_path)
    assert store.setting("language") == "de"
    assert store.set_aside is None
    store.close()
    assert not ready.exists()
    finish(Held(tmp_path), old)
    assert old.exists()


def _begin(folder: Path) -> tuple[Store, int]:
    store = open_store(folder)
    started = start_game(store, new_setup("amul", 3, 1))
    assert not isinstance(started, Refused)
    ident, session = started
    session.do(session.game.options(session.state)[0])
    return store, ident


def test_a_spoilt_set_up_is_read_from_its_spare(tmp_path: Path) -> None:
    store, ident = _begin(tmp_path)
    good = store.game(ident).setup
    store._db.execute("UPDATE games SET setup = replace(setup, '\"points\": 1', '\"points\": 9')")
    assert store.game(ident).setup == good
    store._db.execute("UPDATE games SET setup = '{'")
    assert resume_game(store, ident).setup == good
    store._db.execute("UPDATE spares SET setup = '{'")
    assert store.games() == ()
    assert store.unfinished() is None
    store.close()


def test_letters_that_are_none_cost_only_their_entry(tmp_path: Path) -> None:
    store, ident = _begin(tmp_path)
    store._db.execute("UPDATE entries SET body = CAST(x'7bff7d' AS TEXT)")
    assert resume_game(store, ident).last_seq == 0
    assert store.set_aside is not None, "the file as it was is kept"
    store.close()


def test_entries_whose_game_is_lost_do_not_become_another_games(tmp_path: Path) -> None:
    store, ident = _begin(tmp_path)
    store._db.execute("PRAGMA foreign_keys = OFF")
    store._db.execute("DELETE FROM games")
    started = start_game(store, new_setup("amul", 3, 2))
    assert not isinstance(started, Refused)
    assert started[0] > ident
    assert started[1].do(started[1].game.options(started[1].state)[0])
    store.close()


def test_a_changed_entry_is_noticed() -> None:
    body = json.dumps({"command": {"do": "bid", "stones": 3}, "events": []})
    kept = with_checksum(body, 7)
    assert without_checksum(kept, 7) == body
    assert without_checksum(body, 7) == body, "entries of old have no sum"
    with pytest.raises(ValueError, match="sum"):
        without_checksum(kept.replace("3", "7", 1), 7)
    with pytest.raises(ValueError, match="sum"):
        without_checksum(kept, 8)


def test_wiping_forgets_what_was_set_aside(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_bytes(b"damaged" * 1000)
    store = open_store(tmp_path)
    assert list(tmp_path.glob("games-damaged-*"))
    store.wipe()
    store.close()
    assert [path.name for path in tmp_path.iterdir()] == ["games.sqlite"]


def test_a_log_whose_file_is_gone_is_set_aside_too(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite-wal").write_bytes(b"log")
    _keep_as(tmp_path / "games.sqlite", tmp_path / "aside")
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["aside-wal", "games.sqlite-wal"]
    assert (tmp_path / "aside-wal").read_bytes() == b"log"
