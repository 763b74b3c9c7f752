"""Releases made of others: their numbers, their sums, and the sticks they lie on."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

import pytest

from tests.box.releases import Release, newer, older, open_release, remake, write_sums
from tests.box.sticks import SMALLEST_MB, stick_size


@pytest.mark.parametrize(
    ("version", "expected"), [("0.1.0", "0.1.1"), ("1.0", "1.1"), ("1.9.9", "1.9.10"), ("1.0.0~rc1", "1.0.1")]
)
def test_a_newer_number_is_newer_for_dpkg_too(version: str, expected: str) -> None:
    assert newer(version) == expected
    assert subprocess.run(["dpkg", "--compare-versions", expected, "gt", version], check=False).returncode == 0


def test_an_older_number_is_older() -> None:
    assert subprocess.run(["dpkg", "--compare-versions", older("0.1.0"), "lt", "0.1.0"], check=False).returncode == 0


@pytest.fixture
def release(tmp_path: Path) -> Release:
    """A small one of the same form."""
    tree = tmp_path / "tree"
    program = tree / "usr/lib/table-companion/companion"
    program.mkdir(parents=True)
    (program / "__init__.py").write_text('__version__ = "0.1.0"\n')
    (tree / "DEBIAN").mkdir()
    control = (
        "Package: table-companion\nVersion: 0.1.0\nArchitecture: all\nMaintainer: nobody <n@example>\nDescription: x\n"
    )
    (tree / "DEBIAN/control").write_text(control)
    folder = tmp_path / "release"
    folder.mkdir()
    deb = folder / "table-companion_0.1.0_all.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", tree, deb], check=True, capture_output=True)
    (folder / "install.sh").write_text("true\n")
    write_sums(folder)
    return open_release(folder, "all")


def test_a_release_is_made_again_under_another_number_with_its_fault(release: Release, tmp_path: Path) -> None:
    def spoil(tree: Path) -> None:
        (tree / "usr/lib/table-companion/companion/more.py").write_text("raise RuntimeError\n")

    made = remake(release, tmp_path / "made", "0.2.0", spoil)
    subprocess.run(["dpkg-deb", "-R", made.package, tmp_path / "out"], check=True)
    assert "Version: 0.2.0" in (tmp_path / "out/DEBIAN/control").read_text()
    assert '"0.2.0"' in (tmp_path / "out/usr/lib/table-companion/companion/__init__.py").read_text()
    assert "companion/more.py" in (tmp_path / "out/DEBIAN/md5sums").read_text()
    listed = dict(reversed(line.split("  ")) for line in (made.folder / "SHA256SUMS").read_text().splitlines())
    assert listed[made.package.name] == hashlib.sha256(made.package.read_bytes()).hexdigest()
    assert "install.sh" in listed


@pytest.mark.slow
def test_a_stick_has_room_for_what_is_put_on_it_and_counts_no_holes(tmp_path: Path) -> None:
    with (tmp_path / "endless").open("wb") as file:
        file.truncate(10**12)
    assert stick_size(tmp_path) == SMALLEST_MB * 2**20
    (tmp_path / "much").write_bytes(bytes(range(256)) * 4 * 10**5)
    assert stick_size(tmp_path) > 10**8
