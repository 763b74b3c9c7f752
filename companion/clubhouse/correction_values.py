"""Corrections as plain values, to the file and from the page. The names of their kinds are part of the file format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import date
from typing import Any

from companion.club.read_messages import LARGEST_NUMBER, MOST_PLAYERS, read_points
from companion.clubhouse.person_values import LONGEST_ID, PERSON_READERS, PERSON_SORTS, read_name
from companion.clubhouse.result_corrections import (
    Change,
    CorrectionUndone,
    PlayerHidden,
    PlayerRenamed,
    ResultAmended,
    ResultVoided,
    RulesChosen,
)
from companion.clubhouse.seating.tonight import SeatingChange
from companion.clubhouse.seating.values import SEATING_READERS, SEATING_SORTS, seating_values
from companion.clubhouse.standings import COUNTS, UNITS, Rules
from companion.clubhouse.written_results import ResultEntered, ResultSet, read_entered, read_set
from companion.moments import check_year
from rules.core.errors import InvalidValue, expect
from rules.core.values import any_text, choice, keyed, listed, maybe_text, text, truth, whole, wrong

MOST_BEST = 1000
MOST_KEYS = 20

SORTS: Mapping[type[Change], str] = {
    ResultVoided: "void",
    ResultAmended: "amend",
    ResultSet: "set",
    ResultEntered: "enter",
    PlayerRenamed: "rename",
    PlayerHidden: "hide",
    RulesChosen: "choose",
    CorrectionUndone: "takeback",
    **PERSON_SORTS,
    **SEATING_SORTS,
}


def values_of(change: Change) -> dict[str, Any]:
    """The inverse of ``read_change``."""
    sort = SORTS[type(change)]
    if isinstance(change, RulesChosen):
        since = change.rules.since
        return {"sort": sort, **asdict(change.rules), "since": None if since is None else since.isoformat()}
    if isinstance(change, SeatingChange):
        return {"sort": sort, **seating_values(change)}
    return {"sort": sort, **asdict(change)}


def read_change(values: Mapping[str, Any]) -> Change:
    """Raises ``InvalidValue`` if the values are not a change."""
    found = keyed(values, "", MOST_KEYS)
    return _READERS[choice(found.get("sort"), "sort", tuple(_READERS))](found)


def _voided(values: Mapping[str, Any]) -> Change:
    return ResultVoided(_game(values), truth(values.get("on"), "on"))


def _amended(values: Mapping[str, Any]) -> Change:
    found = values.get("points")
    return ResultAmended(
        _game(values),
        read_name(values, "name"),
        whole(values.get("place"), "place", 1, MOST_PLAYERS),
        None if found is None else read_points(found, "points"),
    )


def _renamed(values: Mapping[str, Any]) -> Change:
    game = maybe_text(values.get("game"), "game", LONGEST_ID)
    return PlayerRenamed(read_name(values, "name"), read_name(values, "to"), game)


def _hidden(values: Mapping[str, Any]) -> Change:
    return PlayerHidden(read_name(values, "name"), truth(values.get("on"), "on"))


def _chosen(values: Mapping[str, Any]) -> Change:
    places = listed(values.get("places", ()), "places", 0, MOST_PLAYERS)
    return RulesChosen(
        Rules(
            count=choice(values.get("count"), "count", COUNTS),
            slug=maybe_text(values.get("slug"), "slug", LONGEST_ID),
            best=whole(values.get("best", 0), "best", 0, MOST_BEST),
            places=tuple(whole(one, "places", 0, MOST_BEST) for one in places),
            since=_day(values.get("since")),
            practice=truth(values.get("practice", False), "practice"),
            of=choice(values.get("of", "games"), "of", UNITS),
        )
    )


def _undone(values: Mapping[str, Any]) -> Change:
    return CorrectionUndone(whole(values.get("number"), "number", 1, LARGEST_NUMBER))


_READERS: Mapping[str, Callable[[Mapping[str, Any]], Change]] = {
    SORTS[ResultVoided]: _voided,
    SORTS[ResultAmended]: _amended,
    SORTS[ResultSet]: read_set,
    SORTS[ResultEntered]: read_entered,
    SORTS[PlayerRenamed]: _renamed,
    SORTS[PlayerHidden]: _hidden,
    SORTS[RulesChosen]: _chosen,
    SORTS[CorrectionUndone]: _undone,
    **PERSON_READERS,
    **SEATING_READERS,
}


def _game(values: Mapping[str, Any]) -> str:
    return text(values.get("game"), "game", LONGEST_ID)


def _day(value: object) -> date | None:
    if value is None or value == "":
        return None
    try:
        day = date.fromisoformat(any_text(value, "since", LONGEST_ID))
        check_year(day)
    except InvalidValue:
        raise
    except ValueError as error:
        raise wrong("since", expect("day"), value) from error
    return day
