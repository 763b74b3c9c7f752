"""The image for the card: built, written to a larger card, switched on and cut off, until its first steps are there."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path
from typing import Any

from companion.pages.begin.first_steps import first_steps
from tests.box.bench import PATIENT_FILE, PATIENT_UNIT, Bench
from tests.box.hands import Evening
from tests.box.machine import Machine, MachineError
from tests.box.releases import TOP

CUTS = 10
EARLIEST_S, LATEST_S = 2.0, 120.0  # after the plug: from the kernel's first lines to the program itself
PICTURE_S = 1800.0
CARD = "8G"
SECTOR, TABLE_AT, ROW = 512, 446, 16  # of a card's table of partitions
BOOT_AT = 8192 * SECTOR
PAIRS = ("camera.kind=usb", "panel.factory=none")


def image(bench: Bench) -> str:
    disk = _built(bench)
    with bench.over("image", disk, **_start_files(bench, disk), cache="writethrough") as machine:
        card = machine.hardware.disk
        subprocess.run(["qemu-img", "resize", "-q", str(card), CARD], check=True)
        for turn in range(1, CUTS + 1):
            seconds = bench.random.uniform(EARLIEST_S, LATEST_S)
            machine.plug_in()
            time.sleep(seconds)
            machine.cut()
            bench.say(f"cut {turn} after {seconds:.0f} s")
        seconds = _wait_for_first_steps(bench, machine)
        machine.cut()
        grown = _root_bytes(card, bench.folder / "table")
        assert grown > 7_000_000_000, f"the root did not grow to its card: {grown} bytes"
        bench.say(f"cut off {CUTS} times and whole; first steps {seconds:.0f} s after the plug")
    return f"first steps {seconds:.0f} s after the plug, after {CUTS} cuts; the root has {grown / 1e9:.1f} GB"


def _built(bench: Bench) -> Path:
    """By ``deploy/build-image``, with a unit that is patient with emulated processors."""
    folder = bench.options.cache / f"image-{bench.release.fingerprint}"
    found = sorted(folder.glob("*.img"))
    if not found:
        over = bench.folder / "over"
        patient = over / PATIENT_FILE.removeprefix("/")
        patient.parent.mkdir(parents=True, exist_ok=True)
        patient.write_text(PATIENT_UNIT.format(watchdog="180"))
        command = [TOP / "deploy/build-image", folder, bench.release.folder, "--no-xz", "--over", over]
        command += ["--mirror", bench.options.mirror, bench.architecture.name]
        done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, env={**os.environ})
        if done.returncode:
            raise MachineError(f"build-image: {done.stderr[-2000:]}")
        found = sorted(folder.glob("*.img"))
    return found[0]


def _start_files(bench: Bench, disk: Path) -> dict[str, Any]:
    """Kernel and initramfs from the card's small partition, as a boot loader would take them."""
    names = subprocess.check_output(["mdir", "-b", "-i", f"{disk}@@{BOOT_AT}", "::"], text=True).split()
    taken = {}
    for kind, start in (("kernel", "::/vmlinuz"), ("initrd", "::/initrd")):
        name = next(name for name in names if name.startswith(start))
        taken[kind] = bench.folder / f"image-{kind}"
        taken[kind].unlink(missing_ok=True)
        subprocess.run(["mcopy", "-n", "-i", f"{disk}@@{BOOT_AT}", name, str(taken[kind])], check=True)
    return {**taken, "kernel_words": ("root=LABEL=table-root", "rootwait")}


def _wait_for_first_steps(bench: Bench, machine: Machine) -> float:
    machine.plug_in()
    evening = Evening(machine, bench.folder / "image", pairs=PAIRS)
    evening.app.open(first_steps(evening.app.context))
    evening.wait_until_shown(PICTURE_S)
    return time.monotonic() - machine.started


def _root_bytes(card: Path, scratch: Path) -> int:
    """The size of the second partition, by the card's own table."""
    scratch.unlink(missing_ok=True)
    first = ["qemu-img", "dd", "-O", "raw", f"if={card}", f"of={scratch}", f"bs={SECTOR}", "count=1"]
    subprocess.run(first, check=True, capture_output=True)
    row = scratch.read_bytes()[TABLE_AT + ROW : TABLE_AT + 2 * ROW]
    return int.from_bytes(row[12:16], "little") * SECTOR
