"""One kept game: can it be read, does a replay give the same events, are all cards accounted for?

Takes the number of a game on this box, a game text (``companion export``), or a game from a report. Changes nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.blame import let_through, reason_of
from companion.contract import Games, TableGame
from companion.doctor.findings import Finding, broken, missing, ok
from companion.documents import parse_json
from companion.files import read_whole
from companion.keeping.session import Session
from companion.keeping.snapshot import copy_of
from companion.language.wording import Trouble
from companion.sharing.game_text import LARGEST, read_game
from rules.core.game import Game, Setup, renewed
from rules.core.journal import Entry, Position, Step, decide, decode_entry, follow, is_of_pad, live_steps, new_position
from rules.core.refusals import Refused
from rules.core.scoring import Score, totals_of, with_kind
from rules.core.words import words

LONGEST_NUMBER = 18  # digits; SQLite has no larger numbers


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as it was written down, not checked yet."""

    table_game: TableGame
    rules_version: int
    setup: Setup
    entries: tuple[Entry, ...]
    unread: str = ""  # why the next entry could not be read
    result: Mapping[str, Any] | None = None

    @property
    def game(self) -> Game[Any]:
        return self.table_game.rules

    @property
    def is_only_scored(self) -> bool:
        """The game was not followed: there is a result, and no step to replay."""
        return self.result is not None and not self.entries and not self.unread


def check_game(kept: KeptGame) -> Iterator[Finding]:
    """One finding after the other; the first broken one is where to look."""
    try:
        yield from _check(kept)
    except BaseException as error:  # noqa: BLE001 - the rules of any game
        let_through(error)
        yield broken("game replay", words("doctor.failed", reason=reason_of(error)), words("doctor.game_step"))


def _check(kept: KeptGame) -> Iterator[Finding]:
    if kept.is_only_scored:
        yield ok("game result", words("doctor.game_only_scored", game=kept.game.slug))
        return
    state = kept.game.new(kept.setup)
    if isinstance(state, Refused):
        yield broken("game set-up", words("doctor.game_setup", code=state.code), words("doctor.game_step"))
        return
    steps, new = live_steps(kept.entries), new_position(state, kept.setup)
    said = words("doctor.game_read", game=kept.game.slug, entries=len(kept.entries), n=len(steps))
    yield ok("game set-up", said)
    if kept.unread:
        said = words("doctor.game_unread", entry=len(kept.entries) + 1, reason=kept.unread)
        yield broken("game entries", said, words("doctor.game_unread_step", entry=len(kept.entries)))
    else:
        yield ok("game entries", words("doctor.game_whole"))
    if kept.rules_version != kept.game.rules_version:
        said = words("doctor.game_version", kept=kept.rules_version, known=kept.game.rules_version)
        yield missing("game replay", said, words("doctor.game_version_step"))
    else:
        yield _replay(kept.game, new, steps)
    yield _conservation(kept.table_game, state, steps)
    yield from _result(kept, state, steps)


def find_kept(which: str, path: Path, games: Games) -> KeptGame:
    """The game named by ``which``: a number on this box, or a file."""
    if which.isdecimal():
        return _from_box(which, path, games)
    file = Path(which)
    text = read_whole(file, 4 * LARGEST)
    return _from_lines(text, file, games) if text.lstrip().startswith("{") else _from_text(text, games)


def _replay(game: Game[Any], position: Position[Any], steps: tuple[Step, ...]) -> Finding:
    """Decides every command again, by the rules or the pad: the events must be those that were written."""
    for step in steps:
        verdict = decide(game, position, step.command)
        if verdict != step.events:
            why = verdict.code if isinstance(verdict, Refused) else "other events"
            said = words("doctor.game_differs", entry=step.seq, command=type(step.command).__name__, why=why)
            return broken("game replay", said, words("doctor.game_step"))
        position = follow(game, position, step.events)
    return ok("game replay", words("doctor.game_same"))


def _conservation(game: TableGame, state: Any, steps: tuple[Step, ...]) -> Finding:
    check = game.invariants
    if check is None:
        return ok("game cards", words("doctor.game_uncounted"))
    for step in steps:
        for event in step.events if not is_of_pad(step.command) else ():
            after = game.rules.evolve(state, event)
            if wrong := (*check(after), *_counted(game, state, after)):
                said = words("doctor.game_lost", entry=step.seq, event=type(event).__name__, reason=wrong[0])
                return broken("game cards", said, words("doctor.game_step"))
            state = after
    return ok("game cards", words("doctor.game_conserved"))


def _counted(game: TableGame, before: Any, after: Any) -> tuple[str, ...]:
    """The number of cards may not change, unless a fact told in play changed which cards are in the game."""
    count = game.cards_in_play
    if count is None or game.rules.facts(before) != game.rules.facts(after):
        return ()
    was, now = count(before), count(after)
    return () if None in (was, now) or was == now else (f"expected {was} cards in play, got {now}",)


def _result(kept: KeptGame, state: Any, steps: tuple[Step, ...]) -> Iterator[Finding]:
    """A finished game scored again must give the same winners and totals."""
    if kept.result is None:
        return
    session = Session(kept.game, kept.setup, state, lambda *_: None)
    session.restore(steps)
    was, now = _outcome(with_kind(kept.result)), _outcome(kept.table_game.score(session))
    if was == now:
        yield ok("game result", words("doctor.game_result"))
    else:
        said = words("doctor.game_result_differs", was=str(was), now=str(now))
        yield broken("game result", said, words("doctor.game_step"))


def _outcome(score: Score) -> tuple[list[str], list[float]]:
    return list(score["winners"]), list(totals_of(score))


def _from_box(number: str, path: Path, games: Games) -> KeptGame:
    missing_game = Trouble(words("command.no_such_game", n=number))
    if not path.exists() or len(number) > LONGEST_NUMBER:
        raise missing_game
    try:
        with closing(copy_of(path)) as db:
            db.row_factory = sqlite3.Row
            row = db.execute("SELECT * FROM games WHERE id = ?", (int(number),)).fetchone()
            entries = db.execute("SELECT * FROM entries WHERE game_id = ? ORDER BY seq", (int(number),)).fetchall()
    except sqlite3.Error as error:
        raise Trouble(words("command.games_unread", file=str(path), reason=str(error))) from error
    if row is None:
        raise missing_game
    return _from_rows(dict(row), [dict(entry) for entry in entries], f"game {number}", games)


def _from_lines(text: str, path: Path, games: Games) -> KeptGame:
    """A game from a report: its row, then one line per entry."""
    try:
        row, *entries = [parse_json(line) for line in text.splitlines() if line.strip()]
    except ValueError as error:
        raise Trouble(words("command.game_lines", file=str(path), reason=str(error))) from error
    return _from_rows(row, entries, str(path), games)


def _from_rows(row: Mapping[str, Any], entries: list[Mapping[str, Any]], place: str, games: Games) -> KeptGame:
    try:
        values = parse_json(row["setup"])
        setup = Setup(**{**values, "players": tuple(values["players"])})
        result = parse_json(row["result"]) if row["result"] else None
        slug, version = row["game"], int(row["rules_version"])
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise Trouble(words("command.game_odd", reason=repr(error), place=place)) from error
    if slug not in games:
        why = words("command.game_unknown", got=repr(str(slug)[:40]))
        raise Trouble(words("command.in_file", file=place, why=why))
    game = games[slug]
    read, unread = _read_entries(game.rules, entries)
    if hasattr(game.rules, "renewed") and version < game.rules.rules_version:
        setup, version = renewed(game.rules, setup, version), game.rules.rules_version
    return KeptGame(game, version, setup, read, unread, result)


def _read_entries(game: Game[Any], rows: list[Mapping[str, Any]]) -> tuple[tuple[Entry, ...], str]:
    found: list[Entry] = []
    for row in rows:
        try:
            if row["seq"] != len(found) + 1:
                return tuple(found), f"expected entry {len(found) + 1}, got {row['seq']}"
            found.append(decode_entry(game, row["seq"], row["at_ms"], parse_json(row["body"])))
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            return tuple(found), str(error)
    return tuple(found), ""


def _from_text(text: str, games: Games) -> KeptGame:
    """A game text holds only commands, so reading it replays the game."""
    session = read_game(text, games.rules)
    return KeptGame(games.session(session), session.game.rules_version, session.setup, session.steps)
