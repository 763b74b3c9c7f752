"""Turns ``Words`` into sentences: in errors, in dates, and inside plain values such as a score that leaves as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeVar, cast

from companion import CompanionError
from companion.language.folders import system_language
from companion.language.i18n import Phrases
from rules.core.words import Words


class Trouble(CompanionError):
    """An error in the players' language, through ``explain``; ``str`` gives the system's, for logs and terminals."""

    def __init__(self, said: Words) -> None:
        super().__init__(said.key)
        self.said: Words = said

    def __str__(self) -> str:
        return Phrases(system_language()).say(self.said)


def day_words(day: str) -> Words:
    """``2026-11-05`` as people write it; ``month`` is an id, see ``name.month``."""
    year, month, number = day.split("-")
    return Words("nights.day", {"year": year, "month": month, "day": str(int(number))})


def moment_words(moment: str) -> Words:
    """A moment from a file (``2026-11-05T19:41:10+00:00``), in local time."""
    local = datetime.fromisoformat(moment).astimezone()
    return Words("nights.moment", {"date": day_words(local.date().isoformat()), "time": time_words(local)})


def time_words(moment: datetime) -> Words:
    """The time of day here, as people write it."""
    local = moment.astimezone()
    return Words("nights.time", {"hour": f"{local:%H}", "minute": f"{local:%M}"})


def decimal_mark(say: Phrases) -> str:
    """What stands between a whole number and its decimals."""
    return say("sheets.decimal", whole="", part="")


T = TypeVar("T")


def in_words(value: T, say: Phrases) -> T:
    """The same value with every ``Words`` in it put into the language of ``say``: a score stays a score."""
    return cast("T", _said(value, say))


def _said(value: Any, say: Phrases) -> Any:
    if isinstance(value, Words):
        return say.say(value)
    if isinstance(value, Mapping):
        return {key: _said(item, say) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_said(item, say) for item in value]
    return value


def explain(error: CompanionError, say: Phrases) -> str:
    """What went wrong, in the language of ``say`` if there is a translation."""
    return error.said if isinstance(error.said, str) else say.say(error.said)
