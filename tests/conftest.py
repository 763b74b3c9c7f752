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
