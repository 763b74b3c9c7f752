"""An untaught board: areas nobody has named are called by what is known of them, never by an id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

import pytest

from companion.games.amulett.actions import area_name
from companion.keeping.session import start_game
from companion.pages.play.table_page import TablePage
from companion.screens.doors_screen import DoorsScreen
from companion.table.log import sentences
from companion.table.table import Table
from rules.amulett import commands as c
from rules.amulett.naming import area_words
from rules.core.game import Setup
from rules.core.refusals import Refused
from tests.companion.nights import played
from tests.companion.person import Person
from tests.games import document, phrases_for
from tests.rules.amulett.desks import facts, lay_out

UNSEEN = ("command", "value", "ident", "icon", "party", "goto", "key", "choice", "roads")  # what no player reads
RAW = re.compile(r"area-\d|pyramid-city|spells\.|areas\.|\{|[a-z]\.[a-z]+\.")
NAMES = ("Ada", "Bo", "Cy")


def texts(model: Any) -> Iterator[str]:
    """Whatever a player reads on a screen."""
    if isinstance(model, str):
        yield model
    elif isinstance(model, tuple | list):
        for item in model:
            yield from texts(item)
    elif is_dataclass(model) and not isinstance(model, type):
        for item in fields(model):
            if item.name not in UNSEEN:
                yield from texts(getattr(model, item.name))


@pytest.fixture
def untaught(person: Person) -> Table:
    facts = document("amulett", "own")
    started = start_game(person.store, Setup("amulett", NAMES, facts=facts))
    assert not isinstance(started, Refused)
    page = Table(person.app.context, *started)
    person.app.play(page)
    return page


def _play(person: Person, page: Table, steps: int, seed: int = 1) -> Iterator[list[str]]:
    """Somebody gives legal commands, passing where that is possible; what stands on the screen at each step."""
    chance, live = Random(seed), page.live
    for _ in range(steps):
        if live.is_over:
            return
        if live.question is not None:
            told = [answer for answer in live.question.answers if not isinstance(answer, c.Later)]
            live.do(chance.choice(told), 0)
        else:
            passing = [one for one in live.options if isinstance(one, c.Pass | c.Enough | c.Decline)]
            live.do(chance.choice(passing or list(live.options)), 0)
        screen: Any = TablePage(page).screen(0)
        yield list(texts(screen.model))


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_id_reaches_the_screen_on_a_board_nobody_has_told(person: Person, language: str) -> None:
    person.app.context.language = language
    facts = document("amulett", "own")
    started = start_game(person.store, Setup("amulett", NAMES, facts=facts))
    assert not isinstance(started, Refused)
    page = Table(person.app.context, *started)
    places: set[str] = set()
    for shown in _play(person, page, 260):
        assert not [text for text in shown if RAW.search(text)], shown
        places.update(page.live.session.state.entered)
    assert len(places) >= 4, "the party has been somewhere"
    for event in page.live.session.steps[-1].events:
        assert not RAW.search(page.say.say(page.live.session.game.tell(event)))


@pytest.mark.slow
def test_an_area_is_called_by_what_is_known_of_it(person: Person, untaught: Table) -> None:
    say = phrases_for("amulett", "en", document("amulett", "own"), NAMES)
    called: dict[str, set[str]] = {}
    for _ in _play(person, untaught, 260):
        state = untaught.live.session.state
        for area in state.entered:
            called.setdefault(area, set()).add(say.say(area_words(state, area)))
    said = {name for names in called.values() for name in names}
    assert any(re.fullmatch(r"area, entered in round \d", name) for name in said), said
    terrains = "(water|forest|steppe|mountains|city)"
    marks = "( with a pyramid)?( by the wall)?"
    assert any(re.fullmatch(rf"{terrains}{marks}, entered in round \d( \(no. \d+\))?", name) for name in said), said
    state = untaught.live.session.state
    now = [say.say(area_words(state, area)) for area in state.facts.areas]
    assert len(set(now)) == len(now), "no two areas are called alike"


@pytest.mark.parametrize(("slug", "called"), [("area-1", "Eau"), ("c3", "C3")])
def test_a_short_word_is_no_id(slug: str, called: str) -> None:
    told = {**facts(), "areas": {slug: {"terrain": "water", "pyramid": False, "wall": "none"}}}
    assert area_name(lay_out(told=told).state, slug, phrases_for("amulett", "fr", told)) == called


@pytest.mark.slow
def test_the_first_question_of_a_first_night_is_in_words(person: Person, untaught: Table) -> None:
    """By the buttons, from the moment the party arrives."""
    for _ in _play(person, untaught, 200):
        asked = untaught.live.question
        if asked is not None and asked.fact.startswith("areas."):
            break
    person.app.tick()
    shown = person.screen
    assert isinstance(shown, DoorsScreen)
    assert shown.model.now.text == "The city with the pyramid: does it touch the great wall, and on which side?"
    person.tell("Yes, north of it")
    assert untaught.live.session.state.facts.area("pyramid-city").wall == "north"


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_log_calls_areas_as_their_tiles_do(language: str) -> None:
    session = played("amulett", 3, 5)
    say = phrases_for("amulett", language, session.setup.facts, session.setup.players)
    told = " ".join(text for step in session.steps for text in sentences(session.game, step, say))
    assert re.findall(r"\b[A-D][1-6]\b", told)
    assert re.findall(r"\b[a-d][1-6]\b", told) == []
