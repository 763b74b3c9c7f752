"""What the board's screen shows, as a model to draw: tables or seats, calls, clock and standings.

Nothing here changes any state, and the time is passed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from companion.club.messages import Announcement
from companion.clubhouse.hall import Hall, TableNow
from companion.clubhouse.known import Known, PageAccess
from companion.clubhouse.public_names import PublicNames
from companion.clubhouse.shown_round import SeatingNames, ShownRound, shown_round
from companion.clubhouse.standings import night_of
from companion.clubhouse.standings_tables import StandingsTable, night_table, season_table
from companion.clubhouse.table_tiles import TableTiles, points_text
from companion.language.i18n import Phrases
from companion.language.wording import day_words, time_words
from companion.models import Notice, clock_text
from companion.screens.club_screen import (
    MANY,
    MOST_FULL,
    MOST_RANKED,
    MOST_TILES,
    ClubModel,
    JoinByPhone,
    Ranking,
    RankRow,
    SeatTile,
)

TURN_S = 12  # seconds until the next page of tables and standings
CODE_EVERY = 4  # turns of a fresh seating, one of them with the code of the page
UP_FOR = timedelta(minutes=15)  # how long the board says that time is up
SEATS_FOR = timedelta(minutes=10)  # how long the board shows who sits where
MOST_PAGES = 3  # of each ranking, so that nobody waits long for their name


def club_model(known: Known, say: Phrases) -> ClubModel:
    public = PublicNames(known.counted, say)
    turn = int(known.now.timestamp()) // TURN_S
    tiles = TableTiles(known, say)
    clock, label, is_up = clock_of(known.announced, known.now, say)
    seats = None if _shows_code(known, turn) else _fresh_seats(known, public, say)
    all_tiles: Sequence[object] = seats.tables if seats else tiles.tables
    most = MOST_FULL if seats and any(len(one.guests) > MANY for one in seats.tables) else MOST_TILES
    first, last = _page(len(all_tiles), most, turn - turn // CODE_EVERY if seats else turn)
    many = {"low": first + 1, "high": last, "n": len(all_tiles)}
    return ClubModel(
        title=known.title,
        below=" · ".join(filter(None, (seats.title, seats.out))) if seats else _day(known, say),
        clock=clock,
        clock_label=label,
        is_up=is_up,
        tiles=() if seats else tuple(tiles.of(table) for table in tiles.tables[first:last]),
        aside=_aside(known, public, say, turn),
        announced=announced_text(known.announced),
        calls=calls_text(known.hall, public, say),
        page=say("clubhouse.pages", **many) if len(all_tiles) > last - first else "",
        empty=say("clubhouse.no_tables"),
        notices=tuple(Notice(say.say(one), "warn", "warning") for one in known.troubles),
        seats=tuple(SeatTile(one.name, one.guests, one.game) for one in seats.tables[first:last]) if seats else (),
    )


def _day(known: Known, say: Phrases) -> str:
    return say.say(day_words(night_of(known.now).isoformat()))


def _shows_code(known: Known, turn: int) -> bool:
    """Now and then between the seats: whoever comes late signs in with the code."""
    return known.access is not None and turn % CODE_EVERY == CODE_EVERY - 1 and _has_fresh_seats(known)


def _has_fresh_seats(known: Known) -> bool:
    """For a while after a round was seated: who sits where."""
    last = known.tonight.last
    return last is not None and known.host is None and timedelta() <= known.now - last[1] < SEATS_FOR


def _fresh_seats(known: Known, public: PublicNames, say: Phrases) -> ShownRound | None:
    if not _has_fresh_seats(known):
        return None
    return shown_round(known.tonight.now, SeatingNames(known.counted.persons, public), say)


def _page(count: int, most: int, turn: int) -> tuple[int, int]:
    """The first and the last of those that are shown now; no page is nearly empty."""
    pages = max(1, -(-count // most))
    each = -(-count // pages)
    start = turn % pages * each
    return start, min(start + each, count)


def announced_text(announced: Announcement | None) -> str:
    return "" if announced is None else announced.text or ""


def calls_text(hall: Hall, public: PublicNames, say: Phrases) -> str:
    names = tuple(public.text(table.name) for table in hall.calling)
    return say("clubhouse.calls", n=len(names), names=names) if names else ""


def waiting_text(table: TableNow, now: datetime, say: Phrases) -> str:
    minutes = int(table.waits(now).total_seconds() // 60)
    return say("clubhouse.waits", n=minutes) if minutes else say("clubhouse.just_called")


def clock_of(announced: Announcement | None, now: datetime, say: Phrases) -> tuple[str, str, bool]:
    """Digits, their label, and whether time is up; without a countdown for all tables, the time of day."""
    until = None if announced is None else announced.until
    if until is None or now - until > UP_FOR:
        return say.say(time_words(now)), "", False
    left = until - now
    is_up = left <= timedelta()
    label = say("clubhouse.time_up" if is_up else "clubhouse.time_left")
    return clock_text(int(left.total_seconds() * 1000)), label, is_up


def _aside(known: Known, public: PublicNames, say: Phrases, turn: int) -> Ranking | JoinByPhone:
    if known.host is not None:
        return _join_page("host", known.host, say)
    if known.access is not None and _shows_code(known, turn):
        return _join_page(_joins(known), known.access, say)
    tables = night_table(known.counted, night_of(known.now), say, today=True), season_table(known.counted, say)
    pages: list[Ranking | JoinByPhone] = [page for table in tables for page in _rankings(table, public, say)]
    if known.access is not None:
        pages.append(_join_page(_joins(known), known.access, say))
    return pages[turn % len(pages)]


def _joins(known: Known) -> str:
    return "follow" if known.signs_up else "watch"


def _join_page(key: str, access: PageAccess, say: Phrases) -> JoinByPhone:
    return JoinByPhone(say(f"clubhouse.{key}"), access.link, access_text(key, access, say))


def access_text(key: str, access: PageAccess, say: Phrases) -> str:
    """``key``: ``follow``, ``watch`` without signing in, or ``host``."""
    text = "host_text" if key == "host" else "follow_text"
    lines = [say(f"clubhouse.{text}", address=access.address, code=access.code)]
    if access.fingerprint:
        lines.append(say("clubhouse.certificate", begins=access.fingerprint))
    if key == "host" and access.hosts:
        lines.append(say("clubhouse.hosts", n=access.hosts))
    return "\n".join(lines)


def _rankings(table: StandingsTable, public: PublicNames, say: Phrases) -> list[Ranking]:
    rows = [RankRow(str(one.place), public.shown(one.name), points_text(one.total, say)) for one in table.rows]
    most = min(len(rows), MOST_PAGES * MOST_RANKED)
    starts = [min(at, max(0, most - MOST_RANKED)) for at in range(0, max(1, most), MOST_RANKED)]  # no page nearly empty
    empty = say("clubhouse.no_games")
    return [Ranking(table.title, tuple(rows[at : at + MOST_RANKED]), table.below, empty) for at in starts]
