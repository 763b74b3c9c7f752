"""Cards recognised by their faces: each stands for some copy of its kind whose tag is not in view.

Which copy does not matter here; ``companion.play.copies`` knows more about the game and chooses better.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from companion.inbox import TableSeen, UnsureCard
from companion.models import kind_of
from companion.seeing.face_memory import FaceMemory
from rules.core.table import TableCards
from vision.faces.at_table import FaceEye
from vision.faces.names import kind_named
from vision.sightings import Corners
from vision.table.by_face import DoubtfulCard
from vision.table.eye import Seen

WITHHELD_MS = 10_000


class KnownFaces:
    def __init__(self, cards: Mapping[str, str], memory: FaceMemory, *, names: bool = True) -> None:
        """``cards``: the card for each tag; without ``names`` faces are only learnt."""
        self._names = names
        self._copies: dict[str, list[str]] = {}
        for card in cards.values():
            self._copies.setdefault(kind_of(card), []).append(card)
        self.eye = FaceEye({tag: kind_of(card) for tag, card in cards.items()}, memory, searches=names)
        self._stands: dict[str, str] = {}  # the card that each face stands for
        self._open: dict[str, int] = {}  # zones not fully searched yet, and since when
        self.outlines: tuple[tuple[str, Corners, bool], ...] = ()

    def add_to(self, table: TableSeen, seen: Seen) -> TableSeen:
        """The table with the cards recognised by face. Zones with a card that has no name yet are left out."""
        if not self._names:
            return table
        read = frozenset[str]().union(table.seen, *table.table.zones.values())
        self._stand(seen, read)
        withheld = self._withheld(seen, table.at_ms)
        zones = {
            zone: cards
            | frozenset(self._stands[text] for text in seen.table.settled.get(zone, ()) if text in self._stands)
            for zone, cards in table.table.zones.items()
            if zone not in withheld
        }
        settled = frozenset[str]().union(*seen.table.settled.values())
        by_face = frozenset(card for text, card in self._stands.items() if text in settled)
        pale = frozenset(card for text, card in self._stands.items() if text not in settled)
        self.outlines = tuple(
            (self._stands[text], corners, text in settled)
            for text, corners in seen.faces.outlines.items()
            if text in self._stands
        )
        unsure = tuple(card for doubt in seen.faces.doubtful if (card := self._unsure(doubt)) is not None)
        return replace(table, table=TableCards(zones), seen=table.seen | pale, by_face=by_face, unsure=unsure)

    def _withheld(self, seen: Seen, at_ms: int) -> frozenset[str]:
        """Zones in which cards may still have no name. In flickering light that would never end, so it times out,
        except for cards that people are asked about."""
        self._open = {zone: self._open.get(zone, at_ms) for zone in seen.faces.unsettled}
        fresh = frozenset(zone for zone, since in self._open.items() if at_ms - since < WITHHELD_MS)
        return fresh | frozenset(doubt.zone for doubt in seen.faces.doubtful)

    def _stand(self, seen: Seen, read: frozenset[str]) -> None:
        """Keeps the same copy as before unless its tag is read now; cards beyond the box's copies stand for none."""
        texts = [text for text in seen.table.places if kind_named(text) is not None]
        self._stands = {
            text: self._stands[text] for text in texts if text in self._stands and self._stands[text] not in read
        }
        for text in texts:
            if text not in self._stands:
                taken = {*read, *self._stands.values()}
                copies = self._copies.get(kind_named(text) or "", ())
                free = next((card for card in copies if card not in taken), None)
                if free is not None:
                    self._stands[text] = free

    def _unsure(self, doubt: DoubtfulCard) -> UnsureCard | None:
        cards = tuple(self._copies[kind][0] for kind in doubt.kinds if kind in self._copies)
        if not cards:
            return None
        return UnsureCard(doubt.number, doubt.zone, cards, partial(self._told, doubt.number), doubt.is_strange)

    def _told(self, number: int, card: str | None) -> None:
        self.eye.tell(number, None if card is None else kind_of(card))
