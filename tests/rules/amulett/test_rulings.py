"""What the owner's cards decide: asked once, when it first matters, kept with the box, under what the group chooses."""

from __future__ import annotations

from typing import Any

import pytest

from rules.amulett import GAME
from rules.amulett.commands import Bid, Later, Name, Pass, TakeGem, Tell
from rules.amulett.facts import as_document, parse_facts
from rules.amulett.options import OF_THE_BOX, OPTIONS, Rulings
from rules.core.errors import InvalidValue
from rules.core.words import words
from tests.rules.amulett.desks import Desk, facts, gather, lay_out
from tests.rules.amulett.test_exchange import DECK, INFLUENCE, METALS, at, gems_for, takes

BURNING: list[dict[str, int]] = [{"brennendes-verlangen": 2}, {}, {}]
GIFT: list[dict[str, int]] = [{"geschenk-der-baumeister": 2}, {}, {}]
COLOURS = ["red", "green", "white", "grey"]


def box(**rulings: Any) -> dict[str, Any]:
    """The usual box, of which only these rulings were told."""
    return facts(rulings={key.replace("_", "-"): value for key, value in rulings.items()})


def asked(desk: Desk) -> str | None:
    question = GAME.question(desk.state)
    return None if question is None else question.fact


def test_what_the_cards_settle_and_its_defaults() -> None:
    assert OF_THE_BOX == ("M-R1", "M-R3", "M-R4", "M-R5", "M-R6", "M-R8")
    assert [OPTIONS[rule][0] for rule in OF_THE_BOX] == ["all", "as-M-R2", 1, 2, 2, "wall"]


def test_a_choice_of_the_group_stands_over_the_box_and_the_box_over_the_default() -> None:
    rulings = Rulings({"M-R4": 2}, {"M-R4": 1, "M-R5": 1})
    assert [rulings[rule] for rule in ("M-R4", "M-R5", "M-R6")] == [2, 1, 2]
    assert [rule for rule in OF_THE_BOX if rulings.is_open(rule)] == ["M-R1", "M-R6", "M-R8"]


def before_copper_is_named(told: dict[str, Any], **more: Any) -> Desk:
    """The party is at a1, where gold is asked for; each hand has six of each metal."""
    table = gather([[], [], []], "a1", a1=["red", "green"])
    hands = [dict.fromkeys(METALS, 6) for _ in range(3)]
    return lay_out(BURNING, deck=DECK, metals=hands, told=told, **table, **more).to("gem")


@pytest.mark.rule("M-R1")
def test_brennendes_verlangen_is_asked_about_when_a_metal_was_named_and_gems_lie_there() -> None:
    desk = before_copper_is_named(box()).do(Name(0, "copper"))
    question = GAME.question(desk.state)
    assert question is not None
    assert question.fact == "rulings.M-R1"
    assert question.words == words("amulett.ruling.M-R1", spell="brennendes-verlangen")
    assert question.answers == (
        Tell(0, "rulings.M-R1", "all"), Tell(0, "rulings.M-R1", "owner"), Later(0, "rulings.M-R1"),
    )  # fmt: skip
    desk.do(Tell(0, "rulings.M-R1", "owner"), Pass(0))
    assert (asked(desk), desk.bids) == (None, [1, 2, 3, 4, 5, 6])  # seat 1: gold alone
    assert desk.state.facts.rulings == {"M-R1": "owner"}


@pytest.mark.rule("M-R1")
@pytest.mark.parametrize(("told", "most"), [({"M_R1": "all"}, 12), ({"M_R1": "owner"}, 6)])
def test_a_box_that_was_looked_at_is_not_asked_again(told: dict[str, str], most: int) -> None:
    desk = before_copper_is_named(box(**told)).do(Name(0, "copper"), Pass(0))
    assert (asked(desk), desk.bids) == (None, list(range(1, most + 1)))


@pytest.mark.rule("M-R1")
def test_the_group_may_choose_otherwise_and_is_not_asked() -> None:
    desk = before_copper_is_named(box(M_R1="all"), options={"M-R1": "owner"}).do(Name(0, "copper"), Pass(0))
    assert (asked(desk), desk.bids) == (None, [1, 2, 3, 4, 5, 6])


@pytest.mark.rule("M-R1")
def test_later_plays_by_the_default_and_is_not_asked_again_tonight() -> None:
    desk = before_copper_is_named(box()).do(Name(0, "copper"), Later(0, "rulings.M-R1"), Pass(0))
    assert (asked(desk), desk.bids) == (None, list(range(1, 13)))
    assert desk.state.facts.rulings == {}


@pytest.mark.rule("M-R1")
def test_nothing_is_asked_while_nobody_names_a_metal() -> None:
    assert asked(at("a1", BURNING, told=box())) is None


@pytest.mark.rule("M-R4", "M-R5", "M-R6")
@pytest.mark.parametrize(("answers", "count"), [((1, 2, 2), 5), ((2, 1, 1), 4)])
def test_einfluss_is_asked_about_when_its_owner_has_won(answers: tuple[int, ...], count: int) -> None:
    desk = at("b1", [dict.fromkeys(INFLUENCE, 2), {}, {}], told=box()).do(Bid(0, 6))
    assert asked(desk) is None
    desk.passes(1, 2)
    for rule, value in zip(("M-R4", "M-R5", "M-R6"), answers, strict=True):
        assert asked(desk) == f"rulings.{rule}"
        desk.do(Tell(0, f"rulings.{rule}", value))
    assert (asked(desk), takes(desk)) == (None, count)


@pytest.mark.rule("M-R5", "M-R6")
def test_where_the_spell_does_nothing_nothing_is_asked() -> None:
    desk = at("c5", [dict.fromkeys(INFLUENCE[1:], 2), {}, {}], told=box()).do(Bid(0, 1)).passes(1, 2)
    assert asked(desk) is None
    other = at("b1", [dict.fromkeys(INFLUENCE, 2), {}, {}], told=box(), start=1).do(Bid(1, 1)).passes(2, 0)
    assert asked(other) is None


@pytest.mark.rule("M-R8")
@pytest.mark.parametrize(
    ("area", "reading", "gems"), [("a2", "wall", 2), ("a2", "pyramid", 1), ("c2", "wall", 1), ("c2", "pyramid", 2)]
)
def test_geschenk_der_baumeister_is_asked_about_where_the_readings_differ(area: str, reading: str, gems: int) -> None:
    desk = at(area, GIFT, gems=COLOURS, told=box()).do(Bid(0, 1)).passes(1, 2)
    assert asked(desk) == "rulings.M-R8"
    desk.do(Tell(0, "rulings.M-R8", reading))
    while any(isinstance(option, TakeGem) for option in desk.options):
        desk.do(next(option for option in desk.options if isinstance(option, TakeGem)))
    assert len(desk.view["players"][0]["gems"]) == gems


@pytest.mark.rule("M-R8")
def test_both_readings_alike_ask_nothing() -> None:
    assert gems_for(at("b1", GIFT, gems=COLOURS, told=box())) == 2  # a pyramid at the wall
    assert gems_for(at("c5", GIFT, gems=COLOURS, told=box())) == 1  # neither


@pytest.mark.rule("M-R1")
def test_facts_of_the_first_format_ask_for_nothing_and_are_played_by_the_default() -> None:
    """So that a game that was begun with them is played again as it was."""
    first = {key: value for key, value in box().items() if key != "rulings"} | {"format": 1}
    desk = before_copper_is_named(first).do(Name(0, "copper"), Pass(0))
    assert (asked(desk), desk.bids) == (None, list(range(1, 13)))


def test_rulings_of_a_file_are_judged() -> None:
    assert parse_facts({"format": 2, "rulings": {"M-R4": 2}}).rulings == {"M-R4": 2}
    for rulings, place in (
        ({"M-R4": 3}, "rulings.M-R4"),
        ({"M-R4": True}, "rulings.M-R4"),
        ({"M-R1": "some"}, "rulings.M-R1"),
        ({"M-GEM-5": "one"}, "rulings.M-GEM-5"),
        (["M-R1"], "rulings"),
    ):
        with pytest.raises(InvalidValue) as raised:
            parse_facts({"format": 2, "rulings": rulings})
        assert raised.value.place == place
    with pytest.raises(InvalidValue):
        parse_facts({"format": 1, "rulings": {"M-R4": 2}})


def test_rulings_keep_their_origin_in_a_document() -> None:
    document = {"format": 2, "rulings": {"M-R4": 2, "origin": {"M-R4": "told 2026-11-15 game 3"}}}
    told = parse_facts(document)
    assert told.origin("rulings.M-R4") == "told 2026-11-15 game 3"
    assert parse_facts(as_document(told)) == told
    assert as_document(told)["rulings"] == document["rulings"]
    assert as_document(parse_facts({}))["format"] == 1
