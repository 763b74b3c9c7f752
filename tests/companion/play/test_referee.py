"""Whatever comes in, one answer a line comes out: refused in words, or done; and the running game stays untouched."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.play.referee import LONGEST_LINE, Referee, read_lines
from tests.games import new_referee

NEW = {"do": "new", "game": "amul", "players": ["A", "B", "C"], "start": 0, "facts": "practice"}


def _ask(referee: Referee, asked: Any) -> dict[str, Any]:
    return referee.answer(json.dumps(asked).encode())


@pytest.fixture
def referee() -> Referee:
    running = new_referee("en")
    assert _ask(running, NEW)["ok"]
    return running


def test_the_score_names_its_facts_as_they_were_asked_for(referee: Referee) -> None:
    assert _ask(referee, {"do": "score"})["score"]["facts"] == NEW["facts"] == "practice"


@pytest.mark.parametrize(
    ("asked", "keys"),
    [
        ({**NEW, "colour": 1}, "do, game, players, start, facts, options, table"),
        ({"do": "fill", "seat": 0, "card": "gold#1", "colour": 1}, "do, seat, card"),
    ],
)
def test_a_key_that_is_unknown_is_refused_with_those_there_are(referee: Referee, asked: Any, keys: str) -> None:
    answer = _ask(referee, asked)
    assert (answer["refused"], answer["words"]) == ("invalid", f"colour: a key of {keys} was expected.")


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"null",
        b"[]",
        b"\xff\xfe{}",
        b"[" * 5000,
        b'{"a":' * 3000,
        b'{"do": ' + b"9" * 6000 + b"}",
        b'{"do": NaN}',
        b'{"do": -Infinity}',
        b'{"do": "view"',
        b"x" * (LONGEST_LINE + 1),
    ],
)
def test_a_line_that_is_no_object_is_refused(referee: Referee, line: bytes) -> None:
    before = _ask(referee, {"do": "view"})
    answer = referee.answer(line)
    assert (answer["ok"], answer["refused"]) == (False, "unreadable")
    assert answer["words"]
    assert _ask(referee, {"do": "view"}) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"players": ["A", "B"]}, "bad_player_count"),
        ({"players": [f"P{n}" for n in range(9)]}, "bad_player_count"),
        ({"players": ["A", "A", "B"]}, "same_name"),
        ({"players": ["A", "B", 3]}, "invalid"),
        ({"players": "ABC"}, "invalid"),
        ({"start": 3}, "bad_start"),
        ({"start": -1}, "bad_start"),
        ({"start": True}, "invalid"),
        ({"start": "0"}, "invalid"),
        ({"facts": "no-such-file.toml"}, "facts"),
        ({"facts": "../" * 50 + "etc/passwd"}, "facts"),
        ({"facts": 7}, "invalid"),
        ({"options": {"tea": 9}}, "bad_tea"),
        ({"options": {"A-MIL-8": "never"}}, "bad_option"),
        ({"options": {"A-XYZ-1": "x"}}, "unknown_option"),
        ({"options": []}, "invalid"),
        ({"table": {"market": ["gold#1"]}}, "bad_table"),
        ({"game": "chess"}, "invalid"),
        ({"colour": "red"}, "invalid"),
    ],
)
def test_a_new_game_that_does_not_hold_leaves_the_running_one(
    referee: Referee, change: dict[str, Any], code: str
) -> None:
    assert _ask(referee, {"do": "fill", "seat": 0, "card": "gold#1"})["ok"]
    before = _ask(referee, {"do": "view"})
    answer = _ask(referee, {**NEW, **change})
    assert (answer["ok"], answer["refused"]) == (False, code)
    assert answer["words"] != f"refusal.{code}"
    assert _ask(referee, {"do": "view"}) == before


@pytest.mark.parametrize(
    "asked",
    [
        {"do": "fly"},
        {"do": None},
        {"do": ["fill"]},
        {"do": "bid", "seat": 0, "amount": 1},
        {"do": "fill", "seat": 0},
        {"do": "fill", "card": "gold#1"},
        {"do": "fill", "seat": "0", "card": "gold#1"},
        {"do": "fill", "seat": 1.0, "card": "gold#1"},
        {"do": "fill", "seat": 0, "card": "x" * 9000},
        {"do": "fill", "seat": 0, "card": "gold#1", "why": "because"},
        {"do": "view", "seat": 3},
        {"do": "view", "seat": True},
    ],
)
def test_what_is_no_command_of_this_game_is_refused(referee: Referee, asked: dict[str, Any]) -> None:
    before = _ask(referee, {"do": "view"})
    answer = _ask(referee, asked)
    assert (answer["ok"], answer["refused"]) == (False, "invalid")
    assert _ask(referee, {"do": "view"}) == before


def test_before_the_first_game_everything_else_is_refused() -> None:
    for do in ("options", "view", "undo", "score", "fill"):
        assert _ask(new_referee("en"), {"do": do})["refused"] == "no_game"


def test_help_lists_every_command_with_its_fields_with_and_without_a_game(referee: Referee) -> None:
    by_name = {command["do"]: command for command in _ask(referee, {"do": "help"})["commands"]}
    assert by_name["offer"] == {"do": "offer", "fields": {"seat": "number", "card": "text"}, "optional": []}
    assert by_name["tell"]["fields"] == {"fact": "text", "value": "any value"}
    assert {"new", "options", "view", "undo", "score", "help"} <= set(by_name)
    alone = new_referee("en")
    assert {command["do"] for command in _ask(alone, {"do": "help"})["commands"]} == {
        "new", "options", "view", "undo", "score", "help",
    }  # fmt: skip
    other = {command["do"]: command for command in _ask(alone, {"do": "help", "game": "amulett"})["commands"]}
    assert other["lay"]["fields"] == {"seat": "number", "metals": "object"}
    assert _ask(alone, {"do": "help", "game": ["x"]})["ok"]


def test_undo_takes_back_a_command_with_all_that_followed_and_is_refused_at_the_beginning(referee: Referee) -> None:
    assert _ask(referee, {"do": "undo"})["refused"] == "nothing_to_undo"
    before = (_ask(referee, {"do": "view"}), _ask(referee, {"do": "options"}))
    assert _ask(referee, {"do": "fill", "seat": 0, "card": "gold#1"})["view"]["phase"] == "offer"
    assert _ask(referee, {"do": "undo"})["ok"]
    assert (_ask(referee, {"do": "view"}), _ask(referee, {"do": "options"})) == before


def test_an_offered_card_appears_nowhere_until_all_have_offered(referee: Referee) -> None:
    _ask(referee, {"do": "fill", "seat": 0, "card": "gold#1"})
    first = _ask(referee, {"do": "offer", "seat": 1, "card": "silk#1"})
    assert "silk#1" not in json.dumps(first)
    assert _ask(referee, {"do": "offer", "seat": 1, "card": "silk#2"})["refused"] == "already_offered"
    _ask(referee, {"do": "offer", "seat": 0, "card": "silk#2"})
    last = _ask(referee, {"do": "offer", "seat": 2, "card": "silk#3"})
    assert last["view"]["market"] == ["gold#1", "silk#1", "silk#2", "silk#3"]


def test_each_seat_may_ask_for_its_own_view_and_nobody_else(referee: Referee) -> None:
    shared = _ask(referee, {"do": "view"})["view"]
    for seat in range(3):
        view = _ask(referee, {"do": "view", "seat": seat})["view"]
        assert view.pop("own")["seat"] == seat
        assert view == shared
    for nobody in (-1, 3, "0", 1.0):
        assert _ask(referee, {"do": "view", "seat": nobody})["refused"] == "invalid"


@given(st.binary(max_size=200))
def test_no_line_of_bytes_makes_it_stumble(line: bytes) -> None:
    answer = new_referee("de").answer(line)
    assert answer["ok"] is False
    assert isinstance(answer["words"], str)


@pytest.mark.parametrize(
    ("line", "english", "german"),
    [
        (
            b'{"do": ' + b"9" * 101 + b"}",
            "keys and numbers of at most 100 char",
            "Schlüssel und Zahlen mit höchstens 100 Z",
        ),
        (b"[" * 25, "at most 24 levels of brackets", "höchstens 24 Ebenen von Klammern"),
    ],
)
def test_a_line_that_is_too_much_for_a_parser_is_refused_in_the_right_words(
    line: bytes, english: str, german: str
) -> None:
    assert english in new_referee("en").answer(line)["words"]
    assert german in new_referee("de").answer(line)["words"]


def test_overlong_lines_are_read_over_and_the_next_line_counts() -> None:
    source = io.BytesIO(b"a" * (3 * LONGEST_LINE) + b"\nnext\r\n\nlast")
    lines = list(read_lines(source))
    assert [len(line) > LONGEST_LINE for line in lines] == [True, False, False, False]
    assert lines[1:] == [b"next", b"", b"last"]


@pytest.mark.slow
def test_the_command_answers_each_line_and_exits_well_at_the_end_of_input() -> None:
    lines = [json.dumps(NEW), '{"do": "fill", "seat": 0, "card": "\\ud800"}', "", '{"do": "options"}']
    done = subprocess.run(
        [sys.executable, "-m", "companion", "referee", "--json"],
        input="\n".join(lines).encode(),
        capture_output=True,
        check=True,
        cwd=Path(__file__).parents[3],
    )
    answers = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False, False, True]
    assert done.stderr == b""
