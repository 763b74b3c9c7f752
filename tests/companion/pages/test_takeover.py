"""Another owner's facts from a stick: the difference first, mine kept unless asked, written whole or not at all."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.facts.own import remember, take_over
from companion.pages.takeover import difference_page, files_page, stick_files
from companion.pages.teach import TeachPage
from companion.teaching.classroom import Classroom
from tests.companion.pupil import Pupil
from tests.games import game_box

THEIRS = """\
format = 1
game = "amul"
title = "Linda's box"
[cards.gold]
colour = "red"
position = "area"
[cards.yurt]
colour = "blue"
"""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))


def _stick(tmp_path: Path, text: str = THEIRS) -> Path:
    folder = tmp_path / "media" / "linda"
    folder.mkdir(parents=True)
    (folder / "box.toml").write_text(text)
    (folder / "notes.toml").write_text("x = [")
    (folder / "other.toml").write_text('game = "amulett"\n')
    return folder / "box.toml"


def _pupil(tmp_path: Path) -> tuple[Pupil, Classroom]:
    pupil = Pupil(tmp_path / "games", lambda context: TeachPage(context, "amul"))
    room = pupil.app.page._room  # type: ignore[attr-defined]
    return pupil, room


def _own() -> dict[str, dict[str, object]]:
    cards = tomllib.loads(game_box("amul").own_path().read_text("utf-8"))["cards"]
    return {slug: {key: item for key, item in entry.items() if key != "origin"} for slug, entry in cards.items()}


def test_only_files_of_this_game_are_offered(tmp_path: Path) -> None:
    path = _stick(tmp_path)
    assert stick_files("amul", tmp_path) == (path,)
    assert stick_files("amulett", tmp_path) == (path.with_name("other.toml"),)


def test_the_difference_is_shown_and_mine_stays(tmp_path: Path) -> None:
    remember(game_box("amul"), "cards.gold.colour", "yellow")
    path, before = _stick(tmp_path), game_box("amul").own_path().read_bytes()
    pupil, room = _pupil(tmp_path)
    pupil.app.open(files_page(pupil.context, room, stick_files("amul", tmp_path)))
    pupil.press_ok()
    model = pupil.screen.model
    assert model.text == f"{path.name}: 2 new facts, 1 told otherwise than yours."
    assert model.detail == "Gold: Colour: Yellow in your file, Red in theirs"
    assert [choice.label for choice in model.choices] == [
        "Take over the 2 new ones",
        "Take theirs where it differs",
        "Leave it",
    ]
    assert game_box("amul").own_path().read_bytes() == before, "nothing is written yet"
    pupil.press_ok()
    assert _own() == {"gold": {"colour": "yellow", "position": "area"}, "yurt": {"colour": "blue"}}
    assert "2 facts taken over" in pupil.screen.model.text
    pupil.store.close()


def test_theirs_replace_mine_only_when_chosen(tmp_path: Path) -> None:
    remember(game_box("amul"), "cards.gold.colour", "yellow")
    path = _stick(tmp_path)
    pupil, room = _pupil(tmp_path)
    pupil.app.open(difference_page(pupil.context, room, path))
    pupil.focus_on(1, 3)
    pupil.press_ok()
    assert _own()["gold"] == {"colour": "red", "position": "area"}
    pupil.store.close()


def test_what_somebody_tells_while_the_page_is_open_is_not_lost(tmp_path: Path) -> None:
    remember(game_box("amul"), "cards.gold.colour", "yellow")
    path = _stick(tmp_path)
    pupil, room = _pupil(tmp_path)
    pupil.app.open(difference_page(pupil.context, room, path))
    remember(game_box("amul"), "cards.silk.colour", "green")
    pupil.press_ok()
    assert _own()["silk"] == {"colour": "green"}
    assert _own()["yurt"] == {"colour": "blue"}
    pupil.store.close()


def test_a_full_disk_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(game_box("amul"), "cards.gold.colour", "yellow")
    path, own = _stick(tmp_path), game_box("amul").own_path()
    before = own.read_bytes()

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    pupil, room = _pupil(tmp_path)
    monkeypatch.setattr("companion.files.os.fsync", fail)
    pupil.app.open(difference_page(pupil.context, room, path))
    pupil.press_ok()
    assert "no space left" in pupil.screen.model.text
    assert own.read_bytes() == before
    assert [file.name for file in own.parent.iterdir()] == ["amul.toml"], "no half file is left behind"
    pupil.store.close()


def test_a_wrong_file_is_said_in_words(tmp_path: Path) -> None:
    path = _stick(tmp_path, THEIRS.replace('"red"', '"pink"'))
    pupil, room = _pupil(tmp_path)
    pupil.app.open(difference_page(pupil.context, room, path))
    assert "line 5, cards.gold.colour: expected one of yellow" in pupil.screen.model.text
    pupil.store.close()


def test_a_second_import_brings_nothing_new(tmp_path: Path) -> None:
    path = _stick(tmp_path)
    take_over(game_box("amul"), path)
    pupil, room = _pupil(tmp_path)
    pupil.app.open(difference_page(pupil.context, room, path))
    assert "tells nothing" in pupil.screen.model.text
    pupil.store.close()
