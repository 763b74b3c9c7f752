"""Āmul's score pad as a sheet agrees with the scorer of its rules in every row that needs no power text."""

from __future__ import annotations

import tomllib
from random import Random

import pytest

from rules.amul.cards import COLOURS
from rules.amul.facts import parse_facts
from rules.amul.majorities import MAJORITIES
from rules.amul.scoring import ROWS, score_table
from tests.rules.setups import NAMES, amul_facts
from tests.rules.sheets.slow_count import slow_count
from tests.rules.sheets.test_against_slow_count import engine_count
from tests.sheets.amul_pad import PAD, kind_id, pad_text
from tests.sweeps import sweep

FACTS = parse_facts(amul_facts("practice"))
SHEET = tomllib.loads(PAD.read_text("utf-8"))


def test_the_sheet_is_as_it_would_be_written_now() -> None:
    assert PAD.read_text("utf-8") == pad_text()


def test_every_row_of_the_pad_is_there() -> None:
    assert set(ROWS) < {row["id"] for row in SHEET["rows"]}


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, sweep(100, 200), 50))
def test_sheet_and_scorer_agree(first: int) -> None:
    for seed in range(first, first + 50):
        _compare(seed)


@pytest.mark.slow
def test_some_of_these_tables_have_ties() -> None:
    pads = [score_table(FACTS, areas, names=NAMES[: len(areas)]) for areas in map(_areas, range(200))]
    symbols = [[player.symbols[trait] for player in pad.players] for pad in pads for trait in MAJORITIES]
    assert sum(max(counts) > 0 and counts.count(max(counts)) > 1 for counts in symbols) > 50
    assert sum(len({player.total for player in pad.players}) < len(pad.players) for pad in pads) > 20


def _areas(seed: int) -> list[list[str]]:
    """Few cards or many; few make ties."""
    chance = Random(seed)
    deck = sorted(FACTS.cards)
    chance.shuffle(deck)
    most = chance.choice((1, 3, 6, 14))
    return [[deck.pop() for _ in range(chance.randint(0, most))] for _ in range(chance.randint(3, 8))]


def _compare(seed: int) -> None:
    areas = _areas(seed)
    pad = score_table(FACTS, areas, names=NAMES[: len(areas)])
    players = [
        {
            "name": player.name,
            "end": {colour: player.scores[colour] for colour in COLOURS},
            "cards": [kind_id(FACTS.cards[card].kind) for card in area],
        }
        for player, area in zip(pad.players, areas, strict=True)
    ]
    table = {"sheet": "amul-pad.toml", "players": players}
    answer = engine_count(SHEET, table)
    if seed % 10 == 0:
        assert answer == slow_count(SHEET, table), f"seed {seed}"
    assert answer["winners"] == [pad.players[seat].name for seat in pad.winners], f"seed {seed}"
    for ours, theirs in zip(answer["players"], pad.players, strict=True):
        assert {row: ours["rows"][row] for row in ROWS} == dict(theirs.scores), f"seed {seed}"
        symbols = {trait: ours["rows"][f"{trait}_symbols"] for trait in MAJORITIES}
        assert (symbols, ours["rows"]["prowess"]) == (dict(theirs.symbols), theirs.prowess), f"seed {seed}"
        assert (ours["total"], ours["place"]) == (theirs.total, theirs.place), f"seed {seed}"
