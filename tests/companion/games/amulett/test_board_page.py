"""Das Amulett's board drawn by walking it, and only with what the proven sums allow."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.amulett.board_page import BoardPage, draft_path, load_draft
from companion.games.amulett.walk import walk_board
from companion.pages.teaching.teach_page import TeachPage
from companion.screens.intents import Intent
from companion.teaching.dialogue import Dialogue
from rules.amulett.facts import parse_facts
from tests.companion.facts.test_fuzzed_facts import NASTY
from tests.companion.games.amulett.walker import walked
from tests.companion.pupil import Pupil
from tests.games import game_box

pytestmark = pytest.mark.usefixtures("own_folder")


def _printed() -> Mapping[str, Any]:
    areas: Mapping[str, Any] = game_box("amulett").document("practice", Path())["areas"]
    return areas


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_spoilt_board_draft_is_taken_up_as_far_as_it_goes(tmp_path: Path) -> None:
    box, random = game_box("amulett", tmp_path), Random(4)
    path = draft_path(box)
    path.parent.mkdir(parents=True)
    for _ in range(150):
        answers = [
            random.choice(("new:water", "new:city", "done", True, False, "north", "water-1", *NASTY)) for _ in range(9)
        ]
        text = json.dumps(answers)
        path.write_text(text if random.random() < 0.8 else text[: random.randrange(len(text))])
        dialogue = Dialogue(walk_board, load_draft(box))
        assert dialogue.ask is not None, "there is always something left to ask"
