"""The reason for a crash is known at the next start: errors and kills from outside, in real processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.upkeep.crashes import LAST, NOW, CrashWatch, last_crash

ROOT = Path(__file__).resolve().parents[3]


def _run(folder: Path, ending: str) -> int:
    script = f"""
import os, signal, sys
from pathlib import Path
from companion.upkeep.crashes import CrashWatch
from companion import CompanionError
with CrashWatch(Path({str(folder)!r})):
    {ending}
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=False, timeout=60)
    return done.returncode


@pytest.mark.slow
def test_a_good_end_leaves_no_reason(tmp_path: Path) -> None:
    assert _run(tmp_path, "pass") == 0
    assert _run(tmp_path, "pass") == 0
    assert last_crash(tmp_path) == ""


@pytest.mark.slow
def test_a_refusal_in_words_is_no_crash(tmp_path: Path) -> None:
    assert _run(tmp_path, "raise CompanionError('no camera')") == 1
    assert _run(tmp_path, "raise KeyboardInterrupt") != 0
    _run(tmp_path, "pass")
    assert last_crash(tmp_path) == ""


@pytest.mark.slow
def test_an_error_is_the_reason_at_the_next_start(tmp_path: Path) -> None:
    assert _run(tmp_path, "raise ValueError('no such card')") == 1
    assert _run(tmp_path, "pass") == 0
    assert last_crash(tmp_path) == "ValueError: no such card"


@pytest.mark.slow
def test_a_stop_by_the_watchdog_is_one_too(tmp_path: Path) -> None:
    assert _run(tmp_path, "os.kill(os.getpid(), signal.SIGABRT)") == -6
    _run(tmp_path, "pass")
    assert last_crash(tmp_path) == "Fatal Python error: Aborted"


def test_a_folder_that_cannot_be_written_is_no_trouble(tmp_path: Path) -> None:
    with CrashWatch(tmp_path / "missing"):
        pass
    assert last_crash(tmp_path / "missing") == ""


def test_a_reason_is_never_longer_than_a_line(tmp_path: Path) -> None:
    (tmp_path / NOW).touch()
    (tmp_path / LAST).write_bytes(b"\xff" * 500 + b"\n\n")
    assert len(last_crash(tmp_path)) == 160


def test_a_pipe_is_no_place_for_a_crash_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / NOW)
    os.mkfifo(tmp_path / LAST)
    with CrashWatch(tmp_path):
        pass
    assert last_crash(tmp_path) == ""
