"""MQTT discovery for Home Assistant: a retained description of each of a table's sensors, as its documentation has it.

Pure text; sent on every connection, and again when Home Assistant says that it has started.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion import __version__
from companion.club.topics import OFFLINE, ONLINE, Topic

BIRTH = b"online"

# Without a game a sensor is unknown, and Home Assistant shows that. Nobody's turn is unknown too: an empty text would
# be shown as an empty state. A text of more than 255 characters would be ignored in favour of the previous one.
_IN_GAME = "{{{{ {path} if value_json.game else None }}}}"
_SENSORS: Mapping[str, tuple[str, str]] = {
    "turn": ("value_json.shown.turn | join(', ') | truncate(255, true, '…', 0) or None", "mdi:account-arrow-right"),
    "round": ("value_json.shown.round", "mdi:counter"),
    "phase": ("value_json.shown.phase or None", "mdi:format-list-numbered"),
}
# The moment a turn began or its time will be up, which Home Assistant shows as "12 seconds ago" and "in 20 seconds".
_CLOCK = (
    "{% set clock = value_json.shown.clock %}"
    "{% if value_json.game and clock and clock.runs %}"
    "{{ (as_datetime(value_json.at) + timedelta(seconds=(clock.limit or 0) - clock.used)).isoformat() }}"
    "{% else %}{{ None }}{% endif %}"
)


def birth_topic(prefix: str) -> str:
    return f"{prefix}/status"


def discovery(prefix: str, club: str, box: str, table: str, names: Mapping[str, str]) -> dict[str, bytes]:
    """Every description by its topic; ``names``: turn, round, phase, clock and availability, in words."""
    node = f"table-companion-{club}-{box}"
    found = {f"{prefix}/sensor/{node}/{name}/config": _sensor(name, club, box) for name in (*_SENSORS, "clock")}
    found[f"{prefix}/binary_sensor/{node}/availability/config"] = _presence(club, box)
    about = _about(club, box, table)
    return {
        topic: json.dumps(
            {"name": names[one], "unique_id": f"{node}-{one}", **values, **about}, ensure_ascii=False
        ).encode()
        for topic, values in found.items()
        for one in [topic.split("/")[-2]]
    }


def _sensor(name: str, club: str, box: str) -> dict[str, Any]:
    available = {
        "availability_topic": str(Topic(club, box, "availability")),
        "payload_available": ONLINE,
        "payload_not_available": OFFLINE,
    }
    state = {"state_topic": str(Topic(club, box, "state")), **available}
    if name == "clock":
        return {**state, "value_template": _CLOCK, "device_class": "timestamp", "icon": "mdi:timer-outline"}
    path, icon = _SENSORS[name]
    return {**state, "value_template": _IN_GAME.format(path=path), "icon": icon}


def _presence(club: str, box: str) -> dict[str, Any]:
    return {
        "state_topic": str(Topic(club, box, "availability")),
        "payload_on": ONLINE,
        "payload_off": OFFLINE,
        "device_class": "connectivity",
        "entity_category": "diagnostic",
    }


def _about(club: str, box: str, table: str) -> dict[str, Any]:
    """The table as a device, and this program as the origin."""
    return {
        "device": {
            "identifiers": [f"table-companion-{club}-{box}"],
            "name": table,
            "manufacturer": "table companion",
            "model": "table",
            "sw_version": __version__,
        },
        "origin": {"name": "table companion", "sw_version": __version__},
    }
