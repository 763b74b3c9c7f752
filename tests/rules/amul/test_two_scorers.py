"""Two scorers written apart agree on random boxes and tables that use all of the format."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.amul.facts import parse_facts
from rules.amul.scoring import ROWS, score_table
from tests.rules.amul.reference import Maker, Reference, card_id
from tests.sweeps import sweep

pytestmark = pytest.mark.slow


def _compare(seed: int) -> int:
    """How many rows with points were compared."""
    maker = Maker(seed)
    document = maker.document()
    cards = document["cards"]
    laid = maker.areas(cards)
    told = {card: maker.chance.randint(-2, 9) for area in laid for card in area if maker.chance.random() < 0.1}
    first = maker.chance.randrange(len(laid))
    reference = Reference(cards, laid, told, first)
    ids = [[card_id(card, cards) for card in area] for area in laid]
    score = score_table(
        parse_facts(document),
        ids,
        names=[f"P{seat}" for seat in range(len(laid))],
        told={card_id(card, cards): points for card, points in told.items()},
        first_pick=first,
    )
    majorities = {trait: reference.majority(trait) for trait in ("arab", "mongol")}
    for seat, player in enumerate(score.players):
        expected = dict.fromkeys(ROWS, 0) | reference.rows(seat)
        expected |= {trait: points[seat] for trait, points in majorities.items()}
        assert dict(player.scores) == expected, (seed, seat)
        assert player.total == sum(expected.values())
    return sum(points != 0 for player in score.players for points in player.scores.values())


@settings(max_examples=sweep(100, 300), deadline=None)
@given(st.integers(0, 2**32))
def test_both_scorers_agree(seed: int) -> None:
    _compare(seed)


def test_both_scorers_agree_on_many_tables() -> None:
    assert sum(map(_compare, range(sweep(300, 1000)))) > 1000, "rows that all are empty compare nothing"
