"""Results on their way: what is sent and not yet acknowledged is not sent twice, and can still be withdrawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from companion.club.delivered import Delivered
from companion.club.outbox import Outbox, Parcel
from companion.club.published import join
from companion.club.read_messages import read_result
from companion.keeping.store import Store
from companion.settings.config import load_config
from tests.companion.nights import keep_night
from tests.games import GAMES, open_store

pytestmark = pytest.mark.slow  # nearly all of it is

CLUB = replace(load_config(files=()).club, on=True, club="our-club", box="table-1")


class Sender:
    """Sends whatever there is; the broker acknowledges only when it is told to."""

    def __init__(self, store: Store, slots: int = 0) -> None:
        self._slots = slots
        self.delivered = Delivered(store.path.parent / "club.json", "here")
        self._mids, self._waiting = count(1), list[int]()
        self._box = Outbox(lambda: store.path.parent, GAMES.rules, join(store), CLUB, "Table 1")
        self.connect()

    def connect(self) -> None:
        self._waiting.clear()
        self._box.begin(self.delivered, self._slots)

    def look(self) -> list[bool]:
        """Of each result sent now, whether it is withdrawn."""
        return [read_result(parcel.payload).withdrawn for parcel in self.results()]

    def results(self) -> list[Parcel]:
        self._box.must_look = True
        told = []
        for parcel, mid in zip(iter(self._box.next, None), self._mids, strict=False):
            self._box.sent(mid, parcel)
            self._waiting.append(mid)
            if parcel.mark is not None:
                told.append(parcel)
        return told

    def acknowledge(self) -> None:
        for mid in self._waiting:
            self._box.arrived(mid)
        self._waiting.clear()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """With one finished game, played in the club."""
    opened = open_store(tmp_path)
    join(opened)
    keep_night(opened)
    yield opened
    opened.close()


def test_a_result_on_its_way_is_not_sent_twice(store: Store) -> None:
    sender = Sender(store)
    assert sender.look() == [False]
    assert sender.look() == [], "the broker has not answered yet"
    sender.acknowledge()
    assert sender.look() == []
    sender.connect()
    assert sender.look() == [False], "a broker may have lost it"


@pytest.mark.parametrize("is_acknowledged", [True, False])
def test_a_result_is_withdrawn_once_acknowledged_or_not(store: Store, is_acknowledged: bool) -> None:
    sender, result = Sender(store), store.game(1).result
    assert sender.look() == [False]
    if is_acknowledged:
        sender.acknowledge()
    store.finish(1, None)
    assert sender.look() == [True]
    assert sender.look() == []
    store.finish(1, result)
    assert sender.look() == [False], "and told again"
    sender.acknowledge()
    assert len(sender.delivered.results) == 1


def test_where_a_box_has_so_many_slots_the_broker_keeps_its_newest_results(store: Store) -> None:
    """Every result is said; one that is older than there are slots takes none of a newer one's."""
    for _ in range(4):
        keep_night(store)
    sender = Sender(store, slots=3)
    told = sender.results()
    assert [parcel.topic.removeprefix("table-companion/our-club/table-1/result/") for parcel in told] == [*"12012"]
    assert [parcel.retain for parcel in told] == [False, False, True, True, True]
    sender.acknowledge()
    store.finish(5, None)
    (parcel,) = sender.results()
    assert (parcel.topic[-2:], parcel.retain, read_result(parcel.payload).withdrawn) == ("/2", True, True)
