"""``companion history``: the games on this box, newest first; records, rivalries and players; or one game in full."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from companion.games import load_games, name_games
from companion.keeping.history import (
    Filter,
    PastNight,
    past_night,
    past_nights,
    played_again,
    round_reached,
    round_words,
    summary,
)
from companion.keeping.kept_games import KeptGames
from companion.keeping.records import records, rivalries, standings
from companion.keeping.session_stats import BREAK_MS, time_share
from companion.keeping.store import read_store
from companion.language.i18n import Phrases
from companion.language.wording import moment_words
from companion.models import clock_text
from companion.settings.config import load_config
from rules.core.scoring import rank_text, ranked_seats, with_kind


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("number", nargs="?", type=int, metavar="NUMBER")
    name_games(parser.add_argument("--game", metavar="GAME"))
    parser.add_argument("--player", metavar="NAME")
    parser.add_argument("--players", type=int, metavar="N")
    parser.add_argument("--year", type=int)
    parser.add_argument("--practice", action="store_true")
    parser.add_argument("--open", action="store_true")
    parser.add_argument("--records", action="store_true")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    home, games = load_config().data_path, load_games()
    game = None if args.game is None else games.slug_of(args.game, home)
    store = read_store(home, games.rules)
    try:
        if args.number is not None:
            said = _one(store, past_night(store, args.number))
        elif args.open:
            nights = (_listed(store, night) for night in past_nights(store) if night.row.ended is None)
            said = {"games": list(nights), "touched": store.touched()}
        else:
            said = _all(store, Filter(game, args.player, args.players, args.year, args.practice))
    finally:
        store.close()
    if args.json:
        print(json.dumps(said))
        return 0
    say = Phrases(load_config().spoken)
    full = args.records and not args.open
    lines = _one_text(said, say) if args.number is not None else _all_text(said, say, full=full)
    print("\n".join(lines))
    return 0


def _listed(store: KeptGames, night: PastNight) -> dict[str, Any]:
    """With the round that an open game is in, and how many there are."""
    if night.row.ended is not None:
        return summary(night)
    reached, rounds = round_reached(store, night)
    return {**summary(night), "round": reached, "rounds": rounds}


def _all(store: KeptGames, wanted: Filter) -> dict[str, Any]:
    nights = past_nights(store)
    counted = wanted.counted(nights)
    return {
        "games": [_listed(store, night) for night in wanted.listed(nights)],
        "counted": len(counted),
        "records": [asdict(record) for record in records(counted)],
        "players": [asdict(standing) for standing in standings(counted)],
        "rivalries": [asdict(rivalry) for rivalry in rivalries(counted)],
    }


def _one(store: KeptGames, night: PastNight) -> dict[str, Any]:
    from companion.table.log import log_rows  # noqa: PLC0415 (the list of games needs no log)

    session = played_again(store, night)
    if session is None:
        return {**summary(night), "result": night.row.result, "times_ms": None, "log": []}
    share, setup = time_share(session), session.setup
    say = load_games().box(night.row.game).phrases(load_config().spoken, setup.facts, setup.players)
    log = [
        {"seq": row.seq, "time": row.time, "text": row.text, "taken_back": row.undone} for row in log_rows(session, say)
    ]
    times = {"players": list(share.seats), "together": share.together, "taken_back": share.taken_back}
    return {**summary(night), "result": night.row.result, "times_ms": times if share.whole else None, "log": log}


def _all_text(said: dict[str, Any], say: Phrases, *, full: bool) -> Iterator[str]:
    if not said["games"]:
        yield say("command.no_games")
    for row in said["games"]:
        remarks = [_ending(row, say), *([say("past.practice")] if row["practice"] else [])]
        began, game = say.say(moment_words(row["started"])), say.game(row["game"], row)
        yield f"{row['id']:>4}  {began:<28}  {game:<12} {say.row(row['players'])}  ({say.row(remarks)})"
    if full:
        yield "\n" + say("past.counted", n=said["counted"])
        for record in said["records"]:
            where = say("past.in_game", n=record["night"]) if record["night"] else ""
            yield say(f"past.record.{record['sort']}", names=tuple(record["names"]), n=record["value"]) + where
        for player in said["players"]:
            yield say("past.standing" if player["points"] is None else "past.average", **player)
        for pair in said["rivalries"]:
            yield say("past.rivals", **pair)


def _ending(row: dict[str, Any], say: Phrases) -> str:
    if not row["ended"]:
        return say.say(round_words(row["round"], row["rounds"]))
    return _why_open(row, say) if row["left"] else say("past.won", names=tuple(row["winners"]))


def _why_open(row: dict[str, Any], say: Phrases) -> str:
    return say("past.early" if row.get("early") else "past.open_count")


def _one_text(said: dict[str, Any], say: Phrases) -> Iterator[str]:
    game, began = say.game(said["game"], said), moment_words(said["started"])
    yield say("past.heading", n=said["id"], game=game, started=began, players=tuple(said["players"]))
    score = with_kind(said["result"] or {"players": []})
    if said["left"]:
        yield _why_open(said, say)
    for player in (score["players"][seat] for seat in ranked_seats(score)):
        figure = say.say(load_games()[said["game"]].result_words(score, player))
        yield say("past.ranked", name=rank_text(score, player), figure=figure)
    if said["times_ms"]:
        times, whole = said["times_ms"], say("nights.minutes", n=said["minutes"] or 1)
        for name, spent in zip(said["players"], times["players"], strict=True):
            yield say("past.time", name=name, time=clock_text(spent), whole=whole)
        shared = {key: clock_text(times[key]) for key in ("together", "taken_back")}
        yield say("past.together", **shared)
        yield say("past.silence", n=BREAK_MS // 60_000)
    for line in said["log"]:
        undone = f"  {say('past.taken_back')}" if line["taken_back"] else ""
        yield f"{line['seq']:>4} {line['time']:>7}  {line['text']}{undone}"
