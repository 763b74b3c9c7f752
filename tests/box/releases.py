"""Releases to try: the one of this checkout, and others made of it with another number and other faults."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

PROGRAM = Path("usr/lib/table-companion/companion")
TOP = Path(__file__).resolve().parents[2]
Change = Callable[[Path], None]  # of the tree a package unpacks to


@dataclass(frozen=True, slots=True)
class Release:
    """A release folder as it lies on a stick, with the package of one architecture."""

    folder: Path
    version: str
    architecture: str

    @property
    def package(self) -> Path:
        return self.folder / f"table-companion_{self.version}_{self.architecture}.deb"

    @property
    def fingerprint(self) -> str:
        return hashlib.sha256((self.folder / "SHA256SUMS").read_bytes()).hexdigest()[:12]


def build_release(folder: Path, architecture: str) -> Release:
    """From this checkout, as ``deploy/build-release`` makes it."""
    shutil.rmtree(folder, ignore_errors=True)
    _run(str(TOP / "deploy/build-release"), str(folder), architecture, RELEASE_CHECK="no")
    return open_release(folder, architecture)


def open_release(folder: Path, architecture: str) -> Release:
    """A release folder that is there already."""
    found = sorted(folder.glob(f"table-companion_*_{architecture}.deb"))
    if len(found) != 1:
        raise SystemExit(f"test-box: expected one package for {architecture} in {folder}, found {len(found)}")
    return Release(folder, found[0].name.split("_")[1], architecture)


def remake(release: Release, folder: Path, version: str, change: Change = lambda _: None) -> Release:
    """The same release under another number, and with ``change`` made to it."""
    made = Release(folder, version, release.architecture)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(release.folder, folder, ignore=shutil.ignore_patterns("*.deb", "SHA256SUMS*"))
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name) / "tree"
        _run("dpkg-deb", "-R", str(release.package), str(tree))
        _replace(tree / "DEBIAN/control", r"(?m)^Version: .*$", f"Version: {version}")
        _replace(tree / PROGRAM / "__init__.py", r"(?m)^__version__ = .*$", f'__version__ = "{version}"')
        change(tree)
        write_md5sums(tree)
        # Packed lightly: what is tried is how it is taken in, not how small it is.
        _run("dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", str(tree), str(made.package))
    write_sums(folder)
    return made


def write_md5sums(tree: Path) -> None:
    """What ``dpkg --verify`` compares with."""
    files = sorted(path for path in tree.rglob("*") if path.is_file() and "DEBIAN" not in path.relative_to(tree).parts)
    lines = (f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n" for path in files)
    (tree / "DEBIAN/md5sums").write_text("".join(lines))


def write_sums(folder: Path) -> None:
    """``SHA256SUMS`` over all that is there."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "SHA256SUMS")
    lines = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n" for path in files)
    (folder / "SHA256SUMS").write_text("".join(lines))


def newer(version: str) -> str:
    """The same number with one more in its last place: 1.0.0 becomes 1.0.1."""
    match = re.match(r"((?:\d+\.)*)(\d+)", version)
    assert match is not None, version
    return f"{match[1]}{int(match[2]) + 1}"


def older(version: str) -> str:
    """A number that is surely before."""
    return "0.0.1" if version != "0.0.1" else "0.0.0"


def _replace(path: Path, pattern: str, text: str) -> None:
    before = path.read_text("utf-8")
    after, count = re.subn(pattern, text, before)
    if count != 1:
        raise AssertionError(f"expected one line of {pattern} in {path}, found {count}")
    path.write_text(after, "utf-8")


def _run(*command: str, **environment: str) -> None:
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )
    if done.returncode:
        raise SystemExit(f"{done.stdout}{done.stderr}\ntest-box: {command[0]} ended with {done.returncode}")
