"""How it went, step by step: everything is told once, in lines that can be read, and gone back to by buttons."""

from __future__ import annotations

from typing import Any

import pytest

from companion.pages.play.log_page import WIDEST, LogPage
from companion.screens.intents import Intent
from companion.screens.log_screen import LogScreen
from companion.table.log import apart, log_rows, packed
from rules.core.secrecy import disclosed
from tests.companion.nights import keep_night, played
from tests.companion.person import Person
from tests.games import phrases_for


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
    assert [row.crosses for row in rows] == ["Since then everybody has seen 3 cards.", "", "", "", ""]


def _things(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set().union(*(_things(item) for item in value.values())) if value else set()
    if isinstance(value, list | tuple):
        return set().union(*(_things(item) for item in value)) if value else set()
    return {value} if isinstance(value, str) else set()


@pytest.mark.slow
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


@pytest.mark.slow
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


def test_sentences_without_a_full_stop_do_not_run_together() -> None:
    """The texts are the game's own."""
    assert apart(["Ada plays a 7", "Bo wins!", "Cem begins"]) == ("Ada plays a 7.", "Bo wins!", "Cem begins")
    assert apart(["Ada plays a 7"]) == ("Ada plays a 7",)
    assert apart([]) == ()


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
