"""The mats of every game as they lie on a table, drawn from the very PDF that is printed."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from companion.commands.mat import mat_words
from companion.games import load_games
from companion.language.i18n import Phrases
from companion.printing.mat import draw_mat
from companion.printing.mat_sheets import plan_sheets
from companion.printing.paper import Paper
from vision.table.mat import Mat, parse_mats

PX_PER_MM = 1.6
LARGE = Paper(900.0, 900.0, 8.0)  # so large that every mat is one sheet
SMALLER = ("half", "small")
_GROUND, _GAP_MM = "#4a3527", 24.0  # a walnut table


def mats() -> dict[str, Image.Image]:
    """For each game with mats of several sizes the whole one, and the two smaller ones side by side."""
    pictures = {}
    for game in load_games().slugs:
        found = {mat.name: mat for mat in parse_mats(load_games().box(game).layout(), game)}
        if not found.keys() >= set(SMALLER):
            continue  # a game that is only written down lies anywhere
        pictures[f"mat-{game}.webp"] = _on_table([_joined(game, found["whole"])])
        pictures[f"mats-small-{game}.webp"] = _on_table([_joined(game, found[name]) for name in SMALLER])
    return pictures


def _joined(game: str, mat: Mat) -> Image.Image:
    import pypdfium2  # noqa: PLC0415 - only who draws for the documents needs it

    sheets = plan_sheets(mat.size_mm, LARGE)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "mat.pdf"
        draw_mat(path, mat, sheets, mat_words(game, mat, sheets, (Phrases("en"),)))
        document = pypdfium2.PdfDocument(path)
        page: Image.Image = document[0].render(scale=PX_PER_MM * 25.4 / 72).to_pil().convert("RGB")
        document.close()
    left, top = (round(PX_PER_MM * side) for side in sheets[0].at)
    width, height = (round(PX_PER_MM * side) for side in mat.size_mm)
    return page.crop((left, top, left + width, top + height))


def _on_table(pictures: list[Image.Image]) -> Image.Image:
    gap = round(_GAP_MM * PX_PER_MM)
    width = sum(picture.width + gap for picture in pictures) + gap
    height = max(picture.height for picture in pictures) + 2 * gap
    table = Image.new("RGB", (width, height), _GROUND)
    left = gap
    for picture in pictures:
        table.paste(picture, (left, (height - picture.height) // 2))
        left += picture.width + gap
    return table
