"""The games, and how tests come by what is built of one: thin, so that a test names a game by its slug."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from companion.commands.score import _game as game_of
from companion.contract import Context, Desk, TableGame, WrittenTable
from companion.facts.box import GameBox
from companion.facts.file import read_document
from companion.games import load_games
from companion.games.amul.box import AmulBox
from companion.keeping import session as sessions
from companion.keeping import store as stores
from companion.keeping.session import Keep, Session
from companion.keeping.store import Store
from companion.language.i18n import Phrases
from companion.play.live_game import Learn, LiveGame
from companion.play.referee import Referee
from companion.play.simulated.players import SimulatedPlayers
from companion.settings.config import Config
from companion.twin import simulation
from companion.twin.simulation import Look, Simulation, told_outright
from rules.amul.facts import Facts
from rules.core.game import Game, Setup
from rules.core.refusals import Refused
from tests.doubles.locks import NoLock

GAMES = load_games()
RULES = tuple(game.rules for game in GAMES)
SECRETIVE = {"sheet": "sheet-skull-king"}  # of a game that stands for many, one in which something is hidden


def rules_of(slug: str) -> Game[Any]:
    """Of a game that is there."""
    return GAMES[slug].rules


def secretive(game: TableGame) -> TableGame:
    """The game itself, or what it stands for that hides something."""
    return GAMES[SECRETIVE.get(game.slug, game.slug)]


# Boxes.


def game_box(slug: str, home: Path | None = None) -> GameBox:
    """``home``: the data folder with the owner's facts, None: where the settings say."""
    return GAMES.box(slug, home)


def document(slug: str, facts: str | None = "practice", home: Path | None = None) -> Mapping[str, Any]:
    """The facts of a game's box as plain values."""
    return game_box(slug, home).document(facts, Path())


def amul_facts(facts: str = "practice", folder: Path = Path(), home: Path | None = None) -> Facts:
    """The facts of Āmul's box as its rules have them."""
    return AmulBox().at(home).facts(facts, folder)


def card_tags(slug: str, facts: Mapping[str, Any] | None = None) -> dict[str, str]:
    return game_box(slug).card_tags(facts)


def phrases_for(
    slug: str, language: str, facts: Mapping[str, Any], players: Sequence[str] = (), edition: str | None = None
) -> Phrases:
    return game_box(slug).phrases(language, facts, players, edition)


# What is kept and played.


def open_store(folder: Path, *, patient: bool = False) -> Store:
    """Without a lock: tests look into a folder while something plays there."""
    return stores.open_store(NoLock(folder), GAMES.rules, patient=patient)


def open_game(setup: Setup, keep: Keep = lambda *_: None) -> Session | Refused:
    """A session that is kept nowhere, unless ``keep`` says so."""
    return sessions.open_game(rules_of(setup.game), setup, keep)


def tell_command(session: Session, fact: str, value: Any) -> Any:
    """The command by which a fact is told at any time."""
    tell = GAMES.session(session).answer_command
    assert tell is not None
    return tell(fact, value)


def new_context(config: Config, store: Store, language: str = "en", facts: str = "own") -> Context:
    return Context(config, store, language, GAMES, facts)


def bare_desk(live: LiveGame, say: Phrases) -> Desk:
    """A game on the table without the program around it: for what asks of it only the game and its words."""
    return Desk(cast("Context", None), GAMES.session(live.session), live, say)


def new_referee(language: str = "en", game: str | None = None, folder: Path | None = None) -> Referee:
    return Referee(language, GAMES.playable, game, folder)


def read_table(path: Path, home: Path | None = None) -> WrittenTable:
    """A table out of a file, as ``companion score`` reads it."""
    told = read_document(path)
    game = game_of(told, path)
    assert game.scoring is not None
    return game.scoring.read_file(told, path, game.box.at(home))


# Simulated people.


def new_setup(
    slug: str, players: int, seed: int, facts: str = "practice", home: Path | None = None, **options: Any
) -> Setup:
    return simulation.new_setup(GAMES[slug], players, seed, facts, home, **options)


def new_players(setup: Setup, seed: int, box: Mapping[str, Any] | None = None) -> SimulatedPlayers:
    return simulation.new_players(GAMES[setup.game], setup, seed, box)


def new_simulation(
    setup: Setup, people: SimulatedPlayers, look: Look = told_outright, learn: Learn | None = None
) -> Simulation:
    return Simulation(GAMES[setup.game], setup, people, look, learn)
