"""What an older release has written is read as before: its games, facts and settings, answered for as it answered.

The files are in ``kept``, the answers in ``answers``; ``write`` tells where they come from, ``opening`` is the only
place that knows how the program is built. One thing is meant otherwise by now: what nobody has told is a question mark
and no 0, and before a score is complete nobody has won; ``NEWER`` are the texts that say so. Score sheets
have the race on their first page. Sentences stand in the
answers as they are said today, every figure in them as it was answered then. Practice values know five rulings more,
and a game of Das Amulett that goes on by the rulings it was begun with says so in its text. Tags are listed for people
in the box's own language first; whether the box speaks has become how much it says (``true`` still counts).
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.yesterday import opening
from tests.yesterday.asked import (
    ANSWERS,
    ASKED,
    LEFT,
    SEEN,
    SUMS,
    Asked,
    answer,
    comparable,
    kept_form,
    kept_name,
    look,
    sheet_makers,
    sheet_sum,
    world,
)

pytestmark = pytest.mark.slow

TO_CONTINUE = [*(("data", game) for game in LEFT), ("pulled", 1)]
TABLES = {"board", "facts", "laid_cards", "left", "links", "metals", "open_bid", "scores", "stacks", "symbols"}
# What has happened is said in other words by now; what it was, when, and whether it was taken back, is as it was.
REWORDED = re.compile(r"\.log\[\d+\]\.text")
RULES = re.compile(r"^\[Rules \d+\]$", re.MULTILINE)  # of the release that writes the text
LOG_LINE = re.compile(r"^( +\d+ +(?:\d+:)?\d+:\d\d  ).+$", re.MULTILINE)
NEWER = ("export-3-de.pdf", "export-3-en.pdf", "score-own.txt")  # written by the release that asks for unknown cards
CORNERS_PX = 2  # releases of the library that reads the tags see their corners here or there


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with world(tmp_path) as place:
        yield place


# Comparing.


def differences(old: Any, new: Any, place: str = "", *, whole: bool = False) -> Iterator[str]:
    """What is not as it was. A newer release may say more: a key that an object did not have is no difference.

    Unless the keys are names (``TABLES``): one more area on a board is another board (``whole``). Lists are of the same
    length and in the same order; all else is equal and of the same sort.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        for key, value in old.items():
            if _is_unsettled(key, old, new):
                continue
            if key in new:
                yield from differences(value, new[key], f"{place}.{key}", whole=whole or key in TABLES)
            else:
                yield f"{place}.{key} is gone"
        yield from (f"{place}.{key} is new" for key in new if whole and key not in old)
    elif isinstance(old, list) and isinstance(new, list):
        if len(old) != len(new):
            yield f"{place}: {len(old)} became {len(new)}"
        for number, (one, other) in enumerate(zip(old, new, strict=False)):
            yield from differences(one, other, f"{place}[{number}]", whole=whole)
    elif type(old) is not type(new) or not (old == new or _is_near(old, new, place) or REWORDED.fullmatch(place)):
        yield f"{place}: {old!r} became {new!r}"


def _is_unsettled(key: str, old: dict[str, Any], new: dict[str, Any]) -> bool:
    """A winner of a score that is not complete, or the reason for points that nobody can say yet."""
    nobody = old.get("complete") is False and new.get("winners") == [] and "verdict" not in new
    return (key in ("winners", "verdict") and nobody) or (key == "because" and new.get("unknown") is True)


def _is_near(old: Any, new: Any, place: str) -> bool:
    return ".corners[" in place and abs(old - new) <= CORNERS_PX


def check(name: str, content: bytes) -> None:
    """An answer beside the one that is kept: JSON by its values, of a PDF its words, all else letter by letter."""
    kept, now = (ANSWERS / kept_name(name)).read_text("utf-8"), kept_form(name, content)
    ending = "exit" if kept.startswith("exit") else name.rpartition(".")[2]
    if ending == "json":
        assert list(differences(json.loads(kept), json.loads(now))) == []
    elif ending == "jsonl":
        assert list(differences(_lines(kept), _lines(now))) == []
    elif ending == "pdf":
        assert now.split() == kept.split()
    else:
        assert _unworded(now) == _unworded(kept)


def _unworded(text: str) -> str:
    """Without what is said otherwise by now: lines of the log, a German name of a game, the version of the rules."""
    return RULES.sub("[Rules]", LOG_LINE.sub(r"\1…", text)).replace("Amul", "Āmul")


def _lines(text: str) -> Any:
    return [comparable(json.loads(line)) for line in text.splitlines()]


def test_more_may_be_said_and_nothing_else() -> None:
    old = {"a": [1, {"b": None}], "corners": [[1.0, 2.0]]}
    assert list(differences(old, {"a": [1, {"b": None, "new": 2}], "corners": [[2.0, 2.0]], "more": True})) == []
    assert list(differences(old, {"a": [True, {}], "corners": [[1.0, 4.5]]})) == [
        ".a[0]: 1 became True",
        ".a[1].b is gone",
        ".corners[0][1]: 2.0 became 4.5",
    ]
    assert list(differences([1, 2], [1])) == [": 2 became 1"]
    assert list(differences({"board": {}}, {"board": {"d1": []}})) == [".board.d1 is new"]


# What lies on the disk.


def rows(home: Path) -> dict[str, list[dict[str, Any]]]:
    """Every row of every table, read from a copy: looking is not to change what the program will find."""
    with tempfile.TemporaryDirectory() as place:
        for path in home.glob("games.sqlite*"):
            if not path.name.endswith("-shm"):
                shutil.copyfile(path, Path(place, path.name))
        with closing(sqlite3.connect(Path(place, "games.sqlite"))) as db:
            db.row_factory = sqlite3.Row
            tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return {table: [dict(row) for row in db.execute(f'SELECT * FROM "{table}"')] for table in tables}


def lost(before: dict[str, list[dict[str, Any]]], after: dict[str, list[dict[str, Any]]]) -> list[tuple[str, Any]]:
    """Rows that are not there any more as they were: table and first column; new rows and columns do not count."""
    found = []
    for table, old in before.items():
        columns = list(old[0]) if old else []
        still = {tuple(row.get(column) for column in columns) for row in after.get(table, ())}
        found += [(table, row[columns[0]]) for row in old if tuple(row.values()) not in still]
    return found


def files(folder: Path) -> dict[str, bytes]:
    """What people and the program have written beside the games."""
    found = [path for place in ("data", "pulled", "config") for path in (folder / place).rglob("*") if path.is_file()]
    return {str(path): path.read_bytes() for path in found if not path.name.startswith("games.sqlite")}


# Asking about them.


def _asked_today(name: str) -> Asked:
    """The text of a game that still goes on keeps its secrets by now, unless they are asked for."""
    asked = ASKED[name]
    return replace(asked, words=(*asked.words, "--with-secrets")) if name.endswith("-text.txt") else asked


@pytest.mark.parametrize("name", ASKED)
def test_a_command_answers_as_before_and_changes_nothing(folder: Path, name: str) -> None:
    home = folder / ASKED[name].home
    before, beside = rows(home), files(folder)
    check(name, answer(folder, _asked_today(name)))
    assert lost(before, rows(home)) == []
    assert files(folder) == beside


@pytest.mark.parametrize("name", SEEN)
def test_what_is_taken_up_is_as_it_was_left(folder: Path, name: str) -> None:
    check(name, look(folder, name))


def test_the_sheets_are_the_same_to_the_byte(folder: Path) -> None:
    sums = json.loads((ANSWERS / SUMS).read_text("utf-8"))
    if sums.pop("made_by") != sheet_makers():
        pytest.skip("another release of reportlab or zlib writes other bytes")
    assert {name: sheet_sum(answer(folder, ASKED[name])) for name in sums} == sums


def test_every_answer_is_asked_for() -> None:
    assert {path.name for path in ANSWERS.iterdir()} == {SUMS, *(kept_name(name) for name in (*ASKED, *SEEN))}


# Going on with them.


@pytest.mark.parametrize(("home", "game"), TO_CONTINUE)
def test_a_game_is_played_on_and_the_step_taken_back(folder: Path, home: str, game: int) -> None:
    before = rows(folder / home)
    with opening.opened(folder / home, game) as taken_up:
        was, entries = taken_up.situation(), taken_up.entries
        taken_up.do_first()
        assert taken_up.situation() != was
        taken_up.undo()
        assert taken_up.situation() == was
    with opening.opened(folder / home, game) as again:
        assert (again.situation(), again.entries) == (was, entries + 2)
    after = rows(folder / home)
    assert lost(before, after) == [("games", game), ("spares", game)]  # from now on it goes by the rules of today
    assert len(after["entries"]) == len(before["entries"]) + 2


@pytest.mark.parametrize(("home", "game"), TO_CONTINUE)
def test_a_game_is_played_to_its_end_and_nothing_is_lost(folder: Path, home: str, game: int) -> None:
    before = rows(folder / home)
    with opening.opened(folder / home, game) as taken_up:
        entries = taken_up.entries
        taken_up.play_to_the_end(seed=1)
        assert taken_up.is_over
        added = taken_up.entries - entries
    after = rows(folder / home)
    assert lost(before, after) == [("games", game), ("spares", game)]  # an end and a result, by the rules of today
    assert len(after["entries"]) == len(before["entries"]) + added
    with opening.opened(folder / home, game) as over:
        assert over.is_over
        assert over.situation()["options"] == []


def test_a_table_half_scored_becomes_a_game_and_nothing_else_changes(folder: Path) -> None:
    before = rows(folder / "data")
    kept = json.loads((ANSWERS / "beside.json").read_text("utf-8"))["half_scored"]
    pad = opening.taken_up(folder / "data")
    assert (pad["way"], pad["open"]) == ("score", len(LEFT) + 1)
    assert {key: pad[key] for key in ("areas", "seat", "asked", "settled")} == {
        key: kept[key] for key in ("areas", "seat", "asked", "settled")
    }
    after = rows(folder / "data")
    assert {table for table, _ in lost(before, after)} == {"players", "settings"}  # they have played once more
    assert len(after["entries"]) == len(before["entries"]) + 1


def test_a_game_text_is_taken_in_with_the_same_result(folder: Path) -> None:
    before = rows(folder / "data")
    said = opening.ask("export", "--import", "shared/game-1.txt")
    assert (said.code, said.err) == (0, "")
    after = rows(folder / "data")
    assert {table for table, _ in lost(before, after)} == {"players"}  # they have played once more
    (newest,) = {row["id"] for row in after["games"]} - {row["id"] for row in before["games"]}
    taken_in = json.loads(opening.ask("history", str(newest), "--json").out)
    kept = json.loads((ANSWERS / "history-1.json").read_text("utf-8"))
    for key in ("players", "winners", "result"):
        found = differences(kept[key], taken_in[key])
        assert [said for said in found if ".because: " not in said] == []  # reasons are kept as they were said then


def test_facts_are_handed_on_as_they_stand(folder: Path) -> None:
    assert opening.ask("facts", "export", "mine.toml").code == 0
    assert (folder / "mine.toml").read_bytes() == (folder / "data" / "facts" / "amul.toml").read_bytes()


def test_facts_taken_over_leave_the_others_and_the_remarks_in_place(folder: Path) -> None:
    path = folder / "data" / "facts" / "amul.toml"
    text = path.read_text("utf-8")
    assert opening.ask("facts", "import", "given/lindas.toml", "--replace").code == 0
    now = path.read_text("utf-8")
    assert [line for line in text.splitlines() if "#" in line] == [line for line in now.splitlines() if "#" in line]
    old, new = tomllib.loads(text), tomllib.loads(now)
    assert new["cards"].pop("arab-guard")["letter"] == "E"
    del old["cards"]["arab-guard"]
    assert list(differences(old, new)) == []
