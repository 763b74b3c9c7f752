"""The games, one folder each. Games are only found here; nothing imports one by name.

A game is a package here with ``GAME``, a ``companion.contract.TableGame``; or it is installed separately and has an
entry point in the group ``table_companion.games``. One that cannot be loaded is reported and left out.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import pkgutil
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Any

from companion import __version__
from companion.blame import game_points, let_through, reason_of
from companion.contract import VERSION, BrokenGame, Games, TableGame
from companion.facts.box_files import check_files
from companion.language.i18n import include_texts
from companion.language.wording import Trouble
from companion.play.mat_reading import MAT
from companion.settings.spoken_parser import with_values
from rules.core.words import Words, words
from vision.tags.text import CONTROL, SEAT

LONGEST_LOAD_S = 60  # of a game beside ours, which usually takes less than one
OF_NO_GAME = {SEAT: "labels.seats", CONTROL: "labels.controls"}

logger = logging.getLogger(__name__)


@cache
def load_games() -> Games:
    """Finds all games, once."""
    found: dict[str, TableGame] = {}
    broken: list[BrokenGame] = []
    releases: dict[str, str] = {}
    for name, load, release in _sources():
        game = _loaded(name, load)
        if isinstance(game, TableGame) and (why := _unfit(name, game, found.values())) is not None:
            game = BrokenGame(name, why)
        if isinstance(game, BrokenGame):
            broken.append(game)
        else:
            found[game.slug], releases[game.slug] = game, release
    return Games(found.values(), broken, releases)


def name_games(action: argparse.Action) -> None:
    """For ``--help``: the games that an option takes."""
    with_values(action, games=", ".join(load_games().slugs))


def _unfit(name: str, game: TableGame, others: Iterable[TableGame]) -> Words | None:
    """Why a game cannot stand beside those found before it."""
    letter = game.box.letter
    if letter in OF_NO_GAME:
        return words("games.letter", name=name, letter=letter, slug=words(OF_NO_GAME[letter]))
    for other in others:
        if game.slug == other.slug:
            return words("games.twice", name=name, slug=game.slug)
        if letter and letter == other.box.letter:
            return words("games.letter", name=name, letter=letter, slug=other.slug)
    return None


def _sources() -> Iterator[tuple[str, Callable[[], Any], str]]:
    """Name, how to load it, and which release of it this is."""
    for module in pkgutil.iter_modules(__path__):
        yield module.name, partial(_game_of, module.name), __version__
    for point in game_points():
        own = "" if point.dist is None else point.dist.version
        yield point.name, partial(_in_time, point.name, point.load), f"{__version__} {own}"


def _game_of(name: str) -> Any:
    return importlib.import_module(f"{__name__}.{name}").GAME


class _Endless(BaseException):
    """Not an ``Exception``, which whatever does not end may catch."""


def _in_time(name: str, load: Callable[[], Any]) -> Any:
    """A game that never comes to an end is left out as well. Only the main thread can be called away from it."""
    if threading.current_thread() is not threading.main_thread():
        return load()
    before = signal.signal(signal.SIGALRM, _call_away)
    former = signal.setitimer(signal.ITIMER_REAL, LONGEST_LOAD_S, 1)
    try:
        return load()
    except _Endless as error:
        raise Trouble(words("games.broken", name=name, why=f"> {LONGEST_LOAD_S} s")) from error
    finally:
        signal.setitimer(signal.ITIMER_REAL, *former)
        signal.signal(signal.SIGALRM, before)


def _call_away(*_: object) -> None:
    raise _Endless


def _loaded(name: str, load: Callable[[], Any]) -> TableGame | BrokenGame:
    try:
        game = load()
        if not isinstance(game, TableGame):
            return BrokenGame(name, words("games.no_game", name=name))
        if game.version != VERSION:
            return BrokenGame(name, words("games.version", name=name, theirs=game.version, ours=VERSION))
        _try_data(name, game)
    except Trouble as error:
        return BrokenGame(name, error.said)
    except BaseException as error:  # whatever is wrong with it, the others are played
        let_through(error)
        logger.exception("the game %s cannot be loaded", name)
        return BrokenGame(name, words("games.broken", name=name, why=reason_of(error)))
    return game


def _try_data(name: str, game: TableGame) -> None:
    """Checks that its data can be read: tags and zones, and of an installed game its name in every language.

    Tests check the texts of our own games; reading them all would cost every command a tenth of a second.
    """
    check_files(name, game.box, MAT)
    if game.box.folder is not None:
        include_texts(game.box.folder, game.slug)
