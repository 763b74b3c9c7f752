"""Āmul on the table: what is worth a line of help, and what can be told by hand."""

from __future__ import annotations

import pytest

from companion.games.amul.board import things
from tests.companion.nights import help_lines, met


@pytest.mark.slow
def test_every_line_about_amul_comes_up_in_a_night() -> None:
    assert met("amul", range(2), lambda live: things(live.view, live.facts), tea=3) == help_lines("amul")
