"""Every look can be read, also by eyes that do not tell all colours apart; and nothing flashes."""

from __future__ import annotations

import tomllib
from itertools import combinations, pairwise

import pygame
import pytest

from companion.drawing.icons import ICONS
from companion.drawing.theme import EVENING, LOOKS, Rgb, Theme, load_theme, mix
from companion.program.window import Window
from companion.resources import asset
from hardware.patterns import parse_patterns
from tests.companion.drawing.test_theme import BEHIND_TEXT, READABLE, _contrast, _linear
from tests.companion.samples import SAMPLES
from tests.gallery.samples import SampleTable

# Machado, Oliveira, Fernandes: A physiologically-based model for simulation of color vision deficiency (2009), wholly
# blind to one sort of cone; for linear red, green and blue.
BLIND = {
    "none": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
STILL_READABLE = 4.0  # for eyes without one sort of cone
ALIKE = 40  # of 441: nearer than this, two colours may be taken for one


def seen(colour: Rgb, sort: str) -> Rgb:
    """A colour as eyes see it that lack a sort of cones."""
    linear = [_linear(part / 255) for part in colour]
    red, green, blue = (
        round(255 * _curved(sum(share * part for share, part in zip(row, linear, strict=True)))) for row in BLIND[sort]
    )
    return red, green, blue


def _curved(part: float) -> float:
    part = min(1.0, max(0.0, part))
    return part * 12.92 if part <= 0.0031308 else float(1.055 * part ** (1 / 2.4) - 0.055)


def _apart(one: Rgb, other: Rgb) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5)


every_look = pytest.mark.parametrize("look", LOOKS)
every_eye = pytest.mark.parametrize("eye", BLIND)


def _pairs(theme: Theme) -> list[tuple[Rgb, Rgb]]:
    """What is written, and on what."""
    inks = [theme.colours[name] for name in ("text", "text_soft", "accent", "good", "warn", "bad")]
    inks += [seat.colour for seat in theme.seats]
    found = [(ink, theme.colours[behind]) for ink in inks for behind in BEHIND_TEXT]
    on_paper = [("ink", "paper"), ("ink", "paper_shade"), ("ink_soft", "paper"), ("accent_ink", "accent")]
    found += [(theme.colours[ink], theme.colours[paper]) for ink, paper in on_paper]
    found += [(band.ink, band.band) for band in theme.cards.values()]
    return [*found, (theme.colours["ink"], mix(theme.colours["paper"], theme.colours["ground"], 0.42))]


@every_look
@every_eye
def test_everything_written_can_be_read(look: str, eye: str) -> None:
    least = READABLE if eye == "none" else STILL_READABLE
    faint = [pair for pair in _pairs(load_theme(look)) if _contrast(seen(pair[0], eye), seen(pair[1], eye)) < least]
    assert faint == []


def test_high_contrast_is_higher() -> None:
    lowest = {look: min(_contrast(*pair) for pair in _pairs(load_theme(look))[:24]) for look in LOOKS}
    assert lowest["contrast"] >= 7.0 > lowest["evening"]


@every_look
@pytest.mark.parametrize("eye", [eye for eye in BLIND if eye != "none"])
def test_what_looks_alike_without_a_cone_has_a_shape_beside_it(look: str, eye: str) -> None:
    """Seats by their shapes, colours of cards by their signs; so many pairs do look alike that shapes are needed."""
    theme = load_theme(look)
    marks = [(seat.colour, seat.shape) for seat in theme.seats]
    bands = [(band.band, f"colour.{name}") for name, band in theme.cards.items()]
    alike = 0
    for things in (marks, bands):
        for (one, shape), (other, other_shape) in combinations(things, 2):
            if _apart(seen(one, eye), seen(other, eye)) < ALIKE:
                alike += 1
                assert shape in ICONS
                assert other_shape in ICONS
                assert shape != other_shape
    assert alike, "else this test looks at nothing"


@pytest.mark.slow
@pytest.mark.parametrize("look", [look for look in LOOKS if look != EVENING])
def test_what_stands_on_the_colour_of_the_focus_can_be_read_on_every_screen(look: str) -> None:
    """Brass is light in one look and dark in another, so what is written on it must change with it."""
    window, met, faint = Window.headless((800, 480)), 0, []
    window.look_like(look, 1.0)
    for name, sample in SAMPLES.items():
        window.redraw()
        window.show(sample(SampleTable("en", 5)), 0)
        canvas = window.canvas
        accent = canvas.theme.colours["accent"]
        for one in canvas.written:
            if canvas.surface.get_rect().contains(one.ink) and _ground(canvas.surface, one.ink) == accent:
                met += 1
                faint += [(name, one.text)] if _contrast(one.colour, accent) < READABLE else []
    assert met > 50
    assert faint == []


def _ground(surface: pygame.Surface, ink: pygame.Rect) -> tuple[int, ...]:
    """The colour just beside the first letter."""
    return tuple(surface.get_at((max(0, ink.left - 2), ink.centery)))[:3]


def test_no_lamp_flashes_more_than_three_times_a_second() -> None:
    lamps = parse_patterns(tomllib.loads(asset("panel.toml").read_text("utf-8"))).lamps
    for name, pattern in lamps.items():
        rises, at, before = [], 0, 0.0
        for _ in range(pattern.times or 8):
            for beat in pattern.beats:
                if beat.level > before:
                    rises.append(at)
                at, before = at + beat.ms, beat.level
        assert all(rises[n + 3] - rises[n] >= 1000 for n in range(len(rises) - 3)), name
        assert [later - earlier for earlier, later in pairwise(rises) if later <= earlier] == []
