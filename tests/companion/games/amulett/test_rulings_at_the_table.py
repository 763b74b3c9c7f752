"""What the cards decide, at the table: asked once with both readings in words, kept, the same through the referee."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.keeping.session import start_game
from companion.screens.doors_screen import DoorsScreen
from companion.screens.question_screen import QuestionScreen
from companion.table.table import Table
from rules.amulett import GAME
from rules.amulett.commands import Bid, Name, Pass, TakeGem
from rules.amulett.reasons import notes
from rules.core.commands import value_of
from rules.core.game import Setup
from rules.core.journal import Step
from rules.core.refusals import Refused
from tests.companion.person import Person
from tests.games import document, game_box, new_referee
from tests.rules.amulett.desks import Desk, facts, gather, idle
from tests.rules.amulett.test_exchange import METALS, takes

NAMES = ("Ada", "Bo", "Cem")
PASSED = (Bid(0, 3), Pass(1), Pass(2))


@dataclass(frozen=True)
class Case:
    """A position in which a spell of Ada's comes to matter; what each reading, as it stands on the screen, brings."""

    rule: str
    spell: str
    area: str
    stage: str
    moves: tuple[Any, ...]
    readings: dict[str, tuple[str | int, int]]

    @property
    def table(self) -> dict[str, Any]:
        laid = gather([[], [], []], self.area, **{self.area: ["red", "green", "white", "grey"]})
        hands = [dict.fromkeys(METALS, 6) for _ in NAMES]
        return {"spells": [{self.spell: 2}, {}, {}], "metals": hands, "markers": [3] * 20, **laid}


# a1 asks for gold and b1, a pyramid at the wall, for copper; each hand holds six of each metal.
TAKEN_BACK = {"One card": (1, 1), "Two cards": (2, 2)}
CASES = (
    Case("M-R1", "brennendes-verlangen", "a1", "before", (Name(0, "copper"),),
         {"All bidders": ("all", 12), "Only its owner": ("owner", 6)}),
    Case("M-R4", "einfluss", "b1", "exchange", PASSED, TAKEN_BACK),
    Case("M-R5", "einfluss-der-baumeister", "b1", "exchange", PASSED, TAKEN_BACK),
    Case("M-R6", "einfluss-der-pharaonen", "b1", "exchange", PASSED, TAKEN_BACK),
    Case("M-R8", "geschenk-der-baumeister", "a2", "exchange", PASSED,
         {"At the great wall": ("wall", 2), "Where a pyramid stands": ("pyramid", 1)}),
)  # fmt: skip
BOTH = [
    pytest.param(case, label, id=f"{case.rule}-{value}")
    for case in CASES
    for label, (value, _) in case.readings.items()
]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    assert game_box("amulett").own_path().is_relative_to(tmp_path)


def begun(person: Person, case: Case, rulings: dict[str, Any]) -> Table:
    """At the moment when the spell matters, on the screen."""
    person.app.context.facts = "own"
    started = start_game(person.store, Setup("amulett", NAMES, facts=facts(rulings=rulings), table=case.table))
    assert not isinstance(started, Refused), started
    page = Table(person.app.context, *started)
    person.app.play(page)
    while (page.live.session.state.phase, page.live.session.state.stage) != ("gem", case.stage):
        page.live.do(idle(page.live.options), 0)
    for command in case.moves:
        page.live.do(command, 0)
    person.app.tick()
    return page


def outcome(case: Case, desk: Desk) -> int:
    """How much the next bidder may bid, how many cards come back, how many gems the winner has."""
    match case.rule:
        case "M-R1":
            return max(desk.do(Pass(0)).bids)
        case "M-R8":
            while gems := [option for option in desk.options if isinstance(option, TakeGem)]:
                desk.do(gems[0])
            return len(desk.view["players"][0]["gems"])
        case _:
            return takes(desk)


def refereed(case: Case, rulings: dict[str, Any], steps: list[Any], folder: Path) -> list[Any]:
    """What may be done after the same steps, as the referee over JSON has it."""
    (folder / "box.json").write_text(json.dumps(facts(rulings=rulings)))
    referee = new_referee("en", folder=folder)
    lines = [{"do": "new", "game": "amulett", "players": list(NAMES), "facts": "box.json", "table": case.table}]
    lines += [GAME.commands.encode(step) for step in steps]
    for line in [*lines, {"do": "options"}]:
        answer = referee.answer(json.dumps(line).encode())
        assert answer["ok"], (line, answer)
    return list(answer["options"])


@pytest.mark.slow
@pytest.mark.rule(*(case.rule for case in CASES))
@pytest.mark.parametrize(("case", "label"), BOTH)
def test_asked_once_with_both_readings_and_played_by_the_answer(
    case: Case, label: str, person: Person, tmp_path: Path
) -> None:
    value, count = case.readings[label]
    live = begun(person, case, {}).live
    screen = person.screen
    assert isinstance(screen, DoorsScreen)
    shown = [node.label for door in screen.doors.values() for node in door]
    assert set(shown[:2]) == set(case.readings)
    person.tell(label)
    assert live.question is None
    assert document("amulett", "own")["rulings"][case.rule] == value
    steps = [step.command for step in live.session.steps if isinstance(step, Step)]
    assert value_of(steps[-1]) == value
    now = [GAME.commands.encode(option) for option in live.options]
    assert refereed(case, {}, steps, tmp_path) == now
    assert refereed(case, {case.rule: value}, steps[:-1], tmp_path) == now, "a box that tells it is not asked"
    assert outcome(case, Desk(live.session.state)) == count


@pytest.mark.slow
@pytest.mark.parametrize(("case", "label"), BOTH)
def test_the_next_night_goes_by_it_and_says_why(case: Case, label: str, person: Person) -> None:
    value, count = case.readings[label]
    page = begun(person, case, {case.rule: value})
    assert page.live.question is None
    assert not isinstance(person.screen, DoorsScreen | QuestionScreen)
    spell = page.desk.say.name("spell", case.spell)
    assert f"{spell}, as the card says: {label}." in [
        page.desk.say.say(note) for note in notes(page.live.session.state)
    ]
    assert outcome(case, Desk(page.live.session.state)) == count
