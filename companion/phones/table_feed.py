"""Builds what phones show of the table, in every language in use; in the main thread, when something has changed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from companion.contract import Context
from companion.phones.hand_reading import HandReading
from companion.phones.look import look_of
from companion.phones.phone_acts import PhoneActs
from companion.phones.phone_view import no_table, own_view, shared_view, waiting_view
from companion.phones.translated_table import TranslatedTable
from companion.table.table import Table
from rules.core.scoring import is_settled

if TYPE_CHECKING:
    from companion.phones.phone_server import PhoneServer
    from companion.phones.seats import FreeSeat
    from companion.web.push import Push

Said = tuple[dict[str, str], dict[str, dict[str, str]]]  # shown to everybody, and to each player


class TableFeed:
    def __init__(self, context: Context, acts: PhoneActs, hand: HandReading) -> None:
        self._context, self._acts, self._hand = context, acts, hand
        self._shown: tuple[Any, ...] = ()
        self._said: dict[str, Said] = {}  # by language, the box's own first
        self._spoken: dict[str, TranslatedTable] = {}
        self._looks_like: tuple[str, str] = ("", "null")  # the game, and what its icons and colours are

    @property
    def said(self) -> Said:
        """As last published, in the language of the box."""
        return next(iter(self._said.values()), ({}, {}))

    def forget(self) -> None:
        """Publishes everything again: a new server knows nothing yet."""
        self._shown = ()

    def publish(self, served: PhoneServer, table: Table | None, now_ms: int, marks: Sequence[int]) -> None:
        people = () if table is None else table.people
        browsers = tuple(map(served.push.browsers, people))
        seats = served.seats
        here = (seats.changes, seats.to_take(), seats.joining(), served.editor.app.is_open, browsers)
        shown = (self._read_elsewhere(served.push), *self._looks(table, now_ms, marks), *here)
        second = now_ms // 1000
        if self._shown == (*shown, second):
            return
        if self._shown[:-1] != shown:
            served.server.speak(self._context.language)
            codes = (self._context.language, *self._read_elsewhere(served.push))
            self._said = {code: self._made(code, served, table, now_ms, marks) for code in codes}
        self._shown = (*shown, second)
        running = None if table is None else table.clock(now_ms)
        clock = json.dumps("" if running is None else running.text)
        served.push.publish({code: ({**shared, "clock": clock}, own) for code, (shared, own) in self._said.items()})

    def _read_elsewhere(self, push: Push) -> tuple[str, ...]:
        """Languages in use on phones, other than the box's own."""
        return tuple(sorted(push.languages - {self._context.language}))

    def table_in(self, language: str, table: Table) -> TranslatedTable:
        """The table in that language, or in the screen's; rebuilt when the screen's desk is."""
        code = language or self._context.language
        spoken = self._spoken.get(code)
        if spoken is None or spoken.table is not table or spoken.made_for is not table.desk:
            spoken = self._spoken[code] = TranslatedTable(table, code)
        return spoken

    def _looks(self, table: Table | None, now_ms: int, marks: Sequence[int]) -> tuple[Any, ...]:
        """Everything that determines what is shown, except the clock."""
        config = id(self._context.config)
        club = self._context.club
        told = None if club is None else (club.is_on, club.called, club.is_coming, club.round)
        if table is None:
            return (None, config, told)
        live, asked, undo = table.live, table.asked(now_ms), self._acts.undo
        agreed = None if undo is None else (undo.seat, len(undo.agreed))
        laying_at = None if table.laying is None else table.laying.place
        rows = (table.result.rows_shown, table.result.has_picture, live.is_over and is_settled(table.result.score()))
        there = (self._context.has_camera, laying_at, live.moves, live.focus, live.seen.seen, *rows)
        said = (table.notices(now_ms), None if asked is None else asked.words, table.helped, agreed, told)
        return (table.number, config, live.session.last_seq, self._hand.hand, *there, *said, marks)

    def _made(self, language: str, served: PhoneServer, table: Table | None, now_ms: int, marks: Sequence[int]) -> Said:
        seats, browsers = served.seats, served.push.browsers
        if table is None:
            say, free = self._context.say_in(language), seats.to_take()
            waiting = {name: _as_json(waiting_view(name, say)) for name in seats.players()}
            return _as_json({**no_table(say, self._context.club, is_joined=bool(free)), "free": _free(free)}), waiting
        spoken = self.table_in(language, table)
        undo = self._acts.undo_words(spoken)
        shared = _as_json(shared_view(spoken, now_ms, marks, "" if undo is None else spoken.say.say(undo)))
        beside = {
            "look": self._look(table),
            "free": json.dumps(_free(seats.to_take()), ensure_ascii=False),
            "teaches": json.dumps(served.editor.app.is_open),
        }
        own = {
            name: _as_json(
                {**own_view(spoken, seat, browsers(name), now_ms, self._hand), "agreed": self._acts.has_agreed(seat)}
            )
            for seat, name in enumerate(table.people)
            if seats.count(name)
        }
        newcomers = seats.joining() - {*table.people}  # they play once the screen goes on
        return {**beside, **shared}, own | {name: _as_json(waiting_view(name, spoken.say)) for name in newcomers}

    def _look(self, table: Table) -> str:
        """Made once for a game."""
        if self._looks_like[0] != table.slug:
            self._looks_like = (table.slug, json.dumps(look_of(table.game), separators=(",", ":")))
        return self._looks_like[1]


def _free(seats: Iterable[FreeSeat]) -> list[dict[str, Any]]:
    return [asdict(seat) for seat in seats]


def _as_json(parts: Mapping[str, Any]) -> dict[str, str]:
    return {name: json.dumps(value, ensure_ascii=False) for name, value in parts.items()}
