"""Who holds a connection, and who has to give one up."""

from __future__ import annotations

from math import inf

import pytest

from companion.upkeep.local_network import as_host, is_near, neighbourhood
from companion.web.connection_limits import (
    LONGEST_S,
    MOST_EACH,
    MOST_STRANGERS,
    Connection,
    ConnectionLimits,
    Stage,
)


class Hall:
    """ConnectionLimits with a clock, and connections by name."""

    def __init__(self) -> None:
        self.now = 0.0
        self.limits = ConnectionLimits(lambda: self.now)
        self.closed: list[str] = []

    def until(self, end: float) -> None:
        """The server works all the time."""
        while self.now < end:
            self.now = min(end, self.now + 0.5)
            self.limits.sweep()

    def come(self, name: str, neighbourhood: str = "") -> Connection:
        """Comes and is listened to."""
        self.now += 0.001
        connection = Connection(neighbourhood or name, lambda: self.closed.append(name))
        self.limits.arrive(connection)
        self.limits.go_on(connection, Stage.WAITING)
        return connection


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_nobody_is_turned_out_while_there_is_room(hall: Hall) -> None:
    for number in range(MOST_STRANGERS):
        hall.come(f"{number}", "one")
    assert hall.closed == []
    assert len(hall.limits) == MOST_STRANGERS


def test_a_crowd_gives_up_its_own_places_and_not_that_of_one_who_is_slow(hall: Hall) -> None:
    hall.come("slow")
    for number in range(MOST_STRANGERS * 5):
        hall.come(f"crowd {number}", "crowd")
    assert hall.closed == [f"crowd {number}" for number in range(len(hall.closed))], "the oldest first"
    assert len(hall.limits) == MOST_STRANGERS


def test_nobody_has_to_go_before_he_was_listened_to(hall: Hall) -> None:
    for number in range(MOST_STRANGERS):
        hall.come(f"{number}", "crowd")
    unheard = [Connection("crowd", lambda: hall.closed.append("unheard")) for _ in range(MOST_STRANGERS)]
    for connection in unheard:
        hall.limits.arrive(connection)
    assert hall.closed == [f"{number}" for number in range(MOST_STRANGERS)]
    hall.limits.arrive(Connection("crowd", lambda: hall.closed.append("too many")))
    assert hall.closed[-1] == "too many"
    assert len(hall.limits) == MOST_STRANGERS


def test_who_waits_for_us_stays_and_who_has_his_answer_goes(hall: Hall) -> None:
    asked, answered = hall.come("asked", "crowd"), hall.come("answered", "crowd")
    hall.limits.go_on(asked, Stage.ASKED)
    hall.limits.go_on(answered, Stage.ANSWERED)
    for number in range(MOST_STRANGERS * 2):
        hall.come(f"{number}", "crowd")
    assert "answered" in hall.closed
    assert "asked" not in hall.closed


def test_who_has_gone_does_not_come_back(hall: Hall) -> None:
    connection = hall.come("one")
    hall.limits.leave(connection)
    hall.limits.go_on(connection, Stage.SENDING)
    hall.limits.let_in(connection, "token")
    assert len(hall.limits) == 0


def test_of_a_crowd_from_everywhere_the_one_goes_that_has_stood_still_the_longest(hall: Hall) -> None:
    waits, asks = hall.come("waits"), hall.come("asks")
    for number in range(MOST_STRANGERS):
        hall.limits.go_on(asks, Stage.WAITING)
        hall.come(f"{number}")
    assert hall.closed == ["waits", "0"]
    assert waits.stage is asks.stage is Stage.WAITING


def test_a_browser_that_has_come_in_is_not_among_the_strangers(hall: Hall) -> None:
    owner = hall.come("owner", "one")
    hall.limits.let_in(owner, "token")
    for number in range(MOST_STRANGERS * 2):
        hall.come(f"{number}", "one")
    assert "owner" not in hall.closed
    assert len(hall.limits) == MOST_STRANGERS + 1


def test_one_browser_has_so_many_places_and_no_more(hall: Hall) -> None:
    for number in range(MOST_EACH + 3):
        hall.limits.let_in(hall.come(f"{number}"), "token")
    hall.limits.let_in(hall.come("other"), "other token")
    assert hall.closed == ["0", "1", "2"]


@pytest.mark.parametrize(
    ("stage", "is_known", "limit_s"),
    [
        (Stage.WAITING, False, 5),
        (Stage.WAITING, True, 60),
        (Stage.SENDING, False, 10),
        (Stage.SENDING, True, 10),
        (Stage.ASKED, False, 15),
        (Stage.ASKED, True, 15),
        (Stage.ANSWERED, False, 15),
        (Stage.ANSWERED, True, 15),
    ],
)
def test_every_stage_has_its_time(hall: Hall, stage: Stage, is_known: bool, limit_s: float) -> None:
    connection = hall.come("one")
    hall.limits.go_on(connection, stage)
    if is_known:
        hall.limits.let_in(connection, "token")
    begun = hall.now
    hall.until(begun + limit_s - 0.01)
    assert hall.closed == []
    hall.until(begun + limit_s)
    assert hall.closed == ["one"]
    assert len(hall.limits) == 0


@pytest.mark.parametrize("stage", [*LONGEST_S])
def test_while_the_server_does_nothing_nobody_is_slow(hall: Hall, stage: Stage) -> None:
    """Stopped for half a minute, or without a processor for so long: what a guest had sent was there all the time."""
    connection = hall.come("one")
    hall.limits.go_on(connection, stage)
    hall.until(hall.now + 1)
    hall.now += 30
    hall.limits.sweep()
    assert hall.closed == []
    if LONGEST_S[stage] < inf:
        hall.until(hall.now + LONGEST_S[stage])
        assert hall.closed == ["one"], "from then on its time counts again"


def test_who_leaves_frees_the_place(hall: Hall) -> None:
    connections = [hall.come(f"{number}") for number in range(MOST_STRANGERS)]
    hall.limits.leave(connections[5])
    hall.come("new")
    assert hall.closed == []


def test_a_machine_with_many_addresses_is_one_neighbour() -> None:
    assert neighbourhood("192.168.1.7") != neighbourhood("192.168.1.8")
    assert neighbourhood("fd00:1:2:3::1") == neighbourhood("fd00:1:2:3:aaaa:bbbb:cccc:dddd") == "fd00:1:2:3::"
    assert neighbourhood("fd00:1:2:4::1") != neighbourhood("fd00:1:2:3::1")
    assert neighbourhood("fe80::1%2") == neighbourhood("fe80::2%2")


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("192.168.1.7", True),
        ("10.0.0.1", True),
        ("172.16.3.4", True),
        ("169.254.1.1", True),
        ("172.31.255.1", True),
        ("172.32.0.1", False),
        ("100.64.0.1", False),
        ("198.18.0.1", False),
        ("240.0.0.1", False),
        ("203.0.113.5", False),
        ("0.0.0.0", False),
        ("::", False),
        ("127.0.0.1", True),
        ("::1", True),
        ("fe80::1%eth0", True),
        ("fd00::1", True),
        ("box.local", True),
        ("8.8.8.8", False),
        ("2001:4860:4860::8888", False),
    ],
)
def test_only_private_addresses_are_near(address: str, near: bool) -> None:
    assert is_near(address) is near


def test_a_host_is_written_as_browsers_write_it() -> None:
    assert as_host("192.168.1.7", 8765) == "192.168.1.7:8765"
    assert as_host("192.168.1.7", 80) == "192.168.1.7"
    assert as_host("::1", 8765) == "[::1]:8765"
