"""Which pin carries what, and how the pins are reached: the panel's part of the configuration, read strictly.

Pins are numbers of the chip (GPIO 5, not pin 29 of the header); ``deploy/wiring.md`` has the same table to solder by.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeAlias, get_args

from hardware.debounce import Manner, Timing
from hardware.errors import InvalidWiring

FactoryKind: TypeAlias = Literal["none", "mock", "lgpio"]
BuzzerKind: TypeAlias = Literal["piezo", "active"]

FREE_PINS = range(2, 28)  # 0 and 1 belong to the identification of plug-on boards
MOST_SEATS = 8

# The four buttons everything can be done with, and how each speaks.
BUTTONS: Mapping[str, Manner] = {"previous": "repeat", "next": "repeat", "ok": "hold", "back": "hold"}

# A place for everything on the 40-pin header, with GPIO 2 and 3 left for a clock or a touch screen.
DEFAULT_BUTTON_PINS = {"previous": 5, "next": 6, "ok": 13, "back": 26}
ALL_SEAT_BUTTON_PINS = (4, 17, 27, 22, 10, 9, 11, 19)
ALL_SEAT_LAMP_PINS = (14, 15, 18, 25, 8, 7, 20, 21)
ENCODER_PINS = (23, 24)
BUZZER_PIN = 12
STATUS_LAMP_PIN = 16


@dataclass(frozen=True, slots=True)
class Wiring:
    """The panel as it is soldered. Seat buttons and seat lamps are counted from seat 0; an empty tuple: none."""

    factory: FactoryKind = "none"
    buttons: Mapping[str, int] = field(default_factory=lambda: dict(DEFAULT_BUTTON_PINS))
    seat_buttons: tuple[int, ...] = ()
    seat_lamps: tuple[int, ...] = ()
    encoder: tuple[int, ...] = ()
    buzzer: int | None = None
    buzzer_kind: BuzzerKind = "piezo"
    status_lamp: int | None = None
    timing: Timing = field(default_factory=Timing)

    def pins(self) -> tuple[tuple[str, int], ...]:
        """What is wired where, by name."""
        single = (("buzzer", self.buzzer), ("status_lamp", self.status_lamp))
        return (
            *self.buttons.items(),
            *((seat_name(seat), pin) for seat, pin in enumerate(self.seat_buttons)),
            *((f"seat_lamp_{seat + 1}", pin) for seat, pin in enumerate(self.seat_lamps)),
            *zip(("encoder_a", "encoder_b"), self.encoder, strict=False),
            *((name, pin) for name, pin in single if pin is not None),
        )


def seat_name(seat: int) -> str:
    """The name under which a seat's button is reported: ``seat_1`` for seat 0."""
    return f"seat_{seat + 1}"


def seat_of(name: str) -> int | None:
    """The seat whose button this is; None for the four others."""
    number = name.removeprefix("seat_")
    return int(number) - 1 if number != name and number.isdecimal() else None


def full_wiring(factory: FactoryKind) -> Wiring:
    """Everything that can be wired, on its own pin: what the twin and the tests press."""
    return Wiring(
        factory,
        seat_buttons=ALL_SEAT_BUTTON_PINS,
        seat_lamps=ALL_SEAT_LAMP_PINS,
        encoder=ENCODER_PINS,
        buzzer=BUZZER_PIN,
        status_lamp=STATUS_LAMP_PIN,
    )


def parse_wiring(given: Mapping[str, Any]) -> Wiring:
    """The table ``panel`` of a configuration; raises ``InvalidWiring`` naming the key that does not fit."""
    known = {item.name for item in fields(Wiring)}
    for key in given:
        if key not in known:
            raise InvalidWiring(f"panel.{key}", "one of " + ", ".join(sorted(known)), key)
    wiring = Wiring(**{key: _PARSERS[key](value, f"panel.{key}") for key, value in given.items()})
    _check_used_once(wiring)
    return wiring


def _check_used_once(wiring: Wiring) -> None:
    used: dict[int, str] = {}
    for name, pin in wiring.pins():
        if pin in used:
            raise InvalidWiring(f"panel.{name}", f"a pin of its own ({used[pin]} has it)", pin)
        used[pin] = name


def _pin(value: Any, key: str) -> int:
    if type(value) is not int or value not in FREE_PINS:
        raise InvalidWiring(key, f"a GPIO number from {FREE_PINS.start} to {FREE_PINS.stop - 1}", value)
    return value


def _pin_list(value: Any, key: str, *, counts: range) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or len(value) not in counts:
        raise InvalidWiring(key, f"a list of {counts.start} to {counts.stop - 1} GPIO numbers", value)
    return tuple(_pin(pin, f"{key}[{place}]") for place, pin in enumerate(value))


def _seats(value: Any, key: str) -> tuple[int, ...]:
    return _pin_list(value, key, counts=range(MOST_SEATS + 1))


def _encoder(value: Any, key: str) -> tuple[int, ...]:
    return () if value in ([], ()) else _pin_list(value, key, counts=range(2, 3))


def _buttons(value: Any, key: str) -> dict[str, int]:
    if not isinstance(value, Mapping) or set(value) != set(BUTTONS):
        raise InvalidWiring(key, "a pin for each of " + ", ".join(BUTTONS), value)
    return {name: _pin(value[name], f"{key}.{name}") for name in BUTTONS}


def _one_of(choices: tuple[str, ...], value: Any, key: str) -> Any:
    if value not in choices:
        raise InvalidWiring(key, "one of " + ", ".join(choices), value)
    return value


def _timing(value: Any, key: str) -> Timing:
    if not isinstance(value, Mapping):
        raise InvalidWiring(key, "a table", value)
    known = {item.name for item in fields(Timing)}
    for name, number in value.items():
        if name not in known or type(number) is not int or not 1 <= number <= 600_000:
            raise InvalidWiring(f"{key}.{name}", "1 to 600000 for one of " + ", ".join(sorted(known)), number)
    return Timing(**value)


_PARSERS = {
    "factory": lambda value, key: _one_of(get_args(FactoryKind), value, key),
    "buttons": _buttons,
    "seat_buttons": _seats,
    "seat_lamps": _seats,
    "encoder": _encoder,
    "buzzer": _pin,
    "buzzer_kind": lambda value, key: _one_of(get_args(BuzzerKind), value, key),
    "status_lamp": _pin,
    "timing": _timing,
}
