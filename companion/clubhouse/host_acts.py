"""What the host can do on the page: announce, start a countdown, answer a call, correct a result.

Requests are flat objects of short texts and numbers. Every correction carries the host's name.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any

from companion.club.messages import Announcement, TableNotice, format_moment
from companion.club.read_messages import LARGEST_NUMBER, LONGEST_TEXT, MOST_NOTICES, MOST_PLAYERS
from companion.clubhouse.correction_values import SORTS, read_change
from companion.clubhouse.hall import Hall
from companion.clubhouse.people_acts import PEOPLE_ACTS, check_drawable, who_asks
from companion.clubhouse.register import Register
from companion.clubhouse.result_corrections import ResultAmended
from companion.clubhouse.seating_acts import SEATING_ACTS
from companion.clubhouse.sign_up import CLOSED
from companion.clubhouse.standings import night_of
from companion.clubhouse.webhook import read_address
from companion.clubhouse.written_results import ResultEntered, ResultSet, mark_of
from companion.language.wording import Trouble
from companion.moments import check_year
from rules.core.errors import InvalidValue, expect
from rules.core.values import any_text, text, whole, wrong
from rules.core.words import words

LONGEST_MINUTES = 24 * 60
LONGEST_TITLE = 60
LONGEST_WISH = 200  # characters in each value of a request
TITLE, NOTICE, KEY, WEBHOOK = "title", "notice", "key", "webhook"  # settings of the register
SHOWN = ("text", "to", "title", "table", "game")  # on the board, on boxes and on paper, as they are typed
FLAGS = ("on", "practice", "least")  # sent as 0 and 1
EVENING = time(20)  # of a former night, whose hour nobody asks for
EMPTY = ("points", "since")  # sent as an empty text if there is none
# What somebody types, by the name of its value: the words beside its field on the page.
FIELDS: Mapping[str, str] = {
    "announcement": "announcement",
    "best": "best",
    "box": "people.at_box",
    "club": "title",
    "day": "day",
    "find": "find",
    "name": "name",
    "note": "people.note",
    "other_game": "seats.game",
    "place": "place",
    "places": "list",
    "points": "point",
    "seat": "seats.place",
    "sign": "people.sign",
    "since": "since",
    "size": "seats.size",
    "table": "table",
    "tables": "seats.tables",
    "title": "which_game",
    "to": "rename",
    "webhook": "webhook",
}


@dataclass(slots=True)
class HostDesk:
    """What the host's acts work on; ``announce`` hands an announcement to the broker, ``forget`` has it drop a table,
    ``send_away`` ends the rights of every host's phone, ``new_code`` makes another code for the page."""

    register: Register
    hall: Hall
    announced: Announcement | None
    announce: Callable[[Announcement], None]
    forget: Callable[[str], None]
    send_away: Callable[[], None] = lambda: None
    new_code: Callable[[], None] = lambda: None


def read_wish(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Checks that a request is a flat object of short texts and small numbers, with at most one list of such objects,
    ``players``; ``act`` checks what they mean."""
    rest = dict(asked)
    players = rest.pop("players", [])
    if not isinstance(players, list) or len(players) > MOST_PLAYERS:
        raise Trouble(words("teach.web.not_understood"))
    for one in (rest, *players):
        if not isinstance(one, dict) or not all(map(_is_short, one.values())):
            raise Trouble(words("teach.web.not_understood"))
    return dict(asked)


def _is_short(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST_WISH
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return abs(value) <= LARGEST_NUMBER  # nothing that is no number compares


def act(desk: HostDesk, wish: Mapping[str, Any], now: datetime) -> None:
    """Raises ``Trouble`` for a request that makes no sense; then nothing has been changed."""
    asked = str(wish.get("do"))
    do, with_people = _ACTS.get(asked), {**PEOPLE_ACTS, **SEATING_ACTS}.get(asked)
    with unfit_in_words():
        for key in SHOWN:
            check_drawable(str(wish.get(key, "")))
        if do is not None:
            do(desk, wish, now)
        elif with_people is not None:
            with_people(desk.register, wish, now)
        else:
            raise Trouble(words("clubhouse.trouble.not_understood"))


@contextmanager
def unfit_in_words() -> Iterator[None]:
    """A value that cannot be is told to the host, not to the log: by the words of its field. A page that has made what
    nobody types is another release's."""
    try:
        yield
    except InvalidValue as error:
        field = FIELDS.get(error.place)
        if field is None:
            raise Trouble(words("clubhouse.trouble.not_understood")) from error
        place = words(f"clubhouse.page.{field}")
        raise Trouble(words("clubhouse.trouble.unfit", place=place, expected=error.expected)) from error


def _announce(desk: HostDesk, wish: Mapping[str, Any], now: datetime) -> None:
    """On all boxes, or on one; an empty text takes the last announcement down."""
    said = any_text(wish.get("text"), "announcement", LONGEST_TEXT).strip()
    shown = text(said, "announcement", LONGEST_TEXT) if said else None
    last, box = _last(desk, now), _box(desk, wish)
    _say(desk, _with_own(last, box, text=shown) if box else replace(last, text=shown))


def _clock(desk: HostDesk, wish: Mapping[str, Any], now: datetime) -> None:
    """For all tables, or for one. 0 minutes: stop the countdown."""
    minutes = _minutes(wish, 0)
    until = now + timedelta(minutes=minutes) if minutes else None
    last, box = _last(desk, now), _box(desk, wish)
    if box:
        return _say(desk, _with_own(last, box, until=until))
    for other in last.tables:  # a new round for all
        last = _with_own(last, other, until=None)
    return _say(desk, replace(last, until=until))


def _extend(desk: HostDesk, wish: Mapping[str, Any], now: datetime) -> None:
    """More time for one table: after the end of its clock, or from now on if that has passed."""
    minutes, last, box = _minutes(wish, 1), _last(desk, now), _box(desk, wish)
    until = last.until_at(box)
    if not box or until is None:
        raise Trouble(words("clubhouse.trouble.no_clock"))
    _say(desk, _with_own(last, box, until=max(until, now) + timedelta(minutes=minutes)))


def _minutes(wish: Mapping[str, Any], least: int) -> int:
    minutes = wish.get("minutes")
    if type(minutes) is not int or not least <= minutes <= LONGEST_MINUTES:
        raise Trouble(words("clubhouse.trouble.minutes", n=LONGEST_MINUTES))
    return minutes


def _box(desk: HostDesk, wish: Mapping[str, Any]) -> str:
    """Empty: all tables."""
    box = wish.get("box", "")
    if box and box not in {table.box for table in desk.hall.tables}:
        raise Trouble(words("clubhouse.trouble.no_table"))
    return str(box)


def _with_own(last: Announcement, box: str, **change: Any) -> Announcement:
    own = replace(last.tables.get(box, TableNotice()), **change)
    others = {name: one for name, one in last.tables.items() if name != box}
    if own == TableNotice():
        return replace(last, tables=others)
    if len(others) >= MOST_NOTICES:
        raise Trouble(words("clubhouse.trouble.notices", n=MOST_NOTICES))
    return replace(last, tables={**others, box: own})


def _last(desk: HostDesk, now: datetime) -> Announcement:
    return Announcement(now) if desk.announced is None else replace(desk.announced, at=now)


def _say(desk: HostDesk, announcement: Announcement) -> None:
    desk.announce(announcement)
    desk.announced = announcement


def _answer(desk: HostDesk, wish: Mapping[str, Any], now: datetime) -> None:
    """The table is told that a host is on the way; where calls have ended since, that is forgotten."""
    box = str(wish.get("box"))
    call = desk.hall.call_of(box)
    if call is None:
        raise Trouble(words("clubhouse.trouble.no_call"))
    last = _last(desk, now)
    for other, own in last.tables.items():
        if own.coming is not None and desk.hall.call_of(other) is None:
            last = _with_own(last, other, coming=None)
    _say(desk, _with_own(last, box, coming=call.at))
    desk.hall.answer(box)


def _forget(desk: HostDesk, wish: Mapping[str, Any], now: datetime) -> None:
    """A table that is gone for good, such as a box that has another name now. One that comes again is there again."""
    box = _box(desk, wish)
    if box not in {table.box for table in desk.hall.gone}:
        raise Trouble(words("clubhouse.trouble.is_there"))
    if desk.announced is not None and box in desk.announced.tables:
        _say(desk, _with_own(_last(desk, now), box, text=None, until=None, coming=None))
    desk.forget(box)


def _title(desk: HostDesk, wish: Mapping[str, Any], _: datetime) -> None:
    desk.register.set_setting(TITLE, text(wish.get("text"), "club", LONGEST_TITLE))
    desk.register.changes += 1


def _open(desk: HostDesk, wish: Mapping[str, Any], _: datetime) -> None:
    """A new key for programs, so that the former one opens nothing; or none."""
    desk.register.set_setting(KEY, secrets.token_urlsafe(18) if wish.get("on") == 1 else "")
    desk.register.changes += 1


def _webhook(desk: HostDesk, wish: Mapping[str, Any], _: datetime) -> None:
    desk.register.set_setting(WEBHOOK, read_address(any_text(wish.get("text"), "webhook", LONGEST_WISH)))
    desk.register.changes += 1


def _sign_up(desk: HostDesk, wish: Mapping[str, Any], _: datetime) -> None:
    """Whether guests may sign in by phone."""
    desk.register.set_setting(CLOSED, "" if wish.get("on") == 1 else "closed")
    desk.register.changes += 1


def _send_away(desk: HostDesk, _: Mapping[str, Any], __: datetime) -> None:
    desk.send_away()


def _new_code(desk: HostDesk, _: Mapping[str, Any], __: datetime) -> None:
    desk.new_code()
    desk.register.changes += 1  # the cards of the tables have it


def _correct(desk: HostDesk, wish: Mapping[str, Any], now: datetime) -> None:
    if wish.get("sort") == SORTS[ResultAmended]:  # one place after another cannot be checked
        raise Trouble(words("clubhouse.trouble.not_understood"))
    change = read_change(_values(wish, now))
    if isinstance(change, ResultSet) and _is_as_written(desk.register, change, wish.get("mark")):
        return
    if isinstance(change, ResultSet | ResultEntered):
        persons = desk.register.counted().persons
        for one in change.players:
            if isinstance(change, ResultEntered) or one.name != one.was:
                check_drawable(persons.shown(one.name))
    desk.register.correct(who_asks(wish), change, now)


def _is_as_written(register: Register, change: ResultSet, mark: object) -> bool:
    """Nothing is new in it. ``mark``: of the result that the host has seen; another one meanwhile: refused."""
    heard = register.heard().get(change.game)
    shown = next((one for one in register.counted().results if one.game == change.game), None)
    if heard is None or shown is None:
        return False
    if mark is not None and mark != mark_of(shown):
        raise Trouble(words("clubhouse.trouble.changed"))
    seen = {(was.name, one.name, one.place, one.points) for was, one in zip(heard.players, shown.players, strict=True)}
    return seen == {(one.was, one.name, one.place, one.points) for one in change.players}


def _values(wish: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """As ``read_change`` wants them."""
    values = {key: value for key, value in wish.items() if key not in ("do", "who", "mark")}
    values |= {key: values[key] == 1 for key in FLAGS if values.get(key) in (0, 1)}
    values |= {key: None for key in EMPTY if values.get(key) == ""}
    if "places" in values:
        values["places"] = _places(str(values["places"]))
    if "day" in values:
        values["ended"] = format_moment(_ended(str(values.pop("day")), now))
    return values


def _ended(day: str, now: datetime) -> datetime:
    """Now, or on a former evening."""
    if not day or day == night_of(now).isoformat():
        return now
    try:
        found = datetime.combine(date.fromisoformat(day), EVENING).astimezone()
        check_year(found)
    except ValueError as error:
        raise wrong("day", expect("day"), day) from error
    if found > now:
        raise Trouble(words("clubhouse.trouble.not_yet"))
    return found


def _places(written: str) -> list[int]:
    """``5, 3, 1``."""
    parts = written.replace(",", " ").replace(";", " ").split()
    return [
        int(part) if part.isascii() and part.isdecimal() and len(part) < 9 else whole(part, "places", 0, 1000)
        for part in parts
    ]


_ACTS: Mapping[str, Callable[[HostDesk, Mapping[str, Any], datetime], None]] = {
    "announce": _announce,
    "clock": _clock,
    "extend": _extend,
    "answer": _answer,
    "forget": _forget,
    "title": _title,
    "open": _open,
    "webhook": _webhook,
    "sign_up": _sign_up,
    "send_away": _send_away,
    "new_code": _new_code,
    "correct": _correct,
}
