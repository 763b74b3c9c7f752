"""Each card has a tag of its own that says nothing but its number, and keeps it whatever the box holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cardlist import card_tags, labels
from companion.errors import CompanionError
from companion.shelves import SHELVES, find_shelf
from companion.tagging import tag_text
from vision.tags import parse_tag


@pytest.mark.parametrize("shelf", SHELVES, ids=lambda shelf: shelf.slug)
def test_every_card_of_the_box_has_a_tag_of_its_own(shelf: object) -> None:
    slug = shelf.slug  # type: ignore[attr-defined]
    cards = find_shelf(slug).cards(find_shelf(slug).document(None, Path()))
    tags = [card.tag for card in cards]
    assert None not in tags
    assert len(set(tags)) == len(tags)
    assert all(parse_tag(tag or "") is not None for tag in tags)


def test_a_card_keeps_its_number_when_there_are_more_copies() -> None:
    shelf = find_shelf("amul")
    document = dict(shelf.document(None, Path()))
    before = card_tags("amul", document)
    document["cards"] = {**document["cards"], "camel": {"copies": 8}}
    after = card_tags("amul", document)
    assert {tag: card for tag, card in after.items() if tag in before} == before
    assert sorted(card for tag, card in after.items() if tag not in before) == ["camel#7", "camel#8"]


def test_labels_name_each_card_in_both_languages() -> None:
    named = {label.card: (label.name_en, label.name_de, label.copy) for label in labels("amul")}
    assert named["silk#2"] == ("Silk", "Seide", 2)
    assert named["yurt"] == ("Yurt", "Jurte", 1)


def test_beyond_its_numbers_a_card_has_no_tag() -> None:
    assert tag_text("amul", "camel", "market", 10) is not None
    assert tag_text("amul", "camel", "market", 11) is None


def test_ranges_of_numbers_never_overlap() -> None:
    import tomllib

    from companion.resources import asset

    for shelf in SHELVES:
        data = tomllib.loads(asset("games", shelf.slug, "tags.toml").read_text("utf-8"))
        taken = [
            number
            for ranges in data["numbers"].values()
            for first, last in ranges.values()
            for number in range(first, last + 1)
        ]
        assert len(taken) == len(set(taken))
        assert max(taken) <= 999


def test_an_unknown_game_is_said() -> None:
    with pytest.raises(CompanionError, match="expected a game of amul"):
        find_shelf("chess")
