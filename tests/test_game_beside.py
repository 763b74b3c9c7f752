"""A game that is a package of its own, installed beside the companion: found by its entry point, and left out if bad.

The companion's wheel stands in an empty environment (see ``tests/test_wheel.py``); the game of docs/adding-a-game.md is
built as a second wheel and installed there.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.beside import built, call, write_highest
from tests.test_wheel import Installed, installed

pytestmark = pytest.mark.slow

__all__ = ["installed"]  # the fixture

# A night of the game beside us without a window, and what the start page says of games that cannot be used.
NIGHT = """
import json
from pathlib import Path
from companion.games import load_games
from companion.twin.simulation import new_players, new_setup
from companion.twin.simulation import Simulation
games = load_games()
game = games["highest"]
setup = new_setup(game, 3, 1)
outcome = Simulation(game, setup, new_players(game, setup, 1)).run()
cards = [(card.card, card.tag, *card.names) for card in game.box.tagged(languages=["de"])][:1]
print(json.dumps({"slugs": games.slugs, "finished": outcome.finished, "cards": cards,
                  "name": game.box.phrases("de", {})("screen.game.highest")}))
"""
START = """
import json, tempfile
from pathlib import Path
from companion.contract import Context
from companion.games import load_games
from companion.keeping.folder_lock import FolderLock
from companion.keeping.store import open_store
from companion.pages.begin.start_page import StartPage
from companion.settings.config import load_config
games = load_games()
with tempfile.TemporaryDirectory() as folder:
    store = open_store(FolderLock(Path(folder)), games.rules)
    context = Context(load_config(files=()), store, "en", games)
    model = StartPage(context).screen(0).model
print(json.dumps({"choices": [choice.label for choice in model.choices],
                  "notices": [notice.text for notice in model.notices]}))
"""
# The same once more by the doctor, in a line of its own.
ASK_ALL = (
    START
    + """
import contextlib, io
from companion.cli import main
told = io.StringIO()
with contextlib.redirect_stdout(told):
    assert main(["doctor", "--json"]) == 0
print(json.dumps(json.loads(told.getvalue())))
"""
)


@pytest.fixture(scope="module")
def beside(installed: Installed, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    wheel = built(write_highest(tmp_path_factory.mktemp("highest")), tmp_path_factory.mktemp("dist"))
    python = installed.folder / "bin/python"
    call("-m", "pip", "--python", python, "install", "-q", "--no-deps", "--no-index", wheel)
    return installed


@pytest.fixture
def stranger(beside: Installed) -> Iterator[Path]:
    """Where one more package can be laid down; it goes again."""
    info = beside.site / "stranger-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1\n", "utf-8")
    (info / "entry_points.txt").write_text("[table_companion.games]\nstranger = stranger_game:GAME\n", "utf-8")
    yield beside.site / "stranger_game.py"
    shutil.rmtree(info)
    (beside.site / "stranger_game.py").unlink(missing_ok=True)


def test_it_is_found_played_and_named_in_both_languages(beside: Installed) -> None:
    done = beside.run("-c", NIGHT)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert "highest" in told["slugs"]
    assert len(told["slugs"]) > 1
    assert told["finished"]
    assert told["cards"] == [["number#1", "TCH001N", "Nummer 1"]]
    assert told["name"] == "Höchste"


def test_it_stands_on_the_start_page_and_in_the_doctors_page(beside: Installed) -> None:
    started = json.loads(beside.run("-c", START).stdout)
    assert "Highest" in started["choices"]
    assert started["notices"] == []
    page = json.loads(beside.run(str(beside.folder / "bin/companion"), "doctor", "--json").stdout)
    assert any("highest" in part["says"] for part in page["parts"] if part["part"] == "table games")


BAD = {
    "cannot be loaded": "raise RuntimeError('half a game')",
    "but is not one": "GAME = 'chess'",
    "made for version 99": (
        "from dataclasses import replace\nfrom highest_game import GAME as G\nGAME = replace(G, version=99)"
    ),
    "two games called highest": "from highest_game import GAME",
    "no attribute 'GAME'": "",
}


@pytest.mark.parametrize("why", BAD)
def test_a_bad_one_is_named_and_the_others_are_played(beside: Installed, stranger: Path, why: str) -> None:
    stranger.write_text(BAD[why], "utf-8")
    done = beside.run("-c", ASK_ALL + NIGHT)
    assert done.returncode == 0, done.stderr
    started, page, night = map(json.loads, done.stdout.splitlines())
    assert [why in notice and "stranger" in notice for notice in started["notices"]] == [True]
    assert "Highest" in started["choices"]
    parts = {part["part"]: part for part in page["parts"]}
    assert (parts["game stranger"]["state"], why in parts["game stranger"]["says"]) == ("missing", True)
    assert parts["game stranger"]["next"]
    assert night["finished"]


def test_a_letter_belongs_to_one_game(beside: Installed, stranger: Path) -> None:
    """Its tags would be taken for the cards of another."""
    data = beside.site / "stranger_data"
    shutil.copytree(beside.site / "highest_game/data", data)
    try:
        for code in ("en", "de"):
            path = data / f"{code}.toml"
            path.write_text(path.read_text("utf-8").replace("highest = ", "stranger = "), "utf-8")
        stranger.write_text(
            "from pathlib import Path\n"
            "from companion.contract import TableGame\nfrom companion.facts.box import GameBox\n"
            "from highest_game.highest import Highest\n"
            "class Stranger(Highest):\n    slug = 'stranger'\n"
            "GAME = TableGame(rules=Stranger(), box=GameBox('stranger', Path(__file__).parent / 'stranger_data'))\n",
            "utf-8",
        )
        (notice,) = json.loads(beside.run("-c", START).stdout)["notices"]
        assert "begin with H" in notice
        tags = data / "tags.toml"
        tags.write_text(tags.read_text("utf-8").replace('letter = "H"', 'letter = "S"'), "utf-8")
        (notice,) = json.loads(beside.run("-c", START).stdout)["notices"]
        assert "begin with S, as those of seat cards do" in notice
    finally:
        shutil.rmtree(data)
