"""The panel's part of the configuration: read strictly, every fault named by its key."""

from __future__ import annotations

from typing import Any

import pytest

from hardware.errors import InvalidWiring, PartMissing
from hardware.pins import open_factory
from hardware.wiring import Wiring, full_wiring, parse_wiring, seat_name, seat_of

PINS = {"previous": 5, "next": 6, "ok": 13, "back": 26}


def test_nothing_given_is_no_panel() -> None:
    assert parse_wiring({}) == Wiring()
    assert open_factory(Wiring().factory) is None


def test_everything_can_be_wired_at_once_each_on_its_own_pin() -> None:
    pins = [pin for _, pin in full_wiring("mock").pins()]
    assert len(pins) == len(set(pins)) == 24
    assert not {0, 1, 2, 3} & set(pins)


def test_a_full_table_is_read() -> None:
    given = {
        "factory": "lgpio",
        "buttons": PINS,
        "seat_buttons": [4, 17, 27],
        "seat_lamps": [14, 15, 18],
        "encoder": [23, 24],
        "buzzer": 12,
        "buzzer_kind": "active",
        "status_lamp": 16,
        "timing": {"hold_ms": 900},
    }
    wiring = parse_wiring(given)
    assert (wiring.factory, wiring.seat_buttons, wiring.timing.hold_ms) == ("lgpio", (4, 17, 27), 900)


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"factory": "guess"}, "panel.factory"),
        ({"colour": 1}, "panel.colour"),
        ({"buttons": {"ok": 5}}, "panel.buttons"),
        ({"buttons": {**PINS, "ok": 99}}, "panel.buttons.ok"),
        ({"buttons": {**PINS, "ok": True}}, "panel.buttons.ok"),
        ({"buttons": {**PINS, "ok": 5}}, "panel.ok"),
        ({"status_lamp": 5}, "panel.status_lamp"),
        ({"seat_buttons": [1]}, "panel.seat_buttons[0]"),
        ({"seat_buttons": list(range(2, 12))}, "panel.seat_buttons"),
        ({"encoder": [23]}, "panel.encoder"),
        ({"buzzer": None}, "panel.buzzer"),
        ({"timing": {"hold_ms": 0}}, "panel.timing.hold_ms"),
        ({"timing": 3}, "panel.timing"),
    ],
)
def test_what_cannot_be_wired_is_named(given: dict[str, Any], key: str) -> None:
    with pytest.raises(InvalidWiring) as caught:
        parse_wiring(given)
    assert caught.value.key == key


def test_seat_buttons_are_named_from_one() -> None:
    assert [seat_of(seat_name(seat)) for seat in range(8)] == list(range(8))
    assert (seat_of("ok"), seat_of("seat_x"), seat_name(0)) == (None, None, "seat_1")


def test_missing_pins_are_said_and_never_replaced() -> None:
    with pytest.raises(PartMissing, match=r"lgpio|GPIO chip"):
        open_factory("lgpio")
