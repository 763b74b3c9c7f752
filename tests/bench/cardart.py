"""Scenes of cards with art out of a folder, for the benchmark of faces: nothing of that art is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from companion import CompanionError
from tests.bench.layouts import SceneLayout, lay_out
from tests.bench.scenes import KNOWN, difficulty
from vision.errors import InvalidPicture
from vision.faces.outlines import CardSize
from vision.frames import SUFFIXES, Grey, read_picture
from vision.scenes import HandInView, Scene, SceneCard

HIGH_MM = 87.0  # of every card: its width is as its picture is wide
LEAST_KINDS, MOST_KINDS = 4, 400
_DOWN = 0.06  # of the cards lie face down
_STICKER = 0.25  # have a sticker, as the learnt one: its tag is worn, and nobody reads it
_CUT = (400, 400)  # pixels of a picture of one card
_CUT_FROM = 2304  # that it is the middle of
_PX_PER_MM = (2.8, 3.6)
BACK = -1  # in place of the number of a kind


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """All kinds of one folder, by name."""

    name: str
    names: tuple[str, ...]
    arts: tuple[Grey, ...]

    def card(self, kind: int, lying: SceneCard, *, sticker: bool) -> SceneCard:
        art = self.arts[max(kind, 0)]
        size = (round(HIGH_MM * art.shape[1] / art.shape[0], 1), HIGH_MM)
        text = KNOWN[kind % len(KNOWN)] if sticker else ""
        return replace(lying, text=text, face=kind, art=art, size_mm=size, face_up=kind != BACK)

    def size(self, px_per_mm: float) -> CardSize:
        """Of a card in pixels; a folder whose cards differ has that of the middle one."""
        widths = sorted(HIGH_MM * art.shape[1] / art.shape[0] for art in self.arts)
        sides = sorted((widths[len(widths) // 2] * px_per_mm, HIGH_MM * px_per_mm))
        return CardSize(sides[0], sides[1])


def find_decks(folder: Path) -> list[Deck]:
    """A deck for each folder with pictures in it, the given one among them."""
    if not folder.is_dir():
        raise CompanionError(f"expected a folder of card pictures, got {str(folder)!r}")
    folders = [folder, *sorted(path for path in folder.rglob("*") if path.is_dir())]
    decks = [deck for path in folders if (deck := _deck(path, folder)) is not None]
    if not decks:
        raise CompanionError(f"expected at least {LEAST_KINDS} pictures of cards in one folder below {folder}")
    return decks


def _deck(path: Path, base: Path) -> Deck | None:
    files = sorted(item for item in path.iterdir() if item.suffix.lower() in SUFFIXES)[:MOST_KINDS]
    if len(files) < LEAST_KINDS:
        return None
    try:
        arts = tuple(read_picture(file) for file in files)
    except InvalidPicture as error:
        raise CompanionError(str(error)) from error
    name = path.relative_to(base).as_posix()
    return Deck(base.name if name == "." else name, tuple(file.stem for file in files), arts)


def portrait_scene(deck: Deck, kind: int, level: str, seed: int, *, sticker: bool) -> Scene:
    """One card alone, to be learnt."""
    rng = np.random.default_rng([seed, kind, 29])
    middle = [side / 2 / _PX_PER_MM[1] for side in _CUT]
    card = deck.card(kind, SceneCard("", middle[0], middle[1], float(rng.normal(0, 4))), sticker=sticker)
    return Scene(*_CUT, _PX_PER_MM[1], (card,), difficulty(level), int(rng.integers(1 << 30)), cut_from=_CUT_FROM)


def cut_scene(deck: Deck, level: str, seed: int) -> Scene:
    """The surroundings of one card, which is the first: as the middle of a large picture would show them."""
    rng = np.random.default_rng([seed, 31])
    how, px = difficulty(level), float(rng.uniform(*_PX_PER_MM))
    middle = np.array(_CUT) / 2 / px
    first = _chosen(deck, _lying(middle, how.turn_deg, rng.random() < how.any_turn, rng), rng)
    around = middle + rng.choice([-1, 1], 2) * (first.size_mm[0] + 5.0, 0.0) + rng.uniform(-1, 1, 2) * how.shift_mm
    if rng.random() < how.overlap:
        around = middle + (around - middle) * rng.uniform(0.5, 0.9)
    other = _chosen(deck, _lying(around, how.turn_deg, False, rng), rng)
    hands: tuple[HandInView, ...] = ()
    if rng.random() < how.hand / 8:  # of a large picture's cards a hand lies on few
        x, y = middle + rng.uniform(-60, 60, 2)
        hands = (HandInView(float(x), float(y), float(rng.choice([60, 90, 120, 250, 280]))),)
    cards = (other, first) if rng.random() < 0.5 else (first, other)
    return Scene(*_CUT, px, cards, how, seed, hands, cut_from=_CUT_FROM)


def table_scene(deck: Deck, layout: SceneLayout, level: str, seed: int) -> Scene:
    """A whole picture; two cards of one kind may lie in it, and some face down."""
    rng = np.random.default_rng([seed, 37])
    laid = lay_out(layout, [""] * layout.cards, difficulty(level), seed)
    return replace(laid, cards=tuple(_chosen(deck, card, rng) for card in laid.cards))


def _lying(
    at: np.ndarray[tuple[int], np.dtype[np.float64]], spread: float, any_turn: bool, rng: np.random.Generator
) -> SceneCard:
    quarter = 90.0 * int(rng.integers(0, 4)) if any_turn else 0.0
    return SceneCard("", float(at[0]), float(at[1]), quarter + float(rng.normal(0, spread)))


def _chosen(deck: Deck, lying: SceneCard, rng: np.random.Generator) -> SceneCard:
    kind = BACK if rng.random() < _DOWN else int(rng.integers(0, len(deck.arts)))
    return deck.card(kind, lying, sticker=kind != BACK and bool(rng.random() < _STICKER))


def chosen_kinds(deck: Deck, seed: int, share: float = 0.5) -> frozenset[int]:
    """So many of the kinds, by chance: the others are never learnt, and lie on the table all the same."""
    order: Sequence[int] = np.random.default_rng([seed, 41]).permutation(len(deck.arts)).tolist()
    return frozenset(order[: round(share * len(order))])
