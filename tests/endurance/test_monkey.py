"""Two short nights of what ``python -m tests.endurance.monkey`` does all day."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.endurance.monkey import play_night
from tests.sweeps import sweep

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("number", range(sweep(1, 2)))
def test_clumsy_people_and_a_monkey_leave_the_companion_right(number: int, tmp_path: Path) -> None:
    """The number makes the whole night: the same one fails again."""
    night = play_night(number, tmp_path / "night", rage=60, draw_every=10)
    assert night.faults == []
    assert night.mishaps.total() > 3
