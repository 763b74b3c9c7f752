"""What the host does on the page: announce, start a clock for all, answer a call, set something right.

Wishes are flat: short texts and whole numbers, as the server lets them through. Whoever does something says who.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from companion.club.messages import Notice
from companion.club.read_messages import LONGEST_TEXT
from companion.clubhouse.hall import Hall
from companion.clubhouse.register import Register
from companion.clubhouse.result_corrections import read_change
from companion.language.wording import Trouble
from rules.core.errors import InvalidValue
from rules.core.values import any_text, text, whole
from rules.core.words import words

LONGEST_MINUTES = 24 * 60
LONGEST_TITLE = 60
LONGEST_WISH = 200  # characters in each part of what a host wants
LARGEST_NUMBER = 10**9
TITLE, NOTICE = "title", "notice"  # settings of the register
FLAGS = ("on", "practice")  # sent as 0 and 1
EMPTY = ("points", "since")  # sent as nothing where there is none


@dataclass(slots=True)
class Desk:
    """What the host's acts work on; ``announce`` hands a notice to the broker."""

    register: Register
    hall: Hall
    announced: Notice | None
    announce: Callable[[Notice], None]


def read_wish(asked: Mapping[str, Any]) -> dict[str, Any]:
    """A flat object of short texts and small numbers; what each means is checked where it is done."""
    for value in asked.values():
        is_text = isinstance(value, str) and len(value) <= LONGEST_WISH
        is_number = type(value) is int and abs(value) <= LARGEST_NUMBER
        if not (is_text or is_number):
            raise Trouble(words("teach.web.not_understood"))
    return dict(asked)


def act(desk: Desk, wish: Mapping[str, Any], now: datetime) -> None:
    """Raises ``Trouble`` for what cannot be; then nothing has been changed."""
    do = _ACTS.get(str(wish.get("do")))
    if do is None:
        raise Trouble(words("clubhouse.trouble.not_understood"))
    try:
        do(desk, wish, now)
    except InvalidValue as error:
        said = words("clubhouse.trouble.unfit", place=error.place, expected=error.expected)
        raise Trouble(said) from error


def _announce(desk: Desk, wish: Mapping[str, Any], now: datetime) -> None:
    """Nothing takes down what was announced."""
    said = any_text(wish.get("text"), "text", LONGEST_TEXT).strip()
    _say(desk, replace(_last(desk, now), text=text(said, "text", LONGEST_TEXT) if said else None))


def _clock(desk: Desk, wish: Mapping[str, Any], now: datetime) -> None:
    """0 minutes: no clock any more."""
    minutes = wish.get("minutes")
    if type(minutes) is not int or not 0 <= minutes <= LONGEST_MINUTES:
        raise Trouble(words("clubhouse.trouble.minutes", n=LONGEST_MINUTES))
    _say(desk, replace(_last(desk, now), until=now + timedelta(minutes=minutes) if minutes else None))


def _last(desk: Desk, now: datetime) -> Notice:
    return Notice(now) if desk.announced is None else replace(desk.announced, at=now)


def _say(desk: Desk, notice: Notice) -> None:
    desk.announce(notice)
    desk.announced = notice


def _answer(desk: Desk, wish: Mapping[str, Any], _: datetime) -> None:
    if not desk.hall.answer(str(wish.get("box"))):
        raise Trouble(words("clubhouse.trouble.no_call"))


def _title(desk: Desk, wish: Mapping[str, Any], _: datetime) -> None:
    desk.register.set_setting(TITLE, text(wish.get("text"), "text", LONGEST_TITLE))
    desk.register.changes += 1


def _correct(desk: Desk, wish: Mapping[str, Any], now: datetime) -> None:
    desk.register.correct(str(wish.get("who", "")).strip(), read_change(_values(wish)), now)


def _values(wish: Mapping[str, Any]) -> dict[str, Any]:
    """As ``read_change`` wants them."""
    values = {key: value for key, value in wish.items() if key not in ("do", "who")}
    values |= {key: values[key] == 1 for key in FLAGS if values.get(key) in (0, 1)}
    values |= {key: None for key in EMPTY if values.get(key) == ""}
    if "places" in values:
        values["places"] = _places(str(values["places"]))
    return values


def _places(written: str) -> list[int]:
    """``5, 3, 1``."""
    parts = written.replace(",", " ").replace(";", " ").split()
    return [
        int(part) if part.isascii() and part.isdecimal() and len(part) < 9 else whole(part, "places", 0, 1000)
        for part in parts
    ]


_ACTS: Mapping[str, Callable[[Desk, Mapping[str, Any], datetime], None]] = {
    "announce": _announce,
    "clock": _clock,
    "answer": _answer,
    "title": _title,
    "correct": _correct,
}
