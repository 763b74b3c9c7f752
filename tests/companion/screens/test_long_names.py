"""Names of twenty letters are whole wherever they stand beside other things: in lists, beside spells, above columns."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.program.window import Window
from tests.companion.samples import SAMPLES
from tests.gallery.samples import SampleTable

NAMES = (
    "Maximiliane-Charlott",
    "Wilhelminenfriederik",
    "Bartholomäus Krügers",
    "Jörg-Hans Wagnermann",
    "Ōtomo Yamada-Kenjiro",
    "Anneliese Schusterin",
    "Theodor-Maximilianus",
    "Weißenbergermeisteri",
)
BESIDE = ("table-pick", "amulett-bid", "amulett-exchange", "amulett-move", "amulett-energy", "amulett-income-passed")
SHOWN = (*BESIDE, "amulett-layout-stones", "pad", "amulett-win", "draw")


@dataclass(frozen=True, slots=True)
class LongNames(SampleTable):
    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.players]


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.parametrize("players", [3, 8])
def test_the_longest_names_are_whole(name: str, players: int) -> None:
    for size in ((800, 480), (1280, 720)):
        window = Window.headless(size)
        window.show(SAMPLES[name](LongNames("de", players)), 0)
        assert any(person in text.text for text in window.canvas.written for person in NAMES)
        cut = [text.text for text in window.canvas.written if text.cut and any(one in text.text for one in NAMES)]
        assert cut == [], size


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080)])
def test_a_long_name_of_two_parts_is_whole_round_the_table_of_who_plays(size: tuple[int, int]) -> None:
    window = Window.headless(size)
    window.show(SAMPLES["players"](SampleTable("de", 8)), 0)
    written = [text for text in window.canvas.written if "Maximiliane" in text.text]
    assert (len(written), [text.text for text in written if text.cut]) == (2, []), "in the list, and round the table"
