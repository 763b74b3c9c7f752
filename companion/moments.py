"""Times that others wrote: a club's table, a file, a clock chip. Only those that every zone and calendar can show."""

from __future__ import annotations

from datetime import UTC, date, datetime

FIRST_YEAR, LAST_YEAR = 1970, 2999  # a box without a clock says 1970
LONG_AGO = datetime.fromtimestamp(0, UTC)


def read_moment(text: str) -> datetime:
    """A moment with its zone, in UTC; raises ``ValueError`` for any other text, and for a year that no clock shows."""
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError("expected a moment with its zone")
    check_year(found)
    return found.astimezone(UTC)


def check_year(day: date) -> None:
    """Raises ``ValueError``: near the ends of the calendar the next zone or the next hour is beyond it."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValueError(f"expected a year from {FIRST_YEAR} to {LAST_YEAR}")


def moment_at(seconds: float) -> datetime:
    """By a chip or a file system, which may hold any number; ``LONG_AGO`` for one that no clock shows."""
    try:
        found = datetime.fromtimestamp(seconds, UTC)
        check_year(found)
    except (ValueError, OverflowError, OSError):
        return LONG_AGO
    return found
