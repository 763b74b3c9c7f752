"""What is sent to a telephone must not depend on what is hidden from its seat: two games alike to it, over the wire."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.contract import TableGame
from rules.core.journal import Step
from tests.companion.other_worlds import World, hidden_moments, hides
from tests.companion.phones.table import PhoneTable
from tests.games import GAMES, open_store, rules_of, secretive
from tests.rules.setups import SETUPS
from tests.sweeps import sweep

PLAYERS = 3
MOMENTS = sweep(3, 4)
LATELY = 8  # steps for which the telephones are there


class Evening:
    """A world on its own box, with a telephone for each seat and one that looks on for its last steps."""

    def __init__(self, folder: Path, world: World) -> None:
        before = world.steps[:-LATELY]
        self._keep(folder, world, before)
        self.box = PhoneTable(folder, world.setup)
        self.box.phones.start()
        self._steps = list(world.commands[len(before) :])
        self.phones = [self.box.phone(name) for name in world.setup.players]
        self.watching = self.box.phone()

    def _keep(self, folder: Path, world: World, steps: Sequence[Step]) -> None:
        """What was played before they came."""
        folder.mkdir()
        store, rules = open_store(folder), rules_of(world.setup.game)
        ident = store.new_game(rules, world.setup)
        if steps:
            store.append(rules, ident, *steps)
        store.close()

    def _do(self) -> None:
        assert self.box.table.live.do(self._steps.pop(0), self.box.now_ms).steps
        self.box.app.tick()

    def goes_on(self) -> bool:
        """The next step, until all telephones have it."""
        if not self._steps:
            return False
        self._do()
        self.box.pump(lambda: self.box.is_shown(*self.phones, self.watching), "the last step")
        return True

    def own(self, seat: int) -> Any:
        """What the rules say this player may know."""
        live = self.box.table.live
        return live.session.game.view(live.session.state, seat)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(sweep(1, 2)))
@pytest.mark.parametrize("game", [secretive(game) for game in GAMES], ids=lambda game: game.slug)
def test_no_telephone_is_sent_what_its_seat_may_not_know(game: TableGame, seed: int, tmp_path: Path) -> None:
    if not hides(game.rules):
        pytest.skip("nothing is ever hidden in this game")
    same = differ = 0
    for number, (one, other) in enumerate(hidden_moments(game.rules, PLAYERS, f"{game.slug} {seed}", MOMENTS, LATELY)):
        mine, theirs = Evening(tmp_path / f"{number}-one", one), Evening(tmp_path / f"{number}-other", other)
        while mine.goes_on() and theirs.goes_on():
            assert mine.watching.parts == theirs.watching.parts
            for seat, (here, there) in enumerate(zip(mine.phones, theirs.phones, strict=True)):
                if mine.own(seat) != theirs.own(seat):
                    differ += 1
                    continue
                same += 1
                assert here.parts == there.parts, f"seat {seat} of {number}"
        mine.box.close()
        theirs.box.close()
    print(f"{game.slug}: {same} pages compared, {differ} had something of their own to show")
    assert same, "some seat must have been the same in both worlds"
    assert differ, "and another have had something to hide"


@pytest.mark.slow
def test_a_card_laid_face_down_reaches_its_own_telephone_and_no_other(tmp_path: Path) -> None:
    box = PhoneTable(tmp_path / "box", SETUPS["amul"](4, Random(1)))
    box.phones.start()
    phones = [box.phone(name) for name in box.setup.players]
    watching = box.phone()
    while box.table.live.view["phase"] != "offer":
        box.table.live.do(box.table.live.options[0], box.now_ms)
    box.app.tick()
    box.pump(lambda: box.is_shown(*phones, watching), "the offers")
    said, before = phones[0].parts["acts"], len(watching.traffic)
    others = [(phone, dict(phone.parts)) for phone in (*phones[1:], watching)]
    answer = phones[0].want(box, do="act", at=said["at"], act=3)
    assert answer == {"ok": True}
    offered = said["list"][3]["label"]
    box.pump(lambda: len(phones[0].parts["own"]["blocks"]) == 1, "what was laid")
    assert [line["text"] for line in phones[0].parts["own"]["blocks"][0]["lines"]] == [offered]
    box.pump(lambda: any("has laid a card" in row["lines"] for row in watching.parts["players"]), "a tick")
    box.pump(lambda: box.is_shown(*phones, watching), "what has changed")
    for phone, seen in others:
        news = {name: part for name, part in phone.parts.items() if part != seen[name]}
        assert "players" in news
        assert offered not in json.dumps(news, ensure_ascii=False)
    assert offered not in "".join(watching.traffic[before:])
    lists = [phone.parts["acts"]["list"] for phone in phones[1:]]
    assert offered in [act["label"] for act in lists[0]], "others are still offered it: nobody knows that it is gone"
    box.close()
