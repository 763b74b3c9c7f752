"""A card that was seen being laid is still there while enough of it looks as before, whatever lies on its tag."""

from __future__ import annotations

import numpy as np

from vision.changes import CELL, Map
from vision.lying import LyingCards, is_card_shaped
from vision.sightings import Sighting

TABLE = np.full((60, 100), 120.0, np.float32)
FREE = np.zeros(TABLE.shape, np.uint8)


def tag(text: str, x: int, y: int) -> Sighting:
    """At this cell, three cells wide."""
    left, top, right, bottom = (float(CELL * cell) for cell in (x - 1, y - 1, x + 2, y + 2))
    return Sighting(text, ((left, top), (right, top), (right, bottom), (left, bottom)), "zxing")


def with_card(x: int, y: int, tone: float = 200.0, on: Map = TABLE) -> Map:
    drawn = on.copy()
    drawn[y : y + 17, x : x + 12] = tone + np.arange(17)[:, None]
    return drawn


ADA = tag("TCA001O", 28, 34)
LAID = with_card(20, 20)
HALF = LAID.copy()
HALF[30:50, 10:60] = 150.0


def laid(at_ms: int = 1000) -> LyingCards:
    cards = LyingCards()
    cards.look(LAID, FREE, at_ms, [ADA])
    part = LAID != TABLE
    cards.lay(part, TABLE, LAID, at_ms + 700, [ADA])
    return cards


def test_something_on_its_tag_leaves_it_there_for_a_minute() -> None:
    cards = laid()
    assert cards.look(HALF, FREE, 5000, []) == [ADA]
    assert cards.look(HALF, FREE, 64_000, []) == [ADA]
    assert cards.look(HALF, FREE, 66_000, []) == []
    assert cards.look(LAID, FREE, 67_000, [ADA]) == []
    assert cards.look(HALF, FREE, 68_000, []) == [ADA], "it was seen again meanwhile"


def test_taken_away_it_is_not_there() -> None:
    assert laid().look(TABLE, FREE, 5000, []) == []


def test_a_card_that_looks_the_same_is_another_if_its_tag_says_so() -> None:
    assert laid().look(LAID, FREE, 5000, [tag("TCA002M", 29, 34)]) == []


def test_it_is_followed_in_other_light_and_forgotten_when_it_moves() -> None:
    cards = laid()
    cards.follow(0.7)
    assert cards.look(HALF * np.float32(0.7), FREE, 5000, []) == [ADA]
    moved = tag(ADA.text, 68, 34)
    assert cards.look(with_card(60, 20), FREE, 6000, [moved]) == []
    assert cards.look(HALF, FREE, 7000, []) == []


def test_under_a_hand_its_look_is_kept_as_it_was() -> None:
    cards, hand = laid(), FREE.copy()
    hand[30:50, 10:60] = 1
    cards.look(HALF, hand, 5000, [ADA])
    assert cards.look(HALF, FREE, 6000, []) == [ADA]
    assert cards.look(TABLE, FREE, 7000, []) == []


def test_what_lay_there_before_or_is_no_card_is_not_known() -> None:
    cards = LyingCards()
    cards.look(LAID, FREE, 0, [ADA])
    part = LAID != TABLE
    cards.lay(part, TABLE, LAID, 9000, [ADA])
    assert cards.look(HALF, FREE, 9500, []) == [], "its tag was read long before this became the table"
    arm = np.zeros(TABLE.shape, np.bool_)
    arm[10:60, 24:34] = True
    cards = LyingCards()
    cards.look(LAID, FREE, 0, [ADA])
    cards.lay(arm, TABLE, LAID, 700, [ADA])
    assert cards.look(HALF, FREE, 1000, []) == []
    assert is_card_shaped(part)
    assert not is_card_shaped(arm)
