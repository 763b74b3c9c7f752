"""What a club is told of every game: which of how many rounds, and the phase in every language."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.club.club_table import ClubTable
from companion.club.messages import Announcement, TableNotice, encode
from companion.club.published import state_of
from companion.club.read_messages import read_state
from companion.language.folders import languages
from companion.settings.config import load_config
from rules.core.game import known_table
from tests.companion.tables_bare import new_table
from tests.games import GAMES, new_context, open_store


@pytest.mark.parametrize("slug", GAMES.slugs)
def test_rounds_are_told_where_the_game_knows_them(slug: str, tmp_path: Path) -> None:
    table = new_table(tmp_path, slug)
    told = state_of(table, "Table 1", "a" * 20, datetime(2026, 11, 14, tzinfo=UTC), None, paused=False)
    assert read_state(encode(told)) == told
    known = known_table(table.live.session.game, table.live.session.state)
    assert told.shown.rounds == (table.view(0).rounds or (known.rounds if known else None) or None)
    if told.shown.phase:
        assert told.shown.phases == {code: table.desk_in(code).phase for code in languages()}


def test_a_box_shows_what_only_its_table_is_told_and_its_own_time(tmp_path: Path) -> None:
    now = datetime(2026, 11, 14, 20, tzinfo=UTC)
    context = new_context(load_config(files=(), pairs=("club.box=box-7",)), open_store(tmp_path), "en")
    club = ClubTable(context, lambda: now)
    until, own = now + timedelta(minutes=20), TableNotice("Wait for Ada", now + timedelta(minutes=30))
    said = club._announced(Announcement(now, "Tea", until, {"box-7": own, "box-8": TableNotice("Not you")}))
    assert [context.say.say(one) for one in said] == ["Tea", "Wait for Ada", "This table: 31 minutes left"]
    late = replace(own, until=now - timedelta(minutes=1))
    said = club._announced(Announcement(now, None, until, {"box-7": late}))
    assert [context.say.say(one) for one in said][-1] == "This table: time is up"
    assert [context.say.say(one) for one in club._announced(Announcement(now, None, until))] == [
        "All tables: 21 minutes left"
    ]
    context.store.close()
