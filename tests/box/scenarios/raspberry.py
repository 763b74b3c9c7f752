"""A machine that calls itself a Raspberry Pi by its device tree: the package for Pis, with its own wheels.

Not a Pi: no firmware of one, and Debian's kernel, which says neither model nor revision in ``/proc/cpuinfo``. What can
be seen is that everything of the package that is built for arm64 loads and reads, and that package and libraries take
the machine for what it says it is. On arm64 the box itself is such a machine; elsewhere it is a small one, without
camera, pins and most of Debian.
"""

from __future__ import annotations

import json
import lzma
import re
import shutil
import subprocess
from pathlib import Path

from tests.box.architecture import ARM64
from tests.box.bench import Bench
from tests.box.image import mmdebstrap
from tests.box.machine import MachineError, board
from tests.box.overhead import overhead
from tests.box.releases import build_release
from tests.box.tree import MODEL, write_tree
from tests.games import game_box, new_players, new_setup

SMALL = Path(__file__).parents[1] / "small"
PACKAGES = (
    "adduser", "base-files", "base-passwd", "busybox-static", "coreutils", "dash", "dpkg", "grep",
    "init-system-helpers", "libc-bin", "libegl1", "libgbm1", "libgles2", "libzbar0t64", "linux-image-arm64",
    "mawk", "mount", "passwd", "perl-base", "python3", "python3-numpy", "python3-pil", "python3-pygame", "sed",
    "tar", "util-linux", "xz-utils",
)  # fmt: skip
# ext4 asks for crc32c by a name that its list of dependencies does not have.
MODULES = ("virtio_pci", "virtio_blk", "crc32c_generic", "ext4")
NEEDED = {ARM64.qemu: "qemu-system-arm", "fdtput": "device-tree-compiler", "cpio": "cpio", "depmod": "kmod"}
PATIENCE_S = 3600.0


SETTINGS = "/etc/table-companion/config.toml"
POSTINST = "/var/lib/dpkg/info/table-companion.postinst"
ASKED = {
    "model": "tr -d '\\0' </proc/device-tree/model",
    # As after the first installation: no settings yet.
    "settings": f"rm {SETTINGS} && COMPANION_START=no sh {POSTINST} configure >&2 && grep -E 'kind|factory' {SETTINGS}",
    "gpiozero": "PYTHONPATH=/usr/lib/table-companion python3 /run/box/board.py",
    "read": "companion read /run/box/picture.jpg --json",
}


def raspberry(bench: Bench) -> str:
    """Model and revision are believed; the wheels for arm64 load, and read a table of cards."""
    cards, said = _ask_box(bench) if bench.architecture is ARM64 else _ask_small_machine(bench)
    for name, text in said.items():
        bench.say(f"{name}: {text[:200]}")
    assert said["model"].startswith(MODEL), said["model"]
    assert 'kind = "pi"' in said["settings"], said["settings"]
    assert 'factory = "lgpio"' in said["settings"], said["settings"]
    assert "4B" in said["gpiozero"], said["gpiozero"]
    read = {tag["card"] for image in json.loads(said["read"])["images"] for tag in image["tags"]}
    assert len(read) == cards, f"{len(read)} of {cards} cards were read"
    return f"taken for a {MODEL}; {cards} of {cards} tags read by the arm64 wheels"


def _ask_box(bench: Bench) -> tuple[int, dict[str, str]]:
    with bench.running("raspberry") as machine:
        cards, picture = _picture(bench)
        machine.guest.put("/run/box/picture.jpg", picture)
        machine.guest.put("/run/box/board.py", (SMALL / "board.py").read_bytes())
        return cards, {name: machine.guest.shell(asked, 600) for name, asked in ASKED.items()}


def _picture(bench: Bench) -> tuple[int, bytes]:
    """A table from above, and how many cards lie on it."""
    setup = new_setup("amul", 3, bench.options.seed)
    people = new_players(setup, bench.options.seed)
    return len(people.table.lying), overhead(game_box("amul"), setup, people.table, 1).pictures(1)[0]


def _ask_small_machine(bench: Bench) -> tuple[int, dict[str, str]]:
    if lacking := [package for tool, package in NEEDED.items() if shutil.which(tool) is None]:
        raise MachineError(f"please run: sudo apt-get install -y --no-install-recommends {' '.join(lacking)}")
    folder = bench.folder / "raspberry"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    cards = _make_disk(bench, folder)
    write_tree(folder / "pi.dtb", board())
    return cards, _live_through(folder)


def _make_disk(bench: Bench, folder: Path) -> int:
    """Unpacked and not set up: nothing of another architecture is run here. How many cards are in its picture."""
    root = folder / "root"
    mmdebstrap(ARM64, bench.options.mirror, root, "--variant=extract", f"--include={','.join(PACKAGES)}")
    shutil.copy(build_release(folder / "release", ARM64.name).package, root / "package.deb")
    shutil.copy(SMALL / "check.sh", root / "check.sh")
    shutil.copy(SMALL / "board.py", root / "board.py")
    cards, picture = _picture(bench)
    (root / "picture.jpg").write_bytes(picture)
    kernel = next((root / "boot").glob("vmlinuz-*"))
    shutil.copy(kernel, folder / "vmlinuz")
    _make_initrd(root, kernel.name.removeprefix("vmlinuz-"), folder)
    subprocess.run(["mkfs.ext4", "-q", "-d", str(root), str(folder / "disk.img"), "4G"], check=True)
    shutil.rmtree(root)
    return cards


def _make_initrd(root: Path, kernel: str, folder: Path) -> None:
    """Enough to reach the disk: Debian's kernels have its drivers as modules."""
    tree = folder / "initrd"
    for name in ("proc", "dev", "root", "modules"):
        (tree / name).mkdir(parents=True)
    shutil.copy(root / "usr/bin/busybox", tree / "busybox")
    shutil.copy(SMALL / "init.sh", tree / "init")
    subprocess.run(["depmod", "-b", str(root), kernel], check=True)
    place = root / "usr/lib/modules" / kernel
    for number, name in enumerate(load_order((place / "modules.dep").read_text("utf-8"), MODULES)):
        raw = (place / name).read_bytes()
        target = tree / "modules" / f"{number:02}.ko"
        target.write_bytes(lzma.decompress(raw) if name.endswith(".xz") else raw)
    subprocess.run(f"find . | cpio -o -H newc --quiet >{folder / 'initrd.img'}", shell=True, cwd=tree, check=True)


def load_order(dependencies: str, wanted: tuple[str, ...]) -> list[str]:
    """Files of modules, each after those it needs, by ``modules.dep``; what is built in has no file."""
    needs = dict(line.split(":", 1) for line in dependencies.splitlines())
    order: list[str] = []
    for name in wanted:
        for path in (path for path in needs if re.search(rf"/{name}\.ko(\.xz)?$", path)):
            order += [part for part in (*reversed(needs[path].split()), path) if part not in order]
    return order


def _live_through(folder: Path) -> dict[str, str]:
    """Until it switches itself off; what it said of each thing."""
    console = folder / "console.log"
    command = [
        *(*board(), "-M", "virt", "-dtb", str(folder / "pi.dtb"), "-display", "none", "-no-reboot"),
        *("-kernel", str(folder / "vmlinuz"), "-initrd", str(folder / "initrd.img")),
        *("-append", "console=ttyAMA0 panic=-1 quiet", "-serial", f"file:{console}"),
        *("-drive", f"file={folder / 'disk.img'},if=none,id=disk,format=raw,cache=unsafe"),
        *("-device", "virtio-blk-pci,drive=disk"),
    ]
    try:
        subprocess.run(command, stdin=subprocess.DEVNULL, timeout=PATIENCE_S, check=True)
    except subprocess.TimeoutExpired as error:
        raise MachineError(f"expected the small machine to be done within {PATIENCE_S:.0f} s; see {console}") from error
    return told(console.read_text("utf-8", "replace"))


def told(console: str) -> dict[str, str]:
    """What it said of each thing."""
    return {match[1]: match[2].strip() for match in re.finditer(r"PI (\w+): (.*)", console)}
