"""The table of Āmul as it stands: what the board shows, and of that what phones read first."""

from __future__ import annotations

from companion.contract import Desk, Heading
from companion.games.amul.laying_out import untold
from companion.games.amul.table_view import Around, table_view
from companion.models import Notice, TableModel
from rules.amul.view import amul_view


def table_model(desk: Desk, notices: tuple[Notice, ...] = (), clock: str = "") -> TableModel:
    live, view = desk.live, amul_view(desk.live.view)
    around = Around(
        facts=live.facts,
        options=live.offered,
        notices=(*(Notice(desk.say.say(note)) for note in view["notes"]), *notices),
        ticks=frozenset([*view["offered"], *view["revealed"], *view["done"]]),
        seen=live.seen.seen,
        last=live.last_card,
        practice=view["practice"],
        camera=desk.context.has_camera,
        incomplete=bool(view["missing"]),
        untold=untold(live.session.state),
        focus=live.focus,
        clock=clock,
    )
    return table_view(view, desk.say, around)


def heading(desk: Desk, now_ms: int) -> Heading:
    model = table_model(desk, clock=desk.clock_text(now_ms))
    return Heading(model.header, model.now)
