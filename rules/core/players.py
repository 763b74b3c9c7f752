"""Checks of the players, the same for every game: how many, their names, who starts."""

from __future__ import annotations

from rules.core.refusals import Refused, refused

LONGEST_NAME = 40


def wrong_players(names: tuple[str, ...], start: object, seats: range) -> Refused | None:
    """Why these players are refused, if they are."""
    if len(names) not in seats:
        return refused("bad_player_count", n=len(names), least=seats[0], most=seats[-1])
    for name in names:
        if not name.strip() or not name.isprintable():
            return refused("bad_name")
        if len(name) > LONGEST_NAME:
            return refused("name_too_long", n=LONGEST_NAME)
    stripped = [name.strip() for name in names]
    for name in stripped:
        if stripped.count(name) > 1:
            return refused("same_name", name=name)
    if type(start) is not int or not 0 <= start < len(names):
        return refused("bad_start", n=len(names) - 1)
    return None
