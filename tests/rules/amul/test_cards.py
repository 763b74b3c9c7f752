"""Card ids: which there are, in which order, and how they may be written."""

from __future__ import annotations

import pytest

from companion.games.amul.box import rulebook
from rules.amul.cards import PlaceCopies, cards_of, parse_id
from rules.amul.facts import Facts, parse_facts


def _facts(**cards: dict[str, object]) -> Facts:
    return parse_facts({"format": 1, "game": "amul", "cards": cards})


def test_a_kind_with_one_card_in_all_goes_by_its_bare_slug() -> None:
    assert [card.id for card in cards_of("arab-spy", PlaceCopies(1), PlaceCopies(0))] == ["arab-spy"]
    assert [(card.id, card.source) for card in cards_of("yurt", PlaceCopies(0), PlaceCopies(1))] == [("yurt", "palace")]


def test_market_copies_come_before_palace_copies_and_ten_after_nine() -> None:
    ids = [card.id for card in cards_of("spice", PlaceCopies(11), PlaceCopies(2))]
    assert ids[7:] == ["spice#8", "spice#9", "spice#10", "spice#11", "spice#p1", "spice#p2"]


def test_one_market_and_one_palace_copy_are_told_apart() -> None:
    assert [card.id for card in cards_of("medallion", PlaceCopies(1), PlaceCopies(1))] == [
        "medallion#1",
        "medallion#p1",
    ]


def test_traders_belong_to_the_bazaar() -> None:
    one, none = PlaceCopies(1), PlaceCopies(0)
    traders = (*cards_of("trader-8", one, none), *cards_of("tea-trader", one, none))
    assert {card.source for card in traders} == {"bazaar"}


@pytest.mark.parametrize(
    "text", ["", "#1", "gold#", "gold#0", "gold#01", "gold#p", "Gold#1", "gold #1", "gold#1#1", "ö"]
)
def test_what_is_no_card_id(text: str) -> None:
    assert parse_id(text) is None


def test_spare_suffixes_are_dropped() -> None:
    facts = _facts(yurt={"palace": {"copies": 1}}, gold={"copies": 2, "palace": {"copies": 1}}, thief={"copies": 1})
    assert [facts.normal_id(text) for text in ("yurt", "yurt#p1", "yurt#1", "thief#1", "gold#2", "gold#p1")] == [
        "yurt", "yurt", "yurt", "thief", "gold#2", "gold#p1",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["gold", "gold#3", "gold#p2", "yurt#2", "yurt#p2", "camel", "x"])
def test_there_is_no_such_card(text: str) -> None:
    facts = _facts(yurt={"palace": {"copies": 1}}, gold={"copies": 2, "palace": {"copies": 1}})
    assert facts.normal_id(text) is None


def test_id_order_is_by_slug_not_by_whole_id() -> None:
    facts = _facts(
        **{"gold": {"copies": 10, "palace": {"copies": 1}}, "gold-smuggler": {"copies": 1}, "gem": {"copies": 2}}
    )
    mixed = ("gold-smuggler", "gold#p1", "gold#10", "gold#9", "gem#2")
    assert facts.in_id_order(mixed) == ("gem#2", "gold#9", "gold#10", "gold#p1", "gold-smuggler")
    assert facts.in_id_order(facts.cards) == tuple(facts.cards), "as they are kept"


@pytest.mark.rule("A-DECK-2")
def test_a_card_is_used_from_its_minimum_player_count_on() -> None:
    facts = _facts(contract={"copies": 2, "min_players": [3, 5]}, camel={"copies": 1})
    used = [facts.cards[card].is_used_by(players) for card in ("contract#1", "contract#2") for players in (3, 4, 5, 8)]
    assert used == [True, True, True, True, False, False, True, True]
    assert facts.cards["camel"].is_used_by(8) is None


@pytest.mark.rule("A-DECK-6")
def test_the_rulebook_box_has_its_palace_and_bazaar_and_six_market_cards_too_many() -> None:
    facts = rulebook().facts
    counts = [len(facts.of_source(source)) for source in ("market", "palace", "bazaar")]
    assert counts == [147 + 6, 16, 9]
