"""``companion history``: the games on this box, the newest first; records, rivalries and players; one game in full."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from companion.keeping.history import (
    Filter,
    PastNight,
    past_night,
    past_nights,
    played_again,
    records,
    rivalries,
    standings,
    summary,
)
from companion.keeping.store import Store, open_store
from companion.keeping.times import BREAK_MS, time_share
from companion.settings.config import load_config
from companion.shelves import phrases_for

SORTS = {
    "most_points": "most points: {names}, {value}",
    "closest": "closest win: {names}, by {value}",
    "clearest": "clearest win: {names}, by {value}",
    "longest": "longest game: {value} minutes, won by {names}",
    "shortest": "shortest game: {value} minutes, won by {names}",
    "most_wins": "most wins: {names}, {value}",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("number", nargs="?", type=int, metavar="NUMBER", help="one game: its result, times and log")
    parser.add_argument("--game", choices=["amul", "amulett"], help="only this game")
    parser.add_argument("--player", metavar="NAME", help="only games this player was in")
    parser.add_argument("--players", type=int, metavar="N", help="only games with so many players")
    parser.add_argument("--year", type=int, help="only games begun in this year")
    parser.add_argument("--practice", action="store_true", help="games by practice values set records too")
    parser.add_argument("--records", action="store_true", help="records, rivalries and players as well")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    store = open_store(load_config().data_path)
    try:
        if args.number is not None:
            said = _one(store, past_night(store, args.number))
        else:
            said = _all(past_nights(store), Filter(args.game, args.player, args.players, args.year, args.practice))
    finally:
        store.close()
    if args.json:
        print(json.dumps(said, ensure_ascii=False))
    elif args.number is not None:
        print("\n".join(_one_text(said)))
    else:
        print("\n".join(_all_text(said, full=args.records)))
    return 0


def _all(nights: tuple[PastNight, ...], wanted: Filter) -> dict[str, Any]:
    counted = wanted.counted(nights)
    return {
        "games": [summary(night) for night in wanted.listed(nights)],
        "counted": len(counted),
        "records": [asdict(record) for record in records(counted)],
        "players": [asdict(standing) for standing in standings(counted)],
        "rivalries": [asdict(rivalry) for rivalry in rivalries(counted)],
    }


def _one(store: Store, night: PastNight) -> dict[str, Any]:
    from companion.pages.log import log_rows  # noqa: PLC0415 (the list of games needs no screens)

    session = played_again(store, night)
    if session is None:
        return {**summary(night), "result": night.row.result, "times_ms": None, "log": []}
    share, setup = time_share(session), session.setup
    say = phrases_for(night.row.game, load_config().spoken, setup.facts, setup.players)
    log = [
        {"seq": row.seq, "time": row.time, "text": row.text, "taken_back": row.undone} for row in log_rows(session, say)
    ]
    times = {"players": list(share.seats), "together": share.together, "taken_back": share.taken_back}
    return {**summary(night), "result": night.row.result, "times_ms": times if share.whole else None, "log": log}


def _all_text(said: dict[str, Any], *, full: bool) -> Iterator[str]:
    if not said["games"]:
        yield "no games yet"
    for row in said["games"]:
        ending = f"won by {', '.join(row['winners'])}" if row["ended"] else f"not ended, {row['entries']} entries"
        remark = ", practice values" if row["practice"] else ""
        yield f"{row['id']:>4}  {row['started'][:16]}  {row['game']:<8} {', '.join(row['players'])}  ({ending}{remark})"
    if full:
        yield f"\n{said['counted']} of these count: played to the end, fully scored, no practice values unless asked"
        for record in said["records"]:
            where = f" (game {record['night']})" if record["night"] else ""
            yield SORTS[record["sort"]].format(names=", ".join(record["names"]), value=record["value"]) + where
        for player in said["players"]:
            points = f", {player['points']} points on average" if player["points"] is not None else ""
            yield f"{player['name']}: {player['nights']} played, {player['wins']} won{points}"
        for pair in said["rivalries"]:
            yield f"{pair['one']} before {pair['other']}: {pair['ahead']} to {pair['behind']}"


def _one_text(said: dict[str, Any]) -> Iterator[str]:
    yield f"game {said['id']}, {said['game']}, {said['started'][:16]}: {', '.join(said['players'])}"
    for player in sorted((said["result"] or {}).get("players", ()), key=lambda player: player["place"]):
        figure = f"{player['total']} points" if "total" in player else f"{player['gems']} gems"
        yield f"{player['place']}. {player['name']}: {figure}"
    if said["times_ms"]:
        times = said["times_ms"]
        for name, spent in zip(said["players"], times["players"], strict=True):
            yield f"{name}: {spent // 1000} s of {said['minutes']} min"
        yield f"all together {times['together'] // 1000} s, taken back {times['taken_back'] // 1000} s"
        yield f"(silence of more than {BREAK_MS // 60_000} minutes counts as a break, shorter pauses do not show)"
    for line in said["log"]:
        yield f"{line['seq']:>4} {line['time']:>7}  {line['text']}{'  (taken back)' if line['taken_back'] else ''}"
