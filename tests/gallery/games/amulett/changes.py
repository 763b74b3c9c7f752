"""Typical changes on the table of Das Amulett, for the benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.amulett.screens.model import AuctionPanel
from companion.games.amulett.screens.table import AmulettScreen
from companion.screens.clock_ring import clock_model
from tests.gallery.games.amulett.table import SAMPLES
from tests.gallery.samples import Change, Frames, SampleTable, back_and_forth, flies


def _table(name: str, stage: SampleTable) -> AmulettScreen:
    screen = SAMPLES[name](stage)
    assert isinstance(screen, AmulettScreen)
    return screen


def _clock(stage: SampleTable) -> Frames:
    screen = _table("amulett-bid", stage)
    panel = screen.model.panel
    assert isinstance(panel, AuctionPanel)
    after = replace(screen.model, panel=replace(panel, clock=clock_model(9_000, 30_000)))
    return back_and_forth(screen, AmulettScreen(after))


def _taken_gem(stage: SampleTable) -> Frames:
    """The third player has just got a gem."""
    model = _table("amulett-gem", stage).model
    players = tuple(
        replace(player, gems=(*player.gems, "red")) if player.seat == 2 else player for player in model.players
    )
    flying = AmulettScreen(model, motion=True)
    flying.show(replace(model, players=players))
    return flies(flying)


CHANGES: Mapping[str, Change] = {"auction: the clock": _clock, "exchange: a gem on its way": _taken_gem}
