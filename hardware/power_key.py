"""The machine's own power button, as the kernel reports it: on a Pi 5, a PC, and many keyboards.

Linux sends its presses to every reader, and logind switches off at the first one. Whoever uses this must first make
sure that nobody else acts on it.
"""

from __future__ import annotations

import logging
import os
import select
import struct
import threading
from collections.abc import Callable
from pathlib import Path

from hardware.sensors import SYSTEM, read_text

log = logging.getLogger(__name__)

DEVICES = Path("/dev/input")
POWER_KEY = "power_key"  # the name under which it is reported
AGAIN_S = 5.0  # how often to look for a newly plugged-in keyboard
APART_MS = 300  # some machines report one press twice, through two devices

_EVENT = struct.Struct("@llHHi")  # struct input_event: seconds, microseconds, type, code, value
_KEYS, _POWER, _DOWN = 0x01, 116, 1  # EV_KEY, KEY_POWER; 2 would be a repeat
_WORD = 8 * struct.calcsize("@l")  # the kernel writes bits in words of this length


class PowerKey:
    """``open`` the buttons there are, ``start`` reporting presses from a thread, ``close`` at the end."""

    def __init__(
        self,
        on_press: Callable[[int], None],
        clock: Callable[[], int],
        system: Path = SYSTEM,
        devices: Path = DEVICES,
    ) -> None:
        self._on_press = on_press
        self._clock = clock
        self._system = system
        self._devices = devices
        self._opened: dict[str, int] = {}
        self._last_ms: int | None = None
        self._leaving, self._leave = os.pipe()
        self._thread = threading.Thread(target=self._run, name="power key", daemon=True)

    def open(self) -> bool:
        """Whether there is a button we may read; a later call also finds new ones."""
        for name in power_keys(self._system):
            if name not in self._opened:
                try:
                    self._opened[name] = os.open(self._devices / name, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
                except OSError as error:
                    log.debug("%s has a power button that cannot be read: %s", name, error)
        return bool(self._opened)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Safe to call twice."""
        if self._leave >= 0:
            os.close(self._leave)
            self._leave = -1
            if self._thread.is_alive():
                self._thread.join(2)
            os.close(self._leaving)
        for descriptor in self._opened.values():
            os.close(descriptor)
        self._opened.clear()

    def _run(self) -> None:
        while True:
            ready, _, _ = select.select([self._leaving, *self._opened.values()], [], [], AGAIN_S)
            if self._leaving in ready:
                return
            for name, descriptor in tuple(self._opened.items()):
                if descriptor in ready:
                    self._read(name, descriptor)
            if not ready:
                self.open()

    def _read(self, name: str, descriptor: int) -> None:
        try:
            data = os.read(descriptor, 64 * _EVENT.size)
        except BlockingIOError:
            return
        except OSError:  # unplugged
            data = b""
        if not data:
            os.close(self._opened.pop(name))
            return
        whole = len(data) - len(data) % _EVENT.size
        for _, _, kind, code, value in _EVENT.iter_unpack(data[:whole]):
            if (kind, code, value) == (_KEYS, _POWER, _DOWN):
                self._pressed(self._clock())

    def _pressed(self, now_ms: int) -> None:
        if self._last_ms is None or now_ms - self._last_ms >= APART_MS:
            self._on_press(now_ms)
        self._last_ms = now_ms


def power_keys(system: Path = SYSTEM) -> tuple[str, ...]:
    """The input devices with such a button, by their names in /dev/input."""
    found = sorted((system / "class/input").glob("event*/device/capabilities/key"))
    return tuple(path.parents[2].name for path in found if _has_power(read_text(path)))


def _has_power(capabilities: str) -> bool:
    """Hexadecimal words, the highest first; one bit for each key of the device."""
    try:
        keys = sum(int(word, 16) << (_WORD * place) for place, word in enumerate(reversed(capabilities.split())))
    except ValueError:
        return False
    return bool(keys >> _POWER & 1)
