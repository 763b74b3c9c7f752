"""What the board shows, as a model to draw: tables, calls, clock and standings.

Nothing here changes any state, and the time is passed in.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from companion.club.messages import Announcement, GameResult, TableState
from companion.clubhouse.hall import Hall, TableNow
from companion.clubhouse.public_names import PublicNames
from companion.clubhouse.result_corrections import Counted
from companion.clubhouse.seating.tonight import Tonight
from companion.clubhouse.shown_round import SeatingNames, ShownRound, shown_round
from companion.clubhouse.standings import (
    ClubStanding,
    Rules,
    before_night,
    counts,
    night_of,
    of_night,
    of_season,
    standings,
)
from companion.language.i18n import Phrases
from companion.language.wording import day_words, decimal_mark, time_words
from companion.models import Notice, clock_text
from companion.screens.club_screen import (
    MANY,
    MOST_FULL,
    MOST_RANKED,
    MOST_TILES,
    ClubModel,
    JoinByPhone,
    Mode,
    PlayerLine,
    Ranking,
    RankRow,
    SeatTile,
    TableTile,
)
from companion.upkeep.logs import RepeatFilter
from rules.core.scoring import figure
from rules.core.words import Words

logger = logging.getLogger(__name__)
logger.addFilter(RepeatFilter())

TURN_S = 12  # seconds until the next page of tables and standings
CODE_EVERY = 4  # turns of a fresh seating, one of them with the code of the page
UP_FOR = timedelta(minutes=15)  # how long the board says that time is up
SEATS_FOR = timedelta(minutes=10)  # how long the board shows who sits where
MOST_PAGES = 3  # of each ranking, so that nobody waits long for their name


class PageAccess(NamedTuple):
    """How a phone comes in. ``fingerprint``: how the page's certificate begins, empty without TLS; ``hosts``: how many
    phones are in that do what a host does."""

    address: str
    link: str
    code: str
    fingerprint: str = ""
    hosts: int = 0


@dataclass(frozen=True, slots=True)
class Known:
    """Everything the board knows at one moment."""

    title: str
    hall: Hall
    counted: Counted
    announced: Announcement | None
    now: datetime
    troubles: tuple[Words, ...] = ()
    access: PageAccess | None = None  # for everybody's phones
    host: PageAccess | None = None  # the same for the host, when asked for
    tonight: Tonight = field(default_factory=Tonight)


def club_model(known: Known, say: Phrases) -> ClubModel:
    public = PublicNames(known.counted, say)
    turn = int(known.now.timestamp()) // TURN_S
    tables = [table for table in known.hall.tables if not table.is_long_gone(known.now)]
    over = {one.game: one for one in known.counted.results if one.ended is not None}
    clock, label, is_up = clock_of(known.announced, known.now, say)
    seats = None if _shows_code(known, turn) else _fresh_seats(known, public, say)
    all_tiles: Sequence[object] = seats.tables if seats else tables
    most = MOST_FULL if seats and any(len(one.guests) > MANY for one in seats.tables) else MOST_TILES
    first, last = _page(len(all_tiles), most, turn - turn // CODE_EVERY if seats else turn)
    many = {"low": first + 1, "high": last, "n": len(all_tiles)}
    return ClubModel(
        title=known.title,
        below=" · ".join(filter(None, (seats.title, seats.out))) if seats else _day(known, say),
        clock=clock,
        clock_label=label,
        is_up=is_up,
        tiles=() if seats else tuple(tile_of(table, over, known, public, say) for table in tables[first:last]),
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
    """The first and the last of those that are shown now."""
    start = (turn % max(1, -(-count // most))) * most
    return start, min(start + most, count)


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


# Tables.


def tile_of(table: TableNow, over: dict[str, GameResult], known: Known, public: PublicNames, say: Phrases) -> TableTile:
    """Whatever is wrong with one table, the others are shown."""
    try:
        return replace(_tile(table, over, public, say), own=own_text(table.box, known, say))
    except Exception:
        logger.exception("table %s", table.box)
        return TableTile(table.box, "off", now=say("clubhouse.unshown"))


def _tile(table: TableNow, over: dict[str, GameResult], public: PublicNames, say: Phrases) -> TableTile:
    name, mode = public.text(table.name), mode_of(table, over)
    if mode == "off":
        return TableTile(name, mode, now=_gone(table.changed, say))
    if mode == "calls" and table.call is not None:
        return TableTile(name, mode, now=public.text(table.call.why) or say("clubhouse.calls_short"))
    state = table.state
    if state is None or mode == "idle":
        return TableTile(name, mode, now=say("clubhouse.free"))
    public = public.at(state.game, table.box)
    return TableTile(
        name=name,
        mode=mode,
        game=game_name(state.slug, say, state.title),
        now=_now(state, mode, over, public, say),
        figure=_figure(state),
        phase=_phase(state, public, say),
        players=_players(state, over, public, say),
    )


def _gone(since: datetime | None, say: Phrases) -> str:
    return say("clubhouse.gone_long") if since is None else say("clubhouse.gone", time=time_words(since))


def mode_of(table: TableNow, over: dict[str, GameResult]) -> Mode:
    state = table.state
    if not table.is_there:
        return "off"
    if table.is_calling:
        return "calls"
    if state is None or state.game is None:
        return "idle"
    if state.game in over:
        return "over"
    return "paused" if state.shown.paused else "play"


def game_name(slug: str | None, say: Phrases, title: Mapping[str, str]) -> str:
    """A game we do not have is called as its box calls it."""
    return say.game(slug, {"name": title}) if slug else ""


def title_in(results: Iterable[GameResult], slug: str) -> Mapping[str, str]:
    """What boxes call that game."""
    return next((one.title for one in results if one.slug == slug), {})


def _figure(state: TableState) -> str:
    shown = state.shown
    return "" if shown.round is None else f"{shown.round}/{shown.rounds}" if shown.rounds else str(shown.round)


def _now(state: TableState, mode: Mode, over: dict[str, GameResult], public: PublicNames, say: Phrases) -> str:
    if mode == "over" and state.game is not None:
        return say.join([public.shown(one.name) for one in over[state.game].players if one.won])
    return say.join([public.name(name) for name in state.shown.turn]) or _phase(state, public, say)


def _phase(state: TableState, public: PublicNames, say: Phrases) -> str:
    """In the reader's language, not the box's."""
    return public.text(state.shown.phases.get(say.code, state.shown.phase))


def own_text(box: str, known: Known, say: Phrases) -> str:
    """The time and the words that only this table was given."""
    own = None if known.announced is None else known.announced.tables.get(box)
    if own is None:
        return ""
    until = "" if own.until is None else say("clubhouse.own_until", time=time_words(own.until))
    return " · ".join(filter(None, (until, own.text)))


def _players(
    state: TableState, over: dict[str, GameResult], public: PublicNames, say: Phrases
) -> tuple[PlayerLine, ...]:
    result = over.get(state.game or "")
    if result is not None:
        ranked = sorted(result.players, key=lambda one: one.place)
        return tuple(PlayerLine(public.shown(one.name), _points(one.points, one.place, say), one.won) for one in ranked)
    return tuple(
        PlayerLine(public.name(one.name), _points(one.score, None, say), one.name in state.shown.turn)
        for one in state.shown.players
    )


def _points(points: float | None, place: int | None, say: Phrases) -> str:
    if points is not None:
        return figure(points, unknown=False, mark=decimal_mark(say))
    return f"{place}." if place is not None else ""


# Standings.


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """Standings with their title and how they were counted."""

    title: str
    rows: tuple[ClubStanding, ...]
    below: str


def night_table(counted: Counted, night: date, say: Phrases, *, today: bool = False) -> StandingsTable:
    return _night_table(counted, night, say.code, today)


def season_table(counted: Counted, say: Phrases) -> StandingsTable:
    return _season_table(counted, say.code)


@lru_cache(maxsize=4)
def _night_table(counted: Counted, night: date, language: str, today: bool) -> StandingsTable:
    say = Phrases(language)
    title = say("clubhouse.night") if today else say("clubhouse.night_of", date=day_words(night.isoformat()))
    earlier = before_night(of_season(counted.results, counted.rules), night)
    return _table(title, of_night(counted.results, night), counted.rules, say, earlier)


@lru_cache(maxsize=4)
def _season_table(counted: Counted, language: str) -> StandingsTable:
    say = Phrases(language)
    since = counted.rules.since
    date_words = None if since is None else day_words(since.isoformat())
    title = say("clubhouse.season") if since is None else say("clubhouse.season_since", date=date_words)
    return _table(title, of_season(counted.results, counted.rules), counted.rules, say)


def _table(
    title: str, results: Sequence[GameResult], rules: Rules, say: Phrases, earlier: Sequence[GameResult] = ()
) -> StandingsTable:
    games = sum(counts(one, rules) for one in results)
    count = rules_text(rules, say, title_in(results, rules.slug))
    return StandingsTable(title, standings(results, rules, earlier), say("clubhouse.below", n=games, count=count))


def rules_text(rules: Rules, say: Phrases, title: Mapping[str, str]) -> str:
    """``title``: what boxes call the only game that counts."""
    text = say(f"clubhouse.count.{rules.count}")
    if rules.slug:
        text = say("clubhouse.count.of_game", count=text, game=game_name(rules.slug, say, title))
    if not rules.best or rules.count == "rating":
        return text
    key = "clubhouse.count.best" if rules.of == "games" else "clubhouse.count.best_nights"
    return say(key, count=text, n=rules.best)


def _aside(known: Known, public: PublicNames, say: Phrases, turn: int) -> Ranking | JoinByPhone:
    if known.host is not None:
        return _join_page("host", known.host, say)
    if known.access is not None and _shows_code(known, turn):
        return _join_page("follow", known.access, say)
    tables = night_table(known.counted, night_of(known.now), say, today=True), season_table(known.counted, say)
    pages: list[Ranking | JoinByPhone] = [page for table in tables for page in _rankings(table, public, say)]
    if known.access is not None:
        pages.append(_join_page("follow", known.access, say))
    return pages[turn % len(pages)]


def _join_page(key: str, access: PageAccess, say: Phrases) -> JoinByPhone:
    return JoinByPhone(say(f"clubhouse.{key}"), access.link, access_text(key, access, say))


def access_text(key: str, access: PageAccess, say: Phrases) -> str:
    """``key``: ``follow`` or ``host``."""
    lines = [say(f"clubhouse.{key}_text", address=access.address, code=access.code)]
    if access.fingerprint:
        lines.append(say("clubhouse.certificate", begins=access.fingerprint))
    if key == "host" and access.hosts:
        lines.append(say("clubhouse.hosts", n=access.hosts))
    return "\n".join(lines)


def _rankings(table: StandingsTable, public: PublicNames, say: Phrases) -> list[Ranking]:
    rows = [RankRow(str(one.place), public.shown(one.name), _points(one.total, None, say)) for one in table.rows]
    most = min(len(rows), MOST_PAGES * MOST_RANKED)
    starts = [min(at, max(0, most - MOST_RANKED)) for at in range(0, max(1, most), MOST_RANKED)]  # no page nearly empty
    empty = say("clubhouse.no_games")
    return [Ranking(table.title, tuple(rows[at : at + MOST_RANKED]), table.below, empty) for at in starts]
