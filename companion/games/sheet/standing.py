"""Who stands where: after each round, and when everything is written."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from companion.contract import Desk
from companion.games.sheet.figures import open_count, place_text, points_text
from companion.language.i18n import Phrases
from companion.models import Header, bulletin_hints
from companion.screens.bulletin_screen import BulletinModel, BulletinRow, BulletinScreen
from companion.screens.list_screen import Remark
from companion.screens.race_chart import Race, RaceLine
from companion.screens.race_screen import RaceModel, RaceScreen
from rules.sheets.game.state import State
from rules.sheets.numbers import Points
from rules.sheets.result import PlayerCount


def standing_remarks(state: State, say: Phrases) -> tuple[Remark, ...]:
    """The best first; who cannot be placed yet last."""
    players = open_count(state).players
    order = sorted(state.seats, key=lambda seat: (players[seat].place or len(players) + 1, seat))
    return tuple(
        Remark(place_text(players[seat].place, say.player(seat)), points_text(players[seat].total, say))
        for seat in order
    )


def round_screen(desk: Desk, state: State, number: int) -> BulletinScreen:
    """After a round: what it brought each player, and the total since; from the second on as a picture."""
    players = open_count(state).players
    order = sorted(state.seats, key=lambda seat: (players[seat].place or len(players) + 1, seat))
    if number == 1:
        return BulletinScreen(_bulletin(desk, state, number, order, "sheet.gained"))
    model = _bulletin(desk, state, number, order, "sheet.gained_short")
    race = _race(state, players, order, model.rows)
    return RaceScreen(RaceModel(model.header, model.rows, model.hints, race=race))


def _race(state: State, players: Sequence[PlayerCount], order: Sequence[int], rows: Sequence[BulletinRow]) -> Race:
    """Everybody's total at the end of each round; nothing before the first round of who came late."""
    count = state.told().rounds_begun
    lines = []
    for seat, row in zip(order, rows, strict=True):
        totals = tuple(accumulate(players[seat].rounds, _plus))[:count]
        joined = state.joined[seat] if state.joined else 1
        known = (None if one is None or at < joined else float(one) for at, one in enumerate(totals, start=1))
        lines.append(RaceLine(seat, players[seat].name, players[seat].place, tuple(known), row.figure, row.text))
    return Race(tuple(str(at + 1) for at in range(count)), tuple(lines))


def _plus(one: Points, other: Points) -> Points:
    return None if one is None or other is None else one + other


def _bulletin(desk: Desk, state: State, number: int, order: Sequence[int], key: str) -> BulletinModel:
    """``key``: of the words for what the round brought."""
    say, players = desk.say, open_count(state).players
    rows = []
    for seat in order:
        gained = players[seat].rounds[number - 1] if number <= len(players[seat].rounds) else 0
        text = say(key, n=_signed(gained, say)) if state.plays(seat, number) else _absent(state, seat, say)
        rows.append(
            BulletinRow(
                seat,
                place_text(players[seat].place, say.player(seat)),
                text,
                figure=points_text(players[seat].total, say),
            )
        )
    why = say("sheet.first", seat=state.first) if state.sheet.begins is not None and state.round else ""
    hints = bulletin_hints(say)
    header = Header(
        say(f"screen.game.{desk.game.slug}"),
        say("sheet.after_round", n=number) + (f" · {why}" if why else ""),
        rules=True,
    )
    return BulletinModel(header, tuple(rows), hints)


def _absent(state: State, seat: int, say: Phrases) -> str:
    return say("sheet.gone" if seat in state.gone else "sheet.later")


def _signed(points: Points, say: Phrases) -> str:
    text = points_text(points, say)
    return f"+{text}" if points is not None and points > 0 else text
