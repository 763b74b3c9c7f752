"""The beginning of a night by real keys in a real window; whole nights are played by command."""

from __future__ import annotations

import pytest

from tests.endurance.keyed_night import play_night
from tests.missing import X_KEYS
from tests.sweeps import sweep

pytestmark = pytest.mark.slow

NIGHTS = [("amul", 5), ("amulett", 9)]
needs_x = X_KEYS.mark


@needs_x
@pytest.mark.parametrize(("game", "entries"), sweep(NIGHTS[:1], NIGHTS))
def test_keys_lead_from_the_start_page_into_the_game(game: str, entries: int) -> None:
    """At every step the program has written what the same presses bring without a window; in the end it shows it."""
    keyed, _ = play_night(game, seed=4, most=entries)
    table = keyed.app.table
    assert table is not None
    assert table.live.session.last_seq >= entries
    assert keyed.pressed > entries + 10
