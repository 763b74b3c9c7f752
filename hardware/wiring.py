"""Which pin carries what, and how the pins are accessed: the panel's part of the configuration.

Pins are GPIO numbers (GPIO 5, not pin 29 of the header); ``deploy/wiring.md`` has the same table to solder by.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from hardware.debounce import ButtonMode, Timing
from hardware.errors import InvalidWiring

FactoryKind: TypeAlias = Literal["none", "mock", "lgpio"]
BuzzerKind: TypeAlias = Literal["piezo", "active"]

MOST_SEATS = 8

# The four buttons that everything can be done with, and the mode of each.
BUTTONS: Mapping[str, ButtonMode] = {"previous": "repeat", "next": "repeat", "ok": "hold", "back": "hold"}

# A place for everything on the 40-pin header. A clock chip or a touch screen needs GPIO 2 and 3; then the power button
# must go elsewhere.
DEFAULT_BUTTON_PINS = {"previous": 5, "next": 6, "ok": 13, "back": 26}
ALL_SEAT_BUTTON_PINS = (4, 17, 27, 22, 10, 9, 11, 19)
ALL_SEAT_LAMP_PINS = (14, 15, 18, 25, 8, 7, 20, 21)
ENCODER_PINS = (23, 24)
BUZZER_PIN = 12
STATUS_LAMP_PIN = 16
POWER_PIN = 3  # the one pin that also wakes a sleeping Pi (up to the Pi 4)

POWER = "power"  # the name of the button that switches off; it must be held, to prevent accidents


@dataclass(frozen=True, slots=True)
class Wiring:
    """The panel as it is soldered. Seat buttons and seat lamps in seat order, from seat 0; empty: none."""

    factory: FactoryKind = "none"
    buttons: Mapping[str, int] = field(default_factory=lambda: dict(DEFAULT_BUTTON_PINS))
    seat_buttons: tuple[int, ...] = ()
    seat_lamps: tuple[int, ...] = ()
    encoder: tuple[int, ...] = ()
    buzzer: int | None = None
    buzzer_kind: BuzzerKind = "piezo"
    status_lamp: int | None = None
    power: int | None = None
    timing: Timing = field(default_factory=Timing)

    def pins(self) -> tuple[tuple[str, int], ...]:
        """What is wired where, by name."""
        single = (("buzzer", self.buzzer), ("status_lamp", self.status_lamp), (POWER, self.power))
        return (
            *self.buttons.items(),
            *((seat_name(seat), pin) for seat, pin in enumerate(self.seat_buttons)),
            *((f"seat_lamp_{seat + 1}", pin) for seat, pin in enumerate(self.seat_lamps)),
            *zip(("encoder_a", "encoder_b"), self.encoder, strict=False),
            *((name, pin) for name, pin in single if pin is not None),
        )


def seat_name(seat: int) -> str:
    """The name of a seat's button: ``seat_1`` for seat 0."""
    return f"seat_{seat + 1}"


def seat_of(name: str) -> int | None:
    """The seat whose button this is; None for any other button."""
    number = name.removeprefix("seat_")
    return int(number) - 1 if number != name and number.isdecimal() else None


def full_wiring(factory: FactoryKind) -> Wiring:
    """Everything that can be wired, each on its own pin; used by the tests."""
    return Wiring(
        factory,
        seat_buttons=ALL_SEAT_BUTTON_PINS,
        seat_lamps=ALL_SEAT_LAMP_PINS,
        encoder=ENCODER_PINS,
        buzzer=BUZZER_PIN,
        status_lamp=STATUS_LAMP_PIN,
        power=POWER_PIN,
    )


def check_wiring(wiring: Wiring) -> None:
    """Raises ``InvalidWiring`` when two things share a pin."""
    used: dict[int, str] = {}
    for name, pin in wiring.pins():
        if pin in used:
            raise InvalidWiring(f"panel.{name}", f"a pin of its own ({used[pin]} has it)", pin)
        used[pin] = name
