"""A card that was seen being laid is still there while enough of it looks as before, whatever lies on its tag."""

from __future__ import annotations

import numpy as np
import pytest

from vision.frames import Grey
from vision.sightings import Sighting
from vision.table.footprint import is_card_shaped
from vision.table.presence import CardPresence
from vision.tags.changes import CELL, Map

pytestmark = pytest.mark.numerics
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


def look(cards: CardPresence, now: Map, at_ms: int, seen: list[Sighting], covered: Grey = FREE) -> list[Sighting]:
    return cards.look(now, now, covered, at_ms, seen)


def laid(at_ms: int = 1000) -> CardPresence:
    """The table as it was is remembered when the card becomes a part of it."""
    cards = CardPresence()
    cards.look(TABLE, TABLE, FREE, at_ms - 250, [])
    cards.look(LAID, TABLE, FREE, at_ms, [ADA])
    cards.keep(TABLE, at_ms + 700)
    return cards


def test_something_on_its_tag_leaves_it_there_for_a_minute() -> None:
    cards = laid()
    assert look(cards, HALF, 5000, []) == [ADA]
    assert look(cards, HALF, 64_000, []) == [ADA]
    assert look(cards, HALF, 66_000, []) == []
    assert look(cards, LAID, 67_000, [ADA]) == []
    assert look(cards, HALF, 68_000, []) == [ADA], "it was seen again meanwhile"


def test_taken_away_it_is_not_there() -> None:
    assert look(laid(), TABLE, 5000, []) == []


def test_a_hand_about_as_grey_as_the_table_hides_it_and_is_not_the_table() -> None:
    """Around the tag more than half looks like the table, of the whole card a third."""
    hand = LAID.copy()
    hand[23:37, 18:34] = 150.0
    hand[28:34, 18:34] = TABLE[28:34, 18:34]
    assert look(laid(), hand, 5000, []) == [ADA]


def test_turned_over_where_it_lies_it_is_gone() -> None:
    assert look(laid(), with_card(20, 20, 60.0), 5000, []) == []


def test_a_card_that_looks_the_same_is_another_if_its_tag_says_so() -> None:
    assert look(laid(), LAID, 5000, [tag("TCA002M", 29, 34)]) == []


def test_it_is_followed_in_other_light_and_forgotten_when_it_moves() -> None:
    cards = laid()
    cards.follow(0.7)
    assert look(cards, HALF * np.float32(0.7), 5000, []) == [ADA]
    moved = tag(ADA.text, 68, 34)
    assert look(cards, with_card(60, 20), 6000, [moved]) == []
    assert look(cards, HALF, 7000, []) == []


def test_under_a_hand_its_look_is_kept_as_it_was() -> None:
    cards, hand = laid(), FREE.copy()
    hand[30:50, 10:60] = 1
    look(cards, HALF, 5000, [ADA], hand)
    assert look(cards, HALF, 6000, []) == [ADA]
    assert look(cards, TABLE, 7000, []) == []


def test_what_lay_there_from_the_first_or_is_no_card_is_not_known() -> None:
    cards = CardPresence()
    look(cards, LAID, 0, [ADA])
    cards.keep(LAID, 700)
    assert look(cards, HALF, 1000, []) == [], "nobody knows how the table looks without it"
    arm = TABLE.copy()
    arm[0:60, 24:34] = 200.0
    cards = CardPresence()
    cards.look(arm, TABLE, FREE, 0, [ADA])
    assert look(cards, HALF, 1000, []) == []
    assert is_card_shaped(LAID != TABLE)
    assert not is_card_shaped(arm != TABLE)


def test_all_of_it_may_be_covered_by_what_does_not_look_like_the_table() -> None:
    cup = TABLE.copy()
    cup[15:45, 15:45] = 60.0
    cards = laid()
    assert look(cards, cup, 5000, []) == [ADA]
    assert look(cards, TABLE, 9000, []) == []


def test_a_card_is_made_out_later_when_an_arm_lay_beside_it_at_first() -> None:
    beside = LAID.copy()
    beside[20:60, 32:50] = 180.0
    cards = CardPresence()
    cards.look(beside, TABLE, FREE, 1000, [ADA])
    assert look(cards, HALF, 1250, []) == [], "no telling which part is the card"
    cards = CardPresence()
    cards.look(beside, TABLE, FREE, 1000, [ADA])
    cards.keep(TABLE, 1700)
    look(cards, LAID, 9000, [ADA])
    look(cards, LAID, 9500, [ADA])
    assert look(cards, HALF, 10_000, []) == [ADA]


BO = tag("TCA002M", 42, 34)
BOTH = with_card(34, 20, 90.0, on=LAID)


def both_laid() -> CardPresence:
    cards = laid()
    cards.look(BOTH, LAID, FREE, 3000, [ADA, BO])
    cards.keep(LAID, 3700)
    return cards


def test_what_reaches_from_another_card_to_its_place_lies_on_it_though_it_looks_like_the_table() -> None:
    cards, sleeve = both_laid(), BOTH.copy()
    sleeve[25:40, 18:41] = 120.0  # as dark as the table, over most of one card and half of the other
    assert look(cards, sleeve, 5000, [BO]) == [ADA]
    drawn_back = BOTH.copy()
    drawn_back[25:40, 18:33] = 120.0
    assert look(cards, drawn_back, 5250, [BO]) == [ADA], "it lay there a moment ago"
    taken = with_card(34, 20, 90.0)
    assert look(cards, taken, 6000, [BO]) == []


def test_what_lay_on_it_two_seconds_ago_and_is_not_made_out_any_more_is_the_table() -> None:
    cards, sleeve = both_laid(), BOTH.copy()
    sleeve[25:40, 18:41] = 120.0
    assert look(cards, sleeve, 5000, [BO]) == [ADA]
    sleeve[25:40, 33:41] = BOTH[25:40, 33:41]
    assert look(cards, sleeve, 6750, [BO]) == [ADA]
    assert look(cards, sleeve, 8750, [BO]) == []


def test_the_table_it_was_laid_on_is_known_though_another_card_lay_there_meanwhile() -> None:
    bo = tag("TCA002M", 29, 34)
    other = with_card(20, 20, 60.0)
    cards = laid()
    cards.look(other, LAID, FREE, 10_000, [bo])  # one taken and the other laid at once
    cards.keep(LAID, 10_700)
    assert look(cards, TABLE, 20_000, []) == []


def test_what_lies_on_it_for_long_becomes_its_look() -> None:
    cards = laid()
    cup = LAID.copy()
    cup[20:30, 20:32] = 20.0
    for at_ms in range(2000, 70_000, 1000):
        look(cards, cup, at_ms, [ADA])
    hidden = cup.copy()
    hidden[30:37, 20:32] = 150.0
    assert look(cards, hidden, 71_000, []) == [ADA]


def three_laid_beside(first: Map, *items: Sighting) -> tuple[CardPresence, Map]:
    """Some lay there from the first; three were seen being laid beside them, a second apart."""
    cards, now, seen = CardPresence(), first, list(items)
    look(cards, now, 0, seen)
    for number, x in enumerate((2, 16, 44)):
        before, now = now, with_card(x, 20, 190.0, now)
        seen = [*seen, tag(f"TCA00{number + 2}X", x + 8, 34)]
        cards.look(now, before, FREE, 5000 + 1000 * number, seen)
        cards.keep(before, 5700 + 1000 * number)
    for at_ms in (8000, 9000, 10_000):
        look(cards, now, at_ms, seen)
    return cards, now


def test_one_that_lay_there_from_the_first_is_known_by_the_shape_of_the_others() -> None:
    first = with_card(30, 20)
    cards, now = three_laid_beside(first, tag("TCA001O", 38, 34))
    now[29:50, 30:42] = 150.0
    assert tag("TCA001O", 38, 34) in look(cards, now, 10_250, [])


def test_it_is_gone_when_the_table_shows() -> None:
    cards, now = three_laid_beside(with_card(60, 20), tag("TCA001O", 68, 34))
    now[20:37, 60:72] = TABLE[20:37, 60:72]
    assert tag("TCA001O", 68, 34) not in look(cards, now, 10_250, [tag("TCA003X", 24, 34)])


def test_it_is_gone_when_what_lay_under_it_shows_and_nothing_beside_it_has_changed() -> None:
    """A third of what lay under it looks like it."""
    under = with_card(60, 20, 160.0)
    first = with_card(60, 20, on=under)
    under[20:25] = first[20:25]
    cards, now = three_laid_beside(first, tag("TCA001O", 68, 34))
    now[20:37, 60:72] = under[20:37, 60:72]
    assert tag("TCA001O", 68, 34) not in look(cards, now, 10_250, [tag("TCA003X", 24, 34)])
    now[30:50, 64:80] = 160.0
    cards, _ = three_laid_beside(first, tag("TCA001O", 68, 34))
    assert tag("TCA001O", 68, 34) in look(cards, now, 10_250, [tag("TCA003X", 24, 34)]), "a sleeve lies on it"


def test_what_two_claim_is_neither_card_s() -> None:
    """One lay on a part of another that looks the same: taken away, it leaves that part as it was. A crumb is new."""
    upper, lower = tag("TCA001O", 68, 34), tag("TCA005Y", 76, 34)
    alone = with_card(68, 20)
    cards, now = three_laid_beside(with_card(60, 20, on=alone), upper, lower)
    now[20:37, 60:80] = alone[20:37, 60:80]
    now[39:41, 58:66] = 160.0
    assert upper not in look(cards, now, 10_250, [lower, tag("TCA003X", 24, 34)])


def test_an_arm_that_rested_beside_it_and_then_covers_it_is_not_the_table() -> None:
    item = tag("TCA001O", 68, 34)
    cards, now = three_laid_beside(with_card(60, 20), item)
    now[10:50, 73:90] = 150.0
    for at_ms in (11_000, 12_500, 14_000):
        look(cards, now, at_ms, [item, tag("TCA003X", 24, 34)])
    now[10:50, 60:73] = 150.0
    assert item in look(cards, now, 14_250, [tag("TCA003X", 24, 34)])


def test_what_is_strange_around_a_tag_that_is_read_for_long_is_its_card_and_the_arm_beside_it_is_not() -> None:
    """A card on another that carries its tag in the same corner: all of it is strange but the tag."""
    item = tag("TCA001O", 68, 34)
    cards, now = three_laid_beside(with_card(60, 20), item)
    strange = np.zeros(TABLE.shape, np.uint8)
    strange[20:37, 60:72] = 1
    strange[32:37, 66:71] = 0
    card = strange > 0
    strange[10:19, 62:66] = strange[19:21, 62:66] = strange[25:60, 72:90] = 1
    shown = cards.showing(strange, [item], 10_250)
    assert shown[card].all()
    assert not shown[:18].any()
    assert not shown[:, 74:].any()
    assert not cards.showing(strange, [], 10_250).any(), "its tag is not read"
    assert not cards.showing(strange, [item], 12_000).any(), "it is read again for the first time"
    look(cards, now, 14_000, [tag("TCA001O", 76, 34)])
    assert not cards.showing(strange, [tag("TCA001O", 76, 34)], 14_250).any(), "it has just been laid there"


def test_before_it_is_known_how_cards_lie_the_whole_patch_is_a_card() -> None:
    cards, strange = CardPresence(), np.zeros(TABLE.shape, np.uint8)
    strange[20:40, 20:30] = strange[50:55, 50:55] = 1
    for at_ms in (0, 1000, 2000, 2900):
        look(cards, LAID, at_ms, [ADA])
        assert not cards.showing(strange, [ADA], at_ms).any()
    assert (cards.showing(strange, [ADA], 3000) == (strange > 0) & (np.arange(100) < 40)).all()
    assert not cards.showing(strange, [tag("TCA002M", 40, 34)], 3000).any()
