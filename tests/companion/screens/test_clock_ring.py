"""A clock that runs down."""

from __future__ import annotations

import pytest

from companion.screens.clock_ring import clock_model


@pytest.mark.parametrize(
    ("left", "sixtieths", "text", "urgent"),
    [(30_000, 60, "30", False), (14_001, 28, "15", False), (4_900, 10, "5", True), (-3, 0, "0", True)],
)
def test_the_ring_shows_the_time_left(left: int, sixtieths: int, text: str, urgent: bool) -> None:
    clock = clock_model(left, 30_000)
    assert (clock.sixtieths, clock.text, clock.urgent) == (sixtieths, text, urgent)
