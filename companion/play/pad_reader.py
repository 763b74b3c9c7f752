"""What lies on the mat while a table is only scored, as commands of the pad. Needs no window: the menu may be open."""

from __future__ import annotations

from companion.keeping.session import Session
from companion.play.mat_reading import MAT, MatReading
from rules.core.game import known_table
from rules.core.journal import Undone
from rules.core.pad.commands import ClaimCards, LayCards, PadCommand
from rules.core.pad.state import Claim, Pad

NOBODY = -1


class PadReader:
    """Everything in view belongs to the player who is asked; a card already read stays read.

    While a scribe tells, nothing is read: the mat is being played on, and what lies there need not stay.
    """

    def __init__(self, session: Session) -> None:
        """After a power cut what was read with others may still lie there."""
        self._session = session
        pad = session.pad
        self._mat = MatReading()
        self._mat.take_up(pad.seat, frozenset(pad.asked), pad.cards - frozenset(pad.areas[pad.seat]))
        self._seq, self._cards = session.last_seq, pad.cards  # at the last look
        self._taken_back: frozenset[str] = frozenset()  # cards that may lie there still and shall not be read at once

    def see(self, lying: frozenset[str]) -> tuple[PadCommand, ...]:
        """What one look asks for. What lies there before somebody is asked is nobody's."""
        pad = self._session.pad
        self._heed_undo(pad)
        if pad.way != "score" or pad.is_final:
            self._mat.take_up(NOBODY, frozenset(), lying)
            return ()
        self._taken_back &= lying
        self._mat.look({MAT: lying}, pad.seat)
        return (*self._laid(pad), *self._claimed(pad))

    def _heed_undo(self, pad: Pad) -> None:
        since = self._session.entries[self._seq :] if self._session.last_seq != self._seq else ()
        if any(isinstance(entry, Undone) for entry in since):
            self._taken_back |= self._cards - pad.cards
        self._seq, self._cards = self._session.last_seq, pad.cards

    def _laid(self, pad: Pad) -> tuple[LayCards, ...]:
        """In the order of the box, and only cards of it."""
        fresh = self._mat.lying - self._taken_back - pad.cards
        known = known_table(self._session.game, self._session.state) if fresh else None
        cards = () if known is None else tuple(card for card in known.cards if card in fresh)
        self._cards |= frozenset(cards)
        return (LayCards(pad.seat, cards),) if cards else ()

    def _claimed(self, pad: Pad) -> tuple[ClaimCards, ...]:
        """Cards of another player, until somebody says whose they are or they are taken away."""
        others = sorted(card for card in self._mat.lying if pad.owner(card) not in (None, pad.seat))
        asked = tuple(card for card in others if Claim(card, pad.seat) not in pad.settled)
        return (ClaimCards(pad.seat, asked),) if set(asked) != set(pad.asked) else ()
