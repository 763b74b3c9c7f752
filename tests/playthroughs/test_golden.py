"""Golden games written the general way are played again, line by line."""

from __future__ import annotations

import pytest

from companion.contract import TableGame
from tests.games import GAMES
from tests.playthroughs import HEAD, golden_counts, golden_path, transcript

pytestmark = pytest.mark.slow

TABLES = [pytest.param(game, n, id=f"{game.slug}-{n}") for game in GAMES for n in golden_counts(game)]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_game_can_be_told_from_beginning_to_end(game: TableGame, players: int) -> None:
    """Those of a game that brings none of its own stand beside the others; each has words for all that happens."""
    lines = list(transcript(game, players))
    assert not [line for line in lines if f"{game.slug}.event" in line or "{" in line.replace("{'", "")]
    path = golden_path(game, players)
    if path.exists() and (text := path.read_text("utf-8")).startswith(HEAD):
        assert lines == text.splitlines()
