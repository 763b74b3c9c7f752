"""The example and the tables of ``docs/referee.md`` are true."""

from __future__ import annotations

import re
from pathlib import Path

from rules.amul import GAME
from rules.amul.rulings import RULINGS
from rules.amulett import GAME as AMULETT
from rules.amulett.options import OPTIONS
from tests.games import new_referee
from tests.rules.amulett.desks import lay_out

GUIDE = (Path(__file__).resolve().parents[3] / "docs" / "referee.md").read_text("utf-8")


def test_the_example_is_accepted_line_by_line() -> None:
    referee = new_referee("en")
    lines = [line for line in GUIDE.splitlines() if line.startswith('{"do"')]
    answers = [referee.answer(line.encode()) for line in lines]
    assert [answer["ok"] for answer in answers] == [True] * 5
    assert {"do": "offer", "seat": 1, "card": "silk#2"} in answers[-1]["options"]


def test_every_command_is_named() -> None:
    for game in (GAME, AMULETT):
        assert [name for name in game.commands.classes if f"`{name}`" not in GUIDE] == []


def test_every_ruling_is_named_with_its_values_the_default_first() -> None:
    rows = dict(re.findall(r"^\| `(A-[A-Z]+-\d)`[^|]*\|(.*)\|$", GUIDE, re.MULTILINE))
    named = {rule: tuple(re.findall(r"`(\w+)`", values)) for rule, values in rows.items()}
    assert named == {rule: tuple(values) for rule, values in RULINGS.items()}


def test_every_ruling_of_das_amulett_is_named_too() -> None:
    rows = dict(re.findall(r"^\| `((?:M-[A-Z0-9]+(?:-\d+)?)|judge|areas)`[^|]*\|(.*)\|$", GUIDE, re.MULTILINE))
    named = {rule: tuple(re.findall(r"`([\w-]+)`", values)) for rule, values in rows.items()}
    assert named == {rule: tuple(map(str, values)) for rule, values in OPTIONS.items() if len(values) > 1}
    assert [rule for rule, values in OPTIONS.items() if len(values) == 1 and f"`{rule}`" not in GUIDE] == []


def test_every_part_of_a_view_of_das_amulett_is_named() -> None:
    common = {"round", "phase", "turn", "start", "players", "practice"}
    shown = AMULETT.view(lay_out().state, 0)
    assert [key for key in shown if key not in common and f"`{key}`" not in GUIDE] == []


def test_every_part_of_a_view_is_named() -> None:
    from tests.rules.amul.tables import new

    common = {"game", "round", "phase", "turn", "start", "players", "practice"}
    assert [key for key in GAME.view(new(3), 0) if key not in common and f"`{key}`" not in GUIDE] == []
