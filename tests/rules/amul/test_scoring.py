"""The whole score: rows, lines that add up, places, what is missing, and what must hold for every table."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.amul.facts import Facts
from rules.amul.missing import used_facts
from rules.amul.scoring import ROWS, ScorePad, score_json, score_table
from rules.core.words import Words, words
from tests.games import amul_facts
from tests.rules.amul.boxes import box, score

PRACTICE = amul_facts("practice", Path())


@pytest.mark.rule("A-SCO-1")
def test_the_rows_of_the_pad_in_order() -> None:
    pad = ("yellow", "blue", "purple", "red", "green", "orange", "bazaar", "arab", "mongol")
    assert pad == ROWS
    assert tuple(score(box(), [], [], []).players[0].scores) == pad


@pytest.mark.rule("A-SCO-1")
def test_a_card_scores_in_the_row_of_its_colour_and_palace_cards_too() -> None:
    facts = box(
        gold={"colour": "blue", "palace": {"copies": 1}, "power": [{"flat": 2}]},
        trader_1={"colour": "bazaar", "copies": 1, "power": [{"flat": 5}]},
    )
    scores = score(facts, ["gold#1", "gold#p1", "trader-1"]).players[0].scores
    assert {row: points for row, points in scores.items() if points} == {"blue": 4, "bazaar": 5}


def test_every_card_has_a_line_also_one_that_scores_nothing() -> None:
    lines = score(box(), ["gold#1"]).players[0].lines
    assert [(line.row, line.card, line.points, line.because.key) for line in lines] == [
        ("yellow", "gold#1", 0, "amul.score.no_power"),
        ("arab", None, 0, "amul.majority.none"),
        ("mongol", None, 0, "amul.majority.none"),
    ]


def test_a_term_explains_itself_with_what_where_and_the_sum() -> None:
    facts = box(thief={"power": [{"each": {"kind": "camel"}, "scope": "neighbours", "points": 2, "limit": 1}]})
    line = score(facts, ["thief#1"], ["camel#1"], ["camel#2"]).players[0].lines[0]
    assert line.because == words(
        "amul.score.each_limited",
        what=words("amul.what.kind", kinds=("camel",)),
        where=words("amul.where.neighbours"),
        found=2,
        counted=1,
        each=2,
        points=2,
    )


GENERAL = {"traits": {"prowess": 1}, "letter": "B"}


@pytest.mark.rule("A-WIN-1")
def test_most_points_win() -> None:
    result = score(box(gold={"power": [{"flat": 3}]}), ["gold#1"], ["gold#2", "gold#3"], [])
    assert [player.place for player in result.players] == [2, 1, 3]
    assert (result.winners, result.verdict) == ((1,), words("amul.win.points", seat=1, n=6, prowess=0))


@pytest.mark.rule("A-WIN-2")
def test_more_prowess_breaks_a_tie_at_every_place() -> None:
    facts = box(gold={"power": [{"flat": 3}]}, silk={"traits": {"prowess": 1}})
    result = score(facts, ["gold#1"], ["gold#2", "silk#1"], [], ["silk#2"])
    assert [player.place for player in result.players] == [2, 1, 4, 3]
    assert (result.winners, result.verdict) == ((1,), words("amul.win.prowess", seat=1, n=3, prowess=1))


@pytest.mark.rule("A-WIN-3")
def test_a_full_tie_is_a_shared_victory() -> None:
    facts = box(gold={"power": [{"flat": 3}]}, silk={"traits": {"prowess": 1}})
    result = score(facts, ["gold#1", "silk#1"], ["gold#2"], ["gold#3", "silk#2"], ["silk#3"])
    assert [player.place for player in result.players] == [1, 3, 1, 4]
    assert (result.winners, result.verdict) == ((0, 2), words("amul.win.shared", seats=(0, 2), n=3, prowess=1))


@pytest.mark.rule("A-WIN-3")
def test_by_another_ruling_the_better_letter_parts_who_is_still_tied() -> None:
    facts = box(gold={"power": [{"flat": 3}]}, silk={"traits": {"prowess": 1}, "letter": "D"}, yurt=GENERAL)
    areas = (["gold#1", "silk#1"], ["gold#2"], ["gold#3", "yurt#1"], ["silk#2"])
    result = score(facts, *areas, options={"A-WIN-3": "letters"})
    assert [player.place for player in result.players] == [2, 3, 1, 4]
    assert (result.winners, result.verdict) == ((2,), words("amul.win.letter", seat=2, n=3, letter="B"))
    assert score(facts, *areas).winners == (0, 2)


@pytest.mark.rule("A-WIN-3")
def test_equal_letters_still_share_and_an_untold_one_is_missing() -> None:
    facts = box(gold={"power": [{"flat": 3}]}, silk={"traits": {"prowess": 1}, "letter": "D"})
    areas = (["gold#1", "silk#1"], ["gold#2"], ["gold#3", "silk#2"])
    assert score(facts, *areas, options={"A-WIN-3": "letters"}).winners == (0, 2)
    untold = box(gold={"power": [{"flat": 3}]}, silk={"traits": {"prowess": 1}, "letter": None})
    assert score(untold, *areas).complete
    missing = score(untold, *areas, options={"A-WIN-3": "letters"}).missing
    assert missing == ("cards.silk.letter.1", "cards.silk.letter.2")


def test_told_points_replace_the_power_known_or_not_and_are_marked() -> None:
    facts = box(gold={"power": [{"flat": 3}]}, silk={"power": None})
    result = score(facts, ["gold#1", "gold#2", "silk#1"], told={"gold#1": -1, "silk#1": 7})
    player = result.players[0]
    assert player.total == 9
    assert [(line.card, line.points, line.told) for line in player.lines[:3]] == [
        ("gold#1", -1, True),
        ("gold#2", 3, False),
        ("silk#1", 7, True),
    ]
    assert result.complete


def test_an_unknown_power_scores_nothing_and_is_named() -> None:
    result = score(box(yurt={"power": None}), ["yurt#1"], ["yurt#2"])
    assert (result.complete, result.missing) == (False, ("cards.yurt.power",))
    assert result.players[0].lines[0].because.key == "amul.score.power_unknown"


def test_unknown_symbols_and_colours_are_named_too() -> None:
    facts = box(yurt={"traits": None}, gold={"colour": None})
    result = score(facts, ["yurt#1"], ["gold#1"])
    assert result.missing == ("cards.gold.colour", "cards.yurt.traits")
    assert result.rows == ROWS


def test_points_of_a_card_without_colour_go_to_a_row_of_their_own() -> None:
    facts = box(gold={"colour": None, "power": [{"flat": 3}]})
    result = score(facts, ["gold#1"])
    assert (result.rows, result.players[0].scores["unknown"]) == ((*ROWS, "unknown"), 3)
    assert result.players[0].total == sum(result.players[0].scores.values()) == 3


def test_a_told_card_counts_as_known() -> None:
    facts = box(yurt={"traits": None, "power": None})
    assert score(facts, ["yurt#1"], told={"yurt#1": 2}).complete
    assert not score(facts, ["yurt#1"], ["yurt#2"], told={"yurt#1": 2}).complete


def test_symbols_told_one_by_one_are_enough_when_all_three_are() -> None:
    partly = box(yurt={"traits": {"prowess": 1}, "traits_known": ["prowess"]})
    fully = box(yurt={"traits": {"prowess": 1}, "traits_known": ["arab", "mongol", "prowess"]})
    assert score(partly, ["yurt#1"]).missing == ("cards.yurt.traits",)
    assert score(fully, ["yurt#1"]).complete
    other = box(
        yurt={"traits": {}, "traits_known": ["arab", "mongol", "prowess"]},
        gold={"power": [{"each": {"trait": "holy"}, "points": 1}]},
    )
    assert score(other, ["yurt#1"], ["gold#1"]).missing == ("cards.yurt.traits",)


def test_a_position_is_missing_only_when_some_power_looks_at_positions() -> None:
    looks = {"when": {"not": {"most": {"position": "hand"}}}, "points": 1}
    assert score(box(yurt={"position": None}), ["yurt#1"]).complete
    facts = box(yurt={"position": None}, gold={"power": [looks]})
    assert score(facts, ["yurt#1"], ["gold#1"]).missing == ("cards.yurt.position",)


def test_a_letter_is_missing_only_when_it_decides() -> None:
    facts = box(
        yurt={"traits": {"prowess": 1}, "letter": None},
        gold={"traits": {"prowess": 1}},
        silk={"power": [{"when": {"order": 1}, "points": 1}]},
    )
    assert score(facts, ["yurt#1", "silk#1"], ["gold#1"]).missing == ("cards.yurt.letter.1",)
    assert score(facts, ["yurt#1", "silk#1"], ["gold#1", "gold#2"]).complete
    assert score(facts, ["yurt#1"], ["gold#1"]).complete


def test_the_answer_has_the_keys_of_the_contract() -> None:
    facts = box(gold={"power": [{"flat": 3}]})
    coded = score_json(score(facts, ["gold#1"], [], [], told={"gold#1": 2}), facts=facts, facts_name="my.toml")
    player = coded.pop("players")[0]
    assert isinstance(coded.pop("verdict"), Words)
    assert coded == {
        "kind": "points",
        "game": "amul",
        "facts": "my.toml",
        "practice": False,
        "complete": True,
        "missing": [],
        "rows": list(ROWS),
        "winners": ["P0"],
        "notes": [],
        "rests_on": [
            {
                "origin": "hand",
                "facts": ["points.gold#1"],
                "words": words("origin.facts", n=1, whence=words("origin.hand")),
            }
        ],
    }
    assert {key: player[key] for key in ("name", "total", "prowess", "symbols", "place")} == {
        "name": "P0",
        "total": 2,
        "prowess": 0,
        "symbols": {"arab": 0, "mongol": 0},
        "place": 1,
    }
    told = {"row": "yellow", "card": "gold#1", "points": 2, "because": words("amul.score.told"), "told": True}
    told["origin"] = "hand"
    assert player["lines"][0] == told


@pytest.mark.rule("A-SCO-3")
def test_a_told_card_of_unknown_symbols_counts_for_no_majority_and_says_so() -> None:
    unknown = score_table(amul_facts(None), [["yurt"], [], []], names=["P0", "P1", "P2"], told={"yurt": 4})
    assert unknown.complete
    *majorities, line = unknown.players[0].lines  # of unknown colour, so in the last row
    assert (line.points, line.because) == (4, words("amul.score.told_without_symbols"))
    assert [one.points for one in majorities] == [0, 0]
    known = score_table(PRACTICE, [["yurt"], [], []], names=["P0", "P1", "P2"], told={"yurt": 4})
    assert known.players[0].lines[0].because == words("amul.score.told")


def _random_table(facts: Facts, seed: int) -> tuple[list[list[str]], dict[str, int]]:
    chance = random.Random(seed)
    cards = list(facts.cards)
    chance.shuffle(cards)
    areas = [[cards.pop() for _ in range(chance.randint(0, 16))] for _ in range(chance.randint(3, 8))]
    laid = [card for area in areas for card in area]
    return areas, {card: chance.randint(-3, 9) for card in laid if chance.random() < 0.05}


def _score(areas: list[list[str]], **more: Any) -> ScorePad:
    return score_table(PRACTICE, areas, names=[f"P{seat}" for seat in range(len(areas))], **more)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_lines_add_up_by_row_by_player_and_every_card_has_one(seed: int) -> None:
    areas, told = _random_table(PRACTICE, seed)
    for area, player in zip(areas, _score(areas, told=told).players, strict=True):
        by_row: Counter[str] = Counter()
        for line in player.lines:
            by_row[line.row] += line.points
        assert dict(player.scores) == {row: by_row[row] for row in ROWS}
        assert player.total == sum(player.scores.values())
        assert {line.card for line in player.lines} - {None} == set(area)
        assert [line.row for line in player.lines if line.card is None] == ["arab", "mongol"]


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_the_order_of_cards_in_an_area_does_not_matter(seed: int, chance: random.Random) -> None:
    areas, told = _random_table(PRACTICE, seed)
    mixed = [chance.sample(area, len(area)) for area in areas]
    assert _score(mixed, told=told) == _score(areas, told=told)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 7))
def test_moving_everyone_on_by_some_seats_moves_the_scores(seed: int, steps: int) -> None:
    areas, told = _random_table(PRACTICE, seed)
    count, by = len(areas), steps % len(areas)
    turned = [areas[(seat - by) % count] for seat in range(count)]
    before, after = _score(areas, told=told), _score(turned, told=told, first_pick=by)
    for seat in range(count):
        old, new = before.players[seat], after.players[(seat + by) % count]
        assert (old.scores, old.total, old.place, old.symbols) == (new.scores, new.total, new.place, new.symbols)


@pytest.mark.rule("A-SCO-2")
@pytest.mark.parametrize(
    ("term", "area", "key", "points"),
    [
        ({"when": {"has": ["camel"]}, "points": 3, "else": 1}, ["camel#1"], "when_so", 3),
        ({"when": {"has": ["camel"]}, "points": 3, "else": 1}, [], "when_not", 1),
        ({"table": {"kind": "camel"}, "points": [4]}, ["camel#1"], "ladder", 4),
        ({"table": {"kind": "camel"}, "points": [4], "per": "set"}, ["camel#1"], "set", 4),
        ({"each": {"kind": "camel"}, "points": 2}, ["camel#1"], "each", 2),
        ({"each": {"kind": "camel"}, "points": 2, "limit": 1}, ["camel#1"], "each", 2),
        ({"wants": ["camel", "gold"], "points": 5}, ["camel#1"], "wants_lacking", 0),
        ({"wants": ["camel", "gold"], "partial": [1, 5]}, [], "wants_none", 0),
        ({"wants": ["camel", "gold"], "partial": [1, 5]}, ["camel#1"], "wants_partly", 1),
        ({"wants": ["camel", "gold"], "partial": [1, 5]}, ["camel#1", "gold#1"], "wants", 5),
        ({"wants": ["camel", "gold"], "partial": [1, 5], "uses_up": True}, ["camel#1"], "wants_partly_used", 1),
        ({"wants": ["camel"], "points": 5, "uses_up": True}, ["camel#1"], "wants_used", 5),
    ],
)
def test_every_sort_of_term_gives_the_reason_that_fits(
    term: dict[str, Any], area: list[str], key: str, points: int
) -> None:
    lines = score(box(thief={"power": [term]}), ["thief#1", *area]).players[0].lines
    (line,) = (line for line in lines if line.card == "thief#1")
    assert (line.because.key, line.points) == (f"amul.score.{key}", points)


def test_a_score_rests_on_a_position_or_a_letter_only_where_a_power_looks_at_it() -> None:
    looks = {"each": {"position": "hand"}, "points": 1}
    ranks = {"when": {"order": 1}, "points": 1}
    facts = box(gold={"power": [looks]}, silk={"power": [ranks]}, yurt={"power": None})
    always = ("power", "colour", "traits")
    assert used_facts(facts, ["camel"]) == tuple(f"cards.camel.{key}" for key in always)
    assert used_facts(facts, ["yurt"]) == ("cards.yurt.colour", "cards.yurt.traits")
    assert used_facts(facts, ["gold"]) == tuple(f"cards.gold.{key}" for key in (*always, "position"))
    assert used_facts(facts, ["silk"]) == tuple(f"cards.silk.{key}" for key in (*always, "letter"))


@pytest.mark.rule("A-SCO-1")
def test_lines_come_in_the_order_of_the_pad_whatever_the_cards_are_called() -> None:
    facts = box(
        camel={"colour": "orange"}, gold={"colour": "green"}, silk={"colour": "yellow"}, thief={"colour": "red"}
    )
    lines = score(facts, ["camel#1", "gold#1", "silk#1", "thief#1"]).players[0].lines
    assert [line.row for line in lines] == ["yellow", "red", "green", "orange", "arab", "mongol"]


@pytest.mark.parametrize(
    ("bounds", "key"),
    [({"at_least": 1}, "at_least"), ({"at_most": 1}, "at_most"), ({"at_least": 0, "at_most": 1}, "between")],
)
def test_a_counted_condition_names_the_bounds_it_has(bounds: dict[str, int], key: str) -> None:
    power = [{"when": {"count": {"any": True}, **bounds}, "points": 1}]
    line = score(box(thief={"power": power}), ["thief#1"]).players[0].lines[0]
    assert line.because.values["condition"].values["bounds"].key == f"amul.if.{key}"
