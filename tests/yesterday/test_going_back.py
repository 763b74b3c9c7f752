"""Going back to the release before in the middle of a game: it goes on with every entry, or refuses and touches none.

The release is taken from git by ``deploy/released`` and run as it was.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import closing
from itertools import groupby
from pathlib import Path
from random import Random

import pytest

from companion.keeping.session import Session, start_game
from rules.core.pad.commands import Begin
from rules.core.refusals import Refused
from tests.games import open_store
from tests.rules.setups import SETUPS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
STEPS = 160
GAMES = (("amul", 1, ""), ("amul", 2, ""), ("amul", 3, ""), ("amul", 1, "score"), ("amulett", 1, ""))
RESUME = """
import json, sys
from pathlib import Path
from companion.games import load_games
from companion.keeping.folder_lock import FolderLock
from companion.keeping.session import resume_game
from companion.keeping.store import open_store

with FolderLock(Path(sys.argv[1])) as lock:
    store = open_store(lock, load_games().rules)
    for number in json.loads(sys.argv[2]):
        try:
            print(resume_game(store, number).last_seq)
        except Exception as error:
            print(type(error).__name__)
    store.close()
"""


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The last release, unpacked."""
    lines = (ROOT / "deploy/released").read_text("utf-8").splitlines()
    commit = lines[-1].split()[1]
    if (
        not (ROOT / ".git").exists()
        or subprocess.run(
            ["git", "cat-file", "-e", f"{commit}^{{commit}}"], cwd=ROOT, capture_output=True, check=False
        ).returncode
    ):
        pytest.skip("this clone lacks the released commit")
    parts = ("companion", "rules", "vision", "hardware", "assets")
    archive = subprocess.run(["git", "archive", commit, *parts], cwd=ROOT, capture_output=True, check=True).stdout
    folder = tmp_path_factory.mktemp("before")
    subprocess.run(["tar", "-x"], cwd=folder, input=archive, check=True)
    return folder


def _play(session: Session, random: Random, *, way: str = "") -> None:
    """By chance, a kind of command first; what the box asks is mostly answered."""
    if way:
        assert not isinstance(session.do(Begin(way)), Refused)
    for _ in range(STEPS):
        asked = session.game.question(session.state)
        if asked is not None and asked.ticks is not None and random.randrange(2):
            told = {fact: asked.ticks.values[0] for _, fact in asked.ticks.things}
            session.do(asked.ticks.tell(told, ()))
            continue
        by_kind = [[*some] for _, some in groupby(session.game.options(session.state), type)]
        if not by_kind:
            return
        command = random.choice(random.choice(by_kind))
        if type(command).__name__ != "Later" or random.randrange(4) == 0:
            session.do(command)


def test_a_game_goes_on_whole_or_is_refused_untouched(before: Path, tmp_path: Path) -> None:
    written: dict[int, int] = {}
    ties = together = 0
    with closing(open_store(tmp_path)) as store:
        for slug, seed, way in GAMES:
            started = start_game(store, SETUPS[slug](3, Random(seed), "rulebook"))
            assert not isinstance(started, Refused)
            ident, session = started
            _play(session, Random(seed), way=way)
            written[ident] = session.last_seq
            together += slug == "amulett" and sum(type(step.command).__name__ == "TellAll" for step in session.steps)
            ties += sum("ties." in getattr(step.command, "fact", "") for step in session.steps)
    assert ties, "a game with an answer that the release before did not know"
    assert together, "a game with a command that it did not know"
    words = [sys.executable, "-c", RESUME, str(tmp_path), json.dumps([*written])]
    surroundings = os.environ | {"PYTHONPATH": str(before)}
    said = subprocess.run(words, cwd=before, env=surroundings, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    outcomes = dict(zip(written, said.stdout.split(), strict=True))
    assert all(one in (str(written[ident]), "NewerGame") for ident, one in outcomes.items()), (written, outcomes)
    assert list(tmp_path.glob("games-damaged-*")) == []
    with closing(open_store(tmp_path)) as store:
        assert {row.id: row.entries for row in store.games()} == written
