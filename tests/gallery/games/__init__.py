"""Sample screens and typical changes of each game: its own, found by its slug, or those of a game played by chance."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from importlib.util import find_spec
from types import ModuleType

from companion.contract import TableGame
from tests.gallery import by_chance
from tests.gallery.samples import Change, Sample


def samples_of(game: TableGame) -> Mapping[str, Sample]:
    own = _own(game)
    return by_chance.samples(game) if own is None else own.SAMPLES


def changes_of(game: TableGame) -> Mapping[str, Change]:
    own = _own(game)
    return by_chance.changes(game) if own is None else own.CHANGES


def _own(game: TableGame) -> ModuleType | None:
    """The package of this name here, if it has one."""
    assert game.screens  # with them its icons come
    name = f"{__name__}.{game.slug}"
    return importlib.import_module(name) if find_spec(name) else None
