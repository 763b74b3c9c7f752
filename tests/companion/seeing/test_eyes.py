"""From rendered pictures to the settled table: new cards are seen, removed cards are gone, the rest stays."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import pytest

from companion.inbox import Happened, Inbox, Preview, TableSeen
from companion.seeing.eyes import Eyes, TableWatch, scale
from companion.twin.twin_camera import TwinCamera, difficulty
from rules.core.table import TableCards
from tests.games import card_tags, game_box, new_players, new_setup
from tests.sweeps import sweep
from vision.frames import Frame
from vision.table.zones import parse_zones

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


@pytest.mark.parametrize("seed", sweep([7], [7, 11]))
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
    while (message := inbox.wait(60)) is not None:
        messages.append(message)
        if type(message).__name__ == "Happened":
            break
    watch.close()
    assert source.closed
    tables = [message for message in messages if isinstance(message, TableSeen)]
    assert tables[-1].table.zones == sight.table.zones
    assert getattr(messages[-1], "part", None) == "camera"


class Stumbling:
    """Eyes that fail on some pictures, and see nothing on the others."""

    def __init__(self, bad: range) -> None:
        self._bad = bad

    def look(self, frame: Frame) -> TableSeen:
        if frame.index in self._bad:
            raise ValueError("4294967295 is not a valid turn")
        return TableSeen(TableCards(), frozenset(), at_ms=frame.at_ms)

    def preview(self, frame: Frame) -> Preview:
        raise NotImplementedError


class Reel:
    """So many pictures, every one of them new; then the film ends."""

    def __init__(self, count: int) -> None:
        self._left = iter(range(count))
        self.end: Callable[[], None] = lambda: None

    def next_frame(self, timeout: float) -> Frame | None:
        index = next(self._left, None)
        if index is None:
            self.end()
            return None
        return Frame(index, 100 * index, np.zeros((8, 8), np.uint8))

    def close(self) -> None:
        """Nothing is open."""


def test_a_look_that_fails_is_said_once_and_the_watch_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.seeing.eyes.PAUSE_S", 0)
    inbox, reel = Inbox(), Reel(40)
    watch = TableWatch(reel, Stumbling(range(3, 20)), inbox)
    reel.end = watch._stop.set
    watch._run()
    said = list(inbox.drain())
    told = [(one.part, one.words and one.words.key) for one in said if isinstance(one, Happened)]
    assert told == [("eyes", "notice.look_failed"), ("eyes", None)]
    assert [one.at_ms for one in said if isinstance(one, TableSeen)] == [0, 2000], "after the failures the table again"


class Unplugged(Reel):
    """The camera itself fails for some pictures."""

    def next_frame(self, timeout: float) -> Frame | None:
        frame = super().next_frame(timeout)
        if frame is not None and frame.index in range(3, 20):
            raise OSError(19, "No such device")
        return frame


def test_a_table_that_changed_while_the_camera_was_gone_is_told_once_the_camera_counts_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Until then what is seen is dropped: the camera still counts as gone. A still table was not told again."""
    monkeypatch.setattr("companion.seeing.eyes.PAUSE_S", 0)
    inbox, reel = Inbox(), Unplugged(40)
    watch = TableWatch(reel, Stumbling(range(0)), inbox)
    reel.end = watch._stop.set
    watch._run()
    said = list(inbox.drain())
    back = said.index(Happened("camera", None, 0))
    assert any(isinstance(one, TableSeen) for one in said[back:])


class Slow(Stumbling):
    """A look that lasts until it is let go."""

    def __init__(self) -> None:
        super().__init__(range(0))
        self.began, self.may_end = threading.Event(), threading.Event()

    def look(self, frame: Frame) -> TableSeen:
        self.began.set()
        assert self.may_end.wait(60)
        return super().look(frame)


def test_leaving_a_look_that_takes_long_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The main loop waited here, and with it the heartbeat; what was asked for before is not told any more."""
    inbox, slow = Inbox(), Slow()
    first = TableWatch(Reel(1), slow, inbox)
    first.start()
    assert slow.began.wait(60)
    waited: list[float] = []
    monkeypatch.setattr(first._thread, "join", waited.append)
    first.leave()
    monkeypatch.undo()
    assert not waited
    reel = Reel(3)
    second = TableWatch(reel, Stumbling(range(0)), inbox, after=first)
    reel.end = second._stop.set
    second.start()
    assert second._thread.is_alive(), "two looks at once would make both slower"
    slow.may_end.set()
    second._thread.join(60)
    assert [one.at_ms for one in inbox.drain() if isinstance(one, TableSeen)] == [0]
    assert not first._thread.is_alive()
