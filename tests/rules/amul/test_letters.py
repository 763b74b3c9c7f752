"""Pick-order letters of single copies, and effects with several places: format 2 of the facts file."""

from __future__ import annotations

from typing import Any

import pytest

from rules.amul import GAME
from rules.amul.commands import Offer, Tell
from rules.amul.comparing import stand_ins
from rules.amul.fact_layers import join_entries, lay_over, tell, with_fact
from rules.amul.facts import FORMAT, Facts, needed_format, parse_facts
from rules.amul.letters import letter_on
from rules.amul.prowess import Prowess, prowess_of, prowess_order, unknown_letters
from rules.amul.rounds import may_decline
from rules.amul.state import Effect
from rules.amul.steps import effect_places
from rules.core.errors import InvalidValue
from rules.core.words import words
from tests.rules.amul.tables import begin, do, facts, new
from tests.rules.amul.test_orders import about_to_pick, pick_order

GUARDS: dict[str, Any] = {"min_players": [3, 3, 3], "position": "area", "traits": {"prowess": 1}}
GOLD: dict[str, Any] = {"copies": 2, "palace": {"copies": 1}, "traits": {"prowess": 1}}


def _facts(version: int = 2, **cards: dict[str, Any]) -> Facts:
    named = {slug.replace("_", "-"): entry for slug, entry in cards.items()}
    return parse_facts({"format": version, "game": "amul", "cards": named})


def _letters(**gold: Any) -> list[str | None]:
    return [card.letter for card in _facts(gold={**GOLD, **gold}).kinds["gold"].cards()]


def test_a_letter_stands_for_all_copies_or_each_has_its_own() -> None:
    assert _letters() == [None, None, None]
    assert _letters(letter="c") == ["C", "C", "C"]
    assert _letters(letter=["C", "?"]) == ["C", None, None]
    assert _letters(letter=["C", "E"], palace={"copies": 1, "letter": ["b"]}) == ["C", "E", "B"]
    assert _letters(letter="C", palace={"copies": 1, "letter": ["B"]}) == ["C", "C", "B"]
    assert _letters(palace={"copies": 1, "letter": "B"}) == [None, None, "B"]


@pytest.mark.parametrize(
    ("gold", "place", "key"),
    [
        ({"letter": ["C"]}, "cards.gold.letter", "expect.letter_each"),
        ({"letter": ["C", "E", "H"]}, "cards.gold.letter", "expect.letter_each"),
        ({"letter": ["C", "EE"]}, "cards.gold.letter[1]", "expect.letter"),
        ({"letter": ["C", 3]}, "cards.gold.letter[1]", "expect.letter"),
        ({"palace": {"copies": 1, "letter": ["A", "B"]}}, "cards.gold.palace.letter", "expect.letter_each"),
        ({"effect": []}, "cards.gold.effect", "expect.list"),
        ({"effect": ["palace", "attic"]}, "cards.gold.effect[1]", "expect.one_of"),
    ],
)
def test_what_cannot_be_a_list_of_letters_or_places(gold: dict[str, Any], place: str, key: str) -> None:
    with pytest.raises(InvalidValue) as raised:
        _facts(gold={**GOLD, **gold})
    assert (raised.value.place, raised.value.expected.values["expected"].key) == (place, key)


@pytest.mark.parametrize("gold", [{"letter": ["C", "E"]}, {"effect": ["palace"]}, {"palace": {"letter": ["C"]}}])
def test_the_first_format_is_read_as_before(gold: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue) as raised:
        _facts(FORMAT, gold={**GOLD, **gold})
    assert raised.value.expected.values["expected"].key == "expect.format_two"


@pytest.mark.rule("A-MIL-4")
def test_copies_of_a_kind_may_differ() -> None:
    """Prowess 1 each: the Guards carry C, E and H, so their holders go in that order, not clockwise."""
    box = facts(arab_guard={**GUARDS, "letter": ["E", "C", "H"]})
    areas = (("arab-guard#1",), ("arab-guard#2",), ("arab-guard#3",), ())
    assert pick_order(*areas, round_number=5, first_pick=2, box=box) == [1, 0, 2, 3]


@pytest.mark.rule("A-MIL-4")
def test_the_best_letter_of_several_copies_counts_and_palace_copies_have_their_own() -> None:
    known = _facts(gold={**GOLD, "letter": ["H", "D"], "palace": {"copies": 1, "letter": ["B"]}})
    assert prowess_of(known, ["gold#1"]) == Prowess(1, "H")
    assert prowess_of(known, ["gold#1", "gold#2"]) == Prowess(2, "D")
    assert prowess_of(known, ["gold#1", "gold#2", "gold#p1"]) == Prowess(3, "B")


def test_a_told_letter_settles_a_tie_and_those_of_other_copies_stay_unknown() -> None:
    general = {"position": "area", "traits": {"prowess": 3}, "letter": "B"}
    guards = {"arab_guard": {**GUARDS, "letter": ["?", "C", "?"]}, "mongol_guard": {**GUARDS, "letter": "D"}}
    box = facts("rulebook", **guards, arab_general=general)
    areas = (("arab-guard#3",), ("mongol-guard#1",), ("arab-guard#2", "arab-general"))
    state = do(about_to_pick(*areas, round_number=4, first_pick=1, box=box), Offer(0, "gold#1"))
    asked = GAME.question(state)
    assert asked is not None
    assert asked.fact == "ties.0.arab-guard#3.1.mongol-guard#1.seat"
    told = do(state, Tell("cards.arab-guard.letter.3", "A"))
    assert told.order.seats == (2, 0, 1)
    assert [card.letter for card in told.facts.kinds["arab-guard"].cards()] == [None, "C", "A"]
    assert told.facts.document["cards"]["arab-guard"]["letter"] == ["?", "C", "A"]


def test_a_letter_that_no_tie_asks_for_is_not_called_unknown() -> None:
    order = prowess_order([Prowess(3), Prowess(1, "C"), Prowess(1)], first_pick=0)
    assert [why.key for why in order.why] == ["amul.why.prowess_alone", "amul.why.prowess", "amul.why.letter_unknown"]


@pytest.mark.rule("A-MIL-5")
def test_a_tie_of_letters_says_from_whom_it_goes_clockwise() -> None:
    why = prowess_order([Prowess(1, "C"), Prowess(1, "C"), Prowess(0)], first_pick=2, ties_from=1).why
    assert [reason.values["first"] for reason in why[:2]] == [words("amul.who", seat=1)] * 2


def test_telling_one_copy_keeps_what_was_told_of_all() -> None:
    entry = {"letter": "C", "origin": {"letter": "told 2026-01-02"}}
    below = {"copies": 3, "palace": {"copies": 1}}
    told = tell(entry, "cards.gold.letter.2", "E", "told 2026-01-03", below)
    assert told == {
        "letter": ["C", "E", "C"],
        "palace": {"letter": ["C"]},
        "origin": {"letter": "told 2026-01-03"},
    }
    assert tell({}, "cards.gold.letter.p1", "B", "game", below)["palace"] == {"letter": ["B"]}


@pytest.mark.parametrize("copy", ["0", "4", "p2", "x", "1.2"])
def test_a_copy_that_does_not_exist_has_no_letter(copy: str) -> None:
    with pytest.raises(InvalidValue):
        with_fact(_facts(gold={"copies": 3, "palace": {"copies": 1}}), f"cards.gold.letter.{copy}", "A")


def test_the_format_grows_only_with_what_needs_it() -> None:
    known = _facts(1, gold=GOLD)
    assert with_fact(known, "cards.gold.letter", "A").document["format"] == 1
    assert with_fact(known, "cards.gold.letter.1", "A").document["format"] == 2
    assert needed_format({"gold": {"effect": "palace"}}) == 1
    assert needed_format({"gold": {"effect": ["palace", "market"]}}) == 2


def test_two_owners_letters_are_joined_copy_by_copy() -> None:
    mine, theirs = {"letter": ["C", "?", "?"]}, {"letter": ["D", "E", "?"]}
    assert join_entries(mine, theirs)["letter"] == ["D", "E", "?"]
    assert join_entries(theirs, mine)["letter"] == ["C", "E", "?"]
    assert join_entries({"letter": "H"}, mine)["letter"] == ["C", "H", "H"]


def test_letters_are_laid_over_the_layer_below_and_go_with_other_copies() -> None:
    below = _facts(gold={"copies": 3, "letter": ["A", "B", "C"]})
    over = {"format": 2, "game": "amul", "cards": {"gold": {"letter": ["?", "H", "?"]}}}
    assert [card.letter for card in lay_over(below, over).kinds["gold"].cards()] == ["A", "H", "C"]
    fewer = {"format": 1, "game": "amul", "cards": {"gold": {"copies": 2}}}
    assert [card.letter for card in lay_over(below, fewer).kinds["gold"].cards()] == [None, None]


def test_a_card_shows_the_letter_of_its_copy() -> None:
    entry = {"letter": ["C", "?"], "palace": {"copies": 1, "letter": ["B"]}}
    assert [letter_on(entry, card) for card in ("gold#1", "gold#2", "gold#3", "gold#p1")] == ["C", None, None, "B"]
    assert [letter_on({"letter": "C"}, card) for card in ("gold", "gold#1", "gold#p1")] == ["C", "C", "C"]
    assert letter_on({"letter": ["C", "D"]}, "gold#p1") is None


def test_letters_that_a_tie_lacks_are_of_cards() -> None:
    known = _facts(gold={**GOLD, "letter": ["C", "?"]})
    assert unknown_letters(known, [["gold#1"], ["gold#2"], []]) == ("gold#2",)
    assert unknown_letters(known, [["gold#1"], ["gold#p1"], []]) == ("gold#p1",)


def test_in_the_final_reading_copies_with_other_letters_are_other_cards() -> None:
    areas = (("arab-guard#1",), (), ())
    alike = begin(new(3), "hands", areas=areas)
    assert stand_ins(alike, 0, ["arab-guard#2"]) == {"arab-guard#2": "arab-guard#1"}
    apart = begin(new(3, box=facts(arab_guard={**GUARDS, "letter": ["C", "E", "H"]})), "hands", areas=areas)
    assert stand_ins(apart, 0, ["arab-guard#2"]) == {}


@pytest.mark.rule("A-EFF-3")
def test_an_effect_may_have_several_places() -> None:
    box = facts(arab_merchant={"min_players": [3] * 6, "position": "area", "effect": ["market", "palace"]})
    state = begin(
        new(3, box=box, A_EFF_3="must"), "effects", palace=("yurt",), market=("gold#1",), bazaar=("trader-1",)
    )
    effect = Effect(0, "arab-merchant#1")
    assert effect_places(state, effect) == ("palace", "market")
    assert not may_decline(state, effect)
