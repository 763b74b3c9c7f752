"""MQTT discovery for Home Assistant: a retained description of each sensor of a table, in the documented form.

Pure text; sent on every connection, and again when Home Assistant says that it has started.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
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
    "game": ("value_json.shown.game or value_json.slug", "mdi:dice-multiple"),
}
SENSORS = (*_SENSORS, "clock", "availability", "call")  # each needs a name
# The moment a turn began or its time will be up, which Home Assistant shows as "12 seconds ago" and "in 20 seconds".
_CLOCK = (
    "{% set clock = value_json.shown.clock %}"
    "{% if value_json.game and clock and clock.runs %}"
    "{{ (as_datetime(value_json.at) + timedelta(seconds=(clock.limit or 0) - clock.used)).isoformat() }}"
    "{% else %}{{ None }}{% endif %}"
)


def birth_topic(prefix: str) -> str:
    return f"{prefix}/status"


@dataclass(frozen=True, slots=True)
class Described:
    """A table as a device. ``page``: its address, empty if it has none."""

    club: str
    box: str
    table: str
    page: str = ""

    @property
    def node(self) -> str:
        return f"table-companion-{self.club}-{self.box}"


def discovery(prefix: str, table: Described, names: Mapping[str, str]) -> dict[str, bytes]:
    """Every description by its topic; ``names``: of ``SENSORS``, in words."""
    club, box = table.club, table.box
    found = {f"sensor/{table.node}/{name}": _sensor(name, club, box) for name in (*_SENSORS, "clock")}
    found[f"binary_sensor/{table.node}/availability"] = _presence(club, box)
    found[f"binary_sensor/{table.node}/call"] = _call(club, box)
    about = _about(table)
    return {
        f"{prefix}/{topic}/config": json.dumps(
            {"name": names[one], "unique_id": f"{table.node}-{one}", **values, **about}, ensure_ascii=False
        ).encode()
        for topic, values in found.items()
        for one in [topic.split("/")[-1]]
    }


def kept_topics(prefix: str, club: str, box: str) -> tuple[str, ...]:
    """Everything that a broker keeps of a table but its results, whether it is there last; ``prefix``: empty if nothing
    is described."""
    described = discovery(prefix, Described(club, box, box), dict.fromkeys(SENSORS, "")) if prefix else {}
    return (*described, *(str(Topic(club, box, kind)) for kind in ("state", "call", "availability")))


def _state(club: str, box: str) -> dict[str, Any]:
    return {
        "state_topic": str(Topic(club, box, "state")),
        "availability_topic": str(Topic(club, box, "availability")),
        "payload_available": ONLINE,
        "payload_not_available": OFFLINE,
    }


def _sensor(name: str, club: str, box: str) -> dict[str, Any]:
    state = _state(club, box)
    if name == "clock":
        return {**state, "value_template": _CLOCK, "device_class": "timestamp", "icon": "mdi:timer-outline"}
    path, icon = _SENSORS[name]
    return {**state, "value_template": _IN_GAME.format(path=path), "icon": icon}


def _call(club: str, box: str) -> dict[str, Any]:
    """From the state, which is there again after a start of Home Assistant; a call that has ended leaves no message."""
    template = "{{ 'ON' if value_json.calling else 'OFF' }}"
    return {**_state(club, box), "value_template": template, "icon": "mdi:bell-ring"}


def _presence(club: str, box: str) -> dict[str, Any]:
    return {
        "state_topic": str(Topic(club, box, "availability")),
        "payload_on": ONLINE,
        "payload_off": OFFLINE,
        "device_class": "connectivity",
        "entity_category": "diagnostic",
    }


def _about(table: Described) -> dict[str, Any]:
    """The table as a device, and this program as the origin."""
    return {
        "device": {
            "identifiers": [table.node],
            "name": table.table,
            "manufacturer": "table companion",
            "model": "table",
            "sw_version": __version__,
            **({"configuration_url": table.page} if table.page else {}),
        },
        "origin": {"name": "table companion", "sw_version": __version__},
    }
