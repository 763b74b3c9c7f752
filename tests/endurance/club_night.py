"""A club night on this machine: tables of all games, a real broker, the board. The broker is killed and started, boxes
and board lose their power, one box has no network all night; in the end the board's standings are the boxes' own.

``python -m tests.endurance.club_night --tables 12 --seed 1``
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from companion.club.broker import Broker
from companion.clubhouse.club_board import ClubBoard
from companion.clubhouse.listener import Listener, link_to
from companion.clubhouse.mail import Mail
from companion.clubhouse.register import open_register
from companion.clubhouse.standings import COUNTS, Rules, standings
from companion.keeping.folder_lock import FolderLock
from companion.table.acts import TakeBack
from rules.core.game import Setup
from tests.companion.club.broker import HERE, Patience, RealBroker, free_port
from tests.companion.club.table import ClubBox
from tests.companion.other_worlds import World, play_to_a_winner
from tests.games import GAMES

CLUB = "test-club"
QUARTERS = 4

BY_HAND = tuple(count for count in COUNTS if count != "rating")  # what can be counted plainly from the boxes' files


class NightsBoard:
    """The board without a screen; its file outlives it."""

    def __init__(self, folder: Path, port: int) -> None:
        folder.mkdir(exist_ok=True)
        self._folder, self._port = folder, port
        self.start()

    def start(self) -> None:
        self._lock = FolderLock(self._folder)
        self._lock.take()
        self.register = open_register(self._lock)
        mail = Mail(CLUB, time.monotonic)
        self._listener = Listener(CLUB, mail, link_to(Broker(HERE, self._port), "the-board"))
        self.board = ClubBoard(CLUB, self.register, mail, self._listener, "en")
        self._listener.start()

    def close(self) -> None:
        self._listener.close()
        self.register.close()
        self._lock.let_go()

    def tick(self) -> None:
        self.board.take_in(datetime.now(UTC))


class NightsTable:
    """A box whose people know already what they will do."""

    def __init__(self, number: int, world: World, folder: Path, port: int) -> None:
        self.number, self.world, self._folder, self._port = number, world, folder / f"box-{number}", port
        self.done = 0
        self.box = self._start(world.setup)

    def _start(self, setup: Setup | None) -> ClubBox:
        return ClubBox(self._folder, self._port, setup, box=f"table-{self.number}")

    def play(self, quarter: int) -> None:
        """So far in the night."""
        upto = len(self.world.commands) * quarter // QUARTERS
        for command in self.world.commands[self.done : upto]:
            assert self.box.table.live.do(command, self.box.now_ms).steps, command
        self.done = upto
        self.box.tick()
        if quarter == QUARTERS:
            self._end()

    def _end(self) -> None:
        self.box.tick()
        assert self.box.store.games()[0].ended is not None

    def end_again(self) -> None:
        """The end is taken back, and comes about once more."""
        self.box.table.act(TakeBack(), self.box.now_ms)
        self.box.tick()
        self.box.table.live.skip_moves(self.box.now_ms)
        assert self.box.table.live.do(self.world.commands[-1], self.box.now_ms).steps
        self.box.tick()

    def cut(self, port: int | None = None) -> None:
        """The power goes and comes back; ``port``: and another network is there."""
        self._port = self._port if port is None else port
        is_over = self.box.store.games()[0].ended is not None
        self.box.cut()
        self.box = self._start(None if is_over else self.world.setup)

    def pump(self) -> None:
        message = self.box.app.inbox.wait(0.001)
        if message is not None:
            self.box.app._hear(message)
        self.box.tick()

    @property
    def is_done(self) -> bool:
        """Everything was said; a box that has just been started has said nothing yet."""
        return self.box.publisher is not None and self.box.is_done()

    @property
    def result(self) -> Any:
        found = self.box.store.games()[0].result
        assert found is not None
        return found


class ClubNight:
    def __init__(self, tables: int, folder: Path, seed: int) -> None:
        self._random = Random(seed)
        self.broker = RealBroker(folder / "broker", ("allow_anonymous true", "max_queued_messages 0"))
        self.board = NightsBoard(folder / "club", self.broker.port)
        games = tuple(GAMES)
        worlds = [play_to_a_winner(games[n % len(games)].rules, 3 + n % 2, seed + n) for n in range(tables)]
        self.offline = tables - 1  # the table without a network
        ports = [free_port() if number == self.offline else self.broker.port for number in range(tables)]
        self.tables = [NightsTable(n, world, folder, ports[n]) for n, world in enumerate(worlds)]

    def run(self) -> dict[str, Any]:
        online = self.tables[: self.offline]
        self.wait(lambda: all(table.box.club.is_connected for table in online), "the broker")
        self.play(1)
        self.broker.stop(kill=True)
        self.play(2)  # nobody is told
        self._random.choice(online).cut()
        self.broker.start()
        self.board.close()
        self.play(3)  # the board is away
        for table in self._random.sample(online, len(online) // 2):
            table.cut()
        self.board.start()
        self.broker.stop(kill=True)
        self.broker.start()
        self.play(4)
        self._random.choice(online).end_again()
        self.wait(lambda: all(table.is_done for table in online), "everything said")
        self.tables[self.offline].cut(self.broker.port)  # the next morning
        self.wait(lambda: all(table.is_done for table in self.tables), "the night without a network")
        self.wait(lambda: len(self.board.register.results()) == len(self.tables), "all results")
        self.wait(self._is_same, "the same standings")
        entries = {
            result.game: (self.board.register.entries_of(result.game), result.entries) for result in self.results
        }
        return {"tables": len(self.tables), "entries": sum(upto for _, upto in entries.values()), "heard": entries}

    @property
    def results(self) -> tuple[Any, ...]:
        return self.board.register.results()

    def _is_same(self) -> bool:
        return all(self.boards(count) == self.own(count) for count in BY_HAND)

    def boards(self, count: Any) -> dict[str, float]:
        counted = self.board.register.counted()
        return {one.name: one.total for one in standings(counted.results, Rules(count, practice=True))}

    def own(self, count: str) -> dict[str, int]:
        """From the files of the boxes alone, counted as plainly as can be."""
        found: dict[str, int] = {}
        for result in (table.result for table in self.tables):
            players = result["players"]
            for one in players:
                if count == "points" and result["kind"] != "points":
                    continue
                behind = sum(other["place"] > one["place"] for other in players)
                beside = sum(other["place"] == one["place"] for other in players) - 1
                brings = {"places": 2 * behind + beside, "wins": int(one["name"] in result["winners"])}
                brings["points"] = one.get("total", 0)
                found[one["name"]] = found.get(one["name"], 0) + brings[count]
        return found

    def play(self, quarter: int) -> None:
        for table in self.tables:
            table.play(quarter)
            self.board.tick()

    def wait(self, is_so: Callable[[], bool], what: str) -> None:
        patience = Patience(120)
        while not is_so():
            assert not patience.is_over, f"{what} never came about"
            for table in self.tables:
                table.pump()
            self.board.tick()

    def close(self) -> None:
        for table in self.tables:
            table.box.close()
        self.board.close()
        self.broker.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        night = ClubNight(args.tables, Path(folder), args.seed)
        try:
            said = night.run()
            heard = sum(count for count, _ in said["heard"].values())
            print(f"seed {args.seed}: {said['tables']} tables, {said['entries']} entries, {heard} heard by the board")
            for count in BY_HAND:
                print(f"{count}: board {night.boards(count)} = boxes {night.own(count)}")
        finally:
            night.close()
    print(f"the board's standings are the boxes' own, after {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
