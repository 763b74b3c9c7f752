"""Show me each card once: the box names one, somebody lays it down, OK; never learnt under a wrong name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.inbox import ShownCard, TableSeen
from companion.pages.teaching.faces_page import FacesPage
from companion.pages.teaching.teach_page import TeachPage
from companion.screens.intents import Intent
from companion.seeing.face_shelf import FaceShelf
from companion.settings.changing import with_setting
from rules.core.table import TableCards
from tests.companion.pupil import Pupil
from tests.companion.seeing.test_face_shelf import face
from vision.table.zones import WHOLE

CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@pytest.fixture
def pupil(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pupil]:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    somebody = Pupil(tmp_path / "games", lambda context: TeachPage(context, "amul"))
    config = with_setting(somebody.context.config, "camera.kind", "usb")
    somebody.context.config = with_setting(config, "camera.faces", value=True)
    yield somebody
    somebody.store.close()


def opened(pupil: Pupil) -> FacesPage:
    pupil.choose_listed("faces")
    page = pupil.app.page
    assert isinstance(page, FacesPage)
    return page


def shelf(pupil: Pupil) -> FaceShelf:
    return FaceShelf(pupil.context.config.data_path, "amul", "en")


def show(page: FacesPage, known: str | None = None) -> list[bool]:
    """Lays a card down; what comes back says whether it was taken."""
    taken: list[bool] = []
    card = ShownCard(1, face("any"), known, CORNERS, lambda: taken.append(True))
    page.see(TableSeen(TableCards({"mat": frozenset()}), frozenset(), at_ms=0, shown=card))
    return taken


def texts(page: FacesPage) -> str:
    model = page.screen(500).model  # type: ignore[attr-defined]
    return " ".join(
        [
            model.header.title,
            model.header.place,
            *(remark.text for remark in model.remarks),
            *(n.text for n in model.notices),
        ]
    )


def test_only_with_a_camera_and_the_setting(pupil: Pupil) -> None:
    def offered() -> bool:
        pupil.app.tick()
        return any(choice.value == "faces" for choice in pupil.screen.model.choices)  # type: ignore[attr-defined]

    assert offered()
    pupil.context.config = with_setting(pupil.context.config, "camera.faces", value=False)
    assert not offered()


def test_card_after_card(pupil: Pupil) -> None:
    page = opened(pupil)
    first = page.wanted
    pupil.press(Intent.OK)  # nothing lies there
    assert shelf(pupil).kinds() == frozenset()
    taken = show(page)
    pupil.press(Intent.OK)
    assert taken == [True]
    assert shelf(pupil).kinds() == {first}
    assert page.wanted != first
    assert "1 of 66" in texts(page)


def test_skipped_with_the_arrows_and_taken_back_by_holding_back(pupil: Pupil) -> None:
    page = opened(pupil)
    first = page.wanted
    pupil.press(Intent.NEXT)
    second = page.wanted
    assert second != first
    show(page)
    pupil.press(Intent.OK)
    assert shelf(pupil).kinds() == {second}
    pupil.press(Intent.UNDO)
    assert shelf(pupil).kinds() == frozenset()
    assert page.wanted == second
    pupil.press(Intent.UNDO)
    assert "There is nothing to undo" in texts(page)
    pupil.press(Intent.PREVIOUS)
    assert page.wanted == first


def test_a_card_that_is_known_is_not_learnt_under_another_name(pupil: Pupil) -> None:
    page = opened(pupil)
    first = page.wanted
    show(page)
    pupil.press(Intent.OK)
    show(page)
    assert page.screen(500).model.hints.ok == "save"  # type: ignore[attr-defined]
    taken = show(page, known=first)
    assert page.screen(500).model.hints.ok == ""  # type: ignore[attr-defined]
    pupil.press(Intent.OK)
    assert taken == []
    assert shelf(pupil).kinds() == {first}


def test_it_goes_on_where_it_was_left(pupil: Pupil) -> None:
    page = opened(pupil)
    show(page)
    pupil.press(Intent.OK)
    wanted = page.wanted
    pupil.press(Intent.BACK)
    assert opened(pupil).wanted == wanted


def test_without_a_mat_it_says_so(pupil: Pupil) -> None:
    page = opened(pupil)
    page.see(TableSeen(TableCards({WHOLE: frozenset()}), frozenset(), at_ms=0))
    assert "mat" in texts(page)


def test_a_disk_that_does_not_take_it_is_said(pupil: Pupil) -> None:
    page = opened(pupil)
    home = pupil.context.config.data_path
    home.mkdir(exist_ok=True)
    (home / "faces").write_text("not a folder")
    taken = show(page)
    pupil.press(Intent.OK)
    assert taken == []
    assert str(home) in texts(page)
