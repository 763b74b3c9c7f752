"""Whose turn it is and what to do are the largest words on every page of play, with large text too."""

from __future__ import annotations

import pytest

from companion.drawing.canvas import DrawnText, _is_words
from companion.drawing.readable import cap_mm
from companion.program.window import Window
from companion.screens import Goto, Touched
from companion.screens.intents import Intent
from tests.gallery import all_samples
from tests.gallery.samples import SampleTable
from tests.games import GAMES

SAMPLES = all_samples(GAMES)
FIRST = ("table-", "tell", "scribe", "areas", "hands", "differs", "question", "fact", "amulett-", "sheet-", "number")
# No turn on them: what has passed, settings, the end; and the layout before the first card.
OTHERS = ("passed", "house-rules", "rules-", "areas", "area", "win", "barred", "over", "layout")
PLAY = [name for name in SAMPLES if name.startswith(FIRST) and not any(name.endswith(end) for end in OTHERS)]
PLAY = [name for name in PLAY if "layout" not in name and "rules" not in name]
# All their buttons are doors or answers: there holding next opens the rules.
WITHOUT_SIGN = ("number", "question", "fact", "tell", "scribe", "amulett-untaught-ask")


def _shown(name: str, language: str, players: int, zoom: float) -> tuple[str, list[DrawnText]]:
    """The part with the largest words, and all words of the frame but those of a moment."""
    window = Window.headless((800, 480), zoom=zoom)
    screen = SAMPLES[name](SampleTable(language, players))
    window.show(screen, 0)
    first = {text.text: text.px for text in window.canvas.written}
    assert not window.show(screen, 0), "the second frame is the first"
    assert {text.text: text.px for text in window.canvas.written} == first
    parts = {
        id(text): part for part, drawn in window.canvas._parts.items() for text in drawn.written if _is_words(text.text)
    }
    words = sorted((text for text in window.canvas.written if id(text) in parts), key=lambda text: -text.px)
    return parts[id(words[0])], words


@pytest.mark.parametrize("name", PLAY)
@pytest.mark.parametrize("zoom", [1.0, 1.5])
def test_what_now_is_largest(name: str, zoom: float) -> None:
    for language, players in (("en", 3), ("de", 8)):
        part, words = _shown(name, language, players, zoom)
        assert part in ("now", "question"), (part, words[0].text)
        assert words[0].px > words[1].px or len(words) == 1
        assert not words[0].cut


@pytest.mark.parametrize("name", ["table-pick", "tell", "scribe", "amulett-exchange"])
def test_it_can_be_read_at_two_metres_on_a_seven_inch_screen(name: str) -> None:
    _, words = _shown(name, "de", 8, 1.0)
    assert cap_mm(words[0].px, (800, 480), 7.0) >= 2.9


@pytest.mark.parametrize("name", [name for name in PLAY if not name.startswith(WITHOUT_SIGN)])
def test_the_rules_are_one_press_away(name: str) -> None:
    screen = SAMPLES[name](SampleTable("en", 3))
    window = Window.headless((800, 480))
    window.show(screen, 0)
    assert "rules" in {target.key for target in window.canvas.targets}
    assert screen.handle(Touched("rules")) == Goto("rules")
    assert screen.handle(Intent.RULES) == Goto("rules")
