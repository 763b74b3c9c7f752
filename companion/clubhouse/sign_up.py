"""Guests sign in for tonight by phone: as somebody registered, or as somebody new. Nothing here is the host's.

A phone acts only for people whom it has signed in, or whom no phone has; what it does is a correction like the host's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.clubhouse.people_acts import keep_person
from companion.clubhouse.person_values import read_id
from companion.clubhouse.persons import PersonKept
from companion.clubhouse.register import Register
from companion.clubhouse.seating.plan import MOST_GUESTS
from companion.clubhouse.seating.tonight import GuestHere
from companion.clubhouse.seating_acts import leave
from companion.clubhouse.standings import night_of
from companion.language.names import look_alikes, name_key, plain_name, tidy_name, why_no_name
from companion.language.wording import Trouble
from rules.core.players import LONGEST_NAME
from rules.core.values import any_text, choice
from rules.core.words import words

CLOSED = "sign_up_closed"  # setting of the register
MOST_OF_PHONE = 6  # people whom one phone has signed in: a family
MOST_TIMES_OF_PHONE = 30  # in a night
MOST_TIMES = 1_000  # of all phones in a night, so that none of them fills the file
MOST_ASKED = 12  # people of a similar name


@dataclass(frozen=True, slots=True)
class GuestWish:
    """Made by the server, never taken from a request as a whole. ``phone``: the seat of the phone that asks.
    ``person``: somebody registered; without one, whoever has this ``name``, or somebody new."""

    phone: str
    do: str
    person: str = ""
    name: str = ""
    is_new: bool = False


def read_guest_wish(asked: Mapping[str, Any], phone: str) -> GuestWish:
    person = asked.get("person", "")
    return GuestWish(
        phone,
        choice(asked.get("do"), "do", tuple(_ACTS)),
        read_id(person, "person") if person else "",
        any_text(asked.get("name", ""), "name", 4 * LONGEST_NAME),
        asked.get("new") is True,
    )


def guest_act(register: Register, wish: GuestWish, now: datetime) -> Mapping[str, Any]:
    """Raises ``Trouble`` if this phone may not; then nothing has been changed."""
    return _ACTS[wish.do](register, wish, now)


def is_open(register: Register) -> bool:
    return not register.setting(CLOSED)


def _here(register: Register, wish: GuestWish, now: datetime) -> Mapping[str, Any]:
    """Signs in; if people of a similar name are registered, asks first which of them it is."""
    if not is_open(register):
        raise Trouble(words("clubhouse.sign_up.closed"))
    name = tidy_name(wish.name, LONGEST_NAME)
    if not wish.person and not name:
        raise Trouble(why_no_name(wish.name, LONGEST_NAME))
    if not wish.person and not wish.is_new and (found := similar(register, name)):
        return {"which": [[one.id, one.sign] for one in found], "name": name}
    _check_room(register, wish, now)
    if wish.person:
        person, place, game = _free_person(register, wish, now)
    else:
        person, place, game = keep_person(register, {"name": name, "who": _who(wish)}, now).id, 0, ""
    register.correct(_who(wish), GuestHere(person, place=place, game=game, phone=wish.phone), now)
    return {}


def _free_person(register: Register, wish: GuestWish, now: datetime) -> tuple[str, int, str]:
    """Somebody whom no other phone has signed in, with the place and the game that the host has given them."""
    counted = register.counted()
    person = counted.persons.person(wish.person)
    if person is None or person.sign in counted.hidden:
        raise Trouble(words("clubhouse.sign_up.nobody"))
    here = next((one for one in register.tonight(now).guests if one.person == person.id), None)
    if here is not None and here.phone:
        own = here.phone == wish.phone
        raise Trouble(words("clubhouse.sign_up.is_here" if own else "clubhouse.sign_up.other_phone", name=person.sign))
    return (person.id, 0, "") if here is None else (person.id, here.place, here.game)


def _leave(register: Register, wish: GuestWish, now: datetime) -> Mapping[str, Any]:
    here = next((one for one in register.tonight(now).guests if one.person == wish.person), None)
    if here is None or here.phone != wish.phone:
        raise Trouble(words("clubhouse.sign_up.not_yours"))
    leave(register, _who(wish), GuestHere(here.person, on=False, phone=wish.phone), now)
    return {}


def _check_room(register: Register, wish: GuestWish, now: datetime) -> None:
    tonight, night = register.tonight(now), night_of(now)
    said = [one.change for one in register.corrections() if night_of(one.at) == night]
    phones = [one.phone for one in said if isinstance(one, GuestHere) and one.phone]
    if phones.count(wish.phone) >= MOST_TIMES_OF_PHONE or len(phones) >= MOST_TIMES:
        raise Trouble(words("clubhouse.sign_up.often"))
    if sum(one.phone == wish.phone for one in tonight.guests) >= MOST_OF_PHONE:
        raise Trouble(words("clubhouse.sign_up.most", n=MOST_OF_PHONE))
    if len(tonight.guests) >= MOST_GUESTS:
        raise Trouble(words("clubhouse.seating.too_many", n=MOST_GUESTS))


def similar(register: Register, name: str) -> list[PersonKept]:
    """Whoever somebody of this name may be: the same name, the same beginning of the first one, or what looks alike."""
    counted, key = register.counted(), name_key(name)
    found = [
        one
        for one in counted.persons.all
        if one.sign not in counted.hidden and any(_is_similar(name, other) for other in (one.sign, one.name))
    ]
    found.sort(key=lambda one: (key not in (name_key(one.sign), name_key(one.name)), name_key(one.sign)))
    return found[:MOST_ASKED]


def _is_similar(typed: str, known: str) -> bool:
    return _first(known).startswith(_first(typed)) or look_alikes((typed, known)) is not None


def _first(name: str) -> str:
    return (plain_name(name) or name_key(name)).split(" ")[0]


def _who(wish: GuestWish) -> str:
    """As corrections name who made them."""
    return f"phone {wish.phone[-4:]}"


_ACTS: Mapping[str, Callable[[Register, GuestWish, datetime], Mapping[str, Any]]] = {"here": _here, "leave": _leave}
