"""A whole night at a table, with phones and a club looking on, loads nothing that draws."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.games import GAMES

NIGHT = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from companion.club.published import state_of
from companion.phones.phone_view import own_view, shared_view
from companion.phones.translated_table import TranslatedTable
from companion.table.acts import Answer, Tell
from tests.companion.tables_bare import new_table

slug, folder = sys.argv[1], Path(sys.argv[2])
chance, now_ms = Random(7), 0
table = new_table(folder, slug)
spoken = TranslatedTable(table, "de")
while not table.live.is_over and now_ms < 2_000_000:
    now_ms += 1000
    table.tick(now_ms)
    if (question := table.live.question) is not None:
        table.act(Answer(chance.choice(question.answers)), now_ms)
    else:
        table.act(Tell(chance.choice(table.live.offered)), now_ms)
    view = table.view(now_ms)
    assert view.entry == table.live.session.last_seq
    shared_view(spoken, now_ms, ())
    own_view(spoken, 0, 1, now_ms)
    state_of(table, "Table 1", "game", datetime.now(UTC), None, paused=False)
table.tick(now_ms)
assert table.live.is_over, "the night never ended"
assert table.result.is_kept
drawn = [name for name in sys.modules if name.split(".")[0] == "pygame" or name.startswith("companion.screens.")]
assert not drawn, drawn[:5]
"""


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES.slugs)
def test_a_night_loads_nothing_that_draws(slug: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", NIGHT, slug, str(tmp_path)], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr[-2000:]
