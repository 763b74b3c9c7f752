"""A game that failed is marked on Continue and by the doctor, until it is played on or updated; so is one that hung."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.contract import Games
from companion.doctor.findings import Finding, Verdict
from companion.doctor.keeping import check_fallen
from companion.keeping.fallen import FALLEN, MOST_FALLEN, Fall, clear_fallen, fallen_games, mark_fallen
from companion.language.i18n import Phrases
from companion.pages.begin.start_page import StartPage
from companion.pages.history.nights_page import OpenGamesPage
from companion.upkeep.hang_watch import FILE
from tests.companion.table.test_fallen_game import Evening
from tests.games import GAMES
from tests.languages import LANGUAGES

SLUG = GAMES.slugs[0]
HANG = {"game": SLUG, "where": "decide, line 3", "number": 1, "at": "2026-11-15T20:00:00+00:00"}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    somebody = Evening(tmp_path, SLUG)
    yield somebody
    somebody.store.close()


def _examined(evening: Evening, games: Games = GAMES) -> list[Finding]:
    return list(check_fallen(evening.store.path, games))


def _continue_line(evening: Evening) -> str:
    model = StartPage(evening.app.context).screen(0).model  # type: ignore[attr-defined]
    return str(model.choices[0].detail)


@pytest.mark.slow
def test_the_doctor_says_which_game_when_and_why(evening: Evening) -> None:
    assert _examined(evening) == []
    evening.app._fall(evening.number, RuntimeError("on purpose"))
    (finding,) = _examined(evening)
    assert finding.state is Verdict.MISSING
    fall = fallen_games(evening.store, GAMES.release_of)[evening.number]
    for code in LANGUAGES:
        said = Phrases(code).say(finding.says)
        for part in (str(evening.number), Phrases(code)(f"screen.game.{SLUG}"), fall.at, "RuntimeError: on purpose"):
            assert part in said


def test_a_game_that_is_played_on_is_marked_no_more(evening: Evening) -> None:
    evening.app._fall(evening.number, RuntimeError("on purpose"))
    evening.app._sit_down(evening.number, goes_back=True)
    evening.tick()
    assert evening.number in fallen_games(evening.store, GAMES.release_of), "going back alone proves nothing"
    evening.step()
    assert fallen_games(evening.store, GAMES.release_of) == {}
    assert _examined(evening) == []


def test_another_release_of_it_is_marked_no_more(evening: Evening) -> None:
    evening.app._fall(evening.number, RuntimeError("on purpose"))
    mended = Games(GAMES, releases={game.slug: "mended" for game in GAMES})
    assert _examined(evening, mended) == []


def test_the_next_start_says_which_game_did_not_answer(evening: Evening, tmp_path: Path) -> None:
    evening.app._leave_table()
    (tmp_path / FILE).write_text(json.dumps(HANG), "utf-8")
    evening.app.falls.take_up_hang(tmp_path)
    (notice,) = evening.app.context.notices()
    assert Phrases("en")(f"screen.game.{SLUG}") in notice.text
    assert "decide, line 3" in notice.text
    assert _continue_line(evening).endswith(Phrases("en")("page.fallen.mark"))
    (finding,) = _examined(evening)
    assert "did not answer any more (decide, line 3)" in Phrases("en").say(finding.says)
    opened = OpenGamesPage(evening.app.context).screen(0).model  # type: ignore[attr-defined]
    assert opened.choices[0].icon == "warning"


@pytest.mark.parametrize("changed", [{"game": ""}, {"number": 99}, {"number": None}, {"game": "of nobody"}])
def test_a_hang_of_nobody_is_said_and_marks_nothing(
    evening: Evening, tmp_path: Path, changed: dict[str, object]
) -> None:
    (tmp_path / FILE).write_text(json.dumps(HANG | {"number": None} | changed), "utf-8")
    evening.app.falls.take_up_hang(tmp_path)
    assert len(evening.app.context.notices()) == 1
    assert _examined(evening) == []


def test_notes_are_bounded_and_spoilt_ones_count_as_none(evening: Evening) -> None:
    release = GAMES.release_of(SLUG)
    for number in range(MOST_FALLEN + 5):
        mark_fallen(evening.store, number, Fall(SLUG, "2026-11-15", "why", release))
    kept = fallen_games(evening.store, GAMES.release_of)
    assert (len(kept), max(kept)) == (MOST_FALLEN, MOST_FALLEN + 4)
    clear_fallen(evening.store, MOST_FALLEN)
    assert MOST_FALLEN not in fallen_games(evening.store, GAMES.release_of)
    for spoilt in ("{", "[1]", '{"1": "why"}', '{"1": {"game": "x"}}', '{"x": {}}'):
        evening.store.set_setting(FALLEN, spoilt)
        assert fallen_games(evening.store, GAMES.release_of) == {}
