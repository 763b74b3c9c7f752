"""One journal for the game and for what is told beside its rules: one undo, one store."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.keeping.history import past_night, played_again
from companion.keeping.session import Accepted, Session, look_back, resume_game, start_game
from companion.keeping.session_stats import time_share
from companion.keeping.store import Store
from companion.language.wording import in_words
from companion.pages.play.log_page import log_rows
from companion.sharing.game_text import read_game, write_game
from companion.teaching.correction import rehearse
from rules.core.journal import Position, Undone
from rules.core.pad.commands import Ask, Begin, ChangeWay, EndArea, GivePoints, LayCards, SkipSeat, TellStay
from rules.core.refusals import Refused
from rules.core.scoring import totals_of
from tests.games import GAMES, new_setup, open_store, phrases_for, tell_command

PLAYERS = 3


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def _begin(store: Store, seed: int = 1) -> tuple[int, Session]:
    started = start_game(store, new_setup("amul", PLAYERS, seed))
    assert not isinstance(started, Refused)
    return started


def _do(session: Session, *commands: Any) -> None:
    for command in commands:
        done = session.do(command, 1000 * session.last_seq)
        assert isinstance(done, Accepted), (command, done)


def _go_on(session: Session, steps: int, random: Random) -> None:
    """Whatever the rules allow."""
    for _ in range(steps):
        _do(session, random.choice(session.game.options(session.state)))


def _mixed(session: Session, random: Random) -> list[Position[Any]]:
    """Following, scribing, scoring and back; where it stood after each step."""
    seen = [session.position]
    for part in (
        lambda: _go_on(session, 12, random),
        lambda: _do(session, ChangeWay("scribe"), SkipSeat(0), TellStay(1, "gold#1"), TellStay(2)),
        lambda: _do(session, ChangeWay("follow")),
        lambda: _go_on(session, 5, random),
        lambda: _do(session, ChangeWay("score"), Ask(1), LayCards(1, ("silk#1",)), GivePoints("silk#1", 3)),
    ):
        first = len(session.steps)
        part()
        seen += [session.position_after(step.seq) for step in session.steps[first:]]
    return seen


@pytest.mark.parametrize("seed", range(3))
def test_undo_leads_back_through_all_ways_to_the_very_same(store: Store, seed: int) -> None:
    _, session = _begin(store, seed)
    seen = _mixed(session, Random(f"mixed {seed}"))
    while len(seen) > 1:
        seen.pop()
        assert isinstance(session.undo(), Undone)
        assert session.position is seen[-1]
    assert isinstance(session.undo(), Refused)


@pytest.mark.parametrize("seed", range(3))
def test_it_is_taken_up_where_it_was_left(store: Store, seed: int) -> None:
    number, session = _begin(store, seed)
    seen = _mixed(session, Random(f"mixed {seed}"))
    session.undo(to=session.steps[8].seq)
    assert resume_game(store, number).position == session.position == seen[9]
    _mixed(session, Random(f"again {seed}"))
    again = resume_game(store, number)
    assert (again.position, again.entries) == (session.position, session.entries)


def test_while_nobody_follows_the_rules_take_only_what_is_told_of_the_box(store: Store) -> None:
    _, session = _begin(store)
    _go_on(session, 3, Random(1))
    option = session.game.options(session.state)[0]
    _do(session, ChangeWay("scribe"))
    before = session.position, session.entries
    refused = session.do(option)
    assert isinstance(refused, Refused)
    assert refused.code == "pad_not_followed"
    assert (session.position, session.entries) == before
    _do(session, tell_command(session, "cards.gold.power", [{"flat": 3}]))
    _do(session, ChangeWay("follow"), option)


def test_how_a_game_began_to_be_told_is_not_taken_back(store: Store) -> None:
    number, session = _begin(store)
    _do(session, Begin("score"), LayCards(0, ("gold#1",)))
    assert isinstance(session.undo(to=0), Refused)
    assert isinstance(session.undo(), Undone)
    again = resume_game(store, number)
    for taken in (session, again):
        refused = taken.undo()
        assert isinstance(refused, Refused)
        assert (refused.code, taken.pad.way) == ("nothing_to_undo", "score")


def _scored(session: Session) -> None:
    _do(session, Begin("score"), LayCards(0, ("gold#1", "silk#1")), EndArea(0), LayCards(1, ("oil#1",)), EndArea(1))
    _do(session, GivePoints("oil#1", 7), EndArea(2))


def test_a_table_that_is_only_scored_is_a_game_like_all_others(store: Store) -> None:
    number, session = _begin(store)
    _scored(session)
    game = GAMES.session(session)
    assert session.is_over
    assert not session.game.is_over(session.state)
    score = game.score(session)
    assert game.scoring is not None
    facts, names = session.setup.facts, session.setup.players
    areas = (("gold#1", "silk#1"), ("oil#1",), ())
    assert score == game.scoring.score(facts, areas, names, facts["title"], told={"oil#1": 7}, house={})
    assert totals_of(score)[1] == 7
    store.finish(number, in_words(score, phrases_for("amul", "en", facts, names)))
    night = past_night(store, number)
    assert (night.is_finished, night.is_followed) == (True, False)
    assert played_again(store, night) is not None
    session.undo()
    assert not session.is_over
    assert (game.score(session)["complete"], game.score(session)["winners"]) == (False, [])


def test_the_log_says_every_step_in_both_languages(store: Store) -> None:
    _, session = _begin(store)
    _mixed(session, Random(2))
    for language in ("en", "de"):
        say = phrases_for("amul", language, session.setup.facts, session.setup.players)
        texts = [row.text for row in log_rows(session, say)]
        assert all(texts)
        assert not [text for text in texts if "{" in text or "pad." in text]
    assert texts[-1] == "Seide zählt 3 Punkte, von Hand."


def test_a_game_text_tells_it_all_and_can_be_taken_in_again(store: Store) -> None:
    _, session = _begin(store)
    _mixed(session, Random(3))
    text = write_game(session, whole=True)
    assert '- pad.change_way way="scribe"\n; round 2, scribe\n' in text
    assert f"{session.setup.players[1]} pad.tell_stay gold#1" in text
    assert read_game(text, GAMES.rules).position == session.position


def test_time_in_which_no_turns_are_followed_is_everybodys(store: Store) -> None:
    _, session = _begin(store)
    _scored(session)
    share = time_share(session)
    assert (set(share.seats), share.together) == ({0}, share.whole)
    assert share.whole > 0


def test_another_answer_leaves_what_was_told_on_the_pad(store: Store) -> None:
    _, session = _begin(store)
    _do(session, tell_command(session, "cards.gold.power", [{"flat": 3}]))
    _go_on(session, 3, Random(4))
    _do(session, ChangeWay("scribe"), TellStay(0, "gold#1"))
    rehearsal = rehearse(session, "cards.gold.power", [{"flat": 5}])
    assert rehearsal is not None
    assert not isinstance(rehearsal, Refused)
    assert rehearsal.is_whole
    assert rehearsal.position.pad == session.pad
    session.rewrite(rehearsal.to, rehearsal.steps)
    assert session.position == rehearsal.position


def test_an_entry_of_the_pad_is_none_of_an_older_release(store: Store) -> None:
    """What has no ``command`` it takes for a newer release's, and leaves it alone."""
    number, session = _begin(store)
    _go_on(session, 2, Random(5))
    _do(session, ChangeWay("scribe"))
    with closing(sqlite3.connect(store.path)) as db:
        bodies = [json.loads(body) for (body,) in db.execute("SELECT body FROM entries ORDER BY seq")]
    assert [sorted(body) for body in bodies] == [["command", "events", "sum"]] * 2 + [["events", "pad", "sum"]]
    assert look_back(store, number).pad.way == "scribe"
