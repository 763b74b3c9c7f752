"""What each seat has laid on the mat so far: one after the other, in as many layers as it takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

MAT = "mat"


class LaidCardsKeeper(Protocol):
    """Where what was laid is kept, so that nobody has to lay it again after a power cut."""

    def keep(self, laid: Mapping[int, frozenset[str]]) -> None: ...

    def kept(self) -> Mapping[int, frozenset[str]]: ...


class MatReading:
    """A card read once stays read. What the seat before has not yet cleared away is not laid by the next one."""

    def __init__(self, shelf: LaidCardsKeeper | None = None) -> None:
        self._shelf = shelf
        self._laid: dict[int, frozenset[str]] = {} if shelf is None else dict(shelf.kept())
        self._seat: int | None = None
        self._lying: frozenset[str] = frozenset()
        # Whatever was laid before the power was cut may lie there still.
        self._left_over: frozenset[str] = frozenset().union(*self._laid.values())

    def laid(self, seat: int) -> frozenset[str]:
        """Every card this seat has laid on the mat, or has lying in a zone of its own."""
        return self._laid.get(seat, frozenset())

    @property
    def lying(self) -> frozenset[str]:
        """What lies on the mat now, of the seat that is asked."""
        return self._lying - self._left_over

    def look(self, zones: Mapping[str, frozenset[str]], seat: int) -> dict[str, frozenset[str]]:
        """Takes in one look; the same zones, with all on the mat that this seat has laid there by now."""
        for zone, cards in zones.items():
            owner = zone.removeprefix("seat-")
            if owner != zone and owner.isdecimal():
                self._add(int(owner), cards)
        if MAT not in zones:
            return dict(zones)
        self.pass_to(seat)
        self._lying = zones[MAT]
        self._left_over &= self._lying
        self._add(seat, self.lying)
        return {**zones, MAT: self.laid(seat)}

    def pass_to(self, seat: int) -> None:
        """Another seat is asked: what lies there now is not of that one."""
        if seat != self._seat:
            self._seat, self._left_over = seat, self._left_over | self._lying

    def take_up(self, seat: int, lying: frozenset[str], others: frozenset[str]) -> None:
        """After a power cut: what lies there of this seat, and what may still lie there of others."""
        self._seat, self._lying, self._left_over = seat, lying, others - lying

    def forget(self) -> None:
        """Something was taken back: all is laid anew."""
        if self._laid and self._shelf is not None:
            self._shelf.keep({})
        self._laid, self._seat = {}, None
        self._lying = self._left_over = frozenset()

    def _add(self, seat: int, cards: frozenset[str]) -> None:
        if cards <= self.laid(seat):
            return
        laid = {**self._laid, seat: self.laid(seat) | cards}
        if self._shelf is not None:
            self._shelf.keep(laid)
        self._laid = laid
