"""What was skipped is counted and named; and where everything can be installed, nothing may be missing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import missing
from tests.missing import CHROMIUM, INSTALL, MOSQUITTO, NEEDS, Need
from tests.skips import inexcusable, say

HERE = Path(__file__).parent
NOWHERE = Need("such thing", (("sh",), ("no-such-program", "nor-this-one")), "such-package")


def test_each_reason_is_counted_the_most_frequent_first() -> None:
    assert say({}) == []
    assert say({"root may read everything": 1, MOSQUITTO.reason: 32, "a": 1}) == [
        "34 skipped:",
        f"   32 no mosquitto: {INSTALL} mosquitto",
        "    1 a",
        "    1 root may read everything",
    ]


def test_a_need_is_met_when_each_program_is_there_by_one_of_its_names() -> None:
    assert Need("shell", (("no-such-shell", "sh"), ("env",)), "dash").is_met
    assert not NOWHERE.is_met
    with pytest.raises(pytest.skip.Exception, match=r"no such thing: sudo apt-get install .* such-package$"):
        NOWHERE.demand()


def test_only_what_is_cheap_is_insisted_upon(monkeypatch: pytest.MonkeyPatch) -> None:
    assert inexcusable([CHROMIUM.reason, MOSQUITTO.reason, "mounting needs root"]) == [MOSQUITTO.reason]
    dear = Need("dear", NOWHERE.programs, "dear-package", is_cheap=False)
    monkeypatch.setattr(missing, "NEEDS", (NOWHERE, dear, Need("shell", (("sh",),), "dash")))
    assert missing.missing_packages() == ["such-package"]


def test_needs_are_told_apart_by_their_reasons() -> None:
    assert len({need.reason for need in NEEDS}) == len(NEEDS)


def test_no_test_says_in_its_own_words_that_a_program_is_missing() -> None:
    own = re.compile(r'reason="[^"]*(not installed|apt install)')
    assert [path.name for path in HERE.rglob("test_*.py") if own.search(path.read_text("utf-8"))] == []


def _project(folder: Path) -> Path:
    """A small project with the real plugin, whose tests lack mosquitto."""
    (folder / "tests").mkdir(parents=True)
    for name in ("__init__.py", "ledger.py", "conftest.py", "missing.py", "skips.py", "sweeps.py"):
        shutil.copy(HERE / name, folder / "tests" / name)
    tests = (
        f'import pytest\n@pytest.mark.parametrize("n", range(3))\ndef test_a(n): pytest.skip({MOSQUITTO.reason!r})\n'
    )
    (folder / "tests" / "test_z.py").write_text(tests, "utf-8")
    (folder / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\ntestpaths = ["tests"]\nmarkers = ["rule(id): x"]\n', "utf-8"
    )
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(("insist", "code"), [("", 0), ("yes", 1)])
@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_run_says_what_it_skipped_and_fails_where_that_is_no_excuse(
    tmp_path: Path, workers: str, insist: str, code: int
) -> None:
    told = tmp_path / "told"
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "TESTS_INSIST": insist, "TESTS_SKIPPED": str(told)}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "xdist", "-n", workers]
    folder = _project(tmp_path / "project")
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == code, done.stdout
    lines = f"3 skipped:\n    3 {MOSQUITTO.reason}\n"
    assert lines in done.stdout
    assert told.read_text("utf-8") == lines
