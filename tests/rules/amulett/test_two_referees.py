"""The referee against a second telling of the rules, step by step, with boards and facts made up for the occasion."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.amulett.spells import SPELLS
from rules.amulett.stock import GEMS, METALS
from tests.games import new_referee
from tests.rules.amulett.reference import Story, canonical
from tests.rules.setups import NAMES
from tests.sweeps import sweep

pytestmark = pytest.mark.slow


def made_up_facts(random: Random) -> dict[str, Any]:
    """Any costs, any incomes, any board that adds up."""
    spells = {
        spell: {
            "cost": random.choice((1, 1, 2)),
            "income": random.choices((*METALS, "any"), k=random.choice((0, 1, 1, 2, 3))),
        }
        for spell in SPELLS
    }
    names = [f"{letter}{n}" for letter in "pqrs" for n in range(6)]
    random.shuffle(names)
    terrains = ["city"] * 4 + [kind for kind in ("water", "forest", "steppe", "mountain") for _ in range(5)]
    cities, land = names[:4], names[4:]
    pyramids = {random.choice(cities), *random.sample(land, 7)}
    south = {*random.sample(cities, 2), *random.sample(land, 4)}
    north = set(random.sample([name for name in names if name not in south], 5))
    links: dict[str, set[str]] = {name: set() for name in names}
    for place, name in enumerate(names[1:], start=1):
        for other in {random.choice(names[:place]) for _ in range(random.randint(1, 2))}:
            links[name].add(other)
            links[other].add(name)
    areas = {}
    for name, terrain in zip(names, terrains, strict=True):
        areas[name] = {"terrain": terrain, "pyramid": name in pyramids, "neighbours": sorted(links[name])}
        side = "north" if name in north else "south" if name in south else None
        areas[name] |= {"wall": side} if side else {}
    readings = {"M-R1": ("all", "owner"), "M-R4": (1, 2), "M-R5": (2, 1), "M-R6": (2, 1), "M-R8": ("wall", "pyramid")}
    rulings = {rule: random.choice(values) for rule, values in readings.items()}
    return {"format": 2, "game": "amulett", "spells": spells, "areas": areas, "rulings": rulings}


def made_up_table(players: int, facts: dict[str, Any], random: Random) -> dict[str, Any]:
    gems = [gem for gem, count in GEMS.items() for _ in range(count)]
    random.shuffle(gems)
    amulets = [[gems.pop() for _ in range(random.choice((0, 0, 1, 3)))] for _ in range(players)]
    areas = list(facts["areas"])
    board: dict[str, list[str]] = {area: [] for area in areas}
    for gem in gems:
        board[random.choice(areas)].append("?" if random.random() < 0.3 else gem)
    deck = random.sample(SPELLS, len(SPELLS))
    spells = [{deck.pop(): random.randint(1, 3) for _ in range(random.randint(0, 3))} for _ in range(players)]
    metals = [{metal: random.randint(0, 3) for metal in METALS} for _ in range(players)]
    told = deck[: random.randint(0, len(deck))]
    markers = random.choices((3, 4, 5, 6), k=random.randint(0, 4))
    party = random.choice(areas)
    return {
        "gems": board, "amulets": amulets, "spells": spells, "metals": metals, "deck": told, "markers": markers,
        "party": party,
    }  # fmt: skip


class Line:
    """The referee as a driver knows it: JSON in, JSON out."""

    def __init__(self, folder: Path) -> None:
        self._referee = new_referee("en", folder=folder)

    def __call__(self, **line: Any) -> dict[str, Any]:
        answer = json.loads(json.dumps(self._referee.answer(json.dumps(line).encode())))
        assert answer["ok"], (line, answer)
        return answer  # type: ignore[no-any-return]


def compare(seen: dict[str, Any], story: Story) -> None:
    told = story.view()
    for key, value in told.items():
        shown = seen[key]
        if key == "board":
            shown = {area: sorted(gems) for area, gems in shown.items()}
        elif key == "players":
            shown = [{**player, "spells": {s["spell"]: s["stones"] for s in player["spells"]}} for player in shown]
        elif key == "exchanges_left":
            shown = shown or 0
        assert shown == value, key
    if story.bid is not None and story.phase in ("spell", "gem"):
        assert (seen["high_bid"], seen["high_bidder"]) == (story.bid, story.bidder)
    if story.card is not None:
        assert sorted(seen["passed"]) == sorted(story.passed)


@pytest.mark.parametrize("seed", range(sweep(4, 12)))
def test_both_tell_the_same_story(seed: int, tmp_path: Path) -> None:
    random = Random(f"two referees {seed}")
    players = 3 + seed % 4
    facts = made_up_facts(random)
    (tmp_path / "box.json").write_text(json.dumps(facts))
    table, start = made_up_table(players, facts, random), random.randrange(players)
    say = Line(tmp_path)
    answer = say(do="new", game="amulett", players=list(NAMES[:players]), start=start, facts="box.json", table=table)
    story = Story(list(NAMES[:players]), start, facts, table)
    telling = story.play()
    asked = next(telling, None)
    while asked is not None:
        seat, expected = asked
        compare(answer["view"], story)
        options = say(do="options")["options"]
        assert sorted(map(canonical, options)) == sorted(map(canonical, expected)), (seat, story.phase)
        for other in range(players):
            hand = {metal: story.hands[other][metal] for metal in METALS}
            assert say(do="view", seat=other)["view"]["metals"] == hand
        command = random.choice(options)
        before = (answer["view"], options)
        answer = say(**command)
        if random.random() < 0.05:
            assert say(do="undo")["view"] == before[0]
            assert say(do="options")["options"] == before[1]
            answer = say(**command)
        try:
            asked = telling.send(command)
        except StopIteration:
            asked = None
    compare(answer["view"], story)
    assert say(do="options")["options"] == []
    assert say(do="score")["score"]["winners"] == [NAMES[story.winner or 0]]
