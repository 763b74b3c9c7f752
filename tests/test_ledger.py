"""The proof report itself: counts only what passed, fails a whole run that leaves a rule unproven, knows xdist."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ledger import RULES, Ledger, Proofs, read_ledgers

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
LEDGER = Ledger("Z", ("Z-1", "Z-2"))


def _proofs(*tests: tuple[str, str, str]) -> Proofs:
    proofs = Proofs()
    for rule, when, outcome in tests:
        proofs.add([("rule", rule), ("other", "x")], when, outcome)
    return proofs


def test_only_a_test_that_ran_and_passed_proves() -> None:
    proofs = _proofs(
        ("Z-1", "setup", "passed"), ("Z-1", "call", "passed"), ("Z-2", "setup", "passed"), ("Z-2", "call", "skipped")
    )
    assert proofs.unproven(LEDGER) == ["Z-2"]
    assert proofs.report([LEDGER]) == ["Z: 1 of 2 rules proven", "  not proven: Z-2"]


def test_one_failing_test_takes_the_proof_away() -> None:
    assert _proofs(("Z-1", "call", "passed"), ("Z-1", "call", "failed")).unproven(LEDGER) == ["Z-1", "Z-2"]


def test_a_mark_with_a_slip_is_named_and_one_of_a_ledger_to_come_is_not() -> None:
    proofs = _proofs(("Z-3", "call", "passed"), ("Y-1", "call", "passed"))
    assert proofs.strange([LEDGER]) == ["Z-3"]
    assert "no ledger has a rule Z-3" in proofs.report([LEDGER])


def test_every_ledger_of_the_rules_is_read_and_well_formed() -> None:
    ledgers = read_ledgers()
    assert len(ledgers) == len(list(RULES.glob("*/ledger.toml"))) >= 1
    for ledger in ledgers:
        assert all(re.fullmatch(rf"{ledger.letter}-[A-Z]+-?\d+", rule) for rule in ledger.ids)
    assert len(next(ledger for ledger in ledgers if ledger.letter == "A").ids) == 47


def _project(folder: Path, tests: str) -> Path:
    """A small project of its own with two rules and the real plugin."""
    (folder / "rules" / "z").mkdir(parents=True)
    (folder / "rules" / "z" / "ledger.toml").write_text('letter = "Z"\n[rules]\nZ-1 = {}\nZ-2 = {}\n')
    (folder / "tests").mkdir()
    (folder / "tests" / "__init__.py").touch()
    for name in ("ledger.py", "conftest.py", "missing.py", "skips.py", "sweeps.py"):
        shutil.copy(HERE / name, folder / "tests" / name)
    (folder / "tests" / "test_z.py").write_text("import pytest\n" + tests)
    (folder / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\ntestpaths = ["tests"]\nmarkers = ["rule(id): x"]\n'
    )
    return folder


def _run(folder: Path, *arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "xdist", *arguments]
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=folder, env=alone, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout


PASSING = '@pytest.mark.rule("Z-1")\ndef test_a(): pass\n@pytest.mark.rule("Z-2")\ndef test_b(): pass\n'


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_whole_run_says_what_is_proven_and_fails_when_something_is_not(tmp_path: Path, workers: str) -> None:
    code, said = _run(_project(tmp_path / "whole", PASSING), "-n", workers)
    assert (code, "Z: 2 of 2 rules proven" in said) == (0, True)
    half = _project(tmp_path / "half", PASSING.replace("def test_b(): pass", 'def test_b(): pytest.skip("later")'))
    code, said = _run(half, "-n", workers)
    assert (code, "Z: 1 of 2 rules proven" in said, "not proven: Z-2" in said) == (1, True, True)


def test_a_run_of_a_few_tests_is_not_judged(tmp_path: Path) -> None:
    project = _project(tmp_path, PASSING)
    for picked in (["-k", "test_a"], ["tests/test_z.py::test_a"]):
        code, said = _run(project, *picked)
        assert (code, "rules proven" in said) == (0, False)
