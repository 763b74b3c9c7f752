"""The machine's power button: which devices have one, and presses as the kernel writes them, through real pipes."""

from __future__ import annotations

import os
import queue
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.power_key import APART_MS, PowerKey, power_keys

# As /sys of a Pi 5 and of a PC writes them: words of 64 bits, the highest first. Bit 116 is the power key.
PI_5_BUTTON = "10000000000000 0"
KEYBOARD = "1000000000007 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe"  # one with a power key
MOUSE = "ff0000 0 0 0 0"


class Bench:
    """Input devices as pipes that a test writes into."""

    def __init__(self, folder: Path) -> None:
        self.system, self.devices = folder / "sys", folder / "dev"
        self.devices.mkdir()
        self.presses: queue.Queue[int] = queue.Queue()
        self.now_ms = 1_000
        self._ends: dict[str, int] = {}

    def plug(self, name: str, keys: str, *, node: bool = True) -> None:
        path = self.system / "class/input" / name / "device/capabilities/key"
        path.parent.mkdir(parents=True)
        path.write_text(f"{keys}\n")
        if node:
            os.mkfifo(self.devices / name)
            self._ends[name] = os.open(self.devices / name, os.O_RDWR)

    def report(self, name: str, *events: tuple[int, int, int]) -> None:
        os.write(self._ends[name], b"".join(struct.pack("@llHHi", 7, 7, *event) for event in events))

    def unplug(self, name: str) -> None:
        """The other end of the pipe goes, and its reader reads nothing more."""
        os.close(self._ends.pop(name))

    def key(self) -> PowerKey:
        return PowerKey(self.presses.put, lambda: self.now_ms, self.system, self.devices)

    def close(self) -> None:
        for end in self._ends.values():
            os.close(end)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.close()


@pytest.fixture
def key(bench: Bench) -> Iterator[PowerKey]:
    bench.plug("event0", PI_5_BUTTON)
    key = bench.key()
    assert key.open()
    key.start()
    yield key
    key.close()


DOWN, UP, REPEAT, DONE = (1, 116, 1), (1, 116, 0), (1, 116, 2), (0, 0, 0)
ENTER = (1, 28, 1)


def test_only_devices_with_a_power_key_are_read(bench: Bench) -> None:
    assert power_keys(bench.system) == ()
    for name, keys in (("event0", PI_5_BUTTON), ("event1", MOUSE), ("event2", KEYBOARD), ("event3", "nonsense")):
        bench.plug(name, keys)
    assert power_keys(bench.system) == ("event0", "event2")


def test_without_one_or_without_the_right_to_read_it_there_is_none(bench: Bench) -> None:
    key = bench.key()
    assert not key.open()
    bench.plug("event0", PI_5_BUTTON, node=False)
    assert not key.open()
    key.close()
    key.close()


def test_a_press_is_told_once(bench: Bench, key: PowerKey) -> None:
    bench.report("event0", ENTER, DOWN, DONE, REPEAT, DONE, UP, DONE)
    assert bench.presses.get(timeout=10) == 1_000
    bench.now_ms = 9_000
    bench.report("event0", DOWN, DONE)
    assert bench.presses.get(timeout=10) == 9_000
    assert bench.presses.empty()


def test_one_press_reported_by_two_devices_is_one(bench: Bench) -> None:
    """A second press switches off, so it must be one."""
    bench.plug("event0", PI_5_BUTTON)
    bench.plug("event1", KEYBOARD)
    key = bench.key()
    key.open()
    bench.report("event0", DOWN)
    bench.report("event1", DOWN)
    key.start()
    first = bench.presses.get(timeout=10)
    bench.now_ms += 2 * APART_MS
    bench.report("event1", DOWN)
    second = bench.presses.get(timeout=10)
    key.close()
    assert (first, second) == (1_000, bench.now_ms)


def test_a_keyboard_that_is_unplugged_is_let_go(bench: Bench, key: PowerKey) -> None:
    bench.plug("event1", KEYBOARD)
    key.open()
    bench.unplug("event1")
    bench.report("event0", DOWN)
    assert bench.presses.get(timeout=10) == 1_000


def test_it_ends_when_it_is_closed(bench: Bench, key: PowerKey) -> None:
    key.close()
    bench.report("event0", DOWN)
    assert bench.presses.empty()
