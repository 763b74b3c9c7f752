"""Named buttons on pins: edges go on a queue with their times; ``advance`` returns the debounced events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from hardware import debounce
from hardware.debounce import ButtonEvent, ButtonMode, Contact, Fault, Timing

# More edges than this at once come from a broken contact; the rest would tell nothing new.
MOST_EDGES_AT_ONCE = 500
# A busy machine delivers an edge late, but with the kernel's timestamp. An older one must come from another clock.
OLDEST_EDGE_S = 10.0


@dataclass(frozen=True, slots=True)
class Edge:
    """A level change as the pin reported it."""

    button: str
    at_ms: int
    down: bool


class Buttons:
    """Several buttons, debounced. Pins only queue edges and ``wake``; ``advance`` does the work."""

    def __init__(self, timing: Timing, wake: Callable[[], None]) -> None:
        self._timing = timing
        self._wake = wake
        self._edges: SimpleQueue[Edge] = SimpleQueue()
        self._contacts: dict[str, Contact] = {}
        self._devices: dict[str, Any] = {}

    def open(self, pins: Mapping[str, tuple[int, ButtonMode]], factory: Any, clock: Callable[[], int]) -> None:
        """Opens the pins; each button connects its pin to ground, with the chip's own pull-up resistor."""
        from gpiozero import DigitalInputDevice  # noqa: PLC0415 - only where there is a panel

        for name, (pin, mode) in pins.items():
            device = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
            self._devices[name] = device
            self._contacts[name] = debounce.start(mode, down=bool(device.is_active), at_ms=clock())
            device.when_activated = self._reporter(name, clock, down=True)
            device.when_deactivated = self._reporter(name, clock, down=False)

    def close(self) -> None:
        for device in self._devices.values():
            device.close()
        self._devices.clear()

    def advance(self, now_ms: int) -> list[tuple[str, ButtonEvent]]:
        """All events up to now, edges first."""
        said: list[tuple[str, ButtonEvent]] = []
        for edge in (*self._waiting(), *self._on_their_way(now_ms)):
            contact, signals = debounce.edge(self._contacts[edge.button], self._timing, edge.at_ms, down=edge.down)
            self._contacts[edge.button] = contact
            said += [(edge.button, signal) for signal in signals]
        for name, contact in self._contacts.items():
            self._contacts[name], signals = debounce.tick(contact, self._timing, now_ms)
            said += [(name, signal) for signal in signals]
        return said

    def due_at(self) -> int | None:
        """When ``advance`` has something to do even without an edge."""
        times = (debounce.due_at(contact, self._timing) for contact in self._contacts.values())
        return min((time for time in times if time is not None), default=None)

    def down(self) -> frozenset[str]:
        """The buttons that are down now, as far as their contacts have settled."""
        return frozenset(name for name, contact in self._contacts.items() if contact.down)

    def aside(self) -> dict[str, Fault]:
        """The buttons that are ignored, and why."""
        return {name: contact.aside for name, contact in self._contacts.items() if contact.aside is not None}

    def _reporter(self, name: str, clock: Callable[[], int], *, down: bool) -> Callable[[Any], None]:
        def report(device: Any) -> None:
            age_s = device.active_time if down else device.inactive_time
            late_ms = round(1000 * age_s) if age_s is not None and 0 <= age_s <= OLDEST_EDGE_S else 0
            self._edges.put(Edge(name, clock() - late_ms, down))
            self._wake()

        return report

    def _on_their_way(self, now_ms: int) -> Iterator[Edge]:
        """Buttons that were released but whose edge has not arrived yet: they must not count as held."""
        for name, contact in self._contacts.items():
            due = debounce.due_at(contact, self._timing)
            if contact.down and contact.raw and due is not None and due <= now_ms and self._is_up(name):
                yield Edge(name, due - self._timing.settle_ms, down=False)

    def _is_up(self, name: str) -> bool:
        try:
            return not self._devices[name].is_active
        except Exception:  # noqa: BLE001 - gpiozero, lgpio and the kernel each raise their own
            return False  # lost pins are noticed through the lamps and the next edge

    def _waiting(self) -> list[Edge]:
        found: list[Edge] = []
        while len(found) < MOST_EDGES_AT_ONCE:
            try:
                found.append(self._edges.get_nowait())
            except Empty:
                break
        return found
