"""The state of the set-up for experts: who has shown which two spells, with how many stones."""

from __future__ import annotations

from collections.abc import Mapping

from companion.play.mat_reading import MAT, MatReading
from rules.amulett.expert import KEPT, ExpertSetup, begin_expert, expert_table, load_spells
from rules.amulett.reading import seat_zone
from rules.amulett.spells import SPELLS
from rules.core.refusals import Refused
from vision.table.zones import WHOLE

CardsByZone = Mapping[str, frozenset[str]]


class Loading:
    """Seat by seat, clockwise from the start player; everything told can be changed."""

    def __init__(self, count: int, start: int) -> None:
        self.order = tuple((start + step) % count for step in range(count))
        self.seat = start
        self._spells: list[tuple[str, ...]] = [()] * count
        self._stones: dict[str, int] = {}  # by spell: each exists once
        self._mat = MatReading()
        self._in_view: frozenset[str] = frozenset()
        self._theirs: set[tuple[str, int]] = (
            set()
        )  # spells that belong to another seat although they are in front of this one

    # What is known.

    def spells(self, seat: int) -> tuple[str, ...]:
        return self._spells[seat]

    def stones(self, spell: str) -> int | None:
        return self._stones.get(spell)

    def owner(self, spell: str) -> int | None:
        return next((seat for seat, spells in enumerate(self._spells) if spell in spells), None)

    @property
    def has_two(self) -> bool:
        return len(self._spells[self.seat]) == KEPT

    @property
    def free(self) -> tuple[str, ...]:
        """Spells that nobody has shown yet."""
        return tuple(spell for spell in SPELLS if self.owner(spell) is None)

    @property
    def waiting(self) -> int | None:
        """The first seat with something left to tell."""
        return next((seat for seat in self.order if not self.is_done(seat)), None)

    def is_done(self, seat: int) -> bool:
        return not isinstance(self._with(begin_expert(len(self.order)), seat), Refused)

    def table(self) -> Mapping[str, object] | Refused:
        """The table for the new game, or why it is not ready."""
        setup = begin_expert(len(self.order))
        for seat in self.order:
            loaded = self._with(setup, seat)
            if isinstance(loaded, Refused):
                return loaded
            setup = loaded
        return expert_table(setup)

    def _with(self, setup: ExpertSetup, seat: int) -> ExpertSetup | Refused:
        return load_spells(setup, seat, {spell: self._stones.get(spell, 0) for spell in self._spells[seat]})

    # What lies on the mat.

    def look(self, zones: CardsByZone) -> None:
        """Reads one look: the mat, the seat's own zone, or without a mat the whole picture."""
        places = [zones[place] for place in (MAT, seat_zone(self.seat), WHOLE) if place in zones]
        if places:
            self._in_view = frozenset[str]().union(*places)
            self._mat.look({MAT: self._in_view}, self.seat)
            self._take()

    def glance(self, zones: CardsByZone) -> None:
        """Only notes which cards are there, once everything is told."""
        self._in_view = zones.get(MAT, frozenset()) | zones.get(WHOLE, frozenset())

    @property
    def on_mat(self) -> tuple[str, ...]:
        return tuple(sorted(self._in_view & set(SPELLS)))

    def _take(self) -> None:
        """The cards there belong to this seat; with more than two, those that leave again were a mistake."""
        lying = sorted(card for card in self._mat.lying if card in SPELLS and self.owner(card) in (None, self.seat))
        together = tuple(dict.fromkeys((*self._spells[self.seat], *lying)))
        if len(together) > KEPT:
            together = tuple(spell for spell in together if spell in lying)
        self._spells[self.seat] = together

    @property
    def left_over(self) -> tuple[str, ...]:
        """Other seats' spells that are still where this seat must lay its own."""
        others = (spell for spell in self._in_view if self.owner(spell) not in (None, self.seat))
        return tuple(sorted(set(others) - {spell for spell, _ in self.twice}))

    @property
    def twice(self) -> tuple[tuple[str, int], ...]:
        """Spells laid by this seat that another has shown before, until somebody decides whose they are."""
        owned = ((spell, self.owner(spell)) for spell in sorted(self._mat.lying))
        return tuple(
            (spell, owner)
            for spell, owner in owned
            if owner not in (None, self.seat) and owner is not None and (spell, self.seat) not in self._theirs
        )

    @property
    def strange(self) -> bool:
        """Whether something other than spells is there."""
        return not self._in_view <= set(SPELLS)

    # What is told.

    def tell(self, spell: str) -> None:
        if spell in self.free and not self.has_two:
            self._spells[self.seat] = (*self._spells[self.seat], spell)

    def load(self, stones: Mapping[str, int]) -> Refused | None:
        """Sets the stones on the spells of the seat; a refusal changes nothing."""
        loaded = load_spells(begin_expert(len(self.order)), self.seat, stones)
        if isinstance(loaded, Refused):
            return loaded
        self._spells[self.seat] = tuple(stones)
        self._stones.update(stones)
        return None

    def give(self, spell: str, seat: int) -> None:
        """Decides whose spell it is if two have shown it; the other seat shows again."""
        if seat != self.seat:
            self._theirs.add((spell, self.seat))
            return
        self._spells = [tuple(other for other in spells if other != spell) for spells in self._spells]
        self._take()

    def clear(self) -> None:
        """This seat's spells are read again."""
        self._spells[self.seat] = ()
        self._take()
