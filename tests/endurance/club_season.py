"""A season of club nights on this machine, with a real broker: forty people, nine tables, six rounds a night; the
broker is killed and the board restarted in the midst of a round. Seats, results, ratings and season equal an account.

``python -m tests.endurance.club_season --nights 3 --seed 1``
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from companion.keeping.folder_lock import FolderLock
from tests.companion.club.broker import RealBroker
from tests.companion.clubhouse.whole_evening import Season


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nights", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as made:
        broker = RealBroker(Path(made) / "broker")
        try:
            with FolderLock(Path(made)) as lock:
                season = Season(lock, broker, args.seed, print)
                for number in range(args.nights):
                    season.night(number)
                season.check()
                season.close()
        finally:
            broker.stop()
    took_s, people = time.monotonic() - began, len(season.account.ratings())
    print(f"{args.nights} nights, {season.games} games of {people} people equal the account, {took_s:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
