"""What the host's page shows besides the common one, by task: calls, results, people, the evening.

With real names: whoever corrects a result must know whose it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from companion.club.messages import GameResult, format_moment
from companion.clubhouse.board_model import waiting_text
from companion.clubhouse.correction_values import values_of
from companion.clubhouse.game_names import game_name, title_in
from companion.clubhouse.host_acts import KEY, WEBHOOK
from companion.clubhouse.known import Known
from companion.clubhouse.people_parts import people_part, said_of_person
from companion.clubhouse.persons import Persons
from companion.clubhouse.register import Register
from companion.clubhouse.result_corrections import (
    Correction,
    CorrectionUndone,
    PlayerHidden,
    PlayerRenamed,
    ResultAmended,
    ResultVoided,
    RulesChosen,
    in_force,
)
from companion.clubhouse.result_list import ResultList
from companion.clubhouse.seating.tonight import GuestHere
from companion.clubhouse.seating_parts import host_seats
from companion.clubhouse.standings_tables import rules_text
from companion.clubhouse.written_results import ResultEntered, ResultSet, WrittenPlayer
from companion.language.i18n import Phrases
from companion.language.wording import decimal_mark, moment_words, time_words
from rules.core.scoring import figure
from rules.core.words import words

MOST_CORRECTIONS = 60


def host_parts(known: Known, register: Register, say: Phrases, games: Iterable[str] = ()) -> dict[str, Any]:
    """``games``: those of the program."""
    heard = register.heard()
    return {
        "results": ResultList(known, register, say).newest(),
        "people": people_part(known, say),
        "seats": host_seats(known, say),
        "evening": {**_evening(known, heard, say), "games": _games(known, games, say), **_outside(register)},
        "corrections": _corrections(known, register, heard, say),
    }


def calling_part(known: Known, say: Phrases) -> list[dict[str, Any]]:
    """The queue, whoever has waited longest first; then those to whom a host is on the way."""
    return [
        {
            "box": table.box,
            "name": table.name,
            "why": table.call.why,
            "waits": waiting_text(table, known.now, say),
            "answered": not table.is_calling,
        }
        for table in (*known.hall.calling, *known.hall.answered)
        if table.call is not None
    ]


# The evening.


def _evening(known: Known, heard: Mapping[str, GameResult], say: Phrases) -> dict[str, Any]:
    rules = known.counted.rules
    title = title_in(heard.values(), rules.slug)
    return {
        "rules": {**values_of(RulesChosen(rules)), "said": rules_text(rules, say, title)},
        "asides": [
            {
                "box": named.aside.box,
                "kind": say(f"clubhouse.kind.{named.aside.kind}"),
                "why": say.say(named.aside.why),
                "count": named.count,
                "at": say.say(time_words(named.at)),
            }
            for named in reversed(known.hall.asides)
        ],
        "gone": [(table.box, table.name) for table in known.hall.gone],
        "troubles": [say.say(one) for one in known.troubles],
    }


def _outside(register: Register) -> dict[str, str]:
    """What programs are told: the key of the JSON, and the address of the webhook."""
    return {"key": register.setting(KEY) or "", "webhook": register.setting(WEBHOOK) or ""}


def _games(known: Known, own: Iterable[str], say: Phrases) -> list[tuple[str, str]]:
    """Those of the program, on a table now, or in a result."""
    titles: dict[str, Mapping[str, str]] = {slug: {} for slug in own}
    titles |= {one.slug: one.title for one in known.counted.results}
    states = [table.state for table in known.hall.tables if table.state is not None]
    titles |= {one.slug: one.title for one in states if one.slug is not None}
    named = [(slug, game_name(slug, say, title)) for slug, title in titles.items()]
    return sorted(named, key=lambda one: say.sort_key(one[1]))


# Corrections.


def _corrections(
    known: Known, register: Register, heard: Mapping[str, GameResult], say: Phrases
) -> list[dict[str, Any]]:
    """Without who came and left: that is many lines, and is taken back by coming and leaving."""
    found = [one for one in register.corrections() if not isinstance(one.change, GuestHere)]
    valid = {one.number for one in in_force(register.corrections())}
    return [
        {
            "number": one.number,
            "at": say.say(moment_words(format_moment(one.at))),
            "who": one.who,
            "what": said_of(one, heard, known.counted.persons, say),
            "valid": one.number in valid,
        }
        for one in found[: -MOST_CORRECTIONS - 1 : -1]
    ]


def said_of(correction: Correction, heard: Mapping[str, GameResult], persons: Persons, say: Phrases) -> str:
    """A correction as a sentence."""
    change = correction.change
    game = getattr(change, "game", "")
    table = heard[game].table if game in heard else game
    match change:
        case ResultVoided(on=on):
            said = words("clubhouse.said.void" if on else "clubhouse.said.void_off", table=table)
        case ResultAmended(name=name, place=place, points=points):
            shown = "–" if points is None else figure(points, unknown=False, mark=decimal_mark(say))
            said = words("clubhouse.said.amend", name=name, table=table, place=str(place), points=shown)
        case ResultSet(players=players):
            said = words("clubhouse.said.set", table=table, ranked=_ranked(players, say))
        case ResultEntered(players=players, table=where):
            said = words("clubhouse.said.enter", table=where, ranked=_ranked(players, say))
        case PlayerRenamed(name=name, to=to):
            said = words("clubhouse.said.rename_in" if game else "clubhouse.said.rename", name=name, to=to, table=table)
        case PlayerHidden(name=name, on=on):
            said = words("clubhouse.said.hide" if on else "clubhouse.said.hide_off", name=name)
        case RulesChosen(rules=rules):
            said = words("clubhouse.said.choose", count=rules_text(rules, say, title_in(heard.values(), rules.slug)))
        case CorrectionUndone(number=number):
            said = words("clubhouse.said.takeback", n=number)
        case _:
            said = said_of_person(change, persons, heard)
    return say.say(said)


def _ranked(players: Sequence[WrittenPlayer], say: Phrases) -> str:
    return say.row(
        f"{one.place}. {one.name}"
        + ("" if one.points is None else f" {figure(one.points, unknown=False, mark=decimal_mark(say))}")
        for one in sorted(players, key=attrgetter("place"))
    )
