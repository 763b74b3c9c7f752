#!/usr/bin/env python3
"""Draws deploy/wiring.svg from the pins in hardware/wiring.py: the header as it lies before you, and four circuits.

Run it after changing pins: python deploy/draw_wiring.py > deploy/wiring.svg
"""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hardware.wiring import full_wiring

# Pins of the header, two in a row; numbers are GPIOs.
HEADER: tuple[int | str, ...] = (
    *("3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15, 17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND"),
    *(9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND", 6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21),
)
COLOURS = {
    "button": "#1f6feb",
    "seat": "#0d8a8a",
    "lamp": "#d98a00",
    "encoder": "#2e8b3d",
    "buzzer": "#8a4fc7",
    "power": "#b0146e",
    "volts": "#c62828",
    "ground": "#33383e",
    "free": "#b9c0c7",
}
NAMES = {
    "previous": "button previous",
    "next": "button next",
    "ok": "button OK",
    "back": "button back",
    "encoder_a": "rotary encoder A",
    "encoder_b": "rotary encoder B",
    "buzzer": "buzzer",
    "status_lamp": "status lamp",
    "power": "power button",
}
LEGEND = (
    ("button", "the four buttons: all that is needed"),
    ("seat", "seat buttons (as many as you have seats)"),
    ("lamp", "status lamp and seat lamps"),
    ("encoder", "rotary encoder: next and previous"),
    ("buzzer", "buzzer"),
    ("power", "power button: held, it switches off"),
    ("ground", "ground: any of these will do"),
    ("volts", "3.3 and 5 volts: connect nothing to these"),
    ("free", "left free"),
)
TOP, ROW, MIDDLE = 96, 30, 330


def main() -> None:
    sys.stdout.write(drawing())


def drawing() -> str:
    parts = [_opening(), *_header(), *_legend(), *_circuits(), "</svg>\n"]
    return "\n".join(parts)


def pin_names() -> dict[int, str]:
    """What is on which GPIO, in words."""
    return {pin: _words(name) for name, pin in full_wiring("none").pins()}


def _words(name: str) -> str:
    if name.startswith("seat_lamp_"):
        return f"seat {name.removeprefix('seat_lamp_')} lamp"
    return NAMES.get(name) or f"seat {name.removeprefix('seat_')} button"


def _sort(pin: int | str, name: str) -> str:
    if isinstance(pin, str):
        return "ground" if pin == "GND" else "volts"
    for sort in ("encoder", "buzzer", "lamp", "power"):
        if sort in name:
            return sort
    return "free" if not name else "seat" if name.startswith("seat") else "button"


def _opening() -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1180 760" '
        'font-family="Inter, Helvetica, Arial, sans-serif" font-size="15">\n'
        '<title>Wiring of the panel</title>\n<rect width="1180" height="760" fill="#ffffff"/>\n'
        + _text(40, 44, "Wiring of the panel", size=24, weight="bold")
        + "\n"
        + _text(
            40,
            70,
            "The header of the board, held with its USB sockets down. In the circles: pins; beside them: GPIO numbers.",
        )
    )


def _header() -> list[str]:
    names = pin_names()
    place = f'x="{MIDDLE - 42}" y="{TOP - 8}" width="84" height="{20 * ROW + 16}"'
    board = f'<rect {place} rx="8" fill="#e8f3ea" stroke="#7da886"/>'
    return [
        board,
        *(_pin(place, pin, names.get(pin, "") if isinstance(pin, int) else "") for place, pin in enumerate(HEADER)),
    ]


def _pin(place: int, pin: int | str, name: str) -> str:
    side = -1 if place % 2 == 0 else 1
    x, y = MIDDLE + side * 19, TOP + (place // 2) * ROW + ROW // 2
    colour = COLOURS[_sort(pin, name)]
    label = pin if isinstance(pin, str) else f"GPIO {pin}"
    text = f"{label}  ·  {name}" if name else str(label)
    edge = x + side * 34
    anchor = "end" if side < 0 else "start"
    fill = "#1c2024" if name else "#6b747d"
    return (
        f'<line x1="{x}" y1="{y}" x2="{edge - side * 6}" y2="{y}" stroke="{colour}" stroke-width="3"/>'
        f'<circle cx="{x}" cy="{y}" r="12" fill="{colour}"/>'
        + _text(x, y + 4, str(place + 1), size=11, anchor="middle", fill="#ffffff", weight="bold")
        + _text(edge, y + 5, text, anchor=anchor, fill=fill, weight="600" if name else "normal")
    )


def _legend() -> list[str]:
    lines = []
    for place, (sort, text) in enumerate(LEGEND):
        y = 106 + place * 25
        lines.append(f'<circle cx="640" cy="{y - 5}" r="8" fill="{COLOURS[sort]}"/>' + _text(658, y, text))
    return lines


def _circuits() -> list[str]:
    """Four little circuits, each from a pin at the left to ground at the right."""
    return [
        _text(632, 342, "How each is connected", size=18, weight="bold"),
        *_circuit(370, "button", "a button: between its pin and ground", _switch),
        *_circuit(460, "lamp", "a lamp: resistor 680 Ω, long leg of the LED to it", _led),
        *_circuit(550, "buzzer", "the buzzer: a piezo disc behind a resistor of 100 Ω", _piezo),
        *_circuit(640, "encoder", "the encoder: A and B to their pins, C to ground", _encoder),
    ]


def _circuit(y: int, sort: str, text: str, symbol: object) -> list[str]:
    assert callable(symbol)
    line, colour = y + 38, COLOURS[sort]
    ground = f'<line x1="1080" y1="{line}" x2="1080" y2="{line + 10}" stroke="#33383e" stroke-width="2.5"/>' + "".join(
        f'<line x1="{1080 - w}" y1="{line + 10 + i * 6}" x2="{1080 + w}" y2="{line + 10 + i * 6}" stroke="#33383e"'
        ' stroke-width="2.5"/>'
        for i, w in enumerate((16, 10, 4))
    )
    pin = f'<circle cx="650" cy="{line}" r="9" fill="{colour}"/>' + _text(668, line - 8, "pin", size=12, fill="#6b747d")
    return [_text(632, y + 6, text), ground, symbol(line, colour), pin]


def _wire(x1: int, x2: int, y: int, colour: str = "#33383e") -> str:
    return f'<line x1="{x1}" y1="{y}" x2="{x2}" y2="{y}" stroke="{colour}" stroke-width="2.5"/>'


def _switch(y: int, colour: str) -> str:
    return (
        _wire(650, 840, y, colour)
        + _wire(890, 1080, y)
        + f'<circle cx="840" cy="{y}" r="4.5" fill="#33383e"/><circle cx="890" cy="{y}" r="4.5" fill="#33383e"/>'
        + f'<line x1="840" y1="{y}" x2="884" y2="{y - 18}" stroke="#33383e" stroke-width="3"/>'
    )


def _resistor(x: int, y: int, value: str) -> str:
    box = f'<rect x="{x}" y="{y - 9}" width="56" height="18" fill="#ffffff" stroke="#33383e" stroke-width="2.5"/>'
    return box + _text(x + 28, y + 5, value, size=12, anchor="middle")


def _led(y: int, colour: str) -> str:
    triangle = (
        f'<path d="M 930 {y - 13} L 930 {y + 13} L 954 {y} Z" fill="{colour}" stroke="#33383e" stroke-width="2"/>'
    )
    bar = f'<line x1="954" y1="{y - 13}" x2="954" y2="{y + 13}" stroke="#33383e" stroke-width="3"/>'
    return (
        _wire(650, 760, y, colour)
        + _resistor(760, y, "680 Ω")
        + _wire(816, 930, y)
        + triangle
        + bar
        + _wire(954, 1080, y)
    )


def _piezo(y: int, colour: str) -> str:
    disc = f'<circle cx="942" cy="{y}" r="17" fill="#ffffff" stroke="{colour}" stroke-width="4"/>'
    return _wire(650, 760, y, colour) + _resistor(760, y, "100 Ω") + _wire(816, 925, y) + disc + _wire(959, 1080, y)


def _encoder(y: int, colour: str) -> str:
    second = f'<circle cx="650" cy="{y + 30}" r="9" fill="{colour}"/>' + _wire(650, 905, y + 30, colour)
    dial = f'<circle cx="930" cy="{y + 12}" r="32" fill="#ffffff" stroke="#33383e" stroke-width="2.5"/>'
    letters = _text(906, y + 4, "A") + _text(906, y + 32, "B") + _text(944, y + 6, "C")
    return _wire(650, 903, y, colour) + second + dial + letters + _wire(960, 1080, y)


def _text(
    x: int, y: int, text: str, *, size: int = 15, anchor: str = "start", fill: str = "#1c2024", weight: str = "normal"
) -> str:
    look = f'font-size="{size}" text-anchor="{anchor}" fill="{fill}" font-weight="{weight}"'
    return f'<text x="{x}" y="{y}" {look}>{escape(text)}</text>'


if __name__ == "__main__":
    main()
