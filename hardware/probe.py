"""What the doctor asks: is this part there, and does it work? Opens the part, looks, and closes it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from hardware.errors import HardwareError
from hardware.panel import Panel, PanelConfig, open_panel

State: TypeAlias = Literal["ok", "off", "missing", "broken"]


@dataclass(frozen=True, slots=True)
class Finding:
    """``code`` is stable; its sentence, with the next step, is the text ``probe.<code>`` filled with ``values``."""

    part: str
    state: State
    code: str
    values: Mapping[str, int | str] = field(default_factory=dict)


def probe_panel(config: PanelConfig) -> Finding:
    """Opens the panel, sees whether a button is down (a wire to ground, a stuck one), and lets go."""
    wiring = config.wiring
    if wiring.factory == "none":
        return Finding("panel", "off", "panel_off")
    try:
        panel = open_panel(config, threaded=False)
    except HardwareError as error:
        return Finding("panel", "missing", "panel_missing", {"detail": str(error)})
    try:
        return _judge(panel, len(wiring.buttons) + len(wiring.seat_buttons), is_mock=wiring.factory == "mock")
    finally:
        panel.close()


def _judge(panel: Panel, count: int, *, is_mock: bool) -> Finding:
    if down := panel.down():
        return Finding("panel", "broken", "panel_down", {"buttons": ", ".join(sorted(down))})
    return Finding("panel", "ok", "panel_mock" if is_mock else "panel_ok", {"n": count})
