"""View models of the end: the pad, a player's workings, the winner with a chart."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from companion.keeping.highlights import Champion, champions, highlights
from companion.keeping.session_stats import RoundPoints
from companion.language.i18n import Phrases
from companion.language.wording import decimal_mark
from companion.models import (
    Badge,
    Choice,
    Header,
    Hints,
    list_hints,
    origin_badges,
    rules_hint,
    sentence,
    standing_badges,
)
from companion.screens.last_screen import Medal, StandingRow, StandingsModel
from companion.screens.pad_screen import PadModel, PadRow
from companion.screens.question_screen import QuestionModel
from companion.screens.race_chart import Race, RaceLine
from companion.screens.winner_screen import ROUNDS, Bar, WinnerModel
from companion.screens.workings_screen import WorkingGroup, WorkingLine, WorkingsModel
from rules.core.origins import origin_words
from rules.core.scoring import (
    PointsPlayer,
    PointsScore,
    RacePlayer,
    RaceScore,
    Score,
    figure,
    has_ranks,
    is_unknown,
    ranked_seats,
    rows_of,
    totals_of,
    winning_seats,
)

PLURAL = 2
MOST_NAMED = 9  # unknown things, above four choices
MOST_REMARKS = 4  # on the last screen

# The icon and, if any, the card colour for a row of the pad.
RowMark = Callable[[str], tuple[str, str | None]]


def pad_view(score: PointsScore, say: Phrases, mark: RowMark, *, has_rules: bool = False) -> PadModel:
    """``has_rules``: of the game on the table."""
    players: Sequence[PointsPlayer] = score["players"]
    hold = say("screen.hint.menu")
    header = Header(say("screen.pad.title"), badges=score_badges(score, say), rules=has_rules)
    rules = rules_hint(say, header)
    walk = say("screen.hint.choose")
    return PadModel(
        header=header,
        names=tuple(player["name"] for player in players),
        rows=tuple(
            PadRow(
                row,
                say(f"screen.row.{row}"),
                *mark(row),
                points=tuple(player["scores"].get(row, 0) for player in players),
                told=frozenset(seat for seat, player in enumerate(players) if _is_told(player, row)),
                unknown=frozenset(seat for seat, player in enumerate(players) if is_unknown(player, row)),
            )
            for row in rows_of(score)
        ),
        total_name=say("screen.pad.total"),
        totals=tuple(player["total"] for player in players),
        winners=winning_seats(score),
        filling=Hints(say("screen.hint.row_back"), *(say("screen.hint.fill"),) * 2, hold_ok=hold, hold_next=rules),
        filled=Hints(walk, walk, say("screen.hint.workings"), say("screen.hint.back"), hold_ok=hold, hold_next=rules),
        mark=decimal_mark(say),
    )


def _is_told(player: PointsPlayer, row: str) -> bool:
    return any(line.get("told") for line in player["lines"] if line["row"] == row)


def score_badges(score: PointsScore, say: Phrases) -> tuple[Badge, ...]:
    """Whether the score is certain, and what it is based on."""
    told = sum(bool(line.get("told")) for player in score["players"] for line in player["lines"])
    badges = standing_badges(say, practice=score["practice"], camera=True, incomplete=not score["complete"])
    if told:
        badges = (*badges, Badge("hand", say("screen.badge.told", n=told)))
    return (*badges, *origin_badges(score, say))


def workings_view(score: PointsScore, seat: int, say: Phrases, mark: RowMark, *, by_hand: bool = True) -> WorkingsModel:
    """``by_hand``: whether points can be given by hand here."""
    player: PointsPlayer = score["players"][seat]
    walk = say("screen.hint.choose")
    return WorkingsModel(
        header=Header(say("screen.pad.title")),
        seat=seat,
        name=player["name"],
        total=player["total"],
        groups=tuple(group for row in rows_of(score) if (group := _group(player, row, say, mark)).lines),
        nothing=say("screen.pad.nothing"),
        hints=Hints(
            previous=walk,
            next=walk,
            ok=say("screen.hint.points") if by_hand else "",
            back=say("screen.hint.back"),
            hold_ok=say("screen.hint.menu"),
        ),
        mark=decimal_mark(say),
    )


def _group(player: PointsPlayer, row: str, say: Phrases, mark: RowMark) -> WorkingGroup:
    lines = tuple(
        WorkingLine(
            card=say.name("card", line["card"]) if line["card"] else "",
            points=line["points"],
            because=sentence(line["because"], say),
            told=bool(line.get("told")),
            unknown=bool(line.get("unknown")),
            origin=say.say(origin_words(line["origin"])) if line.get("origin") else "",
        )
        for line in player["lines"]
        if line["row"] == row
    )
    return WorkingGroup(row, say(f"screen.row.{row}"), *mark(row), points=player["scores"].get(row, 0), lines=lines)


def winner_view(
    score: PointsScore,
    say: Phrases,
    mark: RowMark,
    *,
    qr: str = "",
    title: str = "",
    code: str = "",
    remarks: tuple[str, ...] = (),
    choices: tuple[Choice, ...] = (),
    rounds: tuple[RoundPoints, ...] = (),
) -> WinnerModel:
    """The last screen of a game with points. An open count has no winner and no places: nobody knows who they are."""
    players: Sequence[PointsPlayer] = score["players"]
    seats = winning_seats(score)
    names = say.join([players[seat]["name"] for seat in seats])
    ranked = ranked_seats(score)
    best = [figure(players[seat]["total"], unknown=False, mark=decimal_mark(say)) for seat in seats[:1]]
    told = tuple(say.say(one) for one in highlights(score, rounds))
    by_round = (Choice(say("screen.winner.rounds"), ROUNDS, icon="history"),) if rounds else ()
    return WinnerModel(
        headline=_headline(score, names, say),
        detail=(_lead(score, say) or sentence(score.get("verdict"), say)) if seats else _why_open(score, say),
        seats=seats,
        names=names,
        figure="".join(best),
        title=title,
        medals=tuple(_medal(one, players, say, mark) for one in champions(score)),
        bars=tuple(_bar(score, seat, mark) for seat in ranked),
        choices=(*choices[:1], *by_round, *choices[1:]),
        race=race_of(score, rounds, say) if rounds else None,
        qr=qr,
        qr_text=say("screen.winner.qr") if qr else "",
        code=code,
        code_text=say("screen.winner.picture"),
        mark=decimal_mark(say),
        badges=score_badges(score, say),
        remarks=(*remarks, *told)[:MOST_REMARKS],
        hints=_choice_hints(say) if choices else Hints(hold_ok=say("screen.hint.menu")),
    )


def _why_open(score: Score, say: Phrases) -> str:
    return sentence(score.get("early"), say) or say("screen.winner.open_detail")


def _headline(score: Score, names: str, say: Phrases) -> str:
    if not has_ranks(score):
        return say("screen.winner.early" if "early" in score else "screen.winner.open")
    return say("screen.winner.one" if len(winning_seats(score)) == 1 else "screen.winner.shared", names=names)


def _medal(champion: Champion, players: Sequence[PointsPlayer], say: Phrases, mark: RowMark) -> Medal:
    name, row = players[champion.seat]["name"], say(f"screen.row.{champion.row}")
    points = figure(champion.points, unknown=False, mark=decimal_mark(say))
    return Medal(*mark(champion.row), row, champion.seat, name, points)


def race_of(score: PointsScore, rounds: Sequence[RoundPoints], say: Phrases) -> Race:
    """The best first; an open count has no places."""
    players: Sequence[PointsPlayer] = score["players"]
    ranked = ranked_seats(score)
    mark = decimal_mark(say)
    lines = tuple(
        RaceLine(
            seat,
            players[seat]["name"],
            players[seat]["place"] if has_ranks(score) else None,
            tuple(None if seat in points.unknown else points.totals[seat] for points in rounds),
            figure(players[seat]["total"], unknown=is_unknown(players[seat]), mark=mark),
        )
        for seat in ranked
    )
    return Race(tuple(str(points.round) for points in rounds), lines)


def not_yet_view(score: Score, say: Phrases, ways: Collection[str]) -> QuestionModel:
    """No winner until the missing facts are known or the players accept the score; the focus is on telling them.

    ``ways``: to tell them (``tell``), or the points of each unknown card (``points``).
    """
    unknown = [sentence(thing, say) for thing in score.get("unknown", ())]
    cards = len(list(untold_cards(score)))
    tell = Choice(say("page.missing.tell"), "tell", say("page.missing.tell_detail"), "teach")
    by_hand = Choice(say("page.missing.points"), "points", say("page.missing.points_detail", n=cards), "hand")
    return QuestionModel(
        Header(say(f"screen.game.{score['game']}"), say("screen.pad.title"), rules=True),
        say("page.missing.title", n=len(unknown)) if score["missing"] else say("page.missing.something"),
        (
            *((tell,) if "tell" in ways and score["missing"] else ()),
            *((by_hand,) if "points" in ways and cards else ()),
            Choice(say("page.missing.look"), "look", say("page.missing.look_detail"), "pad"),
            Choice(say("page.missing.leave"), "leave", say("page.missing.leave_detail"), "tick"),
        ),
        say.row(unknown if len(unknown) <= MOST_NAMED else [*unknown[: MOST_NAMED - 1], "…"]),
        hints=replace(list_hints(say), hold_next=say("screen.hint.rules_held")),
    )


def untold_cards(score: Score) -> Iterator[tuple[int, str]]:
    """Seat and card of every line whose points may still change."""
    for seat, player in enumerate(score["players"] if score["kind"] == "points" else ()):
        lines = (line for line in player["lines"] if line.get("unknown") and not line.get("told"))
        yield from dict.fromkeys((seat, line["card"]) for line in lines if line["card"])


def _lead(score: PointsScore, say: Phrases) -> str:
    """How far ahead a sole winner is in points; for a tie the verdict says more."""
    best, *others = sorted(totals_of(score), reverse=not score.get("least"))
    if not others or best == others[0] or best < PLURAL:
        return ""
    second = say.join([player["name"] for player in score["players"] if player["total"] == others[0]])
    key = "screen.winner.lead_least" if score.get("least") else "screen.winner.lead"
    return say(key, points=best, n=abs(best - others[0]), second=second)


def _choice_hints(say: Phrases) -> Hints:
    walk = say("screen.hint.choose")
    return Hints(walk, walk, say("screen.hint.ok"), say("screen.hint.back"), say("screen.hint.menu"))


def _bar(score: PointsScore, seat: int, mark: RowMark) -> Bar:
    player: PointsPlayer = score["players"][seat]
    parts = tuple((*mark(row), player["scores"][row]) for row in score["rows"] if player["scores"][row] > 0)
    place = player["place"] if has_ranks(score) else None
    return Bar(seat, player["name"], place, player["total"], parts, is_unknown(player))


def standings_view(
    score: RaceScore,
    say: Phrases,
    *,
    title: str = "",
    code: str = "",
    choices: tuple[Choice, ...] = (),
    remarks: tuple[str, ...] = (),
) -> StandingsModel:
    """The last screen of a game without points, if it has none of its own."""
    players: Sequence[RacePlayer] = score["players"]
    seats = winning_seats(score)
    ranked = ranked_seats(score)
    names = say.join([players[seat]["name"] for seat in seats])
    return StandingsModel(
        headline=_headline(score, names, say),
        detail=sentence(score.get("verdict"), say) if seats else _why_open(score, say),
        seats=seats,
        names=names,
        title=title,
        code=code,
        code_text=say("screen.winner.picture"),
        rows=tuple(
            StandingRow(
                seat,
                players[seat]["name"],
                players[seat]["place"] if has_ranks(score) else None,
                sentence(players[seat]["line"], say),
            )
            for seat in ranked
        ),
        choices=choices,
        badges=(*standing_badges(say, practice=score["practice"], camera=True), *origin_badges(score, say)),
        remarks=remarks,
        hints=_choice_hints(say),
    )
