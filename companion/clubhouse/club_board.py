"""The board itself: takes what the listener received, keeps it, and shows it on the screen and on the page.

Runs in the main thread: other threads hand over values, and nothing here waits for a box, a broker or a browser.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Protocol

from companion import CompanionError
from companion.club.messages import Announcement, ClubPeople, Event, encode
from companion.club.read_messages import read_announcement
from companion.clubhouse.board_model import club_model
from companion.clubhouse.guest_parts import guest_parts
from companion.clubhouse.hall import Hall
from companion.clubhouse.host_acts import KEY, NOTICE, TITLE, WEBHOOK, HostDesk, act, unfit_in_words
from companion.clubhouse.host_parts import calling_part, host_parts
from companion.clubhouse.known import Known, PageAccess
from companion.clubhouse.mail import Batch, Mail, RefusedMessage
from companion.clubhouse.open_data import VERSION as OPEN_VERSION
from companion.clubhouse.open_data import as_bytes, open_tables, result_json
from companion.clubhouse.page_parts import clock_part, shared_parts
from companion.clubhouse.public_names import PublicNames
from companion.clubhouse.register import BoxMessage, Register
from companion.clubhouse.result_corrections import Counted
from companion.clubhouse.result_list import ResultList
from companion.clubhouse.seating.tonight import Tonight
from companion.clubhouse.sheets import ClubDownloads
from companion.clubhouse.sign_up import GuestWish, guest_act, is_open
from companion.clubhouse.told_people import told_people
from companion.clubhouse.webhook import MOST_WAITING, Webhook, mark_of, read_told
from companion.inbox import PhoneAsked
from companion.keeping.troubles import StoreTrouble
from companion.language.i18n import Phrases
from companion.language.wording import explain
from companion.screens.club_screen import ClubModel
from companion.web.push import Said
from rules.core.errors import InvalidValue
from rules.core.words import Words, words

logger = logging.getLogger(__name__)

WEBHOOK_TOLD = "webhook_told"  # a setting: what that address knows
HOST = "host"  # the seat of the host's browser
TRY_AGAIN = timedelta(seconds=20)  # after a failed write
HOST_CODE_FOR = timedelta(seconds=60)
STUMBLE_FOR = timedelta(seconds=60)


class BrokerLine(Protocol):
    """The board's way to the broker (see ``companion.clubhouse.listener``)."""

    def announce(self, announcement: Announcement) -> None: ...

    def tell_people(self, people: ClubPeople) -> None: ...

    def forget(self, box: str) -> None: ...

    def reconnect(self) -> None: ...


class PageReaders(Protocol):
    """The browsers that have the page open."""

    @property
    def languages(self) -> frozenset[str]: ...

    def publish(self, said: Mapping[str, Said]) -> None: ...


class ClubBoard:
    """What the board knows and shows, and what the host may do with it."""

    def __init__(
        self, club: str, register: Register, mail: Mail, line: BrokerLine, language: str, *, games: Sequence[str] = ()
    ) -> None:
        """``games``: the names of the program's own, in messages."""
        self._club, self._register, self._mail, self._line, self._games = club, register, mail, line, games
        self.say = Phrases(language)
        announced = _kept_announcement(register)
        self.hall = Hall(_taken(announced))
        self._settings = (-1, "", True)  # read again only after a change: the name of the club, who may sign in
        self.downloads = ClubDownloads(self.title)
        self._desk = HostDesk(register, self.hall, announced, self._announce, line.forget)
        self._link: Words | None = None
        self._disk: Words | None = None
        self._failed: datetime | None = None  # when something could not be written
        self._shown_host: datetime | None = None
        self._stumbled: datetime | None = None
        self._told_people: ClubPeople | None = None
        self._told_for: tuple[Counted, Tonight] | None = None
        self._unread = 0  # rows of the file that were named to the host
        self._published: tuple[Any, ...] = ()
        self._webhook, self._address = Webhook(), ""
        self._told_of: tuple[str, Counted | None] = ("", None)
        self._kept_told: tuple[str, dict[str, str]] = ("", {})
        self._said: dict[str, tuple[dict[str, str], dict[str, dict[str, str]]]] = {}
        if announced is not None:
            line.announce(announced)

    @property
    def title(self) -> str:
        """The name the host gave the club."""
        return self._read_settings()[1]

    def _read_settings(self) -> tuple[int, str, bool]:
        if self._settings[0] != self._register.changes:
            with suppress(StoreTrouble):  # reported by whatever needs the disk
                named = self._register.setting(TITLE) or self._club.replace("-", " ").title()
                self._settings = (self._register.changes, named, is_open(self._register))
        return self._settings

    @property
    def announced(self) -> Announcement | None:
        return self._desk.announced

    def take_in(self, now: datetime) -> bool:
        """Takes everything received since the last call; whether there was anything."""
        batch = self._mail.take()
        if batch.is_linked is not None:
            self._link = batch.link
        self._keep(batch, now)
        self.hall.take(batch, now)
        if self._failed is not None and not _is_just(self._failed, now, TRY_AGAIN):
            self._failed = None
            self._line.reconnect()
        return bool(batch)

    def _keep(self, batch: Batch, now: datetime) -> None:
        heard = [BoxMessage(box, event) for box, event in batch.events]
        heard += [BoxMessage(box, result) for (box, _), result in batch.results.items()]
        if not heard:
            return
        try:
            refused = self._register.hear(heard, now)
        except StoreTrouble as error:
            self._disk = error.said
            self._failed = now
            logger.warning("%s", error)
            return
        self._disk = None
        for one, why in refused:
            self.hall.set_aside(
                RefusedMessage(one.box, "event" if isinstance(one.message, Event) else "result", why), now
            )

    def hear(self, asked: PhoneAsked[Mapping[str, Any] | GuestWish], now: datetime) -> None:
        """Carries out a request from the host's page or a guest's, unless its browser has given up waiting."""
        if not asked.is_waiting():
            return
        say = Phrases(asked.language) if asked.language else self.say
        try:
            if isinstance(asked.wish, GuestWish):
                asked.answer({"ok": True, **guest_act(self._register, asked.wish, now)})
                return
            found = self._carry_out(asked.wish, now, say) if asked.player == HOST else {}
            asked.answer({"ok": asked.player == HOST, **found})
        except CompanionError as error:
            asked.answer({"ok": False, "words": explain(error, say)})

    def _carry_out(self, wish: Mapping[str, Any], now: datetime, say: Phrases) -> Mapping[str, Any]:
        if wish.get("do") != "find":
            act(self._desk, wish, now)
            return {}
        with unfit_in_words():
            return ResultList(self.known(now), self._register, say).find(wish)

    def open_to_hosts(self, send_away: Callable[[], None], new_code: Callable[[], None]) -> None:
        """A page lets hosts in; ``send_away`` ends the rights of all of them, ``new_code`` is for everybody else."""
        self._desk.send_away, self._desk.new_code = send_away, new_code

    def send_hosts_away(self) -> None:
        self._desk.send_away()

    def show_host_code(self, now: datetime) -> None:
        """Shows the host's code for a minute: someone at the board's keyboard asked for it."""
        self._shown_host = now

    def shows_host_code(self, now: datetime) -> bool:
        return _is_just(self._shown_host, now, HOST_CODE_FOR)

    def known(self, now: datetime, access: PageAccess | None = None, host: PageAccess | None = None) -> Known:
        shown = host if self.shows_host_code(now) else None
        counted = self._register.counted()
        for unread in self._register.unread[self._unread :]:
            self.hall.set_aside(unread, now)
        self._unread = len(self._register.unread)
        tonight = self._register.tonight(now)
        self._tell_people(counted, tonight, now)
        _, title, signs_up = self._read_settings()
        troubles, announced = self._troubles(now), self._desk.announced
        return Known(title, self.hall, counted, announced, now, troubles, access, shown, tonight, signs_up)

    def _tell_people(self, counted: Counted, tonight: Tonight, now: datetime) -> None:
        """Boxes offer the club's people; a club that has never had any says nothing."""
        before, stamp = self._told_people, (counted, tonight)
        if stamp == self._told_for or (not counted.persons and before is None):
            return
        self._told_for = stamp
        told = told_people(counted, tonight, now)
        if before is None or told != replace(before, at=now):
            self._told_people = told
            self._line.tell_people(told)

    def stumble(self, now: datetime) -> None:
        """Something failed that the loop has survived; said on the board for a while."""
        self._stumbled = now

    def model(self, known: Known) -> ClubModel:
        return club_model(known, self.say)

    def publish(self, known: Known, reader: PageReaders) -> None:
        """Sends the page in every language in use; rebuilt only when something has changed."""
        codes = (self.say.code, *sorted(reader.languages - {self.say.code}))
        stamp = (
            codes,
            self.hall.changes,
            self._register.changes,
            self._desk.announced,
            known.troubles,
            known.now.date(),
            known.tonight,
        )
        if stamp != self._published:
            self._published = stamp
            self._tell_outside(known)
            self._said = {code: self._made(known, Phrases(code)) for code in codes}
        self.keep_told()
        reader.publish({code: self._with_clocks(known, code) for code in codes})

    def _tell_outside(self, known: Known) -> None:
        """For downloads, for programs with a key, and for the address of the webhook."""
        key = self._register.setting(KEY) or ""
        tables = open_tables(known, self.say) if key else ()
        self.downloads.know(known.title, known.counted, known.tonight, tables=tables, key=key)
        if known.access is not None:
            public = PublicNames(known.counted, self.say)
            boxes = [(table.box, public.text(table.name)) for table in known.hall.tables]
            self.downloads.know_place(boxes, known.access.link)
        address = self._register.setting(WEBHOOK) or ""
        if (address, known.counted) == self._told_of:
            return
        self._told_of = (address, known.counted)
        results = self._results_outside(known) if address else {}
        if address != self._address:
            self._aim(address, results)
        self._webhook.tell(results)

    def _results_outside(self, known: Known) -> dict[str, bytes]:
        public = PublicNames(known.counted, self.say)
        told = {"v": OPEN_VERSION, "club": known.title}
        return {
            one.game: as_bytes({**told, "result": result_json(one, known.counted, public, self.say)})
            for one in known.counted.results[-MOST_WAITING:]
        }

    def _aim(self, address: str, results: Mapping[str, bytes]) -> None:
        """A new address is told of what comes from now on; after a start the same one of what it has missed."""
        kept = read_told(self._register.setting(WEBHOOK_TOLD), address)
        self._address = address
        self._webhook.aim(address, {game: mark_of(body) for game, body in results.items()} if kept is None else kept)

    def keep_told(self) -> None:
        """Writes down what the address of the webhook has taken."""
        if self._address and (told := (self._address, dict(self._webhook.told))) != self._kept_told:
            self._kept_told = told
            with suppress(StoreTrouble):  # then it may be told twice
                newest = dict(list(told[1].items())[-2 * MOST_WAITING :])
                self._register.set_setting(WEBHOOK_TOLD, json.dumps({"address": told[0], "told": newest}))

    def close(self) -> None:
        self._webhook.close()
        self.keep_told()

    def _with_clocks(self, known: Known, code: str) -> Said:
        """With what changes by the minute, though nobody says anything."""
        say, (shared, own) = Phrases(code), self._said[code]
        host = {**own[HOST], **_as_json({"calling": calling_part(known, say)})}
        return {**shared, **_as_json({"clock": clock_part(known, say)})}, {**own, HOST: host}

    def _made(self, known: Known, say: Phrases) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
        own = {**guest_parts(known, say), HOST: host_parts(known, self._register, say, self._games)}
        return _as_json(shared_parts(known, say)), {player: _as_json(parts) for player, parts in own.items()}

    def _announce(self, announcement: Announcement) -> None:
        self._register.set_setting(NOTICE, encode(announcement).decode())
        self._line.announce(announcement)

    def _troubles(self, now: datetime) -> tuple[Words, ...]:
        found = [] if self._link is None else [words("clubhouse.not_linked", what=self._link)]
        if self._disk is not None:
            found.append(self._disk)
        if self._register.set_aside is not None:
            found.append(words("clubhouse.damaged", file=self._register.set_aside.name))
        if self._webhook.trouble is not None:
            found.append(self._webhook.trouble)
        if self._unread:
            found.append(words("clubhouse.unread", n=self._unread))
        if _is_just(self._stumbled, now, STUMBLE_FOR):
            found.append(words("clubhouse.stumbled"))
        return tuple(found)


def _is_just(then: datetime | None, now: datetime, within: timedelta) -> bool:
    """Not either where the clock was put back since: the host's code would stay on the screen until it comes round."""
    return then is not None and timedelta() <= now - then < within


def _kept_announcement(register: Register) -> Announcement | None:
    with suppress(InvalidValue):
        return read_announcement((register.setting(NOTICE) or "").encode())
    return None


def _taken(announced: Announcement | None) -> dict[str, datetime]:
    """The calls to which a host is on the way, by box."""
    tables = {} if announced is None else announced.tables
    return {box: own.coming for box, own in tables.items() if own.coming is not None}


def _as_json(parts: Mapping[str, Any]) -> dict[str, str]:
    return {name: json.dumps(value, ensure_ascii=False) for name, value in parts.items()}
