"""A sheet that people make is a file in order, whatever they call it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.documents import parse_toml
from companion.resources import assets_dir
from companion.sheets import drafts
from companion.sheets.drafts import Draft, DraftRow, sheet_text
from companion.sheets.files import parse_sheet_text
from companion.sheets.shelf import SheetShelf
from rules.sheets.checking import parse_sheet
from rules.sheets.mistakes import RefusedDocument
from rules.sheets.model import OPEN, Ask, Win, Worth, name_in

ROWS = (DraftRow("Blumen"), DraftRow({"en": "Penalty", "de": "Strafe"}, worth=-2), DraftRow("Letzter?", yes=True))


def test_a_draft_is_a_sheet() -> None:
    draft = Draft("Großer Garten", Win.LEAST, "until", 50, ROWS)
    sheet = parse_sheet_text(sheet_text(draft.document()), "x")
    assert (sheet.id, name_in(sheet.names, "de"), sheet.win) == ("grosser-garten", "Großer Garten", Win.LEAST)
    assert (sheet.rounds, sheet.until) == (OPEN, 50)
    flowers, penalty, last = sheet.rows
    assert [row.id for row in sheet.rows] == ["blumen", "penalty", "letzter"]
    assert (flowers.counting, penalty.counting) == (Worth(1), Worth(-2))
    assert name_in(penalty.names, "de") == "Strafe"
    assert last.ask is Ask.YES


@pytest.mark.parametrize(("kind", "number", "rounds"), [("open", None, OPEN), ("number", 7, 7), ("end", None, None)])
def test_rounds(kind: drafts.RoundsKind, number: int | None, rounds: object) -> None:
    assert parse_sheet(Draft("A", Win.MOST, kind, number, ROWS).document()).rounds == rounds


def test_ids_never_collide(tmp_path: Path) -> None:
    shelf = SheetShelf(tmp_path)
    for _ in range(3):
        taken = [one.id for one in shelf.all()]
        shelf.add_text(sheet_text(Draft("Skat", Win.MOST, "open", None, ROWS).document(taken)), "new")
    own = {one.id for one in shelf.all() if one.is_own}
    assert own == {"skat-2", "skat-3", "skat-4"}, "the one that came with the box stays as it is"


SEED = 4207


@pytest.mark.slow
def test_any_name_makes_a_sheet() -> None:
    """Names in any writing, of signs alone, as long as they may be; rows of the same name."""
    random = Random(SEED)
    letters = "aB9 _-.'\"\\{}[]=#ßÄé漢字🎲\nif"
    for _ in range(400):
        name = "".join(random.choices(letters, k=random.randint(1, 60))).strip().replace("\n", " ") or "x"
        rows = tuple(DraftRow(random.choice([name, "1", "if", "players", "sum", "日"])) for _ in range(5))
        document = Draft(name, Win.MOST, "open", None, rows).document()
        text = sheet_text(document)
        assert parse_toml(text) == document, (SEED, name)
        assert name_in(parse_sheet_text(text, "x").names, "en") == name, (SEED, name)


@pytest.mark.slow
def test_every_shipped_sheet_can_be_written_again() -> None:
    paths = sorted((assets_dir() / "sheets").glob("*.toml"))
    assert len(paths) > 30
    for path in paths:
        document = parse_toml(path.read_text())
        assert parse_toml(sheet_text(document)) == document, path.name


def test_changes_keep_what_they_do_not_touch() -> None:
    document = Draft("A", Win.MOST, "open", None, ROWS).document()
    changed = drafts.with_row_changed(drafts.renamed(document, "B"), 0, name="Bäume")
    changed = drafts.with_row(drafts.without_row(changed, 1), DraftRow("Blumen"))
    sheet = parse_sheet(changed)
    assert name_in(sheet.names, "en") == "B"
    assert [(row.id, name_in(row.names, "en")) for row in sheet.rows] == [
        ("blumen", "Bäume"),
        ("letzter", "Letzter?"),
        ("blumen_2", "Blumen"),
    ]
    assert sheet.id == "a"


def test_a_row_that_a_formula_needs_cannot_go_unnoticed() -> None:
    document = parse_toml((assets_dir() / "sheets" / "oh-hell.toml").read_text())
    with pytest.raises(RefusedDocument):
        parse_sheet(drafts.without_row(document, 0))
