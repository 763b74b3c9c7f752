"""Sheets from box to box on the screen: by stick and by codes, refused in words, asked about where an id is taken."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pygame
import pytest

from companion.facts.travel_codes import codes_of
from companion.games.sheet import travel_pages
from companion.games.sheet.travel_pages import files_page, look_at_sticks, sheets_page, stick_page
from companion.pages.teaching import export_facts
from companion.pages.teaching.qr_transfer_page import CODE_MS, ReadCodesPage, ShowCodesPage
from companion.screens.intents import Intent
from companion.seeing.eyes import CodeEyes
from companion.settings.changing import with_setting
from companion.sheets.shelf import SheetShelf
from tests.companion.pupil import Pupil
from tests.companion.sheets.test_travel import GARDEN, OTHER
from vision.frames import Frame

SEED = 11


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))


def _stick(tmp_path: Path, **files: str) -> Path:
    folder = tmp_path / "media/linda/table-companion/sheets"
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text)
    return tmp_path


def _shelf(tmp_path: Path) -> SheetShelf:
    return SheetShelf(tmp_path / "data")


def _pupil(folder: Path, first: object, language: str = "en") -> Pupil:
    return Pupil(folder / "games", first, language=language)


def _labels(pupil: Pupil) -> list[str]:
    return [choice.label for choice in pupil.screen.model.choices]


def test_sheets_on_a_stick_are_offered_and_refused_ones_say_why(tmp_path: Path) -> None:
    facts = 'format = 1\ngame = "amul"\n'
    root = _stick(tmp_path, garden=GARDEN, torn="x = [", wrong=GARDEN.replace("format = 1", "form = 1"), amul=facts)
    pupil = _pupil(tmp_path, sheets_page)
    pupil.app.open(stick_page(pupil.context, root))
    pupil.wait()
    assert _labels(pupil) == ["Garden", "torn", "wrong"], "facts are no sheets, and not refused either"
    pupil.focus_on(2, 3)
    pupil.press_ok()
    assert _labels(pupil) == ["wrong.toml", "line 2: form"], "what is missing, and what is too much"
    pupil.focus_on(1, 2)
    pupil.press_ok()
    assert "wrong.toml, line 2, form" in pupil.screen.model.detail
    pupil.press(Intent.BACK, Intent.BACK)
    pupil.focus_on(0, 3)
    pupil.press_ok()
    assert "Garden" in pupil.screen.model.text
    pupil.press_ok()
    assert _shelf(tmp_path).find("garden").rows[0].id == "eggs"
    pupil.store.close()


@pytest.mark.parametrize(("label", "ids"), [("Keep both", {"garden", "garden-2"}), ("Leave it", {"garden"})])
def test_an_id_that_is_taken_is_asked_about(tmp_path: Path, label: str, ids: set[str]) -> None:
    shelf = _shelf(tmp_path)
    shelf.add_text(GARDEN, "garden.toml")
    root = _stick(tmp_path, garden=OTHER)
    pupil = _pupil(tmp_path, lambda context: files_page(context, look_at_sticks(shelf, lambda: True, root)))
    pupil.press_ok()
    assert _labels(pupil) == ["Keep both", "Replace mine", "Leave it"]
    pupil.focus_on(_labels(pupil).index(label), 3)
    pupil.press_ok()
    assert {one.id for one in shelf.all() if one.is_own} == ids
    assert shelf.path_of("garden").read_text() == GARDEN
    pupil.store.close()


def test_no_link_leads_out_of_a_stick(tmp_path: Path) -> None:
    root = _stick(tmp_path)
    (tmp_path / "secret.toml").write_text(GARDEN)
    (root / "media/linda/link.toml").symlink_to(tmp_path / "secret.toml")
    found = look_at_sticks(_shelf(tmp_path), lambda: True, root)
    assert not any(isinstance(what, travel_pages.Arrival) for _, what in found.files)


def test_own_and_shipped_sheets_go_onto_a_stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _shelf(tmp_path).add_text(GARDEN, "garden.toml")
    monkeypatch.setattr(travel_pages, "other_places", lambda: (tmp_path / "stick",))
    for ident in ("garden", "wizard"):
        text = _shelf(tmp_path).path_of(ident).read_text()
        pupil = _pupil(tmp_path / ident, lambda context, i=ident, t=text: travel_pages.to_stick_page(context, i, t))
        pupil.wait()
        assert f"{ident}.toml" in pupil.screen.model.text
        assert (tmp_path / f"stick/sheets/{ident}.toml").read_text() == text
        pupil.store.close()
    assert export_facts.put_text("other", "sheets", "garden", [tmp_path / "stick"]) == (
        tmp_path / "stick/sheets/garden-2.toml"
    ), "what lies there is not overwritten"


@pytest.mark.slow
def test_a_sheet_is_read_from_the_screen_of_another_box(tmp_path: Path) -> None:
    print("seed", SEED)
    text = SheetShelf(Path("/nowhere")).path_of("salt-road").read_text("utf-8").replace("salt-road", "our-road")
    codes = codes_of(text)
    shows = Pupil(tmp_path / "first", lambda context: ShowCodesPage(context, codes), size=(1280, 720))
    pictures = []
    for number in range(len(codes)):
        shows.now_ms = number * CODE_MS
        shows.app.tick()
        shows.app.window.show(shows.screen, shows.now_ms)
        pixels = pygame.surfarray.array3d(shows.app.window.canvas.surface)
        pictures.append(np.ascontiguousarray(pixels.mean(axis=2).T.astype(np.uint8)))
    shows.store.close()
    reads = Pupil(tmp_path / "second", sheets_page)
    reads.context.config = with_setting(reads.context.config, "camera.kind", "usb")
    reads.app.open(travel_pages.codes_page(reads.context))
    assert isinstance(reads.app.page, ReadCodesPage)
    order = list(enumerate(pictures))
    random.Random(SEED).shuffle(order)
    for number, picture in order:
        reads.app.inbox.put(CodeEyes({}).look(Frame(number, number, picture)))
        reads.app.tick()
    reads.choose_listed("compare")
    reads.press_ok()
    assert _shelf(tmp_path).path_of("our-road").read_text("utf-8") == text
    reads.store.close()


def test_codes_of_something_else_are_refused_in_words(tmp_path: Path) -> None:
    reads = _pupil(tmp_path, travel_pages.codes_page)
    for code in codes_of('game = "amul"\n'):
        reads.app.page._gathered.read(code)  # type: ignore[attr-defined]
    reads.app.page._finish()  # type: ignore[attr-defined]
    reads.choose_listed("compare")
    assert isinstance(reads.app.page, ReadCodesPage)
    assert "codes.toml" in reads.screen.model.text
    assert not any(one.is_own for one in _shelf(tmp_path).all())
    reads.store.close()
