"""Sample tables of Āmul in the middle of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.amul.table_view import Around, table_view
from companion.language.i18n import load_texts
from companion.models import Notice
from companion.screens import Screen
from companion.screens.table_screen import TableScreen
from rules.amul.commands import Command, Decline, Offer, Pick, Take
from rules.amul.view import AmulPlayerView, AmulView
from rules.core.words import Words, words
from tests.gallery.games.amul.stage import phrases, practice_facts
from tests.gallery.samples import Sample, SampleTable

MARKET = (
    "gold#1",
    "arab-guard#1",
    "mongol-merchant#2",
    "spice#3",
    "amul-city-guard",
    "porcelain#1",
    "silk#4",
    "tax-collector",
    "arab-general",
    "camel#2",
    "gem#1",
)
AREAS = (
    ("arab-guard#2", "camel#1", "silver#1", "arab-sword"),
    ("mongol-guard#1", "spice#1", "jade#1"),
    ("courtesan", "gold#2", "silk#1", "camel#3", "gem#2"),
    ("mongol-general", "ivory#1"),
    ("dancer", "spice#2", "silver#2", "carpet#1"),
    ("arab-prince", "ebony#1", "silk#2"),
    ("nomad", "camel#4", "gold#3"),
    ("thief", "spice#5", "porcelain#2"),
)
PROWESS = ((3, "B"), (1, "D"), (0, None), (3, "C"), (0, None), (0, None), (1, "F"), (0, None))
PALACE = (
    *("dervish", "tent", "yurt", "silver#p1", "spice#p1", "medallion#p1", "gem#p1", "gold#p1"),
    *("lamp#p1", "oil#p1", "spice#p2", "opium#p1", "silk#p1", "oil#p2", "silver#p2", "spice#p3"),
)


def sample_view(stage: SampleTable, phase: str) -> AmulView:
    """A shared view in the middle of a game, as the rules would tell it."""
    count = stage.players
    order = [(1 + step) % count for step in range(count)]
    turn: int | None = None
    why = [words("screen.sample.first" if place == 0 else "screen.sample.clockwise", n=place) for place in range(count)]
    if phase in ("pick", "effects"):
        order = sorted(order, key=lambda seat: (-PROWESS[seat][0], PROWESS[seat][1] or "Z"))
        why = [_why(seat) for seat in order]
        turn = order[1]
    fill = {3: 1, 4: 2}.get(count, 3)
    return {
        "game": "amul",
        "round": 5,
        "phase": phase,
        "order": order,
        "why": why,
        "turn": turn,
        "first_pick": 1,
        "start": 0,
        "market": [] if phase == "replenish" else list(MARKET[: fill + (count if phase in ("pick", "reveal") else 0)]),
        "palace": list(PALACE[: 2 * count]),
        "bazaar": ["trader-1", "trader-2", "trader-3"],
        "removed": [],
        "effects": [{"seat": 0, "card": "arab-merchant#1", "places": ["palace"]}] if phase == "effects" else [],
        "offered": [0, 2] if phase == "offer" else [],
        "players": [_player(seat, stage.names[seat]) for seat in range(count)],
        "deck_count": 60,
        "to_fill": fill if phase == "replenish" else 0,
        "tea": 0,
        "practice": True,
        "revealed": [],
        "waiting": [],
        "shown": [0] * count,
        "done": [],
        "missing": [],
        "notes": [],
    }


def _player(seat: int, name: str) -> AmulPlayerView:
    prowess, letter = PROWESS[seat]
    return {"name": name, "area": list(AREAS[seat]), "hand_count": 6, "prowess": prowess, "letter": letter}


def _why(seat: int) -> Words:
    prowess, letter = PROWESS[seat]
    if prowess:
        return words("screen.sample.prowess", n=prowess, letter=letter)
    return words("screen.sample.clockwise", n=seat)


def _table(stage: SampleTable, phase: str, **more: Any) -> Screen:
    view = sample_view(stage, phase)
    around = Around(
        facts=practice_facts(),
        options=_options(view),
        practice=True,
        clock="12:34",
        **{"last": "gold#1", **more},
    )
    return TableScreen(table_view(view, phrases(stage), around))


def _just_read(stage: SampleTable) -> Screen:
    """The moment after a card was read."""
    screen = _table(stage, "reveal", last=None)
    assert isinstance(screen, TableScreen)
    after = _table(stage, "reveal", last="gold#1")
    assert isinstance(after, TableScreen)
    screen.show(after.model)
    return screen


def _options(view: AmulView) -> tuple[Command, ...]:
    seat = view["turn"] or 0
    match view["phase"]:
        case "pick":
            return tuple(Pick(seat, card) for card in view["market"])
        case "effects":
            return (*(Take(seat, card) for card in view["palace"]), Decline(seat))
    return (Offer(seat, "dancer"),)


def _lost_camera(stage: SampleTable) -> Screen:
    notice = Notice(phrases(stage)("screen.sample.camera_lost"), "warn", "camera-off")
    return _table(stage, "offer", notices=(notice,), ticks=frozenset({0, 2}), camera=False, last=None)


def _first_game(stage: SampleTable) -> Screen:
    """A line of help; the longest there is, for all must fit."""
    lines = [phrases(stage)(key) for key in load_texts(stage.language) if key.startswith("help.amul.")]
    return _table(stage, "pick", notices=(Notice(max(lines, key=len), "good", "book"),))


SAMPLES: Mapping[str, Sample] = {
    "table-pick": lambda stage: _table(stage, "pick", seen=frozenset({"spice#3"})),
    "table-offer": _lost_camera,
    "table-replenish": lambda stage: _table(stage, "replenish", last=None),
    "table-help": _first_game,
    "table-reveal": lambda stage: _table(stage, "reveal", ticks=frozenset({0}), focus=1),
    "table-read": _just_read,
    "table-effects": lambda stage: _table(stage, "effects"),
}
