"""Sample results as boxes report them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from companion.club.messages import GameResult, ResultPlayer

EVENING = datetime(2026, 11, 14, 19, 0, tzinfo=UTC)


def result(
    number: int,
    ranked: dict[str, tuple[int, float | None]],
    *,
    slug: str = "chess",
    days: int = 0,
    practice: bool = False,
    withdrawn: bool = False,
    least: bool = False,
) -> GameResult:
    """``ranked``: name, place and points; those in the first place have won."""
    began = EVENING + timedelta(days=days)
    players = tuple(ResultPlayer(name, place, place == 1, points) for name, (place, points) in ranked.items())
    kind = "places" if all(one.points is None for one in players) else "points"
    return GameResult(
        game_id(number),
        slug,
        f"Table {number}",
        began,
        None if withdrawn else began + timedelta(hours=2),
        120,
        practice,
        "points" if kind == "points" else "places",
        players,
        withdrawn,
        least=least,
    )


def game_id(number: int) -> str:
    return f"{number:020d}"
