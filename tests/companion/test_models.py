"""What every screen is made of."""

from __future__ import annotations

import pytest

from companion.language.i18n import Phrases
from companion.models import clock_text, phase_steps


def test_the_round_is_a_track_with_past_now_next_and_later() -> None:
    steps = phase_steps(("offer", "pick", "reveal", "effects"), "pick", Phrases("en"))
    assert [step.state for step in steps] == ["past", "now", "next", "later"]
    assert {step.state for step in phase_steps(("offer", "pick"), "over", Phrases("en"))} == {"past"}


@pytest.mark.parametrize(("ms", "text"), [(0, "0:00"), (67_900, "1:07"), (3_787_000, "1:03:07"), (-5, "0:00")])
def test_a_clock_reads_as_people_write_it(ms: int, text: str) -> None:
    assert clock_text(ms) == text
