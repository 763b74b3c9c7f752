"""The box in a club: follows the table for the main loop and hands what all may see to the speaker, in its own thread.

The speaker is loaded and started only where the settings want it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from functools import reduce
from typing import TYPE_CHECKING, Any

from companion.contract import Context
from companion.extras import need
from companion.keeping.troubles import StoreTrouble
from companion.language.wording import Trouble
from companion.settings.config import ClubSettings
from companion.table.table import Table
from rules.core.words import Words, words

if TYPE_CHECKING:
    from companion.club.published import Membership, ToldClock
    from companion.club.publisher import Speaker

logger = logging.getLogger(__name__)

PART = "club"  # under which the screen says what is announced, and that this table calls
LOOK_MS = 250  # between looks at the table
LATE_S = 15 * 60  # how long it is said that the time is up


class ClubTable:
    """Told the table before every picture. Without a club in the settings it does nothing, and nothing is loaded."""

    def __init__(self, context: Context, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._context, self._now = context, now
        self._speaker: Speaker | None = None
        self._member: Membership | None = None
        self._clock: ToldClock | None = None
        self._settings: ClubSettings | None = None
        self._look_at_ms = 0
        self._seen: tuple[Any, ...] = ()  # what was shown last
        self._entered: tuple[int, int] = (0, 0)  # game and its last entry that was handed over
        self._endings: tuple[Any, ...] = ()
        self._written: tuple[Any, ...] = ()
        self._ident: tuple[tuple[Any, ...], str] = ((), "")

    # For the pages of the box.

    @property
    def is_on(self) -> bool:
        return self._speaker is not None

    @property
    def club(self) -> str:
        return self._context.config.club.club

    @property
    def table(self) -> str:
        return "" if self._speaker is None else self._speaker.table

    @property
    def condition(self) -> Words:
        return words("club.condition.connecting") if self._speaker is None else self._speaker.condition

    @property
    def is_connected(self) -> bool:
        return self._speaker is not None and self._speaker.is_connected

    @property
    def called(self) -> datetime | None:
        """When this table called, while it does."""
        call = None if self._speaker is None else self._speaker.calling
        return None if call is None else call.at

    def call(self, *, on: bool) -> None:
        from companion.club.messages import Call  # noqa: PLC0415 (not loaded for every night)

        if self._speaker is not None:
            self._speaker.call(Call(self._now()) if on else None)

    # For the main loop.

    def follow(self, table: Table | None, now_ms: int, *, is_paused: bool = False) -> None:
        """Told the table at every tick of the program."""
        if now_ms < self._look_at_ms:
            return
        self._look_at_ms = now_ms + LOOK_MS
        if self._settings is not self._context.config.club:
            self._settle()
        if self._speaker is None:
            return
        try:
            self._look_at_store(self._speaker)
            self._follow(self._speaker, table, now_ms, is_paused=is_paused)
        except StoreTrouble as error:  # whoever needs the disk says so
            logger.info("club: %s", error)
        self._say_parts(self._speaker)

    def close(self) -> None:
        if self._speaker is not None:
            self._speaker.close()
            self._speaker = None

    def _settle(self) -> None:
        """As the settings want it now."""
        before, self._settings = self._settings, self._context.config.club
        if before == self._settings:
            return
        self.close()
        if self._settings.on:
            try:
                need("paho")
                self._start(self._settings)
            except StoreTrouble as error:
                logger.info("club: %s", error)
                self._settings = None  # tried again at the next look
            except Trouble as trouble:
                self._context.parts[PART] = trouble.said

    def _start(self, club: ClubSettings) -> None:
        from companion.club.published import ToldClock, join  # noqa: PLC0415
        from companion.club.publisher import Speaker  # noqa: PLC0415 (loads the MQTT library, which few boxes need)

        context = self._context
        self._member, self._clock = join(context.store), ToldClock()
        names = {
            name: context.say(f"club.sensor.{name}") for name in ("turn", "round", "phase", "clock", "availability")
        }
        rules, store = context.games.rules, context.store
        self._speaker = Speaker(club, lambda: store.path.parent, rules, self._member, names)
        self._seen, self._entered, self._written = (), (0, 0), ()
        self._speaker.start()

    def _look_at_store(self, speaker: Speaker) -> None:
        """Whether a game has ended, or goes on after all, or all of them are gone."""
        store = self._context.store
        if (written := (store.path, store.written)) == self._written:
            return
        self._written = written
        endings = store.endings()
        if endings != self._endings:
            if len(endings) < len(self._endings):
                from companion.club.published import join  # noqa: PLC0415 (not loaded for every night)

                self._member = join(store)
            self._endings = endings
            assert self._member is not None
            speaker.look(self._member)

    def _follow(self, speaker: Speaker, table: Table | None, now_ms: int, *, is_paused: bool) -> None:
        from companion.club.published import no_game, state_of  # noqa: PLC0415 (see above)

        assert self._clock is not None
        if table is None:
            if self._seen != (None,):
                self._seen = (None,)
                speaker.show(no_game(speaker.table, self._now()))
            return
        ident = self._game_ident(table)
        self._enter(speaker, table, ident)
        ticked = self._clock.look(table.clock(now_ms), table.people, now_ms, runs=not is_paused)
        seen = (ident, table.live.session.last_seq, table.live.is_over, is_paused, self._context.language)
        if ticked or seen != self._seen:
            self._seen = seen
            clock = self._clock.told
            speaker.show(state_of(table, speaker.table, ident, self._now(), clock, paused=is_paused))

    def _game_ident(self, table: Table) -> str:
        assert self._member is not None
        if self._ident[0] != (about := (self._member, table.number)):
            self._ident = (about, self._member.ident(self._context.store.game(table.number)))
        return self._ident[1]

    def _enter(self, speaker: Speaker, table: Table, ident: str) -> None:
        from companion.club.messages import Event  # noqa: PLC0415
        from companion.club.published import as_all_see  # noqa: PLC0415 (see above)

        session = table.live.session
        game, last = self._entered
        self._entered = (table.number, session.last_seq)
        if game != table.number:
            assert self._member is not None
            speaker.look(self._member)  # what was written of it before is asked of the journal
        elif session.last_seq > last:
            new = session.entries[last - session.last_seq :]
            speaker.enter(*(Event(ident, entry.seq, self._now(), as_all_see(session.game, entry)) for entry in new))

    def _say_parts(self, speaker: Speaker) -> None:
        """One line for all of it: a screen has few of them."""
        notice, said = speaker.notice, list[Words]()
        if notice is not None and notice.text is not None:
            said.append(words("club.notice", text=notice.text))
        if notice is not None and notice.until is not None and (left := self._time_left(notice.until)) is not None:
            said.append(left)
        if speaker.calling is not None:
            said.append(words("club.calling"))
        if not said:
            self._context.parts.pop(PART, None)
            return
        line = reduce(lambda one, other: words("club.joined", one=one, other=other), said)
        if self._context.parts.get(PART) != line:
            self._context.parts[PART] = line

    def _time_left(self, until: datetime) -> Words | None:
        left = (until - self._now()).total_seconds()
        if left <= 0:
            return words("club.up") if left > -LATE_S else None
        return words("club.until", n=int(left // 60) + 1)
