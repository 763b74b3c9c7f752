"""The content of the board's web page as JSON: the same for everybody, and more for the host."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

from companion.club.messages import GameResult, format_moment
from companion.clubhouse.board_model import (
    Known,
    StandingsTable,
    announced_text,
    calls_text,
    clock_of,
    game_name,
    night_table,
    rules_text,
    season_table,
    tile_of,
    title_in,
)
from companion.clubhouse.people_parts import people_part, said_of_person
from companion.clubhouse.persons import Persons
from companion.clubhouse.public_names import PublicNames
from companion.clubhouse.rating_parts import ratings_part
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
from companion.clubhouse.standings import counts, night_of
from companion.language.i18n import Phrases, load_texts
from companion.language.wording import day_words, decimal_mark, moment_words, time_words
from rules.core.scoring import figure
from rules.core.words import words

MOST_SHOWN = 200  # tables on the page
MOST_ROWS = 200  # of standings
MOST_RESULTS = 60  # the newest, for the host
MOST_OF_BOX = 15  # of these, unless there is room for more
MOST_CORRECTIONS = 60
PAGE = "clubhouse.page."


def shared_parts(known: Known, say: Phrases) -> dict[str, Any]:
    public = PublicNames(known.counted, say)
    night = night_of(known.now)
    return {
        "texts": _texts(say),
        "club": {"title": known.title, "day": say.say(day_words(night.isoformat()))},
        "announced": announced_text(known.announced),
        "calls": calls_text(known.hall, public, say),
        "tables": _tables(known, public, say),
        "standings": [
            _standings(night_table(known.counted, night, say, today=True), public),
            _standings(season_table(known.counted, say), public),
        ],
        "ratings": ratings_part(known.counted, public, say),
    }


def clock_part(known: Known, say: Phrases) -> dict[str, Any]:
    figures, label, is_up = clock_of(known.announced, known.now, say)
    return {"figures": figures, "label": label, "up": is_up}


def host_parts(known: Known, register: Register, say: Phrases) -> dict[str, Any]:
    """With real names: whoever corrects a result must know whose it is."""
    counted, corrections = known.counted, register.corrections()
    newest = _newest(counted.results, register.boxes())
    valid = {one.number for one in in_force(corrections)}
    heard = {one.game: one for one in register.results()}
    title = title_in(heard.values(), counted.rules.slug)
    return {
        "host": {
            "calling": [{"box": table.box, "name": table.name} for table in known.hall.calling],
            "rules": {**values_of(RulesChosen(counted.rules)), "said": rules_text(counted.rules, say, title)},
            "games": sorted({(one.slug, game_name(one.slug, say, one.title)) for one in counted.results}),
            "hidden": list(counted.hidden),
            "names": sorted({player.name for one in counted.results for player in one.players}, key=say.sort_key),
            "results": [_result(one, heard[one.game], register, known, say) for one in newest],
            "corrections": [
                {
                    "number": one.number,
                    "at": say.say(moment_words(format_moment(one.at))),
                    "who": one.who,
                    "what": said_of(one, heard, counted.persons, say),
                    "valid": one.number in valid,
                }
                for one in corrections[: -MOST_CORRECTIONS - 1 : -1]
            ],
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
        },
        "people": people_part(known, say),
    }


def _newest(results: Sequence[GameResult], boxes: Mapping[str, str]) -> list[GameResult]:
    """The last heard first, whatever their clocks say; one table cannot crowd out the others."""
    count = Counter[str]()
    in_turn: list[tuple[bool, GameResult]] = []
    for one in reversed(results):
        box = boxes.get(one.game, "")
        in_turn.append((count[box] >= MOST_OF_BOX, one))
        count[box] += 1
    return [one for _, one in sorted(in_turn, key=itemgetter(0))[:MOST_RESULTS]]


def _texts(say: Phrases) -> dict[str, str]:
    return {key.removeprefix(PAGE): say(key, n="{n}") for key in load_texts(say.code) if key.startswith(PAGE)}


def _tables(known: Known, public: PublicNames, say: Phrases) -> dict[str, Any]:
    over = {one.game: one for one in known.counted.results if one.ended is not None}
    tables = [table for table in known.hall.tables if not table.is_long_gone(known.now)]
    shown = sorted(tables, key=lambda table: not table.is_calling)[:MOST_SHOWN]
    return {"list": [_tile(tile_of(one, over, public, say)) for one in shown], "more": len(tables) - len(shown)}


def _tile(tile: Any) -> dict[str, Any]:
    return {
        "name": tile.name,
        "mode": tile.mode,
        "where": " · ".join(filter(None, (tile.game, tile.figure, tile.phase))),
        "now": tile.now,
        "players": [[one.name, one.figure, one.is_turn] for one in tile.players],
    }


def _standings(table: StandingsTable, public: PublicNames) -> dict[str, Any]:
    rows = [[one.place, public.shown(one.name), one.total, one.games, one.wins] for one in table.rows[:MOST_ROWS]]
    return {"title": table.title, "below": table.below, "rows": rows}


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


def said_of(correction: Correction, heard: dict[str, GameResult], persons: Persons, say: Phrases) -> str:
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
