"""Each card has its own tag, which holds only a number and stays the same whatever the box holds."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion import CompanionError
from tests.games import GAMES, card_tags, game_box
from vision.tags.text import parse_tag


@pytest.mark.parametrize("slug", GAMES.slugs)
def test_every_card_of_the_box_has_a_tag_of_its_own(slug: str) -> None:
    cards = game_box(slug).cards(game_box(slug).document(None, Path()))
    tags = [card.tag for card in cards]
    assert None not in tags
    assert len(set(tags)) == len(tags)
    assert all(parse_tag(tag or "") is not None for tag in tags)


def test_a_card_keeps_its_number_when_there_are_more_copies() -> None:
    box = game_box("amul")
    document = dict(box.document(None, Path()))
    before = card_tags("amul", document)
    document["cards"] = {**document["cards"], "camel": {"copies": 8}}
    after = card_tags("amul", document)
    assert {tag: card for tag, card in after.items() if tag in before} == before
    assert sorted(card for tag, card in after.items() if tag not in before) == ["camel#7", "camel#8"]


def test_labels_name_each_card_in_the_chosen_languages() -> None:
    named = {label.card: (label.names, label.copy) for label in game_box("amul").tagged(languages=("en", "de"))}
    assert named["silk#2"] == (("Silk", "Seide"), 2)
    assert named["yurt"] == (("Yurt", "Jurte"), 1)


def test_beyond_its_numbers_a_card_has_no_tag() -> None:
    assert ("camel", "market", 10) in game_box("amul").tags
    assert ("camel", "market", 11) not in game_box("amul").tags


def test_ranges_of_numbers_never_overlap() -> None:
    for game in GAMES:
        data = tomllib.loads(game.box.file("tags.toml").read_text("utf-8"))
        taken = [
            number
            for ranges in data["numbers"].values()
            for first, last in ranges.values()
            for number in range(first, last + 1)
        ]
        assert len(taken) == len(set(taken))
        assert max(taken, default=0) <= 999


def test_an_unknown_game_is_said() -> None:
    with pytest.raises(CompanionError, match="amul, amulett, sheet, got 'chess'"):
        game_box("chess")
