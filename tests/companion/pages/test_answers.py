"""Questions in play cost few presses: a button for each answer, cards ticked on one page, things one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.facts.own import remember_all
from companion.games.amul.likely_ticks import likely_ticks
from companion.keeping.session import start_game
from companion.language.i18n import Phrases
from companion.models import Choice, Header, Hints
from companion.pages.play.asking import AllTicked, Asking, Tick, Ticking, TickTogether, one_by_one
from companion.pages.play.question_models import question_model
from companion.pages.play.table_page import TablePage
from companion.screens import Chosen
from companion.screens.doors_screen import BUTTONS, DoorsScreen
from companion.screens.intents import Intent
from companion.screens.question_screen import QuestionModel, QuestionScreen
from companion.table.table import Table
from rules.amul.commands import TellAll
from rules.amul.fact_layers import told_fact
from rules.amul.questions import question as amul_question
from rules.amulett import commands as c
from rules.core.game import Setup
from rules.core.questions import Ticks
from rules.core.refusals import Refused
from rules.core.words import words
from tests.companion.person import Person
from tests.games import document, new_players, new_setup, new_simulation

NAMES = ("Ada", "Bo", "Cy")


def _table(person: Person, slug: str, facts: Any) -> Table:
    setup = new_setup(slug, 3, seed=5)
    started = start_game(person.store, Setup(slug, setup.players, setup.start, setup.options, facts, setup.table))
    assert not isinstance(started, Refused)
    page = Table(person.app.context, *started)
    person.app.play(page)
    return page


@pytest.fixture
def asked_income(person: Person) -> Table:
    """The first spell whose income nobody has told."""
    page = _table(person, "amulett", document("amulett", "own"))
    for _ in range(200):
        live = page.live
        if live.question is not None and live.question.fact.endswith(".income"):
            break
        told = [one for one in live.options if isinstance(one, c.Pass)] or list(live.options)
        live.do(told[0], 0)
    person.app.tick()
    return page


def _tiles(person: Person) -> list[str]:
    screen = person.screen
    assert isinstance(screen, DoorsScreen), screen
    return [node.label for node in screen.page]


@pytest.mark.slow
def test_an_income_is_told_metal_after_metal(person: Person, asked_income: Table) -> None:
    assert asked_income.live.question is not None
    fact = asked_income.live.question.fact
    assert _tiles(person) == ["Gold", "Silver", "Copper", "Iron", "Of choice", "Nothing", "Later"]
    for metal in ("Iron", "Gold", "Iron"):
        _choose(person, metal)
    assert _tiles(person)[0] == "That is all: Gold, Iron and Iron"
    assert _tiles(person)[-1] == "Later"
    _choose(person, "That is all: Gold, Iron and Iron")
    spell = fact.split(".")[1]
    assert asked_income.live.session.state.facts.spells[spell].income == ("gold", "iron", "iron")


@pytest.mark.slow
def test_each_question_of_a_run_says_which_it_is_and_what_for(person: Person, asked_income: Table) -> None:
    said, live = list[str](), asked_income.live
    left, name = live.question.left, asked_income.people[live.session.state.turn]  # type: ignore[union-attr]
    for _ in range(left):
        said.append(person.screen.model.now.why)  # type: ignore[attr-defined]
        _choose(person, "Nothing")
    assert left > 1
    assert said == [f"{n} of {left} · {name} gets these metals now" for n in range(1, left + 1)]


def _choose(person: Person, label: str) -> None:
    """Door after door, until it is chosen."""
    screen: Any = person.screen
    while True:
        number, door = next((n, door) for n, door in screen.doors.items() if label in [node.label for node in door])
        person.press(BUTTONS[number])
        if len(door) == 1:
            return


@pytest.mark.slow
def test_the_last_metal_that_can_be_listed_is_the_answer(person: Person, asked_income: Table) -> None:
    assert asked_income.live.question is not None
    spell = asked_income.live.question.fact.split(".")[1]
    for _ in range(4):
        _choose(person, "Gold")
    assert asked_income.live.session.state.facts.spells[spell].income == ("gold",) * 4


@pytest.mark.slow
def test_nothing_and_later_are_one_choice_each(person: Person, asked_income: Table) -> None:
    fact = asked_income.live.question.fact  # type: ignore[union-attr]
    _choose(person, "Gold")
    _choose(person, "Later")
    assert fact in asked_income.live.session.state.put_off


def test_no_page_of_it_has_more_tiles_than_can_be_seen(asked_income: Table) -> None:
    question = asked_income.live.question
    assert question is not None

    def widest(nodes: Any) -> int:
        return max(len(nodes), *(widest(node.children) for node in nodes if node.children), 0)

    assert widest(one_by_one(question, asked_income.say)) == 7


@pytest.mark.slow
def test_which_spells_cost_two_is_one_page_for_the_whole_table(person: Person) -> None:
    printed = document("amulett")
    spells = {slug: {key: entry[key] for key in entry if key != "cost"} for slug, entry in printed["spells"].items()}
    table = _table(person, "amulett", {**printed, "spells": spells})
    setup = new_setup("amulett", 3, seed=4)
    simulation = new_simulation(setup, new_players(setup, 4, printed))
    simulation.live = table.live
    while (question := table.live.question) is None:
        simulation.step()
    person.app.tick()
    assert question.ticks is not None
    held = [charged.spell for player in table.live.session.state.players for charged in player.spells]
    costs = {fact.split(".")[1] for _, fact in question.ticks.things}
    assert costs == set(held), "everybody's, at once"
    dear, *others = sorted(costs, key=lambda spell: table.say.name("spell", spell))
    _choose(person, table.say.name("spell", dear))
    _choose(person, "The rest: 1 bolt")
    facts = table.live.session.state.facts.spells
    assert [facts[spell].cost for spell in (dear, *others)] == [2, *[1] * len(others)]
    assert table.live.question is None


# Āmul.


@pytest.fixture
def asked_position(person: Person) -> Table:
    """Everybody has played a card, and of one nobody has told where it belongs."""
    facts = {**document("amul")}
    facts["cards"] = {
        slug: {key: value for key, value in entry.items() if key != "position"}
        for slug, entry in facts["cards"].items()
    }
    page = _table(person, "amul", facts)
    setup = new_setup("amul", 3, seed=5)
    simulation = new_simulation(setup, new_players(setup, 5, document("amul")))
    simulation.live = page.live

    def stop(live: Any) -> None:
        if live.question is not None:
            raise StopIteration

    with pytest.raises(StopIteration):
        simulation.run(stop)
    person.app.tick()
    return page


@pytest.mark.slow
def test_several_cards_are_ticked_on_one_page_and_the_rest_told_with_one_press(
    person: Person, asked_position: Table
) -> None:
    asked = amul_question(asked_position.live.session.state)
    assert asked is not None
    assert asked.ticks is not None
    assert asked.left == len(asked.ticks.things) > 1
    screen: Any = person.screen
    assert isinstance(screen, DoorsScreen)
    assert "hand in the left margin" in screen.model.now.text
    assert "stay in the play area" in screen.model.now.why, "and what for"
    say, steps = asked_position.say, len(asked_position.live.session.steps)
    likely = likely_ticks(asked.ticks)
    (_, name, fact), *others = sorted((fact not in likely, say.say(named), fact) for named, fact in asked.ticks.things)
    person.press(BUTTONS[next(n for n, door in screen.doors.items() if door[0].label == name)])
    assert len(asked_position.live.session.steps) == steps, "a tick tells nothing yet"
    assert [node.label for node in screen.page if node.icon == "tick"] == [name]
    _choose(person, "The rest: stay")
    kinds = asked_position.live.session.state.facts.kinds
    assert kinds[fact.split(".")[1]].position == "hand"
    rest = [kinds[other.split(".")[1]] for *_, other in others]
    assert {(kind.position, kind.stays) for kind in rest} == {(None, True)}, "the hand icon is nobody's business yet"
    person.press(Intent.UNDO)
    assert amul_question(asked_position.live.session.state) == asked, "one undo for the whole page"


def _ticks(*kinds: str, values: tuple[Any, ...] = (1, 2, 3), rest: Any = 0) -> Ticks:
    things = tuple((words("amul.unknown.kind", kind=kind), f"cards.{kind}.traits.prowess") for kind in kinds)
    ticks = Ticks("prowess", words("amul.ticks.prowess"), things, values, rest, TellAll)
    return replace(ticks, likely=likely_ticks(ticks))


def test_what_is_probably_ticked_gets_its_ticks_by_one_press() -> None:
    ticks, ticking, say = _ticks("camel", "arab-guard", "mughal-warlord"), Ticking(), Phrases("en")
    first, *others = ticking.nodes(ticks, say)
    guard, warlord = (fact for _, fact in ticks.things[1:])
    assert first.command == TickTogether((guard, warlord)), "likely ones, and no other"
    assert len(first.listed) == 2
    assert ticking.told(ticks, Chosen(first.command)) is None, "nothing is told yet"
    assert [node.command for node in ticking.nodes(ticks, say)] == [node.command for node in others]
    ticking.told(ticks, Chosen(Tick(warlord)))
    assert ticking.told(ticks, Chosen(AllTicked())) == ({guard: 1, warlord: 2, ticks.things[0][1]: 0}, ())
    assert ticking.nodes(ticks, say)[0] == first, "the next page begins anew"


def _to_hand(*kinds: str) -> Ticks:
    things = tuple((words("amul.unknown.kind", kind=kind), f"cards.{kind}.position") for kind in kinds)
    ticks = Ticks("position", words("amul.ticks.position"), things, ("hand",), "stays", TellAll)
    return replace(ticks, likely=likely_ticks(ticks))


def test_just_the_likely_ones_is_an_answer_of_one_press() -> None:
    ticks, say = _to_hand("camel", "gem", "silk"), Phrases("en")
    (camel, gem, silk), ticking = (fact for _, fact in ticks.things), Ticking()
    first, *others = ticking.nodes(ticks, say)
    assert (first.label, first.listed) == ("Only these 2", ("gem", "silk"))
    ticking.told(ticks, Chosen(Tick(camel)))
    assert ticking.nodes(ticks, say)[0] == first, "no button moves while cards are ticked"
    assert ticking.told(ticks, Chosen(first.command)) == ({camel: "stays", gem: "hand", silk: "hand"}, ())
    assert TickTogether not in {type(node.command) for node in others}


def test_of_two_likely_cards_both_are_one_press() -> None:
    labels = [node.label for node in Ticking().nodes(_to_hand("gem", "silk"), Phrases("en"))]
    assert labels[:3] == ["Both", "Only gem / Only silk", "Later"]


def test_of_two_cards_every_answer_has_its_button() -> None:
    ticks = _ticks("camel", "arab-guard", values=(1,))
    camel, guard = (fact for _, fact in ticks.things)
    nodes = Ticking().nodes(replace(ticks, likely=frozenset()), Phrases("en"))
    told = {
        leaf.label: Ticking().told(ticks, Chosen(leaf.command)) for node in nodes for leaf in (node.children or (node,))
    }
    assert len(nodes) == 4
    assert list(told.values()) == [
        ({guard: 1, camel: 0}, ()),
        ({camel: 1, guard: 0}, ()),
        ({guard: 1, camel: 1}, ()),
        ({}, (camel, guard)),
        ({camel: 0, guard: 0}, ()),
    ]
    assert list(told)[2:] == ["Both", "Later", "All of them: no sword"]


@pytest.mark.slow
def test_later_leaves_all_that_is_not_ticked_unknown(person: Person, asked_position: Table) -> None:
    asked = amul_question(asked_position.live.session.state)
    assert asked is not None
    assert asked.ticks is not None
    _choose(person, "Later")
    assert {fact for _, fact in asked.ticks.things} <= asked_position.live.session.state.put_off


def test_no_button_answers_a_question_that_it_does_not_name(asked_position: Table) -> None:
    question = asked_position.live.question
    assert question is not None
    header = TablePage(asked_position)._header()
    model = question_model(question, header, asked_position.desk, hints=Hints(), why="2 of 3")
    screen = QuestionScreen(model)
    assert screen.handle(Intent.OK) is None, "nothing is marked yet"
    screen.handle(Intent.PREVIOUS)
    assert screen.focus == len(model.choices) - 1
    assert model.choices[-1].label == "Later"
    assert (model.pinned, model.detail) == (1, "2 of 3")


def test_a_run_of_questions_counts_and_says_why(asked_income: Table) -> None:
    question = asked_income.live.question
    assert question is not None
    asking = Asking(asked_income.desk)
    three = [replace(question, fact=f"spells.{n}.income", left=3 - n, why=question.words) for n in range(3)]
    said = [asking.reason(one) for one in three for _ in range(2)]
    assert [text.partition(" · ")[0] for text in said] == ["1 of 3"] * 2 + ["2 of 3"] * 2 + ["3 of 3"] * 2
    assert len({text.partition(" · ")[2] for text in said}) == 1


def test_later_is_in_sight_beside_the_whole_alphabet(person: Person) -> None:
    letters = tuple(Choice(letter, letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    screen = QuestionScreen(QuestionModel(Header(""), "?", (*letters, Choice("Later", None)), pinned=1))
    window = person.app.window
    window.redraw()
    window.show(screen, 0)
    assert "choice.26" in [target.key for target in window.canvas.targets]


def test_what_was_told_elsewhere_in_any_form_is_not_asked_again(person: Person) -> None:
    """All symbols of a card count as its swords; what people took back in this game they answer themselves."""
    known = document("amul")["cards"]["arab-guard"]
    told = {"cards": {"arab-guard": {"traits": {**known["traits"]}, "position": known["position"]}}}
    assert told_fact(told, "cards.arab-guard.traits.prowess") == 1
    assert told_fact(told, "cards.arab-guard.traits.holy") == 0
    assert told_fact(told, "cards.arab-guard.letter.1") is None
    partly = {"cards": {"arab-guard": {"traits": {"prowess": 2}, "traits_known": ["prowess"]}}}
    assert told_fact(partly, "cards.arab-guard.traits.prowess") == 2
    assert told_fact(partly, "cards.arab-guard.traits.arab") is None


@pytest.mark.slow
def test_a_question_is_answered_by_what_the_owner_has_told_meanwhile(person: Person, asked_position: Table) -> None:
    person.app.context.facts = "own"
    live = asked_position.live
    question = live.question
    assert question is not None
    assert question.ticks is not None
    kinds = [fact.split(".")[1] for _, fact in question.ticks.things]
    remember_all(person.app.context.box("amul"), {f"cards.{kind}.position": "both" for kind in kinds[1:]})
    asked_position.tick(0)
    positions = [live.session.state.facts.kinds[kind].position for kind in kinds]
    assert positions == [None, *["both"] * (len(kinds) - 1)]
    live.undo(0, to=live.session.steps[-len(kinds)].seq)
    asked_position.tick(0)
    assert live.question == question, "whoever takes it back is asked"
