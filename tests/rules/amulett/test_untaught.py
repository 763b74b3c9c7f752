"""A board nobody has taught: Teleportation goes anywhere, counts are corrected, and what cannot be is not accepted."""

from __future__ import annotations

from typing import Any

import pytest

from rules.amulett import GAME
from rules.amulett.board import Area
from rules.amulett.commands import Bid, Correct, Count, Decline, Enough, Forget, Later, Lay, Lift, Move, Place, Tell
from rules.amulett.events import AreaFound, FactForgotten, GemsCounted
from rules.amulett.limits import LIMITS, clash_of
from rules.core.game import Setup
from rules.core.refusals import Refused
from tests.games import document, phrases_for
from tests.rules.amulett.desks import Desk, facts, lay_out

DECK = ["zwei-wuensche", "goldener-ueberfluss", "silberner-ueberfluss", "kupferner-ueberfluss"]
OASE = {"terrain": "water", "pyramid": False, "wall": "none"}


def untaught(spells: Any = ({}, {}, {}), areas: dict[str, Any] | None = None, **table: Any) -> Desk:
    """At the first decision after the spell phase; the first area is known to be off the wall."""
    known = {"pyramid-city": {"wall": "none"}, **(areas or {})}
    desk = lay_out(spells, told={**facts(), "areas": known}, deck=DECK, **table)
    return desk.passes(0, 1, 2, 0, 1, 2, 0, 1, 2)


def asked(desk: Desk) -> str | None:
    question = GAME.question(desk.state)
    return None if question is None else question.fact


# Teleportation.


@pytest.mark.rule("M-G5")
def test_teleportation_lifts_from_an_area_nobody_has_named_and_asks_what_it_is() -> None:
    desk = untaught([{"teleportation": 5}, {}, {}])
    assert desk.options == (Lift(0, "pyramid-city", "?"), Lift(0, "area-1", "?"), Decline(0, "teleportation"))
    desk.do(Lift(0, "area-1", "?"))
    assert asked(desk) == "areas.area-1.terrain"
    desk.do(Tell(0, "areas.area-1.terrain", "forest"))
    assert desk.events == (desk.events[0], AreaFound("area-1", 2))
    assert desk.view["board"] == {"area-1": ["?", "?"]}
    assert desk.listed(Place, "area") == ["pyramid-city", "area-2"]
    desk.do(Place(0, "pyramid-city"))
    assert desk.view["board"] == {"area-1": ["?"], "pyramid-city": ["?", "?", "?", "?"]}
    assert desk.state.unplaced == 52 - 5


@pytest.mark.rule("M-G5")
def test_teleportation_carries_a_gem_to_an_area_nobody_has_named() -> None:
    desk = untaught([{"teleportation": 5}, {}, {}]).do(Lift(0, "pyramid-city", "?"), Place(0, "area-1"))
    assert asked(desk) == "areas.area-1.terrain"
    assert desk.view["board"] == {"pyramid-city": ["?", "?"]}
    desk.do(Tell(0, "areas.area-1.terrain", "city"))
    assert desk.view["board"] == {"pyramid-city": ["?", "?"], "area-1": ["?", "?", "?", "?"]}


@pytest.mark.rule("M-G5")
def test_an_area_told_before_is_chosen_by_its_name_and_nothing_is_asked() -> None:
    desk = untaught([{"teleportation": 5}, {}, {}], {"Oase": OASE})
    assert desk.listed(Lift, "area") == ["pyramid-city", "Oase", "area-1"]
    desk.do(Lift(0, "Oase", "?"), Place(0, "pyramid-city"))
    assert asked(desk) is None
    assert desk.view["board"] == {"Oase": ["?"], "pyramid-city": ["?", "?", "?", "?"]}


@pytest.mark.rule("M-G5")
def test_teleportation_may_name_an_area_but_not_the_one_it_comes_from() -> None:
    desk = untaught([{"teleportation": 5}, {}, {}])
    assert desk.code(Lift(0, "a.b", "?")) == "unknown_area"
    desk.do(Lift(0, "Oase", "?"), Tell(0, "areas.Oase.terrain", "water"))
    assert desk.code(Place(0, "Oase")) == "same_area"
    desk.do(Place(0, "See"), Tell(0, "areas.See.terrain", "water"))
    assert desk.view["board"] == {"Oase": ["?"], "See": ["?", "?", "?"], "pyramid-city": ["?", "?", "?"]}


def test_terrain_put_off_the_gems_are_counted() -> None:
    desk = untaught([{"teleportation": 5}, {}, {}]).do(Lift(0, "area-1", "?"), Later(0, "areas.area-1.terrain"))
    assert desk.options == (Tell(0, "gems.area-1", 2), Tell(0, "gems.area-1", 3), Later(0, "gems.area-1"))
    assert desk.code(Tell(0, "gems.area-1", 4)) == "too_many_gems"
    assert desk.code(Tell(0, "gems.area-1", 2.0)) == "too_many_gems"
    desk.do(Tell(0, "gems.area-1", 3))
    assert desk.view["board"] == {"area-1": ["?", "?", "?"]}


def test_the_count_put_off_too_the_rules_give_two() -> None:
    desk = untaught([{"teleportation": 5}, {}, {}]).do(Lift(0, "area-1", "?"), Later(0, "areas.area-1.terrain"))
    assert desk.do(Later(0, "gems.area-1")).view["board"] == {"area-1": ["?", "?"]}


def test_a_new_area_is_offered_beside_those_of_other_nights() -> None:
    known = {f"area-{n}": OASE for n in (1, 2, 3)}
    desk = untaught(areas=known).passes(0, 1, 2)
    assert desk.listed(Move, "area") == ["area-1", "area-2", "area-3", "area-4"]


def test_the_ways_the_party_walks_are_known_but_not_those_it_flies() -> None:
    desk = untaught(areas={"Oase": OASE, "See": OASE}).passes(0, 1, 2).do(Move(0, "Oase")).passes(0, 1, 2)
    assert desk.do(Move(0, "pyramid-city")).state.ways == (("Oase", "pyramid-city"),)
    flown = untaught([{"schwingen-des-phoenix": 5}, {}, {}], {"Oase": OASE}).passes(0, 1, 2).do(Move(0, "Oase"))
    assert flown.state.ways == ()


# Counting.


def test_gems_are_counted_at_any_time_and_none_come_from_nowhere() -> None:
    desk = untaught(areas={"Oase": OASE})
    desk.do(Count(2, "Oase", 1))
    assert desk.events == (GemsCounted("Oase", 1),)
    assert desk.view["board"] == {"pyramid-city": ["?", "?", "?"], "Oase": ["?"]}
    assert desk.state.unplaced == 48
    assert desk.code(Count(0, "Oase", 1)) == "same_as_before"
    assert desk.code(Count(0, "Oase", 50)) == "too_many_gems"
    assert desk.code(Count(0, "Oase", -1)) == "too_many_gems"
    assert desk.code(Count(0, "Nirgends", 1)) == "unknown_area"
    assert desk.code(Count(0, "pyramid-city", 0)) == "gem_in_use"


def test_on_a_known_board_the_area_with_too_many_is_counted_first() -> None:
    desk = lay_out(deck=DECK)
    known = desk.view["board"]
    area, other = list(known)[1:3]
    assert desk.code(Count(0, area, len(known[area]) + 1)) == "too_many_gems"
    desk.do(Count(0, other, len(known[other]) - 1), Count(0, area, len(known[area]) + 1))
    assert [len(desk.view["board"][slug]) for slug in (area, other)] == [len(known[area]) + 1, len(known[other]) - 1]


def test_gems_nobody_has_told_go_before_those_with_a_colour() -> None:
    desk = lay_out(deck=DECK, told={**facts(), "areas": {}}, gems={"Oase": ["?", "red", "?"]})
    assert desk.do(Count(0, "Oase", 2)).view["board"]["Oase"] == ["red", "?"]
    assert desk.do(Count(0, "Oase", 0), Count(0, "Oase", 2)).view["board"]["Oase"] == ["?", "?"]


def test_a_lifted_gem_is_not_counted_away() -> None:
    desk = untaught([{"teleportation": 5}, {}, {}]).do(Lift(0, "pyramid-city", "?"))
    assert desk.code(Count(0, "pyramid-city", 0)) == "gem_in_use"


# What cannot be.

NORTH = {f"area-{n}": {"terrain": "water", "pyramid": False, "wall": "north"} for n in range(1, 6)}


def test_a_sixth_area_north_of_the_wall_is_refused_and_the_five_are_named() -> None:
    desk = untaught(areas=NORTH).passes(0, 1, 2).do(Move(0, "area-6"))
    desk.do(Tell(0, "areas.area-6.terrain", "forest"), Tell(0, "areas.area-6.pyramid", False))
    question = GAME.question(desk.state)
    assert question is not None
    assert [answer.value for answer in question.answers[:-1]] == ["south", "none"]
    (barred,) = question.barred
    assert barred.answer == Tell(0, "areas.area-6.wall", "north")
    assert barred.facts == tuple(f"areas.area-{n}.wall" for n in range(1, 6))
    refusal = GAME.decide(desk.state, barred.answer)
    assert isinstance(refusal, Refused)
    own = document("amulett", "own")
    for language, said in (
        ("en", "That cannot be: 5 areas lie north of the wall, touching it; told already: water by the wall (no. 1)"),
        ("de", "Das kann nicht sein: 5 Gebiete liegen nördlich an der Mauer; schon eingegeben: Wasser an der Mauer"),
    ):
        assert phrases_for("amulett", language, own, ("Ada", "Bo", "Cem")).say(refusal.words).startswith(said)


def test_another_answer_makes_room() -> None:
    desk = untaught(areas=NORTH).passes(0, 1, 2).do(Move(0, "area-6"), Tell(0, "areas.area-6.terrain", "forest"))
    assert desk.code(Correct(0, "areas.area-6.wall", "north")) == "cannot_be"
    desk.do(Correct(0, "areas.area-3.wall", "south"), Correct(0, "areas.area-6.wall", "north"))
    assert desk.state.facts.area("area-6").wall == "north"


def test_what_was_told_is_taken_back_and_asked_again_when_the_party_comes() -> None:
    desk = untaught(areas={"Oase": OASE}).do(Forget(1, "areas.Oase.terrain"))
    assert desk.events == (FactForgotten("areas.Oase.terrain"),)
    assert desk.code(Forget(1, "areas.Oase.terrain")) == "same_as_before"
    assert desk.code(Forget(1, "areas.pyramid-city.terrain")) == "bad_answer"
    assert desk.code(Forget(1, "spells.geschenk.cost")) == "bad_answer"
    assert desk.code(Forget(1, "areas")) == "bad_answer"
    assert "terrain" not in GAME.facts(desk.state)["areas"]["Oase"]
    desk.passes(0, 1, 2).do(Move(0, "Oase"))
    assert asked(desk) == "areas.Oase.terrain"


def test_two_areas_told_the_wrong_way_round_can_change_places() -> None:
    full = {f"area-{n}": {"terrain": "water"} for n in range(1, 6)}
    desk = untaught(areas={**full, **{f"area-{n}": {"terrain": "forest"} for n in range(6, 11)}})
    assert desk.code(Correct(0, "areas.area-1.terrain", "forest")) == "cannot_be"
    desk.do(Forget(0, "areas.area-6.terrain"), Correct(0, "areas.area-1.terrain", "forest"))
    desk.do(Correct(0, "areas.area-6.terrain", "water"))
    assert [desk.state.facts.area(f"area-{n}").terrain for n in (1, 6)] == ["forest", "water"]


def test_a_drawn_board_is_not_corrected_area_by_area() -> None:
    desk = lay_out(deck=DECK)
    area = next(iter(desk.view["board"]))
    assert desk.code(Forget(0, f"areas.{area}.terrain")) == "bad_answer"


@pytest.mark.rule("M-CMP-8")
def test_only_one_area_of_the_city_has_a_pyramid() -> None:
    start = Area("pyramid-city", "city", pyramid=True)
    clash = clash_of({"pyramid-city": start}, Area("area-1", "city", pyramid=True), "pyramid")
    assert clash is not None
    assert (clash.limit.name, clash.areas, clash.facts) == (
        "city-pyramid",
        ("pyramid-city",),
        ("areas.area-1.terrain",),
    )


@pytest.mark.rule("M-CMP-7")
def test_the_limits_of_each_group_make_up_the_whole_board() -> None:
    most = {limit.name: limit.most for limit in LIMITS}
    groups = (
        ("water", "forest", "steppe", "mountain", "city"),
        ("pyramid", "no-pyramid"),
        ("city-pyramid", "city-no-pyramid", "other-pyramid", "other-no-pyramid"),
        ("north", "south", "no-wall"),
        ("city-south", "city-not-south", "other-south", "other-not-south"),
    )
    assert [sum(most[name] for name in group) for group in groups] == [24] * 5
    assert sum(map(len, groups)) == len(LIMITS)


def test_a_game_of_earlier_rules_takes_answers_as_they_come() -> None:
    setup = GAME.renewed(Setup("amulett", ("Ada", "Bo", "Cem")), 2)
    assert setup.options == {"areas": "as-told"}
    desk = lay_out(told={**facts(), "areas": NORTH}, deck=DECK, options=setup.options)
    desk.passes(0, 1, 2, 0, 1, 2, 0, 1, 2).do(Tell(0, "areas.pyramid-city.wall", "north"))
    assert desk.state.facts.area("pyramid-city").wall == "north"


# Gifts and what is taken back, where nobody has looked.


@pytest.mark.parametrize(("told", "gems"), [("south", 2), ("none", 1)])
def test_a_wall_put_off_is_asked_when_a_gift_depends_on_it(told: str, gems: int) -> None:
    desk = untaught([{"geschenk-der-baumeister": 5}, {}, {}], {"pyramid-city": {}})
    desk.do(Later(0, "areas.pyramid-city.wall"), Bid(0, 1)).passes(1, 2).do(Lay(0, {"gold": 1}))
    assert asked(desk) == "areas.pyramid-city.wall"
    desk.do(Tell(0, "areas.pyramid-city.wall", told))
    while desk.state.stage in ("gem", "gift"):
        desk.do(desk.options[0])
    assert len(desk.view["players"][0]["gems"]) == gems


def test_put_off_twice_it_is_not_asked_a_third_time_and_not_judged() -> None:
    spells = [{"einfluss-der-baumeister": 4, "geschenk-der-baumeister": 4}, {}, {}]
    desk = untaught(spells, {"pyramid-city": {}}).do(Later(0, "areas.pyramid-city.wall"), Bid(0, 1)).passes(1, 2)
    desk.do(Later(0, "areas.pyramid-city.wall"), Lay(0, {"gold": 1}), Enough(0))
    assert (asked(desk), desk.state.stage, desk.state.left) == (None, "gem", 1)
