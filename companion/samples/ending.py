"""Samples of the end of Āmul: reading hands, the pad, workings, the winner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from companion.samples.amul_table import AREAS
from companion.samples.stage import Stage, practice_facts
from companion.screens import Screen
from companion.screens.pad import PadScreen
from companion.screens.qr import QrModel, QrScreen
from companion.screens.reading import ReadingModel, ReadingRow, ReadingScreen
from companion.screens.winner import WinnerScreen
from companion.screens.workings import WorkingsScreen
from companion.views.model import Action, Choice, Header, Hints, NowLine, card_model
from companion.views.score import pad_view, winner_view, workings_view
from rules.amul.facts import parse_facts
from rules.amul.scoring import score_json, score_table

MORE = (("trader-1", "silk#5"), ("trader-2",), ("dervish", "tent"), ("medallion#p1",), (), ("yurt",), ("opium#1",), ())


@cache
def sample_score(names: tuple[str, ...]) -> Mapping[str, Any]:
    """A real score of the sample areas, by the practice values."""
    facts = parse_facts(practice_facts())
    areas = [AREAS[seat] + MORE[seat] for seat in range(len(names))]
    scored = score_table(facts, areas, names=names, told={"courtesan": 4})
    return score_json(scored, facts=facts, facts_name="practice")


def _pad(stage: Stage, shown: int | None = None) -> Screen:
    screen = PadScreen(pad_view(sample_score(stage.names), stage.say), full=shown is None)
    if shown is not None:
        screen.shown = shown
    return screen


def _workings(stage: Stage) -> Screen:
    return WorkingsScreen(workings_view(sample_score(stage.names), 2, stage.say), "green")


def _link(stage: Stage) -> str:
    """As long as a real one."""
    return "https://app.bgstatsapp.com/createPlay.html?data=" + "%7B%22name%22%3A" * (12 + 8 * stage.players)


def _code(stage: Stage) -> Screen:
    say = stage.say
    hints = Hints(back=say("screen.hint.back"), hold_ok=say("screen.hint.menu"))
    return QrScreen(QrModel(Header(say("screen.winner.code")), _link(stage), say("screen.winner.code_text"), hints))


def _winner(stage: Stage) -> Screen:
    say = stage.say
    choices = tuple(
        Choice(say(f"screen.winner.{name}"), name, icon=icon)
        for name, icon in (("again", "play"), ("code", "pad"), ("log", "list"), ("home", "back"))
    )
    remarks = (say("screen.sample.record"),)
    return WinnerScreen(winner_view(sample_score(stage.names), say, qr=_link(stage), remarks=remarks, choices=choices))


def _hands(stage: Stage) -> Screen:
    say = stage.say
    rows = tuple(
        ReadingRow(seat, name, 4 if seat < 1 else 3 if seat == 1 else 0, done=seat < 1, now=seat == 1)
        for seat, name in enumerate(stage.names)
    )
    return ReadingScreen(
        ReadingModel(
            header=Header(say("screen.game.amul"), say("screen.reading.title")),
            now=NowLine(
                say("screen.reading.hand", seat=1), say("screen.reading.why"), say("screen.reading.next", seat=2), 1
            ),
            rows=rows,
            ticks=3,
            actions=(
                Action(say("screen.reading.all_shown"), "done", "tick"),
                Action(say("screen.tell"), goto="tell", icon="list"),
            ),
            hints=Hints(
                say("screen.hint.choose"),
                say("screen.hint.choose"),
                say("screen.hint.ok"),
                hold_ok=say("screen.hint.menu"),
            ),
        )
    )


def _areas(stage: Stage) -> Screen:
    say = stage.say
    rows = tuple(
        ReadingRow(seat, name, len(AREAS[seat]) if seat <= 2 else 0, done=seat < 2, now=seat == 2)
        for seat, name in enumerate(stage.names)
    )
    cards = tuple(
        card_model(card, say, practice_facts(), "seen" if card == "gem#2" else "settled") for card in AREAS[2]
    )
    return ReadingScreen(
        ReadingModel(
            header=Header(say("screen.game.amul"), say("screen.start.score")),
            now=NowLine(say("screen.reading.area", seat=2), "", "", 2),
            rows=rows,
            cards=cards,
            actions=(
                Action(say("screen.reading.all_shown"), "done", "tick"),
                Action(say("screen.tell"), goto="tell", icon="list"),
            ),
            differences=(say("screen.sample.difference", card="jade#1", seat=1),),
            hints=Hints(
                say("screen.hint.choose"),
                say("screen.hint.choose"),
                say("screen.hint.ok"),
                hold_ok=say("screen.hint.menu"),
            ),
        )
    )


SAMPLES: Mapping[str, Callable[[Stage], Screen]] = {
    "hands": _hands,
    "areas": _areas,
    "pad-filling": lambda stage: _pad(stage, 4),
    "pad": _pad,
    "workings": _workings,
    "winner": _winner,
    "code": _code,
}
