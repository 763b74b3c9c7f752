"""The seating plan to print: by name, so that everybody finds the table, then table by table with the reason."""

from __future__ import annotations

from companion.clubhouse.shown_round import ShownRound
from companion.language.i18n import Phrases
from companion.sharing.pdf import NOTHING, PdfDocument


def seating_pdf(title: str, shown: ShownRound, day: str, say: Phrases) -> bytes:
    """The same seating gives the same bytes."""
    paper, heading = PdfDocument(), say.pair(title, shown.title)
    paper.head(heading, day)
    if shown.out:
        paper.line(shown.out, "strong")
    by_name = sorted(
        ((guest, table.name) for table in shown.tables for guest in table.guests), key=lambda one: say.sort_key(one[0])
    )
    paper.list(say("clubhouse.seating.by_name"), [(guest, table, "") for guest, table in by_name])
    for table in shown.tables:
        why = [table.why or NOTHING, *[NOTHING] * len(table.guests)]
        lines = [(guest, beside, "") for guest, beside in zip(table.guests, why, strict=False)]
        paper.list(" · ".join(filter(None, (table.name, table.game))), lines)
    return paper.build(heading, say)
