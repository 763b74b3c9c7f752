"""``companion history``: the games on this box, the newest first."""

from __future__ import annotations

import argparse
import json

from companion.keeping.history import summary
from companion.keeping.store import open_store
from companion.settings.config import load_config


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=["amul", "amulett"], help="only this game")
    parser.add_argument("--player", metavar="NAME", help="only games this player was in")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    store = open_store(load_config().data_path)
    try:
        rows = [summary(row) for row in store.games()]
    finally:
        store.close()
    rows = [
        row
        for row in rows
        if args.game in (None, row["game"]) and (args.player is None or args.player in row["players"])
    ]
    if args.json:
        print(json.dumps({"games": rows}, ensure_ascii=False))
    elif not rows:
        print("no games yet")
    else:
        for row in rows:
            ending = f"won by {', '.join(row['winners'])}" if row["ended"] else f"not ended, {row['entries']} entries"
            print(f"{row['id']:>4}  {row['started'][:16]}  {row['game']:<8} {', '.join(row['players'])}  ({ending})")
    return 0
