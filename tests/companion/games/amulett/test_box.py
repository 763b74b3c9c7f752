"""What is in the box of Das Amulett."""

from __future__ import annotations

from companion.teaching.deck_check import compare
from tests.games import GAMES, new_setup


def test_every_spell_of_das_amulett_belongs() -> None:
    make = GAMES["amulett"].deck
    assert make is not None
    assert len(compare(make(new_setup("amulett", 3, 1)), ()).missing) == 33
