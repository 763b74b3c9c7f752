"""A question and why it is asked: nothing of it is cut, however many answers stand below."""

from __future__ import annotations

import pytest

from companion.language.i18n import Phrases
from companion.models import Choice, Header
from companion.program.window import Window
from companion.screens.question_screen import QuestionModel, QuestionScreen
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
