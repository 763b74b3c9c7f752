"""The whole panel, opened and closed together: buttons, wheel, lamps, buzzer, and the thread behind them.

The thread debounces and plays patterns; it reports through callbacks, which should only put messages on a queue.
Without a thread (``threaded=False``) the owner of the panel calls ``pump``.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, Literal, TypeAlias

from hardware.buttons import Buttons
from hardware.buzzer import Buzzer
from hardware.debounce import ButtonMode
from hardware.errors import PartLost, PartMissing
from hardware.lamps import Lamps
from hardware.patterns import OFF, Pattern, Patterns
from hardware.pins import open_factory
from hardware.wiring import BUTTONS, POWER, Wiring, check_wiring, seat_name

log = logging.getLogger(__name__)

PressKind: TypeAlias = Literal["press", "hold", "repeat"]
PanelCondition: TypeAlias = Literal["stuck", "chattering", "back", "lost"]

WHOLE_PANEL = "panel"  # in place of a button's name, when the pins themselves are lost
IDLE_S = 0.5  # longest sleep of the thread; an edge wakes it


# Called with the button's name, what happened, and when: a press, or a button that is ignored (``stuck``,
# ``chattering``), that came ``back``, or the whole panel ``lost``.
OnPress: TypeAlias = Callable[[str, PressKind, int], None]
OnCondition: TypeAlias = Callable[[str, PanelCondition, int], None]


def monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def unheard(name: str, kind: str, at_ms: int) -> None:
    """The default callback, which does nothing; ``Panel.down`` and ``Panel.aside`` still work."""


@dataclass(frozen=True, slots=True)
class PanelConfig:
    """The wiring, and the patterns that lamps and buzzer know by name."""

    wiring: Wiring = field(default_factory=Wiring)
    patterns: Patterns = field(default_factory=lambda: Patterns({}, {}))


class Panel:
    """The open panel. ``factory`` is the pin factory itself, so that a simulated finger can press its pins."""

    def __init__(
        self, config: PanelConfig, on_press: OnPress, on_condition: OnCondition, clock: Callable[[], int]
    ) -> None:
        self._config = config
        self._on_press = on_press
        self._on_condition = on_condition
        self._clock = clock
        self._wake = threading.Event()
        self._orders: SimpleQueue[tuple[str | None, Pattern]] = SimpleQueue()
        self._stopping = False
        self._thread: threading.Thread | None = None
        self.loss: PartLost | None = None
        self._parts: list[Any] = []
        self.factory = open_factory(config.wiring.factory)
        try:
            self._open(config.wiring)
        except BaseException:
            self.close()
            raise

    @property
    def is_wired(self) -> bool:
        return self.factory is not None and self.loss is None

    @property
    def aside(self) -> dict[str, Literal["stuck", "chattering"]]:
        """Ignored buttons, and why."""
        return self._buttons.aside()

    def down(self) -> frozenset[str]:
        """Buttons that are down now; checked at the start for safe mode."""
        return self._buttons.down()

    def lamp(self, name: str, pattern: str) -> None:
        """Plays a pattern on ``status`` or ``seat_1`` … ``seat_8``; a lamp that is not wired is ignored."""
        self._order(name, self._config.patterns.lamps[pattern])

    def lamp_off(self, name: str) -> None:
        self._order(name, OFF)

    def buzz(self, sound: str) -> None:
        self._order(None, self._config.patterns.sounds[sound])

    def lamp_levels(self) -> dict[str, float]:
        return self._lamps.levels()

    def tone_hz(self) -> float:
        return self._buzzer.tone_hz

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)
        self._thread.start()

    def pump(self) -> int | None:
        """Does what is due now and reports it; returns when to call again (None: at the next edge or order)."""
        if self.loss is not None or self.factory is None:
            return None
        now = self._clock()
        for name, signal in self._buttons.advance(now):
            match signal.kind:
                case "press" | "hold" | "repeat" as kind:
                    self._on_press(name, kind, signal.at_ms)
                case "stuck" | "chattering" | "back" as condition:
                    self._on_condition(name, condition, signal.at_ms)
        try:
            return self._play(now)
        except Exception as error:  # noqa: BLE001 - gpiozero, lgpio and the kernel each raise their own
            self._lose(now, error)
            return None

    def close(self) -> None:
        """Releases all pins; lamps and buzzer go off. Safe to call twice."""
        self._stopping = True
        self._wake.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=2)
        for part in (*self._parts, self.factory):
            if part is not None:
                _let_go(part)
        self._parts.clear()
        self.factory = None

    def _open(self, wiring: Wiring) -> None:
        self._buttons = Buttons(wiring.timing, self._wake.set)
        self._parts.append(self._buttons)
        wired = self.factory is not None
        self._lamps = Lamps(_lamp_pins(wiring) if wired else {}, self.factory)
        self._parts.append(self._lamps)
        self._buzzer = Buzzer(wiring.buzzer if wired else None, wiring.buzzer_kind, self.factory)
        self._parts.append(self._buzzer)
        if wired:
            self._buttons.open(_button_pins(wiring), self.factory, self._clock)
            self._open_wheel(wiring)

    def _open_wheel(self, wiring: Wiring) -> None:
        """The rotary encoder reports ``next`` and ``previous``, like the buttons of these names."""
        if not wiring.encoder:
            return
        from gpiozero import RotaryEncoder  # noqa: PLC0415 - only where there is a panel

        wheel = RotaryEncoder(*wiring.encoder, max_steps=0, pin_factory=self.factory)
        wheel.when_rotated_clockwise = lambda: self._on_press("next", "press", self._clock())
        wheel.when_rotated_counter_clockwise = lambda: self._on_press("previous", "press", self._clock())
        self._parts.append(wheel)

    def _order(self, lamp: str | None, pattern: Pattern) -> None:
        """Queues a pattern for ``pump``, so that ordering one never waits for a pin."""
        self._orders.put((lamp, pattern))
        self._wake.set()

    def _play(self, now: int) -> int | None:
        while True:
            try:
                lamp, pattern = self._orders.get_nowait()
            except Empty:
                break
            if lamp is None:
                self._buzzer.play(pattern, now)
            else:
                self._lamps.play(lamp, pattern, now)
        times = (self._lamps.advance(now), self._buzzer.advance(now), self._buttons.due_at())
        return min((at for at in times if at is not None), default=None)

    def _lose(self, now: int, error: Exception) -> None:
        self.loss = PartLost(f"expected the pins to answer, got {error!r} (panel)")
        self._on_condition(WHOLE_PANEL, "lost", now)

    def _run(self) -> None:
        # Cleared between waiting and pumping, so that an edge in between is not missed.
        while not self._stopping and self.loss is None:
            due = self.pump()
            wait = IDLE_S if due is None else min(max((due - self._clock()) / 1000, 0.001), IDLE_S)
            self._wake.wait(wait)
            self._wake.clear()


def open_panel(
    config: PanelConfig,
    on_press: OnPress = unheard,
    on_condition: OnCondition = unheard,
    *,
    clock: Callable[[], int] = monotonic_ms,
    threaded: bool = True,
) -> Panel:
    """The panel of ``config``.

    Raises:
        InvalidWiring: two things share a pin.
        PartMissing: the pins cannot be opened; says what to do about it.
    """
    check_wiring(config.wiring)
    try:
        panel = Panel(config, on_press, on_condition, clock)
    except PartMissing:
        raise
    except Exception as error:
        raise PartMissing(f"expected free pins for the panel, got {error!r}; see deploy/wiring.md") from error
    if threaded:
        panel.start()
    return panel


def _let_go(part: Any) -> None:
    try:
        part.close()
    except Exception as error:  # noqa: BLE001 - lost pins cannot be closed either, and we are leaving anyway
        log.warning("%s did not close: %r", type(part).__name__, error)


def _button_pins(wiring: Wiring) -> Mapping[str, tuple[int, ButtonMode]]:
    power: dict[str, tuple[int, ButtonMode]] = {} if wiring.power is None else {POWER: (wiring.power, "hold")}
    seats: dict[str, tuple[int, ButtonMode]] = {
        seat_name(seat): (pin, "press") for seat, pin in enumerate(wiring.seat_buttons)
    }
    return {**{name: (pin, BUTTONS[name]) for name, pin in wiring.buttons.items()}, **power, **seats}


def _lamp_pins(wiring: Wiring) -> dict[str, int]:
    status = {} if wiring.status_lamp is None else {"status": wiring.status_lamp}
    return status | {seat_name(seat): pin for seat, pin in enumerate(wiring.seat_lamps)}
