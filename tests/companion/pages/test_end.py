"""After a game, by four buttons: how it went, taking it home, playing again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from companion.games.amulett.screens.win import WinScreen
from companion.inbox import TableSeen
from companion.keeping.history import past_nights
from companion.keeping.scorings import new_scoring
from companion.pages.beginning import AgainPage
from companion.pages.log import WIDEST, LogPage, log_rows, packed
from companion.pages.past_night import NightPage
from companion.pages.scoring import ScoringPage
from companion.pages.table import TablePage
from companion.screens.intents import Intent
from companion.screens.log import LogScreen
from companion.screens.pad import PadScreen
from companion.screens.players import DrawScreen, PlayersScreen
from companion.screens.qr import QrScreen
from companion.screens.winner import WinnerScreen
from companion.sharing.bgstats import LINK, play_link
from companion.sharing.game_text import read_game
from rules.core.secrecy import disclosed
from rules.core.table import Table
from tests.companion.nights import keep_night, played
from tests.companion.person import Person
from tests.games import GAMES, phrases_for


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Person]:
    somebody = Person(tmp_path)
    yield somebody
    somebody.store.close()


def _at_the_end(person: Person, slug: str) -> Any:
    ident, session = keep_night(person.store, slug)
    person.app.open(TablePage(person.app.context, ident, session))
    person.app.tick()
    for _ in range(12):
        if not isinstance(person.screen, WinnerScreen | WinScreen):
            person.press(Intent.OK)
    assert isinstance(person.screen, WinnerScreen | WinScreen)
    return session


@pytest.mark.parametrize("slug", ["amul", "amulett"])
def test_the_same_seats_play_again_and_the_next_one_begins(person: Person, slug: str) -> None:
    before = _at_the_end(person, slug).setup
    person.choose_listed("Play again")
    assert isinstance(person.app.page, AgainPage)
    after = (before.start + 1) % 3
    person.choose_listed(f"{before.players[after]} begins")
    assert person.app.table is not None
    again = person.app.table.live.session
    assert (again.setup.players, again.setup.start, again.setup.options) == (before.players, after, before.options)
    assert again.steps == ()
    assert [row.game for row in person.store.games()] == [slug, slug]


def test_who_begins_can_be_drawn_and_everybody_can_be_drawn(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def draw(below: int) -> int:
        drawn.append(below)
        return 2

    monkeypatch.setattr("companion.pages.players.randbelow", draw)
    _at_the_end(person, "amulett")
    person.choose_listed("Play again")
    person.choose_listed("Same seats")
    assert isinstance(person.screen, DrawScreen)
    person.now_ms += 10_000
    person.app.tick()
    person.press(Intent.OK)
    assert person.app.table is not None
    assert (drawn, person.app.table.live.session.setup.start) == ([3], 2)


def test_others_may_join_before_the_next_game(person: Person) -> None:
    before = _at_the_end(person, "amul").setup
    person.choose_listed("Play again")
    person.choose_listed("Other players")
    screen = person.screen
    assert isinstance(screen, PlayersScreen)
    assert screen.names == before.players
    person.press(Intent.BACK)
    assert len(person.app._pages) == 1


def test_a_play_is_taken_home_as_a_code_or_as_files(person: Person, tmp_path: Path) -> None:
    session = _at_the_end(person, "amulett")
    person.choose_listed("Take it home")
    person.choose_listed("BG Stats")
    assert isinstance(person.screen, QrScreen)
    person.press(Intent.BACK)
    person.choose_listed("Game text")
    (text,) = (tmp_path / "exports").glob("*.txt")
    assert read_game(text.read_text("utf-8"), GAMES.rules).state == session.state
    winner = person.store.games()[0].result["winners"][0]  # type: ignore[index]
    assert f"\n; 1. {winner}: " in text.read_text("utf-8")
    assert text.name in person.screen.model.text  # type: ignore[attr-defined]
    person.choose_listed("BG Stats file")
    (file,) = (tmp_path / "exports").glob("*.bgsplay")
    assert json.loads(file.read_text("utf-8"))["games"][0]["name"] == "Das Amulett"


def test_a_folder_that_takes_no_file_is_said(person: Person, tmp_path: Path) -> None:
    _at_the_end(person, "amulett")
    (tmp_path / "exports").write_text("in the way")
    person.choose_listed("Take it home")
    person.choose_listed("Game text")
    assert type(person.screen).__name__ == "TroubleScreen"


def test_a_table_that_was_only_scored_is_a_past_night_too(person: Person, tmp_path: Path) -> None:
    page = ScoringPage(person.app.context, new_scoring("amul", ("Ada", "Bo", "Cy"), "practice"))
    person.app.open(page)
    for seat, card in enumerate(("gold#1", "gem#1", "silk#1")):
        zones = {"mat": frozenset({card})}
        page.see(TableSeen(Table(zones), frozenset(), blocked=False, at_ms=seat))
        person.press(Intent.OK)
    for _ in range(12):
        if not isinstance(person.screen, WinnerScreen):
            person.press(Intent.OK)
    shown = person.screen
    assert isinstance(shown, WinnerScreen)
    assert "log" not in [choice.value for choice in shown.model.choices]
    person.choose_listed("Take it home")
    person.choose_listed("Score sheet (PDF)")
    assert [path.suffix for path in (tmp_path / "exports").iterdir()] == [".pdf"]
    (night,) = past_nights(person.store)
    assert (night.is_finished, night.is_followed, night.minutes) == (True, False, 0)
    assert person.store.unfinished() is None
    play = json.loads(unquote(play_link(night, GAMES[night.row.game]).removeprefix(LINK)))
    assert "durationMin" not in play
    assert [player["startPlayer"] for player in play["players"]] == [False, False, False]
    person.app.open(NightPage(person.app.context, night.row.id))
    assert [choice.value for choice in person.screen.model.choices] == ["result", "pad", "take", "again"]  # type: ignore[attr-defined]
    person.choose_listed("The score")
    assert isinstance(person.screen, PadScreen)


def test_scoring_another_table_does_not_hide_the_game_to_continue(person: Person) -> None:
    ident, session = keep_night(person.store, steps=4)
    person.store.new_game(session.game, session.setup, {"players": [], "winners": [], "complete": True})
    left = person.store.unfinished()
    assert left is not None
    assert left.id == ident


# The log.


def test_lines_taken_back_stay_and_are_greyed(person: Person) -> None:
    _, session = keep_night(person.store, steps=6)
    session.undo(99_000, session.steps[2].seq)
    rows = log_rows(session, person.app.context.say)
    assert [row.undone for row in rows] == [False] * 3 + [True] * 3
    assert len({row.text for row in rows if row.undone} - {""}) == 3


def test_going_back_warns_of_what_all_have_seen_since(person: Person) -> None:
    """Three are dealt to the market, the three offers are turned up, then three pick: nothing new is seen."""
    _, session = keep_night(person.store, steps=5)
    rows = log_rows(session, person.app.context.say)
    assert [session.game.commands.encode(step.command)["do"] for step in session.steps] == [
        "fill", "turn_up", "pick", "pick", "pick",
    ]  # fmt: skip
    assert [row.crosses for row in rows] == ["Since then all have seen 3 cards.", "", "", "", ""]


@pytest.mark.parametrize("slug", ["amul", "amulett"])
def test_whatever_comes_to_light_counts_as_seen(slug: str) -> None:
    """Cards and spells that stand in the view of all for the first time came there by an event that says so."""
    session = played(slug, 3, 5)
    known = {*session.setup.facts.get("spells", {}), *session.setup.facts.get("cards", {})}
    seen = _things(session.game.view(session.state_after(0)))
    for step in session.steps:
        now = _things(session.game.view(session.state_after(step.seq)))
        if any(thing.partition("#")[0] in known for thing in now - seen):
            assert sum(map(disclosed, step.events)) > 0
        seen |= now


def _things(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set().union(*(_things(item) for item in value.values())) if value else set()
    if isinstance(value, list | tuple):
        return set().union(*(_things(item) for item in value)) if value else set()
    return {value} if isinstance(value, str) else set()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("slug", "players"), [("amul", 3), ("amul", 8), ("amulett", 3), ("amulett", 6)])
def test_every_step_is_told_and_a_long_one_goes_on_in_the_next_row(slug: str, players: int, language: str) -> None:
    session = played(slug, players, 5)
    say = phrases_for(slug, language, session.setup.facts, session.setup.players)
    whole, rows = log_rows(session, say), log_rows(session, say, WIDEST)
    assert [row.seq for row in whole] == [step.seq for step in session.steps]
    assert not [row for row in whole if not row.text or f"{slug}." in row.text or "{" in row.text]
    assert max(len(row.text) for row in rows) <= WIDEST
    for row in whole:
        assert " ".join(one.text for one in rows if one.seq == row.seq) == row.text


def test_sentences_are_packed_into_lines() -> None:
    assert packed(("One.", "Two.", "Three is long.", "Four."), 10) == ["One. Two.", "Three is long.", "Four."]
    assert packed(("One.", "Seen: two, three and four."), 15) == ["One. Seen: two,", "three and four."]
    assert packed(("One.", "Two."), None) == ["One. Two."]
    assert packed((), 10) == [""]


def test_what_lies_face_down_is_told_once_when_it_is_turned_up(person: Person) -> None:
    _, session = keep_night(person.store, steps=8)
    texts = [row.text for row in log_rows(session, person.app.context.say)]
    assert texts[5].endswith(" lays a card.")
    assert texts[7].startswith("Revealed: ")


def test_a_log_to_be_read_leads_nowhere_and_the_newest_line_changes_nothing(person: Person) -> None:
    _, session = keep_night(person.store, steps=5)
    say = person.app.context.say
    taken: list[Any] = []
    person.app.open(LogPage(session, say))
    person.press(Intent.OK)
    assert isinstance(person.screen, LogScreen)
    person.press(Intent.BACK)
    person.app.open(LogPage(session, say, lambda to, now: taken.append(to)))
    person.press(Intent.OK)
    assert (taken, isinstance(person.screen, LogScreen)) == ([], False)
    person.app.open(LogPage(session, say, lambda to, now: taken.append(to)))
    person.press(Intent.PREVIOUS, Intent.OK)
    assert taken == [4]
