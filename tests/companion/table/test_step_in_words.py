"""A step of laying out the table in words says every number that the screen shows of it."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from companion.contract import TableGame
from companion.keeping.session import start_game
from companion.models import Shelf, Token
from companion.pages.play.layout_view import layout_model
from companion.screens.layout_screen import LayoutModel
from companion.settings.config import load_config
from companion.table.laying_out import NEXT, LayingOut
from companion.table.table import Table
from tests.games import GAMES, new_context, open_store
from tests.languages import OURS
from tests.rules.setups import SETUPS

LAID_OUT = tuple(game for game in GAMES if game.setup_steps is not None)
NUMBER = re.compile(r"\d+")


def _of_shelf(shelf: Shelf) -> str:
    return " ".join((shelf.label, shelf.figure, *(thing.text for thing in shelf.things if isinstance(thing, Token))))


def _on_screen(model: LayoutModel) -> set[str]:
    lines = (f"{line.figure} {line.text}" for line in model.lines)
    return set(NUMBER.findall(" ".join((model.title, *lines, *map(_of_shelf, model.shelves)))))


@pytest.mark.slow
@pytest.mark.parametrize("game", LAID_OUT, ids=lambda game: game.slug)
def test_every_number_of_a_step_stands_in_its_words(game: TableGame, tmp_path: Path) -> None:
    context = new_context(load_config(files=(), pairs=("night.setup=false",)), open_store(tmp_path), "en", "practice")
    for players in game.rules.seats:
        started = start_game(context.store, SETUPS[game.slug](players, Random(players)))
        assert isinstance(started, tuple), started
        table = Table(context, *started)
        for code in OURS if players in (game.rules.seats[0], game.rules.seats[-1]) else OURS[:1]:
            desk = table.desk_in(code)
            laying, seen = LayingOut(desk), 0
            while not laying.is_over:
                model = layout_model(laying.shown, laying.at, desk.say, game.slug, laying.choices())
                step = laying.in_words(desk)
                missing = _on_screen(model) - set(NUMBER.findall(" ".join((step.title, *step.lines))))
                assert not missing, (players, code, step)
                seen += len(_on_screen(model))
                laying.answer(NEXT, 0)
            assert seen, "there are numbers to lose"
    context.store.close()
