"""Colours can be told from what lies behind them, by everyone and from two metres."""

from __future__ import annotations

import re
from itertools import combinations

import pygame
import pytest

from companion.contract import TableGame
from companion.drawing.fonts import load_font
from companion.drawing.icons import ICONS, icon_picture
from companion.drawing.theme import Rgb, load_theme, mix, parse_colour
from companion.phones.look import look_of
from companion.resources import asset
from tests.games import GAMES

READABLE = 4.5
DIFFERENT = 0.04  # of an icon's area
VISIBLE = 3.0  # for shapes and icons, which are larger than letters
THEME = load_theme()
BEHIND_TEXT = ("ground", "ground_light", "panel", "panel_high")


@pytest.mark.parametrize("behind", BEHIND_TEXT)
@pytest.mark.parametrize("text", ["text", "text_soft", "accent", "good", "warn", "bad"])
def test_text_stands_out_from_every_ground(text: str, behind: str) -> None:
    assert _contrast(THEME.colours[text], THEME.colours[behind]) >= READABLE


def test_ink_stands_out_from_paper_and_brass() -> None:
    pairs = [("ink", "paper"), ("ink", "paper_shade"), ("ink_soft", "paper"), ("accent_ink", "accent")]
    assert [pair for pair in pairs if _contrast(THEME.colours[pair[0]], THEME.colours[pair[1]]) < READABLE] == []


def test_the_name_of_a_card_that_is_only_seen_can_still_be_read() -> None:
    pale = mix(THEME.colours["paper"], THEME.colours["ground"], 0.42)
    assert _contrast(THEME.colours["ink"], pale) >= READABLE


@pytest.mark.parametrize("name", sorted(THEME.cards))
def test_signs_stand_out_from_the_band_of_their_card(name: str) -> None:
    band = THEME.cards[name]
    assert _contrast(band.band, band.ink) >= READABLE


def test_every_seat_has_a_colour_and_a_shape_of_its_own() -> None:
    assert len(THEME.seats) == 12
    assert len({seat.shape for seat in THEME.seats}) == len({seat.colour for seat in THEME.seats}) == 12
    assert all(seat.shape in ICONS for seat in THEME.seats)


@pytest.mark.parametrize("behind", BEHIND_TEXT)
def test_names_in_the_colour_of_a_seat_can_be_read(behind: str) -> None:
    assert min(_contrast(seat.colour, THEME.colours[behind]) for seat in THEME.seats) >= READABLE


def test_a_seat_beyond_the_last_does_not_break_the_screen() -> None:
    assert THEME.seat(12) == THEME.seat(0)


def test_any_two_shapes_differ_without_their_colours() -> None:
    """By the share of an icon that only one of the two covers, in black and white and as small as in a list."""
    white = parse_colour("#ffffff")
    covered = {
        seat.shape: pygame.surfarray.array_alpha(icon_picture(seat.shape, 24, white)) > 127 for seat in THEME.seats
    }
    alike = [pair for pair in combinations(covered, 2) if (covered[pair[0]] ^ covered[pair[1]]).mean() < DIFFERENT]
    assert alike == []


@pytest.mark.parametrize("game", tuple(GAMES), ids=lambda game: game.slug)
def test_phones_have_the_same_colours(game: TableGame) -> None:
    look = look_of(game)
    assert [(parse_colour(colour), shape) for colour, shape in look["seats"]] == [
        (seat.colour, seat.shape) for seat in THEME.seats
    ]
    assert all(look["icons"][seat.shape] for seat in THEME.seats)


def test_no_script_of_the_phones_has_colours_of_seats_itself() -> None:
    scripts = [path.read_text("utf-8") for path in asset("web").iterdir() if path.name.endswith((".js", ".css"))]
    written = {parse_colour(colour) for text in scripts for colour in re.findall(r"#[0-9a-f]{6}\b", text)}
    assert written
    assert written & {seat.colour for seat in THEME.seats} == set()


@pytest.mark.parametrize("face", sorted(THEME.faces))
def test_the_fonts_have_every_letter_of_the_players(face: str) -> None:
    metrics = load_font(THEME.faces[face], 24).metrics("äöüßÄÖÜẞĀāŌ×–…„“’→")
    assert None not in metrics


def test_black_on_white_is_twenty_one_to_one() -> None:
    assert round(_contrast((0, 0, 0), (255, 255, 255)), 2) == 21
    assert _contrast((9, 9, 9), (9, 9, 9)) == 1


@pytest.mark.parametrize("text", ["f5bd55", "#f5bd5", "#f5bd5g", ""])
def test_a_colour_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_colour(text)


def _luminance(colour: Rgb) -> float:
    """Relative _luminance as the web accessibility guidelines define it."""
    red, green, blue = (_linear(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _contrast(one: Rgb, other: Rgb) -> float:
    """Between 1 (same) and 21 (black on white)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
