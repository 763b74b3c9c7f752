"""The board of ``companion bench club``, in a process of its own: as it is at a club, drawing to memory.

``python -m tests.bench.club_board PORT FOLDER``; a line ``report`` brings one line of JSON, and forgets the delays.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from pathlib import Path
from typing import Any

from companion.club.broker import Broker
from companion.clubhouse.board_loop import BoardLoop
from companion.clubhouse.club_board import ClubBoard
from companion.clubhouse.listener import Listener, link_to
from companion.clubhouse.mail import Batch, Mail
from companion.clubhouse.register import open_register
from companion.inbox import Inbox
from companion.keeping.folder_lock import FolderLock
from companion.program.window import Window

CLUB, HERE = "bench", "127.0.0.1"


class WatchedMail(Mail):
    """Remembers when what was taken had been said, to see when it is kept and shown."""

    moments: tuple[float, ...] = ()

    def take(self) -> Batch:
        batch = super().take()
        self.moments = (*self.moments, *(event.at.timestamp() for _, event in batch.events))
        return batch

    def take_moments(self) -> tuple[float, ...]:
        moments, self.moments = self.moments, ()
        return moments


class WatchedBoard:
    def __init__(self, port: int, lock: FolderLock) -> None:
        self.mail = WatchedMail(CLUB, time.monotonic)
        self._register = open_register(lock)
        self._listener = Listener(CLUB, self.mail, link_to(Broker(HERE, port), "bench-board"))
        self._board = ClubBoard(CLUB, self._register, self.mail, self._listener, "en")
        self._night = BoardLoop(self._board, self.mail, Inbox(), window=Window.headless((1280, 720)))
        self._delays: list[float] = []
        self._entries = 0
        self._asked = threading.Event()

    def run(self) -> None:
        self._listener.start()
        threading.Thread(target=self._hear, daemon=True).start()
        taken: list[float] = []
        while True:
            is_shown = self._night.turn()
            taken += self.mail.take_moments()
            if is_shown:
                self._delays += [time.time() - moment for moment in taken]
                self._entries += len(taken)
                taken = []
            if self._asked.is_set():
                self._asked.clear()
                print(json.dumps(self._report()), flush=True)

    def _hear(self) -> None:
        for _ in sys.stdin:
            self._asked.set()
            self.mail.arrived.set()
        sys.exit()

    def _report(self) -> dict[str, Any]:
        delays, self._delays = sorted(self._delays), []
        tables = self._board.hall.tables
        return {
            "entries": self._entries,
            "tables": len(tables),
            "there": sum(table.is_there for table in tables),
            "delays_ms": [round(1000 * one, 1) for one in delays],
            "memory_mb": round(resident_mb("self"), 1),
            "cpu_s": time.process_time(),
        }


def resident_mb(process: int | str) -> float:
    status = Path(f"/proc/{process}/status").read_text("ascii", "replace")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def main() -> None:
    folder = Path(sys.argv[2])
    with FolderLock(folder) as lock:
        WatchedBoard(int(sys.argv[1]), lock).run()


if __name__ == "__main__":
    main()
