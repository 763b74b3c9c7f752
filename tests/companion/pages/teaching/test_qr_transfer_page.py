"""Facts from box to box by codes: shown on one screen, read as pixels by the other's camera, the difference first."""

from __future__ import annotations

import random
import zlib
from pathlib import Path

import numpy as np
import pygame
import pytest

from companion import CompanionError
from companion.facts.own import remember_all
from companion.facts.travel_codes import SIZE, CodeCollector, codes_of
from companion.pages.teaching.qr_transfer_page import CODE_MS, ReadCodesPage, ShowCodesPage
from companion.pages.teaching.teach_page import TeachPage
from companion.screens.intents import Intent
from companion.seeing.eyes import CodeEyes
from companion.settings.changing import with_setting
from tests.companion.pupil import Pupil
from tests.games import game_box
from vision.frames import Frame

SEED = 5


def _pupil(tmp_path: Path) -> Pupil:
    pupil = Pupil(tmp_path / "games", lambda context: TeachPage(context, "amul"), size=(1280, 720))
    pupil.context.config = with_setting(pupil.context.config, "camera.kind", "usb")
    return pupil


def _taught() -> None:
    practice = game_box("amul").document("practice", Path())["cards"]
    told = {
        f"cards.{slug}.{key}": value
        for slug, entry in practice.items()
        for key, value in entry.items()
        if key in ("colour", "traits", "position", "power")
    }
    remember_all(game_box("amul"), told)


def _pictures(pupil: Pupil, codes: int) -> list[np.ndarray]:  # type: ignore[type-arg]
    """The screen as a camera before it sees it: grey, and not quite sharp."""
    pictures = []
    for number in range(codes):
        pupil.now_ms = number * CODE_MS
        pupil.app.tick()
        pupil.app.window.show(pupil.screen, pupil.now_ms)
        pixels = pygame.surfarray.array3d(pupil.app.window.canvas.surface)
        pictures.append(np.ascontiguousarray(pixels.mean(axis=2).T.astype(np.uint8)))
    return pictures


@pytest.mark.slow
def test_a_taught_box_is_read_from_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "first"))
    _taught()
    first = game_box("amul").document("own", Path())["cards"]
    codes = codes_of(game_box("amul").own_path().read_text("utf-8"))
    shows = _pupil(tmp_path / "first")
    shows.choose_listed("show codes")
    assert isinstance(shows.app.page, ShowCodesPage)
    pictures = _pictures(shows, len(codes))
    shows.store.close()

    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "second"))
    reads = _pupil(tmp_path / "second")
    reads.choose_listed("read codes")
    assert isinstance(reads.app.page, ReadCodesPage)
    eyes = CodeEyes({})
    order = list(enumerate(pictures))
    random.Random(SEED).shuffle(order)
    for number, picture in order:
        reads.app.inbox.put(eyes.look(Frame(number, number, picture)))
        reads.app.tick()
    assert f"{len(codes)} of {len(codes)}" in reads.screen.model.text
    reads.choose_listed("compare")
    reads.wait()
    assert "new facts" in reads.screen.model.text
    reads.press_ok()
    second = game_box("amul").document("own", Path())["cards"]
    for slug, entry in first.items():
        told = {key: value for key, value in entry.items() if key != "origin"}
        assert {key: second[slug][key] for key in told} == told
    assert second["gold"]["origin"]["colour"] == "file My box"
    reads.press(Intent.OK)
    reads.store.close()


def test_codes_come_in_any_order_and_more_than_once() -> None:
    text = "x = 1\n" * 400 + "".join(map(str, range(3000)))
    codes = codes_of(text)
    assert len(codes) > 2
    assert all(len(code) < SIZE + 30 for code in codes)
    gathered = CodeCollector()
    for code in (*reversed(codes), codes[0]):
        assert gathered.read(code)
    assert gathered.is_whole
    assert gathered.text() == text


def test_codes_of_another_file_begin_anew_and_strangers_are_none() -> None:
    first, second = codes_of("a" * 10), codes_of("".join(map(str, range(3000))))
    gathered = CodeCollector()
    assert gathered.read(second[0])
    assert gathered.read(first[0])
    assert gathered.text() == "a" * 10
    for stranger in ("A001", "https://example.org", first[0].lower(), first[0].replace("-1-1-", "-2-1-"), ""):
        assert not gathered.read(stranger)


def test_torn_codes_and_bombs_are_refused_in_words() -> None:
    (code,) = codes_of("hello = 1")
    gathered = CodeCollector()
    gathered.read(code[:-1] + ("A" if code[-1] != "A" else "B"))
    with pytest.raises(CompanionError, match="do not make a facts file"):
        gathered.text()
    bomb = CodeCollector()
    for part in codes_of("0" * 3_000_000):
        bomb.read(part)
    with pytest.raises(CompanionError, match="do not make a facts file"):
        bomb.text()
    with pytest.raises(CompanionError, match="too long for codes"):
        codes_of(zlib.compress(random.Random(SEED).randbytes(60_000)).hex())
