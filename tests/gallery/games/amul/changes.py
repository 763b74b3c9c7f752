"""Typical changes on the table of Āmul, for the benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.screens.table_screen import TableScreen
from tests.gallery.games.amul.table import SAMPLES
from tests.gallery.samples import Change, Frames, SampleTable, back_and_forth, flies, focus_moves


def _table(stage: SampleTable) -> TableScreen:
    screen = SAMPLES["table-pick"](stage)
    assert isinstance(screen, TableScreen)
    return screen


def _next_player(stage: SampleTable) -> Frames:
    screen = _table(stage)
    model = screen.model
    rows = tuple(replace(row, turn=place == 2) for place, row in enumerate(model.players))
    after = replace(model, now=replace(model.now, text="Bo nimmt eine Karte", seat=1), players=rows)
    return back_and_forth(screen, TableScreen(after))


def _taken_card(stage: SampleTable) -> Frames:
    """The first card of the market has just been picked."""
    model = _table(stage).model
    flying = TableScreen(model)
    flying.show(replace(model, cards=model.cards[1:]))
    return flies(flying)


CHANGES: Mapping[str, Change] = {
    "table: the next player": _next_player,
    "table: the focus": lambda stage: focus_moves(_table(stage)),
    "table: a card on its way": _taken_card,
}
