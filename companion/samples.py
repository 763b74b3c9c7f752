"""Sample models for the gallery, the picture tests and the benchmark: always the same, with names that are long."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.amul_view import Around, table_view
from companion.i18n import Phrases
from companion.library import find_shelf, phrases_for
from companion.screens import Screen
from companion.screens.putback import MoveRow, PutBackModel, PutBackScreen
from companion.screens.question import QuestionModel, QuestionScreen
from companion.screens.start import StartModel, StartScreen
from companion.screens.table import TableScreen
from companion.screens.trouble import TroubleModel, TroubleScreen
from companion.viewmodel import Choice, Header, Hints, Notice, card_model
from rules.core.words import words

NAMES = ("Maximiliane-Charlotte", "Bo", "Linda", "Jörg", "Ōtomo", "Anneliese", "Tim", "Weiß")
MARKET = (
    "gold#1",
    "arab-guard#1",
    "mongol-merchant#2",
    "spice#3",
    "amul-city-guard",
    "porcelain#1",
    "silk#4",
    "tax-collector",
    "arab-general",
    "camel#2",
    "gem#1",
)
AREAS = (
    ("arab-guard#2", "camel#1", "silver#1", "arab-sword"),
    ("mongol-guard#1", "spice#1", "jade#1"),
    ("courtesan", "gold#2", "silk#1", "camel#3", "gem#2"),
    ("mongol-general", "ivory#1"),
    ("dancer", "spice#2", "silver#2", "carpet#1"),
    ("arab-prince", "ebony#1", "silk#2"),
    ("nomad", "camel#4", "gold#3"),
    ("thief", "spice#5", "porcelain#2"),
)
PROWESS = ((3, "B"), (1, "D"), (0, None), (3, "C"), (0, None), (0, None), (1, "F"), (0, None))
PALACE = ("dervish", "tent", "yurt", "silver#p1", "spice#p1", "medallion#p1")


@dataclass(frozen=True, slots=True)
class Stage:
    """One way to see every screen: a language and a number of players."""

    language: str
    players: int

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.players]

    @property
    def say(self) -> Phrases:
        return phrases_for("amul", self.language, practice_facts(), self.names)


@cache
def practice_facts() -> Mapping[str, Any]:
    return find_shelf("amul").document("practice", Path())


def amul_view(stage: Stage, phase: str, turn: int | None = None) -> dict[str, Any]:
    """A shared view in the middle of a game, as the rules would tell it."""
    count = stage.players
    order = [(1 + step) % count for step in range(count)]
    why = [words("screen.sample.first" if place == 0 else "screen.sample.clockwise", n=place) for place in range(count)]
    if phase in ("pick", "effects"):
        order = sorted(order, key=lambda seat: (-PROWESS[seat][0], PROWESS[seat][1] or "Z"))
        why = [_why(seat) for seat in order]
        turn = order[1] if turn is None else turn
    fill = {3: 1, 4: 2}.get(count, 3)
    return {
        "round": 5,
        "phase": phase,
        "order": order,
        "why": why,
        "turn": turn,
        "first_pick": 1,
        "start": 0,
        "market": [] if phase == "replenish" else list(MARKET[: fill + (count if phase in ("pick", "reveal") else 0)]),
        "palace": list(PALACE),
        "bazaar": ["trader-1", "trader-2", "trader-3"],
        "removed": [],
        "players": [
            {"area": list(AREAS[seat]), "hand_count": 6, "prowess": PROWESS[seat][0], "letter": PROWESS[seat][1]}
            for seat in range(count)
        ],
    }


def _why(seat: int) -> Any:
    prowess, letter = PROWESS[seat]
    if prowess:
        return words("screen.sample.prowess", n=prowess, letter=letter)
    return words("screen.sample.clockwise", n=seat)


def _table(stage: Stage, phase: str, **more: Any) -> Screen:
    view = amul_view(stage, phase)
    options = [(("pick", card), {"do": "pick", "seat": view["turn"], "card": card}) for card in view["market"]]
    if phase in ("offer", "replenish", "reveal"):
        options = [(("offer", "dancer"), {"do": "offer", "card": "dancer"})]
    if phase == "effects":
        cards = (*view["palace"], *view["bazaar"])
        options = [(("take", card), {"do": "take", "card": card}) for card in cards]
        options.append((("decline", None), {"do": "decline"}))
    around = Around(
        facts=practice_facts(), options=tuple(options), practice=True, clock_ms=754_000, **{"last": "gold#1", **more}
    )
    return TableScreen(table_view(view, stage.say, around))


def _start(stage: Stage) -> Screen:
    say = stage.say
    names = ("new_amul", "new_amulett", "score", "history", "teach", "setup")
    icons = ("cards", "gem", "pad", "book", "question", "gear")
    choices = [Choice(say("screen.start.continue"), "continue", f"Āmul · {say.join(stage.names)}", "play")]
    for name, icon in zip(names, icons, strict=True):
        choices.append(Choice(say(f"screen.start.{name}"), name, say(f"screen.start.{name}_detail"), icon))
    title, greeting = say("screen.start.title"), say("screen.start.greeting")
    return StartScreen(StartModel(title, greeting, tuple(choices), list_hints(say)))


def list_hints(say: Phrases) -> Hints:
    choose = say("screen.hint.choose")
    return Hints(choose, choose, say("screen.hint.open"), say("screen.hint.back"), say("screen.hint.menu"))


def _question(stage: Stage) -> Screen:
    say = stage.say
    card = card_model("arab-guard#1", say, practice_facts(), "wrong")
    choices = tuple(Choice(say("screen.sample.taken_by", seat=seat), seat, icon="") for seat in (1, 2))
    choices += (Choice(say("screen.sample.back_to_market"), None),)
    return QuestionScreen(
        QuestionModel(
            header=Header(say("screen.game.amul"), say("screen.round", n=5, of=9)),
            text=say("screen.sample.out_of_turn", card="arab-guard#1"),
            detail=say("screen.sample.out_of_turn_why", seat=1),
            choices=choices,
            cards=(card,),
            hints=list_hints(say),
        )
    )


def _fact(stage: Stage) -> Screen:
    say = stage.say
    choices = (*(Choice(str(n), n) for n in range(5)), Choice(say("screen.hint.later"), None))
    return QuestionScreen(
        QuestionModel(
            header=Header(say("screen.game.amul"), say("screen.round", n=5, of=9)),
            text=say("screen.sample.fact", card="mongol-merchant#1"),
            choices=choices,
            cards=(card_model("mongol-merchant#1", say, {}),),
            hints=list_hints(say),
        )
    )


def _trouble(stage: Stage) -> Screen:
    say = stage.say
    steps = tuple(say(f"screen.sample.trouble_step_{n}") for n in (1, 2, 3))
    choices = (
        Choice(say("screen.hint.play_on"), "on", icon="play"),
        Choice(say("screen.start.setup"), "setup", icon="gear"),
    )
    return TroubleScreen(
        TroubleModel(
            say("screen.trouble.title"),
            say("screen.sample.trouble"),
            steps,
            "camera: no frame for 5 s (/dev/video0)",
            choices,
            list_hints(say),
        )
    )


def _put_back(stage: Stage) -> Screen:
    say, facts = stage.say, practice_facts()
    moves = (
        MoveRow(
            card_model("gold#1", say, facts),
            say("screen.putback.to_place", card="gold#1", where=say("screen.place.market")),
            icon="market",
        ),
        MoveRow(
            card_model("mongol-merchant#2", say, facts),
            say("screen.putback.to_hand", card="mongol-merchant#2", seat=0),
            done=True,
            seat=0,
        ),
    )
    hints = Hints(ok=say("screen.hint.skip"), hold_ok=say("screen.hint.menu"))
    return PutBackScreen(PutBackModel(Header(say("screen.putback.title")), say("screen.putback.text"), moves, hints))


def _lost_camera(stage: Stage) -> Screen:
    notice = Notice(stage.say("screen.sample.camera_lost"), "warn", "camera-off")
    return _table(stage, "offer", notices=(notice,), ticks=frozenset({0, 2}), camera=False, last=None)


SAMPLES: Mapping[str, Callable[[Stage], Screen]] = {
    "start": _start,
    "table-pick": lambda stage: _table(stage, "pick", seen=frozenset({"spice#3"})),
    "table-offer": _lost_camera,
    "table-replenish": lambda stage: _table(stage, "replenish", last=None),
    "table-effects": lambda stage: _table(stage, "effects"),
    "question": _question,
    "fact": _fact,
    "trouble": _trouble,
    "putback": _put_back,
}
