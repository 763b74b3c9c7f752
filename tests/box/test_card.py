"""What is asked of the small partition of a card for a Raspberry Pi, before anything is started from it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.box.card import BOOT_AT, BootFiles
from tests.box.scenarios.image import PI_FILES, _check_boot_files
from tests.missing import IMAGE_TOOLS

# Its remarks name the words that are looked for, as those of the real one do.
CONFIG = (
    "arm_64bit=1\nkernel=vmlinuz-6\n# about the initramfs directive\ninitramfs initrd.img-6\n[all]\ndisable_splash=1\n"
)
LINE = " console=tty1 root=LABEL=table-root rw fsck.repair=yes rootwait rootdelay=180 panic=10\n"


def _card(folder: Path, config: str = CONFIG, line: str = LINE, without: str = "") -> BootFiles:
    boards = {name: "" for board in PI_FILES.values() for name in board}
    files = {**boards, "vmlinuz-6": "", "initrd.img-6": "", "config.txt": config, "cmdline.txt": line}
    disk = folder / "card.img"
    with disk.open("wb") as image:
        image.truncate(BOOT_AT + 64 * 2**20)
    place = f"{disk}@@{BOOT_AT}"
    subprocess.run(["mformat", "-i", place, "-T", str(64 * 2048), "-h", "64", "-s", "32", "::"], check=True)
    for name, text in files.items():
        if name != without:
            subprocess.run(["mcopy", "-i", place, "-", f"::/{name}"], input=text, text=True, check=True)
    return BootFiles(disk)


@IMAGE_TOOLS.mark
def test_a_card_that_a_pi_starts_from_is_named_with_its_boards(tmp_path: Path) -> None:
    said = _check_boot_files(_card(tmp_path))
    assert "Pi 3 and Pi 4" in said
    assert "root=LABEL=table-root" in said


@IMAGE_TOOLS.mark
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"without": "start4.elf"}, "start4.elf"),
        ({"without": "initrd.img-6"}, "initrd.img-6"),
        ({"line": LINE.replace("rootwait", "cma=64M rootwait")}, "a Pi 4 does not start"),
        ({"line": LINE.replace(" panic=10", "")}, "ends in a shell"),
        ({"line": LINE.replace("LABEL=table-root", "/dev/sda2")}, "/dev/sda2"),
    ],
)
def test_a_card_that_a_pi_does_not_start_from_is_a_fault(tmp_path: Path, changes: dict[str, str], said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        _check_boot_files(_card(tmp_path, **changes))
