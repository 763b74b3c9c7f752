"""What ``companion gallery`` draws: every screen, in English and German, three sizes, with three and eight players."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pygame

from companion import CompanionError
from companion.files import unwritten
from companion.games import load_games
from companion.program.window import Window
from tests.gallery import all_samples
from tests.gallery.samples import SampleTable
from tests.languages import LANGUAGES

SIZES = ((800, 480), (1280, 720), (1920, 1080))
PLAYERS = (3, 8)
SHEET_ACROSS, SHEET_CELL, SHEET_GAP, SHEET_PLAYERS = 4, (400, 225), 6, 5


def write(args: argparse.Namespace) -> int:
    """What ``companion gallery`` was asked for."""
    if args.sheet is not None:
        save_sheet(args.sheet, args.language or "en")
        print(args.sheet)
        return 0
    if args.output is None:
        raise CompanionError("expected a folder for the pictures: companion gallery -o DIR")
    try:
        args.output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritten(args.output, error, "-o") from error
    count = 0
    for path in render(args):
        count += 1
        print(path)
    print(f"{count} pictures")
    return 0


def render(args: argparse.Namespace) -> Iterator[Path]:
    samples = all_samples(load_games())
    for size in (args.size,) if args.size else SIZES:
        window = Window.headless(size)
        for language in (args.language,) if args.language else LANGUAGES:
            for players in (args.players,) if args.players else PLAYERS:
                for name in (args.only,) if args.only else samples:
                    path = args.output / f"{name}-{language}-{players}-{size[0]}x{size[1]}.png"
                    window.redraw()
                    window.show(samples[name](SampleTable(language, players)), now_ms=0)
                    window.save(path)
                    yield path


def save_sheet(path: Path, language: str) -> None:
    try:
        path.touch()  # before much is drawn
        pygame.image.save(sheet(language), str(path))
    except (OSError, pygame.error) as error:
        raise CompanionError(f"cannot write {path}: {error}; name another file") from error


def sheet(language: str) -> pygame.Surface:
    """Every screen once, small, side by side."""
    samples = all_samples(load_games())
    rows = -(-len(samples) // SHEET_ACROSS)
    width, height = SHEET_CELL
    drawn = pygame.Surface((SHEET_ACROSS * width, rows * height))
    window = Window.headless((1280, 720))
    for place, make in enumerate(samples.values()):
        window.redraw()
        window.show(make(SampleTable(language, SHEET_PLAYERS)), now_ms=0)
        small = pygame.transform.smoothscale(window.canvas.surface, (width - SHEET_GAP, height - SHEET_GAP))
        drawn.blit(small, (place % SHEET_ACROSS * width, place // SHEET_ACROSS * height))
    return drawn
