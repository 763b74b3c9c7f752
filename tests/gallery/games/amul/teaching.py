"""Samples of teaching the box of Āmul: a question about a card, a power as it grows, a pile as it is laid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.amul.cards import card_model
from companion.games.amul.course import AmulCourse
from companion.models import Choice, Header, list_hints
from companion.pages.teaching.ask_model import ask_model
from companion.screens import Screen
from companion.screens.pile_screen import LaidCard, PileModel, PileScreen
from companion.screens.teach_screen import TeachScreen
from companion.teaching.dialogue import Dialogue
from tests.gallery.games.amul.stage import phrases, practice_facts
from tests.gallery.samples import Sample, SampleTable

POWER = ("each_limited", 1, "kind", "camel", "done", "own+neighbours", 6, "when_else", 3)


def _lesson(stage: SampleTable, thing: str, sort: str, answers: tuple[object, ...] = ()) -> Screen:
    course = AmulCourse(practice_facts())
    lesson = next(lesson for lesson in course.lessons(thing) if lesson.sort == sort)
    dialogue = Dialogue(lesson.script, list(answers))
    assert dialogue.ask is not None
    say = phrases(stage)
    header = Header(say("teach.title"), say("teach.progress_kinds", n=41, all=66))
    card = card_model(thing, say, practice_facts())
    return TeachScreen(ask_model(dialogue.ask, say, course, header=header, thing=thing, card=card))


def _colour(stage: SampleTable) -> Screen:
    return _lesson(stage, "mongol-merchant", "colour")


def _symbols(stage: SampleTable) -> Screen:
    return _lesson(stage, "mongol-merchant", "traits")


def _forms(stage: SampleTable) -> Screen:
    return _lesson(stage, "arab-caravan", "power")


def _power(stage: SampleTable) -> Screen:
    return _lesson(stage, "arab-caravan", "power", POWER)


def _pile(stage: SampleTable, kinds: Sequence[str], doubt: str = "") -> Screen:
    """All cards of one colour, as far as they lie there."""
    say, cards = phrases(stage), practice_facts()["cards"]
    colour = cards[kinds[0]]["colour"]
    keys = (("all", "tick"), ("tick", "list"), ("rest_here", "plus"), ("one_by_one", "play"), ("other", "cards"))
    laid = tuple(LaidCard(say.name("kind", kind), "doubt" if kind == doubt else "new") for kind in kinds)
    sort = next(sort for sort in AmulCourse(practice_facts()).pile_sorts() if any(pile.colour for pile in sort.piles))
    pile = next(pile for pile in sort.piles if pile.colour == colour)
    return PileScreen(
        PileModel(
            Header(say.say(sort.words), say("teach.progress", n=31, all=66)),
            say("teach.piles.lay"),
            say.say(pile.words),
            tuple(Choice(say(f"teach.piles.{key}"), key, icon=icon) for key, icon in keys),
            laid,
            f"{len(laid)} {say('teach.piles.in_pile')}",
            left=say("teach.piles.left", n=35),
            colour=colour,
            hints=list_hints(say, menu=False),
        )
    )


def _pile_few(stage: SampleTable) -> Screen:
    return _pile(stage, [kind for kind, card in practice_facts()["cards"].items() if card.get("colour") == "red"][:4])


def _pile_full(stage: SampleTable) -> Screen:
    """Longer than any of them is: every kind of the box, one of them told otherwise before."""
    return _pile(stage, list(practice_facts()["cards"])[:45], "mongol-merchant")


SAMPLES: Mapping[str, Sample] = {
    "teach-colour": _colour,
    "teach-symbols": _symbols,
    "teach-forms": _forms,
    "teach-power": _power,
    "teach-pile": _pile_few,
    "teach-pile-full": _pile_full,
}
