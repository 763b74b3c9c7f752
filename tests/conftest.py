"""What all tests share."""

from __future__ import annotations

from tests.ledger import (
    pytest_collection_modifyitems,
    pytest_configure,
    pytest_sessionfinish,
    pytest_sessionstart,
    pytest_terminal_summary,
)

__all__ = [
    "pytest_collection_modifyitems",
    "pytest_configure",
    "pytest_sessionfinish",
    "pytest_sessionstart",
    "pytest_terminal_summary",
]
