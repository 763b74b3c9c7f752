"""A box publishes its table to a real broker: nothing is lost, and no secret is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.club.home_assistant import SENSORS
from companion.club.messages import Announcement, TableNotice, encode
from companion.club.outbox import ENTRIES_AGAIN
from companion.club.read_messages import read, read_call, read_event, read_result, read_state
from companion.club.topics import parse_topic
from companion.language.i18n import Phrases
from companion.pages.play.table_page import TablePage
from companion.pages.set_up.club_page import ClubPage
from companion.screens import Goto
from companion.table.acts import TakeBack
from rules.core.game import Setup
from rules.core.words import words
from tests.companion.club.broker import Listener, RealBroker, needs_mosquitto
from tests.companion.club.table import ClubBox
from tests.companion.other_worlds import play_to_a_winner
from tests.games import GAMES
from tests.rules.setups import SETUPS

pytestmark = needs_mosquitto

TOP = "table-companion/test-club/table-7"


def setup_of(slug: str = "amulett") -> Setup:
    return SETUPS[slug](3, Random(1))


def numbers(listener: Listener) -> list[int]:
    return [read_event(payload).number for payload in listener.of("/event")]


@pytest.mark.slow
def test_a_table_is_told_as_it_is_played(tmp_path: Path, broker: RealBroker, listener: Listener) -> None:
    box = ClubBox(tmp_path / "box", broker.port, setup_of())
    box.come()
    for _ in range(5):
        box.do()
    box.pump(box.is_done, "the entries")
    listener.until(lambda: len(numbers(listener)) == 5, "five entries")
    assert numbers(listener) == [1, 2, 3, 4, 5]
    listener.until(lambda: read_state(listener.kept[f"{TOP}/state"]).entry == 5, "the state")
    state = read_state(listener.kept[f"{TOP}/state"])
    assert (state.table, state.slug, state.entry) == ("Table 7", "amulett", 5)
    assert [player.name for player in state.shown.players] == list(box.table.people)
    assert state.shown.round == box.table.live.view["round"]
    assert listener.kept[f"{TOP}/availability"] == b"online"
    box.close()
    listener.until(lambda: listener.kept[f"{TOP}/availability"] == b"offline", "goodbye")
    assert all(read(topic.kind, payload) is not None for topic, payload in ours(listener) if payload)


def ours(listener: Listener) -> Iterator[tuple[Any, bytes]]:
    for name, payload in listener.heard:
        if name.startswith("table-companion/"):
            topic = parse_topic(name)
            assert topic is not None, name
            yield topic, payload


@pytest.mark.slow
def test_a_power_cut_is_said_by_the_broker(tmp_path: Path, broker: RealBroker, listener: Listener) -> None:
    box = ClubBox(tmp_path / "box", broker.port, setup_of())
    box.come()
    assert listener.kept.get(f"{TOP}/availability") != b"offline"
    box.cut()
    listener.until(lambda: listener.kept.get(f"{TOP}/availability") == b"offline", "the last will")
    assert [payload for topic, payload in ours(listener) if topic.kind == "availability"][-1] == b"offline"


@pytest.mark.slow
def test_what_was_written_without_a_broker_is_told_when_it_is_back(tmp_path: Path, broker: RealBroker) -> None:
    box = ClubBox(tmp_path / "box", broker.port, setup_of())
    box.come()
    box.do()
    box.pump(box.is_done, "the first entry")
    broker.stop(kill=True)
    box.pump(lambda: not box.club.is_connected, "the loss")
    for _ in range(30):
        box.do()
    broker.start()
    listener = Listener(broker.port)
    box.pump(box.is_done, "what was missed")
    listener.until(lambda: max(numbers(listener), default=0) == 31, "the last one")
    # The first one too: a broker that was killed may have lost what it had said it has.
    assert numbers(listener) == list(range(1, 32))
    box.close()
    listener.close()


@pytest.mark.slow
def test_a_long_game_is_not_said_again_from_its_beginning(tmp_path: Path, broker: RealBroker) -> None:
    box = ClubBox(tmp_path / "box", broker.port, setup_of())
    box.come()
    for _ in range(ENTRIES_AGAIN + 10):
        box.do()
    box.pump(box.is_done, "the entries")
    broker.stop(kill=True)
    box.pump(lambda: not box.club.is_connected, "the loss")
    broker.start()
    listener = Listener(broker.port)
    box.pump(box.is_done, "what may be lost")
    listener.until(lambda: max(numbers(listener), default=0) == ENTRIES_AGAIN + 10, "the last one")
    assert numbers(listener) == list(range(11, ENTRIES_AGAIN + 11))
    box.close()
    listener.close()


@pytest.mark.slow
def test_a_broker_that_hangs_keeps_nobody_waiting(tmp_path: Path, broker: RealBroker, listener: Listener) -> None:
    box = ClubBox(tmp_path / "box", broker.port, setup_of())
    box.come()
    broker.hang(on=True)
    for _ in range(40):
        box.do()
    assert box.table.live.session.last_seq == 40
    broker.hang(on=False)
    box.pump(box.is_done, "the entries")
    listener.until(lambda: len(set(numbers(listener))) == 40, "all of them")
    box.close()


@pytest.mark.slow
def test_a_box_that_was_cut_off_goes_on_where_it_was(tmp_path: Path, broker: RealBroker, listener: Listener) -> None:
    box = ClubBox(tmp_path / "box", broker.port, setup_of())
    for _ in range(8):
        box.do()
    box.come()
    box.pump(box.is_done, "the entries")
    box.cut()
    (tmp_path / "box" / "club.json").unlink()  # the worst: it does not know what the broker has
    again = ClubBox(tmp_path / "box", broker.port, setup_of())
    again.come()
    again.do()
    again.pump(again.is_done, "the entries")
    listener.until(lambda: max(numbers(listener), default=0) == 9, "the ninth")
    events = [read_event(payload) for payload in listener.of("/event")]
    assert len({event.game for event in events}) == 1
    assert {event.number for event in events} == set(range(1, 10))
    by_number = {event.number: event.entry for event in events}
    assert all(by_number[event.number] == event.entry for event in events), "the same number, the same entry"
    again.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", tuple(GAMES), ids=lambda game: game.slug)
def test_a_result_is_told_withdrawn_and_told_again(
    game: Any, tmp_path: Path, broker: RealBroker, listener: Listener
) -> None:
    world = play_to_a_winner(game.rules, 3, 3)
    box = ClubBox(tmp_path / "box", broker.port, world.setup)
    box.come()
    for command in world.commands:
        box.table.live.do(command, box.now_ms)
    box.tick()
    assert box.table.live.is_over
    box.pump(box.is_done, "the result")
    results = lambda: [read_result(payload) for payload in listener.of_kind("result")]  # noqa: E731
    listener.until(lambda: len(results()) == 1, "the result")
    told, row = results()[0], box.store.games()[0]
    assert row.result is not None
    assert [(one.name, one.place) for one in told.players] == [(p["name"], p["place"]) for p in row.result["players"]]
    assert {one.name for one in told.players if one.won} == set(row.result["winners"])
    if told.kind == "points":
        assert [one.points for one in told.players] == [player["total"] for player in row.result["players"]]
        assert all(sum(one.totals.values()) == one.points for one in told.players)
    box.table.act(TakeBack(), box.now_ms)
    box.tick()
    listener.until(lambda: len(results()) == 2, "the withdrawal")
    assert results()[1].withdrawn
    box.table.live.skip_moves(box.now_ms)
    assert box.table.live.do(world.commands[-1], box.now_ms).steps
    box.tick()
    box.pump(lambda: len(box.store.games()) == 1 and box.is_done(), "the result again")
    listener.until(lambda: len(results()) == 3, "the result again")
    assert (results()[2].players, results()[2].game) == (told.players, told.game)
    box.close()


@pytest.mark.slow
def test_an_open_count_is_no_result(tmp_path: Path, broker: RealBroker, listener: Listener) -> None:
    box = ClubBox(tmp_path / "box", broker.port, setup_of())
    box.come()
    box.do()
    box.store.finish(1, {"kind": "race", "players": [{"name": "Ada", "place": 1}], "winners": [], "complete": False})
    box.tick()
    box.pump(box.is_done, "the entry")
    listener.until(lambda: len(numbers(listener)) == 1, "the entry")
    assert not listener.of_kind("result")
    box.store.finish(1, {"kind": "race", "players": [{"name": "Ada", "place": 1}], "winners": ["Ada"]})
    box.tick()
    listener.until(lambda: len(listener.of_kind("result")) == 1, "the result, once nothing is unknown")
    box.close()


@pytest.mark.slow
def test_games_before_the_club_stay_at_home(tmp_path: Path, broker: RealBroker, listener: Listener) -> None:
    before = ClubBox(tmp_path / "box", broker.port, setup_of(), settings=("club.on=false",))
    before.do()
    before.tick()
    assert not before.club.is_on
    before.store.finish(1, {"kind": "race", "players": [{"name": "Ada", "place": 1}], "winners": ["Ada"]})
    before.close()
    box = ClubBox(tmp_path / "box", broker.port, setup_of())
    box.come()
    box.do()
    box.pump(box.is_done, "the entry")
    listener.until(lambda: len(numbers(listener)) == 1, "the entry")
    assert not listener.of_kind("result")
    box.close()


@pytest.mark.slow
def test_a_table_calls_and_hears(tmp_path: Path, broker: RealBroker, listener: Listener) -> None:
    box = ClubBox(tmp_path / "box", broker.port, setup_of())
    box.come()
    page = ClubPage(box.club, Phrases("en"))
    page.act(Goto("call"), 0)
    listener.until(lambda: bool(listener.kept.get(f"{TOP}/call")), "the call")
    box.tick()
    assert [notice.text for notice in box.table.notices(box.now_ms)] == ["You have called the host"]
    box.cut()
    again = ClubBox(tmp_path / "box", broker.port, setup_of())
    again.come()
    assert again.club.called is not None, "it still calls after a power cut"
    now = again.club._now()
    listener.link.publish(
        "table-companion/test-club/board/notice", encode(Announcement(now, "Tea is ready", now)), retain=True
    )
    listener.link.until(lambda: not listener.link.underway, 10)
    said = lambda: [notice.text for notice in again.table.notices(again.now_ms)]  # noqa: E731
    again.pump(lambda: any("Tea" in text for text in said()), "the notice")
    assert said() == ["Tea is ready · All tables: time is up · You have called the host"]
    call = read_call(listener.kept[f"{TOP}/call"])
    assert call is not None
    coming = Announcement(now, tables={"table-7": TableNotice(coming=call.at)})
    listener.link.publish("table-companion/test-club/board/notice", encode(coming), retain=True)
    again.pump(lambda: again.club.is_coming, "that a host is on the way")
    again.tick()
    assert said() == ["The host is on the way"]
    page = ClubPage(again.club, Phrases("en"))
    assert "The host is on the way" in page.screen(0).model.text  # type: ignore[attr-defined]
    page.act(Goto("call"), 0)
    listener.until(lambda: listener.kept[f"{TOP}/call"] == b"", "taking it back")
    page.act(Goto("call"), 0)
    assert not again.club.is_coming, "not for another call"
    again.close()


@pytest.mark.slow
def test_a_notice_that_is_none_changes_nothing(tmp_path: Path, broker: RealBroker, listener: Listener) -> None:
    box = ClubBox(tmp_path / "box", broker.port, setup_of())
    box.come()
    for payload in (b"\xff", b"{}", b'{"v":1}', json.dumps({"v": 1, "at": "x", "text": "\x1b[2J"}).encode()):
        listener.link.publish("table-companion/test-club/board/notice", payload)
    listener.link.publish("table-companion/test-club/board/notice", encode(Announcement(box.club._now(), "after")))
    listener.link.until(lambda: not listener.link.underway, 10)
    after, shown = words("club.notice", text="after"), [box.context.parts.get("club")]

    def is_shown() -> bool:
        shown.append(box.context.parts.get("club"))
        return shown[-1] == after

    box.pump(is_shown, "the one that is")
    assert all(line in (None, after) for line in shown)
    box.close()


def test_home_assistant_is_told_again_after_its_birth(tmp_path: Path, broker: RealBroker, listener: Listener) -> None:
    box = ClubBox(tmp_path / "box", broker.port, setup_of())
    box.come()
    listener.until(lambda: len(listener.of("/config")) == len(SENSORS), "the descriptions")
    listener.link.publish("homeassistant/status", b"online")
    listener.until(lambda: len(listener.of("/config")) == 2 * len(SENSORS), "the descriptions again")
    first, again = listener.of("/config")[: len(SENSORS)], listener.of("/config")[len(SENSORS) :]
    assert sorted(again) == sorted(first), "word for word"
    box.context.phones = SimpleNamespace(url="http://192.168.1.7:8765/")  # type: ignore[assignment]
    box.tick()
    listener.until(lambda: len(listener.of("/config")) == 3 * len(SENSORS), "where its page is, now that it has one")
    assert all(b"http://192.168.1.7:8765/" in body for body in listener.of("/config")[-len(SENSORS) :])
    box.context.phones = None
    box.close()


@pytest.mark.slow
def test_a_box_with_another_name_leaves_nothing_behind(tmp_path: Path, broker: RealBroker, listener: Listener) -> None:
    box = ClubBox(tmp_path / "box", broker.port, setup_of())
    box.come()
    topic = "homeassistant/sensor/table-companion-test-club-table-7/game/config"
    listener.until(lambda: bool(listener.kept.get(topic)), "its description")
    box.close()
    again = ClubBox(tmp_path / "box", broker.port, setup_of(), box="table-9")
    again.come()
    listener.until(lambda: listener.kept[topic] == b"", "that it is taken back")
    listener.until(lambda: bool(listener.kept.get(topic.replace("-7/", "-9/"))), "the new one")
    listener.until(lambda: listener.kept[f"{TOP}/availability"] == b"", "that the table has gone")
    assert [topic for topic, body in listener.kept.items() if "table-7" in topic and body] == []
    again.close()


def test_the_menu_has_a_club_only_where_there_is_one(tmp_path: Path) -> None:
    for settings, there in ((("club.on=false",), False), ((), True)):
        box = ClubBox(tmp_path / f"box-{there}", 9, setup_of(), settings=settings)
        box.tick()
        table = box.table
        menu = TablePage(table)._menu().screen(0).model  # type: ignore[attr-defined]
        assert any(choice.value == "club" for choice in menu.choices) == there
        box.close()
