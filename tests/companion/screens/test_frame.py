"""Standing remarks in the header: however many there are, what is written stays large enough to read."""

from __future__ import annotations

import pytest

from companion.drawing.regions import Region
from companion.models import Badge, Header
from companion.program.window import Window
from companion.screens.frame import paint_header

BADGES = (
    Badge("practice", "Übungswerte", "warn"),
    Badge("camera-off", "keine Kamera", "warn"),
    Badge("gem", "1 fehlt: Bo", "bad"),
)


@pytest.mark.parametrize(("count", "written"), [(1, 1), (2, 2), (3, 1)])
def test_two_have_words_and_of_three_the_last_one(count: int, written: int) -> None:
    window = Window.headless((800, 480))
    canvas = window.canvas
    canvas.begin()
    canvas.part("header", Region(0, 0, 1280, 74), paint_header, Header("T", "P", badges=BADGES[-count:]))
    canvas.end()
    shown = [text for text in canvas.written if text.text in {badge.text for badge in BADGES}]
    assert len(shown) == written
    assert "1 fehlt: Bo" in [text.text for text in shown]
    assert all(text.px / canvas.scale >= 16.5 for text in shown)
