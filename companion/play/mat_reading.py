"""What each seat has laid on the mat so far, seat by seat and in several layers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

MAT = "mat"


class LaidCardsKeeper(Protocol):
    """Stores what was laid, so that nobody has to lay it again after a power cut."""

    def keep(self, laid: Mapping[int, frozenset[str]]) -> None: ...

    def kept(self) -> Mapping[int, frozenset[str]]: ...


class MatReading:
    """A card read once stays read. Cards that the last seat has not cleared away do not count for the next one."""

    def __init__(self, shelf: LaidCardsKeeper | None = None) -> None:
        self._shelf = shelf
        self._laid: dict[int, frozenset[str]] = {} if shelf is None else dict(shelf.kept())
        self._seat: int | None = None
        self._lying: frozenset[str] = frozenset()
        # Cards laid before a power cut may still be there.
        self._left_over: frozenset[str] = frozenset().union(*self._laid.values())

    def laid(self, seat: int) -> frozenset[str]:
        """Every card this seat has laid on the mat or in its own zone."""
        return self._laid.get(seat, frozenset())

    @property
    def lying(self) -> frozenset[str]:
        """The cards of the current seat that are on the mat now."""
        return self._lying - self._left_over

    def look(self, zones: Mapping[str, frozenset[str]], seat: int) -> dict[str, frozenset[str]]:
        """Reads one look; returns the zones with everything on the mat that this seat has laid so far."""
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
        """Another seat is asked: the cards there now are not its own."""
        if seat != self._seat:
            self._seat, self._left_over = seat, self._left_over | self._lying

    def take_up(self, seat: int, lying: frozenset[str], others: frozenset[str]) -> None:
        """After a power cut: this seat's cards on the mat, and those of others that may still be there."""
        self._seat, self._lying, self._left_over = seat, lying, others - lying

    def forget(self) -> None:
        """After an undo everything is laid again."""
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
