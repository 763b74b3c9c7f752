"""The doctor says at which address phones reach the box."""

from __future__ import annotations

import pytest

from companion.doctor.network import check_network
from companion.language.i18n import Phrases

OPEN = "  0: 00000000:223D 00000000:0000 0A 00000000:00000000 00:00000000 00000000"
OTHER = "  1: 0100007F:0CEA 00000000:0000 0A 00000000:00000000 00:00000000 00000000"
TALKING = "  2: 0100007F:223D 0100007F:9C40 01 00000000:00000000 00:00000000 00000000"


@pytest.mark.parametrize(
    ("addresses", "sockets", "says"),
    [
        ((), [], "none is needed"),
        (("8.8.8.8",), [OPEN], "no page"),
        (("192.168.1.20",), [OTHER, TALKING, "nonsense", ""], "nothing is open"),
        (("192.168.1.20", "10.42.0.1"), [OTHER, OPEN], "http://192.168.1.20:8765/ and http://10.42.0.1:8765/"),
    ],
)
def test_the_doctor_names_the_addresses(addresses: tuple[str, ...], sockets: list[str], says: str) -> None:
    found = check_network(addresses, sockets)
    assert says in Phrases("en").say(found.says)


def test_this_machine_is_looked_at_as_it_is() -> None:
    assert check_network().part == "network"
