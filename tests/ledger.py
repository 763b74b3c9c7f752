"""Which rules of the ledgers are proven: ids named by ``@pytest.mark.rule`` on tests that passed. Works under xdist.

A whole run fails when a rule has no passing test, or when a mark names a rule that no ledger knows.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

RULES = Path(__file__).resolve().parents[1] / "rules"


@dataclass(frozen=True, slots=True)
class Ledger:
    letter: str
    ids: tuple[str, ...]


def read_ledgers(folder: Path = RULES) -> tuple[Ledger, ...]:
    documents = [tomllib.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*/ledger.toml"))]
    return tuple(Ledger(document["letter"], tuple(document["rules"])) for document in documents)


@dataclass(slots=True)
class Proofs:
    """What the tests of this run have said about each rule id."""

    passed: set[str] = field(default_factory=set)
    failed: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)

    def add(self, properties: Iterable[tuple[str, object]], when: str, outcome: str) -> None:
        ids = {str(value) for name, value in properties if name == "rule"}
        self.named |= ids
        if outcome == "failed":
            self.failed |= ids
        elif when == "call" and outcome == "passed":
            self.passed |= ids

    @property
    def proven(self) -> set[str]:
        return self.passed - self.failed

    def unproven(self, ledger: Ledger) -> list[str]:
        return [rule for rule in ledger.ids if rule not in self.proven]

    def strange(self, ledgers: Iterable[Ledger]) -> list[str]:
        """Ids that look like those of a ledger and are not in it."""
        known: Mapping[str, tuple[str, ...]] = {ledger.letter: ledger.ids for ledger in ledgers}
        return sorted(rule for rule in self.named if rule not in known.get(rule.split("-")[0], (rule,)))

    def report(self, ledgers: Iterable[Ledger]) -> list[str]:
        lines = []
        for ledger in ledgers:
            unproven = self.unproven(ledger)
            lines.append(f"{ledger.letter}: {len(ledger.ids) - len(unproven)} of {len(ledger.ids)} rules proven")
            lines += [f"  not proven: {', '.join(unproven)}"] if unproven else []
        return lines + [f"no ledger has a rule {rule}" for rule in self.strange(ledgers)]


_PROOFS = pytest.StashKey[Proofs]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_PROOFS] = Proofs()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Properties of an item travel with its reports, from xdist's workers too.
    for item in items:
        item.user_properties += [("rule", rule) for mark in item.iter_markers("rule") for rule in mark.args]


class _Listener:
    """Hears every report where they all arrive: in the one process, or in xdist's controller."""

    def __init__(self, proofs: Proofs) -> None:
        self._proofs = proofs

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._proofs.add(report.user_properties, report.when or "", report.outcome)


def pytest_sessionstart(session: pytest.Session) -> None:
    if not hasattr(session.config, "workerinput"):
        session.config.pluginmanager.register(_Listener(session.config.stash[_PROOFS]), "rule-proofs")


def is_whole_run(config: pytest.Config) -> bool:
    """Nothing picked by hand: no paths but the test folder, no -k, -m, --lf, and not in a worker."""
    if hasattr(config, "workerinput") or config.option.keyword or config.option.markexpr or config.option.collectonly:
        return False
    if getattr(config.option, "lf", False) or config.option.deselect:
        return False
    folders = {str(config.rootpath / folder) for folder in config.getini("testpaths")}
    return {str(config.invocation_params.dir / argument) for argument in config.args} <= folders


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    proofs, ledgers = session.config.stash[_PROOFS], read_ledgers()
    if is_whole_run(session.config) and (proofs.strange(ledgers) or any(map(proofs.unproven, ledgers))):
        session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if is_whole_run(config):
        terminalreporter.section("rules")
        for line in config.stash[_PROOFS].report(read_ledgers()):
            terminalreporter.write_line(line)
