"""Samples of the end of Āmul: reading hands, the pad, workings, the winner."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import cast

from companion.games.amul.cards import card_model, row_mark
from companion.games.amul.reading_view import EndAround, LaidCards, end_view
from companion.keeping.session_stats import RoundPoints
from companion.models import Action, Choice, Header, Hints, NowLine
from companion.pages.play.end_page import last_choices
from companion.pages.play.score_models import not_yet_view, pad_view, winner_view, workings_view
from companion.screens import Screen
from companion.screens.pad_screen import PadScreen
from companion.screens.qr_screen import QrModel, QrScreen
from companion.screens.question_screen import QuestionScreen
from companion.screens.reading_screen import ReadingModel, ReadingRow, ReadingScreen
from companion.screens.winner_screen import WinnerScreen
from companion.screens.workings_screen import WorkingsScreen
from rules.amul.facts import parse_facts
from rules.amul.scoring import AmulScore, score_json, score_table
from rules.core.scoring import left_so, totals_of
from rules.core.table import Doubt, Resolution
from rules.core.words import words
from tests.gallery.games.amul.stage import phrases, practice_facts
from tests.gallery.games.amul.table import AREAS, sample_view
from tests.gallery.samples import Sample, SampleTable

MORE = (("trader-1", "silk#5"), ("trader-2",), ("dervish", "tent"), ("medallion#p1",), (), ("yurt",), ("opium#1",), ())


@cache
def sample_score(names: tuple[str, ...]) -> AmulScore:
    """A real score of the sample areas, by the practice values."""
    facts = parse_facts(practice_facts())
    areas = [AREAS[seat] + MORE[seat] for seat in range(len(names))]
    scored = score_table(facts, areas, names=names, told={"courtesan": 4})
    return score_json(scored, facts=facts, facts_name="practice")


@cache
def half_known_score(names: tuple[str, ...]) -> AmulScore:
    """The same areas when of each second kind neither power nor symbols were told, and of some not the colour."""
    document = practice_facts()
    cards = {
        slug: {key: value for key, value in entry.items() if number % 2 or key not in ("power", "traits")}
        for number, (slug, entry) in enumerate(sorted(document["cards"].items()))
    }
    cards["yurt"].pop("colour", None)
    facts = parse_facts({**document, "practice": False, "cards": cards})
    areas = [AREAS[seat] + MORE[seat] for seat in range(len(names))]
    return score_json(score_table(facts, areas, names=names), facts=facts, facts_name="own")


def _not_yet(stage: SampleTable) -> Screen:
    return QuestionScreen(not_yet_view(half_known_score(stage.names), phrases(stage), ["tell", "points"]))


def _unknown_pad(stage: SampleTable) -> Screen:
    return PadScreen(pad_view(half_known_score(stage.names), phrases(stage), row_mark), full=True)


def _unknown_workings(stage: SampleTable) -> Screen:
    score = half_known_score(stage.names)
    return WorkingsScreen(workings_view(score, 0, phrases(stage), row_mark), "arab")


def _left_winner(stage: SampleTable) -> Screen:
    say = phrases(stage)
    score = cast("AmulScore", left_so(half_known_score(stage.names)))
    return WinnerScreen(winner_view(score, say, row_mark, choices=last_choices(say)))


def _pad(stage: SampleTable, shown: int | None = None) -> Screen:
    screen = PadScreen(pad_view(sample_score(stage.names), phrases(stage), row_mark), full=shown is None)
    if shown is not None:
        screen.shown = shown
    return screen


def _workings(stage: SampleTable) -> Screen:
    return WorkingsScreen(workings_view(sample_score(stage.names), 2, phrases(stage), row_mark), "green")


def _link(stage: SampleTable) -> str:
    """As long as a real one."""
    return "https://app.bgstatsapp.com/createPlay.html?data=" + "%7B%22name%22%3A" * (12 + 8 * stage.players)


def _code(stage: SampleTable) -> Screen:
    say = phrases(stage)
    hints = Hints(back=say("screen.hint.back"), hold_ok=say("screen.hint.menu"))
    return QrScreen(QrModel(Header(say("screen.winner.code")), _link(stage), say("screen.winner.code_text"), hints))


def _winner(stage: SampleTable, lacking: int = 0) -> Screen:
    say = phrases(stage)
    choices = (Choice(say("screen.pad.title"), "pad", icon="pad"), *last_choices(say))
    if lacking:
        choices = (Choice(say("after.missing", n=lacking), "missing", icon="question"), *choices)
    remarks = (say("nights.remark.best", name="Linda"),)
    return WinnerScreen(
        winner_view(sample_score(stage.names), say, row_mark, qr=_link(stage), remarks=remarks, choices=choices)
    )


def _by_round(stage: SampleTable) -> Screen:
    """The points as they came; of two players nobody knew them in the first rounds."""
    say, score = phrases(stage), sample_score(stage.names)
    totals = totals_of(score)
    rounds = tuple(
        RoundPoints(number, tuple(total * number // 9 for total in totals), frozenset({0, 2} if number < 4 else ()))
        for number in range(1, 10)
    )
    choices = (Choice(say("screen.pad.title"), "pad", icon="pad"), *last_choices(say))
    return WinnerScreen(winner_view(score, say, row_mark, qr=_link(stage), choices=choices, rounds=rounds))


def _end(
    stage: SampleTable, seat: int, laid: LaidCards, *, differences: tuple[Doubt, ...] = (), asking: bool = False
) -> Screen:
    """The last reading with everybody before ``seat`` done."""
    say, names = phrases(stage), stage.names
    areas = [laid.area if number == seat else AREAS[number] for number in range(len(names))]
    view = sample_view(stage, "hands")
    for player, area in zip(view["players"], areas, strict=True):
        player["area"] = list(area)
    view["shown"] = [
        min(number, 4) if number < seat else laid.ticks + len(laid.others) - len(differences[:1])
        for number in range(len(names))
    ]
    view["done"] = list(range(seat))
    view["waiting"] = list(range(seat, len(names)))
    actions: tuple[Action, ...] = (
        Action(say("screen.reading.all_shown"), "done", "tick"),
        Action(say("screen.tell"), goto="tell", icon="tell"),
    )
    if asking:
        actions = tuple(Action(say.say(answer.words), answer) for answer in differences[0].answers)
    around = EndAround(practice_facts(), practice=True, differences=differences, asking=asking, actions=actions)
    return ReadingScreen(end_view(view, say, laid, around))


def _hands(stage: SampleTable) -> Screen:
    area = AREAS[1] + MORE[1] + AREAS[5]
    return _end(stage, 1, LaidCards(1, area, frozenset(area[:-1]), ("gold#3",), ticks=2))


def _differs(stage: SampleTable) -> Screen:
    """Two differences in the area of one player, the first of them being asked about."""
    area = AREAS[2] + MORE[2]
    lies = words("amul.differs.seat", card="gold#4", seat=2, other=words("amul.who", seat=0))
    lacks = words("amul.differs.missing", card=area[0], seat=2)
    table = Resolution(words("amul.answer.lies_before", seat=2))
    log = Resolution(words("amul.answer.log_has", seat=0))
    doubts = (Doubt(lies, ("gold#4",), (table, log)), Doubt(lacks, (area[0],), (table, log)))
    laid = LaidCards(2, area, frozenset(area[1:]), ("gold#4",), ticks=1)
    return _end(stage, 2, laid, differences=doubts, asking=True)


def _areas(stage: SampleTable) -> Screen:
    say = phrases(stage)
    rows = tuple(
        ReadingRow(seat, name, len(AREAS[seat]) if seat <= 2 else 0, done=seat < 2, now=seat == 2)
        for seat, name in enumerate(stage.names)
    )
    return ReadingScreen(
        ReadingModel(
            header=Header(say("screen.game.amul"), say("screen.start.score")),
            now=NowLine(say("screen.reading.area", seat=2), say("amul.score.why"), "", 2),
            rows=rows,
            cards=tuple(card_model(card, say, practice_facts(), "settled") for card in AREAS[2]),
            actions=tuple(Action(say("page.score.with", seat=seat), seat) for seat in (2, 1)),
            differences=(say("page.score.twice", card="jade#1", seat=2, first=1),),
            asking=True,
            hints=Hints(
                say("screen.hint.choose"),
                say("screen.hint.choose"),
                say("screen.hint.ok"),
                hold_ok=say("screen.hint.menu"),
            ),
        )
    )


SAMPLES: Mapping[str, Sample] = {
    "hands": _hands,
    "differs": _differs,
    "areas": _areas,
    "pad-filling": lambda stage: _pad(stage, 4),
    "pad": _pad,
    "workings": _workings,
    "not-yet": _not_yet,
    "pad-unknown": _unknown_pad,
    "workings-unknown": _unknown_workings,
    "winner-left": _left_winner,
    "winner": _winner,
    "winner-rounds": _by_round,
    "winner-lacking": lambda stage: _winner(stage, 12),
    "code": _code,
}
