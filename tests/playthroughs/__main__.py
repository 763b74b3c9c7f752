"""Writes the golden games of a game anew, the general way; the difference is to be read.

python -m tests.playthroughs highest
"""

from __future__ import annotations

import argparse
import sys

from tests.games import GAMES
from tests.playthroughs import HEAD, golden_counts, golden_path, transcript


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES.slugs)
    game = GAMES[parser.parse_args().game]
    for players in golden_counts(game):
        path = golden_path(game, players)
        if path.exists() and not path.read_text("utf-8").startswith(HEAD):
            print(f"{path}: this game writes its golden games itself; see tests/rules/{game.slug}", file=sys.stderr)
            return 1
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(transcript(game, players)) + "\n", "utf-8")
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
