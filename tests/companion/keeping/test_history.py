"""Filters, records, rivalries and players over past nights, worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.keeping.game_row import GameRow
from companion.keeping.history import Filter, PastNight, round_words, summary
from companion.keeping.records import PlayerRecord, Record, Rivalry, before_play, records, remarks, rivalries, standings
from rules.core.game import Setup
from rules.core.words import Words, words


def _night(
    ident: int,
    totals: dict[str, int],
    *,
    minutes: int = 40,
    year: int = 2026,
    practice: bool = False,
    complete: bool = True,
    ended: bool = True,
    game: str = "amul",
) -> PastNight:
    names = tuple(totals)
    players = [
        {"name": name, "place": 1 + sum(other > total for other in totals.values())}
        | ({"total": total} if game == "amul" else {"gems": total, "colours": total})
        for name, total in totals.items()
    ]
    winners = [player["name"] for player in players if player["place"] == 1]
    kind = "points" if game == "amul" else "race"
    result: dict[str, Any] = {"kind": kind, "players": players, "winners": winners, "complete": complete}
    setup = Setup(game, names, facts={"practice": practice})
    started = f"{year}-06-15T19:00:00+00:00"
    row = GameRow(ident, game, 1, setup, started, started if ended else None, result if ended else None, 9)
    return PastNight(row, minutes * 60_000)


FIRST = _night(1, {"Ada": 40, "Bo": 38, "Cy": 20}, minutes=55)
SECOND = _night(2, {"Ada": 31, "Bo": 31, "Dee": 44}, minutes=0)
THIRD = _night(3, {"Bo": 60, "Ada": 25, "Cy": 25, "Dee": 24}, year=2025)
PRACTICE = _night(4, {"Ada": 99, "Bo": 1, "Cy": 0}, practice=True)
UNFINISHED = _night(5, {"Ada": 200, "Bo": 1, "Cy": 0}, ended=False)
UNKNOWN = _night(6, {"Ada": 300, "Bo": 1, "Cy": 0}, complete=False)
RACE = _night(7, {"Ada": 8, "Bo": 5, "Cy": 4}, game="amulett", minutes=90)
ALL = (RACE, UNKNOWN, UNFINISHED, PRACTICE, THIRD, SECOND, FIRST)


def _ids(nights: Sequence[PastNight]) -> list[int]:
    return [night.row.id for night in nights]


@pytest.mark.parametrize(
    ("wanted", "listed", "counted"),
    [
        (Filter(), [7, 6, 5, 4, 3, 2, 1], [7, 3, 2, 1]),
        (Filter(game="amul"), [6, 5, 4, 3, 2, 1], [3, 2, 1]),
        (Filter(player="Dee"), [3, 2], [3, 2]),
        (Filter(players=4), [3], [3]),
        (Filter(year=2025), [3], [3]),
        (Filter(practice=True), [7, 6, 5, 4, 3, 2, 1], [7, 4, 3, 2, 1]),
        (Filter(game="amulett", year=2025), [], []),
    ],
)
def test_nights_are_filtered_and_only_some_of_them_count(wanted: Filter, listed: list[int], counted: list[int]) -> None:
    assert (_ids(wanted.listed(ALL)), _ids(wanted.counted(ALL))) == (listed, counted)


def _met(*winners: str) -> list[PastNight]:
    return [
        _night(10 + number, {name: 40 if name == winner else 30 for name in ("Ada", "Bo", "Cy")})
        for number, winner in enumerate(winners)
    ]


def test_before_a_game_close_rivals_are_named_and_nobody_is_humbled() -> None:
    names = ("Ada", "Bo")
    assert before_play(names, "amul", _met("Ada", "Bo", "Ada", "Bo", "Ada")) == (
        words("nights.before.leads", one="Ada", other="Bo", n=3, lost=2),
    )
    assert before_play(names, "amul", _met("Ada", "Bo", "Cy")) == (
        words("nights.before.even", one="Ada", other="Bo", n=1, lost=1),
    )
    assert before_play(names, "amul", _met("Ada", "Ada", "Ada")) == (words("nights.before.streak", name="Ada", n=3),), (
        "3 : 0 is no rivalry"
    )
    assert before_play(names, "amul", _met("Ada", "Bo")) == (), "they have not met often enough"
    assert before_play(names, "amulett", _met("Ada", "Bo", "Ada")) == ()
    assert before_play(("Ada",), "amul", [UNKNOWN, UNFINISHED]) == ()


def test_of_two_rivalries_the_closest_is_told_and_of_those_the_longest() -> None:
    """Ada and Bo 2 : 1 in three nights, Bo and Cy 2 : 2 in four, Ada and Cy 1 : 1 in two."""
    totals = [{"Ada": 9, "Bo": 5}, {"Ada": 9, "Bo": 5}, {"Bo": 9, "Ada": 5}]
    totals += [{"Bo": 9, "Cy": 5}, {"Cy": 9, "Bo": 5}] * 2
    totals += [{"Ada": 9, "Cy": 5}, {"Cy": 9, "Ada": 5}]
    nights = [_night(number, total) for number, total in enumerate(totals, 10)]
    said = before_play(("Ada", "Bo", "Cy"), "amul", nights)
    assert said == (words("nights.before.even", one="Bo", other="Cy", n=2, lost=2),)


def test_a_streak_is_told_where_it_is_earned() -> None:
    *before, tonight = _met("Bo", "Ada", "Ada", "Ada")
    assert words("nights.remark.streak", name="Ada", n=3) in remarks(tonight, before)
    earlier = remarks(before[-1], before[:-1])
    assert not any(said.key == "nights.remark.streak" for said in earlier), "two in a row are none"


def test_records_are_the_best_of_the_nights_that_count() -> None:
    assert records(Filter(game="amul").counted(ALL)) == (
        Record("most_points", 60, ("Bo",), 3),
        Record("closest", 2, ("Ada",), 1),
        Record("clearest", 35, ("Bo",), 3),
        Record("longest", 55, ("Ada",), 1),
        Record("shortest", 40, ("Bo",), 3),
        Record("most_wins", 1, ("Ada", "Bo", "Dee")),
    )


def test_the_closest_and_the_clearest_go_by_the_distance_and_not_by_the_name() -> None:
    nights = (_night(1, {"Ada": 50, "Bo": 20}), _night(2, {"Ada": 30, "Zoe": 31}))
    assert records(nights)[1:3] == (Record("closest", 1, ("Zoe",), 2), Record("clearest", 30, ("Ada",), 1))


@pytest.mark.parametrize(
    ("reached", "rounds", "said"),
    [
        (0, 9, words("nights.not_ended")),
        (4, 9, words("nights.in_round_of", n=4, of=9)),
        (9, 9, words("nights.in_round_of", n=9, of=9)),
        (4, 0, words("nights.in_round", n=4)),
    ],
)
def test_how_far_an_open_game_has_come(reached: int, rounds: int, said: Words) -> None:
    assert round_words(reached, rounds) == said


def test_made_up_values_set_records_only_when_that_is_wanted() -> None:
    assert records(Filter(practice=True).counted(ALL))[0] == Record("most_points", 99, ("Ada",), 4)


def test_a_race_has_no_records_of_points_and_nothing_has_none() -> None:
    assert [record.sort for record in records([RACE])] == ["longest", "shortest", "most_wins"]
    assert records([]) == ()


def test_players_are_counted_with_their_wins_and_points() -> None:
    table = standings(Filter(game="amul").counted(ALL))
    assert table[:2] == (PlayerRecord("Ada", 3, 1, 32, 40), PlayerRecord("Bo", 3, 1, 43, 60))
    assert table[2:] == (PlayerRecord("Dee", 2, 1, 34, 44), PlayerRecord("Cy", 2, 0, 22, 25))


def _least(ident: int, totals: dict[str, int]) -> PastNight:
    """A night in which the fewest points win."""
    night = _night(ident, {name: -total for name, total in totals.items()})
    assert night.row.result is not None
    players = [player | {"total": -player["total"]} for player in night.row.result["players"]]
    return replace(night, row=replace(night.row, result={**night.row.result, "players": players, "least": True}))


def test_the_fewest_points_are_best_where_they_win() -> None:
    nights = (_least(1, {"Ada": 30, "Bo": 12, "Cy": 90}), _least(2, {"Ada": 25, "Bo": 31, "Cy": 60}))
    assert [night.winners for night in nights] == [("Bo",), ("Ada",)]
    assert records(nights)[:3] == (
        Record("fewest_points", 12, ("Bo",), 1),
        Record("closest", 6, ("Ada",), 2),
        Record("clearest", 18, ("Bo",), 1),
    )
    assert standings(nights)[0] == PlayerRecord("Ada", 2, 1, 28, 25)
    tonight = _least(3, {"Ada": 50, "Bo": 11, "Cy": 70})
    assert remarks(tonight, nights)[0] == words("nights.remark.fewest", name="Bo", n=11)
    own = _least(3, {"Ada": 20, "Bo": 80, "Cy": 70})
    assert remarks(own, nights)[0] == words("nights.remark.best_fewest", name="Ada")


def test_rivalries_count_places_in_nights_both_played() -> None:
    met = {(pair.one, pair.other): pair for pair in rivalries(Filter(game="amul").counted(ALL))}
    assert met["Ada", "Bo"] == Rivalry("Ada", "Bo", 1, 1, 1)  # 40:38, 31:31, 25:60
    assert met["Ada", "Cy"] == Rivalry("Ada", "Cy", 1, 0, 1)
    assert met["Dee", "Bo"] if ("Dee", "Bo") in met else met["Bo", "Dee"] == Rivalry("Bo", "Dee", 1, 1, 0)
    assert met["Ada", "Bo"].of("Bo") == Rivalry("Bo", "Ada", 1, 1, 1)
    assert ("Cy", "Dee") in met


def test_tonight_is_measured_by_the_nights_before() -> None:
    best = _night(8, {"Ada": 61, "Bo": 50, "Cy": 3})
    assert remarks(best, ALL)[0] == words("nights.remark.most", name="Ada", n=61)
    own = _night(8, {"Ada": 41, "Bo": 50, "Cy": 3})
    assert words("nights.remark.best", name="Ada") in remarks(own, ALL)
    close = _night(8, {"Ada": 30, "Bo": 31, "Cy": 3})
    assert remarks(close, ALL)[0] == words("nights.remark.closest", n=1)
    assert remarks(close, ALL)[1] == words("nights.remark.rivals", one="Bo", other="Ada", n=2, lost=1)


def test_nothing_is_remarkable_about_a_first_night_or_made_up_values() -> None:
    assert remarks(FIRST, ALL) == ()
    assert remarks(PRACTICE, ALL) == ()


def test_a_night_in_plain_values() -> None:
    assert summary(FIRST) == {
        "id": 1,
        "game": "amul",
        "started": "2026-06-15T19:00:00+00:00",
        "ended": "2026-06-15T19:00:00+00:00",
        "minutes": 55,
        "players": ["Ada", "Bo", "Cy"],
        "winners": ["Ada"],
        "entries": 9,
        "practice": False,
        "complete": True,
        "left": False,
    }
    assert [summary(night)["complete"] for night in (UNFINISHED, UNKNOWN, RACE)] == [False, False, True]
    assert summary(SECOND)["minutes"] is None
