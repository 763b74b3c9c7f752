"""An untaught box taught by piles through rendered frames: read, placed and settled like real pictures."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.pages.teaching.compose_page import ComposePage
from companion.pages.teaching.teach_page import TeachPage
from companion.play.simulated.simulated_table import SimulatedTable, Slots
from companion.seeing.eyes import Eyes, scale
from companion.twin.simulation import LOOK_MS
from companion.twin.twin_camera import LOOKS, TwinCamera, difficulty
from rules.amul.facts import parse_facts
from tests.companion.sorter import Sorter, fill_answers, group_answers, power_groups, same_power
from tests.games import game_box
from tests.sweeps import sweep
from vision.table.zones import parse_zones

ON_THE_MAT = 28  # cards at a time; more take several looks
SEEN = sweep(6, 1000)  # tables that are drawn and read; of those after them the page is told what lies there
SEED = 21


class SeenSorter(Sorter):
    """Lays the cards on a drawn table; what the page is told is what was read in the pictures."""

    def __init__(self, folder: Path, first: Any, slug: str) -> None:
        super().__init__(folder, first, slug)
        self._plan = game_box(slug).layout()
        self._table = SimulatedTable({"mat": Slots(7, (105, 95), (60, 52))}, Random(SEED))
        self._tags: dict[str, str] = {}
        self._is_to_clear = False
        self._to_see = SEEN
        self.frames = 0

    def lay(self, cards: Iterable[str]) -> None:
        """Who lays the next pile clears the mat on the way, and first only if a card of it lies there already."""
        wanted = list(cards)
        if not self._to_see:
            super().lay(wanted)
            return
        if not wanted:
            self._is_to_clear = True
            return
        if self._is_to_clear and set(self._table.zone("mat")) & set(wanted):
            self._table.lift([lying.card for lying in self._table.lying])
            self._look()
        self._is_to_clear = False
        for start in range(0, len(wanted), ON_THE_MAT):
            some = wanted[start : start + ON_THE_MAT]
            self._table.lift([lying.card for lying in self._table.lying if lying.card not in some])
            self._table.lay([card for card in some if card not in self._table.zone("mat")], "mat")
            self._look()

    def _look(self) -> None:
        """As many frames as a change takes to settle."""
        self._to_see = max(0, self._to_see - 1)
        tags = game_box(self.slug).card_tags()
        if tags != self._tags:  # other copies than the rulebook knows: the same tags are of other cards
            self._tags = tags
            size = (float(self._plan["size"][0]), float(self._plan["size"][1]))
            on_cards = {card: tag for tag, card in tags.items()}
            how = difficulty("easy")
            self._camera = TwinCamera(self._table, on_cards, size, how=how, clock=lambda: self.now_ms, seed=SEED)
            zones = parse_zones(self._plan, f"{self.slug}/zones.toml")
            self._eyes = Eyes(tags, zones, scale(self._camera.px_per_mm))
        for _ in range(LOOKS):
            self.now_ms += 2 * LOOK_MS // LOOKS
            frame = self._camera.next_frame(0)
            assert frame is not None
            seen = self._eyes.look(frame)
            self.frames += 1
        self.app.inbox.put(seen)
        self.app.tick()


@pytest.mark.slow
def test_an_untaught_box_is_taught_by_piles_through_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    sorter = SeenSorter(tmp_path / "games", lambda context: TeachPage(context, "amul"), "amul")
    sorter.choose_listed("piles")
    sorter.teach_piles()
    assert isinstance(sorter.app.page, ComposePage)
    cards = sorter.printed["cards"]
    traders = next(group for group in power_groups(cards) if "trader-1" in group)
    sorter.teach_made([traders], partial(group_answers, cards), partial(fill_answers, cards))
    learnt, printed = (parse_facts(document) for document in (game_box("amul").document("own", Path()), sorter.printed))
    for slug, kind in printed.kinds.items():
        told = learnt.kinds[slug]
        parts = ("colour", "traits", "letter", "position", "min_players", "palace_min_players", "effect")
        assert [getattr(told, part) for part in parts] == [getattr(kind, part) for part in parts], (slug, SEED)
        assert told.power is None or same_power(told.power) == same_power(kind.power)
    assert all(learnt.kinds[slug].power is not None for slug in traders)
    with capsys.disabled():
        print(f"\ntaught through {sorter.frames} frames, seed {SEED}: {sorter.presses} presses")
    sorter.store.close()
