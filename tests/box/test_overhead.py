"""What is shown to the box's camera can be read there: by the same eyes, zone by zone."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.seeing.eyes import eyes_for
from tests.box.overhead import SIZE, overhead
from tests.games import game_box, new_players, new_setup
from vision.frames import Frame


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "players"), [("amul", 3), ("amulett", 3)])
def test_every_card_of_the_table_is_read_where_it_lies(slug: str, players: int) -> None:
    setup = new_setup(slug, players, 5)
    people = new_players(setup, 5)
    box = game_box(slug)
    cards = [card.card for card in box.cards(setup.facts) if card.tag]
    people.table.lay([card for card in cards if card not in {one.card for one in people.table.lying}][:2], "mat")
    pictures = overhead(box, setup, people.table, seed=1).pictures(2)
    assert pictures[0] != pictures[1]
    eyes = eyes_for(box, setup.facts)
    for number in range(6):
        grey = cv2.imdecode(np.frombuffer(pictures[number % 2], np.uint8), cv2.IMREAD_GRAYSCALE)
        assert grey.shape == SIZE[::-1]
        seen = eyes.look(Frame(number, number * 400, grey))
    assert {zone: cards for zone, cards in seen.table.zones.items() if cards} == {
        zone: cards for zone, cards in people.table.zones.items() if cards
    }
