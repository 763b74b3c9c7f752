"""Cards of Āmul as they are shown."""

from __future__ import annotations

from companion.games.amul.cards import card_model, colours_of
from tests.gallery.games.amul.stage import phrases
from tests.gallery.samples import SampleTable

SAY = phrases(SampleTable("en", 3))


def test_what_nobody_knows_of_a_card_is_not_shown() -> None:
    card = card_model("gold#1", SAY, {})
    assert (card.colour, card.traits, card.letter, card.position) == (None, (), None, None)


def test_unknown_colours_are_counted_last() -> None:
    facts = {"cards": {"gold": {"colour": "yellow"}}}
    assert colours_of(["yurt", "gold#1", "gold#2"], facts) == (("yellow", 2), ("unknown", 1))
