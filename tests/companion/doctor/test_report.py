"""One file with everything, whatever is broken; and without names if asked."""

from __future__ import annotations

import base64
import html
import json
import os
import time
import unicodedata
import zipfile
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.doctor import report as report_module
from companion.doctor.report import write_report
from companion.keeping.store import Store
from companion.settings.config import load_config
from companion.upkeep.privacy import Pseudonyms
from rules.core.game import Setup
from rules.core.journal import Step
from tests.doubles.toy import TOY, Count, Counted
from tests.games import GAMES, open_store

NAMES = ("Zoë", 'Bo "the" Bold')


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the doctor, who takes seconds; one test has him."""
    monkeypatch.setattr(report_module, "examine", lambda *_: iter(()))


def _kept_game(store: Store) -> None:
    ident = store.new_game(TOY, Setup("toy", NAMES))
    store.append(TOY, ident, Step(1, 0, Count(0, 2), (Counted(0, 2),)))


def _parts(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist()}


@pytest.mark.slow
def test_everything_is_in_it(data: Path, tmp_path: Path) -> None:
    store = open_store(data)
    _kept_game(store)
    store.close()
    (data / "companion.log").write_text("camera gone\n", "utf-8")
    frames = data / "recordings" / "night-1"
    frames.mkdir(parents=True)
    (frames / "1.jpg").write_bytes(b"picture")
    (data / "frames/last").mkdir(parents=True)
    (data / "frames/last/2.jpg").write_bytes(b"picture")
    write_report(load_config(), tmp_path / "r.zip", GAMES, hide_names=False, pictures=True)
    parts = _parts(tmp_path / "r.zip")
    assert set(parts) == {
        "report.json",
        "log/companion.log",
        "games/1.jsonl",
        "READ-FIRST.txt",
        "frames/night-1-1.jpg",
        "frames/last-2.jpg",
    }
    report = json.loads(parts["report.json"])
    assert report["not_included"] == []
    assert report["doctor"]["parts"]
    game, entry = map(json.loads, parts["games/1.jsonl"].splitlines())
    assert json.loads(game["setup"])["players"] == list(NAMES)
    assert entry["seq"] == 1


SPELLINGS = ("Zoë", "Jörg-Ōtomo", 'Bo "the" Bold', "Anneliese")


def _spelt(name: str) -> set[bytes]:
    """A name in every spelling and encoding in which somebody might find it."""
    texts = {name, name.upper(), name.lower(), unicodedata.normalize("NFD", name)}
    texts |= {json.dumps(name)[1:-1], json.dumps(json.dumps(name)[1:-1])[1:-1], ascii(name)[1:-1]}
    texts |= {quote(name), quote(name, safe=""), html.escape(name)}
    codes = ("utf-8", "utf-16-le", "utf-16-be", "latin-1")
    return {text.encode(code, "ignore") for text in texts for code in codes} | {base64.b64encode(name.encode())[:-4]}


def _leaks(path: Path) -> set[str]:
    """Names found anywhere in the archive: in its files, in their names, in its own directory."""
    with zipfile.ZipFile(path) as archive:
        parts = [archive.read(name) for name in archive.namelist()] + [path.read_bytes()]
    return {name for name in SPELLINGS if any(form in part for form in _spelt(name) for part in parts)}


def _a_night_full_of_names(data: Path) -> None:
    """Names in the journal, the result, the log, a crash, the names of recordings; one who played long ago."""
    store = open_store(data)
    for names in (("Anneliese", "Bo"), *[SPELLINGS[:3]] * 4):
        ident = store.new_game(TOY, Setup("toy", names))
        store.append(TOY, ident, Step(1, 0, Count(0, 2), (Counted(0, 2),)))
        store.finish(ident, {"winners": [names[0]], "players": [{"name": name, "total": 3} for name in names]})
    store.close()
    lines = [f"{form} pressed back; night_{form}_1, {form}s turn\n" for name in SPELLINGS for form in _texts(name)]
    (data / "companion.log").write_text("".join(lines), "utf-8")
    frames = data / "frames" / "20260101 Anneliese"
    frames.mkdir(parents=True)
    (frames / "Zoë.jpg").write_bytes(b"picture")


def _texts(name: str) -> list[str]:
    link = f"https://example.org/?data=%7B%22name%22%3A%22{quote(name, safe='')}%22"
    forms = [name, name.upper(), unicodedata.normalize("NFD", name), json.dumps({"n": name}), repr(name), link]
    return [*forms, json.dumps(json.dumps([name])), ascii(name), html.escape(name)]


@pytest.mark.usefixtures("quick")
def test_no_name_is_left_anywhere(data: Path, tmp_path: Path) -> None:
    _a_night_full_of_names(data)
    write_report(load_config(), tmp_path / "open.zip", GAMES, hide_names=False, pictures=True)
    assert _leaks(tmp_path / "open.zip") == set(SPELLINGS)  # so the search finds what there is to find
    write_report(load_config(), tmp_path / "hidden.zip", GAMES, hide_names=True, pictures=True)
    assert _leaks(tmp_path / "hidden.zip") == set()
    parts = _parts(tmp_path / "hidden.zip")
    assert "frames/20260101 Player 4-Player 1.jpg" in parts
    assert parts["log/companion.log"].startswith("Player 1 pressed back; night_Player 1_1, Player 1s turn\n")


@pytest.mark.usefixtures("quick")
def test_the_same_name_is_the_same_player_in_journal_result_and_log(data: Path, tmp_path: Path) -> None:
    _a_night_full_of_names(data)
    write_report(load_config(), tmp_path / "r.zip", GAMES, hide_names=True)
    game = json.loads(_parts(tmp_path / "r.zip")["games/5.jsonl"].splitlines()[0])
    assert json.loads(game["setup"])["players"] == ["Player 1", "Player 2", "Player 3"]
    assert json.loads(game["result"])["winners"] == ["Player 1"]


def test_what_only_resembles_a_name_stays() -> None:
    hide = Pseudonyms(["Ada", "Max"])
    assert hide.text("Adapter, Admax, Ada's, ada") == "Adapter, Admax, Player 1's, Player 1"
    assert hide.values({"Ada": {"op": "max", "of": ["Ada", "Max"]}}) == {
        "Ada": {"op": "max", "of": ["Player 1", "Player 2"]}
    }
    assert Pseudonyms([]).text("Ada") == "Ada"


@pytest.mark.slow
@given(st.lists(st.text(min_size=1, max_size=12).filter(str.strip), max_size=4), st.text(max_size=60))
def test_any_names_can_be_hidden_in_any_text(names: list[str], text: str) -> None:
    hide = Pseudonyms(names)
    hide.text(text)
    json.dumps(hide.values({"a": [text, json.dumps(names)]}))


@pytest.mark.usefixtures("quick")
def test_a_broken_games_file_is_said_and_the_rest_is_there(data: Path, tmp_path: Path) -> None:
    (data / "games.sqlite").write_bytes(b"nonsense" * 500)
    (data / "companion.log").write_text("Zoë\n", "utf-8")
    write_report(load_config(), tmp_path / "r.zip", GAMES, hide_names=False)
    parts = _parts(tmp_path / "r.zip")
    assert json.loads(parts["report.json"])["not_included"] == ["games: file is not a database"]
    assert "log/companion.log" in parts
    assert (data / "games.sqlite").read_bytes().startswith(b"nonsense")


@pytest.mark.usefixtures("quick")
def test_a_log_in_which_no_name_can_be_hidden_is_left_out(data: Path, tmp_path: Path) -> None:
    (data / "games.sqlite").write_bytes(b"nonsense" * 500)
    (data / "companion.log").write_text("Zoë\n", "utf-8")
    write_report(load_config(), tmp_path / "r.zip", GAMES, hide_names=True)
    parts = _parts(tmp_path / "r.zip")
    assert set(parts) == {"report.json"}
    assert "log: left out" in json.loads(parts["report.json"])["not_included"][-1]


@pytest.mark.usefixtures("quick")
def test_hidden_names_hide_the_users_too(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(data.parent))
    write_report(load_config(), tmp_path / "r.zip", GAMES, hide_names=True)
    assert str(data.parent) not in _parts(tmp_path / "r.zip")["report.json"]


@pytest.mark.usefixtures("quick")
def test_that_a_game_still_goes_on_is_said_before_anybody_looks(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = open_store(data)
    _kept_game(store)
    assert main(["report", "-o", str(tmp_path / "r.zip"), "--hide-names", "--set", "language=en"]) == 0
    said = "Game 1 is still going on, and the report holds what lies face down in it."
    assert said in capsys.readouterr().out
    assert _parts(tmp_path / "r.zip")["READ-FIRST.txt"].startswith(said)
    store.finish(1, {"players": [], "winners": []})
    store.close()
    assert main(["report", "-o", str(tmp_path / "over.zip")]) == 0
    assert "READ-FIRST.txt" not in _parts(tmp_path / "over.zip")


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("clock", [0, 7_000_000_000], ids=["1970", "2191"])
@pytest.mark.usefixtures("data")
def test_a_clock_that_is_wrong_hinders_no_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: int) -> None:
    monkeypatch.setattr(time, "time", lambda: float(clock))
    target = tmp_path / "r.zip"
    write_report(load_config(), target, GAMES, hide_names=False)
    assert "report.json" in _parts(target)


@pytest.mark.usefixtures("quick")
def test_the_command(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "r.zip"
    assert main(["report", "-o", str(target)]) == 0
    assert capsys.readouterr().out.startswith(f"{target}: report.json\n")
    assert main(["report", "-o", str(target)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert main(["report", "-o", str(tmp_path / "no/where.zip")]) == 2


@pytest.mark.slow
def test_nothing_gets_into_a_report_but_what_the_program_wrote(data: Path, tmp_path: Path) -> None:
    """The data folder may be on a stick, and a link lead to anything of the machine."""
    (tmp_path / "secret").write_text("whisper")
    (data / "frames" / "night").mkdir(parents=True)
    (data / "frames" / "night" / "000000.jpg").symlink_to(tmp_path / "secret")
    (data / "companion.log").unlink(missing_ok=True)
    (data / "companion.log").symlink_to(tmp_path / "secret")
    write_report(load_config(), tmp_path / "links.zip", GAMES, hide_names=False, pictures=True)
    content = _parts(tmp_path / "links.zip")
    assert "whisper" not in "".join(content.values())
    assert len(json.loads(content["report.json"])["not_included"]) == 2
    for path in (data / "frames" / "night" / "000000.jpg", data / "companion.log"):
        path.unlink()
        os.mkfifo(path)
    write_report(load_config(), tmp_path / "pipes.zip", GAMES, hide_names=False, pictures=True)
    assert len(json.loads(_parts(tmp_path / "pipes.zip")["report.json"])["not_included"]) == 2


@pytest.mark.slow
def test_pictures_go_into_a_report_only_if_they_are_asked_for(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (data / "frames/last").mkdir(parents=True)
    (data / "frames/last/2.jpg").write_bytes(b"picture")
    said = []
    for name, more in (("plain.zip", []), ("with.zip", ["--pictures"])):
        assert main(["report", "-o", str(tmp_path / name), "--set", "language=en", *more]) == 0
        said.append(capsys.readouterr().out)
        with zipfile.ZipFile(tmp_path / name) as archive:
            assert ("frames/last-2.jpg" in archive.namelist()) is bool(more)
    assert "Without pictures of the table" in said[0]
    assert "which may show people" in said[1]
