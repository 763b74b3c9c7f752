"""Our own client tries to read and write where it must not, at a real mosquitto as ``deploy/club`` sets it up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.club.broker import Account, Broker, LinkTrouble
from companion.club.link import Link
from companion.club.messages import Announcement, encode
from companion.club.read_messages import read_result
from tests.companion.club.broker import HERE, ClubBroker, Listener, needs_mosquitto
from tests.companion.club.table import ClubBox
from tests.companion.nights import keep_night
from tests.rules.setups import SETUPS

pytestmark = needs_mosquitto

TOP = "table-companion/test-club"
FORBIDDEN = (
    f"{TOP}/table-8/state",
    f"{TOP}/table-8/result/0123456789abcdef",
    f"{TOP}/table-8/result/7",
    f"{TOP}/table-8/call",
    f"{TOP}/table-8/availability",
    f"{TOP}/board/notice",
    f"{TOP}/board/people",
    f"{TOP}/table-70/state",
    "table-companion/other-club/table-7/state",
    "homeassistant/status",
    "homeassistant/sensor/table-companion-test-club-table-8/turn/config",
    "homeassistant/sensor/lamp/config",
    "somewhere/else",
)


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubBroker]:
    running = ClubBroker(tmp_path_factory.mktemp("club"), "table-7", "table-8")
    yield running
    running.stop()


def as_box(broker: ClubBroker, *topics: str, user: str = "table-7", ident: str = "stranger") -> Listener:
    return Listener(broker.port, *topics, account=broker.account(user), ident=ident)


@pytest.mark.slow
@pytest.mark.parametrize("account", [None, Account("table-7", "guessed"), Account("nobody", ""), Account("board", "")])
def test_strangers_are_not_let_in(broker: ClubBroker, account: Account | None) -> None:
    link = Link(Broker(HERE, broker.port, account=account), "stranger")
    with pytest.raises(LinkTrouble) as refused:
        link.open()
    assert refused.value.said.key in ("club.trouble.account_needed", "club.trouble.account_refused")
    link.drop()


@pytest.mark.slow
def test_a_box_writes_only_below_its_own_name(broker: ClubBroker) -> None:
    board = as_box(broker, f"{TOP}/#", user="board", ident="board")
    host = as_box(broker, "homeassistant/#", f"{TOP}/#", user="home-assistant", ident="host")
    box = as_box(broker, f"{TOP}/table-7/#")
    for topic in FORBIDDEN:
        box.link.publish(topic, b"forged", retain=True)
    box.link.publish(f"{TOP}/table-7/availability", b"last")  # by the time this is there the others would be
    for hears in (board, host):
        hears.until(lambda hears=hears: f"{TOP}/table-7/availability" in hears.kept, "the last word")  # type: ignore[misc]
        assert b"forged" not in {payload for _, payload in hears.heard}
        hears.close()
    box.close()
    late = as_box(broker, "#", f"{TOP}/#", "homeassistant/#", user="home-assistant", ident="late")
    late.link.publish("homeassistant/probe", b"end")
    late.until(lambda: "homeassistant/probe" in late.kept, "the probe")
    assert b"forged" not in late.kept.values(), "nothing of it was kept either"
    late.close()


def test_a_box_reads_nothing_of_others(broker: ClubBroker) -> None:
    others = ("#", "+/+/+/+", f"{TOP}/#", f"{TOP}/table-8/#", f"{TOP}/+/state", "$SYS/#", "homeassistant/#")
    box = as_box(broker, *others, f"{TOP}/board/notice", f"{TOP}/board/people")
    other = as_box(broker, user="table-8", ident="other")
    board = as_box(broker, f"{TOP}/board/notice", user="board", ident="board")
    for kind in ("state", "event", "call", "result/7"):
        other.link.publish(f"{TOP}/table-8/{kind}", b"theirs", retain=True)
    assert other.link.until(lambda: not other.link.underway, 10)
    board.link.publish(f"{TOP}/board/notice", b"for all", retain=True)
    board.link.publish(f"{TOP}/board/people", b"for all", retain=True)
    box.until(lambda: f"{TOP}/board/people" in box.kept, "what is for all")
    seen = {topic for topic, _ in box.heard if not topic.startswith(f"{TOP}/table-7/")}
    assert seen == {f"{TOP}/board/notice", f"{TOP}/board/people"}
    for listener in (box, other, board):
        listener.close()


def test_the_board_speaks_to_all_and_for_no_box(broker: ClubBroker) -> None:
    board = as_box(broker, f"{TOP}/#", user="board", ident="board")
    board.link.publish(f"{TOP}/table-7/state", b"forged", retain=True)
    board.link.publish(f"{TOP}/board/notice", b"for all")
    board.until(lambda: f"{TOP}/board/notice" in board.kept, "the notice")
    assert b"forged" not in board.kept.values()
    board.close()


def test_a_message_that_is_too_large_ends_nobody_else(broker: ClubBroker) -> None:
    board = as_box(broker, f"{TOP}/#", user="board", ident="board")
    box, other = as_box(broker), as_box(broker, user="table-8", ident="other")
    try:
        box.link.publish(f"{TOP}/table-7/event", b"x" * 1_000_000)
        box.link.until(lambda: not box.link.underway, 10)
    except LinkTrouble:
        pass  # sent away for it
    other.link.publish(f"{TOP}/table-8/event", b"small")
    board.until(lambda: f"{TOP}/table-8/event" in board.kept, "the small one")
    assert f"{TOP}/table-7/event" not in board.kept
    for listener in (box, other, board):
        listener.link.drop()


@pytest.mark.slow
def test_a_real_box_is_at_home_there_and_its_neighbour_cannot_disturb_it(broker: ClubBroker, tmp_path: Path) -> None:
    account = broker.files / "accounts/table-7.toml"
    board = as_box(broker, f"{TOP}/#", user="board", ident="board")
    box = ClubBox(tmp_path / "box", broker.port, SETUPS["amul"](3, Random(1)), settings=(f"club.account={account}",))
    box.come()
    neighbour = as_box(broker, user="table-8", ident="table-companion-test-club-table-7")
    neighbour.link.publish(f"{TOP}/table-7/availability", b"offline", retain=True)
    forged = encode(Announcement(box.club._now(), "Everybody go home"))
    neighbour.link.publish(f"{TOP}/board/notice", forged, retain=True)
    neighbour.link.until(lambda: not neighbour.link.underway, 10)
    for _ in range(5):
        box.do()
    box.pump(box.is_done, "the entries")
    assert box.club.is_connected
    assert "club" not in box.context.parts
    board.until(lambda: len(board.of("table-7/event")) >= 5, "the entries")
    assert board.kept[f"{TOP}/table-7/availability"] == b"online"
    box.close()
    neighbour.close()
    board.close()


@pytest.mark.slow
def test_what_is_not_allowed_is_said_in_words(
    broker: ClubBroker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.club.publisher.ANSWER_S", 0.5)
    account = broker.files / "accounts/table-8.toml"
    box = ClubBox(tmp_path / "box", broker.port, SETUPS["amul"](3, Random(1)), settings=(f"club.account={account}",))
    box.pump(lambda: box.club.condition.key == "club.trouble.not_allowed", "the words")
    assert not box.club.is_connected
    box.close()


@pytest.mark.slow
@pytest.mark.parametrize("is_old", [True, False])
def test_a_box_is_heard_by_an_account_of_either_release(tmp_path: Path, *, is_old: bool) -> None:
    """1.0.0 said each result under its game; now a box has so many topics for them, and its account tells which."""
    broker = ClubBroker(tmp_path / "broker", "table-7", is_old=is_old)
    board = as_box(broker, f"{TOP}/#", user="board", ident="board")
    account = broker.files / "accounts/table-7.toml"
    box = ClubBox(tmp_path / "box", broker.port, settings=(f"club.account={account}",))
    box.come()
    ident, _ = keep_night(box.store)
    box.publisher.look(box.club._member)
    box.pump(box.is_done, "the result")
    board.until(lambda: bool(board.of_kind("result")), "the result")
    (topic,) = (topic for topic, _ in board.heard if "/result/" in topic)
    assert (topic == f"{TOP}/table-7/result/{ident % 32}") is not is_old
    assert read_result(board.kept[topic]).players
    box.close()
    board.close()
    broker.stop()
