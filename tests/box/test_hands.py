"""People at the box's keyboard look before they press; who begins, the box alone knows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.pages.begin.start_page import NewGame
from companion.screens.intents import Intent
from companion.screens.players_screen import DrawScreen
from tests.box.hands import Evening, Keyboard


class Box:
    """Takes keys and shows nothing."""

    def keys(self, *names: str, hold_ms: int = 0) -> None: ...


@pytest.mark.slow
def test_every_press_but_the_one_at_the_draw_waits_for_the_picture(tmp_path: Path) -> None:
    box: Any = Box()
    evening = Evening(box, tmp_path)
    evening.display = Keyboard(box)
    looked: list[str] = []
    evening.wait_until_shown = lambda *_: looked.append(type(evening.screen).__name__) or 0.0  # type: ignore[method-assign, func-returns-value]
    evening.choose([choice.value for choice in evening.screen.model.choices].index(NewGame("amul")))
    for number in range(3):
        evening.choose(number)
    evening.choose(len(evening.screen.model.roster) + 1)
    assert isinstance(evening.screen, DrawScreen)
    before = [*looked]
    assert len(before) == 5
    evening.press([Intent.OK])
    assert not isinstance(evening.screen, DrawScreen)
    assert looked == before
