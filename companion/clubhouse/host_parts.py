"""What the host's page has beside everybody's, by task: calls, results, people, the evening.

With real names: whoever corrects a result must know whose it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

from companion.club.messages import GameResult, format_moment
from companion.clubhouse.board_model import Known, game_name, rules_text, title_in, waiting_text
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
    values_of,
)
from companion.clubhouse.seating.tonight import GuestHere
from companion.clubhouse.seating_parts import host_seats
from companion.clubhouse.standings import counts
from companion.language.i18n import Phrases
from companion.language.wording import decimal_mark, moment_words, time_words
from rules.core.scoring import figure
from rules.core.words import words

MOST_RESULTS = 60  # the newest
MOST_OF_BOX = 15  # of these, unless there is room for more
MOST_CORRECTIONS = 60


def host_parts(known: Known, register: Register, say: Phrases) -> dict[str, Any]:
    heard = {one.game: one for one in register.results()}
    return {
        "results": _results(known, register, heard, say),
        "people": people_part(known, say),
        "seats": host_seats(known, say),
        "evening": _evening(known, heard, say),
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


# Results.


def _results(known: Known, register: Register, heard: Mapping[str, GameResult], say: Phrases) -> list[dict[str, Any]]:
    newest = _newest(known.counted.results, register.boxes())
    return [_result(one, heard[one.game], register, known, say) for one in newest]


def _newest(results: Sequence[GameResult], boxes: Mapping[str, str]) -> list[GameResult]:
    """The last heard first, whatever their clocks say; one table cannot crowd out the others."""
    count = Counter[str]()
    in_turn: list[tuple[bool, GameResult]] = []
    for one in reversed(results):
        box = boxes.get(one.game, "")
        in_turn.append((count[box] >= MOST_OF_BOX, one))
        count[box] += 1
    return [one for _, one in sorted(in_turn, key=itemgetter(0))[:MOST_RESULTS]]


def _result(result: GameResult, heard: GameResult, register: Register, known: Known, say: Phrases) -> dict[str, Any]:
    """``was``: the player's name as the box has it; corrections refer to that name."""
    ended = result.ended or result.began
    return {
        "game": result.game,
        "title": f"{game_name(result.slug, say, result.title)} · {result.table}",
        "when": say.say(moment_words(format_moment(ended))),
        "void": result.game in known.counted.void,
        "withdrawn": heard.withdrawn,
        "practice": result.practice,
        "counts": counts(result, known.counted.rules),
        "heard": f"{register.entries_of(result.game)}/{result.entries}",
        "players": [
            {"was": was.name, "name": one.name, "place": one.place, "points": one.points}
            for was, one in zip(heard.players, result.players, strict=True)
        ],
    }


# The evening.


def _evening(known: Known, heard: Mapping[str, GameResult], say: Phrases) -> dict[str, Any]:
    rules = known.counted.rules
    title = title_in(heard.values(), rules.slug)
    return {
        "rules": {**values_of(RulesChosen(rules)), "said": rules_text(rules, say, title)},
        "games": sorted({(one.slug, game_name(one.slug, say, one.title)) for one in known.counted.results}),
        "asides": [
            {
                "box": named.aside.box,
                "kind": named.aside.kind,
                "why": say.say(named.aside.why),
                "count": named.count,
                "at": say.say(time_words(named.at)),
            }
            for named in reversed(known.hall.asides)
        ],
        "troubles": [say.say(one) for one in known.troubles],
    }


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
