"""An evening of forty people at nine tables over six rounds with a real broker, against an account kept beside it.

Whole seasons: ``python -m tests.endurance.club_season``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.keeping.folder_lock import FolderLock
from tests.companion.club.broker import RealBroker, needs_mosquitto
from tests.companion.clubhouse.whole_evening import Season


@pytest.mark.slow
@needs_mosquitto
def test_seats_results_ratings_and_standings_equal_the_account(tmp_path: Path) -> None:
    broker = RealBroker(tmp_path / "broker")
    with FolderLock(tmp_path) as lock:
        season = Season(lock, broker, seed=1)
        season.night(0)
        season.check()
        season.close()
    broker.stop()
