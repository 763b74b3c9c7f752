"""The image for the card, as far as it can be made of a handful of files: its partitions, and the same twice."""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.missing import IMAGE_TOOLS

ROOT = Path(__file__).resolve().parents[2]
IMAGE = ROOT / "deploy/image"
BYTES = 1_200_000_000
EPOCH = "1790000000"


def _root(folder: Path, *, backwards: bool = False) -> Path:
    """A small system; ``backwards``: made in another order, as another disk would list it."""
    files = {
        "etc/hostname": "table\n",
        "etc/fstab": "LABEL=table-root / ext4 defaults 0 1\n",
        "boot/firmware/config.txt": "[all]\n",
        "boot/firmware/overlays/vc4.dtbo": "overlay",
        **{f"usr/bin/tool{number}": "#!/bin/sh\n" for number in range(40)},
    }
    for name, text in sorted(files.items(), reverse=backwards):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / "usr/bin/tool0").chmod(0o4755)
    (folder / "usr/bin/link").symlink_to("tool1")
    return folder


def _pack(root: Path, image: Path) -> None:
    environ = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH}
    done = subprocess.run(
        [IMAGE / "pack", root, image, str(BYTES)], env=environ, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr


def _said(*command: str | Path) -> str:
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=True).stdout


@IMAGE_TOOLS.mark
@pytest.mark.slow
def test_the_same_files_make_the_same_image_and_all_of_them_are_in_it(tmp_path: Path) -> None:
    one, two = tmp_path / "one.img", tmp_path / "two.img"
    _pack(_root(tmp_path / "a"), one)
    _pack(_root(tmp_path / "b", backwards=True), two)
    assert _said("cmp", one, two) == ""
    table = json.loads(_said("sfdisk", "--json", one))["partitiontable"]
    assert [part["type"] for part in table["partitions"]] == ["c", "83"]
    assert all(part["start"] % 8192 == 0 for part in table["partitions"]), "in step with the blocks of a card"
    boot, root = ((part["start"] * 512, part["size"] * 512) for part in table["partitions"])
    assert root[0] + root[1] <= BYTES
    files = _said("mdir", "-/", "-b", "-i", f"{one}@@{boot[0]}", "::")
    assert {"::/config.txt", "::/overlays/vc4.dtbo"} <= set(files.split())
    raw = f"{one}?offset={root[0]}"
    assert "Pass 5" in _said("e2fsck", "-fn", raw)
    assert re.search(r"Mode:\s+04755", _said("debugfs", "-R", "stat /usr/bin/tool0", raw))
    assert '"tool1"' in _said("debugfs", "-R", "stat /usr/bin/link", raw)
    assert _said("debugfs", "-R", "ls -p /boot/firmware", raw).count("\n") <= 3, (
        "those files are on the other partition"
    )


def _give_away(folder: Path, kind: str, form: str = "xz") -> dict[str, str]:
    """Of an image of a few bytes; the sums by name."""
    image = folder / "table-companion-1.0.0-test.img"
    image.write_bytes(b"card" * 5000)
    environ = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH, "IMAGE_URL": "https://example.org/images"}
    subprocess.run([IMAGE / "give-away", image, "1.0.0", kind, form], env=environ, check=True, timeout=60)
    _said("sh", "-c", f"cd '{folder}' && sha256sum --check --strict SHA256SUMS")
    return {name: total for total, name in map(str.split, (folder / "SHA256SUMS").read_text("utf-8").splitlines())}


def test_what_is_handed_on_is_packed_listed_for_imager_and_has_its_sums(tmp_path: Path) -> None:
    sums = _give_away(tmp_path, "raspberrypi-arm64")
    packed = tmp_path / "table-companion-1.0.0-test.img.xz"
    assert set(sums) == {"os_list.json", packed.name}
    assert {path.name for path in tmp_path.iterdir()} == {*sums, "SHA256SUMS"}
    told = json.loads((tmp_path / "os_list.json").read_text("utf-8"))["os_list"][0]
    assert lzma.decompress(packed.read_bytes()) == b"card" * 5000
    # One stream: from the index of the last one Imager knows, before it writes, whether the card is large enough.
    streams, _, _, size = _said("xz", "--robot", "--list", packed).splitlines()[-1].split("\t")[1:5]
    assert (streams, size) == ("1", "20000")
    assert told["url"] == f"https://example.org/images/{packed.name}"
    assert (told["extract_size"], told["image_download_size"]) == (20_000, packed.stat().st_size)
    assert told["extract_sha256"] == hashlib.sha256(b"card" * 5000).hexdigest()
    assert told["image_download_sha256"] == sums[packed.name]
    assert told["release_date"] == "2026-09-21"


@pytest.mark.parametrize(
    ("kind", "boards"),
    [
        ("raspberrypi-arm64", ["pi3-64bit", "pi4-64bit", "pi5-64bit"]),
        ("debian-arm64", ["pi3-64bit", "pi4-64bit"]),  # Debian's kernel does not drive a Pi 5's sockets
        ("debian-amd64", None),
    ],
)
def test_imager_is_told_of_the_boards_that_the_image_starts_on_and_of_no_other(
    tmp_path: Path, kind: str, boards: list[str] | None
) -> None:
    sums = _give_away(tmp_path, kind, "raw")
    listed = tmp_path / "os_list.json"
    assert ("os_list.json" in sums) == listed.exists() == (boards is not None)
    if boards is not None:
        assert json.loads(listed.read_text("utf-8"))["os_list"][0]["devices"] == boards
    assert (tmp_path / "table-companion-1.0.0-test.img").exists()


def test_every_kind_of_image_has_its_packages() -> None:
    script = (ROOT / "deploy/build-image").read_text("utf-8")
    kinds = re.search(r"^(debian-.*)\) ;;$", script, re.MULTILINE)
    assert kinds
    for kind in kinds[1].split(" | "):
        names = (IMAGE / f"packages-{kind}").read_text("utf-8").splitlines()
        assert any(name.startswith("linux-image-") for name in names)
    shared = (IMAGE / "packages").read_text("utf-8").split()
    assert {"network-manager", "dnsmasq-base", "avahi-daemon"} <= set(shared)
    assert "openssh-server" not in shared


def test_nobody_can_log_in_and_no_login_is_shown() -> None:
    settle = (IMAGE / "settle").read_text("utf-8")
    assert "passwd --quiet --lock root" in settle
    assert "mask getty@tty1.service" in settle
    assert "machine-id" in settle


def test_without_a_login_whoever_ends_the_program_is_not_left_before_a_black_screen() -> None:
    """Tried in the virtual box: its scenario image-ended."""
    units = IMAGE / "root/etc/systemd/system"
    for unit, comes_back in (("companion", "Restart=always"), ("companion-safe", "OnSuccess=companion.service")):
        assert comes_back in (units / f"{unit}.service.d/no-login.conf").read_text("utf-8").splitlines()


def test_the_first_update_of_a_card_has_a_way_back() -> None:
    """Tried in the virtual box: its scenario image-releases."""
    assert "releases keep" in (IMAGE / "settle").read_text("utf-8")
    assert "'$package'" in (ROOT / "deploy/build-image").read_text("utf-8")


def test_a_pi_4_is_not_kept_from_starting_by_what_the_builder_is_not() -> None:
    """Debian's raspi-firmware sets aside memory on any machine that is no Pi 4, also where it only makes the image.

    What it wrote is looked at by the virtual box's scenario image, on arm64."""
    assert "CMA=0" in (IMAGE / "settle").read_text("utf-8")


FROM_PACKAGES = [
    "bootcode.bin",
    "start.elf",
    "start4.elf",
    "fixup.dat",
    "fixup4.dat",
    "bcm2710-rpi-3-b.dtb",
    "bcm2711-rpi-4-b.dtb",
    "bcm2712-rpi-5-b.dtb",
    "kernel8.img",
    "kernel_2712.img",
    "initramfs8",
    "initramfs_2712",
    "overlays/vc4-kms-v3d.dtbo",
]


def _pi_files(root: Path, without: str = "") -> subprocess.CompletedProcess[str]:
    for name in FROM_PACKAGES:
        path = root / "boot/firmware" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("" if name == without else name)
    return subprocess.run([IMAGE / "pi-files", root], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)


def test_raspberry_pis_packages_are_told_where_the_root_is_and_that_there_is_an_initramfs(tmp_path: Path) -> None:
    """They write neither file, unlike Debian's; a label is understood by an initramfs alone."""
    assert _pi_files(tmp_path).returncode == 0
    boot = tmp_path / "boot/firmware"
    line = (boot / "cmdline.txt").read_text("ascii")
    assert line.count("\n") == 1
    assert {"root=LABEL=table-root", "rootwait", "rootdelay=180", "panic=10"} <= set(line.split())
    config = (boot / "config.txt").read_text("ascii").splitlines()
    for_all = config[: config.index("[cm4]")] + config[config.index("[all]") :]
    assert {"arm_64bit=1", "auto_initramfs=1", "camera_auto_detect=1", "dtoverlay=vc4-kms-v3d"} <= set(for_all)


@pytest.mark.parametrize("name", FROM_PACKAGES)
def test_an_image_that_no_pi_could_start_from_is_not_made(tmp_path: Path, name: str) -> None:
    done = _pi_files(tmp_path, without=name)
    assert done.returncode == 1
    assert done.stderr.strip().endswith(f" {name}")


def test_a_card_of_4_gb_is_too_small_before_anything_is_written() -> None:
    """Imager compares the size with the card's; a card sold as 4 GB has at most 4,000,000,000 bytes."""
    size = re.search(r"^image_bytes=(\d+)", (ROOT / "deploy/build-image").read_text("utf-8"), re.MULTILINE)
    assert size
    assert 4_000_000_000 < int(size[1]) < 7_500_000_000


KEY = Path("/usr/share/keyrings/raspberrypi-archive-keyring.pgp")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["a"], "usage"),
        (["a", "b", "--dance"], "usage"),
        (["a", "b", "--archive", "raspberrypi", "amd64"], "raspberrypi for arm64"),
        pytest.param(
            ["a", "b", "--archive", "raspberrypi"],
            f"trusted by {KEY}, which is not here",
            marks=pytest.mark.skipif(KEY.exists(), reason="Raspberry Pi's key is here"),
        ),
    ],
)
def test_a_wrong_call_is_refused(given: list[str], said: str) -> None:
    done = subprocess.run(
        [ROOT / "deploy/build-image", *given], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 1
    assert said in done.stderr
