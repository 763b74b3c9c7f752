"""A small club night against a real broker; the full one is run by command: ``tests.endurance.club_night``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.companion.club.broker import needs_mosquitto
from tests.endurance.club_night import BY_HAND, ClubNight

pytestmark = [needs_mosquitto, pytest.mark.slow]


def test_the_boards_standings_are_the_boxes_own(tmp_path: Path) -> None:
    seed = 5
    print("seed", seed)
    night = ClubNight(3, tmp_path, seed)
    try:
        said = night.run()
        for count in BY_HAND:
            assert night.boards(count) == night.own(count)
            assert night.own(count)
        # A broker that is killed may lose an entry that it has just taken; none ever counts twice.
        assert all(0 < heard <= entries for heard, entries in said["heard"].values())
    finally:
        night.close()
