"""Samples of screens that ask about cards of Āmul: questions, cards to put back, telling by hand."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.amul.cards import card_model
from companion.games.amul.samples.stage import phrases, practice_facts
from companion.models import Choice, Header, Hints, list_hints
from companion.screens import Screen
from companion.screens.putback import MoveRow, PutBackModel, PutBackScreen
from companion.screens.question import QuestionModel, QuestionScreen
from companion.screens.samples import Sample, SampleTable
from companion.screens.tell import Node, TellModel, TellScreen, by_letters


def _question(stage: SampleTable) -> Screen:
    say = phrases(stage)
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


def _fact(stage: SampleTable) -> Screen:
    say = phrases(stage)
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


def _put_back(stage: SampleTable) -> Screen:
    say, facts = phrases(stage), practice_facts()
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


def _tell(stage: SampleTable) -> Screen:
    say, cards = phrases(stage), practice_facts()["cards"]
    nodes = [Node(say.name("kind", kind), kind, colour=facts.get("colour")) for kind, facts in cards.items()]
    seats = tuple(Node(name, children=by_letters(nodes), seat=seat) for seat, name in enumerate(stage.names))
    screen = TellScreen(
        TellModel(
            Header(say("screen.game.amul"), say("screen.phase.offer")), say("screen.tell"), seats, list_hints(say)
        )
    )
    screen.chosen(0)
    screen.chosen(1)
    return screen


def _tell_seat(stage: SampleTable) -> Screen:
    say = phrases(stage)
    seats = tuple(Node(name, seat=seat) for seat, name in enumerate(stage.names))
    header = Header(say("screen.game.amul"), say("screen.phase.offer"))
    return TellScreen(TellModel(header, say("screen.tell"), seats, list_hints(say)))


SAMPLES: Mapping[str, Sample] = {
    "question": _question,
    "fact": _fact,
    "putback": _put_back,
    "tell": _tell,
    "tell-seat": _tell_seat,
}
