"""What all tests share."""

from __future__ import annotations

import gc
import os
import signal
import tempfile
from collections.abc import Generator

import pytest
from hypothesis import settings

from tests import ledger
from tests.ledger import pytest_sessionfinish, pytest_sessionstart, pytest_terminal_summary
from tests.skips import SkipReport
from tests.sweeps import sweep

# How long one example takes says more about what else the machine does than about the code.
settings.register_profile("table", deadline=None, max_examples=sweep(50, 200))
# For `deploy/test quick`: a property that breaks mostly breaks early.
settings.register_profile("quick", parent=settings.get_profile("table"), max_examples=15)
settings.load_profile("table")

# Nobody's own games, facts and settings are read or written; `deploy/test` has named a folder already.
if "COMPANION_DATA" not in os.environ:
    _scratch = tempfile.TemporaryDirectory(prefix="companion-tests-")
    os.environ |= {"COMPANION_DATA": f"{_scratch.name}/data", "XDG_CONFIG_HOME": f"{_scratch.name}/config"}

# Tests run beside each other as it is: threads of OpenCV and of numpy would only wait for one another.
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A shell that runs us in the background ignores Ctrl-C for us and every program we start; some are to hear it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# Ten thousand tests stay until the end: nobody looks through them for garbage while they are collected, or later.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)  # trees of our own sources and large tables are made and thrown away at once
    gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    ledger.pytest_configure(config)
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(SkipReport(), "skips")


def pytest_itemcollected(item: pytest.Item) -> None:
    if item.path.name == "test_numerics.py":
        item.add_marker("numerics")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    ledger.pytest_collection_modifyitems(items)
    items.sort(key=lambda item: item.get_closest_marker("longest") is None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
    call: pytest.CallInfo[None],
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What a test has logged may hold half a character, which no worker can hand over."""
    report = yield
    report.sections = [(name, text.encode(errors="backslashreplace").decode()) for name, text in report.sections]
    return report


__all__ = ["pytest_sessionfinish", "pytest_sessionstart", "pytest_terminal_summary"]
