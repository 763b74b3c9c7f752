"""The rules read at the table are texts of a language, from a file that may be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.language.i18n import own_texts
from companion.language.rules_texts import FILE, read_rules, rules_texts

TEXT = """
[phase.bid]
rules = ["X-1"]
en = ["Bid.", "Or pass."]
de = ["Bietet."]
[end]
en = ["Most coins win."]
"""


def test_lines_of_an_entry_are_one_text_in_each_language(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(TEXT, "utf-8")
    assert rules_texts(tmp_path, "toy", "en") == {
        "rules.toy.phase.bid": "Bid.\nOr pass.",
        "rules.toy.end": "Most coins win.",
    }
    assert rules_texts(tmp_path, "toy", "de") == {"rules.toy.phase.bid": "Bietet."}
    assert rules_texts(tmp_path, "toy", "it") == {}


@pytest.mark.slow
def test_a_language_that_lacks_them_is_told_so() -> None:
    assert {"rules.amul.phase.offer", "rules.amulett.end"} <= set(own_texts("en")) & set(own_texts("de"))


@pytest.mark.parametrize("text", ["[phase", "phase = 3", "[phase.bid]\nen = 'Bid.'", "\x00"])
def test_a_file_that_is_wrong_costs_only_itself(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, "utf-8")
    assert rules_texts(tmp_path, "toy", "en") == {}


def test_no_file_is_no_rules(tmp_path: Path) -> None:
    assert read_rules(tmp_path / FILE) == {}
