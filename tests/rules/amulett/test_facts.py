"""Box facts: the board must add up as the rulebook counts, and every mistake is named by its key."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from companion import CompanionError
from companion.games.amulett.box import AmulettBox
from rules.amulett.commands import Move
from rules.amulett.facts import as_document, parse_facts, tell
from rules.core.errors import InvalidValue
from tests.rules.amulett.desks import lay_out
from tests.rules.setups import amulett_facts


def practice(**changes: Any) -> dict[str, Any]:
    """The practice facts with keys like ``areas.a1.terrain`` changed; None takes a key away."""
    document = copy.deepcopy(dict(amulett_facts("practice")))
    for path, value in changes.items():
        *way, last = path.split("__")
        node = document
        for key in way:
            node = node[key]
        if value is None:
            del node[last]
        else:
            node[last] = value
    return document


@pytest.mark.rule("M-CMP-7", "M-CMP-8")
def test_the_practice_board_adds_up() -> None:
    facts = parse_facts(practice())
    assert (facts.has_board, len(facts.areas)) == (True, 24)
    assert sum(area.first_gems for area in facts.areas.values()) == 52


@pytest.mark.parametrize(
    ("place", "change"),
    [
        pytest.param("areas", {"areas__d6": None}, marks=pytest.mark.rule("M-CMP-7")),
        pytest.param("areas.*.terrain", {"areas__a1__terrain": "city"}, marks=pytest.mark.rule("M-CMP-7")),
        pytest.param("areas.a1.terrain", {"areas__a1__terrain": None}, marks=pytest.mark.rule("M-CMP-7")),
        pytest.param("areas.a1.terrain", {"areas__a1__terrain": "lava"}, marks=pytest.mark.rule("M-CMP-7")),
        pytest.param("areas.*.pyramid", {"areas__a1__pyramid": True}, marks=pytest.mark.rule("M-CMP-8")),
        pytest.param(
            "areas.*.pyramid", {"areas__c4__pyramid": True, "areas__d1__pyramid": False},
            marks=pytest.mark.rule("M-CMP-8"),
        ),
        pytest.param("areas.*.wall", {"areas__a1__wall": None}, marks=pytest.mark.rule("M-CMP-8")),
        pytest.param("areas.*.wall", {"areas__a1__wall": "south"}, marks=pytest.mark.rule("M-CMP-8")),
        pytest.param(
            "areas.*.wall", {"areas__b3__wall": None, "areas__c6__wall": "south"}, marks=pytest.mark.rule("M-CMP-8")
        ),
        ("areas.a2.neighbours", {"areas__a2__neighbours": ["a3", "b1", "b2"]}),
        ("areas.a1.neighbours", {"areas__a1__neighbours": ["a2"]}),
        ("areas.a1.neighbours", {"areas__a1__neighbours": ["a1", "a2", "b1"]}),
        ("areas.a1.neighbours", {"areas__a1__neighbours": ["a2", "b1", "z9"]}),
        ("areas.a1.neighbours", {"areas__a1__neighbours": []}),
        ("areas.a1.neighbours", {"areas__a1__neighbours": None}),
        ("areas.a1.neighbours", {"areas__a1__neighbours": ["a2", "b1", "b1"]}),
        ("areas.a1.at", {"areas__a1__at": [0.5, 2]}),
        ("areas.a1.at", {"areas__a1__at": [0.5]}),
        ("areas.a1.wall", {"areas__a1__wall": "east"}),
        ("areas.a1.pyramid", {"areas__a1__pyramid": 1}),
        ("areas.a1.colour", {"areas__a1__colour": "blue"}),
        ("areas", {"areas": 7}),
        ("spells.einfluss.cost", {"spells__einfluss__cost": 3}),
        ("spells.einfluss.cost", {"spells__einfluss__cost": True}),
        ("spells.einfluss.income", {"spells__einfluss__income": ["tin"]}),
        ("spells.einfluss.income", {"spells__einfluss__income": "gold"}),
        ("spells.einfluss.phase", {"spells__einfluss__phase": "metal"}),
        ("spells.hokuspokus", {"spells__hokuspokus": {}}),
        ("game", {"game": "amul"}),
        ("format", {"format": 3}),
        ("practice", {"practice": "yes"}),
    ],
    ids=str,
)  # fmt: skip
def test_a_mistake_is_refused_by_its_key(place: str, change: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue) as caught:
        parse_facts(practice(**change))
    assert caught.value.place.startswith(place)
    assert caught.value.expected


def test_a_board_in_two_parts_is_no_board() -> None:
    """d6 and d5 only know each other; their former neighbours forget them."""
    document = practice()
    areas = document["areas"]
    for slug, area in areas.items():
        area["neighbours"] = [
            other for other in area["neighbours"] if (slug in ("d5", "d6")) == (other in ("d5", "d6"))
        ]
    with pytest.raises(InvalidValue, match=r"expect\.way_to"):
        parse_facts(document)


def test_areas_learned_one_by_one_are_judged_by_their_number_alone() -> None:
    learned = {"oasis": {"terrain": "water", "pyramid": False}, "old town": {"terrain": "city", "pyramid": True}}
    facts = parse_facts({"areas": learned})
    assert not facts.has_board
    assert facts.area("oasis").wall is None
    with pytest.raises(InvalidValue):
        parse_facts({"areas": {f"lake {n}": {"terrain": "water"} for n in range(6)}})


def test_facts_survive_being_written_down() -> None:
    facts = parse_facts(practice())
    assert parse_facts(as_document(facts)) == facts


def test_telling_changes_one_fact() -> None:
    facts = parse_facts({})
    assert tell(facts, "spells.einfluss.cost", 2).spells["einfluss"].cost == 2
    assert tell(facts, "spells.einfluss.income", ["any", "gold"]).spells["einfluss"].income == ("gold", "any")
    for fact, value in (("spells.einfluss.cost", 3), ("spells.nope.cost", 1), ("areas.a1.terrain", "city"), ("x", 1)):
        with pytest.raises(InvalidValue):
            tell(facts, fact, value)


def test_a_broken_file_is_refused_with_file_line_and_key(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('format = 1\ngame = "amulett"\n\n[spells.einfluss]\ncost = 3\n', "utf-8")
    with pytest.raises(CompanionError, match=r"mine\.toml, line 5, spells\.einfluss\.cost: expected a whole number"):
        AmulettBox().document("mine.toml", tmp_path)


def test_a_named_file_lies_over_the_rulebook_key_by_key(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[spells.einfluss]\ncost = 2\n[spells.einkommen-6]\nname = "Ehern"\n', "utf-8")
    box = AmulettBox()
    document = box.document("mine.toml", tmp_path)
    spells = parse_facts(document).spells
    assert (spells["einfluss"].name, spells["einfluss"].cost, spells["einfluss"].income) == ("Einfluss", 2, None)
    assert box.names(document, "de")["spell"]["einkommen-6"] == "Ehern"
    assert box.names(box.document("", tmp_path), "de")["spell"]["einkommen-6"] == "Einkommensspruch 6"


def test_every_card_of_the_box_has_a_tag_of_its_own() -> None:
    cards = AmulettBox().cards(amulett_facts("practice"))
    assert len(cards) == 33 + 112
    assert len({card.tag for card in cards}) == 145
    assert all(card.tag and card.tag.startswith("TCM") for card in cards)


@pytest.mark.rule("M-CMP-8")
def test_a_board_without_ways_is_counted_and_every_way_is_open() -> None:
    document = practice()
    for area in document["areas"].values():
        del area["neighbours"]
    facts = parse_facts(document)
    assert (facts.has_board, facts.judges_ways) == (True, False)
    document["areas"]["a1"]["pyramid"] = True
    with pytest.raises(InvalidValue):
        parse_facts(document)


def test_on_a_board_without_ways_the_party_may_go_anywhere_with_a_gem() -> None:
    document = practice()
    for area in document["areas"].values():
        del area["neighbours"]
        area.setdefault("wall", "none")
    desk = lay_out(told=document).to("gem", "exchange").passes(0, 1, 2)
    assert len(desk.listed(Move, "area")) == 23
    assert "area-1" not in desk.listed(Move, "area")


@pytest.mark.rule("M-CMP-8")
def test_a_whole_board_without_ways_has_as_many_marks_as_the_box_and_a_part_of_it_may_have_fewer() -> None:
    document = practice(areas__d1__pyramid=False)
    for area in document["areas"].values():
        del area["neighbours"]
    with pytest.raises(InvalidValue) as caught:
        parse_facts(document)
    assert caught.value.place == "areas.*.pyramid = true"
    del document["areas"]["d6"]["pyramid"]
    assert parse_facts(document).areas["d6"].pyramid is None


@pytest.mark.parametrize("fact", ["areas.einfluss.cost", "einfluss.cost", "spells.einfluss.phase", "areas.a1.terrain"])
def test_what_cannot_be_told(fact: str) -> None:
    with pytest.raises(InvalidValue):
        tell(parse_facts(practice()), fact, 1)


def test_only_the_pyramid_city_is_proven_without_a_board() -> None:
    document = {"title": "box", "areas": {"pyramid-city": {"terrain": "city"}, "sea": {"terrain": "water"}}}
    facts = parse_facts(document)
    assert [facts.origin(f"areas.{slug}.terrain") for slug in ("pyramid-city", "sea")] == ["rulebook", "file box"]
