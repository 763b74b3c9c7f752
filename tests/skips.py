"""Skipped tests are counted and named at the end of a run: how many for which reason, and the line that would help.

``TESTS_SKIPPED`` names a file that is told the same, for the summary of ``deploy/test``. With ``TESTS_INSIST=yes``, as
``.ci/run`` has it, a run fails that skipped something for want of a program which ``deploy/setup.sh`` can install.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from tests.missing import NEEDS


def reason_of(report: pytest.TestReport | pytest.CollectReport) -> str:
    """As the test gave it; pytest puts a word before it."""
    told = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return told.removeprefix("Skipped: ").strip()


def say(reasons: Mapping[str, int]) -> list[str]:
    """``46 skipped``, and a line for each reason, the most frequent first."""
    if not reasons:
        return []
    counted = sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
    return [f"{sum(reasons.values())} skipped:", *(f"{count:5} {reason}" for reason, count in counted)]


def inexcusable(reasons: Iterable[str]) -> list[str]:
    """Reasons that ``deploy/setup.sh`` could have taken away."""
    cheap = {need.reason for need in NEEDS if need.is_cheap}
    return sorted(cheap & set(reasons))


def _reasons(config: pytest.Config) -> Counter[str]:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return Counter(reason_of(report) for report in reporter.stats.get("skipped", ())) if reporter else Counter()


class SkipReport:
    """Where all reports arrive: in the one process, or in xdist's controller."""

    def __init__(self) -> None:
        # Taken out: a run that a test begins has skips of its own, which are nobody else's.
        self._place = os.environ.pop("TESTS_SKIPPED", None)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        reasons = _reasons(session.config)
        if self._place:
            with Path(self._place).open("a", encoding="utf-8") as file:
                file.writelines(f"{line}\n" for line in say(reasons))
        if os.environ.get("TESTS_INSIST") == "yes" and inexcusable(reasons):
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
        reasons = _reasons(config)
        if reasons:
            terminalreporter.section("skipped")
        for line in say(reasons):
            terminalreporter.write_line(line)
        if os.environ.get("TESTS_INSIST") == "yes":
            for reason in inexcusable(reasons):
                terminalreporter.write_line(f"a run with TESTS_INSIST=yes has {reason}", red=True)
