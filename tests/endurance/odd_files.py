"""What may lie on a stick under the name of a file, made for real where this user may."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import pytest


def _may_make_nodes() -> bool:
    with tempfile.TemporaryDirectory() as name:
        try:
            os.mknod(Path(name) / "zero", 0o600 | stat.S_IFCHR, os.makedev(1, 5))
        except OSError:
            return False
    return True


needs_nodes = pytest.mark.skipif(not _may_make_nodes(), reason="device nodes are made by root alone")


def odd_files(folder: Path, suffix: str) -> list[Path]:
    """Pipe, device, link to a device, link to nowhere, folder, sparse file; none of them is what it is called."""
    paths = [folder / f"{name}{suffix}" for name in ("pipe", "endless", "nowhere", "folder", "sparse")]
    pipe, endless, nowhere, inside, sparse = paths
    os.mkfifo(pipe)
    endless.symlink_to("/dev/zero")
    nowhere.symlink_to("gone")
    inside.mkdir()
    sparse.touch()
    os.truncate(sparse, 300 << 30)
    if _may_make_nodes():
        os.mknod(folder / f"device{suffix}", 0o600 | stat.S_IFCHR, os.makedev(1, 5))
        paths.append(folder / f"device{suffix}")
    return paths
