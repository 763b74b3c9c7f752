"""Each part of a game behind a page fails once: words on the screen, the journal kept, a way home.

``test_failing_parts.py`` has those that are asked while a game is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.contract import TableAtEnd
from companion.inbox import TableSeen
from companion.keeping.fallen import fallen_games
from companion.keeping.session import resume_game
from companion.language.wording import in_words
from companion.models import Header
from companion.pages.begin.start_page import NewGame, StartPage
from companion.pages.history.export_page import ExportPage
from companion.pages.history.night_page import NightPage
from companion.pages.play.corrections_page import CorrectionsPage
from companion.pages.play.end_page import EndPage, last_page, points_giver
from companion.pages.play.ending import Ending
from companion.pages.play.question_models import putback_model
from companion.pages.play.table_page import TablePage
from companion.pages.teaching.deck_check_page import packing_page
from companion.pages.teaching.teach_page import TeachPage
from companion.pages.trouble_page import GameFailedPage, TroublePage
from companion.play.simulated.players import SimulatedPlayers
from companion.screens import Answered, Goto
from companion.screens.intents import Intent
from companion.twin.demo import Demo
from rules.core.game import known_table
from rules.core.pad.commands import Begin
from rules.core.table import Move
from rules.core.table import Table as Lying
from tests.companion.failing import Night, Part, menu_line, with_screens
from tests.games import GAMES, new_setup
from vision.table.zones import WHOLE

Deed = Callable[[Night], None]
STEPS = 2


def _end(night: Night) -> None:
    table = night.table
    ending = Ending(night.context, table.number, table.live.session, table.say)
    at_end = TableAtEnd(night.context, table.say, table.score, table.live.view, ending, table.desk)
    night.app.open(last_page(table.game, at_end))


def _give(night: Night) -> None:
    give = points_giver(night.table.desk)
    assert give is not None
    give("card#1", 1, night.now_ms)


def _row_marks(night: Night) -> None:
    night.app.open(EndPage(night.context, night.table.score, night.table.say, full=True))


def _own_line(night: Night) -> None:
    night.app.press(Intent.MENU)
    night.app._turn(night.app.page.act(Goto("own"), night.now_ms))


def _just_score(night: Night) -> None:
    night.table.live.do(Begin("score"), night.now_ms)


def _lay_faces(night: Night) -> None:
    """In a phase in which hands are laid, and of cards that have copies."""
    live, cards = night.table.live, frozenset(night.cards[:2])
    live._laying = live.view["phase"]
    night.inbox.put(TableSeen(Lying({WHOLE: cards}), frozenset(), at_ms=night.now_ms, by_face=cards))


# How each part is made to fail, and what then asks for it at the table.
AT_THE_TABLE: Mapping[str, tuple[Part, Deed]] = {
    "end": (lambda game, fail: with_screens(game, end=fail), _end),
    "give_points": (lambda game, fail: replace(game, give_points=fail), _give),
    "card": (
        lambda game, fail: replace(game, card=fail),
        lambda night: print(putback_model((Move("card#1", "mat", "hand"),), Header(""), night.table.desk)),
    ),
    "row_mark": (lambda game, fail: replace(game, row_mark=fail), _row_marks),
    "menu.page": (lambda game, fail: with_screens(game, menu=(menu_line(page=fail),)), _own_line),
    "course": (
        lambda game, fail: replace(game, course=fail),
        lambda night: night.app.open(CorrectionsPage(night.table.desk)),
    ),
    "deck": (
        lambda game, fail: replace(game, deck=fail),
        lambda night: night.app.open(packing_page(night.context, night.table.live.session, night.table.say)),
    ),
    "scoring": (lambda game, fail: replace(game, scoring=SimpleNamespace(cards=fail, score=fail)), _just_score),
    "lost_track": (lambda game, fail: replace(game, lost_track=fail), _lay_faces),
}
# The same without a table: before a game, after it, and for teaching.
AWAY: Mapping[str, tuple[Part, Deed]] = {
    "which": (
        lambda game, fail: with_screens(game, which=fail),
        lambda night: night.app._turn(StartPage(night.context).act(Answered(NewGame(night.slug)), 0)),
    ),
    "course": (
        lambda game, fail: replace(game, course=fail),
        lambda night: night.app.open(TeachPage(night.context, night.slug)),
    ),
    "teaching.detail": (
        lambda game, fail: with_screens(game, teaching=(menu_line(detail=fail),)),
        lambda night: night.app.open(TeachPage(night.context, night.slug)),
    ),
    "teaching.page": (
        lambda game, fail: with_screens(game, teaching=(menu_line(page=fail),)),
        lambda night: night.app._turn(TeachPage(night.context, night.slug).act(Goto("own"), 0)),
    ),
    "deck.page": (
        lambda game, fail: with_screens(game, deck=fail),
        lambda night: night.app._turn(TeachPage(night.context, night.slug).act(Goto("deck"), 0)),
    ),
    "end": (
        lambda game, fail: with_screens(game, end=fail),
        lambda night: night.app._turn(_past(night).act(Goto("pad"), 0)),
    ),
    "sheet": (lambda game, fail: replace(game, sheet=fail), lambda night: _export(night, "pdf")),
    "variant": (lambda game, fail: replace(game, variant=fail), lambda night: _export(night, "bgsplay")),
    "variant.code": (lambda game, fail: replace(game, variant=fail), lambda night: _export(night, "code")),
    "columns": (
        lambda game, fail: replace(game, columns=SimpleNamespace(items=fail)),
        lambda night: _export(night, "csv"),
    ),
}


def _past(night: Night) -> NightPage:
    """Of a night whose steps are known."""
    page = NightPage(night.context, night.number)
    page._session = night.session
    return page


def _export(night: Night, form: str) -> None:
    say = night.context.phrases(night.slug, night.session.setup.facts, night.session.setup.players)
    night.app._turn(ExportPage(night.context, night.number, night.session, say).act(Goto(form), 0))


def _why_not(slug: str, part: str) -> str:
    """Why a game cannot be asked for a part; empty if it can."""
    game = GAMES[slug]
    rules, setup = game.rules, new_setup(slug, game.rules.seats.start, seed=3)
    state: Any = rules.new(setup)
    if part == "row_mark" and rules.score(state)["kind"] != "points":
        return "a race has no pad"
    if part == "scoring" and (game.scoring is None or known_table(rules, state) is None):
        return "it cannot be just scored"
    if part == "lost_track" and not list(game.box.cards(setup.facts)):
        return "it has no cards"
    if part.startswith(("teaching", "deck.page")) and game.course is None:
        return "it has no course"
    return ""


@pytest.fixture
def night(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Night]:
    slug, part = request.param
    if why_not := _why_not(slug, part):
        pytest.skip(f"{part} is not asked of this game: {why_not}")
    fails = {**{name: how for name, (how, _) in AWAY.items()}, **{name: how for name, (how, _) in AT_THE_TABLE.items()}}
    somebody = Night(tmp_path, slug, fails.get(part, lambda game, _: game))
    somebody.app.phones = None
    yield somebody
    somebody.store.close()


def _nights(*parts: str) -> Any:
    params = [pytest.param((slug, part), id=f"{slug}-{part}") for slug in GAMES.slugs for part in parts]
    return pytest.mark.parametrize("night", params, indirect=True)


def _part(request: pytest.FixtureRequest) -> str:
    return str(request.node.callspec.id.partition("-")[2])


def _sit_down(night: Night) -> int:
    """At a game with some steps, not shown yet; how many entries it has."""
    night.app._sit_down(night.number)
    for _ in range(STEPS):
        night._step()
    return len(night.table.live.session.entries)


def _has_words_and_both_ways(night: Night, entries: int) -> None:
    page = night.app.page
    assert isinstance(page, GameFailedPage)
    assert "on purpose" in page._screen.model.detail
    assert night.number in fallen_games(night.store, night.context.games.release_of)
    assert len(resume_game(night.store, night.number).entries) >= entries, "the journal is kept"
    night.app.press(Intent.NEXT)
    night.app.press(Intent.OK)
    night.tick()
    assert isinstance(night.app.page, StartPage), "a way home"


@_nights(*AT_THE_TABLE)
def test_a_part_behind_a_page_of_the_table_may_fail(night: Night, request: pytest.FixtureRequest) -> None:
    entries = _sit_down(night)
    night.app._guard(lambda: AT_THE_TABLE[_part(request)][1](night))
    night.tick()
    assert night.failing.asked
    _has_words_and_both_ways(night, entries)


@_nights("end", "give_points", "card", "menu.page", "course", "deck")
def test_one_step_back_the_game_goes_on(night: Night, request: pytest.FixtureRequest) -> None:
    entries = _sit_down(night)
    night.app._guard(lambda: AT_THE_TABLE[_part(request)][1](night))
    night.app.press(Intent.OK)
    assert isinstance(night.app.page, TablePage)
    kept = night.table.live.session.entries
    assert len(kept) == entries + 1, "an undo is an entry too"


@_nights(*AWAY)
def test_a_part_that_fails_away_from_a_table_leads_home(night: Night, request: pytest.FixtureRequest) -> None:
    night.store.finish(night.number, in_words(GAMES[night.slug].score(night.session), night.context.say))
    night.app._guard(lambda: AWAY[_part(request)][1](night))
    night.tick()
    assert night.failing.asked
    assert isinstance(night.app.page, TroublePage)
    assert "on purpose" in night.app.page._screen.model.text
    night.app.press(Intent.OK)
    night.tick()
    assert isinstance(night.app.page, StartPage)


@_nights("known_table")
def test_rules_that_do_not_know_their_table(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = _sit_down(night)
    with monkeypatch.context() as broken:
        broken.setattr(type(night.session.game), "known_table", night.failing.fail, raising=False)
        night.app._guard(lambda: night.app.press(Intent.MENU))
        assert night.failing.asked
    _has_words_and_both_ways(night, entries)


@_nights("renewed")
def test_rules_that_cannot_renew_a_game(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays as it is for rules that can."""
    entries, rules = _sit_down(night), type(night.session.game)
    night.app._leave_table()
    with monkeypatch.context() as broken:
        broken.setattr(rules, "rules_version", rules.rules_version + 1)
        broken.setattr(rules, "renewed", night.failing.fail, raising=False)
        night.app._guard(lambda: night.app._sit_down(night.number))
        assert night.failing.asked
    assert isinstance(night.app.page, TroublePage)
    assert night.number in fallen_games(night.store, night.context.games.release_of)
    assert len(resume_game(night.store, night.number).entries) == entries
    night.app.press(Intent.OK)
    night.tick()
    assert isinstance(night.app.page, StartPage)


@_nights("people")
def test_simulated_people_who_fail_in_a_demonstration(night: Night) -> None:
    entries, fail = _sit_down(night), night.failing.fail
    people: SimulatedPlayers = SimpleNamespace(follow=fail, next_act=fail, answer=fail)  # type: ignore[assignment]
    finger: Any = SimpleNamespace(
        tick=lambda _: None, let_go=lambda: None, is_busy=lambda _: False, press=lambda *_: None
    )
    night.app.driver = Demo(people, finger, pace_ms=0)
    night.tick()
    assert night.failing.asked
    _has_words_and_both_ways(night, entries)
