"""Every mistake is found, at its key; what is in order is read as it was meant."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from typing import Any

import pytest

from companion.language.i18n import Phrases
from rules.core.words import Words, words
from rules.sheets.checking import parse_sheet
from rules.sheets.formula import FormulaMistake, parse_formula
from rules.sheets.mistakes import MOST_MISTAKES, RefusedDocument
from rules.sheets.model import OPEN, Ask, Begins, Tied, TieRow, When, Win, name_in
from rules.sheets.telling import parse_table
from tests.languages import LANGUAGES

WHOLE: dict[str, Any] = {
    "format": 1,
    "id": "trick-night",
    "name": {"en": "Trick night", "de": "Stichabend"},
    "players": [3, 6],
    "win": "least",
    "ties": ["took", "-bid"],
    "rounds": {"3": 20, "4": 15, "5": 12, "6": 10},
    "until": 100,
    "begins": "rotates",
    "turn_seconds": 60,
    "bgg": 1234,
    "source": "rulebook, page 4",
    "rows": [
        {"id": "bid", "name": "Bid", "range": [0, 20], "points": "0", "secret": True},
        {"id": "took", "name": "Tricks", "when": "round", "ask": "number", "worth": 0.5},
        {"id": "last", "name": "Last", "ask": "yes", "when": "end"},
        {"id": "p", "name": "P", "places": [5, 3], "places_of": "least", "needs": 1, "tied": "share"},
        {"id": "s", "name": "S", "steps": [0, 1], "beyond": 2},
        {"id": "n", "name": "N", "ask": "none", "when": "end", "points": "card(dragon)"},
    ],
    "cards": {"back": "56x87", "kinds": [{"id": "dragon", "name": "Dragon", "copies": 3, "marks": {"flame": 1}}]},
}


def found_in(document: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Every mistake: its place and its text, that of a formula for a formula."""
    with pytest.raises(RefusedDocument) as caught:
        parse_sheet(document)
    for say in map(Phrases, LANGUAGES):
        for mistake in caught.value.mistakes:
            sentence = say.say(mistake.said)
            assert not re.search(r"sheets\.|expect\.|\{\w+\}", sentence), sentence  # every text and value is there
    return [(mistake.place, _key(mistake.said)) for mistake in caught.value.mistakes]


def _key(said: Words) -> str:
    why = said.values.get("why")
    return _key(why) if isinstance(why, Words) else said.key.removeprefix("sheets.")


def changed(place: str, value: Any) -> dict[str, Any]:
    """The whole sheet with one key of its own or of its first row changed; None takes it out."""
    document = copy.deepcopy(WHOLE)
    owner, _, key = place.rpartition(".")
    table = document["rows"][0] if owner == "row" else document["cards"]["kinds"][0] if owner == "kind" else document
    if value is None:
        del table[key]
    else:
        table[key] = value
    return document


def test_a_whole_sheet() -> None:
    sheet = parse_sheet(WHOLE)
    assert (sheet.id, sheet.players, sheet.win, sheet.begins) == ("trick-night", (3, 6), Win.LEAST, Begins.ROTATES)
    assert (sheet.until, sheet.turn_seconds, sheet.bgg, sheet.source) == (100, 60, 1234, "rulebook, page 4")
    assert sheet.rounds == {3: 20, 4: 15, 5: 12, 6: 10}
    assert sheet.ties == (TieRow("took"), TieRow("bid", less=True))
    assert [row.when for row in sheet.rows] == [When.ROUND] * 2 + [When.END] + [When.ROUND] * 2 + [When.END]
    assert [row.ask for row in sheet.rows] == [Ask.NUMBER] * 2 + [Ask.YES] + [Ask.NUMBER] * 2 + [Ask.NONE]
    assert [row.secret for row in sheet.rows] == [True] + [False] * 5
    assert (sheet.rows[0].low, sheet.rows[0].high) == (0, 20)
    assert (sheet.rows[1].low, sheet.rows[1].high) == (-999, 9999)
    assert sheet.rows[3].counting.tied is Tied.SHARE  # type: ignore[union-attr]
    assert (sheet.back, sheet.kinds[0].copies, sheet.kinds[0].marks) == ((56, 87), 3, {"flame": 1})


def test_names_in_languages() -> None:
    assert [name_in({"en": "Bid", "de": "Ansage"}, code) for code in ("de", "en", "fr")] == ["Ansage", "Bid", "Bid"]
    assert name_in({"": "Bid"}, "de") == "Bid"
    assert name_in({"fr": "Mise"}, "de") == "Mise"


def test_what_may_be_left_out() -> None:
    sheet = parse_sheet({"format": 1, "id": "a", "name": "A", "rows": [{"id": "b", "name": "B"}]})
    assert (sheet.players, sheet.win, sheet.rounds, sheet.rows[0].when) == ((2, 12), Win.MOST, None, When.END)
    assert (
        parse_sheet({"format": 1, "id": "a", "name": "A", "rounds": "open", "rows": [{"id": "b", "name": "B"}]}).rounds
        is OPEN
    )


@pytest.mark.parametrize(
    ("place", "value", "at", "key"),
    [
        ("format", 2, "format", "mistake.other_format"),
        ("format", True, "format", "mistake.other_format"),
        ("format", None, "", "mistake.missing_key"),
        ("id", "Trick night", "id", "mistake.expected"),
        ("id", "a" * 41, "id", "mistake.expected"),
        ("id", "../up", "id", "mistake.expected"),
        ("name", "", "name", "mistake.wrong"),
        ("name", {}, "name", "mistake.expected"),
        ("name", {"deutsch": "x"}, "name.deutsch", "mistake.no_language"),
        ("players", [3], "players", "mistake.expected"),
        ("players", [1, 6], "players[0]", "mistake.wrong"),
        ("players", [3, 13], "players[1]", "mistake.wrong"),
        ("players", 4, "players", "mistake.expected"),
        ("win", "both", "win", "mistake.wrong"),
        ("ties", ["nobody"], "ties[0]", "mistake.no_tie_row"),
        ("ties", [3], "ties[0]", "mistake.no_tie_row"),
        ("rounds", 0, "rounds", "mistake.wrong"),
        ("rounds", 100, "rounds", "mistake.wrong"),
        ("rounds", "some", "rounds", "mistake.wrong"),
        ("rounds", {"3": 1, "4": 1, "5": 1}, "rounds", "mistake.missing_key"),
        ("rounds", {"3": 1, "4": 1, "5": 1, "6": 0}, "rounds.6", "mistake.wrong"),
        ("until", 0, "until", "mistake.until_nothing"),
        ("until", "x", "until", "mistake.expected"),
        ("begins", "ada", "begins", "mistake.wrong"),
        ("turn_seconds", 0, "turn_seconds", "mistake.wrong"),
        ("bgg", -1, "bgg", "mistake.wrong"),
        ("source", 3, "source", "mistake.wrong"),
        ("colour", 3, "colour", "mistake.no_such_key"),
        ("row.id", "a-b", "rows[0].id", "mistake.expected"),
        ("row.id", "12", "rows[0].id", "mistake.expected"),
        ("row.id", "took", "rows[1].id", "mistake.twice"),
        ("row.name", None, "rows[0]", "mistake.missing_key"),
        ("row.when", "later", "rows[0].when", "mistake.wrong"),
        ("row.ask", "maybe", "rows[0].ask", "mistake.wrong"),
        ("row.ask", "yes", "rows[0].range", "mistake.range_of_no_number"),
        ("row.range", [5, 1], "rows[0].range", "mistake.range_turned_round"),
        ("row.range", [5], "rows[0].range", "mistake.expected"),
        ("row.range", [0, 1e10], "rows[0].range[1]", "mistake.expected"),
        ("row.range", [0, 0.12345], "rows[0].range[1]", "mistake.expected"),
        ("row.worth", 3, "rows[0].points", "mistake.two_ways"),
        ("row.tied", "full", "rows[0].tied", "mistake.without"),
        ("row.beyond", 1, "rows[0].beyond", "mistake.without"),
        ("row.secret", 1, "rows[0].secret", "mistake.wrong"),
        ("row.points", 3, "rows[0].points", "mistake.formula_no_text"),
        ("row.points", "zz", "rows[0].points", "formula.no_row"),
        ("row.points", "last", "rows[0].points", "formula.end_in_round"),
        ("row.points", "card(dragon)", "rows[0].points", "formula.cards_in_round"),
        ("kind.id", "A", "cards.kinds[0].id", "mistake.expected"),
        ("kind.copies", 500, "cards.kinds[0].copies", "mistake.wrong"),
        ("kind.marks", {f"m{at}": 1 for at in range(13)}, "cards.kinds[0].marks", "mistake.marks"),
        ("kind.marks", {"a b": 1}, "cards.kinds[0].marks.a b", "mistake.expected"),
        ("kind.colour", 1, "cards.kinds[0].colour", "mistake.no_such_key"),
    ],
)
def test_a_mistake_is_named_at_its_key(place: str, value: Any, at: str, key: str) -> None:
    assert (at, key) in found_in(changed(place, value))


@pytest.mark.parametrize(
    ("row", "key"),
    [
        ({"when": "end", "points": "took"}, "formula.round_at_end_bare"),
        ({"when": "end", "points": "sum(last)"}, "formula.sum_of_end"),
        ({"when": "end", "points": "round"}, "formula.round_at_end"),
        ({"when": "end", "points": "card(rose)"}, "formula.no_kind"),
        ({"when": "end", "points": "cards(rose)"}, "formula.no_mark"),
        ({"ask": "none"}, "mistake.none_needs_points"),
        ({"ask": "none", "points": "x + 1"}, "mistake.circle"),
        ({"points": "pts(x)"}, "mistake.circle"),
        ({"steps": [0], "range": [-1, 3]}, "mistake.steps_below"),
        ({"steps": []}, "mistake.expected"),
        ({"places": ["x"]}, "mistake.expected"),
    ],
)
def test_rows_that_do_not_go_together(row: Mapping[str, Any], key: str) -> None:
    document = copy.deepcopy(WHOLE)
    document["rows"].append({"id": "x", "name": "X", **row})
    assert key in [found for _, found in found_in(document)]


@pytest.mark.parametrize("name", ["players", "round", "rounds", "and", "or", "not", "if"])
def test_words_of_formulas_are_no_ids(name: str) -> None:
    assert ("rows[0].id", "mistake.reserved") in found_in(changed("row.id", name))


def test_rounds_must_be_there() -> None:
    rows = [{"id": "a", "name": "A", "when": "round"}, {"id": "b", "name": "B", "points": "rounds"}]
    found = found_in({"format": 1, "id": "a", "name": "A", "until": 3, "rows": rows})
    assert [key for _, key in found] == ["mistake.no_rounds", "mistake.until_without_rounds", "formula.no_rounds"]


def test_a_kind_of_cards_has_an_id_and_a_name() -> None:
    for key in ("id", "name"):
        with pytest.raises(RefusedDocument) as caught:
            parse_sheet(changed(f"kind.{key}", None))
        found = caught.value.mistakes[0]
        assert (found.place, found.said) == ("cards.kinds[0]", words("sheets.mistake.missing_key", key=key))


@pytest.mark.parametrize(("rows", "end"), [(20, "r18, r19"), (21, "r18, r19, …")])
def test_of_many_known_rows_twenty_are_listed(rows: int, end: str) -> None:
    given = [{"id": f"r{n}", "name": "R", **({} if n else {"points": "nobody"})} for n in range(rows)]
    with pytest.raises(RefusedDocument) as caught:
        parse_sheet({"format": 1, "id": "a", "name": "A", "rows": given})
    why = caught.value.mistakes[0].said.values["why"]
    assert isinstance(why, Words)
    assert (why.key, why.values["got"]) == ("sheets.formula.no_row", "nobody")
    assert str(why.values["known"]).startswith("r0, r1, ")
    assert str(why.values["known"]).endswith(f", r17, {end}")


@pytest.mark.parametrize(("rows", "got"), [([], words("expect.got_list", n=0)), ("none", "'none'")])
def test_a_list_of_rows_is_asked_for_with_its_bounds(rows: Any, got: Words | str) -> None:
    with pytest.raises(RefusedDocument) as caught:
        parse_sheet({"format": 1, "id": "a", "name": "A", "rows": rows})
    first = caught.value.mistakes[0]
    assert (first.place, first.said.values) == (
        "rows",
        {"expected": words("sheets.expect.list", least=1, most=60), "got": got},
    )


def test_a_circle_over_several_rows_names_them() -> None:
    rows = [
        {"id": name, "name": name, "ask": "none", "points": text} for name, text in (("a", "b"), ("b", "c"), ("c", "a"))
    ]
    with pytest.raises(RefusedDocument) as caught:
        parse_sheet({"format": 1, "id": "a", "name": "A", "rows": rows})
    assert [mistake.said.values.get("circle") for mistake in caught.value.mistakes] == ["a → b → c → a"]


def test_all_mistakes_are_told_but_not_without_end() -> None:
    assert len(found_in({"rows": [{"id": 3}, {"name": 4}], "x": 1, "y": 2})) == 9
    assert len(found_in({f"k{at}": 1 for at in range(1000)})) == MOST_MISTAKES


def test_bounds() -> None:
    rows = [{"id": f"r{at}", "name": "R"} for at in range(61)]
    assert ("rows", "mistake.expected") in found_in({"format": 1, "id": "a", "name": "A", "rows": rows})
    assert ("rows", "mistake.expected") in found_in({"format": 1, "id": "a", "name": "A", "rows": []})
    kinds = [{"id": f"k{at}", "name": "K", "copies": 3} for at in range(150)]
    assert ("cards.kinds", "mistake.too_many_cards") in found_in({**WHOLE, "cards": {"kinds": kinds}})


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "no_value"),
        ("1 +", "no_value"),
        ("and", "no_value"),
        ("1 2", "left_over"),
        ("(1", "expected"),
        ("1)", "left_over"),
        ("a = b", "one_equals"),
        ("a $ b", "letter"),
        ("A", "letter"),
        ("a < b < c", "two_comparisons"),
        ("foo(1)", "no_function"),
        ("abs(1, 2)", "arguments"),
        ("if(1, 2)", "arguments"),
        ("min()", "no_value"),
        ("sum(1 + 2)", "expected"),
        ("sum()", "id_in_brackets"),
        ("rank(a, b)", "too_many_names"),
        ("card()", "card_in_brackets"),
        ("sets(" + ", ".join("abcdefghijk") + ")", "too_many_names"),
        ("1.23456", "number"),
        ("9999999999", "number"),
        ("1 + " * 125 + "1", "too_long"),
        ("a+" * 150 + "a", "too_many"),
        ("-" * 250 + "a", "too_many"),
        ("(" * 21 + "a" + ")" * 21, "too_deep"),
    ],
)
def test_formulas_that_are_refused(text: str, key: str) -> None:
    with pytest.raises(FormulaMistake) as caught:
        parse_formula(text)
    assert caught.value.said.key == f"sheets.formula.{key}"
    for say in map(Phrases, LANGUAGES):
        assert "sheets." not in say.say(caught.value.said)


def test_formulas_at_their_bounds() -> None:
    for text in ("(" * 20 + "a" + ")" * 20, "a+" * 99 + "a", "a" * 500):
        assert parse_formula(text).leaves, text
    for text in ("(" * 21 + "a" + ")" * 21, "a+" * 100 + "a" + "+a" * 100, "a" * 501):
        with pytest.raises(FormulaMistake):
            parse_formula(text)


# Tables


def refused_table(table: Mapping[str, Any], **keys: Any) -> list[tuple[str, str]]:
    rows = [{"id": "a", "name": "A", "range": [0, 9]}, {"id": "y", "name": "Y", "ask": "yes", "when": "end"}]
    rows.append({"id": "n", "name": "N", "ask": "none", "points": "a"})
    sheet = parse_sheet({"format": 1, "id": "g", "name": "G", "players": [2, 3], "rounds": 2, "rows": rows, **keys})
    with pytest.raises(RefusedDocument) as caught:
        parse_table(table, sheet)
    return [(mistake.place, _key(mistake.said).removeprefix("mistake.")) for mistake in caught.value.mistakes]


@pytest.mark.parametrize(
    ("player", "at", "key"),
    [
        ({"rounds": [{"a": 10}]}, ".rounds[0].a", "expected"),
        ({"rounds": [{"a": "x"}]}, ".rounds[0].a", "expected"),
        ({"rounds": [{"a": True}]}, ".rounds[0].a", "expected"),
        ({"rounds": [{"n": 1}]}, ".rounds[0].n", "no_such_key"),
        ({"rounds": [{"y": True}]}, ".rounds[0].y", "no_such_key"),
        ({"rounds": [{}] * 3}, ".rounds", "expected"),
        ({"rounds": [3]}, ".rounds[0]", "no_table"),
        ({"end": {"y": 2}}, ".end.y", "expected"),
        ({"cards": []}, ".cards", "no_such_key"),
    ],
)
def test_tables_that_are_refused(player: Mapping[str, Any], at: str, key: str) -> None:
    table = {"sheet": "g", "players": [{"name": "Ada", **player}, {"name": "Bo"}]}
    assert refused_table(table) == [(f"players[0]{at}", key)]


def test_players_that_are_refused() -> None:
    assert refused_table({"players": []}) == [("players", "expected")]
    assert refused_table({"players": [{"name": name} for name in "abcd"]}) == [("players", "expected")]
    assert refused_table({"players": [{"name": "a"}, {"name": "a"}]}) == [("players", "twice")]
    assert refused_table({"players": [{}]}) == [("players[0]", "missing_key")]


def test_cards_that_are_not_there() -> None:
    cards = {"kinds": [{"id": "dragon", "name": "Dragon"}]}
    table = {"players": [{"name": "a", "cards": ["dragon", "rose"]}, {"name": "b", "cards": ["dragon"]}]}
    assert refused_table(table, cards=cards) == [
        ("players[0].cards[1]", "no_such_card"),
        ("players", "too_many_copies"),
    ]
