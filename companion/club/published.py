"""What a club is shown of a box: the table as on its screen, entries without secrets, results. Sends nothing."""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from companion.blame import let_through
from companion.club.messages import Event, GameResult, ResultPlayer, ShownClock, ShownPlayer, TableShown, TableState
from companion.club.read_messages import LONGEST_TEXT, MOST_ROWS
from companion.keeping.game_row import GameRow, read_json
from companion.keeping.kept_games import KeptGames
from companion.keeping.store import Store
from companion.keeping.troubles import NewerGame
from companion.language.folders import languages
from companion.language.i18n import in_language, plain
from companion.moments import LONG_AGO, read_moment
from companion.play.clocks import TableClock
from companion.table.table import Table
from rules.core.game import Game, Setup, known_table
from rules.core.journal import Entry, Undone, codecs_of, show_event
from rules.core.scoring import has_ranks, is_open, winning_seats, with_kind
from rules.core.secrecy import shown

logger = logging.getLogger(__name__)

LEFT_OUT = {"left_out": True}  # an entry of which only the number is told
KEPT = "club"  # the setting that holds a box's membership
NO_FIGURES = ("place", "total")
SLACK_S = 1.5  # how far a clock may drift from what readers extrapolate


@dataclass(frozen=True, slots=True)
class Membership:
    """Kept with the games, so that it moves with them. ``before``: games up to this number were played before the box
    joined and are never published, except ``playing``, the one on the table at that moment. Nor are games of another
    table: that one tells them."""

    key: str
    before: int
    playing: int

    def tells(self, row: GameRow) -> bool:
        return not row.is_imported and (row.id > self.before or row.id == self.playing)

    def client(self, club: str, box: str) -> str:
        """The client id of this box, short enough for every broker. Secret: who knows it could cut the connection."""
        told = json.dumps([club, box])
        return f"tc-{hmac.new(self.key.encode(), told.encode(), hashlib.sha256).hexdigest()[:20]}"

    def ident(self, row: GameRow) -> str:
        """The game's id in the club: stable across restarts, the same wherever the game is kept, impossible to guess.

        Of a game that has no identity of its own: boxes with copied SD cards share a key, and what was played, when
        and by whom tells their games apart.
        """
        if row.ident:
            return row.ident
        told = json.dumps([row.id, row.started, row.game, row.setup.players])
        return hmac.new(self.key.encode(), told.encode(), hashlib.sha256).hexdigest()[:32]


def join(store: Store) -> Membership:
    """The membership of this box; a new one if there is none that can be read."""
    kept = read_json(store.setting(KEPT)) or {}
    key, before, playing = kept.get("key"), kept.get("before"), kept.get("playing")
    if isinstance(key, str) and len(key) >= 32 and type(before) is int and type(playing) is int:
        return Membership(key, before, playing)
    open_game = store.unfinished()
    numbers = [row.id for row in store.games()]
    new = Membership(secrets.token_hex(32), max(numbers, default=0), 0 if open_game is None else open_game.id)
    store.set_setting(KEPT, json.dumps({"key": new.key, "before": new.before, "playing": new.playing}))
    return new


def as_all_see(game: Game[Any], entry: Entry) -> dict[str, Any]:
    """An entry as it may leave the table: without what was laid face down. It is left out where the game cannot say
    that: the club waits for every number."""
    if isinstance(entry, Undone):
        return {"undone": entry.to}
    key, commands, _ = codecs_of(game, entry)
    try:
        return {key: shown(entry.command, commands), "events": [show_event(game, event) for event in entry.events]}
    except BaseException as error:  # whoever wrote the game
        let_through(error)
        logger.exception("the game %s cannot show entry %d", game.slug, entry.seq)
        return dict(LEFT_OUT)


def events_after(store: KeptGames, row: GameRow, ident: str, number: int) -> Iterator[Event]:
    """Entries of one game, in order; none of a game that only a later release understands."""
    game = store.rules(row.game)
    if game is None or row.rules_version > game.rules_version:
        return
    try:
        entries = store.entries(game, row.id)
    except NewerGame:
        return
    moments = store.written_at(row.id)
    for entry in entries[number:]:
        yield Event(ident, entry.seq, utc(moments.get(entry.seq, "")), as_all_see(game, entry))


def result_of(row: GameRow, ident: str, table: str) -> GameResult | None:
    """None while the game is not over, or its count is open."""
    if row.result is None or not has_ranks(with_kind(row.result)):
        return None
    score = with_kind(row.result)
    won = winning_seats(score)
    players = tuple(_player(player, has_won=seat in won) for seat, player in enumerate(score["players"]))
    found = _result(row, ident, table, "points" if score["kind"] == "points" else "places", players)
    return replace(found, least=bool(score.get("least")))


def withdrawn(row: GameRow, ident: str, table: str) -> GameResult:
    """The game was over and has been reopened."""
    return _result(row, ident, table, "places", (), is_withdrawn=True)


def _result(
    row: GameRow, ident: str, table: str, kind: Any, players: tuple[ResultPlayer, ...], *, is_withdrawn: bool = False
) -> GameResult:
    return GameResult(
        game=ident,
        slug=row.game,
        table=table,
        began=utc(row.started),
        ended=None if row.ended is None else utc(row.ended),
        entries=row.entries,
        practice=bool(row.setup.facts.get("practice", False)),
        kind=kind,
        players=players,
        withdrawn=is_withdrawn,
        title=title_of(row.setup),
    )


def _player(player: Mapping[str, Any], *, has_won: bool) -> ResultPlayer:
    rows = player.get("scores")
    figures = rows if isinstance(rows, Mapping) else player
    totals = {
        str(name)[:40]: value
        for name, value in figures.items()
        if type(value) in (int, float) and name not in NO_FIGURES
    }
    total = player.get("total")
    return ResultPlayer(
        player["name"],
        player["place"],
        has_won,
        total if type(total) in (int, float) else None,
        dict(list(totals.items())[:MOST_ROWS]),
    )


def title_of(setup: Setup) -> dict[str, str]:
    """The name of a game that is data, in our languages; games of the program are known to every board."""
    named = setup.facts.get("name")
    return {code: plain(in_language(named, code))[:LONGEST_TEXT] for code in languages()} if named else {}


def utc(moment: str) -> datetime:
    """A moment from the file; a damaged one becomes 1970."""
    try:
        return read_moment(moment)
    except ValueError:
        return LONG_AGO


@dataclass(slots=True)
class ToldClock:
    """The clock as last published. Readers let it run on, so it is sent again only when it departs from that."""

    told: ShownClock | None = None
    _told_ms: int = 0

    def look(self, clock: TableClock | None, players: Sequence[str], now_ms: int, *, runs: bool) -> bool:
        """Whether ``told`` has changed."""
        if clock is None:
            was, self.told = self.told, None
            return was is not None
        shown = _shown(clock, players, runs=runs)
        if self._is_as_told(shown, now_ms):
            return False
        self.told, self._told_ms = shown, now_ms
        return True

    def _is_as_told(self, shown: ShownClock, now_ms: int) -> bool:
        told = self.told
        if told is None or (told.who, told.limit, told.runs) != (shown.who, shown.limit, shown.runs):
            return False
        expected = told.used + ((now_ms - self._told_ms) / 1000 if told.runs else 0)
        if told.limit is not None:
            expected = min(expected, told.limit)
        return abs(expected - shown.used) <= SLACK_S


def _shown(clock: TableClock, players: Sequence[str], *, runs: bool) -> ShownClock:
    who = None if clock.seat is None else players[clock.seat]
    limit = None if clock.limit_ms is None else clock.limit_ms // 1000
    return ShownClock(who, clock.used_ms // 1000, limit, runs)


def no_game(table: str, at: datetime) -> TableState:
    return TableState(table, None, None, 0, at)


def state_of(table: Table, name: str, game: str, at: datetime, clock: ShownClock | None, *, paused: bool) -> TableState:
    """``name``: of the table; ``game``: its id in the club."""
    view = table.view(now_ms=0)
    shown = TableShown(
        round=None if view.way == "score" else view.round,
        rounds=None if view.way == "score" else view.rounds or _rounds(table),
        phase=table.desk.phase[:LONGEST_TEXT],
        turn=view.on_turn,
        clock=clock,
        players=_players(table),
        paused=paused,
        phases={code: text for code in languages() if (text := table.desk_in(code).phase[:LONGEST_TEXT])},
        game=table.say.game(table.slug, table.live.session.setup.facts)[:LONGEST_TEXT],
    )
    return TableState(name, game, table.slug, view.entry, at, shown, title_of(table.live.session.setup))


def _rounds(table: Table) -> int | None:
    """How many rounds a game has that says so of itself."""
    known = known_table(table.live.session.game, table.live.session.state)
    return None if known is None else known.rounds or None


def _players(table: Table) -> tuple[ShownPlayer, ...]:
    """With the score as it stands now; no places where something is unknown."""
    score = table.score()
    is_counted, is_known = score["kind"] == "points", not is_open(score)
    return tuple(
        ShownPlayer(player["name"], player["total"] if is_counted else None, player["place"] if is_known else None)
        for player in score["players"]
    )
