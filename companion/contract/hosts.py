"""What pages may use of the box besides the game: the camera's hold, phones, the club, and what to do at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from companion.models import Choice
from rules.core.words import Words

if TYPE_CHECKING:  # a command without a window must not load one
    from companion.keeping.session_stats import RoundPoints
    from companion.screens import Outcome
    from companion.screens.navigation import Navigation
    from hardware.camera.settings import CameraLock
    from rules.core.scoring import Score


class CameraHold(Protocol):
    """A camera whose focus and light can be held as they are."""

    @property
    def held(self) -> CameraLock: ...

    def hold(self) -> None: ...

    def release(self) -> None: ...


class LastChoices(Protocol):
    """What can be done once a game is over: play again, export it, read how it went."""

    @property
    def link(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def picture_code(self) -> str: ...

    def remarks(self) -> tuple[str, ...]: ...

    def rounds(self, score: Score) -> tuple[RoundPoints, ...]: ...

    def round_ends(self) -> tuple[tuple[int, Any], ...]: ...

    def choices(self) -> tuple[Choice, ...]: ...

    def turn(self, outcome: Outcome) -> Navigation: ...


@dataclass(frozen=True, slots=True)
class Invitation:
    """Seats for guests with a phone, by whose they are; empty: nobody's yet.

    ``unnamed``: whoever takes one of these says their own name. ``known``: by ``name_key``, how the people of this box
    are called: a guest who types such a name is that person.
    """

    seats: tuple[str, ...] = ()
    unnamed: frozenset[int] = frozenset()
    known: Mapping[str, str] = field(default_factory=dict)


class PhoneHost(Protocol):
    """Phones as seats, switched on and off at the box. Players are known by their names."""

    @property
    def url(self) -> str:
        """Where the page is; empty while they are switched off."""
        ...

    @property
    def typed(self) -> str:
        """The same to be read and typed: the name of the box too, where the network carries it."""
        ...

    @property
    def watching(self) -> int:
        """How many phones only look on."""
        ...

    @property
    def alarm(self) -> int:
        """How many wrong codes were tried, as a power of ten; 0: only slips."""
        ...

    def start(self) -> None:
        """Raises ``CompanionError`` if there is no private network."""
        ...

    def stop(self) -> None: ...

    def code(self, player: str | None) -> str:
        """The code of the table, or of a seat; a seat's code stays valid while it is asked for with every frame."""
        ...

    def invite(self, invitation: Invitation) -> Mapping[int, str]:
        """Whoever has the table's code may take one of these seats, while this is said with every frame.

        The names that guests have given themselves since it was last said, by seat.
        """
        ...

    def count(self, player: str) -> int:
        """How many phones this seat has."""
        ...

    def free(self, player: str) -> None:
        """Disconnects the phones of this seat; the table has another code from now on."""
        ...


@dataclass(frozen=True, slots=True)
class ClubRound:
    """Who sits at this table in the round of the club. ``game``: another one than the evening's, in the
    host's words. ``why``: the reason, by language."""

    number: int
    people: tuple[str, ...]
    game: str = ""
    why: Mapping[str, str] = field(default_factory=dict)

    def reason(self, language: str) -> str:
        return self.why.get(language) or self.why.get("en", "")


class ClubHost(Protocol):
    """The box in a club, as its page shows it."""

    @property
    def is_on(self) -> bool: ...

    @property
    def club(self) -> str: ...

    @property
    def table(self) -> str:
        """The name of the table on the club's board."""
        ...

    @property
    def condition(self) -> Words:
        """Whether the broker can be reached, or why not."""
        ...

    @property
    def called(self) -> datetime | None:
        """Since when this table has been calling; None: it is not."""
        ...

    @property
    def is_coming(self) -> bool:
        """Whether a host is on the way: they have said so on the club's page."""
        ...

    @property
    def seated(self) -> tuple[str, ...]:
        """Who sits at this table in the round that is played."""
        ...

    @property
    def round(self) -> ClubRound | None:
        """The same with its reason; None if nobody was seated here tonight."""
        ...

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody in the club, whoever is here tonight first."""
        ...

    @property
    def here(self) -> tuple[str, ...]:
        """Who is here tonight."""
        ...

    def call(self, *, on: bool) -> None: ...
