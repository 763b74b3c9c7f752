"""A game has an identity that travels: what was played at another table is not told, and no game counts twice."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion import CompanionError
from companion.club.delivered import Delivered
from companion.club.outbox import Outbox
from companion.club.published import Membership, join
from companion.club.read_messages import read_result
from companion.clubhouse.register import BoxMessage, open_register, utc_now
from companion.commands.export import import_game
from companion.keeping.folder_lock import FolderLock
from companion.keeping.game_row import GameRow
from companion.keeping.history import past_night, played_again
from companion.keeping.store import FILE, Store
from companion.language.i18n import Phrases
from companion.settings.config import load_config
from companion.sharing.takeaway import FORMS, Takeaway
from tests.companion.nights import keep_night
from tests.games import GAMES, open_store

pytestmark = pytest.mark.slow  # nearly all of it is

CLUB = replace(load_config().club, on=True, club="our-club", box="table-1")


@pytest.fixture
def table(tmp_path: Path) -> Store:
    """A table with one finished game, which joined the club before it."""
    store = open_store(tmp_path / "one")
    join(store)
    keep_night(store)
    return store


def _text(store: Store, number: int = 1) -> str:
    night = past_night(store, number)
    game = GAMES[night.row.game]
    takeaway = Takeaway(night, played_again(store, night), Phrases("en"), game, GAMES.columns)
    return FORMS["txt"](takeaway).decode()


def _imported(store: Store, text: str) -> GameRow:
    path = store.path.parent / "game.txt"
    path.write_text(text, "utf-8")
    return store.game(import_game(store, path, GAMES))


def _told(store: Store, member: Membership) -> list[bytes]:
    """The results that this table would send now."""
    box = Outbox(lambda: store.path.parent, GAMES.rules, member, CLUB, "Table 1")
    box.begin(Delivered(store.path.parent / "club.json", "here"))
    parcels = iter(box.next, None)
    return [parcel.payload for parcel in parcels if parcel.mark is not None]


def test_an_imported_game_is_kept_and_not_told(table: Store, tmp_path: Path) -> None:
    with closing(open_store(tmp_path / "two")) as other:
        member = join(other)
        row = _imported(other, _text(table))
        assert (row.ident, row.is_imported) == (table.game(1).ident, True)
        assert row.result is not None
        assert _told(other, member) == []
        with closing(open_store(tmp_path / "three")) as third:
            assert _imported(third, _text(other)).ident == row.ident, "from table to table to table"
    assert len(_told(table, join(table))) == 1
    table.close()


def test_a_game_that_is_here_already_does_not_count_twice(table: Store, tmp_path: Path) -> None:
    text = _text(table)
    with pytest.raises(CompanionError, match="here already, as number 1"):
        _imported(table, text)
    with closing(open_store(tmp_path / "two")) as other:
        head, _, facts = text.partition("\n[Facts]\n")
        half = _imported(other, "\n".join((*head.split("\n")[:30], "[Facts]", facts)))
        assert half.ended is None
        whole = _imported(other, text.replace("\n", "\r\n"))
        assert whole.ident == half.ident
        with pytest.raises(CompanionError, match=f"here already, as number {whole.id}"):
            _imported(other, text)
        assert len(other.games()) == 2
    table.close()


def test_the_same_game_told_by_two_boxes_counts_once(table: Store, tmp_path: Path) -> None:
    """A copied card; and the key of the second box is its own."""
    table.close()
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / FILE).write_bytes((tmp_path / "one" / FILE).read_bytes())
    with closing(open_store(tmp_path / "one")) as one, closing(open_store(tmp_path / "two")) as two:
        results = [read_result(_told(store, Membership(key, 0, 0))[0]) for store, key in ((one, "a"), (two, "b"))]
    assert results[0] == results[1]
    with FolderLock(tmp_path / "club") as lock, closing(open_register(lock)) as register:
        told = [BoxMessage(box, result) for box, result in zip(("box-1", "box-2"), results, strict=True)]
        (refused,) = register.hear([*told, told[0]], utc_now())
        assert refused[1].key == "clubhouse.aside.other_box"
        assert len(register.counted().results) == 1


def test_a_game_of_an_older_release_keeps_the_name_it_was_told_under(table: Store) -> None:
    member = join(table)
    of_old = replace(table.game(1), ident="")
    table.close()
    with closing(sqlite3.connect(table.path)) as db, db:
        db.execute("DROP TABLE identities")
    with closing(open_store(table.path.parent)) as upgraded:
        row = upgraded.game(1)
        assert (row.ident, row.is_imported) == ("", False)
        assert member.ident(row) == member.ident(of_old) != ""
        assert "[Id " not in _text(upgraded)
        again = _imported(upgraded, _text(upgraded))
        assert again.is_imported
        assert len(again.ident) == 32
        assert len(_told(upgraded, member)) == 1


@pytest.mark.parametrize("ident", ['"short"', "7", '"' + "G" * 32 + '"', "nonsense"])
def test_what_is_no_identity_is_refused(table: Store, ident: str) -> None:
    text = _text(table).replace(f'[Id "{table.game(1).ident}"]', f"[Id {ident}]")
    with pytest.raises(CompanionError, match="expected"):
        _imported(table, text)
    assert len(table.games()) == 1
    table.close()
