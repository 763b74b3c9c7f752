"""Das Amulett's board drawn by walking it, and only with what the proven sums allow."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.intents import Intent
from companion.pages.teach import TeachPage
from companion.pages.walk import BoardPage
from companion.shelves import find_shelf
from companion.teaching.boarddraft import draft_path
from companion.teaching.dialogue import Dialogue
from companion.teaching.walk import NEW, walk_board
from rules.amulett.facts import parse_facts
from tests.companion.pupil import Pupil


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))


def _printed() -> Mapping[str, Any]:
    areas: Mapping[str, Any] = find_shelf("amulett").document("practice", Path())["areas"]
    return areas


class Walker:
    """Somebody with the board before their eyes: knows which printed area each named one is."""

    def __init__(self, areas: Mapping[str, Any]) -> None:
        self.areas = areas
        start = next(name for name, area in areas.items() if area["terrain"] == "city" and area.get("pyramid"))
        self.names = {"city-1": start}
        self.entering = start

    def answer(self, asked: Any, here: str, links: Mapping[str, Any]) -> Any:
        """``here`` is the area the question is about, ``links`` what has been told."""
        key, values = asked.words.key, [option.value for option in asked.options]
        if key == "teach.board.pyramid":
            return bool(self.areas[self.entering].get("pyramid"))
        if key == "teach.board.wall":
            return self.areas[self.entering].get("wall", "none")
        printed = {name: printed for printed, name in self._by_printed()}
        for other in self.areas[self.names[here]]["neighbours"]:
            name = {printed: name for name, printed in self.names.items()}.get(other)
            if name is None:
                self.entering = other
                terrain = self.areas[other]["terrain"]
                number = sum(found.startswith(f"{terrain}-") for found in self.names) + 1
                self.names[f"{terrain}-{number}"] = other
                return NEW + terrain
            if name not in links[here]:
                return name
        assert printed
        assert "done" in values
        return "done"

    def _by_printed(self) -> Iterator[tuple[str, str]]:
        return ((printed, name) for name, printed in self.names.items())


def _walked(areas: Mapping[str, Any]) -> tuple[Dialogue[dict[str, Any]], Walker]:
    dialogue, walker = Dialogue(walk_board), Walker(areas)
    while dialogue.ask is not None:
        walk = dialogue.ask.so_far
        dialogue.answer(walker.answer(dialogue.ask, walk.here, walk.links))
    return dialogue, walker


def test_a_walk_over_the_whole_board_tells_it_as_it_is_printed() -> None:
    printed = _printed()
    dialogue, walker = _walked(printed)
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
    dialogue, _ = _walked(_printed())
    offered: dict[str, list[Any]] = {}
    replayed = Dialogue(walk_board)
    for value in dialogue.answers:
        assert replayed.ask is not None
        offered[replayed.ask.words.key] = [option.value for option in replayed.ask.options]
        replayed.answer(value)
    assert not any(str(value).startswith(NEW) for value in offered["teach.board.next"]), "24 areas are all there are"


def test_a_board_left_half_way_goes_on_and_becomes_facts_only_as_a_whole(tmp_path: Path) -> None:
    dialogue, _ = _walked(_printed())
    pupil = Pupil(tmp_path / "games", lambda context: TeachPage(context, "amulett"))
    room = pupil.app.page._room  # type: ignore[attr-defined]
    pupil.app.open(BoardPage(pupil.context, room))
    for value in dialogue.answers[:30]:
        pupil.answer(value)
    assert json.loads(draft_path(room.book).read_text("utf-8")) == dialogue.answers[:30]
    assert not room.book.own_path().exists()
    pupil.press(Intent.BACK)
    pupil.app.open(BoardPage(pupil.context, room))
    pupil.press(Intent.OK)  # go on
    for value in dialogue.answers[30:]:
        pupil.answer(value)
    assert "sums" in pupil.screen.model.text
    pupil.press(Intent.OK)
    assert isinstance(pupil.app.page, TeachPage)
    assert parse_facts(find_shelf("amulett").document("own", Path())).has_board
    assert not draft_path(room.book).exists()
    pupil.store.close()
