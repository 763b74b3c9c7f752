"""What is said to Home Assistant, against what its MQTT integration documents: topics, keys, payloads and templates.

The documentation is that of https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery and of the pages of the two
platforms. Templates are Jinja2's, so they are rendered by it with the few functions of Home Assistant they use.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from jinja2.sandbox import ImmutableSandboxedEnvironment

from companion.club.home_assistant import SENSORS, Described, birth_topic, discovery
from companion.club.messages import ShownClock, TableShown, TableState, encode
from companion.club.topics import parse_topic
from rules.core.players import LONGEST_NAME

NAMES = {"turn": "Turn", "round": "Round", "phase": "Phase", "clock": "Clock", "availability": "Connected"}
NAMES |= {"call": "Calls the host", "game": "Game"}
AT = datetime(2026, 11, 15, 20, 0, tzinfo=UTC)
GAME = "0123456789abcdef"

# <prefix>/<component>/[<node id>/]<object id>/config, ids of letters, digits, - and _.
TOPIC = re.compile(r"homeassistant/(sensor|binary_sensor)/([A-Za-z0-9_-]+)/([A-Za-z0-9_-]+)/config")
COMMON = {
    "availability_topic", "payload_available", "payload_not_available", "device", "device_class", "entity_category",
    "icon", "name", "origin", "state_topic", "unique_id", "value_template",
}  # fmt: skip
KNOWN = {"sensor": COMMON, "binary_sensor": {*COMMON, "payload_on", "payload_off"}}
DEVICE = {"identifiers", "name", "manufacturer", "model", "sw_version", "configuration_url"}


def told(table: str = "Table 7", page: str = "") -> dict[str, dict[str, Any]]:
    found = discovery("homeassistant", Described("our-club", "table-7", table, page), NAMES)
    return {topic: json.loads(payload) for topic, payload in found.items()}


def test_every_description_is_as_documented() -> None:
    every = told()
    assert len(every) == len(SENSORS) == len(NAMES) == 7
    assert len({values["unique_id"] for values in every.values()}) == 7
    for topic, values in every.items():
        where = TOPIC.fullmatch(topic)
        assert where is not None, topic
        assert values.keys() <= KNOWN[where[1]]
        assert values["device"].keys() <= DEVICE
        assert values["device"]["identifiers"] == ["table-companion-our-club-table-7"]
        assert {"name", "sw_version"} <= values["origin"].keys()
        assert parse_topic(values["state_topic"]) is not None
        assert values["name"] in NAMES.values()
        assert re.fullmatch(r"mdi:[a-z-]+", values.get("icon", "mdi:none"))


def test_a_table_that_is_gone_makes_its_sensors_unavailable() -> None:
    for topic, values in told().items():
        if "/availability/" not in topic:
            assert values["availability_topic"] == "table-companion/our-club/table-7/availability"
            assert (values["payload_available"], values["payload_not_available"]) == ("online", "offline")
        else:
            assert "availability_topic" not in values, "whether it is there is just what this one says"
            assert (values["payload_on"], values["payload_off"]) == ("online", "offline")
            assert (values["device_class"], values["entity_category"]) == ("connectivity", "diagnostic")


def test_its_birth_is_said_at_the_usual_place() -> None:
    assert birth_topic("homeassistant") == "homeassistant/status"


def test_names_that_need_quoting_are_quoted() -> None:
    assert all(values["device"]["name"] == 'The "Ä" {{ 7 }}' for values in told('The "Ä" {{ 7 }}').values())


def rendered(name: str, state: TableState) -> str:
    environment = ImmutableSandboxedEnvironment()
    environment.globals |= {"as_datetime": datetime.fromisoformat, "timedelta": timedelta}
    values = next(values for topic, values in told().items() if f"/{name}/" in topic)
    return str(environment.from_string(values["value_template"]).render(value_json=json.loads(encode(state)))).strip()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("turn", "Ada, Bo"),
        ("round", "2"),
        ("phase", "Auction"),
        ("game", "Our game"),
        ("call", "OFF"),
        ("clock", "2026-11-15T20:00:18+00:00"),
    ],
)
def test_a_state_becomes_what_is_shown(name: str, text: str) -> None:
    shown = TableShown(2, None, "Auction", ("Ada", "Bo"), ShownClock("Ada", 12, 30, runs=True), game="Our game")
    assert rendered(name, TableState("Table 7", GAME, "some-game", 3, AT, shown)) == text


def test_a_table_that_calls_says_so_without_a_game_too() -> None:
    assert rendered("call", TableState("Table 7", None, None, 0, AT, calling=True)) == "ON"


def test_a_device_links_to_its_page_while_it_has_one() -> None:
    assert {values["device"]["configuration_url"] for values in told(page="http://192.168.1.7:8765/").values()} == {
        "http://192.168.1.7:8765/"
    }
    assert not any("configuration_url" in values["device"] for values in told().values())


def test_a_clock_that_counts_up_is_the_moment_it_began() -> None:
    shown = TableShown(2, None, "Auction", ("Ada",), ShownClock("Ada", 12, None, runs=True))
    assert rendered("clock", TableState("Table 7", GAME, "some-game", 3, AT, shown)) == "2026-11-15T19:59:48+00:00"


@pytest.mark.parametrize("name", ["turn", "round", "phase", "clock"])
def test_without_a_game_all_is_unknown(name: str) -> None:
    assert rendered(name, TableState("Table 7", None, None, 0, AT)) == "None", "which Home Assistant shows as unknown"


@pytest.mark.parametrize("name", ["turn", "round", "phase", "clock"])
def test_what_nothing_is_shown_of_is_unknown(name: str) -> None:
    state = TableState("Table 7", GAME, "some-game", 3, AT, TableShown())
    assert rendered(name, state) == "None", "an empty text would be a state of its own"


def test_a_turn_of_many_is_no_longer_than_home_assistant_takes() -> None:
    everybody = tuple(f"{number} ".ljust(LONGEST_NAME, "x") for number in range(8))
    text = rendered("turn", TableState("Table 7", GAME, "some-game", 3, AT, TableShown(turn=everybody)))
    assert (len(text), text[-1]) == (255, "…")
    assert text.startswith(", ".join(everybody[:6]))
    some = rendered("turn", TableState("Table 7", GAME, "some-game", 3, AT, TableShown(turn=everybody[:6])))
    assert some == ", ".join(everybody[:6])
