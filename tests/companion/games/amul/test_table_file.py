"""``companion score``: a table in a file, scored; everything else refused in one line."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import CompanionError
from companion.cli import main
from companion.games.amul.box import rulebook
from rules.amul.fact_layers import lay_over
from tests.games import read_table
from tests.sweeps import sweep

FACTS = """
format = 1
game = "amul"
title = "Three kinds"

[cards.gold]
colour = "yellow"
traits = { arab = 1 }
power = [{ flat = 2 }, { each = { kind = "camel" }, scope = "neighbours", points = 1, limit = 5 }]

[cards.camel]
colour = "green"
traits = { prowess = 1 }
letter = "C"
power = []

[cards.contract]
colour = "orange"
traits = {}
power = [{ flat = 1 }]

[cards.yurt]
colour = "green"
traits = {}
palace = { copies = 1, min_players = [5] }
"""

TABLE: dict[str, Any] = {
    "game": "amul",
    "facts": "box.toml",
    "players": [
        {"name": "Linda", "area": ["gold#1", "gold#p1", "contract#4"]},
        {"name": "Lukas", "area": ["camel#1", "camel#2"]},
        {"name": "Markus", "area": ["yurt#p1", "camel#3"], "told": {"yurt": 4}},
    ],
}


def _write(folder: Path, table: dict[str, Any]) -> Path:
    (folder / "box.toml").write_text(FACTS, "utf-8")
    path = folder / "table.json"
    path.write_text(json.dumps(table), "utf-8")
    return path


def _changed(**changes: Any) -> dict[str, Any]:
    return {**TABLE, **changes}


def _with_area(*cards: Any, **player: Any) -> dict[str, Any]:
    first = {"name": "Linda", "area": list(cards), **player}
    return _changed(players=[first, *TABLE["players"][1:]])


def _score(path: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["score", str(path), "--json", "--language", "en"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def test_the_answer_of_the_contract(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = _score(_write(tmp_path, TABLE), capsys)
    players = answer.pop("players")
    assert [(part["origin"], len(part["facts"])) for part in answer.pop("rests_on")] == [
        ("hand", 1),
        ("file Three kinds", 9),
    ]
    assert answer == {
        "kind": "points",
        "game": "amul",
        "facts": "box.toml",
        "practice": False,
        "complete": True,
        "missing": [],
        "rows": ["yellow", "blue", "purple", "red", "green", "orange", "bazaar", "arab", "mongol"],
        "winners": ["Linda"],
        "verdict": "Linda wins with 19 points",
        "notes": [
            "Gold (gold#p1) is not used with 3 players",  # the second of its row: four at least
            "Contract (contract#4) is not used with 3 players",
            "Yurt (yurt) is not used with 3 players",
        ],
    }
    whence = {line.pop("origin", None) for line in players[0]["lines"]}
    assert whence == {"file Three kinds", None}, "cards are counted by this file, majorities by nobody's"
    assert players[0] == {
        "name": "Linda",
        "scores": {
            "yellow": 10, "blue": 0, "purple": 0, "red": 0, "green": 0, "orange": 1,
            "bazaar": 0, "arab": 8, "mongol": 0,
        },
        "total": 19,
        "prowess": 0,
        "symbols": {"arab": 2, "mongol": 0},
        "place": 1,
        "lines": [
            {"row": "yellow", "card": "gold#1", "points": 2, "because": "fixed: 2"},
            {"row": "yellow", "card": "gold#1", "points": 3, "because": "Camel, both neighbours: 3 × 1 = 3"},
            {"row": "yellow", "card": "gold#p1", "points": 2, "because": "fixed: 2"},
            {"row": "yellow", "card": "gold#p1", "points": 3, "because": "Camel, both neighbours: 3 × 1 = 3"},
            {"row": "orange", "card": "contract#4", "points": 1, "because": "fixed: 1"},
            {"row": "arab", "card": None, "points": 8, "because": "2 Arab symbols, rank 1: 8"},
            {"row": "mongol", "card": None, "points": 0, "because": "no Mongol symbol: 0"},
        ],
    }  # fmt: skip
    assert players[2]["lines"][1] == {
        "row": "green", "card": "yurt", "points": 4, "because": "told by hand", "told": True,
        "origin": "hand",
    }  # fmt: skip
    assert [(player["total"], player["prowess"], player["place"]) for player in players] == [
        (19, 0, 1),
        (0, 2, 3),
        (4, 1, 2),
    ]


def test_toml_and_json_say_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from_json = _score(_write(tmp_path, TABLE), capsys)
    toml = tmp_path / "table.toml"
    toml.write_text(
        'game = "amul"\nfacts = "box.toml"\n[[players]]\nname = "Linda"\narea = ["gold#1", "gold#p1", "contract#4"]\n'
        '[[players]]\nname = "Lukas"\narea = ["camel#1", "camel#2"]\n'
        '[[players]]\nname = "Markus"\narea = ["yurt#p1", "camel#3"]\ntold = { "yurt" = 4 }\n',
        "utf-8",
    )
    assert _score(toml, capsys) == from_json


def test_an_unknown_power_is_named_and_the_exit_is_good(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = _score(_write(tmp_path, _with_area("gold#1", "thief")), capsys)
    assert (answer["complete"], answer["missing"]) == (
        False,
        ["cards.thief.colour", "cards.thief.power", "cards.thief.traits"],
    )
    assert answer["rows"][-1] == "mongol"


def test_without_facts_of_ones_own_everything_is_unknown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    answer = _score(_write(tmp_path, _changed(facts="own")), capsys)
    assert (answer["facts"], answer["complete"], answer["players"][0]["total"]) == ("own", False, 0)


def test_the_owners_file_is_read_by_name_and_mixed_into_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    (tmp_path / "data" / "facts").mkdir(parents=True)
    (tmp_path / "data" / "facts" / "amul.toml").write_text(FACTS.replace("flat = 2", "flat = 7"), "utf-8")
    assert _score(_write(tmp_path, _changed(facts="own")), capsys)["players"][0]["total"] == 29
    assert _score(_write(tmp_path, TABLE), capsys)["players"][0]["total"] == 19


def test_practice_values_say_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _write(tmp_path, _changed(facts="practice"))
    assert _score(path, capsys)["practice"] is True
    assert main(["score", str(path), "--language", "en"]) == 0
    assert "PRACTICE VALUES" in capsys.readouterr().out


def test_the_sheet_for_people_in_both_languages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _write(tmp_path, TABLE)
    assert main(["score", str(path), "--language", "en"]) == 0
    english = capsys.readouterr().out
    assert main(["score", str(path), "--language", "de"]) == 0
    german = capsys.readouterr().out
    assert "Arab majority          8       0       0" in english
    assert "       3  Gold: Camel, both neighbours: 3 × 1 = 3" in english
    assert "Linda gewinnt mit 19 Punkten" in german
    assert "       3  Gold: Kamel, beide Nachbarn: 3 × 1 = 3" in german


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (_changed(players=TABLE["players"][:2]), "players: expected 3 to 8 players, got a list of 2"),
        (
            _changed(players=[{"name": f"P{n}", "area": []} for n in range(9)]),
            "players: expected 3 to 8 players, got a list of 9",
        ),
        (_changed(players="abc"), "players: expected 3 to 8 players, got 'abc'"),
        (_changed(game="amulett"), "game: expected amul, got 'amulett'"),
        (_changed(first_pick=3), "first_pick: expected a whole number from 0 to 2, got 3"),
        (_changed(first_pick=True), "first_pick: expected a whole number from 0 to 2, got true"),
        (_changed(facts=7), "facts: expected a text of 1 to 500 characters, got 7"),
        (_changed(extra=1), "extra: expected a key of game, facts, first_pick, start, options, players, got 'extra'"),
        (_changed(options={"A-SCO-6": "never"}), "options.A-SCO-6: expected one of count, ignore, got 'never'"),
        (_with_area(name="Lukas"), "players[1].name: expected a name no other player has, got 'Lukas'"),
        (_with_area(name=" "), "players[0].name: expected a name no other player has, got ''"),
        (
            _with_area(name="x" * 41),
            "players[0].name: expected a text of 1 to 40 characters, got 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'",
        ),
        (_with_area("pony"), "players[0].area[0]: expected a card of the box, like gold#1 or yurt, got 'pony'"),
        (_with_area("gold"), "players[0].area[0]: expected which one of gold#1 to gold#p1, got 'gold'"),
        (_with_area("gold#99"), "players[0].area[0]: expected a card of the box, like gold#1 or yurt, got 'gold#99'"),
        (_with_area(3), "players[0].area[0]: expected a card of the box, like gold#1 or yurt, got 3"),
        (_with_area("gold#1", "gold#1"), "players[0].area[1]: expected each card in one place only, got 'gold#1'"),
        (_with_area("camel#1"), "players[1].area[0]: expected each card in one place only, got 'camel#1'"),
        (_with_area("yurt#1"), "players[2].area[0]: expected each card in one place only, got 'yurt'"),
        (_with_area(*["gold#1"] * 40), "players[0].area: expected a list of 0 to 39, got a list of 40"),
        (
            _with_area(told={"gold#1": 1}),
            "players[0].told: expected cards of this player's area, each once, got 'gold#1'",
        ),
        (
            _with_area("gold#1", told={"gold#1": 1.5}),
            "players[0].told.gold#1: expected a whole number from -10000 to 10000, got 1.5",
        ),
        (
            _with_area("gold#1", told=[1]),
            'players[0].told: expected a table like { "yurt" = 4 }, got a list of 1',
        ),
        (_with_area(area="gold#1"), "players[0].area: expected a list of 0 to 39, got 'gold#1'"),
        (_changed(players=[1, 2, 3]), "players[0]: expected a table, got 1"),
    ],
)
def test_what_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], table: dict[str, Any], expected: str
) -> None:
    assert main(["score", str(_write(tmp_path, table)), "--json"]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"companion: table.json, {expected}\n")


@pytest.mark.rule("A-DECK-1")
@pytest.mark.parametrize("count", [0, 1, 2, 9, 12])
def test_only_three_to_eight_players(tmp_path: Path, capsys: pytest.CaptureFixture[str], count: int) -> None:
    players = [{"name": f"P{n}", "area": []} for n in range(count)]
    assert main(["score", str(_write(tmp_path, _changed(players=players)))]) == 2
    assert "expected 3 to 8 players" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"[1]",
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b"1" * 5000,
        b'{"game": NaN}',
        b'{"game": "amul", "players": [' + b"9" * 5000 + b"]}",
        b'{"game": "amul", "facts": "a\\u0000b", "players": []}',
        b'{"game": "amul", "facts": "\\ud800", "players": []}',
        b" " * 1_000_001,
    ],
)
@pytest.mark.parametrize("ending", ["json", "toml", "txt"])
def test_a_broken_file_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], raw: bytes, ending: str
) -> None:
    path = tmp_path / f"table.{ending}"
    path.write_bytes(raw)
    assert main(["score", str(path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n"), err.startswith("companion: ")) == ("", 1, True)
    assert len(err) < 400 + len(str(path))


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        assert main(["score", str(path)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert main(["score", str(_write(tmp_path, _changed(facts="none.toml")))]) == 2
    assert "none.toml: no such file" in capsys.readouterr().err


def test_a_mistake_in_the_facts_file_is_named_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _write(tmp_path, TABLE)
    (tmp_path / "box.toml").write_text(FACTS.replace('letter = "C"', 'letter = "CC"'), "utf-8")
    assert main(["score", str(path)]) == 2
    said = capsys.readouterr().err
    assert said == "companion: box.toml, line 14, cards.camel.letter: expected one letter A to Z, got 'CC'\n"


def test_a_mistake_in_a_toml_table_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(
        'game = "amul"\nfacts = "practice"\n\n[[players]]\nname = "A"\narea = []\n\n[[players]]\nname = "B"\n'
        'area = [\n  "gold#1",\n  "pony",\n]\n[[players]]\nname = "C"\narea = []\n',
        "utf-8",
    )
    with pytest.raises(CompanionError, match=r"^table.toml, line 12, players\[1\].area\[1\]: expected a card"):
        read_table(path)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.sampled_from(["gold#1", "yurt"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["name", "area", "told", "gold#1", "x"]), inner, max_size=4)
    ),
    max_leaves=15,
)


@pytest.mark.slow
@settings(max_examples=sweep(50, 150), deadline=None)
@given(st.dictionaries(st.sampled_from(["facts", "first_pick", "players", "options", "start", "x"]), _JSON, max_size=4))
def test_whatever_a_table_file_says_it_is_scored_or_refused(
    tmp_path_factory: pytest.TempPathFactory, changes: dict[str, Any]
) -> None:
    path = _write(tmp_path_factory.mktemp("fuzz"), _changed(**changes))
    try:
        read_table(path)
    except CompanionError as error:
        assert "\n" not in str(error)  # noqa: PT017 - both ways are right


def test_the_examples_of_the_guide_are_true(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    guide = (Path(__file__).parents[4] / "docs" / "facts.md").read_text("utf-8")
    facts, newer, table = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)
    known = lay_over(rulebook().facts, tomllib.loads(newer))
    assert [card.letter for card in known.kinds["arab-guard"].cards()] == ["C", None, "H"]
    assert (known.kinds["contract"].effect, known.rulings) == (("market", "palace"), {"A-EFF-3": "must"})
    (tmp_path / "my.toml").write_text(facts, "utf-8")
    (tmp_path / "table.toml").write_text(
        table.replace('"own" ', '"my.toml" ')
        + '[[players]]\nname = "B"\narea = []\n[[players]]\nname = "C"\narea = []\n',
        "utf-8",
    )
    player = _score(tmp_path / "table.toml", capsys)["players"][0]
    assert (player["scores"]["red"], player["prowess"], player["total"]) == (2, 1, 14)
