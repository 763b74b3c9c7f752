"""What the screen asks everybody can be answered on the phone of any seat: how the table lies, and what no rule
explains."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from companion.inbox import TableSeen
from companion.table import acts
from rules.core.table import TableCards
from rules.core.words import words
from tests.companion.phones.table import Phone, PhoneTable
from tests.rules.setups import SETUPS


def _labels(phone: Phone) -> list[str]:
    return [act["label"] for act in phone.parts["acts"]["list"]]


def _tap(box: PhoneTable, phone: Phone, number: int) -> None:
    said = phone.tap(box, number)
    assert said == {"ok": True}, said


@pytest.mark.slow
def test_a_doubt_of_the_camera_is_answered_by_phone(tmp_path: Path) -> None:
    box = PhoneTable(tmp_path / "box", SETUPS["amul"](3, Random(1)))
    box.phones.start()
    ada, watching = box.phone(box.setup.players[0]), box.phone()
    live = box.table.live
    while live.view["phase"] != "pick":
        assert live.do(live.options[0], box.now_ms).steps
    market = frozenset(live.view["market"])
    stranger = next(card for card in live.options[0].card.split() if card in market)
    box.table.see(TableSeen(TableCards({"market": market, "bazaar": frozenset([stranger])}), frozenset(), box.now_ms))
    box.pump(lambda: box.table.asked(box.now_ms), "a doubt")
    doubt = live.doubt(box.now_ms)
    assert doubt is not None
    wanted = [box.table.say.say(answer.words) for answer in doubt.answers]
    box.pump(lambda: _labels(ada) == wanted and watching.parts["asked"], "its answers")
    assert ada.parts["asked"] == watching.parts["asked"] == {"title": box.table.say.say(doubt.words), "lines": []}
    assert not ada.parts["acts"]["is_turn"], "the table is asked, nobody's turn has come"
    stale = ada.parts["acts"]["at"]
    leaves = next(at for at, answer in enumerate(doubt.answers) if not answer.undo and not answer.commands)
    _tap(box, ada, leaves)
    box.pump(lambda: ada.parts["asked"] is None, "the end of the doubt")
    assert not ada.want(box, do="act", at=stale, act=0)["ok"], "an answer to what is not asked any more"
    box.close()


@pytest.mark.slow
def test_the_table_is_laid_out_by_phone(tmp_path: Path) -> None:
    box = PhoneTable(tmp_path / "box", SETUPS["amul"](3, Random(1)))
    box.table._lay_out(only_open=False)
    box.phones.start()
    bo = box.phone(box.setup.players[1])
    assert not box.table.is_laid_out
    title = bo.parts["asked"]
    assert bo.parts["now"]["text"] == title["title"], "and not whose turn it will be"
    assert bo.parts["game"]["place"] == box.table.say("layout.title")
    assert [step["state"] for step in bo.parts["game"]["steps"]][:2] == ["now", "next"]
    assert _labels(bo)
    _tap(box, bo, next(at for at, label in enumerate(_labels(bo)) if label == box.table.say("layout.done")))
    box.pump(lambda: bo.parts["asked"] != title, "the next page")
    for _ in range(60):
        if box.table.is_laid_out:
            break
        before = bo.parts["asked"], _labels(bo)
        _tap(box, bo, len(_labels(bo)) - 1)
        box.pump(lambda: box.table.is_laid_out or (bo.parts["asked"], _labels(bo)) != before, "a step")  # noqa: B023
    assert box.table.is_laid_out
    box.pump(lambda: bo.parts["asked"] is None, "the game")
    box.close()


@pytest.mark.slow
@pytest.mark.parametrize(("language", "number"), [("en", "52 gems go into the bag"), ("de", "52 ")])
def test_a_step_of_the_set_up_keeps_its_numbers(tmp_path: Path, language: str, number: str) -> None:
    box = PhoneTable(tmp_path / "box", SETUPS["amulett"](3, Random(1)), language=language)
    box.table._lay_out(only_open=False)
    box.phones.start()
    watching = box.phone()
    assert any(line.startswith(number) for line in watching.parts["asked"]["lines"]), watching.parts["asked"]
    box.close()


@pytest.mark.slow
def test_after_an_undo_every_phone_names_the_cards_to_put_back(tmp_path: Path) -> None:
    box = PhoneTable(tmp_path / "box", SETUPS["amul"](3, Random(1)))
    box.phones.start()
    watching = box.phone()
    live = box.table.live
    while live.view["phase"] != "pick":
        live.do(live.options[0], box.now_ms)
    picked = live.options[0]
    live.do(picked, box.now_ms)
    box.table.act(acts.TakeBack(), box.now_ms)
    assert live.moves
    box.pump(lambda: watching.parts["asked"], "what to put back")
    name = box.table.say.name("card", picked.card)
    assert watching.parts["asked"]["title"] == "Please put the cards back on the table:"
    assert any(line.startswith(f"{name} back into the market") for line in watching.parts["asked"]["lines"])
    box.close()


class Club:
    """A club that was joined."""

    is_on, club, table, round, is_coming = True, "Thursdays", "3", None, False
    condition = words("club.condition.connecting")

    def __init__(self) -> None:
        self.called: datetime | None = None

    def call(self, *, on: bool) -> None:
        self.called = datetime(2026, 11, 18, 20, 0, tzinfo=UTC) if on else None


@pytest.mark.slow
def test_the_host_of_the_club_is_called_by_phone(tmp_path: Path) -> None:
    box = PhoneTable(tmp_path / "box", SETUPS["amul"](3, Random(1)))
    box.phones.start()
    ada, watching = box.phone(box.setup.players[0]), box.phone()
    assert ada.parts["club"] is None
    assert ada.want(box, do="call", on=True) == {"ok": False, "words": "This table is in no club."}
    box.context.club = Club()
    box.pump(lambda: ada.parts["club"] == {"called": False, "coming": "", "seated": ""}, "the club")
    assert ada.want(box, do="call", on=True) == {"ok": True}
    called = {"called": True, "coming": "", "seated": ""}
    box.pump(lambda: ada.parts["club"] == watching.parts["club"] == called, "the call")
    box.context.club.is_coming = True
    box.pump(
        lambda: ada.parts["club"] == watching.parts["club"] == {**called, "coming": "The host is on the way"}, "it"
    )
    assert watching.send("POST", "/api/act", {"do": "call", "on": False})[0] == 403, "who watches calls nobody"
    box.close()


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_first_game_is_explained_on_phones_as_on_the_screen(tmp_path: Path, language: str) -> None:
    settings = ("night.help=true",)
    box = PhoneTable(tmp_path / "box", SETUPS["amul"](3, Random(1)), language=language, settings=settings)
    box.phones.start()
    watching = box.phone()
    box.pump(lambda: watching.parts["help"], "a line of help")
    assert watching.parts["help"] == box.table.say("help.amul.replenish")
    assert box.app.page._notices(box.now_ms)[0].text == watching.parts["help"], "the same on both"
    box.table.helped = "common.menu"
    assert not box.phones.feed.table_in(language, box.table).help(), "the phone has no such button"
    box.close()
