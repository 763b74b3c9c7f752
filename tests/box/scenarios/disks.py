"""A games' disk of its own: full in the middle of a game, and beside a root that is never written."""

from __future__ import annotations

import hashlib
import subprocess
from dataclasses import replace
from pathlib import Path

from companion.keeping.troubles import StoreTrouble
from companion.pages.trouble_page import NoStorePage
from rules.core.words import words
from tests.box.bench import Bench, restart
from tests.box.hands import DATA, Evening, Unlike
from tests.box.machine import Machine
from tests.box.scenarios.playing import GAME, PLAYERS

FILLER = f"{DATA}/filler"
MOST_ENTRIES = 40  # SQLite's log has room of its own; it is used up long before this
PLAYED = 6
BLOCK = 4096  # of the file system
# As deploy/README.md has it.
FSTAB = f"LABEL=games {DATA} ext4 noatime,commit=1,nofail 0 2"


def full_disk(bench: Bench) -> str:
    """Full in the middle of a game: the screen says so, nothing is lost, and it goes on when there is room."""
    with bench.installed("full-disk", more_disks=(games_disk(bench.folder),)) as machine:
        machine.on()
        _give_games_a_disk(machine)
        restart(machine)
        evening = Evening(machine, bench.folder / "full-disk")
        evening.wait_until_shown(600)
        evening.begin(GAME, PLAYERS)
        evening.play(PLAYED, bench.options.seed)
        evening.check()
        evening.wait_until_shown()
        shown = evening.shown
        machine.guest.run("sh", "-c", f"dd if=/dev/zero of={FILLER} bs=1M; sync", wait_s=600)
        bench.say(machine.guest.must("df", "-h", DATA).splitlines()[-1])
        evening.app.context.parts["disk"] = words("notice.disk_full", mb=0)
        went_on = play_until_full(evening, bench)
        bench.say(f"{went_on} entries still fitted; then the screen says that the disk is full")
        machine.guest.must("rm", FILLER)
        del evening.app.context.parts["disk"]
        evening.take_up()
        evening.open_game()
        evening.wait_until_shown(300)
        evening.play(3, bench.options.seed + 1)
        evening.check()
        evening.wait_until_shown()
        return f"said so after {went_on} entries; all {shown + went_on} shown are kept, and 3 more after room was made"


def read_only(bench: Bench) -> str:
    """Root is laid over with memory, as the documents say; games on their own disk survive a cut."""
    with bench.installed("read-only", more_disks=(games_disk(bench.folder),)) as machine:
        machine.on()
        guest = machine.guest
        guest.shell("apt-get -q update && apt-get -q -y --no-install-recommends install overlayroot busybox", 1800)
        _give_games_a_disk(machine)
        guest.put("/etc/overlayroot.conf", b'overlayroot="tmpfs:recurse=0"\n')
        guest.must("sync")
        initrd = bench.folder / "read-only" / "initrd"
        initrd.write_bytes(guest.get(guest.shell("ls /boot/initrd.img-*").strip()))
        guest.run("systemctl", "poweroff", "--no-block")
        machine.wait_until_off()
        machine.hardware = replace(machine.hardware, initrd=initrd)
        before = _sum(machine.hardware.disk)
        evening = _evening_on_games_disk(bench, machine)
        assert _sum(machine.hardware.disk) == before, "something was written to the root disk"
        return (
            f"{evening.kept_entries} entries kept over a cut; of the root disk only the note of its check was written"
        )


def _evening_on_games_disk(bench: Bench, machine: Machine) -> Evening:
    machine.on()
    evening = Evening(machine, bench.folder / "read-only")
    evening.wait_until_shown(600)
    mounts = {place: machine.guest.must("findmnt", "-n", "-o", "SOURCE,FSTYPE", place).split() for place in ("/", DATA)}
    bench.say(f"mounted: {mounts}")
    assert mounts["/"][1] == "overlay", mounts
    assert mounts[DATA] == ["/dev/vdb", "ext4"], mounts
    evening.begin(GAME, PLAYERS)
    evening.play(PLAYED, bench.options.seed)
    evening.wait_until_shown()
    machine.cut()
    machine.on()
    machine.guest.until(f"findmnt {DATA}")
    evening.take_up()
    evening.wait_until_shown(600)
    evening.choose(0)
    evening.wait_until_shown()
    machine.cut()
    return evening


def play_until_full(evening: Evening, bench: Bench) -> int:
    """Entry by entry: each is either shown, or the screen says that it does not count."""
    shown = evening.shown
    for number in range(MOST_ENTRIES):
        evening.play(1, bench.options.seed + number)
        try:
            evening.wait_until_shown(60)
        except Unlike:
            trouble = StoreTrouble(words("keeping.full", folder=DATA))
            evening.app.open(NoStorePage(evening.app.context, trouble))
            evening.wait_until_shown(300)
            evening.shown = shown
            return number
        shown = evening.shown
    raise AssertionError(f"{MOST_ENTRIES} entries were shown on a full disk")


def games_disk(folder: Path) -> Path:
    image = folder / "games.img"
    image.unlink(missing_ok=True)
    subprocess.run(["mkfs.ext4", "-q", "-L", "games", str(image), "1G"], check=True)
    return image


def _give_games_a_disk(machine: Machine) -> None:
    guest = machine.guest
    guest.must("systemctl", "stop", "companion.service")
    guest.shell(f"echo '{FSTAB}' >>/etc/fstab && systemctl daemon-reload && mount {DATA}")
    guest.shell(f"chown table-companion: {DATA} && chmod 750 {DATA}")


def _sum(disk: Path) -> str:
    """Of all but the first block, where the check of the file system before each mount notes its time."""
    raw = disk.with_suffix(".raw")
    subprocess.run(["qemu-img", "convert", "-O", "raw", str(disk), str(raw)], check=True)
    with raw.open("rb") as file:
        file.seek(BLOCK)
        found = hashlib.file_digest(file, "sha256").hexdigest()
    raw.unlink()
    return found
