"""The end of a night by phones alone: everybody acts on the own page, some leave and come back, and the score is right.

Whole nights, in browsers: ``python -m tests.endurance.phone_night``.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.contract import TableGame
from companion.keeping.session import look_back
from tests.begun import leave_begun
from tests.companion.phones.table import Phone, PhoneTable
from tests.games import GAMES
from tests.rules.setups import SETUPS

MOST_REFUSED = 2000

PHONES = 4
LEFT = 50  # steps


class Person:
    """Taps at random whatever the own page offers, until there is nothing more; now and then is out of range."""

    def __init__(self, phone: Phone, random: Random) -> None:
        self.phone, self.random = phone, random
        self.refused: list[str] = []
        self.fault: BaseException | None = None
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._ends.set()
        with self.phone.news:
            self.phone.news.notify_all()

    @property
    def is_playing(self) -> bool:
        return self._thread.is_alive()

    def _play(self) -> None:
        try:
            while not self._ends.is_set():
                self._tap()
        except BaseException as fault:  # noqa: BLE001 (told to whoever ends it)
            self.fault = fault

    def _tap(self) -> None:
        phone = self.phone
        with phone.news:
            acts = phone.parts["acts"]
            if not acts["list"] or not acts["is_turn"]:
                phone.news.wait(1)
                return
        place = self.random.randrange(len(acts["list"]))
        said = phone.act(place, self._number(acts["list"][place]))
        if not said["ok"]:
            self.refused.append(said["words"])
            assert len(self.refused) < MOST_REFUSED
            return
        with phone.news:
            if phone.parts["acts"] == acts:
                phone.news.wait(1)
        if self.random.random() < 0.02:
            phone.leave()
            phone.follow()

    def _number(self, act: Mapping[str, Any]) -> int | None:
        if (numbers := act.get("numbers")) is None:
            return None
        return self.random.choice(numbers["values"] or range(numbers["least"], numbers["most"] + 1))


@pytest.mark.slow
@pytest.mark.parametrize("game", tuple(GAMES), ids=lambda game: game.slug)
def test_a_night_is_played_to_its_end_by_phones_alone(game: TableGame, tmp_path: Path) -> None:
    players = min(PHONES, game.rules.seats[-1])
    random = Random(f"{game.slug} phones")
    setup = SETUPS[game.slug](players, random)
    leave_begun(tmp_path / "box", setup, random, LEFT)
    box = PhoneTable(tmp_path / "box", setup)
    box.phones.start()
    phones = [box.phone(name) for name in setup.players]
    watching = box.phone()
    people = [Person(phone, Random(f"{game.slug} {seat}")) for seat, phone in enumerate(phones)]
    number = box.table.number
    box.pump(lambda: box.table.live.is_over or any(one.fault for one in people), "the end", 600)
    for one in people:
        one.end()
    box.pump(lambda: not any(one.is_playing for one in people), "rest")
    for one in people:
        if one.fault is not None:
            raise one.fault
    session = look_back(box.store, number)
    assert session.state == box.table.live.session.state, "what was played is what is kept"
    score = session.game.score(session.state)
    figures = [box.table.say.say(game.result_words(score, player)) for player in score["players"]]
    box.reveal()
    box.pump(lambda: figures == [player["figure"] for player in watching.parts["score"]["players"]], "the final score")
    assert bool(watching.parts["score"]["verdict"]) == score["complete"]
    for phone, name in zip(phones, setup.players, strict=True):
        sent = [json.loads(text).get("own") for text in phone.traffic]
        assert {own["name"] for own in sent if own} == {name}, "nobody was ever sent what is another's"
    assert not any({"own", "acts"} & json.loads(text).keys() for text in watching.traffic)
    assert len(phones[0].send("GET", "/api/nights")[1]["nights"]) == 1
    status, sheet = phones[0].send("GET", f"/api/take?night={number}&as=pdf")
    assert (status, sheet[:5]) == (200, b"%PDF-")
    box.close()
