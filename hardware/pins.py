"""The pin factory that the configuration names. Never silently another one: a fallback must be configured."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from hardware.errors import PartMissing
from hardware.wiring import FactoryKind

SCRATCH = "companion-pins-"
LGPIO_ADVICE = "install python3-lgpio (apt), or set panel.factory to 'none'"
PIPE_ADVICE = "set LG_WD to a writable folder, or unset it"
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

    factory = MockFactory(pin_class=MockPWMPin)
    factory.ticks = lambda: 0.0  # mock edges have no kernel timestamp: they happen now, by whatever clock we use
    return factory


def _open_lgpio() -> Any:
    try:
        with _place_for_pipe():
            from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - absent on most machines
    except ImportError as error:
        raise PartMissing(f"expected the package lgpio for the pins ({error}); {LGPIO_ADVICE}") from error
    except OSError as error:
        raise PartMissing(f"expected a folder for the pipe of the pins ({error}); {PIPE_ADVICE}") from error
    try:
        return LGPIOFactory()
    except Exception as error:  # lgpio raises its own class, gpiozero others, the kernel OSError
        raise PartMissing(f"expected a GPIO chip we may use ({error}); {CHIP_ADVICE}") from error


@contextmanager
def _place_for_pipe() -> Iterator[None]:
    """A writable folder while lgpio is imported, wherever we were started; an ``LG_WD`` that is set comes first.

    On import lgpio 0.2 changes to that folder, makes a named pipe there and opens both ends. After that it needs
    neither the name nor the folder, and we change back: paths may be relative.
    """
    here = os.open(".", os.O_PATH | os.O_DIRECTORY)
    own = "LG_WD" in os.environ
    folder = os.environ["LG_WD"] if own else _scratch_folder()
    os.environ["LG_WD"] = folder
    try:
        yield
    finally:
        os.fchdir(here)
        os.close(here)
        if not own:
            del os.environ["LG_WD"]
            shutil.rmtree(folder, ignore_errors=True)


def _scratch_folder() -> str:
    """In memory if possible (systemd's or the login's runtime folder), so that buttons work on a full disk."""
    for place in (os.environ.get("RUNTIME_DIRECTORY"), os.environ.get("XDG_RUNTIME_DIR")):
        with suppress(OSError):
            if place:
                return tempfile.mkdtemp(prefix=SCRATCH, dir=place)
    return tempfile.mkdtemp(prefix=SCRATCH)
