"""Who may sit down: each reason in its own words."""

from __future__ import annotations

import pytest

from rules.core.players import wrong_players
from rules.core.refusals import Refused, refused


@pytest.mark.parametrize(
    ("names", "start", "answer"),
    [
        (("Ada", "Bo"), 0, None),
        (("Ada", "x" * 40), 1, None),
        (("Ada",), 0, refused("bad_player_count", n=1, least=2, most=3)),
        (("Ada", "Bo", "Cy", "Di"), 0, refused("bad_player_count", n=4, least=2, most=3)),
        (("Ada", " "), 0, refused("bad_name")),
        (("Ada", "B\no"), 0, refused("bad_name")),
        (("Ada", "x" * 41), 0, refused("name_too_long", n=40)),
        (("Ada", "Ada "), 0, refused("same_name", name="Ada")),
        (("Ada", "Bo"), 2, refused("bad_start", n=1)),
        (("Ada", "Bo"), -1, refused("bad_start", n=1)),
        (("Ada", "Bo"), True, refused("bad_start", n=1)),
    ],
)
def test_players(names: tuple[str, ...], start: object, answer: Refused | None) -> None:
    assert wrong_players(names, start, range(2, 4)) == answer
