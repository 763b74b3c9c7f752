"""What axe-core, a checker for screen readers and the like, says of a page."""

from __future__ import annotations

import subprocess
import tarfile
from pathlib import Path

import pytest

from tests.companion.web.browser import Tab

RUN_AXE = """
const done = arguments[0];
const told = (one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`;
axe.run().then((found) => done(found.violations.map(told)));
"""


def axe_source(folder: Path) -> str:
    """axe-core as its registry gives it; nothing of it is kept here."""
    try:
        subprocess.run(
            ["npm", "pack", "axe-core@4", "--silent"], cwd=folder, check=True, timeout=120, capture_output=True
        )
        with tarfile.open(next(folder.glob("*.tgz"))) as packed:
            found = packed.extractfile("package/axe.min.js")
            assert found is not None
            return found.read().decode()
    except (OSError, subprocess.SubprocessError, StopIteration) as error:
        pytest.skip(f"no axe-core: npm cannot fetch it ({error})")


def violations(tab: Tab, source: str) -> list[str]:
    return list(tab.run_later(f"{source}\n{RUN_AXE}"))
