"""Samples of screens that ask about cards of Āmul: questions, cards to put back, telling by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.amul.cards import card_model
from companion.games.amul.course import AmulCourse
from companion.games.amul.likely_ticks import likely_ticks
from companion.games.amul.table_view import PHASES
from companion.models import Choice, Header, Hints, NowLine, list_hints, phase_steps
from companion.pages.play.asking import Ticking, answer_nodes, is_pair, tick_nodes
from companion.pages.play.choice_run import ChoiceRun, HasValue
from companion.pages.play.tell_page import doors_model
from companion.screens import Chosen, Goto, Screen
from companion.screens.doors_screen import DoorsScreen
from companion.screens.intents import Intent, Typed
from companion.screens.put_back_screen import MoveRow, PutBackModel, PutBackScreen
from companion.screens.question_screen import QuestionModel, QuestionScreen
from companion.screens.tell_screen import Node
from rules.amul.commands import Later, Tell, TellAll
from rules.amul.questions import ANSWERS, TICKED
from rules.core.questions import Question, Ticks
from rules.core.words import words
from tests.gallery.games.amul.stage import phrases, practice_facts
from tests.gallery.samples import Sample, SampleTable

LYING = ("camel", "arab-general", "courtesan", "mughal-warlord", "arab-guard", "spice", "mongol-general", "trader-1")


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
    """One fact: each button is an answer."""
    say, fact = phrases(stage), "cards.mongol-merchant.effect"
    asked = words("amul.question.effect", kind="mongol-merchant")
    question = Question(fact, asked, (*(Tell(fact, value) for value in ANSWERS["effect"]), Later(fact)))
    header = Header(say("screen.game.amul"), say("screen.round", n=5, of=9))
    why = f"{say('page.answer.counter', n=2, of=3)} · {say('amul.asked_for.effect', seats=(2,))}"
    return DoorsScreen(doors_model(say, header, NowLine(say.say(asked), why), answer_nodes(question, say), menu=True))


def _ticks(stage: SampleTable, opens: int = 0) -> Screen:
    """The same fact of many cards: what is ticked, and the rest."""
    say, kinds = phrases(stage), sorted(practice_facts()["cards"])[:14]
    things = tuple((words("amul.unknown.kind", kind=kind), f"cards.{kind}.traits.prowess") for kind in kinds)
    likely = frozenset(fact for _, fact in things if "guard" in fact)
    ticks = Ticks("prowess", words("amul.ticks.prowess"), things, (1, 2, 3), 0, TellAll, likely=likely)
    header = Header(say("screen.game.amul"), say("screen.round", n=5, of=9))
    now = NowLine(say.say(ticks.words), say("amul.asked_for.prowess"))
    nodes = tuple(tick_nodes(ticks, {things[1][1]: 2, things[4][1]: 1}, say))
    screen = DoorsScreen(replace(doors_model(say, header, now, nodes, menu=True), keeps=True))
    for _ in range(opens):
        screen.handle(Intent.OK)
    return screen


def _ticked(stage: SampleTable, sort: str, kinds: tuple[str, ...], *, together: bool = False) -> Screen:
    """As a game shows it: what is likely together on one button; of only two cards, each answer on its own."""
    say, (values, rest) = phrases(stage), TICKED[sort]
    key = "traits.prowess" if sort == "prowess" else sort
    things = tuple((words("amul.unknown.kind", kind=kind), f"cards.{kind}.{key}") for kind in kinds)
    ticks = Ticks(sort, words(f"amul.ticks.{sort}"), things, values, rest, TellAll)
    ticks, ticking = replace(ticks, likely=likely_ticks(ticks)), Ticking()
    if together:
        ticking.told(ticks, Chosen(ticking.nodes(ticks, say)[0].command))
    header = Header(say("screen.game.amul"), say("screen.round", n=5, of=9))
    now = NowLine(say.say(ticks.words), say(f"amul.asked_for.{sort}"))
    model = doors_model(say, header, now, ticking.nodes(ticks, say), menu=True)
    return DoorsScreen(replace(model, keeps=not is_pair(ticks)))


def _tie(stage: SampleTable) -> Screen:
    """Two players have equally many swords."""
    say, fact = phrases(stage), "ties.0.arab-guard#1.2.mongol-guard#1.seat"
    question = Question(
        fact, words("amul.question.ties", seats=(0, 2)), (*(Tell(fact, v) for v in (0, 2, "same")), Later(fact))
    )
    header = Header(say("screen.game.amul"), say("screen.round", n=5, of=9))
    now = NowLine(say.say(question.words), say("amul.asked_for.ties", seats=(0, 2)))
    return DoorsScreen(doors_model(say, header, now, answer_nodes(question, say), menu=True))


def _colours(stage: SampleTable, opens: int = 0) -> Screen:
    """At scoring, card after card; what was told last stays in sight."""
    say, facts = phrases(stage), practice_facts()
    course, kinds = AmulCourse({**facts, "cards": {kind: {} for kind in facts["cards"]}}), list(facts["cards"])[5:28]
    more = tuple(Node(say(f"page.missing.{key}"), key, pinned=True) for key in ("by_hand", "later"))
    run = ChoiceRun()
    for told in range(4):
        ticks = course.ticks([f"cards.{kind}.colour" for kind in kinds[told:]])
        assert ticks is not None
        screen = run.screen(ticks, Header(say("teach.play.facts"), rules=True), say, more)
        fact = ticks.things[0][1]
        run.add(ticks, HasValue(fact, facts["cards"][fact.split(".")[1]]["colour"]), told)
    for _ in range(opens):
        screen.handle(Intent.BACK)
    return screen


def _letters(stage: SampleTable, opens: int = 0) -> Screen:
    """At scoring, copy after copy: which letter stands on it."""
    say, facts = phrases(stage), practice_facts()
    document = {**facts, "cards": {kind: {**entry, "letter": None} for kind, entry in facts["cards"].items()}}
    cards = {
        kind: {key: value for key, value in entry.items() if value is not None}
        for kind, entry in document["cards"].items()
    }
    course = AmulCourse({**facts, "cards": cards})
    copies = (
        "arab-guard.letter.1",
        "arab-guard.letter.2",
        "mongol-guard.letter.1",
        "arab-sword.letter",
        "mongol-general.letter",
    )
    more = (Node(say("page.missing.later"), "later", pinned=True),)
    run = ChoiceRun()
    for told in range(4):
        ticks = course.ticks([f"cards.{copy}" for copy in copies[told:]])
        assert ticks is not None
        screen = run.screen(ticks, Header(say("teach.play.facts"), rules=True), say, more)
        run.add(ticks, HasValue(ticks.things[0][1], "CEHA"[told]), told)
    for _ in range(opens):
        screen.handle(Intent.BACK)
    return screen


def _put_back(stage: SampleTable) -> Screen:
    say, facts = phrases(stage), practice_facts()
    moves = (
        MoveRow(
            card_model("gold#1", say, facts),
            say("screen.putback.to_market", card="gold#1"),
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


def _doors(stage: SampleTable, likely: tuple[str, ...] = (), pinned: tuple[Node, ...] = ()) -> DoorsScreen:
    """All kinds of cards, as a player tells which was revealed."""
    say, cards = phrases(stage), practice_facts()["cards"]
    nodes = tuple(
        Node(
            say.name("kind", kind),
            kind,
            colour=facts.get("colour"),
            likely=kind in likely,
            often=facts.get("copies") or 1,
        )
        for kind, facts in cards.items()
    )
    seat = len(stage.names) - 1
    header = Header(say("screen.game.amul"), say("screen.round", n=5, of=9), phase_steps(PHASES, "reveal", say))
    now = NowLine(say("page.tell.reveal", seat=seat), say("screen.amul.help.reveal"), seat=seat)
    out = Node(say("page.tell.table"), Goto("table"), icon="cards", pinned=True)
    return DoorsScreen(doors_model(say, header, now, (*nodes, *pinned, out), menu=True))


def _tell(stage: SampleTable) -> Screen:
    return _doors(stage)


def _tell_names(stage: SampleTable) -> Screen:
    """Behind the first door, and the next."""
    screen = _doors(stage)
    screen.handle(Intent.PREVIOUS)
    return screen


def _tell_likely(stage: SampleTable) -> Screen:
    say = phrases(stage)
    seats = tuple(Node(name, seat, seat=seat) for seat, name in enumerate(stage.names[:-1]))
    screen = _doors(
        stage, ("gold", "mongol-merchant"), (Node(say("page.tell.other_seat"), children=seats, pinned=True),)
    )
    few = tuple(node for number, node in enumerate(screen.model.nodes) if node.likely or node.pinned or number < 30)
    market = tuple(
        Node(say.name("kind", kind), colour=practice_facts()["cards"][kind].get("colour"))
        for kind in ("arab-caravan", "mongol-merchant", "gold-smuggler", "tax-collector")
    )
    return DoorsScreen(replace(screen.model, nodes=few, so_far=market, so_far_title=say("screen.amul.cards.market")))


def _tell_typed(stage: SampleTable) -> Screen:
    screen = _doors(stage)
    screen.handle(Typed("m"))
    return screen


def _tell_elsewhere(stage: SampleTable) -> Screen:
    """Somebody types a card that cannot be."""
    say, screen = phrases(stage), _doors(stage)
    name = say.name("kind", "gold")
    gone = Node(name, why=say("page.elsewhere.seats", seats=stage.names[:2]))
    left = tuple(node for node in screen.model.nodes if node.label != name)
    shown = DoorsScreen(replace(screen.model, nodes=left, elsewhere=lambda: (gone,)))
    for letter in "gold":
        shown.handle(Typed(letter))
    return shown


def _scribe(stage: SampleTable) -> Screen:
    """The second round: who has told what, and the tiles at the end."""
    say, told = phrases(stage), ("gold#1", "silk#1")
    screen = _doors(stage, (), tuple(Node(say(f"page.scribe.{key}"), key, pinned=True) for key in ("nothing", "later")))
    now = NowLine(say("page.scribe.which", seat=2), say("page.scribe.why"), seat=2)
    so_far = tuple(Node(say.name("card", card), seat=seat) for seat, card in enumerate(told))
    header = Header(f"{say('screen.game.amul')} · {say('page.scribe.title')}", say("screen.round", n=2, of=9))
    model = replace(screen.model, header=header, now=now, so_far=so_far, so_far_title=say("page.scribe.so_far"))
    return DoorsScreen(model)


SAMPLES: Mapping[str, Sample] = {
    "question": _question,
    "fact": _fact,
    "ticks": _ticks,
    "ticks-names": lambda stage: _ticks(stage, opens=1),
    "colours": _colours,
    "letters": _letters,
    "letters-more": lambda stage: _letters(stage, opens=1),
    "colours-more": lambda stage: _colours(stage, opens=1),
    "ticks-likely": lambda stage: _ticked(stage, "prowess", LYING),
    "ticks-together": lambda stage: _ticked(stage, "prowess", LYING, together=True),
    "ticks-pair": lambda stage: _ticked(stage, "position", ("amul-city-guard", "porcelain")),
    "ticks-only": lambda stage: _ticked(stage, "position", ("gem", "silk", "camel", "amul-city-guard")),
    "tie": _tie,
    "putback": _put_back,
    "tell": _tell,
    "tell-names": _tell_names,
    "tell-likely": _tell_likely,
    "tell-typed": _tell_typed,
    "tell-elsewhere": _tell_elsewhere,
    "scribe": _scribe,
}
