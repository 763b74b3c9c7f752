"""QR codes of others, in light and grain that keep a plain decoder from reading them."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt
import pytest
import segno

from vision.frames import Grey
from vision.sightings import Corners, Sighting
from vision.tags import any_code, flattening
from vision.tags.any_code import WAYS, Way, read_any
from vision.tags.decoders import open_decoder
from vision.tags.decoders.process import open_here
from vision.tags.decoders.zxing_unread import UNREAD
from vision.tags.filters import brightened, thresholded

TEXT, MODULE = "https://example.org/a-card", 6
SEEDS = range(5)


def code(text: str = TEXT) -> npt.NDArray[np.float64]:
    """A code with its margin, 0 to 1."""
    dark = np.pad(np.array([*map(list, segno.make(text, error="m", micro=False).matrix)]), 4)
    return np.kron(1 - dark, np.ones((MODULE, MODULE)))


def in_a_bright_spot(seed: int) -> Grey:
    """Half of it burnt out by a lamp, the rest nearly black."""
    light, random = code(), np.random.default_rng(seed)
    y, x = np.mgrid[0 : light.shape[0], 0 : light.shape[1]] / light.shape[0]
    lamp = 0.05 + np.exp(-((x - 0.5) ** 2 + (y - 0.45) ** 2) / 0.03)
    return as_picture((0.2 + 0.75 * light) * lamp * 255 + random.normal(0, 2, light.shape))


def in_coarse_grain(seed: int) -> Grey:
    light = code()
    return as_picture(60 + 120 * light + np.random.default_rng(seed).normal(0, 70, light.shape))


def as_picture(levels: npt.NDArray[np.float64]) -> Grey:
    return np.pad(np.clip(levels, 0, 255).astype(np.uint8), 60, constant_values=20)


@pytest.mark.slow
@pytest.mark.parametrize("make", [in_a_bright_spot, in_coarse_grain])
def test_other_light_and_less_grain_bring_codes_out(make: Callable[[int], Grey]) -> None:
    pictures = [make(seed) for seed in SEEDS]
    plain = open_decoder("zxing", "open_hard").decode
    if sum(bool(plain(picture)) for picture in pictures) > 1:
        pytest.skip("this release of zxing-cpp reads them by itself")
    read = [[item.text for item in read_any(picture)] for picture in pictures]
    assert read.count([TEXT]) >= 4


def from_the_side(seed: int) -> Grey:
    """A fifth as wide as it is high, or a fourth: which of the two needs help depends on zxing-cpp's version."""
    high = (1.0, 0.7)[seed % 2]
    narrow = cv2.resize(0.2 + 0.65 * code(), None, fx=0.19, fy=high, interpolation=cv2.INTER_AREA)
    return as_picture(255 * narrow + np.random.default_rng(seed).normal(0, 2, narrow.shape))


def from_above(seed: int) -> Grey:
    return np.ascontiguousarray(from_the_side(seed).T)


def small_in_the_dark(seed: int) -> Grey:
    """1.3 pixels a module, beside something bright."""
    small = cv2.resize(5 + 10 * code(), None, fx=1.3 / MODULE, fy=1.3 / MODULE, interpolation=cv2.INTER_AREA)
    small += np.random.default_rng(seed).normal(0, 0.7, small.shape)
    picture = np.pad(np.clip(small, 0, 255).astype(np.uint8), 40, constant_values=15)
    picture[:, :12] = picture[-12:] = 250
    return picture


def without_margin(seed: int, text: str = TEXT) -> Grey:
    """On black, in light that falls off."""
    light = code(text)[4 * MODULE : -4 * MODULE, 4 * MODULE : -4 * MODULE]
    dimmer = np.linspace(220, 120, light.shape[1])
    levels = light * dimmer + np.random.default_rng(seed).normal(0, 5, light.shape)
    return np.pad(np.clip(levels, 0, 255).astype(np.uint8), 60)


def round_a_can(seed: int) -> Grey:
    """A third of the way round, seen from slightly above."""
    light, reach, above = code(), 1.2, 0.3
    size = light.shape[0]
    y, x = np.mgrid[0:size, 0:size] / size * 2 - 1
    turned = np.arcsin(x * np.sin(reach)) / reach
    lower = above * (np.cos(reach * turned) - np.cos(reach)) / (1 - np.cos(reach))
    across, down = (turned + 1) / 2 * size, (y - lower / 2 + 1) / 2 * size
    seen = cv2.remap(light, np.float32(across), np.float32(down), cv2.INTER_LINEAR, borderValue=1)
    return as_picture(60 + 150 * seen + np.random.default_rng(seed).normal(0, 3, seen.shape))


def texts(picture: Grey) -> list[str]:
    return [item.text for item in read_any(picture)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "way"),
    [
        (from_the_side, Way(across=2)),
        (from_above, Way(down=2)),
        (small_in_the_dark, Way("open_histogram", brightened, across=2, down=2)),
        (without_margin, Way("zbar", thresholded, across=0.5, down=0.5)),
    ],
)
def test_some_codes_are_read_in_one_way_alone(
    make: Callable[[int], Grey], way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = [make(seed) for seed in range(10)]
    monkeypatch.setattr(any_code, "read_flattened", lambda _grey, _unread: [])
    by_all = [texts(picture) for picture in pictures]
    monkeypatch.setattr(any_code, "WAYS", tuple(other for other in WAYS if other != way))
    assert len(any_code.WAYS) == len(WAYS) - 1
    by_the_others = [texts(picture) for picture in pictures]
    assert by_all.count([TEXT]) - by_the_others.count([TEXT]) >= 4


@pytest.mark.parametrize("text", ["正宗铁观音茶叶", "Müller & Söhne", "Ünïcödé čšž", "日本語", "Привет"])
def test_zbar_guesses_no_character_set_for_utf_8(text: str) -> None:
    (found,) = read_any(without_margin(0, text))
    assert (found.text, found.by) == (text, "zbar")


def test_micro_codes_are_read_in_the_picture_as_it_is_alone() -> None:
    """Their check passes for parts of other codes in pictures that were changed."""
    dark = np.pad(np.array([*map(list, segno.make_micro("A CARD").matrix)]), 4)
    picture = as_picture(40 + 180 * np.kron(1.0 - dark, np.ones((MODULE, MODULE))))
    assert texts(picture) == ["A CARD"]
    assert open_here("vision.tags.decoders.zxing_unread:open").decode(picture) == []


@pytest.mark.slow
def test_codes_round_a_can_are_straightened(monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = [round_a_can(seed) for seed in SEEDS]
    assert [texts(picture) for picture in pictures].count([TEXT]) >= 4
    (found,) = read_any(pictures[0])
    assert found.side == pytest.approx(29 * MODULE, rel=0.15)
    monkeypatch.setattr(flattening, "_BENDS", flattening._BENDS[:1])
    assert [texts(picture) for picture in pictures].count([]) >= 4


@pytest.mark.slow
def test_a_code_between_squares_of_others_is_not_theirs() -> None:
    """Corner squares far apart look like a large code; the small one in its middle has its own corners."""
    small = np.pad(code(), 200, constant_values=1)
    picture = as_picture(60 + 150 * small)
    height, width = picture.shape
    large = Sighting("", ((80, 80), (width - 80, 80), (width - 80, height - 80), (80, height - 80)), UNREAD)
    assert flattening.read_flattened(picture, [large]) == []
    (own,) = read_any(picture)
    place = Sighting("", own.corners, UNREAD)
    assert [item.text for item in flattening.read_flattened(picture, [large, place])] == [TEXT]


@pytest.mark.slow
@pytest.mark.parametrize(
    "corners",
    [
        ((0, 0), (0, 0), (0, 0), (0, 0)),
        ((10, 10), (90, 90), (170, 170), (250, 250)),
        ((-500, -500), (700, -500), (700, 700), (-500, 700)),
        ((9000, 9000), (9100, 9000), (9100, 9100), (9000, 9100)),
    ],
)
def test_places_that_cannot_be_codes_are_no_trouble(corners: Corners) -> None:
    assert flattening.read_flattened(np.full((240, 320), 128, np.uint8), [Sighting("", corners, UNREAD)]) == []
