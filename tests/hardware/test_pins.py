"""The real lgpio, imported where nothing can be written: in child processes, because an import happens once."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

UNWRITABLE = "/proc"  # for root too
ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(importlib.util.find_spec("lgpio") is None, reason="no lgpio for this Python")

OPEN = """
import os, sys
from hardware.errors import PartMissing
from hardware.pins import open_factory
try:
    open_factory("lgpio")
except PartMissing as error:
    print(error)
print(os.getcwd())
print(os.environ.get("LG_WD"))
print("lgpio" in sys.modules)
"""


# An edge as lgpio's own library writes it into the pipe: time, chip, pin, level, two fillers.
HEAR = """
import os, struct, threading
from contextlib import suppress
from hardware.errors import PartMissing
from hardware.pins import open_factory
with suppress(PartMissing):
    open_factory("lgpio")
import lgpio
heard = threading.Event()
lgpio.callback(0, 13, lgpio.BOTH_EDGES, lambda *edge: (print(*edge), heard.set()))
ends = [fd for fd in range(3, 100) if ".lgd-nfy" in os.path.realpath(f"/proc/self/fd/{fd}")]
os.write(min(ends), struct.pack("QBBBBI", 7, 0, 13, 1, 0, 0))
print(heard.wait(20))
"""


def _run(script: str, scratch: Path, **environ: str) -> list[str]:
    given = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "TMPDIR": str(scratch), **environ}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=UNWRITABLE, env=given, capture_output=True, text=True, timeout=60, check=False)
    return (done.stdout + done.stderr).splitlines()


def test_lgpio_alone_does_not_load_there(tmp_path: Path) -> None:
    """Why the folder is needed; should this ever fail, lgpio has been mended and ``_place_for_pipe`` may go."""
    assert "FileNotFoundError" in _run("import lgpio", tmp_path)[-1]


@pytest.mark.slow
def test_the_pins_load_from_any_folder_and_leave_nothing_behind(tmp_path: Path) -> None:
    *said, here, lg_wd, loaded = _run(OPEN, tmp_path)
    assert (here, lg_wd, loaded) == (UNWRITABLE, "None", "True")
    assert all("GPIO chip" in line for line in said)  # this machine may have no pins, and that is another matter
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_edges_come_through_the_pipe_though_its_folder_is_gone(tmp_path: Path) -> None:
    assert _run(HEAR, tmp_path) == ["0 13 1 7", "True"]


@pytest.mark.slow
def test_memory_is_preferred_to_the_disk(tmp_path: Path) -> None:
    memory = tmp_path / "run"
    memory.mkdir()
    *_, loaded = _run(OPEN, tmp_path / "no disk", XDG_RUNTIME_DIR=str(memory), RUNTIME_DIRECTORY="/no/such/folder")
    assert loaded == "True"
    assert list(memory.iterdir()) == []


@pytest.mark.slow
def test_the_folder_of_the_owner_is_taken(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    *_, here, lg_wd, loaded = _run(OPEN, tmp_path, LG_WD=str(own))
    assert (here, lg_wd, loaded) == (UNWRITABLE, str(own), "True")
    assert own.is_dir()


@pytest.mark.slow
def test_a_folder_of_the_owner_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    said = _run(OPEN, tmp_path, LG_WD=UNWRITABLE)
    assert any("expected a folder for the pipe of the pins" in line and "LG_WD" in line for line in said)
    assert "False" in said
