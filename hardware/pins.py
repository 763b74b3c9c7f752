"""The pin factory, as the configuration names it: never another one in its place, so that a fallback is a decision."""

from __future__ import annotations

from typing import Any

from hardware.errors import PartMissing
from hardware.wiring import FactoryKind

LGPIO_ADVICE = "install python3-lgpio (apt), or set panel.factory to 'none'"
CHIP_ADVICE = "on a Raspberry Pi add the user to the group gpio, elsewhere set panel.factory to 'none'"


def open_factory(kind: FactoryKind) -> Any:
    """A gpiozero pin factory; None for ``none``; raises ``PartMissing`` with what to do."""
    match kind:
        case "none":
            return None
        case "mock":
            return _open_mock()
        case "lgpio":
            return _open_lgpio()


def _open_mock() -> Any:
    from gpiozero.pins.mock import MockFactory, MockPWMPin  # noqa: PLC0415 - slow to import, and only needed here

    return MockFactory(pin_class=MockPWMPin)


def _open_lgpio() -> Any:
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - absent on most machines
    except ImportError as error:
        raise PartMissing(f"expected the package lgpio for the pins ({error}); {LGPIO_ADVICE}") from error
    try:
        return LGPIOFactory()
    except Exception as error:  # lgpio raises its own class, gpiozero others, the kernel OSError
        raise PartMissing(f"expected a GPIO chip we may use ({error}); {CHIP_ADVICE}") from error
