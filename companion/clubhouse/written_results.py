"""Results as the host writes them: a reported one set right as a whole, or one of a table that has no box. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.club.messages import GameResult, ResultPlayer
from companion.club.read_messages import LONGEST_TEXT, MOST_PLAYERS, read_points
from companion.club.topics import GAME
from companion.clubhouse.person_values import read_name
from companion.language.folders import languages
from companion.language.names import name_key
from companion.language.wording import Trouble
from companion.moments import read_moment
from rules.core.errors import expect
from rules.core.players import LONGEST_NAME
from rules.core.values import any_text, keyed, listed, maybe_text, truth, whole, wrong
from rules.core.words import words

OWN_GAME = "hand-"  # begins the slug of a game that the host has named


@dataclass(frozen=True, slots=True)
class WrittenPlayer:
    """``was``: the name as the box has it; for a result entered by hand the same as ``name``."""

    was: str
    name: str
    place: int
    points: float | None = None


@dataclass(frozen=True, slots=True)
class ResultSet:
    """Replaces names, places and points of a whole result."""

    game: str
    players: tuple[WrittenPlayer, ...]


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """A result that no box has reported. ``game``: made by the page, so that what is sent twice is kept once."""

    game: str
    slug: str
    title: str
    table: str
    ended: str
    players: tuple[WrittenPlayer, ...]
    least: bool = False


def heard_of(entered: ResultEntered) -> GameResult:
    """As if a box had reported it."""
    ended = read_moment(entered.ended)
    has_points = all(one.points is not None for one in entered.players)
    players = tuple(ResultPlayer(one.name, one.place, one.place == 1, one.points) for one in entered.players)
    return GameResult(
        game=entered.game,
        slug=entered.slug,
        table=entered.table,
        began=ended,
        ended=ended,
        entries=0,
        practice=False,
        kind="points" if has_points else "places",
        players=players,
        title=dict.fromkeys(languages(), entered.title) if entered.title else {},
        least=entered.least,
    )


def with_set(result: GameResult, change: ResultSet | None) -> GameResult:
    """Winners follow places; where no place has changed, they stay as the game has them (a game may have none)."""
    if change is None:
        return result
    written = {one.was: one for one in change.players}
    if set(written) != {one.name for one in result.players}:  # the box has said it anew since, with other players
        return result
    is_same = all(written[one.name].place == one.place for one in result.players)
    return replace(result, players=tuple(_written(one, written[one.name], keep=is_same) for one in result.players))


def mark_of(result: GameResult) -> str:
    """Another one as soon as names, places or points are others: a form that was open meanwhile is refused."""
    shown = [(one.name, one.place, one.points) for one in result.players]
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:12]


def _written(player: ResultPlayer, to: WrittenPlayer, *, keep: bool) -> ResultPlayer:
    return replace(player, name=to.name, place=to.place, points=to.points, won=player.won if keep else to.place == 1)


# Reading, from the page and from the file.


def read_set(values: Mapping[str, Any]) -> ResultSet:
    return ResultSet(
        read_game(values), _players(values.get("players"), least=truth(values.get("least", False), "least"))
    )


def read_entered(values: Mapping[str, Any]) -> ResultEntered:
    title = any_text(values.get("title", ""), "title", LONGEST_TEXT).strip()
    slug = any_text(values.get("slug", ""), "slug", LONGEST_NAME)
    if not slug and not title:
        raise Trouble(words("clubhouse.trouble.which_game"))
    least = truth(values.get("least", False), "least")
    return ResultEntered(
        game=read_game(values),
        slug=slug or own_slug(title),
        title=maybe_text(title, "title", LONGEST_TEXT),
        table=read_name(values, "table"),
        ended=_moment(values.get("ended")),
        players=_players(values.get("players"), least=least),
        least=least,
    )


def own_slug(title: str) -> str:
    return OWN_GAME + hashlib.sha256(name_key(title).encode()).hexdigest()[:12]


def read_game(values: Mapping[str, Any]) -> str:
    found = values.get("game")
    if not isinstance(found, str) or GAME.fullmatch(found) is None:
        raise wrong("game", expect("game_id"), found)
    return found


def _moment(value: object) -> str:
    found = any_text(value, "ended", LONGEST_NAME)
    try:
        read_moment(found)
    except ValueError as error:
        raise wrong("ended", expect("day"), value) from error
    return found


def _players(value: object, *, least: bool) -> tuple[WrittenPlayer, ...]:
    found = [keyed(one, "players", MOST_PLAYERS) for one in listed(value, "players", 1, MOST_PLAYERS)]
    names = [read_name(one, "name") for one in found]
    was = [read_name(one, "was") if one.get("was") else name for one, name in zip(found, names, strict=True)]
    for every in (names, was):
        if twice := sorted({name for name in every if sum(name_key(name) == name_key(one) for one in every) > 1}):
            raise Trouble(words("clubhouse.trouble.twice", name=twice[0]))
    points = [None if one.get("points") in (None, "") else read_points(one["points"], "points") for one in found]
    ranked = _places([one.get("place") for one in found], points, least=least)
    return tuple(map(WrittenPlayer, was, names, ranked, points))


def _places(written: Sequence[object], points: Sequence[float | None], *, least: bool) -> list[int]:
    """As written, if they can be; by points, if no place is written."""
    if all(one in (None, "") for one in written):
        known = [one for one in points if one is not None]
        if len(known) < len(points):
            raise Trouble(words("clubhouse.trouble.place_or_points"))
        return _ranks(-one if least else one for one in known)
    if any(one in (None, "") for one in written):
        raise Trouble(words("clubhouse.trouble.place_or_points"))
    found = [whole(one, "place", 1, MOST_PLAYERS) for one in written]
    if found != legal_places(found):
        raise Trouble(words("clubhouse.trouble.places", places=_line(found), legal=_line(legal_places(found))))
    return found


def legal_places(found: Sequence[int]) -> list[int]:
    """The same order with places that can be: the best is first, and after a shared place as many are left out."""
    return _ranks(-one for one in found)


def _ranks(figures: Iterable[float]) -> list[int]:
    listed = list(figures)
    return [1 + sum(other > mine for other in listed) for mine in listed]


def _line(found: Sequence[int]) -> str:
    return ", ".join(map(str, sorted(found)))
