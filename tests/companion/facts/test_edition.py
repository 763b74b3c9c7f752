"""The edition's fingerprint: names and counts. Facts of a box with other cards are imported with a warning."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.facts.edition import edition_of, edition_words, fingerprint
from companion.facts.file import load_facts_file
from companion.facts.own import plan_import, remember
from tests.games import GAMES, game_box

pytestmark = pytest.mark.usefixtures("own_folder")


def untold(slug: str) -> dict[str, Any]:
    """A file in which nothing is told yet; of a sheet the file itself is all there is."""
    return {"format": 1, "game": slug} if GAMES[slug].member is None else dict(game_box(slug).document(None, Path()))


@pytest.mark.parametrize("slug", GAMES.slugs)
def test_the_same_cards_have_the_same_fingerprint(slug: str) -> None:
    box = game_box(slug)
    mine = box.document(None, Path())
    assert fingerprint(edition_of(box, mine)) == fingerprint(edition_of(box, box.document("own", Path())))
    assert edition_words(box, untold(slug), untold(slug)) is None


def test_another_count_is_named_and_other_facts_are_not() -> None:
    box = game_box("amul")
    theirs = {"format": 1, "game": "amul", "cards": {"camel": {"copies": 5}, "gold": {"colour": "red"}}}
    warning = edition_words(box, untold("amul"), theirs)
    assert warning is not None
    assert warning.values["cards"] == "Camel 6 – 5"
    assert warning.values["mine"] != warning.values["theirs"]


def test_where_the_rulebook_only_guesses_both_owners_must_have_counted() -> None:
    box = game_box("amul")
    one, seven = ({"format": 1, "game": "amul", "cards": {"mughal-warlord": {"copies": n}}} for n in (1, 7))
    assert edition_words(box, one, untold("amul")) is None
    assert edition_words(box, untold("amul"), one) is None
    warning = edition_words(box, one, seven)
    assert warning is not None
    assert warning.values["cards"] == "Mughal Warlord 1 – 7"


def test_an_import_warns_and_still_brings_what_is_there(tmp_path: Path) -> None:
    box = game_box("amul")
    remember(box, "cards.gold.colour", "yellow")
    path = tmp_path / "theirs.toml"
    path.write_text('format = 1\ngame = "amul"\n[cards.camel]\ncopies = 5\ncolour = "green"\n')
    planned = plan_import(box, load_facts_file(path))
    assert planned.edition is not None
    assert "cards.camel.colour" in planned.new
    path.write_text('format = 1\ngame = "amul"\n[cards.camel]\ncolour = "green"\n')
    assert plan_import(box, load_facts_file(path)).edition is None
