"""The short version of ``hostile_sheets``."""

from __future__ import annotations

import pytest

from tests.endurance.hostile_sheets import MOST_KEPT_MB, SLOWEST_MS, run


@pytest.mark.slow
def test_no_hostile_sheet_does_anything_but_count() -> None:
    found = run(files=150, seed=7, limit_ms=3 * SLOWEST_MS)  # among other tests; the command is strict
    assert set(found.kinds) == {"refused", "counted", "counted in part"}
    assert sum(found.kinds.values()) == 150
    assert (found.slow, found.opened) == ([], [])
    assert found.kept_mb < MOST_KEPT_MB
