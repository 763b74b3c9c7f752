"""From every page of a game the rules are one press away, by four buttons, and nothing else happens by it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.inbox import Pressed
from companion.keeping.session import start_game
from companion.pages.play.missing_facts import MissingPage
from companion.pages.play.points_run_page import PointsRunPage
from companion.pages.play.rules_page import RulesPage
from companion.screens.bulletin_screen import BulletinScreen
from companion.screens.doors_screen import DoorsScreen
from companion.screens.intents import Intent
from companion.screens.last_screen import LastScreen
from companion.table import acts
from companion.table.table import Table
from rules.core.pad.commands import ChangeWay
from rules.core.refusals import Refused
from tests.companion.person import Person
from tests.games import GAMES, new_setup
from tests.sweeps import sweep

SEED = 11
MOST_STEPS = 400
HELD = "hold"


def _person(folder: Path, slug: str, camera: str, facts: str) -> Person:
    person = Person(folder, camera=camera)
    started = start_game(person.store, new_setup(slug, max(4, GAMES[slug].rules.seats[0]), SEED, facts=facts))
    assert not isinstance(started, Refused)
    person.app.play(Table(person.app.context, *started))
    person.app.tick()
    return person


def _hints(screen: Any) -> Any:
    if isinstance(screen, DoorsScreen):
        return screen._hints() if screen.entry is None else screen.entry.hints
    return screen.hints if hasattr(screen, "hints") else screen.model.hints


def _one_press(person: Person) -> Pressed:
    """The press that the line at the foot offers."""
    say, hints = person.app.context.say, _hints(person.screen)
    if hints.back == say("screen.hint.rules"):
        return Pressed("back", "press", person.now_ms)
    assert hints.hold_next == say("screen.hint.rules_held"), (type(person.app.page), type(person.screen))
    return Pressed("next", HELD, person.now_ms)


def _check(person: Person) -> tuple[str, str]:
    """Opens the rules, and closes them: everything is as before. Answers on what kind of page."""
    person.now_ms += 1000
    person.app.tick()
    app, page, screen = person.app, person.app.page, person.screen
    assert app.table is not None
    before = app.table.live.session.last_seq, screen, getattr(screen, "focus", 0), getattr(screen, "doors", None)
    for open_rules in (lambda: app._press(_one_press(person)), lambda: person.press(Intent.RULES)):
        open_rules()
        app._press(Pressed("next", "repeat", person.now_ms))  # still held: no page is turned by that
        assert isinstance(app.page, RulesPage), (page, screen)
        assert app.page.screen(0).page == 0  # type: ignore[attr-defined]
        person.press(Intent.OK)
        assert app.page is page
        screen = person.screen
        after = app.table.live.session.last_seq, screen, getattr(screen, "focus", 0), getattr(screen, "doors", None)
        assert after == before
    return type(page).__name__, type(screen).__name__


def _by_chance(person: Person) -> Iterator[tuple[Any, ...]]:
    """Anything that can be done; answers with what the screen is about."""
    app, chance = person.app, Random(SEED)
    for _ in range(MOST_STEPS):
        assert app.table is not None
        live, asked = app.table.live, app.table.live.question
        if isinstance(person.screen, LastScreen):  # the poster: nobody plays any more
            return
        yield live.view["phase"], type(person.screen).__name__, asked is not None and asked.fact.rpartition(".")[2]
        if live.is_over:
            return
        if isinstance(person.screen, BulletinScreen) or (app.table.laying is not None and not app.table.is_laid_out):
            person.press(Intent.OK)
        else:
            app.table.act(acts.Tell(chance.choice(live.options)), person.now_ms)
        app.tick()


def _check_question(person: Person) -> None:
    """It says what for, and of several which one it is; where an answer could be marked, none is."""
    assert person.app.table is not None
    question: Any = person.app.table.live.question
    if question is None:
        return
    model: Any = person.screen.model  # type: ignore[attr-defined]
    why = model.now.why if isinstance(person.screen, DoorsScreen) else model.detail
    assert person.app.table.say.say(question.why) in why
    assert question.ticks is not None or question.left == 1 or " of " in why
    assert isinstance(person.screen, DoorsScreen) or person.screen.handle(Intent.OK) is None, "OK alone answers nothing"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("facts", "camera"),
    sweep([("practice", "usb"), ("own", "none")], [*product(("practice", "own"), ("usb", "none"))]),
)
@pytest.mark.parametrize("slug", ["amul", "amulett"])
def test_on_every_kind_of_page_of_a_game(slug: str, facts: str, camera: str, tmp_path: Path) -> None:
    print(f"seed {SEED}")
    person, seen = _person(tmp_path, slug, camera, facts), set[tuple[Any, ...]]()
    for kind in _by_chance(person):
        if kind not in seen:
            seen.add(kind)
            _check(person)
            _check_question(person)
    person.store.close()
    assert len(seen) >= 6, seen


def test_behind_doors_one_has_opened(tmp_path: Path) -> None:
    person = _person(tmp_path, "amul", "none", "practice")
    person.press(Intent.NEXT)
    assert isinstance(person.screen, DoorsScreen)
    assert person.screen._way
    _check(person)
    person.store.close()


@pytest.mark.parametrize("way", ["scribe", "score"])
def test_where_the_game_is_not_followed_and_in_the_menu(way: Any, tmp_path: Path) -> None:
    person = _person(tmp_path, "amul", "none", "practice")
    assert person.app.table is not None
    person.app.table.act(acts.Tell(ChangeWay(way)), 0)
    assert _check(person) == ("TablePage", "DoorsScreen")
    person.press(Intent.MENU)
    assert _check(person)[0] == "MenuPage"
    person.store.close()


@pytest.mark.slow
def test_at_the_end_while_something_is_missing(tmp_path: Path) -> None:
    person = _person(tmp_path, "amul", "none", "own")
    for _ in _by_chance(person):
        pass
    assert _check(person) == ("TablePage", "QuestionScreen")
    person.choose_listed("Points card by card")
    assert isinstance(person.app.page, PointsRunPage)
    assert _check(person)[0] == "PointsRunPage"
    person.press(Intent.UNDO)
    person.choose_listed("Tell them now")
    assert isinstance(person.app.page, MissingPage)
    assert _check(person) == ("MissingPage", "DoorsScreen")
    person.store.close()


def test_a_button_that_is_held_runs_on_in_a_list_and_opens_no_door_after_door(tmp_path: Path) -> None:
    person = _person(tmp_path, "amul", "none", "practice")
    app, screen = person.app, person.screen
    assert isinstance(screen, DoorsScreen)
    for sort in (HELD, "repeat", "repeat"):
        app._press(Pressed("previous", sort, person.now_ms))  # type: ignore[arg-type]
    assert len(screen._way) == 1
    person.press(Intent.MENU)
    menu: Any = person.screen
    for sort in (HELD, "repeat", "repeat"):
        app._press(Pressed("previous", sort, person.now_ms))  # type: ignore[arg-type]
    assert menu.focus == menu.count() - 3
    person.store.close()
