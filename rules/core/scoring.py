"""The end of a game as a table: points in rows, or a race and how far each came. And points as lines.

A score says its ``kind``, so that whoever shows it need not know the game. Sentences in it are ``Words``; in a result
that was kept they have been said, and are text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NotRequired, TypeAlias, TypedDict, TypeVar, cast

from rules.core.origins import Grounds
from rules.core.words import Value, Words, words

Sentence: TypeAlias = Words | str


class PlayerScore(TypedDict):
    """What every score says of a player."""

    name: str
    place: int


class PointsLine(TypedDict):
    """A ``ScoreLine`` as JSON values. ``told``: points given by hand. ``origin``: where the card's power comes from."""

    row: str
    card: str | None
    points: int
    because: Sentence
    told: NotRequired[bool]
    origin: NotRequired[str]


class PointsPlayer(PlayerScore):
    scores: dict[str, int]  # by row
    total: int
    lines: list[PointsLine]


class RacePlayer(PlayerScore):
    """``line`` says how far this player came; the game's own figures stand beside it."""

    line: Sentence


P = TypeVar("P")


class _ScoreOf(TypedDict, Generic[P]):
    game: str
    facts: str
    practice: bool
    complete: bool
    missing: list[str]
    players: list[P]  # by seat
    winners: list[str]
    notes: list[Sentence]
    rests_on: list[Grounds]
    verdict: NotRequired[Sentence]  # who won and by which rule; a race without a winner has none


class PointsScoreOf(_ScoreOf[P]):
    kind: Literal["points"]
    rows: list[str]


class RaceScoreOf(_ScoreOf[P]):
    kind: Literal["race"]


# The score of any game: ``score["kind"] == "points"`` tells the two apart, and its players are ``PointsPlayer`` or
# ``RacePlayer`` with what the game adds.
PointsScore: TypeAlias = PointsScoreOf[Any]
RaceScore: TypeAlias = RaceScoreOf[Any]
Score: TypeAlias = PointsScore | RaceScore


def totals_of(score: Score) -> tuple[int, ...]:
    """Everybody's points, by seat; none of a race."""
    return tuple(player["total"] for player in score["players"]) if score["kind"] == "points" else ()


_NO_FIGURES = ("name", "place", "line")


def race_line(slug: str, figures: Mapping[str, Value]) -> Words:
    """How far a player came in a race, for the ``line``: the game's text ``<slug>.standing`` with its figures.

    The first figure chooses between singular and plural.
    """
    return Words(f"{slug}.standing", {**figures, "n": next(iter(figures.values()), None)})


def with_kind(kept: Mapping[str, Any]) -> Score:
    """A kept result as scores are today; one written before they said their kind is recognised by its rows."""
    blank = {"facts": "", "practice": False, "missing": [], "winners": [], "notes": [], "rests_on": []}
    kind = kept.get("kind") or ("points" if "rows" in kept else "race")
    players = kept.get("players", [])
    if kind == "race":
        players = [_with_line(str(kept.get("game", "")), player) for player in players]
    return cast("Score", {**blank, **kept, "kind": kind, "players": players})


def _with_line(slug: str, player: Mapping[str, Any]) -> dict[str, Any]:
    figures = {name: value for name, value in player.items() if name not in _NO_FIGURES}
    return {"line": race_line(slug, figures), **player}


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """``card`` is None for points no single card earned (a majority); ``told`` marks points given by hand."""

    row: str
    card: str | None
    points: int
    because: Words
    told: bool = False


def points_score(
    slug: str, names: Sequence[str], lines: Sequence[Sequence[ScoreLine]], *, complete: bool
) -> PointsScore:
    """The whole score from everybody's lines, for a game without facts; most points win, rows as they come."""
    rows = list(dict.fromkeys(line.row for mine in lines for line in mine))
    ranks = places((total(mine),) for mine in lines)
    players = [
        {
            "name": name,
            "place": place,
            "total": total(mine),
            "scores": by_row(mine, rows),
            "lines": [*map(_coded, mine)],
        }
        for name, place, mine in zip(names, ranks, lines, strict=True)
    ]
    won = tuple(seat for seat, place in enumerate(ranks) if place == 1)
    return {
        "kind": "points",
        "game": slug,
        "facts": "",
        "practice": False,
        "complete": complete,
        "missing": [],
        "rows": rows,
        "players": players,
        "winners": [names[seat] for seat in won],
        "notes": [],
        "rests_on": [],
        "verdict": words("score.won" if len(won) == 1 else "score.shared", seats=won, n=total(lines[won[0]])),
    }


def _coded(line: ScoreLine) -> PointsLine:
    return {"row": line.row, "card": line.card, "points": line.points, "because": line.because}


def by_row(lines: Iterable[ScoreLine], rows: Iterable[str]) -> dict[str, int]:
    scores = dict.fromkeys(rows, 0)
    for line in lines:
        if line.points:
            scores[line.row] += line.points
    return scores


def total(lines: Iterable[ScoreLine]) -> int:
    return sum(line.points for line in lines)


def places(ranks: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """1 + the number of better ones, each; equal ranks share a place. Greater is better."""
    listed = tuple(ranks)
    return tuple(1 + sum(other > mine for other in listed) for mine in listed)
