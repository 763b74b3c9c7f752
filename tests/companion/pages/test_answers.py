"""Questions in play cost few presses: things one by one, the likeliest first, "later" always in sight."""

from __future__ import annotations

from typing import Any

import pytest

from companion.keeping.session import start_game
from companion.pages.play.question_models import one_by_one, question_model
from companion.pages.play.table_page import TablePage
from companion.screens.intents import Intent
from companion.screens.question_screen import QuestionScreen
from companion.screens.tell_screen import TellScreen
from companion.table.table import Table
from rules.amul.questions import question as amul_question
from rules.amulett import commands as c
from rules.core.game import Setup
from rules.core.refusals import Refused
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
    assert isinstance(screen, TellScreen), screen
    return [node.label for node in screen.page]


def test_an_income_is_told_metal_after_metal(person: Person, asked_income: Table) -> None:
    assert asked_income.live.question is not None
    fact = asked_income.live.question.fact
    assert _tiles(person) == ["Gold", "Silver", "Copper", "Iron", "Of choice", "Nothing", "Later"]
    for metal in ("Iron", "Gold", "Iron"):
        person.choose(_tiles(person), metal)
    assert _tiles(person)[0] == "That is all: Gold, Iron and Iron"
    assert _tiles(person)[-1] == "Later"
    person.press(Intent.OK)
    spell = fact.split(".")[1]
    assert asked_income.live.session.state.facts.spells[spell].income == ("gold", "iron", "iron")


def test_the_last_metal_that_can_be_listed_is_the_answer(person: Person, asked_income: Table) -> None:
    assert asked_income.live.question is not None
    spell = asked_income.live.question.fact.split(".")[1]
    for _ in range(4):
        person.choose(_tiles(person), "Gold")
    assert asked_income.live.session.state.facts.spells[spell].income == ("gold",) * 4


def test_nothing_and_later_are_one_choice_each(person: Person, asked_income: Table) -> None:
    fact = asked_income.live.question.fact  # type: ignore[union-attr]
    person.choose(_tiles(person), "Gold")
    person.choose(_tiles(person), "Later")
    assert fact in asked_income.live.session.state.put_off


def test_no_page_of_it_has_more_tiles_than_can_be_seen(asked_income: Table) -> None:
    question = asked_income.live.question
    assert question is not None
    model = one_by_one(question, TablePage(asked_income)._header(), asked_income.say, hints=None)  # type: ignore[arg-type]

    def widest(nodes: Any) -> int:
        return max(len(nodes), *(widest(node.children) for node in nodes if node.children), 0)

    assert widest(model.nodes) == 7


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


def test_a_card_that_was_just_played_is_likeliest_to_belong_there(person: Person, asked_position: Table) -> None:
    asked = amul_question(asked_position.live.session.state)
    assert asked is not None
    assert asked.likely == "area"
    screen = person.screen
    assert isinstance(screen, QuestionScreen)
    kind = asked.fact.split(".")[1]
    person.press(Intent.OK)
    assert asked_position.live.session.state.facts.kinds[kind].position == "area"


def test_the_last_answer_has_the_focus_where_the_table_suggests_none(asked_position: Table) -> None:
    question = asked_position.live.question
    assert question is not None
    plain = type(question)(question.fact, question.words, question.answers)
    header = TablePage(asked_position)._header()
    model = question_model(plain, header, asked_position.desk, hints=None, habit="both")  # type: ignore[arg-type]
    assert model.choices[model.start].value.value == "both"  # type: ignore[attr-defined]
    assert model.choices[-1].label == "Later"
    assert model.pinned == 1


def test_later_is_in_sight_beside_the_whole_alphabet(person: Person) -> None:
    from companion.models import Choice, Header
    from companion.screens.question_screen import QuestionModel

    letters = tuple(Choice(letter, letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    screen = QuestionScreen(QuestionModel(Header(""), "?", (*letters, Choice("Later", None)), pinned=1))
    window = person.app.window
    window.redraw()
    window.show(screen, 0)
    assert "choice.26" in [target.key for target in window.canvas.targets]
