"""What all tests share."""

from __future__ import annotations

from hypothesis import settings

from tests.ledger import (
    pytest_collection_modifyitems,
    pytest_configure,
    pytest_sessionfinish,
    pytest_sessionstart,
    pytest_terminal_summary,
)

# How long one example takes says more about what else the machine does than about the code.
settings.register_profile("table", deadline=None)
settings.load_profile("table")

__all__ = [
    "pytest_collection_modifyitems",
    "pytest_configure",
    "pytest_sessionfinish",
    "pytest_sessionstart",
    "pytest_terminal_summary",
]

# A busy machine must not fail a test: what is proven is never how long one example took.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
