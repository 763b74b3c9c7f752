"""Sample tables of Das Amulett: a real game, laid out in the middle of a night and played on by its own options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from companion.games.amulett.box import SLUG, AmulettBox
from companion.games.amulett.bulletins import bulletin
from companion.games.amulett.news import PhasePassed
from companion.games.amulett.screens.table import AmulettScreen
from companion.games.amulett.screens.win import WinScreen
from companion.games.amulett.table_view import AmulettAround, table_view
from companion.games.amulett.win import win_view
from companion.language.i18n import Phrases
from companion.models import Moment
from companion.pages.play.end_page import last_choices
from companion.screens import Screen
from companion.screens.bulletin_screen import BulletinScreen
from companion.screens.clock_ring import clock_model
from rules.amulett import GAME
from rules.amulett import events as e
from rules.amulett.commands import Pass
from rules.amulett.spells import DESIRE, POWER, SUPERIORITY
from rules.amulett.state import Charged, State
from rules.amulett.stock import GEMS
from rules.core.game import Setup, advance
from rules.core.refusals import Refused
from tests.gallery.samples import Sample, SampleTable

MOST = 6
AMULETS = (
    ("red", "yellow", "green", "colourless", "white", "light-blue"),
    ("orange", "brown", "grey"),
    ("dark-blue", "red"),
    ("yellow", "green", "orange", "white"),
    (),
    ("colourless",),
)
SPELLS = (
    {"zwei-wuensche": 3, "einfluss-der-baumeister": 2, "geschenk-der-pharaonen": 1},
    {"goldener-ueberfluss": 2, "goettliche-metamorphose": 4},
    {"magie-der-rubine": 1, "sog-der-finsternis": 2, "ueberlegenheit": 3},
    {"teleportation": 2, "silberner-ueberfluss": 2},
    {"steinerne-metamorphose": 5, "des-kroesus-uebler-fluch": 2},
    {"eiserner-ueberfluss": 2, "gewaltige-macht": 1},
)
DECK = ("schwingen-des-phoenix", "energiebogen", "sog-des-lichts", "kupferner-ueberfluss", "geschenk", "einfluss")


@cache
def amulett_facts() -> Mapping[str, Any]:
    return AmulettBox().document("practice", Path())


def _names(stage: SampleTable) -> tuple[str, ...]:
    return stage.names[:MOST]


def _say(stage: SampleTable) -> Phrases:
    return AmulettBox().phrases(stage.language, amulett_facts(), _names(stage))


@cache
def sample_state(names: tuple[str, ...], wanted: str) -> State:
    """The first state of that stage; everybody bids for spells, and for gems only where a bid is wanted."""
    count = len(names)
    table = {
        "amulets": [list(gems) for gems in AMULETS[:count]],
        "spells": list(SPELLS[:count]),
        "deck": list(DECK),
        "markers": [4],
        "gems": _spread(count),
        "metals": [{"gold": 3, "silver": 2, "copper": 3, "iron": 2}] * count,
    }
    for untold in {"open": ("deck",), "draw": ("markers",)}.get(wanted, ()):
        del table[untold]
    state = GAME.new(Setup(SLUG, names, facts=amulett_facts(), table=table))
    assert not isinstance(state, Refused), state
    for _ in range(400):
        if state.stage == wanted:
            return state
        state = _step(state, bids=wanted in ("lay", "gem"))
    raise AssertionError(f"no state of stage {wanted!r} came up")


def _spread(players: int) -> dict[str, list[str]]:
    """All gems that are in no amulet, dealt over the areas one by one."""
    owned = Counter(gem for gems in AMULETS[:players] for gem in gems)
    left = [gem for gem, count in GEMS.items() for _ in range(count - owned[gem])]
    areas = sorted(amulett_facts()["areas"])
    board: dict[str, list[str]] = {area: [] for area in areas}
    for place, gem in enumerate(left):
        board[areas[place * 7 % len(areas)]].append(gem)
    return board


def _step(state: State, *, bids: bool) -> State:
    options = GAME.options(state)
    passes = [option for option in options if isinstance(option, Pass)]
    others = [option for option in options if not isinstance(option, Pass)]
    wanted = passes if state.stage == "exchange" and not bids else others
    events = GAME.decide(state, (wanted or options)[0])
    assert not isinstance(events, Refused), events
    return advance(GAME, state, events)


def _table(stage: SampleTable, wanted: str) -> Screen:
    state = sample_state(_names(stage), wanted)
    clock = clock_model(17_000, 30_000) if wanted in ("bid", "exchange") else None
    around = AmulettAround(options=GAME.options(state), clock=clock, practice=True, lasted="32:34")
    return AmulettScreen(table_view(state, _say(stage), around))


def _last_seconds(stage: SampleTable) -> Screen:
    """Everybody has bid but one, whose clock runs out."""
    state = sample_state(_names(stage), "bid")
    for _ in range(len(state.players) - 1):
        state = _step(state, bids=True)
    around = AmulettAround(options=GAME.options(state), clock=clock_model(3_000, 30_000), practice=True)
    return AmulettScreen(table_view(state, _say(stage), around))


def _notes(stage: SampleTable) -> Screen:
    """A bid in an exchange where spells make a difference, and one of them by a reading."""
    state = sample_state(_names(stage), "exchange")
    assert state.auction is not None
    bidder, follower = state.auction.order[:2]
    spells = {bidder: (Charged(POWER, 2), Charged(DESIRE, 2)), follower: (Charged(SUPERIORITY, 2),)}
    players = (replace(player, spells=spells.get(seat, ())) for seat, player in enumerate(state.players))
    state = replace(state, players=tuple(players), named=(bidder, "copper"))
    state = _step(state, bids=True)
    return AmulettScreen(table_view(state, _say(stage), AmulettAround(options=GAME.options(state), practice=True)))


def _sold(stage: SampleTable) -> Screen:
    """The moment after the hammer."""
    say, state = _say(stage), sample_state(_names(stage), "open")
    screen = AmulettScreen(table_view(state, say, AmulettAround()))
    bought = e.SpellBought(0, DECK[0], 4)
    moment = Moment(1, say("amulett.moment.sold"), say.say(GAME.tell(bought)), bought.seat, str(bought.stones))
    screen.show(table_view(state, say, AmulettAround(moment=moment)))
    return screen


def _turned(stage: SampleTable) -> Screen:
    """The moment after a spell was turned up."""
    say = _say(stage)
    screen = AmulettScreen(table_view(sample_state(_names(stage), "open"), say, AmulettAround()))
    state = sample_state(_names(stage), "bid")
    screen.show(table_view(state, say, AmulettAround(options=GAME.options(state))))
    return screen


def _bulletin(stage: SampleTable, phase: str) -> Screen:
    """Income, or the energy of a round in which something burns out before everybody."""
    state = sample_state(_names(stage), "draw")
    seats = range(len(state.players))
    happened: list[e.Event] = [e.TurnBegan(seat) for seat in seats]
    if phase == "metal":
        happened += [e.IncomeGiven(seat, {"gold": seat, "silver": 1, "copper": 2, "iron": 1}, 0) for seat in seats]
    else:
        for seat, player in enumerate(state.players):
            happened.append(e.CostsPaid(seat, {held.spell: 2 for held in player.spells}))
            happened += [e.SpellExpired(seat, held.spell) for held in player.spells[: seat % 3]]
    return BulletinScreen(bulletin(PhasePassed(phase, 1, tuple(happened)), state, _say(stage)))


def _win(stage: SampleTable) -> Screen:
    state = sample_state(_names(stage), "move")
    first = state.players[0]
    winner = replace(first, gems=(*AMULETS[0], "dark-blue"))
    state = replace(state, players=(winner, *state.players[1:]), winner=0, phase="over", stage="over")
    say = _say(stage)
    ends = tuple((number, _with_gems(state, number)) for number in range(2, 9))
    model = win_view(GAME.view(state), GAME.score(state), say, choices=last_choices(say), practice=True, ends=ends)
    return WinScreen(model)


def _with_gems(state: State, most: int) -> State:
    """As if everybody had no more gems than these yet."""
    return replace(state, players=tuple(replace(player, gems=player.gems[:most]) for player in state.players))


SAMPLES: Mapping[str, Sample] = {
    "amulett-open": lambda stage: _table(stage, "open"),
    "amulett-bid": lambda stage: _table(stage, "bid"),
    "amulett-last-seconds": _last_seconds,
    "amulett-sold": _sold,
    "amulett-turned": _turned,
    "amulett-choose": lambda stage: _table(stage, "choose"),
    "amulett-draw": lambda stage: _table(stage, "draw"),
    "amulett-exchange": lambda stage: _table(stage, "exchange"),
    "amulett-notes": _notes,
    "amulett-lay": lambda stage: _table(stage, "lay"),
    "amulett-gem": lambda stage: _table(stage, "gem"),
    "amulett-move": lambda stage: _table(stage, "move"),
    "amulett-energy": lambda stage: _table(stage, "blue"),
    "amulett-income-passed": lambda stage: _bulletin(stage, "metal"),
    "amulett-energy-passed": lambda stage: _bulletin(stage, "energy"),
    "amulett-win": _win,
}
