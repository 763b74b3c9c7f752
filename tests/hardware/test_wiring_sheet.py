"""The wiring table and drawing agree with the code."""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

from hardware.wiring import full_wiring

DEPLOY = Path(__file__).parents[2] / "deploy"
SHEET = (DEPLOY / "wiring.md").read_text("utf-8")
SCRIPT = runpy.run_path(str(DEPLOY / "draw_wiring.py"))


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def _rows() -> dict[str, tuple[list[int], list[int]]]:
    """Setting -> GPIO numbers and header pins, as the table has them."""
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in SHEET.splitlines() if "`panel." in line]
    return {row[1].strip("`"): (_numbers(row[2]), _numbers(row[3])) for row in cells if len(row) == 4}


def test_the_table_has_the_pins_of_the_code() -> None:
    wiring = full_wiring("none")
    expected = {f"panel.buttons.{name}": [pin] for name, pin in wiring.buttons.items()} | {
        "panel.seat_buttons": list(wiring.seat_buttons),
        "panel.seat_lamps": list(wiring.seat_lamps),
        "panel.encoder": list(wiring.encoder),
        "panel.buzzer": [wiring.buzzer],
        "panel.status_lamp": [wiring.status_lamp],
        "panel.power": [wiring.power],
    }
    assert {key: pins for key, (pins, _) in _rows().items()} == expected


def test_the_pins_of_the_header_belong_to_the_gpio_numbers() -> None:
    header = SCRIPT["HEADER"]
    assert len(header) == 40
    assert sorted(pin for pin in header if isinstance(pin, int)) == list(range(28))
    for gpios, pins in _rows().values():
        assert [header[pin - 1] for pin in pins] == gpios


def test_ground_is_where_the_sheet_says() -> None:
    said = re.search(r"Ground is on pins ([\d, and]+)", SHEET)
    assert said is not None
    assert _numbers(said[1]) == [place + 1 for place, pin in enumerate(SCRIPT["HEADER"]) if pin == "GND"]


def test_the_settings_shown_are_the_full_wiring() -> None:
    shown = tomllib.loads(SHEET.split("```toml")[1].split("```")[0])["panel"]
    wiring = full_wiring("lgpio")
    assert shown.pop("factory") == wiring.factory
    for key, value in shown.items():
        got = getattr(wiring, key)
        assert (list(got) if isinstance(got, tuple) else got) == value


def test_the_drawing_is_the_one_the_script_makes_and_shows_every_pin() -> None:
    text = (DEPLOY / "wiring.svg").read_text("utf-8")
    assert text == SCRIPT["drawing"]()
    labels = [element.text or "" for element in ET.fromstring(text).iter() if element.tag.endswith("text")]
    for pin, name in SCRIPT["pin_names"]().items():
        assert f"GPIO {pin}  ·  {name}" in labels
