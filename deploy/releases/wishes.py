"""Wishes from the menu: a word and a number, and nothing in them is run."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from releases.box import Box, Refused
from releases.files import put_in_place, read_small, say
from releases.intake import newest_in
from releases.moving import go_back, update
from releases.settling import good, settle

WISH = re.compile(r"(update|back|good) ([0-9]{1,20})\n?")
STICKS = "vfat,exfat,ext4,ext3,ext2"  # a stick may hold any of these; other file systems are not worth their risk
SYSTEM_PLACES = ("/", "/boot", "/usr", "/var", "/etc")


def wish(box: Box) -> None:
    word, number = take_wish(box.desk / "wishes/wish")
    if word == "good":
        good(box)
    elif word:
        answer_wish(box, word, number)


def take_wish(path: Path) -> tuple[str, str]:
    """Whoever may lay wishes may also lay nonsense: what is not exactly a wish is thrown away without a word."""
    text = ""
    with suppress(OSError, ValueError):
        text = read_small(path, 40)
    # Folders in folders may be deeper than Python goes down.
    subprocess.run(["rm", "-rf", "--", path], check=False)  # noqa: S603, S607
    match = WISH.fullmatch(text)
    return (match[1], match[2]) if match else ("", "")


def answer_wish(box: Box, word: str, number: str) -> None:
    answer(box, number, "busy")
    told = ("failed", "")
    try:
        with box.installing():
            version = go_back(box) if word == "back" else on_sticks(box, lambda folder: update(box, folder))
        told = ("done", version)
    except Refused as error:
        say(str(error))
        told = (error.code, str(error))
    finally:  # whatever stops us, the screen hears of it
        answer(box, number, *told)


def answer(box: Box, number: str, code: str, detail: str = "") -> None:
    line = "".join(letter for letter in f"{number} {code} {detail}".strip() if letter.isprintable())
    put_in_place(box.desk / "answer", f"{line[:300]}\n")


def tidy(box: Box) -> None:
    """After the service ended, however it ended: nothing stays half done, nobody waits for an answer in vain."""
    plan = box.plan
    if plan is not None and plan.phase == "installing":
        settle(box)
    shutil.rmtree(box.incoming, ignore_errors=True)
    with suppress(OSError):
        number, _, rest = read_small(box.desk / "answer").strip().partition(" ")
        if rest == "busy":
            answer(box, number, "failed")


def on_sticks(box: Box, use: Callable[[Path], str]) -> str:
    """The first USB disk with a release on it. One that a desktop has mounted is read where it is; any other is mounted
    for us alone, so that nothing on it can be run."""
    for disk in usb_disks(box):
        where = box.run("findmnt", "-n", "-f", "-o", "TARGET", "--source", str(disk)) if is_mounted(disk) else ""
        if where.strip() in SYSTEM_PLACES or where.startswith("/boot/"):
            continue
        with mounted(box, disk, where.strip()) as folder:
            if folder is not None and newest_in(box, folder) is not None:
                return use(folder)
    raise Refused("no_stick", "there is no stick with a release of the companion")


def usb_disks(box: Box) -> list[Path]:
    found = {path.resolve() for path in (box.top / "dev/disk/by-id").glob("usb-*")}
    return sorted(path for path in found if path.exists())


def is_mounted(disk: Path) -> bool:
    return subprocess.run(["findmnt", "-n", "--source", str(disk)], capture_output=True, check=False).returncode == 0  # noqa: S603, S607


@contextmanager
def mounted(box: Box, disk: Path, where: str) -> Iterator[Path | None]:
    if where:
        yield Path(where)
        return
    place = box.desk / "stick"
    place.mkdir(exist_ok=True)
    try:
        box.run("mount", "-t", STICKS, "-o", "ro,nosuid,nodev,noexec", str(disk), str(place))
    except Refused as error:
        say(str(error))
        yield None
        return
    try:
        yield place
    finally:
        box.run("umount", "--lazy", str(place))
