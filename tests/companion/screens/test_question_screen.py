"""A question and why it is asked: nothing of it is cut, however many answers stand below."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.language.i18n import Phrases
from companion.models import Choice, Header
from companion.pages.begin.first_steps import STEPS, StepPage
from companion.program.window import Window
from companion.screens import choice_index
from companion.screens.question_screen import QuestionModel, QuestionScreen
from companion.settings.config import load_config
from tests.games import new_context, open_store
from tests.languages import OURS


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)], ids=str)
@pytest.mark.parametrize("language", OURS)
def test_a_long_reason_above_many_answers_is_read_whole(language: str, size: tuple[int, int]) -> None:
    say = Phrases(language)
    why = say("page.tea.recommended")  # with it they stand in two columns
    choices = tuple(Choice(say("page.tea.cards", n=tea), tea, why) for tea in range(1, 10))
    model = QuestionModel(Header(say("screen.start.title")), say("page.tea.title"), choices, say("page.tea.why"))
    window = Window.headless(size)
    window.show(QuestionScreen(model), 0)
    written = window.canvas._parts["question"].written
    assert [text.text for text in written if text.cut] == []
    assert "".join(text.text for text in written).replace(" ", "").endswith(say("page.tea.why").replace(" ", "")[-9:])


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("language", OURS)
def test_every_answer_of_the_first_steps_is_in_sight(tmp_path: Path, language: str, step: str) -> None:
    store = open_store(tmp_path)
    screen: Any = StepPage(new_context(load_config(files=()), store, language), step).screen(0)
    window = Window.headless((1280, 720))
    window.show(screen, 0)
    store.close()
    shown = {choice_index(target.key) for target in window.canvas.targets} - {None}
    assert shown == {*range(len(screen.model.choices))}
    assert [text.text for text in window.canvas.written if text.cut] == []
