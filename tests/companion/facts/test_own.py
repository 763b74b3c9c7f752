"""Facts on disk: told facts written without losing comments, files handed over, and the ``facts`` command."""

from __future__ import annotations

import json
import random
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion import CompanionError
from companion.cli import main
from companion.facts.file import load_facts_file, with_entries
from companion.facts.own import FactsImport, remember_all, told_today
from companion.facts.own import remember as remember_in
from companion.facts.own import take_over as take_over_in
from companion.files import write_whole
from companion.language.i18n import Phrases
from companion.resources import asset
from companion.teaching.classroom import Owner
from rules.core.origins import origin_words
from tests.games import amul_facts, game_box

OWN = """\
# my own words
format = 1
game = "amul"  # the game

[cards.gold]  # shiny
colour = "yellow"  # looked twice

[cards.camel]
# the six camels
copies = 6
traits = { prowess = 1 }
traits_known = ["prowess"]
"""


AMUL = game_box("amul")


def remember(fact: str, value: object) -> None:
    remember_in(AMUL, fact, value)


def take_over(path: Path, *, replace: bool = False) -> FactsImport:
    return take_over_in(AMUL, load_facts_file(path), replace=replace)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own for each test."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def _own(text: str = OWN) -> Path:
    path = AMUL.own_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def _cards(path: Path) -> dict[str, Any]:
    """The facts of a file, without where they come from: test_origins.py looks at that."""
    cards = tomllib.loads(path.read_text("utf-8"))["cards"]
    return {slug: {key: item for key, item in entry.items() if key != "origin"} for slug, entry in cards.items()}


def _run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["facts", *words])
    out, err = capsys.readouterr()
    return code, out, err


def test_an_owner_who_has_told_nothing_knows_the_rulebooks() -> None:
    facts = amul_facts("own", Path())
    assert (facts.kinds["silver"].min_players, facts.kinds["silver"].power) == ((3, 3, 3, 3, 4, 5, 6, 7, 8), None)


def test_the_first_fact_makes_the_file() -> None:
    remember("cards.arab-guard.traits.prowess", 2)
    kind = amul_facts("own", Path()).kinds["arab-guard"]
    assert (kind.symbols("prowess"), kind.symbols("arab"), kind.copies) == (2, None, 3)
    assert AMUL.own_path().read_text("utf-8").startswith("# Facts of this box")


def test_a_fact_more_keeps_comments_and_everything_else() -> None:
    path = _own()
    remember("cards.gold.letter", "B")
    remember("cards.camel.traits.arab", 0)
    remember("cards.silk.power", [{"flat": 2}, {"each": {"kind": "silk"}, "points": 1}])
    text = path.read_text("utf-8")
    for comment in ("# my own words", "# the game", "# shiny", "# looked twice", "# the six camels"):
        assert comment in text
    assert _cards(path) == {
        "gold": {"colour": "yellow", "letter": "B"},
        "camel": {"copies": 6, "traits": {"prowess": 1, "arab": 0}, "traits_known": ["arab", "prowess"]},
        "silk": {"power": [{"flat": 2}, {"each": {"kind": "silk"}, "points": 1}]},
    }


def test_the_letter_of_one_copy_makes_it_a_file_of_format_two_with_its_comments() -> None:
    path = _own()
    remember("cards.arab-guard.letter.2", "E")
    text = path.read_text("utf-8")
    assert tomllib.loads(text)["format"] == 2
    assert "# the game" in text
    assert _cards(path)["arab-guard"] == {"letter": ["?", "E", "?"]}
    remember("cards.arab-guard.letter.1", "C")
    assert [card.letter for card in amul_facts("own", Path()).kinds["arab-guard"].cards()] == ["C", "E", None]
    remember("cards.arab-guard.letter", "H")
    assert _cards(path)["arab-guard"] == {"letter": "H"}


def test_letters_of_copies_are_taken_over_into_a_file_of_format_one(tmp_path: Path) -> None:
    path = _own()
    theirs = tmp_path / "theirs.toml"
    theirs.write_text('format = 2\ngame = "amul"\n[cards.arab-guard]\nletter = ["C", "?", "H"]\n', "utf-8")
    take_over(theirs)
    assert tomllib.loads(path.read_text("utf-8"))["format"] == 2
    assert _cards(path)["arab-guard"] == {"letter": ["C", "?", "H"]}


def test_a_fact_can_be_corrected() -> None:
    path = _own()
    remember("cards.gold.colour", "red")
    assert _cards(path)["gold"] == {"colour": "red"}
    assert "# looked twice" in path.read_text("utf-8")


@pytest.mark.parametrize(("fact", "value"), [("cards.gold.letter", "CC"), ("cards.pony.letter", "A"), ("gold", 1)])
def test_a_wrong_fact_changes_nothing(fact: str, value: object) -> None:
    path = _own()
    with pytest.raises(CompanionError):
        remember(fact, value)
    assert path.read_text("utf-8") == OWN


def test_a_broken_own_file_is_named_and_left_alone() -> None:
    path = _own(OWN.replace('"yellow"', '"pink"'))
    with pytest.raises(CompanionError, match=r"amul.toml, line 6, cards.gold.colour: expected one of yellow"):
        remember("cards.gold.letter", "A")
    assert "pink" in path.read_text("utf-8")


def test_a_file_written_in_an_unusual_way_keeps_its_values() -> None:
    path = _own('format = 1\ngame = "amul"\ncards.gold.colour = "red"\ncards.camel = { copies = 6 }\n')
    remember("cards.gold.letter", "B")
    remember("cards.camel.colour", "green")
    assert _cards(path) == {"gold": {"colour": "red", "letter": "B"}, "camel": {"copies": 6, "colour": "green"}}


def test_tables_out_of_order_keep_their_values() -> None:
    text = '[cards.gold]\ncolour = "red"\n[other]\nx = 1\n[cards.camel]\ncopies = 6\n'
    changes = {"silk": {"copies": 8}, "gold": {"letter": "A"}}
    written, values = with_entries(text, "cards", changes, tomllib.loads(text))
    assert tomllib.loads(written) == values
    assert tomllib.loads(written) == {
        "cards": {"gold": {"letter": "A"}, "camel": {"copies": 6}, "silk": {"copies": 8}},
        "other": {"x": 1},
    }


def test_writing_leaves_no_half_file_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a" / "b.toml"
    write_whole(path, "x = 1\n")

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.files.os.fsync", fail)
    with pytest.raises(CompanionError, match="no space left"):
        write_whole(path, "x = 2\n")
    assert (path.read_text(), [file.name for file in path.parent.iterdir()]) == ("x = 1\n", ["b.toml"])


THEIRS = """\
format = 1
game = "amul"
title = "Another box"
[cards.gold]
colour = "red"
letter = "B"
[cards.camel]
traits = { arab = 2 }
[cards.silk]
colour = "blue"
"""


def _theirs(folder: Path, text: str = THEIRS) -> Path:
    path = folder / "theirs.toml"
    path.write_text(text, "utf-8")
    return path


def test_taking_over_adds_what_is_new_and_keeps_what_is_known(tmp_path: Path) -> None:
    path = _own()
    taken = take_over(_theirs(tmp_path))
    assert taken.new == ("cards.gold.letter", "cards.silk.colour")
    assert taken.differing == ("cards.gold.colour", "cards.camel.traits")
    cards = _cards(path)
    assert (cards["gold"], cards["silk"]) == ({"colour": "yellow", "letter": "B"}, {"colour": "blue"})
    assert cards["camel"] == {"copies": 6, "traits": {"arab": 2, "prowess": 1}}
    assert "# the six camels" in path.read_text("utf-8")


def test_taking_over_may_replace(tmp_path: Path) -> None:
    path = _own()
    take_over(_theirs(tmp_path), replace=True)
    assert _cards(path)["gold"]["colour"] == "red"
    assert _cards(path)["camel"] == {"copies": 6, "traits": {"arab": 2}}


def test_taking_over_makes_the_file(tmp_path: Path) -> None:
    take_over(_theirs(tmp_path))
    assert amul_facts("own", Path()).kinds["camel"].symbols("arab") == 2


def test_practice_values_are_never_taken_over() -> None:
    with pytest.raises(CompanionError, match="practice values"):
        take_over(asset("games", "amul", "practice.toml"))
    assert not AMUL.own_path().exists()


def test_facts_that_contradict_ones_own_change_nothing(tmp_path: Path) -> None:
    path = _own()
    theirs = _theirs(tmp_path, 'format = 1\ngame = "amul"\n[cards.camel]\ncopies = 2\nmin_players = [3, 4]\n')
    with pytest.raises(CompanionError, match=r"contradict each other: cards.camel.min_players"):
        take_over(theirs)
    assert path.read_text("utf-8") == OWN


def test_status_says_what_is_known_and_from_whom(capsys: pytest.CaptureFixture[str]) -> None:
    _own()
    code, out, _ = _run(capsys, "status", "--json", "--game", "amul")
    known = {entry["fact"]: entry for entry in json.loads(out)[0]["known"]}
    assert (code, known["colour"]["of"], known["colour"]["rulebook"], known["colour"]["told"]) == (0, 66, 9, 1)
    assert len(known["colour"]["missing"]) == 56
    assert known["letter"] == {"fact": "letter", "of": 1, "rulebook": 0, "told": 0, "missing": ["camel"]}
    code, out, _ = _run(capsys, "status", "--missing", "--language", "de", "--game", "amul")
    assert "66 insgesamt: 9 aus den Regelheften, 1 eingegeben, 56 unbekannt" in out
    assert "Kamel" in out


def test_check_judges_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _run(capsys, "check", str(_theirs(tmp_path)), "--language", "en")
    assert (code, out.splitlines()[0]) == (0, "theirs.toml: in order")
    broken = _theirs(tmp_path, THEIRS.replace('letter = "B"', 'letter = "BB"'))
    code, out, err = _run(capsys, "check", str(broken))
    assert (code, out) == (2, "")
    assert err == "companion: theirs.toml, line 6, cards.gold.letter: expected one letter A to Z, got 'BB'\n"


@pytest.mark.slow
def test_check_notes_sums_that_do_not_come_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        asset("games", "amul", "practice.toml")
        .read_text("utf-8")
        .replace("min_players = [6, 6, 6]", "min_players = [3, 6, 6]")
    )
    code, out, _ = _run(capsys, "check", str(_theirs(tmp_path, text)), "--json", "--language", "en")
    assert code == 0
    assert json.loads(out)["remarks"][0] == "market cards with 3 players: expected 51, got 52 known and 0 open"


def test_export_and_import_hand_facts_to_another_box(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _own()
    file = tmp_path / "out.toml"
    assert _run(capsys, "export", str(file), "--game", "amul")[0] == 0
    assert file.read_text("utf-8") == OWN
    assert _run(capsys, "export", str(file), "--game", "amul")[0] == 2
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "other"))
    code, out, _ = _run(capsys, "import", str(file), "--json")
    assert (code, len(json.loads(out)["new"])) == (0, 4)
    assert amul_facts("own", Path()).kinds == amul_facts(file.name, file.parent).kinds


def test_nothing_told_nothing_to_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = _run(capsys, "export", str(tmp_path / "out.toml"), "--game", "amul")
    assert (code, "nothing has been told" in err) == (2, True)


AMULETT_SPELL = "zwei-wuensche"


def test_facts_of_the_other_game_are_kept_the_same_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box = game_box("amulett")
    remember_in(box, f"spells.{AMULETT_SPELL}.cost", 2)
    remember_in(box, f"spells.{AMULETT_SPELL}.income", ["any", "gold"])
    remember_in(box, "areas.harbour.terrain", "water")
    with pytest.raises(CompanionError, match="expected a whole number from 1 to 2"):
        remember_in(box, f"spells.{AMULETT_SPELL}.cost", 3)
    document = tomllib.loads(box.own_path().read_text("utf-8"))
    assert document["spells"][AMULETT_SPELL].pop("origin").keys() == {"cost", "income"}
    assert document["spells"] == {AMULETT_SPELL: {"cost": 2, "income": ["any", "gold"]}}
    assert document["areas"]["harbour"]["terrain"] == "water"
    assert _run(capsys, "check", str(box.own_path()), "--language", "en")[1].splitlines() == [
        "amulett.toml: in order",
        f"  3 facts: {Phrases('en').say(origin_words(told_today()))}",
        "  1 of 24 areas of the board told",
    ]
    known = json.loads(_run(capsys, "status", "--json", "--game", "amulett")[1])[0]["known"]
    assert [(entry["fact"], entry["of"], entry["told"]) for entry in known] == [("cost", 33, 1), ("income", 33, 1)]


def test_status_of_all_games_has_a_page_each(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _run(capsys, "status", "--facts", "practice", "--language", "en")
    assert (code, out.count("PRACTICE VALUES")) == (0, 2)


def _mutated(text: str, chance: random.Random) -> str:
    """Practice values with a few slips: lines lost, doubled or swapped, characters changed, values replaced."""
    lines = text.splitlines()
    for _ in range(chance.randint(1, 3)):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        line = lines[at]
        where = chance.randrange(len(line) + 1)
        match chance.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[other])
            case 2:
                lines[at] = line[:where] + chance.choice('"[]{}=,.#-01 aä\\') + line[where:]
            case 3:
                lines[at] = line[:where] + line[where + 1 :]
            case 4:
                lines[at] = re.sub(
                    r"\d+", chance.choice(["-1", "99999999999", "1.5", "true", "[]", '"x"', "nan"]), line, count=1
                )
            case 5:
                lines[at] = re.sub(r'"[^"]*"', chance.choice(['"pony"', "1", "{}", '""', '["gold"]']), line, count=1)
    return "\n".join(lines)


@pytest.mark.slow
def test_slips_in_a_facts_file_are_read_or_named(tmp_path: Path) -> None:
    text = asset("games", "amul", "practice.toml").read_text("utf-8")
    chance = random.Random(3)
    refused = 0
    for _ in range(120):
        path = _theirs(tmp_path, _mutated(text, chance))
        try:
            amul_facts(path.name, path.parent)
        except CompanionError as error:
            refused += 1
            assert re.match(r"theirs\.toml(, line \d+)?(, [\w.\[\]-]+)?: expected \S", str(error)), str(error)  # noqa: PT017
    assert 30 < refused < 120


# What the cards decide: a table of the file that is one entry by itself.


def _amulett() -> tuple[str, dict[str, Any]]:
    text = game_box("amulett").own_path().read_text("utf-8")
    return text, tomllib.loads(text)


def test_a_ruling_is_kept_with_its_origin_and_the_comments_around_it() -> None:
    box = game_box("amulett")
    box.own_path().parent.mkdir(parents=True, exist_ok=True)
    before = 'format = 1\ngame = "amulett"\n\n[spells.einfluss]\ncost = 2  # looked twice\n'
    box.own_path().write_text(before, "utf-8")
    remember_in(box, "rulings.M-R4", 2, "told 2026-11-15 game 3")
    remember_in(box, "rulings.M-R1", "owner", "told 2026-11-16")
    remember_in(box, "spells.einfluss.income", [])
    text, document = _amulett()
    assert "# looked twice" in text
    assert document["format"] == 2
    assert document["rulings"] == {
        "M-R4": 2,
        "M-R1": "owner",
        "origin": {"M-R4": "told 2026-11-15 game 3", "M-R1": "told 2026-11-16"},
    }
    remember_all(box, {"rulings.M-R4": None, "rulings.M-R1": None})
    assert "rulings" not in _amulett()[1]


def test_a_ruling_that_is_none_changes_nothing() -> None:
    for fact, value in (("rulings.M-R4", 3), ("rulings.M-R99", 1), ("rulings", 1)):
        with pytest.raises(CompanionError):
            remember_in(game_box("amulett"), fact, value)
    assert not game_box("amulett").own_path().exists()


def test_another_owners_rulings_are_taken_over_and_differences_named(tmp_path: Path) -> None:
    box = game_box("amulett")
    remember_in(box, "rulings.M-R4", 2)
    theirs = tmp_path / "theirs.toml"
    theirs.write_text('format = 2\ngame = "amulett"\ntitle = "Hugo"\n[rulings]\nM-R4 = 1\nM-R8 = "pyramid"\n', "utf-8")
    planned = take_over_in(box, load_facts_file(theirs))
    assert (planned.new, planned.differences) == (("rulings.M-R8",), {"rulings.M-R4": (2, 1)})
    rulings = _amulett()[1]["rulings"]
    assert (rulings["M-R4"], rulings["M-R8"], rulings["origin"]["M-R8"]) == (2, "pyramid", "file Hugo")
    whence = {line["origin"]: line["facts"] for line in box.origins(_amulett()[1])}
    assert whence["file Hugo"] == ["rulings.M-R8"]


def test_without_tags_the_letter_of_a_copy_is_of_tonight_only() -> None:
    """Nobody could say next time which of the Guards it was; a letter of all copies is kept."""
    Owner(AMUL, 3, lambda: False)("cards.arab-guard.letter.2", "E")
    assert not AMUL.own_path().exists()
    Owner(AMUL, 3, lambda: False)("cards.arab-guard.letter", "C")
    assert _cards(AMUL.own_path())["arab-guard"] == {"letter": "C"}
    Owner(AMUL, 3, lambda: True)("cards.arab-guard.letter.2", "E")
    assert _cards(AMUL.own_path())["arab-guard"]["letter"] == ["C", "E", "C"]


def test_what_a_browser_told_beside_a_game_is_not_overwritten_unasked() -> None:
    at_table = Owner(AMUL, 3, begun={"cards": {"camel": {"colour": "red"}}})
    remember_in(AMUL, "cards.camel.colour", "green")
    said = at_table("cards.camel.colour", "blue")
    assert said is not None
    assert said.key == "teach.play.told_otherwise"
    assert _cards(AMUL.own_path())["camel"]["colour"] == "green"
    assert at_table("cards.camel.colour", "blue") is None, "told again, it is meant"
    assert _cards(AMUL.own_path())["camel"]["colour"] == "blue"
    assert Owner(AMUL, 3)("cards.camel.colour", "yellow") is None, "told in the same game, before a restart"
