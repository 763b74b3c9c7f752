"""Short runs of what the long ones do by command: plugs, nights, spoilt input. See docs/releasing.md."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest

from tests.endurance.fuzz import Target, fault, spoil, targets
from tests.missing import MOSQUITTO
from tests.sweeps import sweep

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
READERS = (
    "tag", "config", "amul facts", "amulett facts", "table", "referee", "amulett referee", "game text", "games file",
    "journal", "amul import", "amulett import", "board", "picture", "recording", "settings",
    "jpg photograph", "png photograph", "webp photograph", "tif photograph", "report", "stick", "kept setting",
)  # fmt: skip

Fed: TypeAlias = dict[str, tuple[Target, list[bytes]]]


def _run(module: str, *words: str) -> str:
    command = [sys.executable, "-m", f"tests.endurance.{module}", *words]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_nothing_shown_is_lost_when_the_plug_is_pulled() -> None:
    assert "10 plugs pulled" in _run("quick_plugs", "--times", "10")


def test_every_seating_is_legal_and_made_in_time() -> None:
    assert "4 clubs from seed 1, 24 rounds" in _run("seatings", "--clubs", "4", "--exact", "4")


def test_nothing_shown_is_lost_when_the_program_is_killed() -> None:
    times = sweep(1, 3)
    assert f"{times} plugs pulled" in _run("pulled_plugs", "--times", str(times), "--quiet")


@pytest.mark.longest
def test_the_owner_of_the_page_works_while_guests_attack_it() -> None:
    # Beside other tests three tries may be over before the box has had its turn; six end before the attack does.
    assert "\n0 faults" in _run("hostile_guests", "--seconds", "3", "--tries", "6")


@pytest.mark.longest
def test_seats_play_on_while_guests_attack_the_phones() -> None:
    """Two of the attacks; all of them by command."""
    words = ("--page", "phones", "--seconds", "3", "--tries", "6", "--only", "taps", "wishes")
    assert "\n0 faults" in _run("hostile_guests", *words)


@pytest.mark.longest
@MOSQUITTO.mark
def test_a_box_goes_on_after_each_fault() -> None:
    """Some of them; all, for hours, by command."""
    faults = sweep(("broker gone", "disk broken"), ("broker gone", "disk broken", "stopped"))
    said = _run("fault_day", "--minutes", "0", "--lasts", "1", "--only", *faults)
    assert f"{len(faults)} faults ({', '.join(f'1 {fault}' for fault in faults)})" in said


@pytest.mark.longest
def test_nights_leave_nothing_behind() -> None:
    # Threads and files are judged; two nights are too few for memory, whose caches are still filling.
    assert "2 nights of amul and amulett" in _run("soak", "--nights", "2", "--warm-up", "1", "--most-kib", "200000")


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@pytest.fixture(scope="module")
def fed(scratch: Path) -> Fed:
    return targets(scratch)


@pytest.mark.parametrize("name", READERS)
def test_spoilt_input_is_answered_in_words(name: str, fed: Fed, scratch: Path) -> None:
    target, samples = fed[name]
    assert fault(target, samples[0], scratch) is None
    random = Random(name)
    for _ in range(3 if name == "games file" else 15):
        data = spoil(random.choice(samples), random)
        error = fault(target, data, scratch)
        assert error is None, (error, data[:200])


def test_every_reader_is_fed(fed: Fed) -> None:
    assert set(fed) == set(READERS)
