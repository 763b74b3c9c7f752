"""The box in a club: follows the table for the main loop and hands what all may see to the publisher's thread.

The publisher is loaded and started only if the settings name a club.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import reduce
from typing import TYPE_CHECKING, Any

from companion import CompanionError
from companion.blame import let_through
from companion.contract import ClubRound, Context
from companion.extras import need
from companion.keeping.troubles import StoreTrouble
from companion.language.wording import Trouble
from companion.settings.config import ClubSettings
from companion.table.table import Table
from companion.upkeep.fence import FENCE
from rules.core.words import Words, words

if TYPE_CHECKING:
    from companion.club.messages import Announcement, ClubPeople
    from companion.club.published import Membership, ToldClock
    from companion.club.publisher import Publisher

logger = logging.getLogger(__name__)

PART = "club"  # the screen line that shows announcements and that this table is calling
LOOK_MS = 250  # between looks at the table
ONE_NIGHT = timedelta(hours=12)  # after that a round was another night's
LATE_S = 15 * 60  # how long "time is up" stays on the screen


class ClubTable:
    """Given the table before every frame. Without a club in the settings it does nothing and loads nothing."""

    def __init__(self, context: Context, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._context, self._now = context, now
        self._publisher: Publisher | None = None
        self._member: Membership | None = None
        self._clock: ToldClock | None = None
        self._settings: ClubSettings | None = None
        self._look_at_ms = 0
        self._seen: tuple[Any, ...] = ()  # what was shown last
        self._entered: tuple[int, int] = (0, 0)  # game, and its last entry handed over
        self._endings: tuple[Any, ...] = ()
        self._written: tuple[Any, ...] = ()
        self._described = ""  # the address of the phones' page that was told
        self._ident: tuple[tuple[Any, ...], str, bool] = ((), "", False)  # of the game, and whether it is told

    # For the pages of the box.

    @property
    def is_on(self) -> bool:
        return self._publisher is not None

    @property
    def club(self) -> str:
        return self._context.config.club.club

    @property
    def table(self) -> str:
        return "" if self._publisher is None else self._publisher.table

    @property
    def condition(self) -> Words:
        return words("club.condition.connecting") if self._publisher is None else self._publisher.condition

    @property
    def is_connected(self) -> bool:
        return self._publisher is not None and self._publisher.is_connected

    @property
    def called(self) -> datetime | None:
        """Since when this table has been calling; None: it is not."""
        call = None if self._publisher is None else self._publisher.calling
        return None if call is None else call.at

    @property
    def is_coming(self) -> bool:
        told = None if self._publisher is None else self._publisher.announcement
        call = None if self._publisher is None else self._publisher.calling
        return told is not None and call is not None and told.is_coming(self._context.config.club.box, call)

    @property
    def seated(self) -> tuple[str, ...]:
        people = self._people
        return () if people is None else people.at_table(self.table)

    @property
    def round(self) -> ClubRound | None:
        told = self._people
        if told is None or not self.seated or abs(self._now() - told.at) > ONE_NIGHT:
            return None
        from companion.club.messages import place_of  # noqa: PLC0415 (not loaded for every night)

        place = place_of(self.table)
        return ClubRound(told.round, self.seated, told.games.get(place, ""), told.why.get(place, {}))

    @property
    def people(self) -> tuple[str, ...]:
        return () if self._people is None else self._people.people

    @property
    def here(self) -> tuple[str, ...]:
        return () if self._people is None else self._people.people[: self._people.here]

    @property
    def _people(self) -> ClubPeople | None:
        return None if self._publisher is None else self._publisher.people

    def call(self, *, on: bool) -> None:
        from companion.club.messages import Call  # noqa: PLC0415 (not loaded for every night)

        if self._publisher is not None:
            self._publisher.call(Call(self._now()) if on else None)

    # For the main loop.

    def follow(self, table: Table | None, now_ms: int, *, is_paused: bool = False) -> None:
        """Called at every tick of the program."""
        if now_ms < self._look_at_ms:
            return
        self._look_at_ms = now_ms + LOOK_MS
        if self._settings is not self._context.config.club:
            self._settle()
        if self._publisher is None:
            return
        try:
            self._look_at_store(self._publisher)
            self._follow(self._publisher, table, now_ms, is_paused=is_paused)
        except StoreTrouble as error:  # reported on the screen by whatever needs the disk
            logger.info("club: %s", error)
        except CompanionError:
            raise
        except BaseException as error:
            let_through(error)
            if table is None:
                raise
            table.failed_beside = table.failed_beside or error  # the club hears nothing of this step
        if (page := self._page()) != self._described:
            self._described = page
            self._publisher.describe()
        self._say_parts(self._publisher)

    def close(self, *, is_renamed: bool = False) -> None:
        if self._publisher is not None:
            self._publisher.close(is_renamed=is_renamed)
            self._publisher = None
            FENCE.close_for("club")

    def _settle(self) -> None:
        """Starts, stops or restarts the publisher as the settings now say."""
        before, self._settings = self._settings, self._context.config.club
        if before == self._settings:
            return
        is_renamed = before is not None and (before.club, before.box) != (self._settings.club, self._settings.box)
        self.close(is_renamed=is_renamed)
        if self._settings.on:
            try:
                need("paho")
                FENCE.open_for("club")
                self._start(self._settings)
            except StoreTrouble as error:
                logger.info("club: %s", error)
                self._settings = None  # try again at the next look
            except Trouble as trouble:
                self._context.parts[PART] = trouble.said

    def _start(self, club: ClubSettings) -> None:
        from companion.club.home_assistant import SENSORS  # noqa: PLC0415
        from companion.club.published import ToldClock, join  # noqa: PLC0415
        from companion.club.publisher import Publisher  # noqa: PLC0415 (loads the MQTT library, which few boxes need)

        context = self._context
        self._member, self._clock = join(context.store), ToldClock()
        names = {name: context.say(f"club.sensor.{name}") for name in SENSORS}
        rules, store = context.games.rules, context.store
        self._publisher = Publisher(club, lambda: store.path.parent, rules, self._member, names, page=self._page)
        self._seen, self._entered, self._written = (), (0, 0), ()
        self._publisher.start()

    def _page(self) -> str:
        """The address of the phones' page while it is open."""
        phones = self._context.phones
        return "" if phones is None else phones.url

    def _look_at_store(self, publisher: Publisher) -> None:
        """Notices that a game has ended, was reopened, or that all games were wiped."""
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
            publisher.look(self._member)

    def _follow(self, publisher: Publisher, table: Table | None, now_ms: int, *, is_paused: bool) -> None:
        from companion.club.published import no_game, state_of  # noqa: PLC0415 (see above)

        assert self._clock is not None
        if table is None:
            if self._seen != (None,):
                self._seen = (None,)
                publisher.show(no_game(publisher.table, self._now()))
            return
        ident, is_told = self._game_ident(table)
        if is_told:
            self._enter(publisher, table, ident)
        ticked = self._clock.look(table.clock(now_ms), table.people, now_ms, runs=not is_paused)
        seen = (ident, table.live.session.last_seq, table.live.is_over, is_paused, self._context.language)
        if ticked or seen != self._seen:
            self._seen = seen
            clock = self._clock.told
            publisher.show(state_of(table, publisher.table, ident, self._now(), clock, paused=is_paused))

    def _game_ident(self, table: Table) -> tuple[str, bool]:
        assert self._member is not None
        if self._ident[0] != (about := (self._member, table.number)):
            row = self._context.store.game(table.number)
            self._ident = (about, self._member.ident(row), self._member.tells(row))
        return self._ident[1:]

    def _enter(self, publisher: Publisher, table: Table, ident: str) -> None:
        from companion.club.messages import Event  # noqa: PLC0415
        from companion.club.published import as_all_see  # noqa: PLC0415 (see above)

        session = table.live.session
        game, last = self._entered
        self._entered = (table.number, session.last_seq)
        if game != table.number:
            assert self._member is not None
            publisher.look(self._member)  # its earlier entries come from the journal
        elif session.last_seq > last:
            new = session.entries[last - session.last_seq :]
            publisher.enter(*(Event(ident, entry.seq, self._now(), as_all_see(session.game, entry)) for entry in new))

    def _say_parts(self, publisher: Publisher) -> None:
        """All of it on one line: a screen has few."""
        said = self._announced(publisher.announcement)
        if publisher.calling is not None:
            said.append(words("club.coming" if self.is_coming else "club.calling"))
        if not said:
            self._context.parts.pop(PART, None)
            return
        line = reduce(lambda one, other: words("club.joined", one=one, other=other), said)
        if self._context.parts.get(PART) != line:
            self._context.parts[PART] = line

    def _announced(self, announcement: Announcement | None) -> list[Words]:
        if announcement is None:
            return []
        box = self._context.config.club.box
        own = announcement.tables.get(box)
        texts = (announcement.text, None if own is None else own.text)
        said = [words("club.notice", text=text) for text in texts if text is not None]
        until = announcement.until_at(box)
        is_own = own is not None and own.until is not None
        left = None if until is None else self._time_left(until, "here" if is_own else "all")
        return said if left is None else [*said, left]

    def _time_left(self, until: datetime, whose: str) -> Words | None:
        left = (until - self._now()).total_seconds()
        if left <= 0:
            return words(f"club.up.{whose}") if left > -LATE_S else None
        return words(f"club.until.{whose}", n=int(left // 60) + 1)
