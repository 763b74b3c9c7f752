"""Whole games by ear: ``python -m tests.endurance.listening_night`` prints how much is said, and how long it lasts.

The player gets nothing but the spoken text and presses four buttons. The longest announcements are spoken by espeak-ng
to a file and measured; one begins when the one before has ended, so what a press brings lasts as long as all of it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import wave
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby, product
from pathlib import Path

from companion.language.i18n import Phrases
from companion.screens.intents import Intent
from companion.signals.speech import ESPEAK, WORDS_A_MINUTE
from rules.core.commands import given_by
from tests.companion.listener import Listener
from tests.companion.pages.test_presses import PLAYERS
from tests.companion.presses import Played, played
from tests.companion.test_by_ear import LONGEST_S, SEED, play

FOLLOWED = ("amul", "amulett")
MEASURED = 30  # of the announcements with the most letters, and of the presses that bring most
MOST_S = 16.0  # after a press
ROW = "{:<8} {:<3} {:>5} {:>6} {:>13} {:>14} {:>10} {:>15}"
HEAD = ("game", "", "turns", "told", "words a turn", "asked for too", "longest s", "after a press s")


class Timed(Listener):
    """Keeps what each press brought, apart from what was asked for by holding a button."""

    def __init__(self, folder: Path, night: Played, language: str) -> None:
        self.brought: list[tuple[bool, tuple[str, ...]]] = []
        super().__init__(folder, night, language)

    def press(self, *intents: Intent) -> None:
        for intent in intents:
            super().press(intent)
            self.brought.append((intent is Intent.WHERE, tuple(self.ear.new)))


@dataclass(frozen=True)
class Figures:
    turns: int
    told: int
    said: tuple[tuple[str, ...], ...]  # by press
    asked: tuple[tuple[str, ...], ...]

    def row(self, language: str) -> Iterator[object]:
        yield from (self.turns, self.told)
        for texts in (self.said, (*self.said, *self.asked)):
            yield round(sum(len(text.split()) for one in texts for text in one) / self.turns)
        each = {text for one in (*self.said, *self.asked) for text in one}
        yield f"{max(lasts(text, language) for text in sorted(each, key=len)[-MEASURED:]):.1f}"
        presses = sorted(set(self.said), key=lambda one: sum(map(len, one)))[-MEASURED:]
        yield f"{max(sum(lasts(text, language) for text in one) for one in presses):.1f}"


def listen(slug: str, language: str, folder: Path) -> Figures:
    night = played(slug, PLAYERS, SEED)
    listener = Timed(folder, night, language)
    play(listener, night)
    steps = listener.live.session.steps
    turns = sum(1 for _ in groupby(given_by(step.command) for step in steps))
    listener.store.close()
    said, asked = (tuple(texts for is_asked, texts in listener.brought if is_asked is way) for way in (False, True))
    return Figures(turns, len(steps), said, asked)


@cache
def lasts(text: str, language: str) -> float:
    """Seconds, as the box says it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "said.wav"
        voice = Phrases(language)("language.voice")
        subprocess.run([ESPEAK, "-v", voice, "-s", WORDS_A_MINUTE, "-w", str(file), "--", text], check=True)
        with wave.open(str(file)) as spoken:
            return float(spoken.getnframes() / spoken.getframerate())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=FOLLOWED, action="append", help="only this one")
    parser.add_argument("--language", action="append", help="again for another one (en and de)")
    args = parser.parse_args()
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    longest = most = 0.0
    print(ROW.format(*HEAD))
    for slug, language in product(args.game or FOLLOWED, args.language or ("en", "de")):
        with tempfile.TemporaryDirectory() as folder:
            row = list(listen(slug, language, Path(folder)).row(language))
        longest, most = max(longest, float(str(row[4]))), max(most, float(str(row[5])))
        print(ROW.format(slug, language, *row), flush=True)
    return int(longest > LONGEST_S or most > MOST_S)


if __name__ == "__main__":
    raise SystemExit(main())
