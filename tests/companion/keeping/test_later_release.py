"""A games file that a later release has written, read by this one after going back: nothing of it is lost or spoilt."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.keeping.game_row import with_checksum
from companion.keeping.session import Accepted, Session, look_back, resume_game, start_game
from companion.keeping.store import Store
from companion.keeping.troubles import NewerFile, NewerGame
from rules.core.refusals import Refused
from rules.core.words import words
from tests.games import new_setup, open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def _begin(store: Store, seed: int = 1) -> tuple[int, Session]:
    started = start_game(store, new_setup("amul", 3, seed))
    assert not isinstance(started, Refused)
    for _ in range(3):
        assert _goes_on(started[1])
    return started


def _goes_on(session: Session) -> bool:
    return isinstance(session.do(session.game.options(session.state)[0]), Accepted)


def _everything(path: Path) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(path)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: db.execute(f"SELECT * FROM {table}").fetchall() for table in tables if table != "settings"}


def _later_setup(store: Store, ident: int) -> None:
    (text,) = store._db.execute("SELECT setup FROM games WHERE id = ?", (ident,)).fetchone()
    later = json.dumps(json.loads(text) | {"house": "lantern"})
    store._db.execute("UPDATE games SET setup = ? WHERE id = ?", (later, ident))
    store._db.execute("UPDATE spares SET setup = ? WHERE id = ?", (with_checksum(later, ident), ident))


def _later_game(store: Store, ident: int) -> None:
    (text,) = store._db.execute("SELECT setup FROM games WHERE id = ?", (ident,)).fetchone()
    later = json.dumps(json.loads(text) | {"game": "caravan"})
    store._db.execute("UPDATE games SET setup = ?, game = 'caravan' WHERE id = ?", (later, ident))
    store._db.execute(
        "UPDATE spares SET setup = ?, game = 'caravan' WHERE id = ?", (with_checksum(later, ident), ident)
    )


def _later_format(store: Store, ident: int) -> None:
    store._db.execute("UPDATE games SET format = 2 WHERE id = ?", (ident,))


@pytest.mark.parametrize("change", [_later_setup, _later_game, _later_format])
def test_a_game_written_otherwise_is_said_and_the_others_go_on(
    store: Store, change: Callable[[Store, int], None]
) -> None:
    older, _ = _begin(store)
    ident, _ = _begin(store, 2)
    change(store, ident)
    before = _everything(store.path)
    assert [row.id for row in store.games()] == [older]
    assert store.unread() == (words("keeping.newer_games", n=1),)
    assert store.unfinished() is None
    for take in (resume_game, look_back):
        with pytest.raises(NewerGame):
            take(store, ident)
    assert _everything(store.path) == before
    assert _goes_on(resume_game(store, older))
    assert _begin(store, 3)[0] > ident


def _unknown_event(body: dict[str, Any]) -> None:
    body["events"][0] = {"event": "lantern_lit"}


def _unknown_key(body: dict[str, Any]) -> None:
    body["command"]["lantern"] = 3


@pytest.mark.parametrize("change", [_unknown_event, _unknown_key])
def test_an_entry_these_rules_do_not_know_is_no_damage(store: Store, change: Callable[[dict[str, Any]], None]) -> None:
    ident, session = _begin(store)
    (text,) = store._db.execute("SELECT body FROM entries WHERE seq = 2").fetchone()
    body = json.loads(text)
    del body["sum"]
    change(body)
    store._db.execute("UPDATE entries SET body = ? WHERE seq = 2", (with_checksum(json.dumps(body), 2),))
    before = _everything(store.path)
    with pytest.raises(NewerGame):
        resume_game(store, ident)
    assert store.set_aside is None
    assert _everything(store.path) == before
    assert len(before["entries"]) == len(session.steps) == 3


def test_later_rules_may_mean_something_else_by_the_same_entries(store: Store) -> None:
    ident, _ = _begin(store)
    store._db.execute("UPDATE games SET rules_version = 99")
    with pytest.raises(NewerGame, match="newer release"):
        resume_game(store, ident)
    assert [row.id for row in store.games()] == [ident], "its players and its result can be shown"
    assert store.unread() == ()


def test_earlier_rules_take_a_game_up_until_later_ones_have_gone_on_with_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ident, session = _begin(store)
    rules = session.game
    with monkeypatch.context() as later:
        later.setattr(type(rules), "rules_version", rules.rules_version + 1)
        later.setattr(type(rules), "renewed", lambda _, setup, __: replace(setup, options={**setup.options, "tea": 3}))
        resumed = resume_game(store, ident)
        kept = _everything(store.path)
        later.undo()
        assert not isinstance(resume_game(store, ident), Refused)
        assert _everything(store.path) == kept
    with monkeypatch.context() as later:
        later.setattr(type(rules), "rules_version", rules.rules_version + 1)
        later.setattr(type(rules), "renewed", lambda _, setup, __: replace(setup, options={**setup.options, "tea": 3}))
        assert _goes_on(resumed)
        assert _goes_on(resumed)
        again = resume_game(store, ident)
        assert (again.last_seq, again.setup) == (5, resumed.setup)
    kept = _everything(store.path)
    assert [row[3] for row in kept["spares"]] == [row[3] for row in kept["games"]] == [rules.rules_version + 1]
    with pytest.raises(NewerGame):
        resume_game(store, ident)
    assert _everything(store.path) == kept


def test_what_a_later_release_has_added_to_the_file_does_not_disturb_and_stays(store: Store) -> None:
    ident, _ = _begin(store)
    store._db.execute("ALTER TABLE entries ADD COLUMN mood TEXT NOT NULL DEFAULT 'fine'")
    store._db.execute("ALTER TABLE players ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'")
    store._db.execute("CREATE TABLE badges (name TEXT)")
    store._db.execute("INSERT INTO badges VALUES ('first')")
    store._db.execute("PRAGMA user_version = 3")
    store.close()
    session = resume_game(store, ident)
    assert _goes_on(session)
    store.set_setting("language", "de")
    assert _begin(store, 2)[0] == ident + 1
    after = _everything(store.path)
    assert after["badges"] == [("first",)]
    assert [row[-1] for row in after["entries"]] == ["fine"] * 7
    assert store.set_aside is None


def test_a_file_laid_out_otherwise_is_not_touched_and_play_goes_on_elsewhere(store: Store, tmp_path: Path) -> None:
    _begin(store)
    store._db.execute("ALTER TABLE entries RENAME COLUMN body TO told")
    store._db.execute("PRAGMA user_version = 1")
    store.close()
    content = store.path.read_bytes()
    with pytest.raises(NewerFile, match="newer release"):
        open_store(tmp_path)
    with pytest.raises(NewerFile):
        store.games()
    store.end_move(store.begin_move(tmp_path / "elsewhere")())
    assert store.games() == ()
    _begin(store)
    assert (tmp_path / "games.sqlite").read_bytes() == content
    assert sorted(path.name for path in tmp_path.iterdir()) == ["elsewhere", "games.sqlite"]


def test_a_number_spoilt_in_the_head_of_a_file_costs_nothing(store: Store) -> None:
    ident, _ = _begin(store)
    store.close()
    spoilt = bytearray(store.path.read_bytes())
    spoilt[60:64] = b"\x7f\xff\xff\xff"  # user_version
    store.path.write_bytes(spoilt)
    assert _goes_on(resume_game(store, ident))
