"""The benchmark of the box measures the real program, in a short form here."""

from __future__ import annotations

import pytest

from companion.measuring import box

pytestmark = pytest.mark.slow


def test_a_quiet_table_and_an_hour_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box, "QUIET_S", 1)
    monkeypatch.setattr(box, "HOUR_MS", 60_000)
    quiet, hour = box.run()
    assert 0 < quiet["percent_of_one_core"] < 1000
    assert hour["nights"] >= 1
    assert isinstance(hour["memory_grown_mb"], float)
