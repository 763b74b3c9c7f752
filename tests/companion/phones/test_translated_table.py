"""What phones show costs the box little: whatever is the same for all of them is worked out once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.phones import translated_table
from tests.companion.phones.table import PhoneTable
from tests.rules.setups import SETUPS


@pytest.mark.slow
def test_what_all_phones_show_alike_is_worked_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four seats choose from many cards: why each other card cannot be told, and what cards do, is the same for all."""
    asked: Counter[str] = Counter()
    find, tell = translated_table.elsewhere, translated_table.card_words

    def found(*args: Any) -> Any:
        asked["elsewhere"] += 1
        return find(*args)

    def told(desk: Any, kind: str) -> Any:
        asked[kind] += 1
        return tell(desk, kind)

    monkeypatch.setattr(translated_table, "elsewhere", found)
    monkeypatch.setattr(translated_table, "card_words", told)
    box = PhoneTable(tmp_path / "box", SETUPS["amul"](4, Random(1)))
    while box.table.live.view["phase"] != "offer":
        box.table.live.do(box.table.live.options[0], box.now_ms)
    box.phones.start()
    phones = [box.phone(name) for name in box.setup.players]
    box.pump(lambda: all(phone.parts["acts"]["cannot"] for phone in phones), "all seats")
    assert max(asked.values()) == 1
    assert len(asked) > 10
    box.close()
