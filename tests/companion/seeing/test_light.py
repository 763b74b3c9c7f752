"""In the dark no card is gone; a tag that is seen twice is reported."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.inbox import Happened, Inbox, TableSeen
from companion.play.live_game import LiveGame
from companion.seeing.eyes import Eyes, TableWatch
from rules.core.table import TableCards
from tests.games import game_box, new_players, new_setup, new_simulation
from vision.frames import Frame
from vision.table.zones import parse_zones
from vision.tags.codes import module_grid
from vision.tags.text import Tag, format_tag

pytestmark = pytest.mark.slow  # nearly all of it is

GOLD, SILK = (format_tag(Tag("A", number)) for number in (1, 2))
CARDS = {GOLD: "gold#1", SILK: "silk#1"}


def _picture(*lying: tuple[str, int, int], light: float = 1.0) -> np.ndarray:
    """Tags on a grey table: text, left, top."""
    picture = np.full((600, 800), 120, np.uint8)
    for text, left, top in lying:
        code = np.kron(np.pad(1 - module_grid(text), 2, constant_values=1), np.ones((5, 5), np.uint8)) * 235
        picture[top : top + 125, left : left + 125] = code
    return (cv2.GaussianBlur(picture, (3, 3), 0) * light).astype(np.uint8)


class Looks:
    def __init__(self) -> None:
        self.eyes = Eyes(CARDS)
        self.now_ms = 0

    def __call__(self, picture: np.ndarray, count: int = 10) -> list[TableSeen]:
        seen = []
        for _ in range(count):
            self.now_ms += 300
            seen.append(self.eyes.look(Frame(self.now_ms, self.now_ms, picture)))
        return seen


BOTH = _picture((GOLD, 100, 100), (SILK, 500, 300))
ONE = _picture((GOLD, 100, 100))


def test_what_lay_there_lies_there_in_the_dark_and_after_it() -> None:
    look = Looks()
    assert look(BOTH)[-1].table.zone("table") == {"gold#1", "silk#1"}
    dark = look(np.full_like(BOTH, 6), 60)
    light = look(BOTH)
    assert {seen.table.zone("table") for seen in (*dark, *light)} == {frozenset({"gold#1", "silk#1"})}
    assert [seen.dark for seen in dark[:5]] == [False] * 5
    assert dark[-1].dark
    assert not light[-1].dark


def test_what_was_taken_away_in_the_dark_is_gone_when_it_is_light() -> None:
    look = Looks()
    look(BOTH)
    look(np.full_like(BOTH, 6), 30)
    assert look(ONE)[-1].table.zone("table") == {"gold#1"}


@pytest.mark.slow
@pytest.mark.parametrize("cloth", [20, 60, 120, 230])
def test_a_table_that_was_cleared_is_no_dark_one(cloth: int) -> None:
    look = Looks()
    covered = BOTH.copy()
    covered[covered == 120] = cloth
    assert look(covered)[-1].table.zone("table") == {"gold#1", "silk#1"}
    assert look(np.full_like(BOTH, cloth))[-1].table.zone("table") == frozenset()


def test_a_dim_picture_that_can_be_read_is_followed() -> None:
    look = Looks()
    look(BOTH)
    assert look(_picture((GOLD, 100, 100), light=0.2))[-1].table.zone("table") == {"gold#1"}


def test_the_dark_is_said_and_taken_back() -> None:
    pictures = [*[BOTH] * 8, *[np.full_like(BOTH, 6)] * 20, *[BOTH] * 8]

    class Reel:
        def next_frame(self, timeout: float) -> Frame | None:
            if not pictures:
                watch._stop.set()
                return None
            return Frame(len(pictures), 100_000 - 300 * len(pictures), pictures.pop(0))

        def close(self) -> None:
            """Nothing is open."""

    inbox = Inbox()
    watch = TableWatch(Reel(), Looks().eyes, inbox)
    watch._run()
    said = [message for message in inbox.drain() if isinstance(message, Happened)]
    assert [(one.part, None if one.words is None else one.words.key) for one in said] == [
        ("light", "notice.dark"),
        ("light", None),
    ]


def test_a_second_card_with_the_same_tag_is_named_and_does_not_count() -> None:
    look = Looks()
    look(ONE)
    seen = look(_picture((GOLD, 100, 100), (GOLD, 500, 300)))
    assert [one.twice for one in seen if one.twice] == [{"gold#1"}]
    setup = new_setup("amul", 3, 1)
    live: LiveGame = new_simulation(setup, new_players(setup, 1)).live
    live.see(TableSeen(TableCards(), frozenset(), at_ms=5, twice=frozenset({"gold#1"})))
    said = live.notice(6)
    assert said is not None
    assert (said.key, said.values["cards"]) == ("ladder.twice", ("gold#1",))
    live.see(TableSeen(TableCards(), frozenset(), at_ms=7, on_screen=frozenset({"gold#1"})))
    said = live.notice(8)
    assert said is not None
    assert (said.key, said.values["cards"]) == ("ladder.on_screen", ("gold#1",))


def test_between_two_zones_of_the_mat_there_is_no_gap() -> None:
    zones = parse_zones(game_box("amul").layout(), "zones.toml")
    across = [(x / 10, y) for x in range(1, 7800, 3) for y in (50.0, 200.0, 390.0)]
    down = [(x, y / 10) for x in (100.0, 600.0) for y in range(1, 3960, 3)]
    assert all(zones.zone_at(x, y) is not None for x, y in (*across, *down))
