"""A box that runs by itself, for real browsers that are phones; and a page that taps at random whatever it offers."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from companion.contract import Invitation
from rules.core.game import Setup
from tests.companion.phones.table import PhoneTable
from tests.companion.web.browser import Browser, Tab

PHONE = (360, 740)
LONGEST_NIGHT_S = 250
T = TypeVar("T")

PLAY_AT_RANDOM = """
let seed = arguments[0];
const random = (most) => { seed = (seed * 48271) % 2147483647; return seed % most; };
setInterval(() => {
  const yes = document.querySelector('#sure:not([hidden]) #yes:not(:disabled)');
  if (yes) return yes.click();
  const pad = document.getElementById('pad');
  if (pad) {
    const enter = pad.querySelector('[data-key=enter]:not(:disabled)');
    const isOut = document.querySelector('#pad-hint.bad');
    return (enter || pad.querySelector(`[data-key="${isOut ? 'Backspace' : random(10)}"]`)).click();
  }
  const all = document.querySelectorAll('.is-turn #choices button:not(:disabled)');
  if (all.length) all[random(all.length)].click();
}, 50);
"""


class Running:
    """A box in a thread of its own, as it is; what is asked of it is done between two of its pictures."""

    def __init__(self, folder: Path, setup: Setup, language: str, *settings: str) -> None:
        self._asked: queue.Queue[Callable[[], None]] = queue.Queue()
        self._ends = threading.Event()
        self._shown: str | None = None
        self.invitation: Invitation | None = None  # to free seats; lasts while the screen shows it, as a code does
        self.language = language
        self._thread = threading.Thread(target=self._run, args=(folder, setup, language, settings), daemon=True)
        self._thread.start()
        self.call(lambda box: box.phones.start())

    def _run(self, folder: Path, setup: Setup, language: str, settings: tuple[str, ...]) -> None:
        self._box = PhoneTable(folder, setup, language=language, settings=settings)
        while not self._ends.is_set():
            while not self._asked.empty():
                self._asked.get()()
            self._box.pump(self._is_wanted, "an end", 3600)
        self._box.close()

    def _is_wanted(self) -> bool:
        """The code of a seat stands on the screen all the time: a browser takes its time to start."""
        self._box.phones.code(self._shown)
        if self.invitation is not None:
            self._box.phones.invite(self.invitation)
        return self._ends.is_set() or not self._asked.empty()

    def call(self, what: Callable[[PhoneTable], T]) -> T:
        answers: queue.Queue[T] = queue.Queue()
        self._asked.put(lambda: answers.put(what(self._box)))
        return answers.get(timeout=60)

    def until(self, is_so: Callable[[PhoneTable], bool], patience_s: float = LONGEST_NIGHT_S) -> None:
        """Asked again and again, beside its work."""
        end = time.monotonic() + patience_s
        while not self.call(is_so):
            assert time.monotonic() < end, "it never came"
            self._ends.wait(0.2)

    def link(self, player: str | None) -> str:
        self._shown = player
        return self.call(lambda box: f"{box.phones.url}#{box.phones.code(player)}")

    def open(self, browser: Browser, player: str | None, *, dark: bool = False) -> Tab:
        """A telephone that has come in."""
        tab = browser.open(self.link(player), PHONE, dark=dark, language=self.language)
        tab.wait_for("#players", "Ada")
        return tab

    def close(self) -> None:
        self._ends.set()
        self._thread.join(60)
