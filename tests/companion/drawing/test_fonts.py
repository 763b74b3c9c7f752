"""Text fits its space whatever it says: smaller, wrapped, divided, or cut with an ellipsis."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.drawing import fonts
from companion.drawing.fonts import FALLBACK, LONGEST, can_draw, fit, load_font, render, text_width
from companion.language.i18n import plain
from companion.language.names import tidy_name
from companion.resources import wide_font
from tests.missing import WIDE_FONT

FONT = "Inter-Bold.otf"
SERIF = "NotoSerif-Bold.ttf"


@pytest.mark.slow
@settings(deadline=None, max_examples=150)
@given(
    text=st.text(st.characters(min_codepoint=32, max_codepoint=0x17F), max_size=60),
    width=st.integers(1, 500),
    height=st.integers(1, 200),
    lines=st.integers(1, 4),
)
def test_text_never_leaves_its_space(text: str, width: int, height: int, lines: int) -> None:
    fitted = fit(text, FONT, (28, 20), (width, height), lines)
    assert fitted.width <= width
    assert fitted.height <= max(height, 2)  # one pixel of type still has a line of its own
    assert len(fitted.lines) <= max(1, lines)


def test_short_text_keeps_its_size() -> None:
    fitted = fit("Gold", FONT, (28, 20), (300, 60), 1)
    assert (fitted.lines, fitted.px, fitted.cut) == (("Gold",), 28, False)


def test_text_shrinks_before_it_is_cut() -> None:
    whole = text_width(FONT, 24, "Maximiliane-Charlotte")
    fitted = fit("Maximiliane-Charlotte", FONT, (28, 20), (whole, 60), 1)
    assert (fitted.lines, fitted.cut, fitted.px) == (("Maximiliane-Charlotte",), False, 24)


def test_a_hyphen_may_end_a_line() -> None:
    fitted = fit("Maximiliane-Charlotte", FONT, (28, 28), (190, 80), 2)
    assert fitted.lines == ("Maximiliane-", "Charlotte")


def test_no_line_begins_with_a_sign_after_a_no_break_space() -> None:
    width = text_width(FONT, 28, "La table")
    fitted = fit("La table\u00a0: Ada\u202f?", FONT, (28, 28), (width, 160), 4)
    assert fitted.lines == ("La", "table\u00a0:", "Ada\u202f?")


def test_a_long_word_is_divided_where_a_syllable_begins() -> None:
    fitted = fit("Steuereintreiberin", SERIF, (19, 19), (130, 80), 3)
    assert fitted.lines == ("Steuerein-", "treiberin")
    assert not fitted.cut


def test_what_does_not_fit_at_all_ends_with_an_ellipsis() -> None:
    fitted = fit("Maximiliane-Charlotte", FONT, (28, 24), (120, 30), 1)
    assert fitted.cut
    assert fitted.lines[0].endswith("…")
    assert fitted.lines[0].startswith("Maxi")


def test_whatever_a_text_holds_it_can_be_drawn() -> None:
    """Half a character of a file's name ended the program."""
    for text in ("a\udcffb", "\ud800", "a\0b", "a\x1b[1mb", "\u202eabc"):
        assert text_width(FONT, 20, text) == text_width(FONT, 20, plain(text))
        assert fit(text, FONT, (30, 14), (200, 60), 2).lines
        assert render(FONT, 20, text, (0, 0, 0)).get_width() > 0


@pytest.mark.slow
def test_of_a_text_without_end_only_the_beginning_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = 0

    def width(file: str, px: int, text: str) -> int:
        nonlocal longest
        longest = max(longest, len(text))
        return 10 * len(text)

    monkeypatch.setattr("companion.drawing.fonts.text_width", width)
    assert fit("x" * 100_000, FONT, (30, 14), (201, 61), 2).cut
    assert longest <= LONGEST + 1


@pytest.mark.parametrize("name", ["Ελένη", "Дарья", "Nguyễn Thị Hồng", "Երևան", "שרה לוי", "Ađ Đặng"])
def test_a_name_is_drawn_with_its_own_letters(name: str) -> None:
    """Every letter has a picture of its own, and none is the box that a font draws for what it lacks."""
    box = _ink(load_font(FONT, 40).render("\N{CJK UNIFIED IDEOGRAPH-4E00}", True, (255, 255, 255)))
    for letter in {*name} - {" "}:
        assert can_draw(letter)
        assert _ink(render(FONT, 40, letter, (255, 255, 255))) not in (box, 0)
    drawn = render(FONT, 40, f"{name}: 3", (255, 255, 255))
    assert drawn.get_width() == text_width(FONT, 40, f"{name}: 3")


def _ink(picture: pygame.Surface) -> int:
    return hash(pygame.image.tobytes(picture, "RGBA")) if pygame.mask.from_surface(picture).count() else 0


@pytest.fixture
def no_wide_font(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As on a system without that package; what was drawn before is forgotten."""
    kept = (fonts._fallbacks, fonts._runs, fonts.text_width, fonts.render, fonts.fit)
    monkeypatch.setattr(fonts, "wide_font", lambda: None)
    for one in kept:
        one.cache_clear()
    yield
    for one in kept:
        one.cache_clear()


@pytest.mark.parametrize("letter", ["😀", "字", "ก"])
def test_what_no_font_has_is_a_question_mark_and_no_box(no_wide_font: None, letter: str) -> None:
    assert not can_draw(letter)
    assert text_width(FONT, 30, letter) == text_width(FALLBACK, 30, "?")


@WIDE_FONT.mark
@pytest.mark.parametrize("name", ["李小龙", "たなか", "タナカ", "김민준"])
def test_a_font_of_the_system_draws_chinese_japanese_and_korean_names(name: str) -> None:
    pictures = {_ink(render(FONT, 40, letter, (255, 255, 255))) for letter in name}
    assert len(pictures) == len({*name})
    assert all(map(can_draw, name))
    assert text_width(FONT, 40, name) > text_width(FONT, 40, "?" * len(name))


@pytest.mark.slow
def test_every_letter_that_a_name_may_have_is_drawn() -> None:
    """Of thousands of Chinese and Korean ones some."""
    few, many = range(0x3000), range(0x3000, 0xFFFF, 71)
    letters = [chr(code) for code in (*few, *many) if chr(code).isalpha() and tidy_name(chr(code))]
    assert len(letters) > (1_400 if wide_font() else 900)
    assert not [letter for letter in letters if not can_draw(letter)]


def test_words_from_right_to_left_begin_at_the_right() -> None:
    """The shaper turns the whole name round: its first letter is the rightmost."""
    whole, first = (render(FONT, 60, text, (255, 255, 255)) for text in ("לנ", "ל"))
    right = whole.subsurface((whole.get_width() - first.get_width(), 0, *first.get_size()))
    alike = pygame.mask.from_surface(right).overlap_area(pygame.mask.from_surface(first), (0, 0))
    assert alike > 0.9 * pygame.mask.from_surface(first).count()
