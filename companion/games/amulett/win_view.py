"""The end of Das Amulett: who has filled the amulet, and how far the others came."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.amulett.screens.win import WinModel, WinRow
from companion.i18n import Phrases
from companion.models import Choice, Hints, origin_badges, standing_badges


def win_view(
    view: Mapping[str, Any],
    score: Mapping[str, Any],
    say: Phrases,
    *,
    choices: tuple[Choice, ...] = (),
    practice: bool = False,
    remarks: tuple[str, ...] = (),
) -> WinModel:
    """The last screen."""
    winner = view["winner"]
    gems = tuple(view["players"][winner]["gems"])
    ranked = sorted(range(len(view["players"])), key=lambda seat: (score["players"][seat]["place"], seat))
    walk = say("screen.hint.choose")
    return WinModel(
        headline=say("screen.winner.one", names=say.player(winner)),
        detail=say("screen.win.eight" if len(gems) >= 8 and len(set(gems)) < 7 else "screen.win.seven"),
        seats=(winner,),
        rows=tuple(
            WinRow(seat, say.player(seat), score["players"][seat]["place"], tuple(view["players"][seat]["gems"]))
            for seat in ranked
        ),
        choices=choices,
        badges=(*standing_badges(say, practice=practice, camera=True), *origin_badges(score, say)),
        remarks=remarks,
        hints=Hints(walk, walk, say("screen.hint.ok"), "", say("screen.hint.menu"), say("screen.hint.undo")),
    )
