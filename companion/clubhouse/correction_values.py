"""Corrections as plain values, to the file and from the page. The names of their kinds are part of the file format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import date
from typing import Any

from companion.club.read_messages import LARGEST_NUMBER, MOST_PLAYERS, read_points
from companion.clubhouse.person_values import PERSON_READERS, PERSON_SORTS
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
from rules.core.players import LONGEST_NAME
from rules.core.values import any_text, choice, keyed, listed, text, truth, whole, wrong

MOST_BEST = 1000
LONGEST_ID = 60
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
        _name(values, "name"),
        whole(values.get("place"), "place", 1, MOST_PLAYERS),
        None if found is None else read_points(found, "points"),
    )


def _renamed(values: Mapping[str, Any]) -> Change:
    game = values.get("game", "")
    return PlayerRenamed(_name(values, "name"), _name(values, "to"), _game(values) if game else "")


def _hidden(values: Mapping[str, Any]) -> Change:
    return PlayerHidden(_name(values, "name"), truth(values.get("on"), "on"))


def _chosen(values: Mapping[str, Any]) -> Change:
    count = choice(values.get("count"), "count", COUNTS)
    unit = choice(values.get("of", "games"), "of", UNITS)
    slug = values.get("slug", "")
    places = listed(values.get("places", ()), "places", 0, MOST_PLAYERS)
    return RulesChosen(
        Rules(
            count=next(one for one in COUNTS if one == count),
            slug=text(slug, "slug", LONGEST_ID) if slug else "",
            best=whole(values.get("best", 0), "best", 0, MOST_BEST),
            places=tuple(whole(one, "places", 0, MOST_BEST) for one in places),
            since=_day(values.get("since")),
            practice=truth(values.get("practice", False), "practice"),
            of=next(one for one in UNITS if one == unit),
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


def _name(values: Mapping[str, Any], key: str) -> str:
    found = text(values.get(key), key, LONGEST_NAME)
    return text(found.strip(), key, LONGEST_NAME)


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
