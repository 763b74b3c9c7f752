"""The version grows with the first change after a release, so that no two programs have the same name."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from companion import __version__
from companion.resources import commit

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = ("companion", "rules", "vision", "hardware", "assets")


def _git(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)


def _released() -> dict[str, str]:
    lines = (ROOT / "deploy/released").read_text("utf-8").splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    assert all(len(row) == 3 and len(row[1]) == 40 for row in rows), rows
    assert len({row[0] for row in rows}) == len(rows), "one version, one commit"
    return {row[0]: row[1] for row in rows}


def test_a_released_version_is_what_was_released() -> None:
    before = _released().get(__version__)
    if before is None:
        return
    if _git("cat-file", "-e", f"{before}^{{commit}}").returncode:
        pytest.skip("this clone lacks the released commit")
    changed = _git("diff", "--name-only", before, "--", *SHIPPED).stdout.split()
    assert not changed, f"{__version__} is released: raise the version, these files have changed since: {changed[:5]}"


def test_the_commit_of_a_checkout_is_gits(tmp_path: Path) -> None:
    assert commit(tmp_path) == ""
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion/commit.txt").write_text("abc123\n", "utf-8")
    commit.cache_clear()
    assert commit(tmp_path) == "abc123"
    if (ROOT / ".git").exists():
        commit.cache_clear()
        head = _git("rev-parse", "HEAD").stdout.strip()
        assert head.startswith(commit().rstrip("+"))
        assert len(commit()) >= 12
