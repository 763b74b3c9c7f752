"""Moments from outside are such that every zone can show them, or none at all."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from companion.club.published import utc
from companion.moments import LONG_AGO, moment_at, read_moment

FARTHEST = (timezone(timedelta(hours=-12)), UTC, timezone(timedelta(hours=14)))


@pytest.mark.parametrize(
    "text",
    ["1970-01-01T00:00:00Z", "2999-12-31T23:59:59.999999Z", "2999-12-31T23:59:59-12:00", "1970-01-01T00:00:00+14:00"],
)
def test_what_is_read_can_be_shown_everywhere(text: str) -> None:
    moment = read_moment(text)
    assert [(moment.astimezone(zone) - timedelta(days=1)).date() for zone in FARTHEST]
    assert moment.tzinfo is UTC


@pytest.mark.parametrize(
    "text", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00", "2026-11-05T19:41:10", "soon", ""]
)
def test_what_no_clock_shows_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_moment(text)
    assert utc(text) == LONG_AGO


@pytest.mark.parametrize("seconds", [-1e18, 1e18, 1e12, float("inf"), -1])
def test_a_chip_that_is_far_off_is_as_none(seconds: float) -> None:
    assert moment_at(seconds) == LONG_AGO
    assert moment_at(1_800_000_000) == datetime(2027, 1, 15, 8, tzinfo=UTC)
