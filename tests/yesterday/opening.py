"""How these tests reach into the program: nothing else here imports it, so whoever renames things changes one file.

Everything is handed out as plain values, to be compared with what an older release answered.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from companion.cli import main
from companion.games import load_games
from companion.games.amulett.board_page import load_draft
from companion.games.amulett.walk import walk_board
from companion.keeping.folder_lock import FolderLock
from companion.keeping.half_scored import kept_scoring, take_up_half_scored
from companion.keeping.kept_settings import LaidCards
from companion.keeping.session import Accepted, Session, resume_game
from companion.keeping.store import Store, open_store
from companion.language.i18n import Phrases
from companion.language.wording import in_words
from companion.play.first_game import FirstGame
from companion.settings.config import load_config
from companion.teaching.dialogue import Dialogue
from hardware.camera.settings import parse_lock
from rules.core.game import Setup
from rules.core.journal import Undone

GAMES = load_games()
LANGUAGE = "en"
MOST_STEPS = 2000


@dataclass(frozen=True, slots=True)
class Said:
    """What a command printed, and how it ended."""

    code: int
    out: bytes
    err: str


def ask(*words: str, given: bytes = b"") -> Said:
    """The command line, in this process: starting it anew each time would take most of the time."""
    before = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.StringIO()
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(given)), io.TextIOWrapper(out, "utf-8"), err
    try:
        try:
            code = main(words)
        except SystemExit as ending:  # of argparse
            code = int(ending.code or 0)
        sys.stdout.flush()
        return Said(code, out.getvalue(), err.getvalue())
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


# Games.


class Opened:
    """A kept game, taken up to be played on."""

    def __init__(self, store: Store, number: int, session: Session) -> None:
        self._store, self._number, self._session = store, number, session

    @property
    def entries(self) -> int:
        """How many were written, taken back or not."""
        return len(self._session.entries)

    @property
    def is_over(self) -> bool:
        return self._session.game.is_over(self._session.state)

    def situation(self) -> dict[str, Any]:
        """All there is to see, for everybody and for each seat; what may be done; what is asked; the score."""
        game, state, players = self._session.game, self._session.state, self._session.setup.players
        question = game.question(state)
        seen: dict[str, Any] = {
            "view": self._said(game.view(state)),
            "seats": [self._said(game.view(state, seat)) for seat in range(len(players))],
            "options": [game.commands.encode(option) for option in game.options(state)],
            "ask": None if question is None else {"fact": question.fact, "words": self._said(question.words)},
            "score": self._said(game.score(state)),
            "facts": game.facts(state),
        }
        return dict(_plain(seen))

    def do_first(self) -> None:
        """The first of what may be done."""
        self._do(self._session.game.options(self._session.state)[0])

    def undo(self) -> None:
        undone = self._session.undo()
        assert isinstance(undone, Undone), undone

    def play_to_the_end(self, seed: int) -> None:
        """Anything that is allowed, until the game is over; the result is kept as the last screen does it."""
        random, game = Random(seed), self._session.game
        for _ in range(MOST_STEPS):
            if self.is_over:
                break
            self._do(random.choice(game.options(self._session.state)))
        self._store.finish(self._number, self._said(game.score(self._session.state)))

    def _do(self, command: Any) -> None:
        done = self._session.do(command)
        assert isinstance(done, Accepted), (command, done)

    def _said(self, value: Any) -> Any:
        setup = self._session.setup
        return in_words(value, GAMES.box(setup.game).phrases(LANGUAGE, setup.facts, setup.players))


@contextmanager
def opened(home: Path, number: int) -> Iterator[Opened]:
    with _stored(home) as store:
        yield Opened(store, number, resume_game(store, number))


# What stands beside the games.


def roster(home: Path) -> list[str]:
    with _stored(home) as store:
        return list(store.roster())


def to_continue(home: Path) -> int | None:
    """The number of the game the start page offers to go on with."""
    with _stored(home) as store:
        row = store.unfinished()
        return None if row is None else row.id


def half_scored(home: Path) -> Any:
    """The table that was being scored."""
    with _stored(home) as store:
        scoring = kept_scoring(store, ("amul",))
        assert scoring is not None
        return _plain(asdict(scoring))


def taken_up(home: Path) -> Any:
    """The same table once it has become a game: which, its pad, and how many games are to be gone on with."""
    with _stored(home) as store:
        number = take_up_half_scored(
            store,
            ("amul",),
            lambda half: Setup("amul", half.players, facts=GAMES.box("amul", home).document(half.facts, home)),
        )
        assert number is not None
        session = resume_game(store, number)
        return _plain({"number": number, "open": len(store.open_games()), **asdict(session.pad)})


def laid_cards(home: Path, number: int) -> dict[str, list[str]]:
    """What each seat had laid on the mat at the end of a game."""
    with _stored(home) as store:
        return {str(seat): sorted(cards) for seat, cards in LaidCards(store, number).kept().items()}


def first_help(home: Path, players: tuple[str, ...], things: tuple[str, ...]) -> str | None:
    """Which of these things is told first to these people: the first that somebody has not heard of."""
    with _stored(home) as store:
        return FirstGame(store, players).line(things, 0)


def camera_lock(home: Path) -> Any:
    with _stored(home) as store:
        return asdict(parse_lock(store.setting("camera.lock")))


def settings() -> Any:
    """All settings as the files and the environment make them, and what was wrong in the files."""
    config = load_config()
    say = Phrases(config.spoken)
    return _plain({**asdict(config), "problems": [say.say(problem.words) for problem in config.problems]})


def board_walk(home: Path) -> Any:
    """Where the walk over the board of Das Amulett goes on."""
    answers = load_draft(GAMES.box("amulett", home))
    dialogue = Dialogue(walk_board, list(answers))
    assert dialogue.ask is not None
    walk = dialogue.ask.so_far
    asked = Phrases(LANGUAGE).say(dialogue.ask.words)
    return _plain({"answers": dialogue.answers, "asks": asked, "links": walk.links, "left": walk.left()})


@contextmanager
def _stored(home: Path) -> Iterator[Store]:
    with FolderLock(home) as lock, closing(open_store(lock, GAMES.rules)) as store:
        assert store.set_aside is None, "the file was taken for a damaged one"
        yield store
        assert store.set_aside is None, "entries were given up"


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value, default=sorted))
