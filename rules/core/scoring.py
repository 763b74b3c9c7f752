"""The end of a game as a table: points in rows, or a race and how far each player came. And points as lines.

A score names its ``kind``, so that it can be shown without knowing the game. Its sentences are ``Words``; in a kept
result they are text. What is unknown counts as zero and is marked. Until the score is complete nobody has won, and
places mean nothing (``has_ranks``); the players may still decide to leave it open (``is_settled``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NotRequired, TypeAlias, TypedDict, TypeVar, cast

from rules.core.origins import Grounds
from rules.core.words import Value, Words, words

Sentence: TypeAlias = Words | str
DECIMALS = 4  # of points, at most


class PlayerScore(TypedDict):
    """What every score says about a player. ``unknown``: figures of the game that are only partly known."""

    name: str
    place: int
    unknown: NotRequired[list[str]]


class PointsLine(TypedDict):
    """A ``ScoreLine`` as JSON values. ``told``: points given by hand. ``origin``: where the card's power is known from.

    ``unknown``: the points may still change, because something is unknown.
    """

    row: str
    card: str | None
    points: float
    because: Sentence
    told: NotRequired[bool]
    unknown: NotRequired[bool]
    origin: NotRequired[str]


class PointsPlayer(PlayerScore):
    """Points may have decimals. ``rounds``: what each round brought; None: unknown."""

    scores: dict[str, float]  # by row
    total: float
    lines: list[PointsLine]
    rounds: NotRequired[list[float | None]]


class RacePlayer(PlayerScore):
    """``line`` says how far this player came, beside the game's own figures."""

    line: Sentence


P = TypeVar("P")


class _ScoreOf(TypedDict, Generic[P]):
    game: str
    facts: str
    practice: bool
    complete: bool
    missing: list[str]  # facts by their path
    unknown: NotRequired[list[Sentence]]  # the cards they are about, by name
    left: NotRequired[bool]  # not complete, but the players leave it open
    early: NotRequired[Sentence]  # who had to go: it is left open because it was not played to the end
    players: list[P]  # by seat
    winners: list[str]  # empty until the score is complete
    notes: list[Sentence]
    rests_on: list[Grounds]
    least: NotRequired[bool]  # the fewest points win
    verdict: NotRequired[Sentence]  # who won and by which rule; missing while nobody has


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


def totals_of(score: Score) -> tuple[float, ...]:
    """Everybody's points by seat; empty for a race."""
    return tuple(player["total"] for player in score["players"]) if score["kind"] == "points" else ()


def added(points: Iterable[float]) -> float:
    """The sum; where a game has parts of points, without what binary fractions make of them."""
    total = round(sum(points), DECIMALS)
    return int(total) if total == int(total) else total


def is_settled(score: Score) -> bool:
    """Whether the players are done with it: nothing is unknown, or they leave it open."""
    return bool(score.get("complete") or score.get("left"))


def has_ranks(score: Score) -> bool:
    """Whether there are winners and places: what is still unknown may change them."""
    return bool(score.get("complete"))


def is_open(score: Score) -> bool:
    """Whether something is unknown, now or for good: then nobody has a rank, not even so far."""
    return not has_ranks(score) and bool(score["missing"] or score.get("left"))


def ranked_seats(score: Score) -> tuple[int, ...]:
    """The best first; of an open count as they sit."""
    seats = range(len(score["players"]))
    return tuple(sorted(seats, key=lambda seat: score["players"][seat]["place"]) if has_ranks(score) else seats)


def rank_text(score: Score, player: PlayerScore) -> str:
    """``1. Ada``; of an open count the name alone."""
    return f"{player['place']}. {player['name']}" if has_ranks(score) else player["name"]


def winning_seats(score: Score) -> tuple[int, ...]:
    """Who has won; nobody while the count is open."""
    if not has_ranks(score):
        return ()
    if score["kind"] == "points":
        return tuple(seat for seat, player in enumerate(score["players"]) if player["place"] == 1)
    return tuple(seat for seat, player in enumerate(score["players"]) if player["name"] in score["winners"])


def left_so(score: Score) -> Score:
    """The incomplete score as the players leave it: open, without a winner."""
    return score if score["complete"] else cast("Score", {**not_over(score), "left": True})


def stopped_early(score: Score, seat: int) -> Score:
    """Somebody had to go: the score as it stands, without a winner, and why."""
    return cast("Score", {**not_over(score), "left": True, "early": words("score.early", seat=seat)})


def not_over(score: Score) -> Score:
    """The score of a table that was not told completely: nobody has won."""
    so_far = cast("Score", {**score, "complete": False, "winners": []})
    so_far.pop("verdict", None)
    return so_far


def is_unknown(player: PointsPlayer, row: str | None = None) -> bool:
    """Whether a player's points, or those of one row, are only partly known."""
    return any(line.get("unknown") for line in player["lines"] if row in (None, line["row"]))


def rows_of(score: PointsScore) -> list[str]:
    """The rows of the pad, including rows where points are expected but unknown."""
    lines = (line for player in score["players"] for line in player["lines"])
    return list(dict.fromkeys((*score["rows"], *(line["row"] for line in lines if line.get("unknown")))))


def figure(number: float, *, unknown: bool, mark: str = ".") -> str:
    """``12``; ``12?`` if it may still change; ``?`` if nothing is known. ``mark``: before decimals."""
    text = str(number).replace(".", mark)
    if not unknown:
        return text
    return f"{text}?" if number else "?"


_NO_FIGURES = ("name", "place", "line", "unknown")


def race_line(slug: str, figures: Mapping[str, Value]) -> Words:
    """How far a player came in a race, for the ``line``: the game's text ``<slug>.standing`` with its figures.

    The first figure chooses between singular and plural.
    """
    return Words(f"{slug}.standing", {**figures, "n": next(iter(figures.values()), None)})


def with_kind(kept: Mapping[str, Any]) -> Score:
    """A kept result in today's form; one from before scores named their kind is recognised by its rows.

    Kept results are settled. Older releases kept winners of open counts too: those are left out.
    """
    blank = {"facts": "", "practice": False, "missing": [], "winners": [], "notes": [], "rests_on": []}
    kind = kept.get("kind") or ("points" if "rows" in kept else "race")
    players = kept.get("players", [])
    if kind == "race":
        players = [_with_line(str(kept.get("game", "")), player) for player in players]
    score = cast("Score", {**blank, "complete": True, **kept, "kind": kind, "players": players})
    return left_so(score)


def _with_line(slug: str, player: Mapping[str, Any]) -> dict[str, Any]:
    figures = {name: value for name, value in player.items() if name not in _NO_FIGURES}
    return {"line": race_line(slug, figures), **player}


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """``card`` is None for points that no single card earned (a majority); ``told`` marks points given by hand.

    ``unknown``: the points are only partly known.
    """

    row: str
    card: str | None
    points: int
    because: Words
    told: bool = False
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class TieBreak:
    """What parts players with equal points: a figure for each seat, more is better. ``key``: its text, with ``n``."""

    key: str
    figures: tuple[int, ...]


def points_score(
    slug: str,
    names: Sequence[str],
    lines: Sequence[Sequence[ScoreLine]],
    *,
    complete: bool,
    tie_break: TieBreak | None = None,
) -> PointsScore:
    """The whole score from everybody's lines, for a game without facts. Most points win; rows keep their order.

    Before it is ``complete`` nobody has won. The verdict says what parted the best, if something did.
    """
    rows = list(dict.fromkeys(line.row for mine in lines for line in mine))
    totals = tuple(map(total, lines))
    ranks = places(zip(totals, tie_break.figures if tie_break is not None else (0,) * len(totals), strict=True))
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
    score: PointsScore = {
        "kind": "points",
        "game": slug,
        "facts": "",
        "practice": False,
        "complete": complete,
        "missing": [],
        "rows": rows,
        "players": players,
        "winners": [names[seat] for seat in won] if complete else [],
        "notes": [],
        "rests_on": [],
    }
    if complete:
        score["verdict"] = _verdict(totals, won, tie_break)
    return score


def _verdict(totals: Sequence[int], won: tuple[int, ...], tie_break: TieBreak | None) -> Words:
    best = totals[won[0]]
    if tie_break is not None and totals.count(best) > len(won):
        why = words(tie_break.key, n=tie_break.figures[won[0]])
        key = "score.parted" if len(won) == 1 else "score.parted_shared"
        return words(key, seats=won, n=best, why=why)
    return words("score.won" if len(won) == 1 else "score.shared", seats=won, n=best)


def _coded(line: ScoreLine) -> PointsLine:
    coded: PointsLine = {"row": line.row, "card": line.card, "points": line.points, "because": line.because}
    return {**coded, "unknown": True} if line.unknown else coded


def by_row(lines: Iterable[ScoreLine], rows: Iterable[str]) -> dict[str, int]:
    scores = dict.fromkeys(rows, 0)
    for line in lines:
        if line.points:
            scores[line.row] += line.points
    return scores


def total(lines: Iterable[ScoreLine]) -> int:
    return sum(line.points for line in lines)


def places(ranks: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """For each, 1 + how many are better; equal ranks share a place. Greater is better."""
    listed = tuple(ranks)
    return tuple(1 + sum(other > mine for other in listed) for mine in listed)
