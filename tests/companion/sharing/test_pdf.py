"""The printed score sheet: every number of the score is on it, in both languages, with its sources."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
import pytest

from companion.cli import main
from companion.drawing.theme import load_theme
from companion.keeping.highlights import highlights
from companion.keeping.session import Session
from companion.keeping.session_stats import points_by_round
from companion.language.i18n import Phrases
from companion.language.wording import in_words
from companion.sharing.pdf import score_sheet, sources
from companion.sharing.scoresheet import sheet
from companion.sharing.seat_shapes import OUTLINES
from rules.core.origins import grouped
from rules.core.scoring import rows_of
from tests.companion.nights import keep_night, played
from tests.games import GAMES, open_store, phrases_for

pytestmark = pytest.mark.slow


def _sheet(session: Session, say: Phrases, minutes: int = 0) -> bytes:
    score = in_words(session.game.score(session.state), say)
    game = GAMES.session(session)
    sheet = None if game.sheet is None else game.sheet(score, session.game.view(session.state), say)
    return score_sheet(score, say, "2026-11-15", minutes=minutes, figures=game.figures, sheet=sheet)


def _pages(content: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(io.BytesIO(content))
    try:
        texts = []
        for page in document:
            read = page.get_textpage()
            texts.append(read.get_text_range())
            read.close()
            page.close()
        return texts
    finally:
        document.close()


@pytest.mark.parametrize(("players", "language"), [(3, "en"), (8, "de")])
def test_the_sheet_of_points_holds_the_pad_and_every_line(players: int, language: str) -> None:
    session = played("amul", players, 5)
    say = phrases_for("amul", language, session.setup.facts, session.setup.players)
    pages = _pages(_sheet(session, say, 47))
    text = " ".join("".join(pages).split())
    score = in_words(session.game.score(session.state), say)
    assert score["verdict"] in text
    assert say("sheet.source.practice") in text
    for player in score["players"]:
        assert say("sheet.workings", name=player["name"], n=player["total"]) in text
        for line in player["lines"]:
            assert " ".join(line["because"].split()) in text
    assert f"{len(pages)}" in pages[-1].split(say("sheet.page", n="").strip())[-1]


def test_no_player_is_left_alone_with_a_heading_at_the_foot_of_a_page() -> None:
    session = played("amul", 8, 5)
    say = phrases_for("amul", "de", session.setup.facts, session.setup.players)
    headings = [
        say("sheet.workings", name=p["name"], n=p["total"]) for p in session.game.score(session.state)["players"]
    ]
    for page in _pages(_sheet(session, say)):
        lines = [line for line in page.splitlines() if line.strip()]
        for number, line in enumerate(lines):
            if line.strip() in headings:
                assert len(lines) - number > 2  # its first row and a line of it at least


def test_the_sheet_of_a_race_says_who_won_how_and_what_everybody_has() -> None:
    session = played("amulett", 6, 5)
    say = phrases_for("amulett", "en", session.setup.facts, session.setup.players)
    text = " ".join(" ".join(_pages(_sheet(session, say))).split())
    view = session.game.view(session.state)
    assert f"{session.setup.players[view['winner']]} won in round {view['round']}" in text
    for player in view["players"]:
        assert say.join([say.name("gem", gem) for gem in player["gems"]]) in text
        for spell in player["spells"]:
            assert f"{say.name('spell', spell['spell'])} ({spell['stones']})" in text


def test_the_same_game_gives_the_same_bytes() -> None:
    session = played("amulett", 3, 5)
    say = phrases_for("amulett", "de", session.setup.facts, session.setup.players)
    assert _sheet(session, say) == _sheet(session, say)


def test_sources_are_told_one_by_one() -> None:
    session = played("amul", 3, 5)
    say = phrases_for("amul", "en", session.setup.facts, session.setup.players)
    rests = grouped([("cards.camel.colour", "told 2026-11-15 game 12"), ("cards.yurt.power", "file Linda's box")])
    score = in_words({"practice": False, "rests_on": rests, "missing": ["power of yurt"]}, say)
    assert sources(score, say) == (
        "1 fact: told on 15 November 2026 in game 12",
        "1 fact: from “Linda's box”",
        "INCOMPLETE: counted as far as is known. Not everything has been told about power of yurt.",
    )


def test_a_score_that_rests_on_nothing_has_no_heading_for_it() -> None:
    session = played("amul", 3, 5)
    say = phrases_for("amul", "en", session.setup.facts, session.setup.players)
    score = in_words(session.game.score(session.state), say) | {"practice": False, "rests_on": [], "missing": []}
    assert say("origin.title") not in "".join(_pages(score_sheet(score, say, "2026-11-15")))
    assert say("origin.title") in "".join(_pages(_sheet(session, say)))


def test_rows_have_one_name_on_every_sheet() -> None:
    """A game words its rows once, as the screen says them."""
    session = played("amul", 3, 5)
    say = phrases_for("amul", "de", session.setup.facts, session.setup.players)
    score = in_words(session.game.score(session.state), say)
    text = sheet(score, say)
    for row in rows_of(score):
        assert text.count(say(f"screen.row.{row}"))
        assert not say.has(f"name.row.{row}")


# By command.


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def test_a_sheet_is_written_by_command_in_the_language_wanted(folder: Path) -> None:
    store = open_store(folder)
    keep_night(store, "amulett")
    store.close()
    assert main(["export", "--as", "pdf", "--language", "de", "-o", str(folder / "sheet.pdf")]) == 0
    assert "Wertungsblatt" in _pages((folder / "sheet.pdf").read_bytes())[0]


def test_a_game_that_has_not_ended_has_no_sheet(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = open_store(folder)
    keep_night(store, steps=4)
    store.close()
    assert main(["export", "--format", "pdf"]) == 2
    assert "has not ended" in capsys.readouterr().err


def test_every_finished_game_fits_one_spreadsheet(folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    store = open_store(folder)
    keep_night(store)
    keep_night(store, "amulett")
    keep_night(store, steps=4)
    store.close()
    assert main(["export", "--format", "csv", "--all"]) == 0
    assert len(capfdbinary.readouterr().out.splitlines()) == 1 + 3 + 3
    assert main(["export", "--format", "json", "--all"]) == 2


@pytest.mark.parametrize("players", [3, 8])
def test_the_first_page_is_whole_with_marks_race_and_highlights_and_the_workings_follow(players: int) -> None:
    session = played("amul", players, 5)
    say = phrases_for("amul", "en", session.setup.facts, session.setup.players)
    score = in_words(session.game.score(session.state), say)
    rounds = points_by_round(session, score)
    content = score_sheet(score, say, "2026-11-15", rounds=rounds, marks=tuple(reversed(range(players))))
    first, second, *_ = _pages(content)
    assert say("sheet.race") in first
    assert [told for one in highlights(score, rounds) if (told := say.say(one)) not in " ".join(first.split())] == []
    workings = say("sheet.workings", name=score["players"][0]["name"], n=score["players"][0]["total"])
    assert workings not in first
    assert workings in second
    assert content != score_sheet(score, say, "2026-11-15", rounds=rounds), "the players' own marks are on it"


@pytest.mark.parametrize("players", [3, 8])
def test_names_are_broken_between_their_parts_only(players: int) -> None:
    session = played("amul", players, 5)
    say = phrases_for("amul", "en", session.setup.facts, session.setup.players)
    score = in_words(session.game.score(session.state), say)
    names = ("Maximiliane-Charlotte", "Wilhelminenfriederik", "Bartholomäus Krüger", *"ABCDE")
    for player, name in zip(score["players"], names, strict=False):
        player["name"] = name
    marked, bare = (score_sheet(score, say, "2026-11-15", marks=marks) for marks in (tuple(range(players)), ()))
    for content in (marked, bare):
        head = _pages(content)[0].partition(say("screen.row.yellow"))[0].split()
        assert {"Wilhelminenfriederik", "Bartholomäus", "Krüger"} <= set(head)
        assert "Maximiliane-Charlotte" in "".join(head).replace("\ufffe", "-")  # how a break at a hyphen is read


def test_every_shape_of_the_screen_has_an_outline_on_paper() -> None:
    assert {seat.shape for seat in load_theme().seats} == set(OUTLINES)
    assert all(-0.01 <= value <= 1.01 for outline in OUTLINES.values() for point in outline for value in point)
