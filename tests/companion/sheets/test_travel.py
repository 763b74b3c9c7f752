"""A sheet that comes from outside: checked, and an id that is taken is never lost or overwritten unasked."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.language.wording import Trouble
from companion.sheets.shelf import SheetShelf
from companion.sheets.travel import LONGEST_ID, arrival_of, take_in, with_id

GARDEN = """\
# Linda's
format = 1
id = "garden"  # in our village
name = "Garden"
[[rows]]
id = "eggs"
name = "Eggs"
"""
OTHER = GARDEN.replace('name = "Eggs"', 'name = "Eggs"\nworth = 2')


@pytest.fixture
def shelf(tmp_path: Path) -> SheetShelf:
    return SheetShelf(tmp_path)


def test_a_new_one_is_kept_as_it_came(shelf: SheetShelf, tmp_path: Path) -> None:
    arrival = arrival_of(shelf, GARDEN, "g.toml")
    assert (arrival.standing, arrival.sheet.id) == ("none", "garden")
    assert take_in(shelf, arrival, "add").id == "garden"
    assert (tmp_path / "sheets/garden.toml").read_text() == GARDEN
    assert arrival_of(shelf, GARDEN, "g.toml").standing == "same"


def test_both_are_kept_under_two_ids_with_their_remarks(shelf: SheetShelf, tmp_path: Path) -> None:
    shelf.add_text(GARDEN, "g.toml")
    arrival = arrival_of(shelf, OTHER, "g.toml")
    assert (arrival.standing, arrival.beside) == ("other", "garden-2")
    assert take_in(shelf, arrival, "both").id == "garden-2"
    kept = (tmp_path / "sheets/garden-2.toml").read_text()
    assert kept == OTHER.replace('"garden"', '"garden-2"')
    assert (tmp_path / "sheets/garden.toml").read_text() == GARDEN
    assert arrival_of(shelf, OTHER.replace("2", "3"), "g.toml").beside == "garden-3"


def test_only_a_wish_replaces(shelf: SheetShelf, tmp_path: Path) -> None:
    shelf.add_text(GARDEN, "g.toml")
    arrival = arrival_of(shelf, OTHER, "g.toml")
    with pytest.raises(Trouble, match="garden"):
        take_in(shelf, arrival, "add")
    assert (tmp_path / "sheets/garden.toml").read_text() == GARDEN
    take_in(shelf, arrival, "replace")
    assert (tmp_path / "sheets/garden.toml").read_text() == OTHER


def test_a_shipped_one_is_asked_about_too(shelf: SheetShelf) -> None:
    assert arrival_of(shelf, with_id(GARDEN, "wizard"), "g.toml").standing == "other"


def test_the_longest_id_finds_one_beside_it(shelf: SheetShelf) -> None:
    text = with_id(GARDEN, "x" * LONGEST_ID)
    shelf.add_text(text, "g.toml")
    arrival = arrival_of(shelf, text + "\n", "g.toml")
    assert len(arrival.beside) == LONGEST_ID
    assert take_in(shelf, arrival, "both").id == arrival.beside


def test_every_mistake_is_said_with_file_line_and_key(shelf: SheetShelf) -> None:
    text = GARDEN.replace('id = "eggs"', 'id = "eggs"\nworht = 2').replace("format = 1", "format = 7")
    with pytest.raises(Trouble) as refused:
        arrival_of(shelf, text, "from-linda.toml")
    said = str(refused.value)
    assert "from-linda.toml, line 2, format" in said
    assert "worht" in said
    assert shelf.all() == SheetShelf(Path("/nowhere")).all()
