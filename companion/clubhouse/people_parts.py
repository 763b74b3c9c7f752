"""The part of the host's page about people: who is registered, which names are nobody's, what is unclear."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.club.messages import GameResult, format_moment
from companion.clubhouse.clashes import Sitting, clashes
from companion.clubhouse.game_names import game_name
from companion.clubhouse.known import Known
from companion.clubhouse.persons import PersonChange, PersonKept, PersonMatched, Persons, PersonsMerged, PersonSplit
from companion.clubhouse.seating.tonight import GuestHere, RoundSeated, SeatingChange
from companion.language.i18n import Phrases
from companion.language.wording import moment_words
from rules.core.words import Words, words

MOST_GAMES = 12  # of each person, the newest


def people_part(known: Known, say: Phrases) -> dict[str, Any]:
    counted = known.counted
    played: dict[str, list[GameResult]] = {}
    for one in counted.results:
        for player in one.players:
            played.setdefault(player.name, []).append(one)
    people = sorted(counted.persons.all, key=lambda one: say.sort_key(one.name))
    signs = {one.sign for one in people}
    return {
        "people": [_person(one, played.get(one.sign, []), say) for one in people],
        "unknown": sorted((name for name in played if name not in signs), key=say.sort_key),
        "names": sorted(played, key=say.sort_key),
        "hidden": list(counted.hidden),
        "clashes": [
            {"name": one.name, "sittings": [_sitting(sitting, say) for sitting in one.sittings]}
            for one in clashes(counted, known.hall.tables, known.now)
        ],
    }


def _person(person: PersonKept, played: list[GameResult], say: Phrases) -> dict[str, Any]:
    return {
        "id": person.id,
        "name": person.name,
        "sign": person.sign,
        "note": person.note,
        "count": len(played),
        "games": [
            {"game": one.game, "said": f"{game_name(one.slug, say, one.title)} · {one.table} · {_when(one, say)}"}
            for one in played[: -MOST_GAMES - 1 : -1]
        ],
    }


def _when(result: GameResult, say: Phrases) -> str:
    return say.say(moment_words(format_moment(result.ended or result.began)))


def _sitting(one: Sitting, say: Phrases) -> dict[str, Any]:
    when = say("clubhouse.people.now") if one.is_on else say.say(moment_words(format_moment(one.ended)))
    return {"game": one.game, "said": f"{one.table} · {when}"}


def said_of_person(change: PersonChange | SeatingChange, persons: Persons, heard: Mapping[str, GameResult]) -> Words:
    """A change of persons or seats as a sentence."""

    def sign(ident: str) -> str:
        person = persons.kept.get(ident)
        return ident if person is None else person.sign

    key = "clubhouse.said.people"
    match change:
        case PersonKept(name=name, sign=written):
            return words(f"{key}.person", name=name, sign=written)
        case PersonMatched(name=name, person=ident, box=box, game=game):
            table = heard[game].table if game in heard else game
            sort = "match_game" if game else "match_box" if box else "match"
            return words(f"{key}.{sort}", name=name, person=sign(ident), box=box, table=table)
        case PersonsMerged(person=ident, into=into):
            return words(f"{key}.merge", person=sign(ident), into=sign(into))
        case PersonSplit(person=ident, to=to, games=games):
            sort = "sure" if ident == to else "split"
            return words(f"{key}.{sort}", n=len(games), person=sign(ident), to=sign(to))
        case GuestHere(person=ident, on=on):
            return words(f"{key}.here" if on else f"{key}.here_off", person=sign(ident))
        case RoundSeated(number=number):
            return words(f"{key}.seated", n=number)
