"""The spell deck as far as it is known: told cards on top, unseen ones between, cards put under in order."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Deck:
    """``hidden`` counts the cards between ``top`` and ``bottom`` whose order nobody has told."""

    top: tuple[str, ...] = ()
    hidden: int = 0
    bottom: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.top) + self.hidden + len(self.bottom)

    @property
    def known(self) -> tuple[str, ...]:
        return self.top + self.bottom


def take(deck: Deck, count: int) -> tuple[tuple[str | None, ...], Deck]:
    """The uppermost cards, at most as many as there are, and the deck without them; an unseen card is None."""
    top = deck.top[:count]
    unseen = min(deck.hidden, count - len(top))
    bottom = deck.bottom[: count - len(top) - unseen]
    rest = Deck(deck.top[len(top) :], deck.hidden - unseen, deck.bottom[len(bottom) :])
    return (*top, *(None,) * unseen, *bottom), rest


def put_under(deck: Deck, spell: str) -> Deck:
    return replace(deck, bottom=(*deck.bottom, spell))
