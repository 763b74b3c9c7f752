"""A game without sample screens of its own gets into the gallery by being played at random."""

from __future__ import annotations

import pygame
import pytest

from companion.contract import TableGame
from companion.measuring import rules
from companion.program.window import Window
from companion.screens.question_screen import QuestionScreen
from tests.gallery import by_chance
from tests.gallery.samples import SampleTable
from tests.games import GAMES
from tests.languages import LANGUAGES

every_game = pytest.mark.parametrize("game", tuple(GAMES), ids=lambda game: game.slug)


@pytest.mark.slow
@every_game
def test_it_is_shown_when_it_begins_later_and_over(game: TableGame) -> None:
    drawn = []
    for language in LANGUAGES:
        for name, sample in by_chance.samples(game).items():
            assert name.startswith(f"{game.slug}-")
            window = Window.headless((800, 480))
            assert window.show(sample(SampleTable(language, 8)), 0)
            drawn.append(pygame.image.tobytes(window.canvas.surface, "RGB"))
    assert len(drawn) == len(set(drawn)) == len(LANGUAGES) * (len(by_chance.MOMENTS) + 1)


@pytest.mark.slow
@every_game
def test_its_typical_change_shows_something_else_in_every_frame(game: TableGame) -> None:
    for change in by_chance.changes(game).values():
        window, frames = Window.headless((800, 480)), change(SampleTable("en", 3))
        assert [window.show(*next(frames)) for _ in range(4)] == [True] * 4


@every_game
def test_where_chance_brings_no_end_there_is_no_result(game: TableGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST_ENTRIES", 10)
    monkeypatch.setattr(by_chance, "_JOURNALS", {})
    assert isinstance(by_chance.samples(game)[f"{game.slug}-over"](SampleTable("en", 3)), QuestionScreen)
