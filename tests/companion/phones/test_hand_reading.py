"""A hand laid under the camera: its owner's phone is told, and nothing else changes, whatever cards they are."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.contract import TableGame
from companion.inbox import Preview, PreviewTaken, TableSeen
from companion.pages.set_up.camera_page import CameraPage
from companion.phones.hand_reading import READING_MS
from companion.program.narrator import Narrator
from rules.core.table import TableCards
from tests.companion.phones.table import Phone, PhoneTable
from tests.games import GAMES
from tests.rules.setups import SETUPS

pytestmark = pytest.mark.slow  # nearly all of it is

WITH_CARDS = [game for game in GAMES if game.box.card_tags(game.box.document("practice", Path()))]
CARDS = 3


class Voice:
    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, text: str) -> None:
        self.said.append(text)

    def go_on(self) -> None:
        """Nothing waits."""

    def hush(self) -> None:
        """Nothing is cut short."""


class Evening:
    """A box with a camera, a voice, a phone for the first two seats and one that looks on."""

    def __init__(self, folder: Path, game: TableGame) -> None:
        setup = SETUPS[game.slug](game.rules.seats[0], Random(3))
        self.box = PhoneTable(folder, setup, settings=("camera.kind=usb",), size=(800, 480))
        self.voice = Voice()
        self.box.app.narrator = Narrator(self.voice, "everything")
        self.box.phones.start()
        self.ada, self.bo = (self.box.phone(name) for name in setup.players[:2])
        self.watching = self.box.phone()
        self.cards = sorted(game.box.card_tags(self.box.table.document).values())
        self.see()

    def see(self, *cards: str, zone: str = "mat", pale: frozenset[str] = frozenset()) -> None:
        lying = TableCards({zone: frozenset(cards)} if cards else {})
        self.box.app.inbox.put(TableSeen(lying, pale, at_ms=self.box.now_ms))
        self.wait()

    def wait(self, ms: int = 200) -> None:
        """Of a long time only its last moments are gone through."""
        end = self.box.now_ms + ms
        self.box.now_ms = max(self.box.now_ms, end - 400)
        self.box.pump(lambda: self.box.now_ms >= end, "the time")

    def hand(self) -> Any:
        return self.ada.parts["hand"]

    def read(self, *, on: bool = True, phone: Phone | None = None) -> Any:
        return (phone or self.ada).want(self.box, do="hand", on=on)

    def settle(self, cards: int) -> None:
        self.box.pump(lambda: len(self.hand()["cards"]) == cards, f"{cards} cards")

    def public(self) -> Any:
        """Everything that anybody else gets."""
        table, app = self.box.table, self.box.app
        model = app.page.screen(self.box.now_ms).model  # type: ignore[attr-defined]
        steps = [step.command for step in table.live.session.steps]
        others = [{**phone.parts, "clock": ""} for phone in (self.bo, self.watching)]
        return repr(model), list(self.voice.said), steps, others, table.live.seen.cards | table.live.seen.seen

    def stored(self) -> str:
        with closing(sqlite3.connect(self.box.store.path)) as db:
            return "\n".join(db.iterdump())

    def close(self) -> None:
        self.box.close()


def a_hand(folder: Path, game: TableGame, first: int) -> Any:
    """What all get before, while and after the cards from that one on are read, and what their owner is told."""
    evening = Evening(folder, game)
    cards = evening.cards[first:][:CARDS]
    public, stored = [evening.public()], evening.stored()
    assert evening.read() == {"ok": True}
    evening.see(*cards[:1], pale=frozenset(cards[1:]))
    evening.see(*cards)
    evening.settle(CARDS)
    names = [card["text"] for card in evening.hand()["cards"]]
    public.append(evening.public())
    sent = "".join((*evening.bo.traffic, *evening.watching.traffic))
    assert evening.read(on=False) == {"ok": True}
    evening.wait(READING_MS + 1000)
    assert evening.hand()["is_closing"], "it lies there still: the table is told nothing"
    public.append(evening.public())
    evening.see()
    evening.box.pump(lambda: not evening.hand()["is_on"], "the end")
    public.append(evening.public())
    assert evening.stored() == stored
    evening.close()
    return public, names, sent


@pytest.mark.slow
@pytest.mark.parametrize("game", WITH_CARDS, ids=lambda game: game.slug)
def test_nobody_else_gets_anything_that_depends_on_the_hand(game: TableGame, tmp_path: Path) -> None:
    one, names, sent = a_hand(tmp_path / "one", game, 0)
    other, other_names, _ = a_hand(tmp_path / "other", game, -CARDS)
    assert names != other_names
    for mine, theirs in zip(one, other, strict=True):
        for here, there in zip(mine, theirs, strict=True):
            assert here == there
    assert "has the camera for a moment" in sent, "that it is read, all may know"


def test_the_table_goes_on_when_the_hand_has_gone(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "box", GAMES["amul"])
    lies, *hand = evening.cards[: CARDS + 1]
    evening.see(lies, zone="market")
    evening.read()
    evening.see(lies, *hand)
    evening.settle(CARDS)
    assert lies not in json.dumps(evening.hand()), "what lay there before is no part of it"
    evening.read(on=False)
    assert evening.box.table.live.seen.cards == {lies}
    evening.see(lies, zone="market")
    assert not evening.hand()["is_on"]
    evening.see(lies, hand[0], zone="market")
    assert evening.box.table.live.seen.cards == {lies, hand[0]}
    evening.close()


def test_it_ends_by_itself_a_minute_after_the_last_card(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "box", GAMES["amul"])
    evening.read()
    evening.wait(READING_MS // 2)
    evening.see(evening.cards[0])
    evening.wait(READING_MS - 2000)
    assert not evening.hand()["is_closing"]
    evening.wait(3000)
    evening.box.pump(lambda: evening.hand()["is_closing"], "the end")
    evening.see(evening.cards[1])
    assert len(evening.hand()["cards"]) == 1, "no more are read"
    assert evening.read(on=False) == {"ok": True}, "what lies there is for all"
    evening.box.pump(lambda: not evening.hand()["is_on"], "the end")
    assert evening.box.table.live.seen.cards == {evening.cards[1]}
    evening.close()


def test_the_picture_is_not_shown_either(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "box", GAMES["amul"])
    page = CameraPage(evening.box.context, "amul", evening.box.table.document)
    evening.box.app.open(page)
    evening.read()
    before = page.screen(0)
    evening.box.app.inbox.put(PreviewTaken(Preview(7, 1, 1, bytes(3))))
    evening.wait()
    assert page.screen(0).model == before.model  # type: ignore[attr-defined]
    evening.close()


def test_one_seat_at_a_time_and_only_with_a_camera(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "box", GAMES["amul"])
    evening.read()
    assert "has the camera" in evening.read(phone=evening.bo)["words"]
    assert not evening.read(on=False, phone=evening.bo)["ok"], "nobody ends another's"
    evening.box.phones.free(evening.box.setup.players[0])
    evening.see(evening.cards[0])
    assert evening.box.table.live.seen.cards == set(), "the seat was given away; the hand is still hidden"
    evening.see()
    assert evening.read(phone=evening.bo) == {"ok": True}
    evening.close()


def test_without_a_camera_it_is_not_offered(tmp_path: Path) -> None:
    box = PhoneTable(tmp_path / "box", SETUPS["amul"](3, Random(3)))
    box.phones.start()
    phone = box.phone(box.setup.players[0])
    assert phone.parts["hand"] is None
    assert not phone.want(box, do="hand", on=True)["ok"]
    box.close()
