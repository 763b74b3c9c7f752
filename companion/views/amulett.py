"""View models of Das Amulett, from public knowledge alone: no choice on the shared screen depends on a hidden hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.i18n import Phrases
from companion.screens.amulett_map import AreaModel, MapModel
from companion.screens.amulett_model import (
    AmulettModel,
    AmulettPlayer,
    AuctionPanel,
    ExchangePanel,
    MapPanel,
    Panel,
    SpellsPanel,
)
from companion.screens.amulett_spells import SpellModel, SpellRow
from companion.screens.clock import ClockModel
from companion.screens.win import WinModel, WinRow
from companion.views.model import (
    Action,
    Badge,
    Choice,
    Header,
    Hints,
    Notice,
    NowLine,
    clock_text,
    origin_badges,
    phase_steps,
    standing_badges,
    table_hints,
)
from rules.amulett import advice
from rules.amulett.commands import Bid, Lay, Pass
from rules.amulett.exchange import accepted_metals
from rules.amulett.spells import PHASES as SPELL_PHASES
from rules.amulett.spells import TELEPORTATION
from rules.amulett.state import State
from rules.amulett.stock import METALS
from rules.amulett.view import view as public_view

PHASES = ("spell", "metal", "gem", "energy")
MANY = 8  # more choices than this get a screen of their own
STONES = 10


@dataclass(frozen=True, slots=True)
class AmulettAround:
    """What the screen shows besides the game itself."""

    options: Sequence[tuple[object, Mapping[str, Any]]] = ()  # a command and its JSON form
    notices: tuple[Notice, ...] = ()
    clock: ClockModel | None = None
    practice: bool = False
    camera: bool = True
    clock_ms: int | None = None


def amulett_view(state: State, say: Phrases, around: AmulettAround) -> AmulettModel:
    """The table screen for this state."""
    view = public_view(state)
    actions = amulett_actions(state, around.options, say)
    return AmulettModel(
        header=Header(
            title=say("screen.game.amulett"),
            place=say("screen.amulett.round", n=view["round"]),
            steps=phase_steps(PHASES, view["phase"], say),
            badges=(
                *standing_badges(say, practice=around.practice, camera=around.camera),
                *_threats(state, say),
            ),
        ),
        now=_now(state, view, say, around),
        players=tuple(_player(state, view, seat, say) for seat in range(len(view["players"]))),
        panel=_panel(state, view, actions, say, around),
        actions=actions,
        focus=1 if len(actions) > 1 and isinstance(actions[1].command, Bid) else 0,
        notices=around.notices,
        hints=table_hints(say, actions),
    )


def _now(state: State, view: Mapping[str, Any], say: Phrases, around: AmulettAround) -> NowLine:
    seat = view["turn"]
    return NowLine(
        text=say(f"screen.amulett.now.{state.stage}", seat=seat, spell=_spell_now(state)),
        why=say(f"screen.amulett.why.{_why(state.stage)}", first=state.start),
        then=_then(state, view, say),
        seat=seat,
        clock="" if around.clock_ms is None else clock_text(around.clock_ms),
    )


def _spell_now(state: State) -> str | None:
    """The spell that is bid for, or that may be used."""
    match state.stage:
        case "grey":
            return TELEPORTATION
        case "before" if state.undecided:
            return state.undecided[0][1]
        case "blue" if state.pulls:
            return state.pulls[0][0]
    return state.spell


def _then(state: State, view: Mapping[str, Any], say: Phrases) -> str:
    """The next bidder while there is one, or else the next step, phase or round."""
    if (bidder := _next_bidder(state)) is not None:
        return say("screen.then", what=say.player(bidder))
    phase = view["phase"]
    if (step := _next_step(state)) is not None:
        return say("screen.then", what=say(f"screen.amulett.then.{step}"))
    if phase == PHASES[-1]:
        return say("screen.then", what=say("screen.round_short", n=view["round"] + 1))
    following = PHASES[PHASES.index(phase) + 1] if phase in PHASES else PHASES[0]
    return "" if state.winner is not None else say("screen.then", what=say(f"screen.phase.{following}"))


def _next_step(state: State) -> str | None:
    """What follows within the phase; None: nothing more."""
    match state.stage:
        case "open":
            return "bids"
        case "bid" | "next" if state.phase == "spell" and state.aside:
            return "spell"
        case "before":
            return "marker"
        case "draw":
            return "first_exchange"
        case "exchange" | "lay" | "take" | "settle":
            return "gem"
        case "gem" | "gift":
            return "move"
        case "move" if (state.exchanges_left or 0) > state.left:
            return "exchange"
    return None


def _next_bidder(state: State) -> int | None:
    auction = state.auction
    if state.stage not in ("bid", "exchange") or auction is None or auction.turn is None:
        return None
    at = auction.order.index(auction.turn)
    after = auction.order[at + 1 :] if auction.once else (*auction.order[at + 1 :], *auction.order[:at])
    return next((seat for seat in after if seat not in auction.passed), None)


def _why(stage: str) -> str:
    """Which of the few orders holds in this stage."""
    if stage in ("bid", "exchange"):
        return "auction" if stage == "bid" else "exchange"
    if stage in ("before", "blue"):
        return stage
    return (
        "winner" if stage in ("lay", "gem", "gift") else "start" if stage in ("open", "draw", "move") else "clockwise"
    )


def _threats(state: State, say: Phrases) -> Iterator[Badge]:
    seats = advice.one_gem_from_winning(state)
    if seats and state.winner is None:
        names = say.join([say.player(seat) for seat in seats])
        yield Badge("gem", say("screen.amulett.threat", names=names), "bad")


def _player(state: State, view: Mapping[str, Any], seat: int, say: Phrases) -> AmulettPlayer:
    player = view["players"][seat]
    return AmulettPlayer(
        seat=seat,
        name=say.player(seat),
        gems=tuple(player["gems"]),
        supply=player["supply"],
        metals=player["metal_total"],
        turn=seat == view["turn"],
        start=seat == view["start"],
        passed=seat in view["passed"],
        leads=seat == view["high_bidder"] and view["high_bid"] is not None,
        threat=seat in advice.one_gem_from_winning(state),
    )


# -- panels


def _panel(
    state: State, view: Mapping[str, Any], actions: tuple[Action, ...], say: Phrases, around: AmulettAround
) -> Panel:
    phase = view["phase"]
    if phase in ("setup", "spell"):
        return _auction(state, view, say, around)
    if state.stage in ("before", "draw", "move", "lifted", "arrive") or any(
        hasattr(action.command, "area") for action in actions
    ):
        return MapPanel(_map(state, view, actions, say))
    if phase == "gem":
        return _exchange(state, view, actions, say, around)
    return SpellsPanel(tuple(_spell_row(state, view, seat, say) for seat in range(len(view["players"]))))


def spell_model(state: State, slug: str, say: Phrases, stones: int | None = None, *, pays: bool = True) -> SpellModel:
    """``pays``: its energy of this round is still to be paid, so what will be left is told."""
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


def _auction(state: State, view: Mapping[str, Any], say: Phrases, around: AmulettAround) -> AuctionPanel:
    slug, bid, bidder = view["spell"], view["high_bid"], view["high_bidder"]
    lines: list[tuple[str, str]] = []
    told = advice.advise_bid(state, view["turn"]) if view["turn"] is not None else None
    if told is not None:
        lines.append(("stone", say("screen.amulett.free", seat=told.seat, n=told.free_stones)))
        lines.append(("energy", _lasts(told, say)))
    if view["aside_count"]:
        lines.append(("cards", say("screen.amulett.aside", n=view["aside_count"])))
    return AuctionPanel(
        spell=None if slug is None else spell_model(state, slug, say),
        bid=bid,
        bidder=bidder if bid is not None else None,
        bid_text=_bid_text(bid, bidder, say),
        lines=tuple(lines),
        top=STONES,
        clock=around.clock,
        waiting="" if slug else say(f"screen.amulett.waiting.{'deal' if view['phase'] == 'setup' else 'open'}"),
    )


def _lasts(told: advice.BidAdvice, say: Phrases) -> str:
    if told.lasts_until is None:
        return say("screen.amulett.lasts_unknown")
    return say("screen.amulett.lasts", n=told.amount, round=told.lasts_until)


def _bid_text(bid: int | None, bidder: int | None, say: Phrases, *, over: bool = False) -> str:
    if bid is None:
        return say("screen.amulett.no_bid")
    return say("screen.amulett.won" if over else "screen.amulett.leads", seat=bidder)


def _exchange(
    state: State, view: Mapping[str, Any], actions: tuple[Action, ...], say: Phrases, around: AmulettAround
) -> ExchangePanel:
    here = view["party"]
    told = advice.advise_exchange(state, view["turn"]) if view["turn"] is not None else None
    lines: list[tuple[str, str]] = []
    if view["exchanges_left"]:
        lines.append(("upkeep", say("screen.amulett.exchanges", n=view["exchanges_left"])))
    if told is not None:
        lines.append(("metal", say("screen.amulett.least", n=told.least)))
    if told is not None and told.may_repeat:
        lines.append(("spell", say("screen.amulett.may_repeat", seat=told.seat)))
    area = state.facts.areas.get(here)
    terrain = (
        say(f"screen.terrain.{area.terrain}") if area is not None and area.terrain else say("screen.terrain.unknown")
    )
    return ExchangePanel(
        map=_map(state, view, actions, say),
        title=f"{area_name(here, say)} · {terrain}" if here else terrain,
        gems=tuple(view["board"].get(here, ())),
        metals=told.metals if told is not None else (),
        bid=view["high_bid"],
        bidder=view["high_bidder"] if view["high_bid"] is not None else None,
        bid_text=_bid_text(view["high_bid"], view["high_bidder"], say, over=state.stage != "exchange"),
        lines=tuple(lines),
        clock=around.clock,
    )


def area_name(area: str, say: Phrases) -> str:
    """Areas of the board as the players call them; short ids in capitals."""
    named = say.name("area", area)
    return named.upper() if len(named) <= 3 else named


def _map(state: State, view: Mapping[str, Any], actions: tuple[Action, ...], say: Phrases) -> MapModel:
    choices: dict[str, int] = {}
    for index, action in enumerate(actions):
        choices.setdefault(str(getattr(action.command, "area", None)), index)
    areas = tuple(
        AreaModel(
            ident=slug,
            at=area.at,
            terrain=area.terrain,
            gems=tuple(view["board"].get(slug, ())),
            name=area_name(slug, say),
            pyramid=bool(area.pyramid),
            wall=area.wall in ("north", "south"),
            choice=choices.get(slug),
        )
        for slug, area in state.facts.areas.items()
        if area.at is not None
    )
    drawn = {area.ident for area in areas}
    roads = {
        tuple(sorted((slug, other)))
        for slug in drawn
        for other in state.facts.areas[slug].neighbours or ()
        if other in drawn
    }
    return MapModel(
        areas,
        tuple(sorted((one, other) for one, other in roads)),
        view["party"],
        say("screen.amulett.no_map"),
    )


def _pays(state: State, view: Mapping[str, Any], seat: int) -> bool:
    """Whether this seat's costs of the round are still ahead."""
    if view["phase"] != "energy":
        return True
    return seat in state.queue or (seat == state.turn and state.stage in ("blue", "cost"))


def _spell_row(state: State, view: Mapping[str, Any], seat: int, say: Phrases) -> SpellRow:
    player = view["players"][seat]
    waiting = (state.turn, *state.queue) if view["turn"] is not None else ()
    return SpellRow(
        seat=seat,
        name=say.player(seat),
        spells=tuple(
            spell_model(state, held["spell"], say, held["stones"], pays=_pays(state, view, seat))
            for held in player["spells"]
        ),
        shows="energy" if view["phase"] == "energy" else "income",
        supply=player["supply"],
        metals=player["metal_total"],
        turn=seat == view["turn"],
        done=seat not in waiting,
        none=say("screen.amulett.no_spells"),
    )


# -- the end


def win_view(
    view: Mapping[str, Any],
    score: Mapping[str, Any],
    say: Phrases,
    *,
    choices: tuple[Choice, ...] = (),
    practice: bool = False,
    remarks: tuple[str, ...] = (),
) -> WinModel:
    """The last screen of Das Amulett: who has filled the amulet, and how far the others came."""
    winner = view["winner"]
    gems = tuple(view["players"][winner]["gems"])
    ranked = sorted(range(len(view["players"])), key=lambda seat: (score["players"][seat]["place"], seat))
    walk = say("screen.hint.choose")
    return WinModel(
        headline=say("screen.winner.one", names=say.player(winner)),
        detail=say("screen.win.eight" if len(gems) >= 8 and len(set(gems)) < 7 else "screen.win.seven"),
        seats=(winner,),
        rows=tuple(
            WinRow(seat, say.player(seat), score["players"][seat]["place"], tuple(view["players"][seat]["gems"]))
            for seat in ranked
        ),
        choices=choices,
        badges=(*standing_badges(say, practice=practice, camera=True), *origin_badges(score, say)),
        remarks=remarks,
        hints=Hints(walk, walk, say("screen.hint.ok"), "", say("screen.hint.menu"), say("screen.hint.undo")),
    )


# -- what can be done


def amulett_actions(
    state: State, options: Sequence[tuple[object, Mapping[str, Any]]], say: Phrases
) -> tuple[Action, ...]:
    """What the strip of the table screen offers; more than fits there gets a page of its own."""
    listed = amulett_choices(state, options, say)
    if len(listed) > MANY and state.stage not in ("move", "bid", "exchange"):
        return (Action(say("screen.tell"), icon="tell", goto="tell"),)
    return listed


def amulett_choices(
    state: State, options: Sequence[tuple[object, Mapping[str, Any]]], say: Phrases
) -> tuple[Action, ...]:
    """Bids up to what is publicly possible, never only the payable ones; payments of every kind that is accepted."""
    if state.winner is not None or not options:
        return ()
    if state.stage in ("bid", "exchange"):
        return tuple(_bids(state, say))
    if state.stage == "lay":
        return tuple(_payments(state, say))
    return tuple(_option(state, *option, say) for option in options)


def _bids(state: State, say: Phrases) -> Iterator[Action]:
    seat = public_view(state)["turn"]
    yield Action(say("screen.amulett.pass"), Pass(seat), "no")
    if state.stage == "bid":
        told = advice.advise_bid(state, seat)
        least, most = (told.least, told.free_stones) if told else (1, 0)
    else:
        swap = advice.advise_exchange(state, seat)
        least, most = (swap.least, sum(state.players[seat].metals)) if swap else (1, 0)
    for amount in range(least, most + 1):
        bought = advice.advise_bid(state, seat, amount) if state.stage == "bid" else None
        until = bought.lasts_until if bought is not None else None
        detail = say("screen.amulett.until", n=until) if until is not None else ""
        yield Action(str(amount), Bid(seat, amount), detail=detail)


def _payments(state: State, say: Phrases) -> Iterator[Action]:
    """Every way to make up the bid from the metals accepted here: the same tiles whatever the hand holds."""
    seat = public_view(state)["turn"]
    owed = state.auction.bid if state.auction is not None else 0
    for metals in _compositions(accepted_here(state, seat), owed):
        label = say.join([f"{count} {say.name('metal', metal)}" for metal, count in metals.items()])
        icon = f"metal.{next(iter(metals))}" if metals else ""
        yield Action(label, Lay(seat, metals), icon)


def accepted_here(state: State, seat: int) -> tuple[str, ...]:
    accepted = accepted_metals(state, seat)
    return tuple(metal for metal in METALS if metal in accepted)


def _compositions(metals: tuple[str, ...], total: int) -> Iterator[dict[str, int]]:
    """``total`` cards as numbers of each metal, most of the first metal first."""
    if len(metals) == 1:
        yield {metals[0]: total} if total else {}
        return
    for count in range(total, -1, -1):
        for rest in _compositions(metals[1:], total - count):
            yield ({metals[0]: count} if count else {}) | rest


def _option(state: State, command: object, coded: Mapping[str, Any], say: Phrases) -> Action:
    """A tile for a choice of the game: its thing with its sign, else words for what it does."""
    do = coded["do"]
    if "gem" in coded:
        where = area_name(coded["area"], say) if "area" in coded else ""
        return Action(say.name("gem", coded["gem"]), command, f"gem.{coded['gem']}", detail=where)
    if "metal" in coded:
        return Action(say.name("metal", coded["metal"]), command, f"metal.{coded['metal']}")
    if "area" in coded:
        area = state.facts.areas.get(coded["area"])
        icon = f"terrain.{area.terrain}" if area is not None and area.terrain else "party" if do == "move" else "gem"
        return Action(area_name(coded["area"], say), command, icon)
    if "marker" in coded:
        return Action(str(coded["marker"]), command, "upkeep")
    if do in ("decline", "enough"):
        named = state.stage == "blue" and "spell" in coded  # there may be several
        detail = say.name("spell", coded["spell"]) if named else ""
        return Action(say(f"screen.amulett.do.{do}"), command, "no", detail=detail)
    if "spell" in coded:
        return Action(say.name("spell", coded["spell"]), command)
    return Action(say("screen.hint.ok"), command, "ok")
