"""Trying the buttons: each says what it was last, and nothing it is pressed for happens. Holding *back* leaves."""

from __future__ import annotations

from companion.contract import Context
from companion.i18n import Phrases
from companion.models import Header, Hints
from companion.navigation import Close, Lasting, Navigation
from companion.screens import Leave, Outcome, Screen
from companion.screens.tiles import Tile, TilesModel, TilesScreen
from hardware.wiring import POWER, seat_name, seat_of


class ButtonsPage(Lasting):
    def __init__(self, context: Context) -> None:
        self._context = context
        self._last: dict[str, str] = {}
        wiring = context.config.panel.wiring()
        seats = (seat_name(seat) for seat in range(len(wiring.seat_buttons)))
        power = () if wiring.power is None else (POWER,)
        self._names = () if wiring.factory == "none" else (*wiring.buttons, *power, *seats)
        self._screen = TilesScreen(self._model())

    def pressed(self, name: str, sort: str) -> Navigation:
        """A button of the panel, before it means anything."""
        self._last[name] = sort
        return Close() if (name, sort) == ("back", "hold") else None

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        self._screen.show(self._model())
        return self._screen

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        """Keys and touch still work: whoever has no buttons must get out as well."""
        return Close() if isinstance(outcome, Leave) else None

    def _model(self) -> TilesModel:
        say = self._context.say
        return TilesModel(
            Header(say("screen.setup.buttons")),
            say("buttons.how" if self._names else "probe.panel_off"),
            tuple(self._tile(name, say) for name in self._names),
            hints=Hints(back=say("buttons.leave") if self._names else say("screen.hint.back")),
            notices=self._context.notices(),
        )

    def _tile(self, name: str, say: Phrases) -> Tile:
        label = button_text(name, say)
        if f"button {name}" in self._context.parts:
            return Tile(label, say("buttons.aside"), "warning", "warn")
        sort = self._last.get(name)
        if sort is None:
            return Tile(label, say("buttons.untried"), "wait")
        return Tile(label, say(f"buttons.{sort}"), "tick", "good")


def button_text(name: str, say: Phrases) -> str:
    seat = seat_of(name)
    return say(f"button.{name}") if seat is None else say("button.seat", n=seat + 1)
