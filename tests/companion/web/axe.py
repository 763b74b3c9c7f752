"""What axe-core, a checker for screen readers and the like, says of a page."""

from __future__ import annotations

import subprocess
import tarfile
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.companion.web.browser import Tab

RUN_AXE = """
const done = arguments[0];
const told = (one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`;
axe.run().then((found) => done(found.violations.map(told)));
"""


@cache
def _source() -> str:
    """axe-core as its registry gives it; nothing of it is kept here."""
    npm = ["npm", "pack", "axe-core@4", "--silent"]
    with TemporaryDirectory() as folder:
        try:
            subprocess.run(npm, cwd=folder, check=True, timeout=120, capture_output=True)
            with tarfile.open(next(Path(folder).glob("*.tgz"))) as packed:
                found = packed.extractfile("package/axe.min.js")
                assert found is not None
                return found.read().decode()
        except (OSError, subprocess.SubprocessError, StopIteration) as error:
            pytest.skip(f"no axe-core: npm cannot fetch it ({error})")


def violations(tab: Tab) -> list[str]:
    return list(tab.run_later(f"{_source()}\n{RUN_AXE}"))
