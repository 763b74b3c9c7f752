"""A club's board as a sample: every way a table can be; as many tables as fit, or a few, where players are few."""

from __future__ import annotations

from itertools import cycle

from companion.contract import Games
from companion.language.i18n import Phrases
from companion.screens import Screen
from companion.screens.club_screen import (
    MOST_TILES,
    ClubModel,
    ClubScreen,
    Mode,
    PlayerLine,
    Ranking,
    RankRow,
    TableTile,
)
from tests.gallery.samples import NAMES, SampleTable

FEW = 4


def club(stage: SampleTable, games: Games) -> Screen:
    say = stage.say
    titles = cycle(say(f"screen.game.{slug}") for slug in games.slugs)
    tiles = tuple(
        _tile(number, next(titles), say) for number in range(1, (FEW if stage.players < 5 else MOST_TILES) + 1)
    )
    return ClubScreen(
        ClubModel(
            title=say("screen.sample.club"),
            below=say("screen.sample.club_day"),
            clock="23:41",
            clock_label=say("clubhouse.time_left"),
            tiles=tiles,
            aside=_leaders(say),
            announced=say("screen.sample.club_notice"),
            calls=say("clubhouse.calls", n=1, names=(_name(4, say),)),
        )
    )


def _name(number: int, say: Phrases) -> str:
    return say("screen.sample.club_table", n=number)


def _tile(number: int, game: str, say: Phrases) -> TableTile:
    name = _name(number, say)
    names = [NAMES[(number + seat) % len(NAMES)] for seat in range(3 + number % 3)]
    if number == 4:
        return TableTile(name, "calls", now=say("screen.sample.club_call"))
    if number == 7:
        return TableTile(name, "idle", now=say("clubhouse.free"))
    if number == 11:
        return TableTile(name, "off", now=say("clubhouse.gone", time="20:15"))
    if number == 3:
        ranked = tuple(PlayerLine(who, str(47 - 4 * place), place == 0) for place, who in enumerate(names))
        return TableTile(name, "over", game, now=names[0], players=ranked)
    lines = tuple(PlayerLine(who, is_turn=seat == 1) for seat, who in enumerate(names))
    mode: Mode = "paused" if number % 5 == 0 else "play"
    return TableTile(name, mode, game, now=names[1], figure=f"{number % 4 + 1}/4", players=lines)


def _leaders(say: Phrases) -> Ranking:
    rows = tuple(RankRow(str(place), who, str(31 - 3 * place)) for place, who in enumerate(NAMES, 1))
    return Ranking(say("clubhouse.night"), rows, say("clubhouse.below", n=14, count=say("clubhouse.count.places")))
