"""Exchanges: bids, jokers, Macht and Überlegenheit, the bid laid open, cards taken back, gems."""

from __future__ import annotations

from typing import Any

import pytest

from rules.amulett.commands import Bid, Enough, Lay, Pass, TakeBack, TakeGem
from rules.amulett.events import BidLaid, BidReturned, ExchangeUnsold, GemTaken
from tests.rules.amulett.desks import Desk, gather, lay_out

DECK = ["zwei-wuensche", "goldener-ueberfluss", "silberner-ueberfluss", "kupferner-ueberfluss", "einkommen-6"]
METALS = ("gold", "silver", "copper", "iron")


def at(
    party: str,
    spells: list[dict[str, int]] | None = None,
    hands: list[dict[str, int]] | None = None,
    gems: list[str] | None = None,
    **more: Any,
) -> Desk:
    """An exchange about to begin in ``party``: each hand six of each metal, unless told."""
    spells = spells or [{}, {}, {}]
    hands = hands or [dict.fromkeys(METALS, 6) for _ in spells]
    amulets = more.pop("amulets", [[] for _ in spells])
    table = gather(amulets, party, **{party: gems or ["red", "green"]})
    return lay_out(spells, deck=DECK, metals=hands, **table, **more).to("gem", "exchange")


@pytest.mark.rule("M-GEM-4", "M-GEM-9")
def test_bids_rise_from_the_start_player_a_pass_is_final_and_one_is_left() -> None:
    desk = at("a1", start=1).do(Bid(1, 1), Bid(2, 3))
    assert (desk.view["turn"], desk.view["high_bid"], desk.view["high_bidder"]) == (0, 3, 2)
    assert desk.code(Bid(0, 3)) == "too_low"
    desk.do(Pass(0))
    assert desk.view["passed"] == [0]
    assert desk.code(Bid(0, 6)) == "already_passed"
    assert desk.code(Pass(0)) == "already_passed"
    desk.do(Bid(1, 4))
    assert desk.view["turn"] == 2
    desk.do(Pass(2))
    assert (desk.view["start"], desk.view["turn"]) == (1, 1)
    assert desk.view["phase"] == "gem"


@pytest.mark.rule("M-GEM-6")
@pytest.mark.parametrize(("area", "metal"), [("a1", "gold"), ("a4", "silver"), ("a2", "copper"), ("a3", "iron")])
def test_only_the_metal_of_the_area_counts(area: str, metal: str) -> None:
    hands = [{**dict.fromkeys(METALS, 7), metal: 2}, {}, {}]
    desk = at(area, hands=hands)
    assert desk.bids == [1, 2]
    assert desk.code(Bid(0, 3)) == "cannot_pay"
    desk.do(Pass(0))
    assert desk.options == (Pass(1),)
    assert desk.code(Bid(1, 1)) == "cannot_pay"


@pytest.mark.rule("M-GEM-5")
def test_a_city_takes_all_metals_mixed() -> None:
    desk = at("b3", hands=[{"gold": 2, "iron": 1}, {"silver": 1}, {}])
    assert desk.bids == [1, 2, 3]
    desk.do(Bid(0, 2)).passes(1)
    assert desk.view["passed"] == [1]
    desk.passes(2)
    assert (desk.view["turn"], desk.view["passed"]) == (0, [])  # no auction is running
    assert desk.listed(Lay, "metals") == [{"gold": 1, "iron": 1}, {"gold": 2}]
    assert desk.code(Lay(0, {"gold": 1})) == "wrong_count"
    assert desk.code(Lay(0, {"silver": 2})) == "cannot_pay"
    assert desk.code(Lay(0, {"iron": 2})) == "cannot_pay"
    assert desk.code(Lay(0, {"tin": 2})) == "not_accepted"
    assert desk.code(Lay(0, {"gold": 3, "iron": -1})) == "not_accepted"
    desk.do(Lay(0, {"gold": 1, "iron": 1}))
    assert BidLaid(0, {"gold": 1, "iron": 1}) in desk.events


@pytest.mark.rule("M-GEM-5")
def test_by_another_ruling_a_city_takes_one_sort() -> None:
    hands = [{"gold": 3, "iron": 2, "silver": 1}, {}, {}]
    desk = at("b3", hands=hands, options={"M-GEM-5": "one"})
    assert desk.bids == [1, 2, 3]
    desk.do(Bid(0, 2)).passes(1, 2)
    assert desk.listed(Lay, "metals") == [{"iron": 2}, {"gold": 2}]
    joker = at("b3", [{"silberne-metamorphose": 2}, {}, {}], hands, options={"M-GEM-5": "one"})
    assert joker.bids == [1, 2, 3, 4]
    jokers = at("b3", [{"steinerne-metamorphose": 2}, {}, {}], hands, options={"M-GEM-5": "one"})
    assert jokers.bids == [1, 2, 3, 4, 5, 6]
    unjudged = at("b3", hands=hands, options={"M-GEM-5": "one", "judge": "no"})
    assert unjudged.bids == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("M-GEM-7")
def test_the_total_of_a_hand_is_public_and_nothing_more() -> None:
    desk = at("a1", hands=[{"gold": 3, "iron": 2}, {}, {"silver": 9}])
    assert [player["metal_total"] for player in desk.view["players"]] == [5, 0, 9]
    assert "metals" not in desk.view
    assert not any("metals" in player for player in desk.view["players"])


@pytest.mark.rule("M-GEM-8")
def test_when_all_others_pass_the_last_one_may_bid_or_pass() -> None:
    desk = at("a1").passes(0, 1)
    assert desk.view["turn"] == 2
    assert desk.bids == [1, 2, 3, 4, 5, 6]
    desk.do(Bid(2, 1))
    assert (desk.view["start"], desk.view["turn"]) == (2, 2)
    assert at("a1").passes(0, 1, 2).events[1] == ExchangeUnsold("a1")


@pytest.mark.rule("M-GEM-8")
def test_by_another_ruling_there_is_no_exchange_then() -> None:
    desk = at("a1", options={"M-GEM-8": "no-exchange"}).passes(0, 1)
    assert ExchangeUnsold("a1") in desk.events


@pytest.mark.rule("M-GEM-11")
def test_the_winner_takes_a_gem_of_choice() -> None:
    desk = at("a1", gems=["red", "green", "red"]).do(Bid(0, 2)).passes(1, 2)
    assert desk.metals(0)["gold"] == 4
    assert desk.view["stacks"]["gold"] == 12
    assert desk.options == (TakeGem(0, "red"), TakeGem(0, "green"))
    assert desk.code(TakeGem(0, "white")) == "no_such_gem"
    desk.do(TakeGem(0, "green"))
    assert (desk.view["players"][0]["gems"], desk.view["board"]["a1"]) == (["green"], ["red", "red"])


def test_a_single_colour_is_taken_by_itself() -> None:
    desk = at("a1", gems=["red", "red"]).do(Bid(0, 1)).passes(1, 2)
    assert GemTaken(0, "red") in desk.events


def test_an_untold_gem_may_have_any_colour_that_is_not_accounted_for() -> None:
    amulets = [["white", "white", "white"], ["white"], []]
    desk = at("a1", gems=["?", "brown"], amulets=amulets, start=2).do(Bid(2, 1)).passes(0, 1)
    assert desk.listed(TakeGem, "gem") == [
        "brown",
        "red",
        "yellow",
        "green",
        "colourless",
        "light-blue",
        "dark-blue",
        "grey",
        "orange",
    ]
    brown = Desk(desk.state).do(TakeGem(2, "brown"))
    assert brown.view["board"]["a1"] == ["?"]
    assert Desk(desk.state).do(TakeGem(2, "grey")).view["board"]["a1"] == ["brown"]


@pytest.mark.rule("M-GEM-12")
def test_without_bids_there_is_no_gem_and_the_hat_stays() -> None:
    desk = at("a1", start=1).passes(1, 2, 0)
    assert (desk.view["start"], desk.view["turn"]) == (1, 1)
    assert [player["gems"] for player in desk.view["players"]] == [[], [], []]
    assert desk.view["party"] == "d6"


@pytest.mark.rule("M-GEM-10", "M-R2", "M-R3", "M-SPT-2")
def test_both_curses_at_once_the_winner_first_then_clockwise_while_cards_are_left() -> None:
    spells: list[dict[str, int]] = [{"des-kroesus-uebler-fluch": 2}, {"einfluss": 2}, {"des-geizes-uebler-fluch": 2}]
    desk = at("b3", spells, start=1).do(Bid(1, 3), Pass(2), Pass(0), Lay(1, {"gold": 1, "silver": 1, "iron": 1}))
    assert desk.view["open_bid"] == {"gold": 1, "silver": 1, "copper": 0, "iron": 1}
    assert desk.view["players"][1]["metal_total"] == 21
    assert desk.options == (TakeBack(1, "gold"), TakeBack(1, "silver"), TakeBack(1, "iron"), Enough(1))
    assert desk.code(TakeBack(1, "copper")) == "no_such_card"
    desk.do(TakeBack(1, "gold"))
    assert desk.view["turn"] == 2
    desk.do(TakeBack(2, "silver"))
    assert (desk.view["turn"], desk.view["open_bid"]["iron"]) == (0, 1)
    desk.do(TakeBack(0, "iron"))
    assert desk.view["open_bid"] == {}
    assert BidReturned({}) in desk.events
    assert [desk.metals(seat)["iron"] for seat in range(3)] == [7, 5, 6]
    assert desk.metals(2)["silver"] == 7


@pytest.mark.rule("M-GEM-10")
def test_a_curse_without_a_card_left_gets_nothing() -> None:
    spells: list[dict[str, int]] = [{"des-kroesus-uebler-fluch": 2}, {"einfluss": 2}, {}]
    desk = at("a1", spells, start=1).do(Bid(1, 1)).passes(2, 0).do(TakeBack(1, "gold"))
    assert desk.view["turn"] == 1
    assert desk.options == (TakeGem(1, "red"), TakeGem(1, "green"))


@pytest.mark.rule("M-R2")
def test_a_curse_works_on_the_own_bid_too() -> None:
    desk = at("a1", [{"des-kroesus-uebler-fluch": 2}, {}, {}]).do(Bid(0, 2)).passes(1, 2).do(TakeBack(0, "gold"))
    assert desk.metals(0)["gold"] == 5


@pytest.mark.rule("M-R3")
def test_both_curses_in_one_hand_take_two() -> None:
    spells = [{"des-kroesus-uebler-fluch": 2, "des-geizes-uebler-fluch": 2}, {}, {}]
    desk = at("a1", spells, start=1).do(Bid(1, 3)).passes(2, 0)
    desk.do(TakeBack(0, "gold"), TakeBack(0, "gold"))
    assert (desk.metals(0)["gold"], desk.view["turn"]) == (8, 1)


@pytest.mark.rule("M-SPT-3")
def test_taking_is_a_choice_card_by_card() -> None:
    spells = [{"einfluss-der-baumeister": 2}, {}, {"des-geizes-uebler-fluch": 2}]
    desk = at("a1", spells).do(Bid(0, 3)).passes(1, 2).do(TakeBack(0, "gold"), Enough(0))
    assert desk.view["turn"] == 2
    desk.do(Enough(2))
    assert (desk.metals(0)["gold"], desk.view["stacks"]["gold"], desk.view["turn"]) == (4, 12, 0)
    forced = at("a1", spells, options={"M-SPT-3": "must"}).do(Bid(0, 3)).passes(1, 2)
    assert forced.options == (TakeBack(0, "gold"),)


def takes(desk: Desk, seat: int = 0) -> int:
    """How many cards the winner can take back."""
    count = 0
    while (option := TakeBack(seat, "copper")) in desk.options:
        desk.do(option)
        count += 1
    return count


INFLUENCE = ("einfluss", "einfluss-der-baumeister", "einfluss-der-pharaonen")


@pytest.mark.parametrize(
    ("area", "spells", "count"),
    [
        pytest.param("b1", INFLUENCE, 5, marks=pytest.mark.rule("M-R4", "M-R5", "M-R6", "M-SPT-2")),
        pytest.param("a2", INFLUENCE, 3, marks=pytest.mark.rule("M-R5")),
        pytest.param("c2", INFLUENCE, 3, marks=pytest.mark.rule("M-R6")),
        pytest.param("c5", INFLUENCE, 1, marks=pytest.mark.rule("M-R4")),
        pytest.param("c5", INFLUENCE[1:], 0, marks=pytest.mark.rule("M-R5", "M-R6")),
    ],
)
def test_einfluss_takes_back_one_and_two_and_two(area: str, spells: tuple[str, ...], count: int) -> None:
    desk = at(area, [dict.fromkeys(spells, 2), {}, {}]).do(Bid(0, 6)).passes(1, 2)
    assert takes(desk) == count
    assert desk.view["stacks"]["copper"] == 10 + 6 - count


@pytest.mark.rule("M-R4", "M-R5", "M-R6")
def test_einfluss_by_other_rulings() -> None:
    desk = at("b1", [dict.fromkeys(INFLUENCE, 2), {}, {}], options={"M-R4": 2, "M-R5": 1, "M-R6": 1})
    assert takes(desk.do(Bid(0, 6)).passes(1, 2)) == 4


@pytest.mark.rule("M-R4")
def test_einfluss_is_the_winners_alone() -> None:
    desk = at("a2", [{"einfluss": 2}, {}, {}], start=1).do(Bid(1, 2)).passes(2, 0)
    assert isinstance(desk.options[0], TakeGem)


GIFTS = ("geschenk", "geschenk-der-baumeister", "geschenk-der-pharaonen")


def gems_for(desk: Desk) -> int:
    desk.do(Bid(0, 1)).passes(1, 2)
    while any(isinstance(option, TakeGem) for option in desk.options):
        desk.do(next(option for option in desk.options if isinstance(option, TakeGem)))
    return len(desk.view["players"][0]["gems"])


@pytest.mark.parametrize(
    ("area", "spell", "count"),
    [
        pytest.param("c5", "geschenk", 2, marks=pytest.mark.rule("M-R7")),
        pytest.param("a2", "geschenk-der-baumeister", 2, marks=pytest.mark.rule("M-R8")),
        pytest.param("c2", "geschenk-der-baumeister", 1, marks=pytest.mark.rule("M-R8")),
        pytest.param("c2", "geschenk-der-pharaonen", 2, marks=pytest.mark.rule("M-R9")),
        pytest.param("a2", "geschenk-der-pharaonen", 1, marks=pytest.mark.rule("M-R9")),
    ],
)
def test_a_gift_is_a_second_gem(area: str, spell: str, count: int) -> None:
    assert gems_for(at(area, [{spell: 2}, {}, {}], gems=["red", "green", "white", "grey"])) == count


@pytest.mark.rule("M-R8")
def test_geschenk_der_baumeister_by_another_ruling_works_at_pyramids() -> None:
    spells: list[dict[str, int]] = [{"geschenk-der-baumeister": 2}, {}, {}]
    colours = ["red", "green", "white"]
    assert gems_for(at("c2", spells, gems=colours, options={"M-R8": "pyramid"})) == 2
    assert gems_for(at("a2", spells, gems=colours, options={"M-R8": "pyramid"})) == 1


@pytest.mark.rule("M-R7", "M-R8", "M-R9", "M-SPT-2")
def test_gifts_add_up_while_gems_last() -> None:
    spells: list[dict[str, int]] = [dict.fromkeys(GIFTS, 2), {}, {}]
    assert gems_for(at("b1", spells, gems=["red", "green", "white", "grey", "brown"])) == 4
    assert gems_for(at("b1", spells, gems=["red", "green"])) == 2


@pytest.mark.rule("M-SPT-3", "M-R7")
def test_a_gift_may_be_declined_also_when_one_gem_is_left() -> None:
    desk = at("c5", [{"geschenk": 2}, {}, {}]).do(Bid(0, 1)).passes(1, 2).do(TakeGem(0, "red"))
    assert desk.options == (TakeGem(0, "green"), Enough(0))
    desk.do(Enough(0))
    assert (desk.view["players"][0]["gems"], desk.view["board"]["c5"]) == (["red"], ["green"])


@pytest.mark.parametrize(
    ("spell", "metal"),
    [
        pytest.param("goldene-metamorphose", "gold", marks=pytest.mark.rule("M-R10")),
        pytest.param("silberne-metamorphose", "silver", marks=pytest.mark.rule("M-R11")),
        pytest.param("kupferne-metamorphose", "copper", marks=pytest.mark.rule("M-R12")),
        pytest.param("eiserne-metamorphose", "iron", marks=pytest.mark.rule("M-R13")),
    ],
)
def test_cards_of_one_metal_are_jokers_everywhere(spell: str, metal: str) -> None:
    hands = [{"gold": 1, "silver": 1, "copper": 1, "iron": 1, metal: 4} for _ in range(3)]
    for area, asked in (("a1", "gold"), ("a4", "silver"), ("a2", "copper"), ("a3", "iron")):
        desk = at(area, [{spell: 2}, {}, {}], hands)
        assert desk.bids[-1] == (4 if asked == metal else 5)
        assert desk.do(Pass(0)).bids[-1] == (4 if asked == metal else 1)


@pytest.mark.rule("M-R14")
def test_goettliche_metamorphose_in_pyramid_areas() -> None:
    hands = [{"gold": 1, "silver": 2, "copper": 1, "iron": 3}, {}, {}]
    spells: list[dict[str, int]] = [{"goettliche-metamorphose": 2}, {}, {}]
    assert at("d1", spells, hands).bids[-1] == 7
    assert at("a4", spells, hands).bids[-1] == 2


@pytest.mark.rule("M-R15")
def test_steinerne_metamorphose_at_the_wall() -> None:
    hands = [{"gold": 1, "silver": 2, "copper": 1, "iron": 3}, {}, {}]
    spells: list[dict[str, int]] = [{"steinerne-metamorphose": 2}, {}, {}]
    assert at("a4", spells, hands).bids[-1] == 7
    assert at("b6", spells, hands).bids[-1] == 7
    assert at("d1", spells, hands).bids[-1] == 2


@pytest.mark.rule("M-R16")
def test_after_gewaltige_macht_the_next_bid_adds_two() -> None:
    desk = at("a1", [{"gewaltige-macht": 2}, {}, {}]).do(Bid(0, 1))
    assert desk.bids == [3, 4, 5, 6]
    assert desk.code(Bid(1, 2)) == "too_low"
    desk.do(Pass(1))
    assert desk.bids == [3, 4, 5, 6]
    desk.do(Bid(2, 3))
    assert desk.bids == [4, 5, 6]


@pytest.mark.rule("M-R19")
def test_ueberlegenheit_repeats_the_last_bid_and_leads() -> None:
    desk = at("a1", [{}, {"ueberlegenheit": 2}, {}]).do(Bid(0, 4))
    assert desk.bids == [4, 5, 6]
    desk.do(Bid(1, 4))
    assert (desk.view["high_bid"], desk.view["high_bidder"]) == (4, 1)
    assert desk.bids == [5, 6]
    desk.passes(2, 0)
    assert desk.view["start"] == 1
    assert desk.metals(1)["gold"] == 2


@pytest.mark.rule("M-R19")
def test_as_opener_ueberlegenheit_needs_a_real_bid() -> None:
    desk = at("a1", [{"ueberlegenheit": 2}, {}, {}])
    assert desk.bids == [1, 2, 3, 4, 5, 6]
    assert desk.code(Bid(0, 0)) == "too_low"


@pytest.mark.rule("M-R16", "M-R19")
def test_ueberlegenheit_against_gewaltige_macht() -> None:
    desk = at("a1", [{"gewaltige-macht": 2}, {"ueberlegenheit": 2}, {}]).do(Bid(0, 3))
    assert desk.bids == [3, 4, 5, 6]
    desk.do(Bid(1, 3))
    assert desk.bids == [4, 5, 6]


@pytest.mark.rule("M-R16", "M-R19")
def test_gewaltige_macht_against_ueberlegenheit() -> None:
    desk = at("a1", [{"ueberlegenheit": 2}, {"gewaltige-macht": 2}, {}]).do(Bid(0, 2))
    assert desk.bids == [3, 4, 5, 6]
    desk.do(Bid(1, 3))
    assert desk.bids == [5, 6]
    desk.do(Pass(2))
    assert desk.bids == [3, 4, 5, 6]


@pytest.mark.rule("M-R19")
def test_by_another_ruling_the_power_outlasts_a_repeated_bid() -> None:
    spells: list[dict[str, int]] = [{"gewaltige-macht": 2}, {"ueberlegenheit": 2}, {}]
    assert at("a1", spells, options={"M-R19": "power-stays"}).do(Bid(0, 3), Bid(1, 3)).bids == [5, 6]
    assert at("a1", spells, options={"M-R19": "power-stays"}).do(Bid(0, 3), Bid(1, 4)).bids == [5, 6]


@pytest.mark.rule("M-R16", "M-R19")
def test_both_in_one_hand_may_equal_and_the_next_adds_two() -> None:
    desk = at("a1", [{}, {"gewaltige-macht": 2, "ueberlegenheit": 2}, {}]).do(Bid(0, 2))
    assert desk.bids == [2, 3, 4, 5, 6]
    desk.do(Bid(1, 2))
    assert desk.bids == [4, 5, 6]


def test_without_judging_any_bid_up_to_the_total_stands_and_any_cards_pay() -> None:
    desk = at("a1", hands=[{"gold": 1, "iron": 2}, {}, {}], options={"judge": "no"})
    assert desk.bids == [1, 2, 3]
    desk.do(Bid(0, 2)).passes(1, 2)
    assert desk.listed(Lay, "metals") == [{"iron": 2}, {"gold": 1, "iron": 1}]


def test_only_what_everyone_can_see_lays_a_bid_by_itself() -> None:
    """One metal is accepted: it is laid. Several are: the winner is asked, though the hand leaves one way."""
    assert BidLaid(0, {"gold": 6}) in at("a1").do(Bid(0, 6)).passes(1, 2).events
    desk = at("b3", hands=[{"iron": 2}, {}, {}]).do(Bid(0, 2)).passes(1, 2)
    assert desk.options == (Lay(0, {"iron": 2}),)
    assert desk.view["open_bid"] == {}
