"""What the board knows at one moment, for everything that is shown of it. The time is passed in."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from companion.club.messages import Announcement
from companion.clubhouse.hall import Hall
from companion.clubhouse.result_corrections import Counted
from companion.clubhouse.seating.tonight import Tonight
from rules.core.words import Words


class PageAccess(NamedTuple):
    """How a phone comes in. ``fingerprint``: how the page's certificate begins, empty without TLS; ``hosts``: how many
    phones are in that do what a host does."""

    address: str
    link: str
    code: str
    fingerprint: str = ""
    hosts: int = 0


@dataclass(frozen=True, slots=True)
class Known:
    title: str
    hall: Hall
    counted: Counted
    announced: Announcement | None
    now: datetime
    troubles: tuple[Words, ...] = ()
    access: PageAccess | None = None  # for everybody's phones
    host: PageAccess | None = None  # the same for the host, when asked for
    tonight: Tonight = field(default_factory=Tonight)
    signs_up: bool = True  # guests may sign in by phone
