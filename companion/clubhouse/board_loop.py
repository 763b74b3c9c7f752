"""The main loop of the club's board: takes messages in, shows them in the window and on the page."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TypeVar

from companion.clubhouse.board_model import access_text
from companion.clubhouse.club_board import ClubBoard
from companion.clubhouse.club_site import ClubSite
from companion.clubhouse.known import PageAccess
from companion.clubhouse.mail import Mail
from companion.clubhouse.register import utc_now
from companion.inbox import Inbox, PhoneAsked
from companion.program.window import Closed, Window
from companion.screens.club_screen import ClubScreen
from companion.screens.intents import Intent
from companion.upkeep.logs import RepeatFilter

logger = logging.getLogger(__name__)
logger.addFilter(RepeatFilter())
T = TypeVar("T")

TURN_S = 0.1
BATCH_S = 0.03  # pause under load, so that messages are taken in batches
SHOWN_S = 0.5  # between two pictures on which only the clock moves


class BoardLoop:
    """Runs until stopped. ``window`` and ``page`` are both optional."""

    def __init__(
        self,
        board: ClubBoard,
        mail: Mail,
        inbox: Inbox,
        *,
        window: Window | None = None,
        page: ClubSite | None = None,
        tell: Callable[[str], None] = lambda _: None,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        """``tell``: prints the host's code for whoever started the board."""
        self._board, self._mail, self._inbox = board, mail, inbox
        self._window, self._page, self._tell, self._clock = window, page, tell, clock
        self._told = ""
        self._shown_at = 0.0
        self._has_news = False
        self._is_over = False

    def stop(self) -> None:
        self._is_over = True

    def run(self) -> None:
        while not self._is_over:
            self.turn()

    def turn(self) -> bool:
        """Waits up to ``TURN_S`` for messages; whether a new picture was drawn."""
        self._mail.arrived.wait(TURN_S)
        is_shown = self.tick()
        if self._mail.arrived.is_set():
            time.sleep(BATCH_S)
        return is_shown

    def tick(self) -> bool:
        now = self._clock()
        has_news = bool(self._survive(now, partial(self._board.take_in, now)))
        for message in self._inbox.drain():
            if isinstance(message, PhoneAsked):
                self._survive(now, partial(self._board.hear, message, now))
                has_news = True
        self._hear_keys(now)
        self._has_news = self._has_news or has_news
        if time.monotonic() - self._shown_at < (TURN_S if self._has_news else SHOWN_S):
            return False
        self._has_news = False
        self._survive(now, partial(self._show, now))
        self._shown_at = time.monotonic()
        return True

    def _hear_keys(self, now: datetime) -> None:
        if self._window is None:
            return
        for wish in self._window.wishes(int(time.monotonic() * 1000)):
            if isinstance(wish, Closed):
                self.stop()
            elif wish in (Intent.OK, Intent.MENU):
                self._board.show_host_code(now)
            elif wish is Intent.UNDO and self._board.shows_host_code(now):
                self._board.send_hosts_away()

    def _show(self, now: datetime) -> None:
        access, host = None, None
        if self._page is not None:
            access, host = self._page.access, self._page.host_access
            self._tell_host(host)
            self._page.keep()
        known = self._board.known(now, access, host)
        if self._page is not None:
            self._survive(now, partial(self._board.publish, known, self._page.push))
        if self._window is not None:
            self._window.show(ClubScreen(self._board.model(known)), int(time.monotonic() * 1000))

    def _survive(self, now: datetime, step: Callable[[], T]) -> T | None:
        """Whatever one message, result or row does to a step, the next turn comes."""
        try:
            return step()
        except Exception:
            logger.exception("the board goes on without a step")
            self._board.stumble(now)
            return None

    def _tell_host(self, host: PageAccess) -> None:
        if host.code != self._told:
            self._told = host.code
            self._tell(access_text("host", host, self._board.say))
