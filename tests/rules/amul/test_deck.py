"""The box by its proven sums: differences are said, nothing is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.amul.box import rulebook
from rules.amul.deck import PLAYERS, DeckCount, deck_report, expected_cards, remarks
from rules.amul.fact_layers import with_fact
from rules.core.words import words
from tests.games import amul_facts
from tests.rules.amul.boxes import box

PRACTICE = amul_facts("practice", Path())
FILL = {3: 1, 4: 2, 5: 3, 6: 3, 7: 3, 8: 3}


@pytest.mark.rule("A-DECK-3")
def test_the_market_cards_are_all_that_are_dealt_and_shown() -> None:
    sums = {players: expected_cards("market", players) for players in PLAYERS}
    assert sums == {3: 51, 4: 74, 5: 97, 6: 111, 7: 125, 8: 139}
    assert sums == {players: 5 * players + 9 * (players + FILL[players]) for players in PLAYERS}


@pytest.mark.rule("A-DECK-4")
def test_palace_and_bazaar_grow_with_the_players() -> None:
    assert [expected_cards("palace", players) for players in PLAYERS] == [6, 8, 10, 12, 14, 16]
    assert [expected_cards("bazaar", players) for players in PLAYERS] == [3, 4, 5, 6, 7, 8]


@pytest.mark.rule("A-DECK-3")
@pytest.mark.rule("A-DECK-4")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_practice_box_comes_out_for_every_player_count(players: int) -> None:
    assert all(count.fits and not count.open for count in deck_report(PRACTICE, players))


@pytest.mark.rule("A-DECK-5")
def test_the_practice_box_has_the_cards_of_the_box() -> None:
    counts = [len(PRACTICE.of_source(source)) for source in ("market", "palace", "bazaar")]
    assert counts == [147, 16, 9]
    assert sum(counts) + 11 == 183
    assert remarks(PRACTICE) == ()


@pytest.mark.rule("A-DECK-6")
def test_the_rulebook_box_says_its_six_cards_too_many_and_refuses_nothing() -> None:
    market = words("amul.what.source_market")
    assert remarks(rulebook().facts) == (words("amul.deck.box_differs", where=market, expected=147, used=153),)


@pytest.mark.rule("A-DECK-6")
def test_a_card_too_many_is_said_for_the_player_counts_that_use_it() -> None:
    facts = with_fact(with_fact(PRACTICE, "cards.jade.copies", 4), "cards.jade.min_players", [6, 6, 6, 7])
    differing = [count for players in PLAYERS for count in deck_report(facts, players) if not count.fits]
    assert [(count.source, count.players, count.expected, count.used) for count in differing] == [
        ("market", 7, 125, 126),
        ("market", 8, 139, 140),
    ]
    assert len(remarks(facts)) == 3


def test_what_is_not_known_leaves_the_sum_open() -> None:
    count = DeckCount("market", 3, 51, used=40, open=20)
    assert (count.fits, count.words.key) == (True, "amul.deck.open")
    assert DeckCount("market", 3, 51, used=40, open=10).words.key == "amul.deck.differs"
    assert DeckCount("market", 3, 51, used=51, open=0).words.key == "amul.deck.fits"


def test_tea_is_not_part_of_the_sums() -> None:
    plain = box(tea={"min_players": [3] * 9}, tea_trader={"copies": 1, "min_players": [3]})
    counts = {count.source: (count.used, count.open) for count in deck_report(plain, 3)}
    without = {count.source: (count.used, count.open) for count in deck_report(box(), 3)}
    assert counts == without


@pytest.mark.rule("A-EFF-2")
def test_an_effect_of_another_kind_is_noted() -> None:
    facts = with_fact(PRACTICE, "cards.gold.effect", "palace")
    five = ("arab-merchant", "mongol-merchant", "contract", "scavenger", "mughal-warlord")
    assert remarks(facts) == (words("amul.deck.odd_effect", kind="gold", kinds=five),)
