"""From drawn pictures to the settled table: what is laid down is seen, what is taken away is gone, the rest stays."""

from __future__ import annotations

import pytest

from companion.inbox import Inbox, TableSeen
from companion.seeing.eyes import Eyes, TableWatch, scale
from companion.twin.camera import TwinCamera, difficulty
from tests.games import card_tags, game_box, new_players, new_setup
from vision.frames import Frame
from vision.zones import parse_zones

pytestmark = pytest.mark.slow


class Sight:
    """The twin's table under a drawn camera, looked at in made-up time."""

    def __init__(self, seed: int) -> None:
        self.now = 0
        setup = new_setup("amul", 8, seed)
        self.table = new_players(setup, seed).table
        cards = card_tags("amul", setup.facts)
        tags = {card: tag for tag, card in cards.items()}
        how = difficulty("easy")
        self.camera = TwinCamera(self.table, tags, (780.0, 396.0), how=how, clock=lambda: self.now, seed=seed)
        self.eyes = Eyes(cards, parse_zones(game_box("amul").layout(), "zones"), scale(self.camera.px_per_mm))

    def look(self, times: int = 7) -> TableSeen:
        for _ in range(times):
            self.now += 150
            frame = self.camera.next_frame(0)
            assert frame is not None
            seen = self.eyes.look(frame)
        return seen


@pytest.mark.parametrize("seed", [7, 11])
def test_a_card_taken_from_between_others_leaves_the_others_where_they_are(seed: int) -> None:
    sight = Sight(seed)
    market = [
        "gold#1",
        "gem#1",
        "gem#3",
        "gem#5",
        "silk#1",
        "silk#2",
        "camel#1",
        "camel#2",
        "spice#1",
        "oil#1",
        "oil#2",
    ]
    sight.table.lay(market, "market")
    assert sight.look().table.zones == sight.table.zones
    for card in market:
        sight.table.lift([card])
        assert sight.look().table.zones == sight.table.zones, card


def test_a_card_is_seen_before_it_has_settled() -> None:
    sight = Sight(3)
    sight.look()
    sight.table.lay(["gold#1"], "mat")
    first = sight.look(1)
    assert first.seen == {"gold#1"}
    assert first.table.zone("mat") == frozenset()
    assert sight.look().table.zone("mat") == {"gold#1"}


class Breaking:
    """A camera that gives one picture and then fails in a way nobody foresaw."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._given = 0
        self.closed = False

    def next_frame(self, timeout: float) -> Frame | None:
        self._given += 1
        if self._given > 6:
            raise RuntimeError("unheard-of")
        self._sight.now += 150
        return self._sight.camera.next_frame(timeout)

    def close(self) -> None:
        self.closed = True


def test_the_camera_thread_reports_the_table_and_says_when_it_fails() -> None:
    sight, inbox = Sight(5), Inbox()
    source = Breaking(sight)
    watch = TableWatch(source, sight.eyes, inbox)
    watch.start()
    messages = []
    while (message := inbox.wait(20)) is not None:
        messages.append(message)
        if type(message).__name__ == "Happened":
            break
    watch.close()
    assert source.closed
    tables = [message for message in messages if isinstance(message, TableSeen)]
    assert tables[-1].table.zones == sight.table.zones
    assert getattr(messages[-1], "part", None) == "camera"
