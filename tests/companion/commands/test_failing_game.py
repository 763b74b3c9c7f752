"""A game that fails in a command is named in one line; what was kept is untouched."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli import main
from companion.contract import Games
from companion.doctor.findings import Verdict
from companion.doctor.games import KeptGame, check_game
from companion.keeping.session import open_game, resume_game, start_game
from companion.keeping.troubles import FallenGame
from rules.core.refusals import Refused
from tests.companion.failing import Failing
from tests.games import GAMES, new_setup, open_store

# No ``Exception``, and nothing that Python itself raises to end something.
OWN = ["type('EvilOne', (BaseException,), {})()", "__import__('asyncio').CancelledError()"]


@pytest.fixture(params=GAMES.slugs)
def slug(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A box with one game on it, some steps old and finished."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    slug = str(request.param)
    store = open_store(tmp_path)
    started = start_game(store, new_setup(slug, GAMES[slug].rules.seats.start, seed=3))
    assert not isinstance(started, Refused)
    number, session = started
    for _ in range(3):
        session.do(session.game.options(session.state)[0], 0)
    store.close()
    assert number == 1
    return slug


COMMANDS = {
    "simulate": ("simulate", "--game", "{slug}", "--players", "{seats}"),
    "history": ("history", "1"),
    "text": ("export", "1", "--as", "text", "-o", "{folder}/night.txt"),
    "sheet": ("export", "1", "--as", "pdf", "-o", "{folder}/night.pdf"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_one_line_and_no_traceback(
    slug: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    failing, rules = Failing(slug), type(GAMES[slug].rules)
    for method in ("evolve", "decide", "tell", "view", "score"):
        monkeypatch.setattr(rules, method, failing.fail)
    before = (tmp_path / "games.sqlite").read_bytes()
    values = {"slug": slug, "seats": str(rules.seats.start), "folder": str(tmp_path)}
    code = main([word.format(**values) for word in COMMANDS[command]])
    said = capsys.readouterr().err
    assert failing.asked
    assert "Traceback" not in said
    assert code == (0 if command == "history" and not said else 2), "history shows what is kept"
    assert len(said.splitlines()) <= 1
    assert (tmp_path / "games.sqlite").read_bytes() == before


ENDING = {
    **{error: error.partition("(")[0] for error in ("SystemExit()", "GeneratorExit()", "BrokenPipeError()")},
    "OSError(28, 'full')": "OSError",
    "KeyboardInterrupt()": "KeyboardInterrupt",
    **dict(zip(OWN, ("EvilOne", "CancelledError"), strict=True)),
}


@pytest.mark.parametrize("error", ENDING)
def test_a_game_that_would_end_the_command_without_a_word(
    slug: str, error: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = GAMES[slug].rules
    monkeypatch.setattr(type(rules), "evolve", Failing(slug, error).fail)
    assert main(["simulate", "--game", slug, "--players", str(rules.seats.start)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"The game {slug} has failed ({ENDING[error]}" in line


@pytest.mark.parametrize("error", OWN)
def test_the_doctor_and_the_start_of_the_program_outlive_it(slug: str, error: str, tmp_path: Path) -> None:
    rules, store = GAMES[slug].rules, open_store(tmp_path)
    entries = resume_game(store, 1).entries
    kept = KeptGame(GAMES[slug], rules.rules_version, new_setup(slug, rules.seats.start, seed=3), entries)
    with pytest.MonkeyPatch.context() as patch:
        for method in ("new", "evolve", "decide"):
            patch.setattr(type(rules), method, Failing(slug, error).fail)
        assert not [found for found in check_game(kept) if found.state is Verdict.OK]
        with pytest.raises(FallenGame):
            resume_game(store, 1)
    assert resume_game(store, 1).entries == entries


def test_a_library_that_a_game_misses_is_its_own_fault(
    slug: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = GAMES[slug].rules
    monkeypatch.setattr(type(rules), "evolve", Failing(slug, "ModuleNotFoundError(name='no_such')").fail)
    assert main(["simulate", "--game", slug, "--players", str(rules.seats.start)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"The game {slug} has failed (ModuleNotFoundError" in line


def test_simulated_people_who_fail(
    slug: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = replace(GAMES[slug], people=Failing(slug).fail)
    monkeypatch.setattr("companion.commands.simulate.load_games", lambda: Games([game]))
    assert main(["simulate", "--game", slug, "--players", str(game.rules.seats.start)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"The game {slug} has failed (RuntimeError: on purpose)" in line


def test_events_that_cannot_be_shown_to_a_referee(
    slug: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = GAMES[slug].rules
    setup = new_setup(slug, rules.seats.start, seed=3)
    session = open_game(rules, setup, lambda *_: None)
    assert not isinstance(session, Refused)
    command = rules.commands.encode(rules.options(session.state)[0])
    new = {"do": "new", "game": slug, "players": setup.players, "start": setup.start, "facts": "practice"}
    given = "".join(json.dumps(line) + "\n" for line in (new, command))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
    failing = Failing(slug)
    monkeypatch.setattr(type(rules), "show_event", failing.fail)
    assert main(["referee", "--game", slug]) == 2
    assert failing.asked
    (line,) = capsys.readouterr().err.splitlines()
    assert f"The game {slug} has failed (RuntimeError: on purpose)" in line


@pytest.mark.parametrize("error", ["RuntimeError('on purpose')", "SystemExit('on purpose')"])
def test_the_doctor_calls_it_broken(
    slug: str, error: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(type(GAMES[slug].rules), "decide", Failing(slug, error).fail)
    assert main(["doctor", "--game", "1", "--json"]) == 1
    parts = json.loads(capsys.readouterr().out)["parts"]
    assert "on purpose" in parts[-1]["says"]


def test_scoring_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    scored = next(game for game in GAMES if game.scoring is not None)
    monkeypatch.setattr(type(scored.scoring), "read_file", Failing(scored.slug).fail)
    (tmp_path / "table.toml").write_text(f'game = "{scored.slug}"\n', "utf-8")
    assert main(["score", str(tmp_path / "table.toml")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"The game {scored.slug} has failed (RuntimeError: on purpose)" in line


def test_what_fails_in_our_own_code_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> int:
        raise RuntimeError("ours")

    monkeypatch.setattr("companion.commands.history.run", broken)
    with pytest.raises(RuntimeError, match="ours"):
        main(["history"])
