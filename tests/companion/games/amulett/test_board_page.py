"""Das Amulett's board drawn by walking it, and only with what the proven sums allow."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.games.amulett.board_page import BoardPage, draft_path
from companion.games.amulett.walk import NEW, walk_board
from companion.pages.teach import TeachPage
from companion.screens.intents import Intent
from companion.teaching.dialogue import Dialogue
from rules.amulett.facts import parse_facts
from tests.companion.games.amulett.walker import walked
from tests.companion.pupil import Pupil
from tests.games import game_box


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))


def _printed() -> Mapping[str, Any]:
    areas: Mapping[str, Any] = game_box("amulett").document("practice", Path())["areas"]
    return areas


def test_a_walk_over_the_whole_board_tells_it_as_it_is_printed() -> None:
    printed = _printed()
    dialogue, walker = walked(printed)
    areas = dialogue.result
    assert areas is not None
    parse_facts({"format": 1, "game": "amulett", "areas": areas})
    for name, entry in areas.items():
        original = printed[walker.names[name]]
        assert entry["terrain"] == original["terrain"]
        assert entry["pyramid"] == bool(original.get("pyramid"))
        assert entry.get("wall") == original.get("wall")
        assert {walker.names[other] for other in entry["neighbours"]} == set(original["neighbours"])
        assert all(0 <= share <= 1 for share in entry["at"])


def test_the_sums_take_away_what_cannot_be() -> None:
    dialogue, _ = walked(_printed())
    offered: dict[str, list[Any]] = {}
    replayed = Dialogue(walk_board)
    for value in dialogue.answers:
        assert replayed.ask is not None
        offered[replayed.ask.words.key] = [option.value for option in replayed.ask.options]
        replayed.answer(value)
    assert not any(str(value).startswith(NEW) for value in offered["teach.board.next"]), "24 areas are all there are"


def test_a_board_left_half_way_goes_on_and_becomes_facts_only_as_a_whole(tmp_path: Path) -> None:
    dialogue, _ = walked(_printed())
    pupil = Pupil(tmp_path / "games", lambda context: TeachPage(context, "amulett"))
    room = pupil.app.page._room  # type: ignore[attr-defined]
    pupil.app.open(BoardPage(pupil.context, room))
    for value in dialogue.answers[:30]:
        pupil.answer(value)
    assert json.loads(draft_path(room.box).read_text("utf-8")) == dialogue.answers[:30]
    assert not room.box.own_path().exists()
    pupil.press(Intent.BACK)
    pupil.app.open(BoardPage(pupil.context, room))
    pupil.press(Intent.OK)  # go on
    for value in dialogue.answers[30:]:
        pupil.answer(value)
    assert "sums" in pupil.screen.model.text
    pupil.press(Intent.OK)
    assert isinstance(pupil.app.page, TeachPage)
    assert parse_facts(game_box("amulett").document("own", Path())).has_board
    assert not draft_path(room.box).exists()
    pupil.store.close()
