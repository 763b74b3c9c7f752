"""What must hold for every game that is found: the program asks all of this of each, whatever its rules are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import companion.games
from companion.contract import VERSION, TableGame
from companion.facts.box import OWN, PRACTICE
from companion.keeping.history import past_night
from companion.keeping.session import start_game
from companion.keeping.store import Store
from companion.language.i18n import Phrases
from companion.pages.play.end_page import EndPage, NotYetPage, StandingsPage
from companion.pages.play.log_page import LogPage
from companion.pages.play.table_page import TablePage
from companion.pages.teaching.teach_page import TeachPage
from companion.play.live_game import LiveGame
from companion.play.simulated.simulated_table import parse_slots
from companion.program.window import Window
from companion.screens.intents import Intent
from companion.screens.navigation import Page
from companion.screens.players_screen import DrawScreen, PlayersScreen
from companion.screens.start_screen import StartScreen
from companion.settings.config import load_config
from companion.sharing.spreadsheet import COLUMNS
from companion.sharing.takeaway import FORMS, Takeaway, forms_of
from companion.table.log import log_rows
from companion.table.table import Table
from companion.teaching.classroom import Classroom
from companion.teaching.dialogue import Dialogue
from rules.core.game import Setup
from rules.core.refusals import Refused
from rules.core.words import Words
from tests.companion.nights import keep_night
from tests.companion.person import Person
from tests.companion.tables import TickedPage
from tests.gallery.games import samples_of
from tests.gallery.samples import SampleTable
from tests.games import GAMES, bare_desk, document, new_context, new_players, new_setup, new_simulation, open_store
from tests.languages import LANGUAGES
from vision.table.zones import parse_zones
from vision.tags.text import CONTROL, SEAT, Tag, parse_tag

MOST_PRESSES = 40  # from the start page to the table
LAYERS = (None, OWN, PRACTICE)

every_game = pytest.mark.parametrize("game", tuple(GAMES), ids=lambda game: game.slug)
every_language = pytest.mark.parametrize("language", LANGUAGES)


pytestmark = pytest.mark.usefixtures("own_folder")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that is not there, or that has a place nobody fills, is no longer passed over in silence."""
    say = Phrases.say

    def strictly(self: Phrases, words: Words) -> str:
        assert self.has(words.key), f"expected a text for {words.key} in {self.code}"
        said = say(self, words)
        assert "{" not in said, f"expected {words.key} to be filled in {self.code}, got {said!r}"
        return said

    monkeypatch.setattr(Phrases, "say", strictly)


# How it is found.


def test_every_folder_is_a_game_and_none_is_broken() -> None:
    folders = {path.parent.name for path in Path(companion.games.__file__).parent.glob("*/__init__.py")}
    assert GAMES.broken == ()
    assert folders <= set(GAMES.slugs)


@every_game
def test_it_says_of_itself_what_fits_together(game: TableGame) -> None:
    assert game.version == VERSION
    assert game.slug == game.rules.slug == game.box.slug
    assert game.rules.seats
    assert set(game.sounds) <= set(game.rules.events.classes.values())
    assert {*game.ready, *game.passes} <= set(game.rules.commands.classes.values())
    assert not set(game.columns) & set(COLUMNS)


@every_game
@every_language
def test_what_a_group_may_agree_on_has_words_and_can_be_played(game: TableGame, language: str, store: Store) -> None:
    say = Phrases(language)
    for rule, readings in game.house_rules.items():
        assert len(readings) > 1, f"expected a choice for {rule}"
        for key in ("name", *readings):
            assert say.has(f"{game.slug}.house.{rule}.{key}"), f"expected words for {key} of {rule} in {language}"
        for reading in readings:
            setup = replace(new_setup(game.slug, game.rules.seats.start, 1), options={rule: reading})
            assert not isinstance(start_game(store, setup), Refused), (rule, reading)


# Its box.


def test_no_tag_belongs_to_two_cards_of_any_game() -> None:
    tags = Counter(card.tag for game in GAMES for card in game.box.cards(document(game.slug, None)) if card.tag)
    assert [tag for tag, times in tags.items() if times > 1] == []


def test_every_game_has_a_letter_of_its_own() -> None:
    letters = [game.box.letter for game in GAMES if game.box.letter]
    assert len(set(letters)) == len(letters)
    assert not {SEAT, CONTROL} & set(letters)


@every_game
def test_its_tags_carry_its_letter_and_can_be_read(game: TableGame) -> None:
    for card in game.box.cards(document(game.slug, None)):
        assert card.tag is not None, f"expected a number for {card.card}"
        tag = parse_tag(card.tag)
        assert isinstance(tag, Tag)
        assert tag.letter == game.box.letter


@every_game
def test_its_zones_can_be_read_and_have_places(game: TableGame) -> None:
    layout = game.box.layout()
    zones = parse_zones(layout, f"{game.slug}/zones.toml")
    slots = parse_slots(layout)
    assert {zone.name for zone in zones.zones} == set(slots)
    width, height = layout["size"]
    for places in slots.values():
        x, y = places.place(0)
        assert 0 <= x <= width
        assert 0 <= y <= height


@every_game
@every_language
def test_its_zones_have_names(game: TableGame, language: str) -> None:
    say = Phrases(language)
    assert [zone["name"] for zone in game.box.layout()["zones"] if not say.has(f"mat.zone.{zone['name']}")] == []


@every_game
def test_it_can_be_set_up_with_every_layer_of_facts(game: TableGame) -> None:
    for layer in LAYERS:
        facts = document(game.slug, layer)
        assert facts["format"] in (1, 2)
        assert facts["game"] == game.slug
        game.box.judge(facts)
        for players in game.rules.seats:
            names = tuple(f"P{seat}" for seat in range(players))
            assert not isinstance(game.rules.new(Setup(game.slug, names, 0, {}, facts)), Refused)
    assert document(game.slug, OWN) == document(game.slug, None), "expected an owner who told nothing to know no more"
    assert not document(game.slug, None).get("practice", False)
    assert document(game.slug, PRACTICE).get("practice", False) == game.box.file("practice.toml").exists()


@every_game
def test_every_card_has_a_name_in_every_language(game: TableGame) -> None:
    for layer in LAYERS:
        facts = document(game.slug, layer)
        cards, says = game.box.cards(facts), [game.box.phrases(language, facts) for language in LANGUAGES]
        assert len({card.card for card in cards}) == len(cards)
        for card in cards:
            for say in says:
                assert say.name("card", card.card)
                assert say.name("card", card.card) != card.card, f"expected a name of {card.card}"


@every_game
def test_its_deck_is_made_of_its_cards(game: TableGame) -> None:
    if game.deck is None:
        return
    for players in game.rules.seats:
        setup = new_setup(game.slug, players, 1)
        deck = game.deck(setup)
        cards = {card.card for card in game.box.cards(setup.facts)}
        assert {*deck.used, *deck.unsure, *deck.unused, *deck.any_cards} <= cards


@every_game
@every_language
def test_every_lesson_asks_in_words(game: TableGame, language: str, strict: None) -> None:
    if game.course is None:
        return
    course = game.course(document(game.slug, None), None)
    say = game.box.phrases(language, course.document)
    say.say(course.choose_words)
    say.say(course.progress_words(1))
    for thing in course.things:
        assert say.say(course.name(thing)) != thing
        for lesson in course.lessons(thing):
            assert say.has(f"teach.sort.{lesson.sort}")
            ask = Dialogue(lesson.script).ask
            assert lesson.is_known or ask is not None
            if ask is not None:
                assert say.say(ask.words)
                assert ask.is_text or ask.options


# A night.


@pytest.mark.slow
@every_game
def test_simulated_people_finish_a_night_and_the_companion_believes_what_is_so(game: TableGame) -> None:
    for players in game.rules.seats:
        setup = new_setup(game.slug, players, seed=20 + players)
        outcome = new_simulation(setup, new_players(setup, seed=20 + players)).run()
        assert outcome.finished
        assert outcome.differences == {}
        assert outcome.doubts == ()
        assert outcome.score["complete"]


@pytest.mark.slow
@every_game
@every_language
def test_every_step_of_a_night_is_shown_in_words_and_looking_changes_nothing(
    game: TableGame, language: str, store: Store, strict: None
) -> None:
    setup, window = new_setup(game.slug, game.rules.seats[0], seed=3), Window.headless((800, 480))
    simulation = new_simulation(setup, new_players(setup, seed=3))
    context = new_context(load_config(files=(), pairs=("display.motion=false",)), store, language)
    started = start_game(store, setup)
    assert not isinstance(started, Refused)
    page = TickedPage(Table(context, *started))
    simulation.live = page.live
    phases: set[str] = set()

    def look(live: LiveGame) -> None:
        now_ms = simulation.now_ms
        page.tick(now_ms)
        before = live.session.last_seq
        _shown_twice(page, store, window, now_ms)
        assert live.session.last_seq == before
        if live.view["phase"] not in phases and not live.is_over:
            phases.add(live.view["phase"])
            desk = bare_desk(live, page.say)
            assert desk.phase

    assert simulation.run(look).finished
    page.tick(simulation.now_ms)
    end = page._end
    assert isinstance(end, EndPage | NotYetPage | StandingsPage) or game.screens.end is not None
    assert end is not None
    _shown_twice(page, store, window, simulation.now_ms)
    assert store.game(started[0]).result is not None
    log = LogPage(page.live.session, page.say)
    _shown_twice(log, store, window, simulation.now_ms)
    assert log_rows(page.live.session, page.say)


def _shown_twice(page: Page, store: Store, window: Window, now_ms: int) -> None:
    """Showing a page draws something, and showing it again changes neither the picture nor what is kept."""
    before = store.written
    window.show(page.screen(now_ms), now_ms)
    assert window.canvas.written, "expected some text"
    assert not window.show(page.screen(now_ms), now_ms), "expected the same picture"
    assert store.written == before


@pytest.mark.slow
@every_game
def test_a_night_can_be_taken_home_in_every_form(game: TableGame, store: Store, strict: None) -> None:
    ident, session = keep_night(store, game.slug, game.rules.seats[0])
    night = past_night(store, ident)
    for language in LANGUAGES:
        say = game.box.phrases(language, session.setup.facts, session.setup.players)
        takeaway = Takeaway(night, session, say, game, GAMES.columns)
        assert set(forms_of(takeaway)) == set(FORMS)
        for form in FORMS:
            assert FORMS[form](takeaway)
        for player in night.placed:
            assert say.say(game.result_words(night.score, player))
        for figure in game.figures:
            assert say(f"{game.slug}.sheet.{figure}")


# On the screen.


@pytest.mark.slow
@every_game
def test_its_samples_can_be_drawn(game: TableGame) -> None:
    window = Window.headless((800, 480))
    for language in LANGUAGES:
        for name, sample in samples_of(game).items():
            window.redraw()
            assert window.show(sample(SampleTable(language, game.rules.seats[0])), 0), name


@every_game
def test_it_is_begun_from_the_start_page_by_pressing_buttons(game: TableGame, tmp_path: Path, strict: None) -> None:
    person = Person(tmp_path)
    assert isinstance(person.screen, StartScreen)
    person.choose_listed(Phrases("en")(f"screen.game.{game.slug}"))
    for _ in range(MOST_PRESSES):
        if person.app.table is not None:
            break
        _go_on(person, game.rules.seats.start)
    assert person.app.table is not None, "expected the first choice on every page to lead to the table"
    assert person.app.table.slug.partition("-")[0] == game.slug  # itself, or one of those it stands for
    assert len(person.app.table.live.session.setup.players) == game.rules.seats.start
    person.press(Intent.MENU)
    person.press(Intent.BACK)
    assert isinstance(person.app.page, TablePage)
    person.store.close()


@pytest.mark.slow
@every_game
def test_every_line_of_its_menu_leads_somewhere_and_back(game: TableGame, person: Person, strict: None) -> None:
    ident, session = keep_night(person.store, game.slug, steps=20)
    person.app.play(Table(person.app.context, ident, session))
    person.press(Intent.MENU)
    lines = _lines(person)
    assert len(lines) > len(game.screens.menu)
    for line in lines:
        if line not in _lines(person):
            continue  # another way of telling the game has other lines
        person.choose_listed(line)
        _shown_twice(person.app.page, person.store, person.app.window, person.now_ms)
        if person.app.table is None:  # one line leads to the start
            person.choose_listed("Continue")
        for _ in range(MOST_PRESSES):
            if isinstance(person.app.page, TablePage):
                break
            person.press(Intent.BACK)
        assert isinstance(person.app.page, TablePage)
        person.press(Intent.MENU)


def _lines(person: Person) -> list[str]:
    return [choice.label for choice in person.screen.model.choices]  # type: ignore[attr-defined]


@every_game
def test_looking_at_its_teaching_pages_shows_text_and_changes_nothing(
    game: TableGame, person: Person, strict: None
) -> None:
    if game.course is None:
        assert not game.screens.teaching, "pages that teach need a course"
        return
    context = person.app.context
    room = Classroom(context.box(game.slug), game.course, "en")
    pages = [TeachPage(context, game.slug), *(line.page(context, room) for line in game.screens.teaching)]
    for page in pages:
        page.tick(0)
        _shown_twice(page, person.store, person.app.window, 0)


def _go_on(person: Person, players: int) -> None:
    """One press further: guests take their seats, whatever else is asked is answered by the first choice."""
    screen: Any = person.screen
    if isinstance(screen, PlayersScreen):
        seated = len(screen.names)
        person.walk_to(len(screen.model.roster) + 1 if seated == players else seated)
    elif isinstance(screen, DrawScreen):
        person.now_ms += 10_000
        person.app.tick()
    person.press(Intent.OK)
