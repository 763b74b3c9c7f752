"""The middle of the table screen of Das Amulett: the auction, the map, the exchange, or everybody's spells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from companion.games.amulett.actions import area_name
from companion.games.amulett.map_layout import learnt_places
from companion.games.amulett.screens.map import AreaModel, MapModel
from companion.games.amulett.screens.model import AuctionPanel, ExchangePanel, MapPanel, SpellsPanel, TablePanel
from companion.games.amulett.screens.spells import SpellModel, SpellRow
from companion.language.i18n import Phrases
from companion.models import Action
from companion.screens.clock_ring import ClockModel
from rules.amulett import advice
from rules.amulett.commands import Lift, Move, Place
from rules.amulett.spells import PHASES as SPELL_PHASES
from rules.amulett.state import State
from rules.amulett.view import AmulettView

STONES = 10
ON_MAP = ("before", "draw", "move", "lifted", "arrive")
ToArea: TypeAlias = Lift | Place | Move  # commands that name an area


def panel(
    state: State,
    view: AmulettView,
    actions: tuple[Action, ...],
    say: Phrases,
    clock: ClockModel | None,
    *,
    camera: bool = True,
) -> TablePanel:
    phase = view["phase"]
    if phase in ("setup", "spell"):
        return _auction(state, view, say, clock, camera=camera)
    is_on_map = state.stage in ON_MAP or any(isinstance(action.command, ToArea) for action in actions)
    if is_on_map and len(state.facts.areas) > 1:
        return MapPanel(_map(state, view, actions, say))
    if is_on_map:  # a single area is not a map: everybody's spells are more useful
        return SpellsPanel(tuple(_spell_row(state, view, seat, say) for seat in range(len(view["players"]))))
    if phase == "gem":
        return _exchange(state, view, actions, say, clock)
    return SpellsPanel(tuple(_spell_row(state, view, seat, say) for seat in range(len(view["players"]))))


def _spell_model(state: State, slug: str, say: Phrases, stones: int | None = None, *, pays: bool = True) -> SpellModel:
    """``pays``: its energy for this round is still due, so the stones left after that are shown."""
    facts = state.facts.spells[slug]
    after = None if stones is None or facts.cost is None or not pays else max(0, stones - facts.cost)
    return SpellModel(
        ident=slug,
        name=say.name("spell", slug),
        phase=SPELL_PHASES[slug],
        cost=facts.cost,
        income=facts.income,
        stones=stones,
        after=after,
        expires=after == 0,
    )


def _auction(state: State, view: AmulettView, say: Phrases, clock: ClockModel | None, *, camera: bool) -> AuctionPanel:
    slug, bid, bidder = view["spell"], view["high_bid"], view["high_bidder"]
    lines: list[tuple[str, str]] = []
    told = advice.advise_bid(state, view["turn"]) if view["turn"] is not None else None
    if told is not None:
        lines.append(("stone", say("screen.amulett.free", n=told.free_stones)))
        lines.append(("energy", _lasts(told, say)))
    if view["aside_count"]:
        lines.append(("cards", say("screen.amulett.aside", n=view["aside_count"])))
    return AuctionPanel(
        spell=None if slug is None else _spell_model(state, slug, say),
        bid=bid,
        bidder=bidder if bid is not None else None,
        bid_text=_bid_text(bid, bidder, say),
        lines=tuple(lines),
        top=STONES,
        clock=clock,
        waiting="" if slug else say(f"screen.amulett.waiting.{_waiting(state, camera=camera)}"),
    )


def _waiting(state: State, *, camera: bool) -> str:
    step = "deal" if state.phase == "setup" else "open"
    return step if camera else f"{step}_blind"


def _lasts(told: advice.BidAdvice, say: Phrases) -> str:
    if told.lasts_until is None:
        return say("screen.amulett.lasts_unknown")
    return say("screen.amulett.lasts", n=told.amount, round=told.lasts_until)


def _bid_text(bid: int | None, bidder: int | None, say: Phrases, *, over: bool = False) -> str:
    if bid is None:
        return say("screen.amulett.no_bid")
    return say("screen.amulett.won" if over else "screen.amulett.leads", seat=bidder)


def _exchange(
    state: State, view: AmulettView, actions: tuple[Action, ...], say: Phrases, clock: ClockModel | None
) -> ExchangePanel:
    here = view["party"]
    told = advice.advise_exchange(state, view["turn"]) if view["turn"] is not None else None
    lines: list[tuple[str, str]] = []
    if view["exchanges_left"]:
        lines.append(("upkeep", say("screen.amulett.exchanges", n=view["exchanges_left"])))
    if told is not None:
        lines.append(("metal", say("screen.amulett.least", n=told.least)))
    area = state.facts.areas.get(here)
    terrain = (
        say(f"screen.terrain.{area.terrain}") if area is not None and area.terrain else say("screen.terrain.unknown")
    )
    return ExchangePanel(
        map=_map(state, view, actions, say),
        title=_place(area_name(state, here, say), terrain) if here else terrain,
        gems=tuple(view["board"].get(here, ())),
        metals=told.metals if told is not None else (),
        bid=view["high_bid"],
        bidder=view["high_bidder"] if view["high_bid"] is not None else None,
        bid_text=_bid_text(view["high_bid"], view["high_bidder"], say, over=state.stage != "exchange"),
        lines=tuple(lines),
        clock=clock,
    )


def _place(name: str, terrain: str) -> str:
    """An unnamed area is called by its terrain already."""
    return name if terrain.casefold() in name.casefold() else f"{name} · {terrain}"


def _map(state: State, view: AmulettView, actions: tuple[Action, ...], say: Phrases) -> MapModel:
    choices: dict[str, int] = {}
    for index, action in enumerate(actions):
        if isinstance(action.command, ToArea):
            choices.setdefault(action.command.area, index)
    is_drawn = all(area.at is not None for area in state.facts.areas.values())
    places, roads = _drawn(state) if is_drawn else learnt_places(state, _new_area(state, choices))
    areas = tuple(
        AreaModel(
            ident=slug,
            at=at,
            terrain=state.facts.area(slug).terrain,
            gems=tuple(view["board"].get(slug, ())),
            name=area_name(state, slug, say) if is_drawn else "",  # its name is in the picture
            pyramid=bool(state.facts.area(slug).pyramid),
            wall=state.facts.area(slug).wall in ("north", "south"),
            choice=choices.get(slug),
        )
        for slug, at in places.items()
    )
    return MapModel(areas, roads, view["party"], stubs=not state.facts.judges_ways)


def _drawn(state: State) -> tuple[dict[str, tuple[float, float]], tuple[tuple[str, str], ...]]:
    """The taught board."""
    areas = state.facts.areas
    pairs = {(min(slug, other), max(slug, other)) for slug, area in areas.items() for other in area.neighbours or ()}
    return {slug: area.at for slug, area in areas.items() if area.at is not None}, tuple(sorted(pairs))


def _new_area(state: State, choices: Mapping[str, int]) -> str | None:
    """The unnamed area, if somebody may choose it."""
    return next((slug for slug in choices if slug not in state.facts.areas), None)


def _pays(state: State, view: AmulettView, seat: int) -> bool:
    """Whether this seat's costs for the round are still due."""
    if view["phase"] != "energy":
        return True
    return seat in state.queue or (seat == state.turn and state.stage in ("blue", "cost"))


def _spell_row(state: State, view: AmulettView, seat: int, say: Phrases) -> SpellRow:
    player = view["players"][seat]
    waiting = (state.turn, *state.queue) if view["turn"] is not None else ()
    return SpellRow(
        seat=seat,
        name=say.player(seat),
        spells=tuple(
            _spell_model(state, held["spell"], say, held["stones"], pays=_pays(state, view, seat))
            for held in player["spells"]
        ),
        shows="energy" if view["phase"] == "energy" else "income",
        supply=player["supply"],
        metals=player["metal_total"],
        turn=seat == view["turn"],
        done=seat not in waiting,
        none=say("screen.amulett.no_spells"),
    )
