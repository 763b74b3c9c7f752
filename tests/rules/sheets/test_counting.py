"""Every key and function of the format: a table in, a literal answer out, worked by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from companion.sheets.scored import as_json
from rules.core.words import words
from rules.sheets.checking import parse_sheet
from rules.sheets.counting import count
from rules.sheets.model import Sheet
from rules.sheets.result import Cell, Count
from rules.sheets.table import ToldPlayer, ToldTable
from rules.sheets.telling import parse_table
from tests.rules.sheets.tables import sheet

NAMES = ("Ada", "Bo", "Cy", "Dee")


def sheet_of(*rows: Mapping[str, Any], **keys: Any) -> Sheet:
    named = [{"name": row["id"], **row} for row in rows]
    return parse_sheet({"format": 1, "id": "game", "name": "Game", **keys, "rows": named})


def counted(sheet: Sheet, *players: Mapping[str, Any]) -> Count:
    table = {"players": [{"name": name, **player} for name, player in zip(NAMES, players, strict=False)]}
    return count(sheet, parse_table(table, sheet))


def at_end(sheet: Sheet, *ends: Mapping[str, Any]) -> Count:
    return counted(sheet, *({"end": end} for end in ends))


def in_rounds(sheet: Sheet, *players: Sequence[Mapping[str, Any]]) -> Count:
    return counted(sheet, *({"rounds": rounds} for rounds in players))


def totals(result: Count) -> list[Any]:
    return [player.total for player in result.players]


def row_points(result: Count, row: str) -> list[Any]:
    return [player.rows[row] for player in result.players]


TRICKS = sheet_of(
    {"id": "bid", "range": [0, 20], "points": "0"},
    {"id": "took", "range": [0, 20], "points": "if(took == bid, 20 + 10 * took, -10 * abs(took - bid))"},
    players=[2, 6],
    rounds=3,
    ties=["took"],
)


def formula(text: str, *said: Any, **more: Any) -> list[Any]:
    """What a formula gives players who said these numbers in row ``a``."""
    sheet = sheet_of({"id": "a", "points": "0"}, {"id": "f", "ask": "none", "points": text}, **more)
    return row_points(at_end(sheet, *({} if number is None else {"a": number} for number in said)), "f")


# One row


@pytest.mark.parametrize(
    ("row", "number", "points"),
    [
        ({}, 7, 7),
        ({}, -3, -3),
        ({}, 0.1, Fraction(1, 10)),
        ({"worth": 2}, 4, 8),
        ({"worth": -1}, 4, -4),
        ({"worth": 0.5}, 3, Fraction(3, 2)),
        ({"worth": 0.5}, 4, 2),
        ({"ask": "yes"}, True, 1),
        ({"ask": "yes"}, False, 0),
        ({"ask": "yes", "worth": 5}, True, 5),
        ({"steps": [0, 1, 3, 6, 10]}, 0, 0),
        ({"steps": [0, 1, 3, 6, 10]}, 3, 6),
        ({"steps": [0, 1, 3, 6, 10]}, 9, 10),
        ({"steps": [0, 1, 3, 6, 10], "beyond": 5}, 4, 10),
        ({"steps": [0, 1, 3, 6, 10], "beyond": 5}, 6, 20),
        ({"steps": [0, 0.5], "beyond": 0.25}, 3, 1),
        ({"steps": [2, 1], "beyond": 3, "range": [0, 9999]}, 9999, 29995),
        ({"points": "a * a"}, 5, 25),
    ],
)
def test_what_a_row_is_worth(row: Mapping[str, Any], number: Any, points: Any) -> None:
    result = at_end(sheet_of({"id": "a", **row}), {"a": number}, {"a": 0})
    assert result.players[0].total == points
    assert type(result.players[0].total) is type(points)


@pytest.mark.parametrize(
    ("places", "numbers", "points"),
    [
        ({}, [5, 3, 9], [3, 1, 5]),
        ({}, [5, 3, 9, 1], [3, 1, 5, 0]),
        ({"places_of": "least"}, [5, 3, 9], [3, 5, 1]),
        ({"needs": 4}, [5, 3, 9], [3, 0, 5]),
        ({"needs": 1}, [0, 0, 0], [0, 0, 0]),
        ({"places_of": "least", "needs": 4}, [5, 3, 9], [5, 0, 3]),
        ({"tied": "full"}, [5, 5, 1], [5, 5, 1]),
        ({"tied": "share"}, [5, 5, 1], [4, 4, 1]),
        ({"tied": "share"}, [5, 1, 1], [5, 2, 2]),
        ({"tied": "share"}, [7, 7, 7, 7], [Fraction(9, 4)] * 4),
        ({"tied": "down"}, [7, 7, 7, 7], [2] * 4),
        ({"tied": "lower"}, [5, 5, 1], [3, 3, 1]),
        ({"tied": "lower"}, [7, 7, 7, 7], [0] * 4),
        ({"tied": "none"}, [5, 5, 1], [0, 0, 1]),
        ({"tied": "none"}, [5, 3, 3], [5, 0, 0]),
    ],
)
def test_places(places: Mapping[str, Any], numbers: Sequence[int], points: Sequence[Any]) -> None:
    sheet = sheet_of({"id": "a", "places": [5, 3, 1], **places})
    assert totals(at_end(sheet, *({"a": number} for number in numbers))) == points


def test_shared_places_below_zero_are_rounded_down() -> None:
    sheet = sheet_of({"id": "a", "places": [0, -3], "tied": "down"})
    assert totals(at_end(sheet, {"a": 1}, {"a": 1})) == [-2, -2]


# Formulas


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("10 - 4 - 3", 3),
        ("0.1 + 0.2", Fraction(3, 10)),
        ("0.1 + 0.2 == 0.3", 1),
        ("10 / 4", Fraction(5, 2)),
        ("10 / 3 * 3", 10),
        ("-7 // 2", -4),
        ("7 // -2", -4),
        ("-7 % 3", 2),
        ("7 % -3", -2),
        ("7.5 % 2", Fraction(3, 2)),
        ("7.5 // 2", 3),
        ("-a", -6),
        ("--a", 6),
        ("2 - -a", 8),
        ("1 == 1", 1),
        ("1 != 1", 0),
        ("a < 6", 0),
        ("a <= 6", 1),
        ("a > 5", 1),
        ("a >= 7", 0),
        ("(a > 5) + (a > 4)", 2),
        ("a > 5 and a < 7", 1),
        ("a < 5 or a > 5", 1),
        ("a and 2", 1),
        ("0 or 0.5", 1),
        ("not a", 0),
        ("not 0 and 1", 1),
        ("not (0 and 1)", 1),
        ("min(3, a, 2)", 2),
        ("max(3, a, 2)", 6),
        ("max(a)", 6),
        ("abs(2 - a)", 4),
        ("floor(2.5)", 2),
        ("floor(-2.5)", -3),
        ("ceil(2.5)", 3),
        ("ceil(-2.5)", -2),
        ("ceil(a)", 6),
        ("if(a > 3, 10, 20)", 10),
        ("if(a < 3, 10, 20)", 20),
        ("if(0.5, 1, 2)", 1),
        ("if(a == 0, 0, 12 / a)", 2),
        ("if(1, if(0, 1, 2), 3)", 2),
        ("players", 2),
        ("a * players + 1", 13),
        ("total(a)", 10),
        ("most(a)", 6),
        ("least(a)", 4),
        ("rank(a)", 1),
        ("others(a)", 4),
        ("pts(a)", 0),
        ("1000000000", 10**9),
    ],
)
def test_formulas(text: str, points: Any) -> None:
    found = formula(text, 6, 4)[0]
    assert found == points
    assert type(found) is type(points)


def test_among_all_players() -> None:
    assert formula("rank(a)", 5, 9, 5, 1) == [2, 1, 2, 4]
    assert formula("others(a)", 5, 9, 5, 1) == [15, 11, 15, 19]


def test_a_row_that_asks_nothing_stands_for_its_points() -> None:
    sheet = sheet_of(
        {"id": "twice", "ask": "none", "points": "2 * a"},
        {"id": "a", "worth": 10},
        {"id": "f", "ask": "none", "points": "twice + pts(a) + most(twice)"},
    )
    result = at_end(sheet, {"a": 3}, {"a": 1})
    assert row_points(result, "f") == [6 + 30 + 6, 2 + 10 + 6]
    assert totals(result) == [6 + 30 + 42, 2 + 10 + 18]


# Rounds


def test_the_example_of_the_format() -> None:
    result = in_rounds(TRICKS, [{"bid": 1, "took": 1}, {"bid": 0, "took": 2}])
    (linda,) = result.players
    assert (linda.total, linda.place, linda.rows, linda.rounds) == (10, 1, {"bid": 0, "took": 10}, (30, -20))
    assert (result.complete, result.winners, result.unknown) == (False, (), ())


def test_names_in_rounds_and_at_the_end() -> None:
    sheet = sheet_of(
        {"id": "a"},
        {"id": "so_far", "ask": "none", "points": "sum(a) * 100"},
        {"id": "here", "ask": "none", "points": "round * 10 + most(a) + pts(a) * 0"},
        {
            "id": "end",
            "when": "end",
            "ask": "none",
            "points": "sum(a) + pts(here) + rank(a) * 1000 + total(a) + rounds",
        },
        rounds=2,
    )
    result = in_rounds(sheet, [{"a": 1}, {"a": 5}], [{"a": 2}, {"a": 2}])
    assert row_points(result, "so_far") == [100 + 600, 200 + 400]
    assert row_points(result, "here") == [12 + 25, 12 + 25]
    assert row_points(result, "end") == [6 + 37 + 1000 + 10 + 2, 4 + 37 + 2000 + 10 + 2]
    assert result.players[0].rounds == (1 + 100 + 12, 5 + 600 + 25)
    assert result.complete


def test_rounds_by_players() -> None:
    sheet = sheet_of({"id": "a"}, players=[2, 3], rounds={"2": 2, "3": 1})
    one, two = [{"a": 1}], [{"a": 1}, {"a": 2}]
    assert not in_rounds(sheet, one, one).complete
    assert in_rounds(sheet, two, two).complete
    assert in_rounds(sheet, one, one, one).complete


def test_open_rounds_are_complete_after_each_whole_one() -> None:
    sheet = sheet_of({"id": "a"}, rounds="open")
    assert not in_rounds(sheet, [], []).complete
    result = in_rounds(sheet, [{"a": 1}], [{"a": 2}])
    assert (result.complete, result.is_over, result.winners) == (True, False, (1,))
    assert not in_rounds(sheet, [{"a": 1}], [{}]).complete


def test_until_ends_after_the_round_that_reaches_it() -> None:
    sheet = sheet_of({"id": "a"}, rounds=99, until=10, win="least")
    assert not in_rounds(sheet, [{"a": 9}], [{"a": 1}]).is_over
    result = in_rounds(sheet, [{"a": 9}, {"a": 1}], [{"a": 1}, {"a": 3}])
    assert (result.is_over, result.complete, result.winners) == (True, True, (1,))
    below = sheet_of({"id": "a"}, rounds="open", until=-10)
    assert in_rounds(below, [{"a": -10}], [{"a": 1}]).is_over


# Unknown


def test_what_was_not_said_is_unknown() -> None:
    result = at_end(sheet_of({"id": "a"}, {"id": "b"}), {"a": 1, "b": 2}, {"a": 9})
    assert totals(result) == [3, None]
    assert [player.place for player in result.players] == [1, None]
    assert result.unknown == result.unsaid == (Cell(1, "b"),)
    assert (result.complete, result.winners) == (False, ())
    assert result.players[1].rows == {"a": 9, "b": None}


def test_only_what_is_needed_must_be_known() -> None:
    result = in_rounds(TRICKS, [{"took": 1}], [{"bid": 1}])
    assert result.unknown == (Cell(0, "took", 1), Cell(1, "took", 1))
    assert result.unsaid == (Cell(0, "bid", 1), Cell(1, "took", 1))
    assert formula("if(1, 5, a)", None, None) == [5, 5]
    assert formula("if(0, 5, a)", None, 1) == [None, 1]
    assert formula("if(a, 1, 1)", None, 1) == [None, 1]
    assert formula("0 * a", None, 1) == [None, 0]
    assert formula("0 and a", None, 1) == [None, 0]
    assert formula("total(a)", None, 1) == [None, None]
    assert formula("others(a)", None, 1) == [1, None]


def test_a_round_that_others_have_begun_is_unknown_and_one_to_come_is_not() -> None:
    result = in_rounds(sheet_of({"id": "a"}, rounds=5), [{"a": 1}, {"a": 2}], [{"a": 4}])
    assert [player.rounds for player in result.players] == [(1, 2), (4, None)]
    assert result.unknown == (Cell(1, "a", 2),)


def test_one_unknown_number_leaves_all_places_open_but_for_too_few() -> None:
    sheet = sheet_of({"id": "a", "places": [5, 3], "needs": 2})
    assert totals(at_end(sheet, {"a": 4}, {}, {"a": 1})) == [None, None, 0]


def test_a_row_of_the_end_waits_for_the_end() -> None:
    sheet = sheet_of({"id": "a"}, {"id": "bonus", "when": "end"}, rounds=2)
    players = (ToldPlayer("Ada", ({"a": 3},)), ToldPlayer("Bo", ({"a": 4},)))
    assert totals(count(sheet, ToldTable(players))) == [None, None]
    going_on = count(sheet, ToldTable(players, at_end=False))
    assert totals(going_on) == [3, 4]
    assert (going_on.unknown, going_on.complete) == ((), False)


# Who takes part


def test_who_came_later_has_no_points_before_and_counts_for_nobody() -> None:
    sheet = sheet_of(
        {"id": "a"},
        {"id": "f", "ask": "none", "points": "100 * players + 10 * rank(a) + least(a)"},
        {"id": "p", "places": [7, 1]},
        rounds=2,
    )
    late = ToldPlayer("Cy", (None, {"a": 9, "p": 9}))
    first = {"a": 5, "p": 5}
    told = ToldTable((ToldPlayer("Ada", (first, first)), ToldPlayer("Bo", (first, {"a": 6, "p": 6})), late))
    result = count(sheet, told)
    assert result.players[2].rounds == (0, 9 + 315 + 7)
    assert result.players[0].rounds == (5 + 215 + 7, 5 + 335 + 0)
    assert result.players[1].rounds == (5 + 215 + 7, 6 + 325 + 1)
    assert result.complete
    assert result.winners == (0,)


# Who wins


def test_ties_are_broken_by_rows_and_then_shared() -> None:
    sheet = sheet_of({"id": "a"}, {"id": "b", "points": "0"}, {"id": "c", "points": "0"}, ties=["b", "-c"])
    told = ({"a": 5, "b": 1, "c": 3}, {"a": 5, "b": 1, "c": 2}, {"a": 5, "b": 0, "c": 0}, {"a": 5, "b": 1, "c": 2})
    result = at_end(sheet, *told)
    assert [player.place for player in result.players] == [3, 1, 4, 1]
    assert result.winners == (1, 3)


def test_a_tie_that_something_unknown_could_break_crowns_nobody() -> None:
    sheet = sheet_of({"id": "a"}, {"id": "b", "points": "0"}, ties=["b"])
    result = at_end(sheet, {"a": 5, "b": 1}, {"a": 5})
    assert (result.winners, [player.place for player in result.players]) == ((), [1, 1])
    assert result.undecided == (Cell(1, "b"),)
    assert result.undecided_words == words("sheets.undecided", names=("Ada", "Bo"), row="b", without=("Bo",))
    assert as_json(sheet, result)["undecided"] == [{"player": "Bo", "row": "b"}]
    decided = at_end(sheet, {"a": 5, "b": 1}, {"a": 4})
    assert (decided.winners, decided.undecided, "undecided" in as_json(sheet, decided)) == ((0,), (), False)


def test_least_wins() -> None:
    result = at_end(sheet_of({"id": "a"}, win="least"), {"a": 5}, {"a": 2})
    assert (result.winners, [player.place for player in result.players]) == ((1,), [2, 1])


def test_too_few_players_are_counted_and_crown_nobody() -> None:
    result = at_end(sheet_of({"id": "a"}, players=[3, 4]), {"a": 5}, {"a": 2})
    assert (totals(result), result.complete, result.winners) == ([5, 2], False, ())


# What cannot be counted


@pytest.mark.parametrize("text", ["12 / a", "12 // a", "12 % a"])
def test_a_division_by_nothing_is_refused_in_words_and_nothing_is_lost(text: str) -> None:
    sheet = sheet_of({"id": "a"}, {"id": "f", "ask": "none", "points": text}, {"id": "g", "ask": "none", "points": "f"})
    result = at_end(sheet, {"a": 5}, {"a": 0})
    assert [(one.cell, one.why) for one in result.refused] == [
        (Cell(1, "f"), words("sheets.refused.division", row="f"))
    ]
    assert (result.complete, result.winners, result.unknown) == (False, (), (Cell(1, "f"), Cell(1, "g")))
    assert result.players[0].total is not None
    assert result.players[1].rows["a"] == 0


@pytest.mark.parametrize("text", ["a * 1000000", "a * a * a * a", "0 - a * 1000000", "a + 999999999"])
def test_numbers_have_bounds(text: str) -> None:
    sheet = sheet_of({"id": "a"}, {"id": "f", "ask": "none", "points": text})
    result = at_end(sheet, {"a": 9999}, {"a": 1})
    assert [one.why for one in result.refused] == [words("sheets.refused.too_large", row="f")]
    assert result.players[1].total is not None


def test_a_number_between_two_steps_is_refused() -> None:
    result = at_end(sheet_of({"id": "a", "steps": [0, 1]}), {"a": 0.5}, {"a": 1})
    assert [one.why for one in result.refused] == [words("sheets.refused.no_step", row="a")]


# Cards


CARDS = {
    "kinds": [
        {"id": "dragon", "name": "Dragon", "copies": 3, "marks": {"strength": 30, "flame": 1}},
        {"id": "princess", "name": "Princess", "marks": {"strength": 2}},
        {"id": "joker", "name": "Joker", "copies": 2, "marks": {"red": 1, "blue": 1}},
        {"id": "rose", "name": "Rose", "copies": 4, "marks": {"red": 1}},
        {"id": "sea-star", "name": "Sea star", "copies": 4, "marks": {"blue": 1, "price": 0.5}},
    ]
}


@pytest.mark.parametrize(
    ("text", "held", "points"),
    [
        ("card(dragon)", ["dragon", "dragon", "rose"], 2),
        ("card(sea-star) - 1", ["sea-star"], 0),
        ("cards(strength)", ["dragon", "dragon", "princess"], 62),
        ("cards(price)", ["sea-star"] * 3, Fraction(3, 2)),
        ("kinds(strength)", ["dragon", "dragon", "princess", "rose"], 2),
        ("sets(red, blue)", ["rose", "sea-star", "joker"], 1),
        ("sets(red, blue)", ["rose", "sea-star", "joker", "joker"], 2),
        ("sets(red, blue)", ["rose", "rose", "rose"], 0),
        ("sets(red, red)", ["rose", "rose", "rose", "joker"], 2),
        ("sets(red)", ["rose", "joker"], 2),
        ("sets(red, blue, flame)", ["joker", "dragon"], 0),
        ("sets(red, blue, flame)", ["joker", "dragon", "rose"], 1),
        ("if(card(dragon) > 0 and card(princess) > 0, 10 * cards(flame), 0)", ["dragon", "dragon", "princess"], 20),
        ("cards(strength)", [], 0),
    ],
)
def test_cards(text: str, held: Sequence[str], points: Any) -> None:
    sheet = sheet_of({"id": "f", "ask": "none", "points": text}, cards=CARDS)
    assert totals(counted(sheet, {"cards": held}, {"cards": []}))[0] == points


def test_cards_nobody_has_told_are_unknown() -> None:
    sheet = sheet_of({"id": "f", "ask": "none", "points": "card(rose)"}, cards=CARDS)
    assert totals(counted(sheet, {"cards": ["rose"]}, {})) == [1, None]


def test_a_number_that_only_formulas_use_is_no_row_of_the_score() -> None:
    rows = ({"id": "pins", "points": "0"}, {"id": "none", "worth": 0}, {"id": "frame", "points": "pins * 2"})
    found = parse_sheet(sheet(*rows))
    assert [row.is_counted for row in found.rows] == [False, False, True]
