"""Which phone has which seat: codes for the table and for each seat, and a token for each phone. No network here.

The table's code stays the same until a phone is sent away: whoever has it sees what everybody at the table sees, and
while the screen shows that code, takes a seat that is free. A seat's code works only while the screen shows it, and
lets in one phone: nobody takes a seat by an old code. Of a token only the hash is kept, for a box that is restarted.
"""

from __future__ import annotations

import hashlib
import math
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.contract import Invitation
from companion.language.names import look_alikes, name_key, tidy_name, why_no_name
from companion.web.push import NOBODY
from companion.web.sign_in import alarm_for, is_code, new_code
from rules.core.words import Words, words

MOST_OF_SEAT = 4  # phones of one player
MOST_WATCHING = 100
GUEST = "guest-"  # begins the seat of a phone that has signed somebody in for a club night; no person is called so
MOST_GUESTS = 200
SHOWN_S = 5.0  # a seat's code expires this long after the screen last showed it
LONGEST_TURN_S = 1.0  # between two pictures; while a box stalls for longer, the last one stays on the screen


@dataclass(slots=True)
class SeatedPhone:
    """A phone that has signed in. ``player``: whose seat it has, ``NOBODY`` for one that only watches."""

    player: str
    used: float
    came: float
    place: str = ""  # the neighbourhood it came from; nobody knows after a restart


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """``name``: whose seat it is, empty for nobody's; ``is_unnamed``: a guest may say another."""

    seat: int
    name: str
    is_unnamed: bool


class Seats:
    """Players are identified by name: whoever changes seats for the next game keeps their phone."""

    def __init__(
        self,
        kept: Mapping[str, str] | None = None,
        clock: Callable[[], float] = time.monotonic,
        longest_s: float = math.inf,
    ) -> None:
        """``kept``: what ``kept()`` gave before the box was restarted. ``longest_s``: how long a phone may stay."""
        self._clock, self._longest_s = clock, longest_s
        self._lock = threading.Lock()
        self._phones = {mark: SeatedPhone(player, clock(), clock()) for mark, player in (kept or {}).items()}
        self._turned, self._drawn_s = clock(), 0.0  # the last picture, and for how long there were new ones
        self._shown: tuple[str, str, float] | None = None  # a player, the code of that seat, and when it was last seen
        self._invited: tuple[Invitation, float] = (Invitation(), -math.inf)  # and when the screen last said so
        self._named: dict[int, str] = {}  # by seat: what a guest is called, and the screen has not taken in yet
        self.code = new_code()
        self.changes = 0
        self.guessed = 0

    def turn(self) -> None:
        """To be called with every picture."""
        with self._lock:
            now = self._clock()
            self._drawn_s += min(now - self._turned, LONGEST_TURN_S)
            self._turned = now

    def show(self, player: str) -> str:
        """The code of this seat; to be called with every picture that shows it."""
        with self._lock:
            shown = self._now_shown()
            code = shown[1] if shown is not None and shown[0] == player else new_code()
            self._shown = (player, code, self._drawn_s)
            return code

    def invite(self, invitation: Invitation) -> dict[int, str]:
        """Whoever has the table's code may take a free seat; to be called with every picture that says so.

        Names that guests have given themselves since, by seat: the next invitation has them.
        """
        with self._lock:
            named, self._named = self._named, {}
            seats = tuple(named.get(seat, name) for seat, name in enumerate(invitation.seats))
            told = replace(invitation, seats=seats, unnamed=invitation.unnamed - named.keys())
            self._invited = (told, self._drawn_s)
            return named

    def to_take(self) -> tuple[FreeSeat, ...]:
        """The seats that may be taken now."""
        with self._lock:
            return self._free_seats()

    def joining(self) -> frozenset[str]:
        """Who has a seat of those that the screen shows, or has just taken one."""
        with self._lock:
            invited, seen = self._invited
            shown = {*invited.seats, *self._named.values()} if self._is_seen(seen) else set[str]()
            return frozenset(shown) & self._seated()

    def players(self) -> frozenset[str]:
        """Everybody who has a seat."""
        with self._lock:
            return self._seated()

    def _seated(self) -> frozenset[str]:
        return frozenset(phone.player for phone in self._phones.values()) - {NOBODY}

    def _free_seats(self) -> tuple[FreeSeat, ...]:
        invited, seen = self._invited
        if not self._is_seen(seen):
            return ()
        taken = self._seated()
        free = (
            FreeSeat(seat, name, seat in invited.unnamed)
            for seat, name in enumerate(invited.seats)
            if seat not in self._named and name not in taken
        )
        return tuple(free)

    def sit(self, token: str, seat: int, typed: str = "") -> Words | None:
        """Gives a free seat to a phone that watches, or says why not. ``typed``: the guest's own name."""
        with self._lock:
            phone = self._phone(token)
            place = next((one for one in self._free_seats() if one.seat == seat), None)
            if phone is None or phone.player != NOBODY or place is None or (typed and not place.is_unnamed):
                return words("phones.seat_gone")
            name = place.name
            if typed or not name:
                name = self._called(typed)
                if (refused := self._refused(name, place) if name else why_no_name(typed)) is not None:
                    return refused
                self._named[seat] = name
            phone.player = name
            self.changes += 1
            return None

    def settle(self, token: str) -> None:
        """Gives a phone that watches a seat of its own, by which it is known again; of too many one goes, from where
        most are."""
        with self._lock:
            phone = self._phone(token)
            if phone is None or phone.player != NOBODY:
                return
            guests = [mark for mark, one in self._phones.items() if one.player.startswith(GUEST)]
            if len(guests) >= MOST_GUESTS:
                del self._phones[self._hindmost(guests, phone.place)]
            phone.player = own_seat(token)
            self.changes += 1

    def _called(self, typed: str) -> str:
        """As this box writes it, if it knows somebody of that name."""
        name = tidy_name(typed)
        return self._invited[0].known.get(name_key(name), name)

    def _refused(self, name: str, place: FreeSeat) -> Words | None:
        """Nobody shall play, and be counted, under what looks like the name of another."""
        invited = self._invited[0]
        seated = {one for seat, one in enumerate(invited.seats) if seat != place.seat} | {*self._named.values()}
        others = (seated | self._seated()) - {NOBODY}
        known = {*invited.known.values()}
        shown = others if name in known else others | known
        alike = next((one for one in sorted(shown) if look_alikes((one, name))), name if name in others else None)
        return None if alike is None else words("phones.name_taken", name=alike)

    def _is_seen(self, at: float) -> bool:
        return self._drawn_s - at <= SHOWN_S

    def _now_shown(self) -> tuple[str, str] | None:
        return self._shown[:2] if self._shown is not None and self._is_seen(self._shown[2]) else None

    def enter(self, code: str, former: str = "", place: str = "") -> str | None:
        """A token for the right code, None for a wrong one. A seat's code works once."""
        with self._lock:
            shown = self._now_shown()
            if shown is not None and is_code(code, shown[1]):
                self._shown = None
                return self._let_in(shown[0], former, place)
            if is_code(code, self.code):
                phone = self._phone(former)
                if phone is None:
                    return self._let_in(NOBODY, former, place)
                return self._let_in(phone.player, former, place, phone.came)  # it keeps its seat, for no longer
            self.guessed += 1
        return None

    @property
    def alarm(self) -> int:
        """How many wrong codes were tried, as a power of ten; 0: only typing errors."""
        return alarm_for(self.guessed)

    def who(self, token: str) -> str | None:
        """Whose seat this phone has, ``NOBODY`` for one that only watches, None for a stranger."""
        if not token:
            return None
        with self._lock:
            phone = self._phone(token)
            if phone is None:
                return None
            phone.used = self._clock()
            return phone.player

    def _phone(self, token: str) -> SeatedPhone | None:
        phone = self._phones.get(_mark(token))  # a sum is looked up: how long that takes tells nothing of a token
        return None if phone is None or self._is_over(phone) else phone

    def _is_over(self, phone: SeatedPhone) -> bool:
        return self._clock() - phone.came > self._longest_s

    def count(self, player: str) -> int:
        """How many phones may act for this player now."""
        with self._lock:
            return sum(phone.player == player and not self._is_over(phone) for phone in self._phones.values())

    def free(self, player: str) -> None:
        """Frees a seat: its phones are signed out, and come back only by the code that the screen shows from now on."""
        with self._lock:
            self.code, self._shown = new_code(), None
            self._phones = {mark: phone for mark, phone in self._phones.items() if phone.player != player}
            self.changes += 1

    def kept(self) -> dict[str, str]:
        with self._lock:
            return {mark: phone.player for mark, phone in self._phones.items()}

    def _let_in(self, player: str, former: str, place: str, came: float | None = None) -> str:
        self._phones.pop(_mark(former), None)
        like = [mark for mark, phone in self._phones.items() if phone.player == player]
        if len(like) >= (MOST_OF_SEAT if player else MOST_WATCHING):
            del self._phones[self._hindmost(like, place)]
        token = secrets.token_urlsafe(32)
        now = self._clock()
        self._phones[_mark(token)] = SeatedPhone(player, now, now if came is None else came, place)
        self.changes += 1
        return token

    def _hindmost(self, marks: Sequence[str], place: str) -> str:
        """Who makes room: whoever comes in again and again takes from their own place, else the fullest place gives."""
        counts = Counter(self._phones[mark].place for mark in marks)
        full = place if counts[place] >= MOST_OF_SEAT else max(counts, key=counts.__getitem__)
        return min((self._phones[mark].used, mark) for mark in marks if self._phones[mark].place == full)[1]


def own_seat(token: str) -> str:
    """Tells nothing of the token."""
    return GUEST + _mark(f"{GUEST}{token}")[:16]


def _mark(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
