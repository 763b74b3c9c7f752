"""Counts a result once, even if its box reports it and the host enters it too; points out possible twins. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.club.messages import GameResult
from companion.clubhouse.standings import night_of
from companion.language.names import name_key

How: TypeAlias = Literal["same", "other_places", "again"]


@dataclass(frozen=True, slots=True)
class Twin:
    """``game``: another result that this one seems to be. ``how``: a reported one with the same places, so that the one
    entered by hand does not count; a reported one with ``other_places``; or one that perhaps came ``again``."""

    game: str
    how: How


def twins_of(results: Sequence[GameResult], by_hand: frozenset[str]) -> dict[str, Twin]:
    """Each reported game is the twin of one entered game at most: the same game, people and night."""
    ended = [one for one in results if not one.withdrawn and one.ended is not None]
    reported = [one for one in ended if one.game not in by_hand]
    found: dict[str, Twin] = {}
    hows: tuple[How, ...] = ("same", "other_places")
    for how in hows:
        for mine in results:
            if mine.game in by_hand and mine.game not in found:
                taken = {twin.game for twin in found.values()}
                about = _about(mine, with_places=how == "same")
                alike = (one for one in reported if _about(one, with_places=how == "same") == about)
                other = next((one for one in alike if one.game not in taken), None)
                if other is not None:
                    found[mine.game] = Twin(other.game, how)
    return {**_again([one for one in ended if one.game not in found], by_hand), **found}


def _again(ended: Sequence[GameResult], by_hand: frozenset[str]) -> dict[str, Twin]:
    """Two hosts have entered one table, or a box has told a game as two. Both count: they may have played twice."""
    first: dict[tuple[object, ...], GameResult] = {}
    found: dict[str, Twin] = {}
    for one in ended:
        points = tuple(sorted((name_key(player.name), player.points or 0) for player in one.players))
        other = first.setdefault((one.game in by_hand, *_about(one, with_places=True), points), one)
        if other is not one and (one.game in by_hand or _has_points(one) or _overlap(one, other)):
            found[one.game] = Twin(other.game, "again")
    return found


def _about(result: GameResult, *, with_places: bool) -> tuple[object, ...]:
    people = sorted((name_key(one.name), one.place if with_places else 0) for one in result.players)
    return result.slug, None if result.ended is None else night_of(result.ended), tuple(people)


def _has_points(result: GameResult) -> bool:
    return len(result.players) > 1 and any(one.points for one in result.players)


def _overlap(one: GameResult, other: GameResult) -> bool:
    """Nobody plays two games at the same time."""
    return one.ended is not None and other.ended is not None and one.began < other.ended and other.began < one.ended
