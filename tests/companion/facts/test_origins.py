"""Where each fact comes from: kept when it is told, merged, exported and imported, and shown wherever a score rests."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.facts.file import load_facts_file
from companion.facts.own import remember, remember_all, take_over, told_today
from companion.games.amul.cards import row_mark
from companion.keeping.session import Session
from companion.language.i18n import Phrases
from companion.language.wording import in_words
from companion.models import origin_badges
from companion.pages.play.score_models import workings_view
from companion.play.live_game import LiveGame
from companion.resources import asset
from companion.sharing.scoresheet import sheet
from companion.teaching.classroom import owner_for
from rules.amul.scoring import score_json, score_table
from rules.core.errors import InvalidValue
from rules.core.game import Setup
from rules.core.origins import origin_words, parse_origins, told
from tests.games import amul_facts, game_box, open_game, phrases_for, tell_command
from tests.languages import LANGUAGES

NAMES = ("Ada", "Bo", "Cy")
THEIRS = """\
format = 1
game = "amul"
title = "Linda's box"

[cards.camel]
colour = "green"
letter = "B"
power = [{ flat = 3 }]
origin = { letter = "told 2020-01-02 game 4", power = "file Hugo's box" }
"""


pytestmark = pytest.mark.usefixtures("own_folder")


def _own(slug: str = "amul") -> dict[str, Any]:
    return tomllib.loads(game_box(slug).own_path().read_text("utf-8"))


def _import(tmp_path: Path, *, replaced: bool = False) -> None:
    path = tmp_path / "theirs.toml"
    path.write_text(THEIRS)
    take_over(game_box("amul"), load_facts_file(path), replace=replaced)


def test_a_fact_told_says_when_and_in_which_game() -> None:
    box = game_box("amul")
    remember(box, "cards.gold.colour", "yellow", told("2026-11-15", 12))
    remember(box, "cards.gold.letter", "C", told("2026-11-16"))
    remember(box, "cards.gold.traits.arab", 1)
    assert _own()["cards"]["gold"]["origin"] == {
        "colour": "told 2026-11-15 game 12",
        "letter": "told 2026-11-16",
        "traits": told_today(),
    }
    remember(box, "cards.gold.colour", "red", told("2026-11-17"))
    assert _own()["cards"]["gold"]["origin"]["colour"] == "told 2026-11-17", "the new answer has its own origin"
    remember_all(box, {"cards.gold.colour": None})
    assert "colour" not in _own()["cards"]["gold"]["origin"]
    remember_all(box, {"cards.gold": None})
    assert "cards" not in _own()


def test_an_import_says_whose_facts_they_are_and_keeps_mine(tmp_path: Path) -> None:
    remember(game_box("amul"), "cards.camel.colour", "red", told("2026-11-15"))
    _import(tmp_path)
    camel = _own()["cards"]["camel"]
    assert camel["colour"] == "red"
    assert camel["origin"] == {
        "colour": "told 2026-11-15",  # mine stays mine
        "letter": "file Linda's box",  # told at Linda's table, so from her file
        "power": "file Hugo's box",  # Linda had it from Hugo
    }
    _import(tmp_path, replaced=True)
    assert _own()["cards"]["camel"]["origin"]["colour"] == "file Linda's box"


def test_layers_keep_where_each_fact_comes_from(tmp_path: Path) -> None:
    remember(game_box("amul"), "cards.gold.colour", "yellow", told("2026-11-15", 3))
    _import(tmp_path)
    path = game_box("amul").own_path()
    path.write_text(path.read_text("utf-8") + '\n[cards.silk]\ncolour = "blue"\n', "utf-8")
    facts = amul_facts("own", Path())
    assert facts.origin("gold", "colour") == "told 2026-11-15 game 3"
    assert facts.origin("camel", "power") == "file Hugo's box"
    assert facts.origin("silk", "colour") == "file My box + Linda's box", "typed by hand: of this file"
    assert facts.origin("gold", "copies") == "rulebook"
    assert facts.origin("trader-1", "colour") == "rulebook"
    assert amul_facts("practice", Path()).origin("gold", "power") == "practice"


def _scored(areas: list[list[str]], by_hand: dict[str, int] | None = None) -> dict[str, Any]:
    facts = amul_facts("own", Path())
    return score_json(score_table(facts, areas, names=NAMES, told=by_hand), facts=facts, facts_name="own")


def test_a_score_says_what_it_rests_on_line_by_line_and_as_a_whole(tmp_path: Path) -> None:
    box = game_box("amul")
    gold = {"cards.gold.colour": "yellow", "cards.gold.power": [{"flat": 2}], "cards.gold.traits": {}}
    remember_all(box, gold, told("2026-11-15", 12))
    _import(tmp_path)
    score = _scored([["gold#1", "camel#1"], ["silk#1"], []], {"silk#1": 5})
    origins = {line["card"]: line.get("origin") for player in score["players"] for line in player["lines"]}
    assert origins == {
        "gold#1": "told 2026-11-15 game 12",
        "camel#1": "file Hugo's box",
        "silk#1": "hand",
        None: None,
    }
    assert [(part["origin"], part["facts"]) for part in score["rests_on"]] == [
        ("hand", ["points.silk#1"]),
        ("told 2026-11-15 game 12", ["cards.gold.colour", "cards.gold.power", "cards.gold.traits"]),
        ("file Hugo's box", ["cards.camel.power"]),
        ("file Linda's box", ["cards.camel.colour"]),
    ]


@pytest.mark.parametrize(
    ("code", "told_line", "badge"),
    [
        ("en", "told on 15 November 2026 in game 12", "2 told"),
        ("de", "eingegeben am 15. November 2026 in Partie 12", "2 eingegeben"),
    ],
)
def test_pad_and_text_show_it_in_both_languages(code: str, told_line: str, badge: str) -> None:
    told_gold = {"cards.gold.colour": "yellow", "cards.gold.power": [{"flat": 2}]}
    remember_all(game_box("amul"), told_gold, told("2026-11-15", 12))
    say = phrases_for("amul", code, game_box("amul").document("own", Path()), NAMES)
    score = in_words(_scored([["gold#1"], [], []]), say)
    text = sheet(score, say)
    assert f"({told_line})" in text, "beside the points"
    assert f"  2 {'facts' if code == 'en' else 'Angaben'}: {told_line}" in text, "and as a whole"
    groups = workings_view(score, 0, say, row_mark).groups
    assert [line.origin for group in groups for line in group.lines if line.card] == [told_line]
    assert [one.text for one in origin_badges(score, say)] == [badge]


def test_what_is_told_tonight_is_of_this_game_and_of_the_owner_with_its_number() -> None:
    setup = Setup("amul", NAMES, 0, {}, game_box("amul").document("own", Path()))
    opened = open_game(setup, lambda *_: None)
    assert isinstance(opened, Session)
    live = LiveGame(opened, owner_for(game_box("amul"), "own", setup.facts, game=7))
    live.do(tell_command(opened, "cards.gold.colour", "yellow"), 0)
    assert opened.game.facts(opened.state)["cards"]["gold"]["origin"] == {"colour": "game"}
    assert _own()["cards"]["gold"]["origin"] == {"colour": told_today(7)}


def test_das_amulett_says_it_too() -> None:
    box = game_box("amulett")
    remember(box, "spells.zwei-wuensche.cost", 1, told("2026-11-15", 2))
    document = game_box("amulett").document("own", Path())
    opened = open_game(Setup("amulett", NAMES, 0, {}, document), lambda *_: None)
    assert isinstance(opened, Session)
    done = opened.do(replace(tell_command(opened, "spells.zwei-wuensche.income", ["gold"]), seat=0))
    assert not hasattr(done, "code"), done
    rests = opened.game.score(opened.state)["rests_on"]
    assert [(part["origin"], part["facts"]) for part in rests] == [
        ("game", ["spells.zwei-wuensche.income"]),
        ("told 2026-11-15 game 2", ["spells.zwei-wuensche.cost"]),
        ("rulebook", ["areas.pyramid-city.pyramid", "areas.pyramid-city.terrain"]),
    ]


def test_check_and_status_say_from_whom(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    remember(game_box("amul"), "cards.gold.colour", "yellow", told("2026-11-15", 12))
    _import(tmp_path)
    for action in ("check", "status"):
        assert main(["facts", action, "--game", "amul", "--language", "en"]) == 0
        said = capsys.readouterr().out
        assert "  1 fact: told on 15 November 2026 in game 12\n" in said
        assert "  1 fact: from “Hugo's box”\n" in said
        assert "  2 facts: from “Linda's box”\n" in said
    assert main(["facts", "check", "--json"]) == 0
    origins = json.loads(capsys.readouterr().out)["origins"]
    assert {part["origin"]: len(part["facts"]) for part in origins} == {
        "told 2026-11-15 game 12": 1,
        "file Hugo's box": 1,
        "file Linda's box": 2,
    }


@pytest.mark.parametrize(
    "line", ["", "told", "told yesterday", "told 2026-11-15 game", "practice", "file ", 7, "x" * 99]
)
def test_an_origin_that_is_none_is_refused(line: Any) -> None:
    with pytest.raises(InvalidValue) as caught:
        parse_origins({"colour": line}, "cards.gold.origin", ("colour",))
    assert caught.value.place == "cards.gold.origin.colour"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_origin_has_words(code: str) -> None:
    say = Phrases(code)
    for origin in ("game", "hand", "practice", "rulebook", "told 2026-11-15", "told 2026-11-15 game 2", "file X"):
        assert not say.say(origin_words(origin)).startswith("origin.")


@pytest.mark.slow
def test_facts_of_a_file_without_a_title_come_from_a_file_of_its_name(tmp_path: Path) -> None:
    """In every section, and in a form that can be read again, whatever the file is called."""
    path = tmp_path / "linda\u202e\n.toml"
    lines = asset("games", "amulett", "practice.toml").read_text("utf-8").splitlines()
    path.write_text("\n".join(line for line in lines if not line.startswith(("title", "practice"))))
    take_over(game_box("amulett"), load_facts_file(path))
    own = tomllib.loads(game_box("amulett").own_path().read_text("utf-8"))
    entries = [entry for section in ("spells", "areas") for entry in own[section].values()]
    assert {line for entry in entries for line in entry["origin"].values()} == {"file linda??.toml"}
