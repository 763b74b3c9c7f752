"""What the host does about seats: who comes and leaves, the next round, a seat for a latecomer."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from companion.clubhouse.people_acts import Act, keep_person, who_asks
from companion.clubhouse.person_values import LONGEST_ID, read_id
from companion.clubhouse.ratings import histories
from companion.clubhouse.register import Register
from companion.clubhouse.seating.plan import MOST_GUESTS, By, Guest, seat, with_latecomer, without
from companion.clubhouse.seating.tonight import GuestHere, RoundSeated
from companion.clubhouse.seating.values import read_rules
from companion.clubhouse.standings import Rules, before_night, counts, night_of, of_night, of_season, standings
from companion.language.wording import Trouble
from rules.core.values import any_text, whole
from rules.core.words import words


def _here(register: Register, wish: Mapping[str, Any], now: datetime) -> None:
    """Somebody registered comes, or somebody new who is registered with it. Without a place and a game: any."""
    ident = any_text(wish.get("person", ""), "person", LONGEST_ID)
    place = whole(wish.get("place", 0), "seat", 0, MOST_GUESTS)
    game = any_text(wish.get("game", ""), "other_game", LONGEST_ID).strip()
    person = read_id(ident, "person") if ident else keep_person(register, {**wish, "id": ""}, now).id
    register.correct(who_asks(wish), GuestHere(person, on=True, place=place, game=game), now)


def _leave(register: Register, wish: Mapping[str, Any], now: datetime) -> None:
    leave(register, who_asks(wish), GuestHere(read_id(wish.get("person"), "person"), on=False), now)


def leave(register: Register, who: str, gone: GuestHere, now: datetime) -> None:
    """Also from the round that is played."""
    person, before = gone.person, register.tonight(now)
    register.correct(who, gone, now)
    played = before.now
    if played is not None and (person in before.seated or person in played.seating.out):
        left, _ = without(played.seating, person, played.rules, before.earlier(played.number))
        register.correct(who, RoundSeated(played.number, left, played.rules), now)


def _seat(register: Register, wish: Mapping[str, Any], now: datetime) -> None:
    rules, here = read_rules(wish), register.tonight(now)
    number = 1 + (0 if here.now is None else here.now.number)
    # By the number of corrections: a round that is taken back and seated again is another one.
    guests = here.to_seat(strengths(register), _ranks(register, rules.by, now))
    made = seat(guests, rules, here.earlier(number), len(register.corrections()))
    register.correct(who_asks(wish), RoundSeated(number, made, rules), now)


def _ranks(register: Register, by: By, now: datetime) -> dict[str, int]:
    """The places of tonight's or the season's standings, by person."""
    counted, night = register.counted(), night_of(now)
    season = of_season(counted.results, counted.rules)
    match by:
        case "final":
            rows = standings(of_night(counted.results, night), counted.rules, before_night(season, night))
        case "season_final":
            rows = standings(season, counted.rules)
        case _:
            rows = ()
    return {person.id: row.place for row in rows if (person := counted.persons.by_sign(row.name)) is not None}


def _late(register: Register, wish: Mapping[str, Any], now: datetime) -> None:
    """A seat in the round that is played."""
    here, ident = register.tonight(now), read_id(wish.get("person"), "person")
    if here.now is None:
        raise Trouble(words("clubhouse.seating.no_round"))
    guest = next((one for one in here.guests if one.person == ident), None)
    if guest is None:
        raise Trouble(words("clubhouse.seating.not_here"))
    if ident in here.seated:
        raise Trouble(words("clubhouse.seating.seated"))
    played, late = here.now, Guest(ident, place=guest.place, game=guest.game)
    grown = with_latecomer(played.seating, late, played.rules, here.earlier(played.number))
    register.correct(who_asks(wish), RoundSeated(played.number, grown, played.rules), now)


def strengths(register: Register) -> dict[str, float]:
    """The mean rating over all games, by person."""
    counted = register.counted()
    rated = histories(one for one in counted.results if counts(one, Rules()))
    return {one.id: rated[one.sign][-1].mean for one in counted.persons.all if one.sign in rated}


SEATING_ACTS: Mapping[str, Act] = {"here": _here, "leave": _leave, "seat": _seat, "late": _late}
