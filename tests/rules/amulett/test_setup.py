"""Set-up: components, what everyone begins with, and tables that do not add up."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.resources import asset
from rules.amulett import GAME, options, spells, stock
from rules.amulett.board import AREAS_OF, AT_WALL, PYRAMIDS, TERRAINS
from rules.amulett.commands import Deal, Open
from rules.amulett.expert import begin_expert, expert_table, load_spells
from rules.amulett.facts import parse_facts
from rules.amulett.state import State
from rules.core.game import Setup
from rules.core.refusals import Refused
from tests.rules.amulett.desks import NAMES, Desk, board, facts, gather, lay_out, new
from tests.rules.setups import amulett_facts


def asset_of(name: str) -> dict[str, Any]:
    return tomllib.loads(asset("games", "amulett", f"{name}.toml").read_text("utf-8"))


def code_of(state: Any) -> str:
    assert isinstance(state, Refused), "this should be refused"
    return state.code


@pytest.mark.rule("M-CMP-1")
def test_three_to_six_can_play() -> None:
    assert list(GAME.seats) == [3, 4, 5, 6]
    for count in (0, 2, 7):
        names = tuple(f"player {n}" for n in range(count))
        assert code_of(GAME.new(Setup("amulett", names, 0, {}, facts()))) == "bad_player_count"
    for count in (3, 4, 5, 6):
        assert not isinstance(GAME.new(Setup("amulett", NAMES[:count], 0, {}, facts())), Refused)


@pytest.mark.rule("M-CMP-2", "M-CMP-3", "M-CMP-4", "M-CMP-6")
def test_the_box_holds_what_the_rulebook_counts() -> None:
    assert sum(stock.GEMS.values()) == stock.ALL_GEMS == 52
    assert Counter(stock.GEMS.values()) == {7: 4, 4: 6}
    assert stock.METALS == ("gold", "silver", "copper", "iron")
    assert stock.EACH_METAL * 4 == 112
    assert (len(spells.GREY), len(spells.RED), len(spells.BLUE), len(set(spells.SPELLS))) == (11, 19, 3, 33)
    assert stock.MARKERS == (3, 4, 4, 5, 5, 6)


def test_the_assets_say_the_same_as_the_rules() -> None:
    gems, box, counts = asset_of("gems"), asset_of("components"), asset_of("board")
    assert (gems["gems"], gems["total"]) == (stock.GEMS, 52)
    assert (tuple(box["metals"]["kinds"]), box["metals"]["each"]) == (stock.METALS, stock.EACH_METAL)
    assert tuple(box["markers"]["numbers"]) == stock.MARKERS
    assert (box["stones"]["each_player"], box["win"]["colours"], box["win"]["gems"]) == (10, 7, 8)
    assert {slug: item["areas"] for slug, item in counts["terrains"].items()} == AREAS_OF
    metals = {slug: None if item["metal"] == "any" else item["metal"] for slug, item in counts["terrains"].items()}
    assert metals == TERRAINS
    assert (counts["marks"]["pyramid"]["areas"], counts["marks"]["wall"]["north"]) == (PYRAMIDS, AT_WALL["north"])
    rulebook = amulett_facts("rulebook")["spells"]
    assert {slug: item["phase"] for slug, item in rulebook.items()} == spells.PHASES
    assert not any({"cost", "income"} & set(item) for item in rulebook.values())


@pytest.mark.rule("M-SET-1", "M-SET-2", "M-SET-5", "M-CMP-5")
def test_what_lies_where_when_nothing_is_told() -> None:
    state = GAME.new(Setup("amulett", NAMES[:4], 2, {}, facts()))
    assert not isinstance(state, Refused)
    view = GAME.view(state, 1)
    assert view["board"]["c3"] == ["?", "?", "?"]
    assert view["board"]["a1"] == ["?", "?"]
    assert sum(map(len, view["board"].values())) == 52
    assert (view["party"], view["phase"], view["round"], view["start"], view["turn"]) == ("c3", "setup", 1, 2, 2)
    assert view["metals"] == {"gold": 1, "silver": 1, "copper": 1, "iron": 1}
    assert view["stacks"] == {"gold": 24, "silver": 24, "copper": 24, "iron": 24}
    assert [player["supply"] for player in view["players"]] == [10, 10, 10, 10]
    assert (view["deck_count"], view["aside_count"]) == (33, 0)


@pytest.mark.rule("M-SET-3", "M-SET-6")
def test_two_spells_are_dealt_to_each_with_two_stones() -> None:
    state = GAME.new(Setup("amulett", NAMES[:3], 1, {}, facts(), {}))
    desk = Desk(state)  # type: ignore[arg-type]
    assert len(desk.options) == 33
    dealt = ["einfluss", "geschenk", "energiebogen", "teleportation", "magische-reise", "ueberlegenheit"]
    desk.do(Deal(1, dealt[0]))
    assert desk.code(Deal(1, "einfluss")) == "spell_elsewhere"
    desk.do(Deal(1, dealt[1]), Deal(2, dealt[2]), Deal(2, dealt[3]), Deal(0, dealt[4]), Deal(0, dealt[5]))
    assert desk.spells(1) == {"einfluss": 2, "geschenk": 2}
    assert [player["supply"] for player in desk.view["players"]] == [6, 6, 6]
    assert (desk.view["phase"], desk.view["turn"], desk.view["start"]) == ("spell", 1, 1)
    assert len(desk.listed(Open, "spell")) == 27


def test_a_deck_told_whole_is_dealt_from_the_top() -> None:
    state = new(None, deck=list(spells.SPELLS))
    desk = Desk(state)  # type: ignore[arg-type]
    assert desk.spells(0) == {"magie-des-bernstein": 2, "magie-des-diamanten": 2}
    assert desk.view["spell"] == spells.SPELLS[6] == "goldener-ueberfluss"


@pytest.mark.rule("M-SET-4")
def test_experts_load_two_spells_in_secret_and_show_them_together() -> None:
    setup = begin_expert(3)
    for seat, load in enumerate(({"einfluss": 7, "geschenk": 3}, {"energiebogen": 1, "teleportation": 1})):
        loaded = load_spells(setup, seat, load)
        assert not isinstance(loaded, Refused)
        setup = loaded
    assert (setup.shown, setup.waiting) == (None, (2,))
    assert code_of(expert_table(setup)) == "still_choosing"
    assert code_of(load_spells(setup, 2, {"einfluss": 1})) == "keep_two"
    assert code_of(load_spells(setup, 2, {"einfluss": 0, "geschenk": 3})) == "bad_load"
    assert code_of(load_spells(setup, 2, {"einfluss": 6, "geschenk": 5})) == "bad_load"
    assert code_of(load_spells(setup, 2, {"hokuspokus": 6, "geschenk": 1})) == "unknown_spell"
    assert code_of(load_spells(setup, 3, {"sog-des-lichts": 4, "magische-reise": 2})) == "no_such_seat"
    assert code_of(load_spells(setup, -1, {"sog-des-lichts": 4, "magische-reise": 2})) == "no_such_seat"
    same = load_spells(setup, 2, {"einfluss": 2, "magische-reise": 2})
    assert not isinstance(same, Refused)
    assert code_of(expert_table(same)) == "spell_elsewhere"
    setup = load_spells(setup, 2, {"sog-des-lichts": 4, "magische-reise": 2})  # type: ignore[assignment]
    table = expert_table(setup)
    assert not isinstance(table, Refused)
    desk = lay_out(table["spells"])
    assert desk.spells(0) == {"einfluss": 7, "geschenk": 3}
    assert [player["supply"] for player in desk.view["players"]] == [0, 8, 4]
    assert desk.view["phase"] == "spell"


@pytest.mark.rule("M-SET-4")
def test_a_told_spell_has_at_least_one_stone() -> None:
    assert code_of(new([{"einfluss": 0}, {}, {}])) == "unfit_table"


def test_a_table_may_be_the_middle_of_a_night() -> None:
    desk = lay_out(
        [{"einfluss": 10}, {}, {"geschenk": 1, "teleportation": 2, "energiebogen": 3}],
        metals=[{"gold": 20}, {}, {"iron": 28}],
        **gather([["red"] * 7, [], ["white"]], "a1", a1=["yellow"]),
    )
    view = desk.view
    assert view["stacks"] == {"gold": 8, "silver": 28, "copper": 28, "iron": 0}
    assert [player["metal_total"] for player in view["players"]] == [20, 0, 28]
    assert [player["supply"] for player in view["players"]] == [0, 10, 4]
    assert view["board"]["a1"] == ["yellow"]


def test_what_the_table_does_not_name_is_empty_or_as_at_the_beginning() -> None:
    few = {"a1": ["red", "?"], "b3": ["?", "white", "?"]}
    assert lay_out(gems=few).view["board"]["b4"] == ["?", "?", "?"]
    full = {slug: gems for slug, gems in board(a1=[], a2=[]).items() if gems}
    assert lay_out(gems=full).view["board"]["a1"] == []


@pytest.mark.parametrize(
    "table",
    [
        {"gems": board(a1=["red"] * 8)},
        {"gems": {**board(), "a1": ["?"] * 9}},
        {"gems": {**board(), "z9": ["red"]}},
        {"gems": {**board(), "a1": ["pink", "?", "?"]}},
        {"gems": ["red"]},
        {"amulets": [["red"], [], []]},
        gather([["?"], [], []], "a1"),
        gather([["red"] * 8, [], []], "a1"),
        gather([["red", "yellow", "green", "white", "grey", "brown", "orange"], [], []], "a1"),
        {"amulets": [[], []]},
        {"metals": [{"gold": 29}, {}, {}]},
        {"metals": [{"gold": 14}, {"gold": 15}, {}]},
        {"metals": [{"gold": -1}, {}, {}]},
        {"metals": [{"gold": True}, {}, {}]},
        {"metals": [{"tin": 1}, {}, {}]},
        {"metals": [{}, {}]},
        {"deck": ["einfluss", "einfluss"]},
        {"deck": ["hokuspokus"]},
        {"deck": "einfluss"},
        {"markers": [2]},
        {"markers": [7]},
        {"markers": [3.0]},
        {"party": "z9"},
        {"party": 7},
        {"wizards": 3},
        {"spells": [{"einfluss": 11}, {}, {}]},
        {"spells": [{"einfluss": 6, "geschenk": 5}, {}, {}]},
        {"spells": [{"einfluss": 1}, {"einfluss": 1}, {}]},
        {"spells": [{"einfluss": "2"}, {}, {}]},
        {"spells": [{"hokuspokus": 1}, {}, {}]},
        {"spells": [{"einfluss": 1}, {}, {}], "deck": ["einfluss"]},
        {"spells": [[], {}, {}]},
        {"spells": [{}, {}, {}, {}]},
    ],
    ids=str,
)
def test_a_table_that_does_not_add_up_is_refused(table: dict[str, Any]) -> None:
    given = {"spells": [{}, {}, {}], **table}
    assert code_of(GAME.new(Setup("amulett", NAMES[:3], 0, {}, facts(), given))) == "unfit_table"


def test_a_deck_that_leaves_too_few_spells_to_deal_is_refused() -> None:
    assert code_of(new(None, deck=list(spells.SPELLS[:30]))) == "unfit_table"


@pytest.mark.parametrize(
    ("names", "start", "code"),
    [
        (("A", "A", "B"), 0, "same_name"),
        (("A", " ", "B"), 0, "bad_name"),
        (("A", "B", "C" * 41), 0, "name_too_long"),
        (("A", "B", "C"), 3, "bad_start"),
        (("A", "B", "C"), True, "bad_start"),
    ],
)
def test_people_who_cannot_sit_down(names: tuple[str, ...], start: int, code: str) -> None:
    assert code_of(GAME.new(Setup("amulett", names, start, {}, facts()))) == code


def test_options_are_known_by_rule_id_and_strict() -> None:
    assert code_of(new(options={"M-R99": 1})) == "unknown_option"
    assert code_of(new(options={"M-R1": "everyone"})) == "bad_option"
    assert code_of(new(options={"M-R4": "1"})) == "bad_option"
    assert code_of(new(options={"M-R4": True})) == "bad_option"
    desk = lay_out(options={"M-R1": "all", "M-R4": 2, "judge": "no"})
    rulings = desk.state.rulings
    assert (rulings["M-R1"], rulings.count("M-R4"), rulings.judges) == ("all", 2, False)
    assert rulings["M-R5"] == 2


def test_every_option_that_leaves_a_choice_is_asked_for_by_a_rule() -> None:
    """The clock once was one, though it is the program's that has it: nobody looked, and nobody could see that."""
    package = Path(options.__file__).parent
    code = "".join(path.read_text("utf-8") for path in package.glob("*.py") if path.name != "options.py")
    asked = {key for key in options.OPTIONS if f'rulings["{key}"]' in code or f'rulings.count("{key}")' in code}
    asked |= {"judge"} if "rulings.judges" in code else set()
    assert asked >= {key for key, choices in options.OPTIONS.items() if len(choices) > 1}


def test_broken_facts_are_refused() -> None:
    assert code_of(new(told={"spells": {"einfluss": {"cost": 3}}})) == "bad_facts"


def test_practice_values_say_so() -> None:
    known = parse_facts(amulett_facts("practice"))
    assert (known.practice, known.title) == (True, "Practice values")
    assert all(spell.cost in (1, 2) and spell.income is not None for spell in known.spells.values())


@pytest.mark.rule("M-SET-1")
def test_areas_that_the_table_does_not_name_are_empty_once_all_gems_are_told() -> None:
    amulets = [["red"] * 6, ["green"], []]
    desk = lay_out(amulets=amulets, gems={"a1": ["?"] * 44, "c3": ["red"]})
    assert {slug: len(gems) for slug, gems in desk.view["board"].items() if gems} == {"a1": 44, "c3": 1}
    assert code_of(new(amulets=amulets, gems={"a1": ["?"] * 43, "c3": ["red"]})) == "unfit_table"


@pytest.mark.rule("M-SET-3")
def test_a_told_deck_leaves_as_many_spells_as_are_dealt_first() -> None:
    dealt = Desk(checked(new(None, deck=list(spells.SPELLS[6:]))))
    assert dealt.listed(Deal, "spell") == sorted(spells.SPELLS[:6])
    assert code_of(new(None, deck=list(spells.SPELLS[5:]))) == "unfit_table"


def checked(state: State | Refused) -> State:
    assert isinstance(state, State)
    return state
