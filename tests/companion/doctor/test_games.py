"""``companion doctor --game``: an intact game passes, and every change to it is found and named."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import CompanionError
from companion.cli import main
from companion.doctor import games
from companion.doctor.findings import Verdict
from companion.doctor.games import check_game, find_kept
from companion.doctor.report import kept_games
from companion.keeping.session import Accepted, Session, resume_game, start_game
from companion.keeping.store import Store
from companion.language.wording import in_words
from companion.sharing.game_text import write_game
from rules.amul import invariants as amul
from rules.core.game import Setup
from rules.core.pad.commands import ChangeWay, EndArea, LayCards, TellStay
from rules.core.refusals import Refused
from tests.games import GAMES, new_setup, open_store, phrases_for
from tests.rules.setups import SETUPS

pytestmark = pytest.mark.slow


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "data"


def _play(data: Path, slug: str = "amul", most: int = 4000) -> int:
    """A game of random legal steps, with one taken back, finished if it ends."""
    random, store = Random(slug), open_store(data)
    started = start_game(store, SETUPS[slug](3, random))
    assert not isinstance(started, Refused)
    ident, session = started
    for number in range(most):
        options = session.game.options(session.state)
        if not options:
            break
        session.do(random.choice(options))
        if number == 20:
            session.undo()
    if session.game.is_over(session.state):
        score = session.game.score(session.state)
        store.finish(ident, json.loads(json.dumps(score, default=str)))
    store.close()
    return ident


def _change(data: Path, sql: str, *values: Any) -> None:
    with closing(sqlite3.connect(data / "games.sqlite")) as db, db:
        db.execute(sql, values)


def _found(data: Path, which: str = "1") -> dict[str, tuple[Verdict, str]]:
    return {
        found.part: (found.state, found.says.key)
        for found in check_game(find_kept(which, data / "games.sqlite", GAMES))
    }


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_a_whole_game_is_whole(data: Path, slug: str) -> None:
    _play(data, slug)
    found = _found(data)
    assert {state for state, _ in found.values()} == {Verdict.OK}
    assert list(found) == ["game set-up", "game entries", "game replay", "game cards", "game result"]
    is_counted = GAMES[slug].invariants is not None
    assert found["game cards"][1] == ("doctor.game_conserved" if is_counted else "doctor.game_uncounted")


def test_the_command(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _play(data, most=60)
    assert main(["doctor", "--game", "1"]) == 0
    assert capsys.readouterr().out.endswith("This game is intact.\n")
    assert main(["doctor", "--game", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True
    _change(data, "DELETE FROM entries WHERE seq = 30")
    assert main(["doctor", "--game", "1"]) == 1
    assert "Entry 30 cannot be read: expected entry 30, got 31" in capsys.readouterr().out
    assert main(["doctor", "--game", "7"]) == 2
    assert "there is no game 7" in capsys.readouterr().err


def test_a_table_that_was_only_scored_is_whole(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ident, store = _play(data), open_store(data)
    played = store.game(ident)
    facts = Setup("amul", played.setup.players, facts=played.setup.facts)  # as older releases left it: nobody began
    scored = store.new_game(GAMES["amul"].rules, facts)
    store.finish(scored, played.result)
    store.close()
    assert _found(data, str(scored)) == {"game result": (Verdict.OK, "doctor.game_only_scored")}
    assert main(["doctor", "--game", str(scored)]) == 0
    assert "only scored" in capsys.readouterr().out


def _told_beside_the_rules(data: Path) -> None:
    """Followed for a while, then written down, then counted to its end."""
    store = open_store(data)
    ident, session = _begun(store)
    commands: list[Any] = [ChangeWay("scribe"), TellStay(0, "gold#1"), ChangeWay("score"), LayCards(1, ("silk#1",))]
    for command in (*commands, *map(EndArea, range(len(session.setup.players)))):
        assert isinstance(session.do(command), Accepted), command
    score = GAMES.session(session).score(session)
    store.finish(ident, in_words(score, phrases_for("amul", "en", session.setup.facts, session.setup.players)))
    store.close()


def _begun(store: Store) -> tuple[int, Session]:
    started = start_game(store, new_setup("amul", 3, 1))
    assert not isinstance(started, Refused)
    for _ in range(10):
        started[1].do(started[1].game.options(started[1].state)[0])
    return started


def test_what_was_told_beside_the_rules_is_looked_at_too(data: Path) -> None:
    _told_beside_the_rules(data)
    found = _found(data)
    assert {state for state, _ in found.values()} == {Verdict.OK}
    assert list(found) == ["game set-up", "game entries", "game replay", "game cards", "game result"]
    body = '{"pad": {"do": "lay_cards", "seat": 1, "cards": ["oil#1"]}, "events": []}'
    _change(data, "UPDATE entries SET body = ? WHERE body LIKE '%lay_cards%'", body)
    assert _found(data)["game replay"] == (Verdict.BROKEN, "doctor.game_differs")


def test_an_entry_that_says_something_else_is_found(data: Path) -> None:
    _play(data, most=60)
    with closing(sqlite3.connect(data / "games.sqlite")) as db:
        rows = db.execute("SELECT seq, body FROM entries ORDER BY seq").fetchall()
    seq, body = next((seq, json.loads(body)) for seq, body in rows if '"fill"' in body)
    body["command"]["card"] = "gold#1" if body["command"]["card"] != "gold#1" else "gold#2"
    _change(data, "UPDATE entries SET body = ? WHERE seq = ?", json.dumps(body), seq)
    assert _found(data)["game replay"] == (Verdict.BROKEN, "doctor.game_differs")


def test_an_event_that_doubles_a_card_is_found(data: Path) -> None:
    _play(data, most=60)
    with closing(sqlite3.connect(data / "games.sqlite")) as db:
        rows = db.execute("SELECT seq, body FROM entries ORDER BY seq").fetchall()
    filled = [(seq, json.loads(body)) for seq, body in rows if '"fill"' in body]
    (_, first), (seq, second) = filled[:2]
    _change(data, "UPDATE entries SET body = ? WHERE seq = ?", json.dumps({**second, "events": first["events"]}), seq)
    found = _found(data)
    assert found["game cards"] == (Verdict.BROKEN, "doctor.game_lost")
    assert found["game replay"][0] is Verdict.BROKEN


def test_a_result_that_was_changed_is_found(data: Path) -> None:
    _play(data)
    _change(data, "UPDATE games SET result = replace(result, '\"total\": ', '\"total\": 9')")
    assert _found(data)["game result"] == (Verdict.BROKEN, "doctor.game_result_differs")


def test_another_version_of_the_rules_is_not_judged_by_this_one(data: Path) -> None:
    _play(data, most=60)
    _change(data, "UPDATE games SET rules_version = 99")
    assert _found(data)["game replay"] == (Verdict.MISSING, "doctor.game_version")


@pytest.mark.parametrize("change", [lambda text: text[:-2], lambda _: "[]", lambda _: '{"command": {}, "events": []}'])
def test_an_entry_that_cannot_be_read_ends_the_game_there(data: Path, change: Callable[[str], str]) -> None:
    _play(data, most=60)
    with closing(sqlite3.connect(data / "games.sqlite")) as db:
        (body,) = db.execute("SELECT body FROM entries WHERE seq = 40").fetchone()
    _change(data, "UPDATE entries SET body = ? WHERE seq = 40", change(body))
    found = _found(data)
    assert found["game entries"] == (Verdict.BROKEN, "doctor.game_unread")
    assert found["game replay"][0] is Verdict.OK  # what comes before is judged all the same


def test_a_game_text_and_a_game_of_a_report_are_read_too(data: Path, tmp_path: Path) -> None:
    _play(data, most=60)
    store = open_store(data)
    (tmp_path / "game.txt").write_text(write_game(resume_game(store, 1), whole=True), "utf-8")
    store.close()
    assert {state for state, _ in _found(data, str(tmp_path / "game.txt")).values()} == {Verdict.OK}
    ((_, rows),) = kept_games(data / "games.sqlite")
    (tmp_path / "1.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    assert {state for state, _ in _found(data, str(tmp_path / "1.jsonl")).values()} == {Verdict.OK}


@pytest.mark.parametrize(
    "text", ["", "{}", "{", '{"setup": "[]"}', '{"setup": "{}", "game": "chess"}', "[Game 1]", "\0"]
)
def test_nonsense_is_refused_in_words(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game"
    path.write_text(text, "utf-8")
    with pytest.raises(CompanionError):
        find_kept(str(path), tmp_path, GAMES)


def test_a_set_up_that_does_not_hold_is_found(data: Path) -> None:
    _play(data, most=5)
    kept = find_kept("1", data / "games.sqlite", GAMES)
    (found,) = check_game(replace(kept, setup=replace(kept.setup, players=("Ada",))))
    assert (found.state, found.says.key) == (Verdict.BROKEN, "doctor.game_setup")


def test_a_card_that_vanishes_is_counted(data: Path) -> None:
    _play(data, most=30)
    kept = find_kept("1", data / "games.sqlite", GAMES)
    state = kept.game.new(kept.setup)
    assert amul.invariants(state) == ()
    assert amul.invariants(replace(state, market=("gold#1", "gold#1"))) == ("expected gold#1 in one place, got 2",)
    assert amul.invariants(replace(state, deck=-1)) != ()
    lost = games._counted(GAMES["amul"], state, replace(state, deck=state.deck - 1))
    assert lost == (f"expected {amul.cards_in_play(state)} cards in play, got {amul.cards_in_play(state) - 1}",)  # type: ignore[operator]


@pytest.mark.parametrize("number", ["99", "9" * 19, "9" * 5000])
def test_a_game_that_is_not_on_this_box_is_said(data: Path, number: str) -> None:
    with pytest.raises(CompanionError, match=f"no game {number}"):
        find_kept(number, data / "games.sqlite", GAMES)
