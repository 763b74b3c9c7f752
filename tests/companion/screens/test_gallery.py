"""Every screen in both languages, three sizes, three and eight players: nothing cut off, everything large enough."""

from __future__ import annotations

import itertools
import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from companion.cli import main
from companion.drawing.canvas import Canvas, Target
from companion.models import Notice
from companion.program.window import Window
from companion.screens import Choosing
from tests.companion.samples import SAMPLES
from tests.gallery.pictures import SIZES
from tests.gallery.samples import SampleTable
from tests.languages import LANGUAGES, OURS
from tests.sweeps import sweep

pytestmark = pytest.mark.slow

LEAST_TYPE = 16.5  # layout units: the smallest type anywhere
LEAST_TARGET_MM = 9.0
MM_PER_PIXEL = 154.08 / 800  # a 7-inch screen of 800 x 480
IN_FLIGHT = {"table-read", "amulett-sold", "amulett-turned"}  # cards that fly over what lies there
NAMED = pytest.mark.parametrize("name", sorted(SAMPLES))
WAYS = (("de", 8), ("en", 3))
ALL_WAYS = list(itertools.product(("en", "de"), (3, 8)))


def _shown(name: str, language: str, players: int, size: tuple[int, int], zoom: float = 1.0) -> Window:
    window = Window.headless(size, zoom=zoom)
    assert window.show(SAMPLES[name](SampleTable(language, players)), 0)
    return window


@pytest.mark.parametrize(("language", "players"), sweep(WAYS, ALL_WAYS))
@NAMED
def test_every_word_and_every_part_has_its_place(name: str, language: str, players: int) -> None:
    """Text stays in its box, is large enough and whole but for long names of people; no part covers another.

    Fingers hit every target, no choice is hidden without a sign, and what did not change is not drawn again.
    """
    for size in sweep(SIZES[:: 1 if players == 8 else 2], SIZES):
        screen, window = SAMPLES[name](SampleTable(language, players)), Window.headless(size)
        assert window.show(screen, 0)
        canvas = window.canvas
        assert canvas.written
        outside = [written.text for written in canvas.written if not written.region.contains(written.ink)]
        unspoken = [written.text for written in canvas.written if "screen." in written.text]
        assert (outside, _tiny(canvas), _cut(canvas), unspoken) == ([], [], [], [])
        assert name in IN_FLIGHT or _covered(canvas) == []
        boxes = {part: canvas.px(region) for part, region in canvas.part_boxes.items()}
        assert all(canvas.surface.get_rect().contains(box) for box in boxes.values())
        assert [pair for pair in itertools.combinations(boxes, 2) if boxes[pair[0]].colliderect(boxes[pair[1]])] == []
        assert size[0] > 800 or _too_small_for_a_finger(canvas) == []
        _no_choice_hidden(screen, window)
        assert not window.show(screen, 0)


def _too_small_for_a_finger(canvas: Canvas) -> list[Target]:
    sides = ((target, min(target.region.w, target.region.h)) for target in canvas.targets)
    return [target for target, side in sides if side * canvas.scale * MM_PER_PIXEL < LEAST_TARGET_MM]


def _covered(canvas: Canvas) -> list[tuple[str, str]]:
    """Words that stand on other words: by more than the tails of a line that reach into the next."""
    words = [written for written in canvas.written if written.text.strip()]
    return [
        (one.text, other.text)
        for one, other in itertools.combinations(words, 2)
        if min(one.ink.right, other.ink.right) - max(one.ink.x, other.ink.x) > 1
        and min(one.ink.bottom, other.ink.bottom) - max(one.ink.y, other.ink.y) > 0.3 * min(one.ink.h, other.ink.h)
    ]


def _tiny(canvas: Canvas) -> list[str]:
    return [written.text for written in canvas.written if written.px / canvas.scale < LEAST_TYPE]


def _cut(canvas: Canvas) -> list[str]:
    return [written.text for written in canvas.written if written.cut and "Maximiliane" not in written.text]


@pytest.mark.parametrize("name", ["pad", "pad-unknown", "pad-filling"])
def test_the_longest_name_is_whole_above_the_pad_of_eight(name: str) -> None:
    for size in ((800, 480), (1280, 720)):
        canvas = _shown(name, "de", 8, size).canvas
        assert [written.text for written in canvas.written if written.cut] == []


@pytest.mark.parametrize("language", [code for code in OURS if code not in LANGUAGES])
def test_no_word_is_cut_in_another_of_our_languages(language: str) -> None:
    assert {name: cut for name in SAMPLES if (cut := _cut(_shown(name, language, 4, (800, 480)).canvas))} == {}


@pytest.mark.parametrize("players", [4, 5, 6, 7])
@pytest.mark.parametrize(
    "name", ["table-pick", "table-effects", "pad", "amulett-bid", "amulett-choose", "amulett-energy"]
)
def test_tables_of_every_size_keep_their_words(name: str, players: int) -> None:
    for size in ((800, 480), (1280, 720)):
        canvas = _shown(name, "de", players, size).canvas
        assert (_cut(canvas), _tiny(canvas)) == ([], [])


HELP = Notice("A line of help that is long enough to take a second line on the smallest of all screens. " * 2)


@pytest.mark.parametrize("language", sweep(["de"], ["en", "de"]))
@NAMED
def test_nothing_is_lost_at_200_percent(name: str, language: str) -> None:
    """What is whole at 100 % is not cut, and what does not fit is counted or on another page."""
    for size in sweep(((800, 480),), ((800, 480), (1280, 720))):
        large = _shown(name, language, 3, size, zoom=2.0)
        if cut := _every_cut(large.canvas):
            assert cut <= _every_cut(_shown(name, language, 3, size).canvas)
        _no_choice_hidden(SAMPLES[name](SampleTable(language, 3)), large)


def _every_cut(canvas: Canvas) -> set[str]:
    return {written.text for written in canvas.written if written.cut}


def test_no_choice_is_hidden_by_a_line_of_help() -> None:
    """What does not fit beside it is counted on the screen, ``+2``."""
    helped = {name for name in SAMPLES if _helped(SAMPLES[name](SampleTable("de", 8)))}
    assert {"menu", "question", "table-pick", "amulett-choose", "pad"} <= helped


def _helped(screen: Any) -> bool:
    if "notices" not in [item.name for item in fields(getattr(screen, "model", HELP))] or not _offers(screen):
        return False
    screen.model = replace(screen.model, notices=(HELP,))
    for size in ((800, 480), (1280, 720)):
        _no_choice_hidden(screen, Window.headless(size))
    return True


def _offers(screen: Any) -> bool:
    """Whether it offers choices one by one: behind doors everything is named by where to where."""
    return isinstance(screen, Choosing) and getattr(screen, "entry", None) is None


def _no_choice_hidden(screen: Any, window: Window) -> None:
    if not _offers(screen):
        return
    window.show(screen, 0)
    drawn = {target.key for target in window.canvas.targets if target.key.startswith("choice.")}
    signs = [text.text[1:] for text in window.canvas.written if re.fullmatch(r"\+\d+", text.text)]
    assert screen.count() - len(drawn) <= sum(map(int, signs)), (sorted(drawn), signs)


@pytest.mark.parametrize("zoom", [0.75, 1.4, 2.0])
@pytest.mark.parametrize("name", ["table-pick", "amulett-exchange", "pad", "menu", "keyboard", "question"])
def test_larger_and_smaller_writing_stays_in_its_box_too(name: str, zoom: float) -> None:
    window = _shown(name, "de", 8, (800, 480), zoom)
    assert [text.text for text in window.canvas.written if not text.region.contains(text.ink)] == []


def test_the_command_writes_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ["--only", "start", "--language", "de", "--size", "800x480", "--players", "3"]
    assert main(["gallery", "-o", str(tmp_path), *wanted]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["start-de-3-800x480.png"]
    assert capsys.readouterr().out.splitlines()[-1] == "1 pictures"


def test_a_folder_that_cannot_be_made_is_said_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["gallery", "-o", str(tmp_path / "file")]) == 2
    assert "choose another place with -o" in capsys.readouterr().err


def test_all_screens_fit_on_one_sheet(tmp_path: Path) -> None:
    assert main(["gallery", "--sheet", str(tmp_path / "sheet.png"), "--language", "de"]) == 0
    sheet = pygame.image.load(str(tmp_path / "sheet.png"))
    assert sheet.get_width() == 1600
    assert sheet.get_height() == 225 * -(-len(SAMPLES) // 4)


def test_without_a_place_for_the_pictures_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gallery"]) == 2
    assert "companion gallery -o DIR" in capsys.readouterr().err
    assert main(["gallery", "--sheet", str(tmp_path / "no" / "sheet.png")]) == 2
    assert "name another file" in capsys.readouterr().err
