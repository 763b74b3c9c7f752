"""The end of a night as a picture: from the page, by the command, and for phones."""

from __future__ import annotations

import io
from pathlib import Path

import pygame
import pytest

from companion.cli import main
from companion.keeping.history import past_night, played_again
from companion.language.wording import Trouble
from companion.pages.history import export_page
from companion.pages.play.ending import Ending
from companion.phones.downloads import NightDownloads
from companion.screens import Goto
from companion.screens.navigation import Open
from companion.settings.config import load_config
from companion.sharing.takeaway import picture_path
from tests.companion.nights import keep_night
from tests.games import GAMES, new_context, open_store, phrases_for

GAMES_WITH_ENDS = ("amul", "amulett")


def _size(content: bytes) -> tuple[int, int]:
    return pygame.image.load(io.BytesIO(content)).get_size()


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES_WITH_ENDS)
def test_take_it_home_puts_it_here_and_onto_a_stick(slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, stick = open_store(tmp_path / "data"), tmp_path / "stick"
    number, _ = keep_night(store, slug)
    night = past_night(store, number)
    setup = night.row.setup
    context = new_context(load_config(files=(), pairs=("display.width=800", "display.height=480")), store)
    ending = Ending(context, number, played_again(store, night), phrases_for(slug, "en", setup.facts, setup.players))
    monkeypatch.setattr(export_page, "other_places", lambda: (stick,))
    opened = ending.turn(Goto("take"))
    assert isinstance(opened, Open)
    assert "png" in [choice.value for choice in opened.page.screen(0).model.choices]  # type: ignore[attr-defined]
    opened.page.act(Goto("png"), 0)
    for folder in (store.path.parent, stick):
        assert _size(picture_path(night, folder).read_bytes()) == (1080, 1350)
        assert _size(picture_path(night, folder, "-screen").read_bytes()) == (800, 480)
    assert str(stick) in opened.page.screen(0).model.text  # type: ignore[attr-defined]
    downloads = NightDownloads(GAMES, store.path.parent)
    assert downloads.nights("en")["nights"][0]["has_picture"]
    assert _size(downloads.file(number, "png", "en")["content"]) == (1080, 1350)
    picture_path(night, store.path.parent).unlink()
    with pytest.raises(Trouble, match="no picture"):
        downloads.file(number, "png", "en")
    store.close()


@pytest.mark.slow
def test_a_game_that_has_not_ended_has_none(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    number, session = keep_night(store, steps=20)
    setup = session.setup
    say = phrases_for("amul", "en", setup.facts, setup.players)
    assert Ending(new_context(load_config(files=()), store), number, session, say).poster() is None
    store.close()


@pytest.mark.slow
def test_the_command_writes_it_in_any_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    store = open_store(tmp_path)
    keep_night(store)
    store.close()
    for size, more in (((1080, 1350), ()), ((640, 480), ("--size", "640x480"))):
        out = tmp_path / "poster.png"
        assert main(["export", "--format", "png", "-o", str(out), *more]) == 0
        assert _size(out.read_bytes()) == size
