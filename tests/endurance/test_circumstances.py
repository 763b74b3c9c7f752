"""What a box meets beside power cuts: signals, clocks that jump, no home folder, odd locales, a second program."""

from __future__ import annotations

import os
import pwd
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion import CompanionError
from companion.keeping import store as stores
from companion.keeping.folder_lock import FolderLock
from companion.keeping.history import past_nights
from companion.keeping.session import Accepted, resume_game, start_game
from companion.seeing.recording import open_recorder
from companion.settings.config import load_config
from rules.core.refusals import Refused
from tests.games import new_setup, open_store

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
BLIND = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT)}


def _companion(*words: str, **surroundings: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "companion", *words]
    return subprocess.run(command, cwd=ROOT, env=os.environ | surroundings, capture_output=True, check=False)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_program_in_order_and_nothing_is_lost(tmp_path: Path, number: signal.Signals) -> None:
    """The real program, not the demonstration: from the start page."""
    reader, writer = os.pipe()
    words = [str(writer), "1", "play", "--windowed", "--safe"]
    program = subprocess.Popen(
        [sys.executable, "-c", STARTED, *words], cwd=ROOT, pass_fds=(writer,), stderr=subprocess.PIPE,
        env=os.environ | BLIND | {"COMPANION_DATA": str(tmp_path)},
    )  # fmt: skip
    os.close(writer)
    with os.fdopen(reader, "rb"), program:
        assert select.select([reader], [], [], 90)[0], "it starts"
        program.send_signal(number)
        _, said = program.communicate(timeout=60)
    assert program.returncode in (0, 130), said.decode()
    assert b"Traceback" not in said
    assert not (tmp_path / "games.sqlite-wal").exists(), "closed in order: the log is worked into the file"
    with FolderLock(tmp_path):
        pass


STARTED = """
import os, sys
from companion.program import app, window
from companion.cli import main
window.BLIND_DRIVERS = ()
tick = app.App.tick
def told(self):
    tick(self)
    os.write(int(sys.argv[1]), b".")
app.App.tick = told
sys.exit(main(sys.argv[3:]))
"""


def test_a_second_program_on_the_same_folder_is_refused_in_words(tmp_path: Path) -> None:
    with (
        FolderLock(tmp_path),
        pytest.raises(CompanionError, match="Another table companion is using"),
        FolderLock(tmp_path),
    ):
        pass
    with FolderLock(tmp_path):
        pass


def test_two_stores_on_one_file_do_not_lose_each_others_entries(tmp_path: Path) -> None:
    """History and export look in while a game is played."""
    one = open_store(tmp_path)
    started = start_game(one, new_setup("amul", 3, 1))
    assert not isinstance(started, Refused)
    ident, session = started
    other = open_store(tmp_path)
    assert other.game(ident).entries == 0
    other.set_setting("language", "de")
    assert isinstance(session.do(session.game.options(session.state)[0]), Accepted)
    assert other.game(ident).entries == 1
    other.close()
    one.close()


def test_a_clock_that_jumps_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set back by years in the middle of a game, then far ahead; the box restarts and counts its time from nought."""
    store = open_store(tmp_path)
    moments = iter(["2026-07-01T20:00:00+00:00", "1970-01-01T00:00:07+00:00", "2038-01-19T03:14:08+00:00"] * 20)
    monkeypatch.setattr(stores, "_now", lambda: next(moments))
    started = start_game(store, new_setup("amul", 3, 1))
    assert not isinstance(started, Refused)
    ident, session = started
    for at_ms in (9_000_000, 200, 9_000_400, 0):
        assert isinstance(session.do(session.game.options(session.state)[0], at_ms), Accepted)
    again = resume_game(store, ident)
    assert (again.state, again.last_seq) == (session.state, 4)
    row = store.unfinished()
    assert row is not None
    assert row.id == ident
    store.finish(ident, {"players": [], "winners": []})
    assert len(past_nights(store)) == 1
    later = start_game(store, new_setup("amul", 3, 2))
    assert not isinstance(later, Refused)
    newest = store.unfinished()
    assert newest is not None
    assert newest.id == later[0] > ident, "the newest game is the last begun, whatever the clock said"
    store.close()


def test_a_box_without_a_clock_records_two_nights_that_begin_at_the_same_moment(tmp_path: Path) -> None:
    recorders = [open_recorder(tmp_path, "19700101-000007", 50, lambda _: None) for _ in range(3)]
    folders = {recorder.folder.name for recorder in recorders if recorder is not None}
    for recorder in recorders:
        assert recorder is not None
        recorder.close()
    assert folders == {"19700101-000007", "19700101-000007-2", "19700101-000007-3"}


def test_a_user_without_a_home_folder_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def nobody(_: int) -> None:
        raise KeyError("uid not found")

    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "COMPANION_DATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    monkeypatch.chdir(tmp_path)
    load_config()
    with pytest.raises(CompanionError, match="no home folder; set HOME"):
        _ = load_config(files=()).data_path
    assert list(tmp_path.iterdir()) == []
    assert load_config(files=(), pairs=(f"data.folder={tmp_path}",)).data_path == tmp_path


@pytest.mark.parametrize(
    "locale",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "tr_TR.ISO-8859-9"},
        {"LANG": "\udce4"},
    ],
    ids=["ascii", "turkish", "broken"],
)
def test_an_odd_locale_gets_its_score(tmp_path: Path, locale: dict[str, str]) -> None:
    table = tmp_path / "tisch.toml"
    people = "".join(f'[[players]]\nname = "{name}"\narea = ["gold#1"]\n'.replace("#1", f"#{n}") for n, name in NAMES)
    table.write_text(f'game = "amul"\nfacts = "practice"\n{people}', "utf-8")
    done = _companion("score", str(table), **locale)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Ada" in done.stdout


NAMES = ((1, "Ada"), (2, "Jürgen Ā"), (3, "\U0001f409"))
