"""Another release by a stick and the menu; sticks that are no good; releases that are no good."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from rules.core.words import words
from tests.box.bench import Bench, restarts_of
from tests.box.card import still_card
from tests.box.hands import Evening
from tests.box.machine import Machine
from tests.box.patience import give_time
from tests.box.releases import PROGRAM, Release, newer, older, remake, write_sums
from tests.box.sticks import Kind, make_stick
from tests.box.updating import KEPT, Menu, check_packages, version_of

TRIAL_S = 300.0
FALL_S = 2400.0  # some crashes, and another release installed, on emulated processors beside other work
# Of the release on trial, by the box's own clock: systemd starts it once more.
AGAIN = "journalctl -b -o short-monotonic --no-pager -u companion.service | grep 'Scheduled restart job' | tail -n 3"


def update(bench: Bench) -> str:
    """A newer release from a stick that is plugged in while it runs; then back to the one before, both by buttons."""
    fresh = next_release(bench)
    with bench.running("update") as machine:
        evening = Evening(machine, bench.folder / "update")
        evening.wait_until_shown(600)
        stick = plug(machine, bench.stick(fresh.folder, "update-stick"))
        menu = Menu(evening)
        report = menu.wish("update")
        assert (report.code, report.detail) == ("done", fresh.version), report
        menu.leave(report)
        check_packages(machine)
        bench.say(f"updated to {version_of(machine)} by the menu, and started as that")
        assert version_of(machine) == fresh.version
        machine.pull_stick(stick)
        seconds = machine.guest.until(f"test ! -e {KEPT}/plan.json", TRIAL_S)
        bench.say(f"the trial is over {seconds:.0f} s later")
        report = menu.wish("back")
        assert (report.code, report.detail) == ("done", bench.release.version), report
        menu.leave(report)
        check_packages(machine)
        assert version_of(machine) == bench.release.version
        return f"{bench.release.version} to {fresh.version} by a stick and back by the menu, every page as expected"


def bad_sticks(bench: Bench) -> str:
    """Each is refused in words, and what runs goes on running."""
    fresh = next_release(bench)
    with bench.running("bad-sticks") as machine:
        evening = Evening(machine, bench.folder / "bad-sticks")
        evening.wait_until_shown(600)
        codes = []
        for name, (kind, expected, spoil) in BAD.items():
            folder = bench.folder / "bad-content"
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(fresh.folder, folder)
            spoil(folder, fresh, bench)
            stick = plug(machine, make_stick(bench.folder / "bad.img", folder, kind))
            report = Menu(evening).wish("update")
            bench.say(f"{name}: {report.code}, {report.detail}")
            assert report.code in expected, f"{name}: {report}"
            codes.append(report.code)
            Menu(evening).leave(report)
            machine.pull_stick(stick)
        assert version_of(machine) == bench.release.version
        assert restarts_of(machine) == 0, "it was started again"
        check_packages(machine)
        return f"{len(codes)} sticks refused in words: {', '.join(sorted(set(codes)))}"


def bad_releases(bench: Bench) -> str:
    """One that is not well is not kept; one that crashes at the start gives way by itself, and the screen says so."""
    with bench.running("bad-releases") as machine:
        evening = Evening(machine, bench.folder / "bad-releases")
        evening.wait_until_shown(600)
        return _give_way(bench, evening)


def image_releases(bench: Bench) -> str:
    """The same on a card as it was written: its release is kept there, as install.sh keeps one."""
    with still_card(bench, "image-releases") as (_, evening):
        return _give_way(bench, evening)


def _give_way(bench: Bench, evening: Evening) -> str:
    give_time(evening.machine)
    code = _refuse_ill(bench, evening)
    seconds = _fall(bench, evening)
    return f"refused ({code} for the other); the one that crashes gave way after {seconds:.0f} s and is named"


def _refuse_ill(bench: Bench, evening: Evening) -> str:
    """One whose doctor fails is not kept; with what word it is refused."""
    machine = evening.machine
    ill = remake(bench.release, bench.folder / "ill", newer(bench.release.version), _without_doctor)
    stick = plug(machine, bench.stick(ill.folder, "ill-stick"))
    menu = Menu(evening)
    report = menu.wish("update")
    bench.say(f"a release whose doctor fails: {report.code}, {report.detail}")
    assert report.code not in ("done", "no_stick"), report
    assert version_of(machine) == bench.release.version
    menu.leave(report)
    machine.pull_stick(stick)
    return report.code


def _fall(bench: Bench, evening: Evening) -> float:
    """One that crashes is taken, and gives way by itself; after how many seconds."""
    version, machine = newer(bench.release.version), evening.machine
    falling = remake(bench.release, bench.folder / "falling", version, _crashing)
    plug(machine, bench.stick(falling.folder, "falling-stick"))
    report = Menu(evening).wish("update")
    assert (report.code, report.detail) == ("done", version), report
    bench.say(f"a release that crashes at its start: {report.code}, on trial")
    evening.choose_on_box(0)
    seconds = machine.guest.until(f"test -e {KEPT}/fallen && systemctl is-active companion.service", FALL_S)
    bench.say(f"started again, in seconds of its own clock: {_times_of(machine.guest.shell(AGAIN))}")
    evening.begin_anew()
    evening.app.context.parts["release"] = words("update.fallen", release=version)
    evening.wait_until_shown(600)
    check_packages(machine)
    assert version_of(machine) == bench.release.version
    return seconds


def _times_of(journal: str) -> str:
    return ", ".join(line.partition("[")[2].partition("]")[0].strip() for line in journal.splitlines())


def next_release(bench: Bench) -> Release:
    return remake(bench.release, bench.folder / "next", newer(bench.release.version))


def plug(machine: Machine, image: Path) -> str:
    """Plugged in, and noticed by the kernel and udev."""
    name = machine.plug_stick(image)
    machine.guest.until(f"ls /dev/disk/by-id | grep -q '^usb-.*_{name}-' && udevadm settle")
    return name


# What is done to a stick's content.

Spoil = Callable[[Path, Release, Bench], None]


def _damaged(folder: Path, release: Release, _bench: Bench) -> None:
    path = folder / release.package.name
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 1
    path.write_bytes(raw)


def _pipe(folder: Path, release: Release, _bench: Bench) -> None:
    path = folder / release.package.name
    path.unlink()
    os.mkfifo(path)


def _endless(folder: Path, release: Release, _bench: Bench) -> None:
    """A file with a hole of 200 GB."""
    with (folder / release.package.name).open("wb") as file:
        file.truncate(200 * 10**9)


def _hostile_names(folder: Path, release: Release, _bench: Bench) -> None:
    good = (folder / release.package.name).read_bytes()[:1000]
    (folder / release.package.name).unlink()
    for name in (
        f"table-companion_--_{release.architecture}.deb",
        f"table-companion_$(reboot)_{release.architecture}.deb",
        f"table-companion_9.9.9;reboot_{release.architecture}.deb",
        f"table-companion_9.9.9\n_{release.architecture}.deb",
        "-o.deb",
    ):
        (folder / name).write_bytes(good)
    write_sums(folder)


def _older(folder: Path, release: Release, bench: Bench) -> None:
    shutil.rmtree(folder)
    remake(bench.release, folder, older(bench.release.version))


def _empty(folder: Path, release: Release, _bench: Bench) -> None:
    shutil.rmtree(folder)
    folder.mkdir()


BAD: dict[str, tuple[Kind, tuple[str, ...], Spoil]] = {
    "nothing on it": ("vfat", ("no_stick",), _empty),
    "one byte is wrong": ("vfat", ("damaged",), _damaged),
    "a pipe in place of the package": ("ext4", ("damaged",), _pipe),
    "a file of 200 GB": ("ext4", ("too_large",), _endless),
    "names that are commands": ("ext4", ("no_stick",), _hostile_names),
    "an older release": ("vfat", ("older",), _older),
}


def _without_doctor(tree: Path) -> None:
    (tree / PROGRAM / "doctor/examination.py").write_text('raise RuntimeError("made to fail by the test")\n')


def _crashing(tree: Path) -> None:
    """Well by its own account, and yet it ends before its first picture, as a unit; not by itself, as the doctor."""
    path = tree / PROGRAM / "program/real_table.py"
    path.write_text('raise RuntimeError("made to crash by the test")\n' + path.read_text("utf-8"))
