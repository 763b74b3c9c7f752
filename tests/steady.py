"""A processor that is as fast today as yesterday, for readers that leave off when a look has taken long enough."""

from __future__ import annotations

from itertools import count

import pytest

from vision.tags import reader

STEP_S = 0.02  # what a reader believes to have spent whenever it asks


@pytest.fixture(autouse=True)
def steady_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hurried reader leaves off after so many steps, whatever else this machine does."""
    clock = count()
    monkeypatch.setattr(reader, "_spent_s", lambda: STEP_S * next(clock))
