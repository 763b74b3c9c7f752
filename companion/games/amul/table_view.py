"""The table of Āmul as a view model, from its shared view and what the camera has read; and the heading for phones."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.contract import Desk, Heading
from companion.games.amul.cards import card_model, colours_of
from companion.games.amul.laying_out import untold
from companion.language.i18n import Phrases
from companion.models import (
    Action,
    CardModel,
    CardPile,
    Header,
    Notice,
    NowLine,
    PlayerRow,
    ReadState,
    TableModel,
    Tick,
    phase_steps,
    standing_badges,
    table_hints,
)
from rules.amul.commands import Command, Decline, Lay, OneCard, Upkeep
from rules.amul.events import Place
from rules.amul.view import AmulPlayerView, AmulView, amul_view
from rules.core.seats import next_seat

PHASES = ("replenish", "offer", "pick", "reveal", "effects", "upkeep")
IN_ORDER = ("pick", "effects")
TOGETHER = ("replenish", "offer", "reveal", "upkeep")
ON_THE_MAT = ("reveal",)  # seats show cards to the camera one by one
ROUNDS = 9
TO_TAKE_FROM: tuple[Place, ...] = ("palace", "bazaar", "market")  # in the order they are shown in
PILES: tuple[Place, ...] = ("palace", "bazaar")


@dataclass(frozen=True, slots=True)
class Around:
    """What the screen shows besides the game: camera, clock, choices, remarks."""

    facts: Mapping[str, Any] = field(default_factory=dict)
    options: Sequence[Command] = ()
    notices: tuple[Notice, ...] = ()
    ticks: Collection[int] = frozenset()  # seats that have done their part of a step for all
    seen: Collection[str] = frozenset()  # in view, but not yet settled
    last: str | None = None
    practice: bool = False
    camera: bool = True
    incomplete: bool = False
    clock: str = ""
    untold: int = 0  # untold cards of palace and bazaar that matter now
    focus: int | None = None  # the seat that is asked to show cards on the mat


def table_view(view: AmulView, say: Phrases, around: Around) -> TableModel:
    """The table screen for this view."""
    actions = table_actions(view, around.options, say, around.untold)
    phase = view["phase"]
    return TableModel(
        header=Header(
            title=say("screen.game.amul"),
            place=say("screen.round", n=view["round"], of=ROUNDS),
            steps=phase_steps(PHASES, phase, say),
            badges=standing_badges(say, practice=around.practice, camera=around.camera, incomplete=around.incomplete),
            rules=True,
        ),
        now=now_line(view, say, around),
        cards=tuple(_card(card, view, say, around) for card in shown_cards(view)),
        cards_title=say(f"screen.amul.cards.{'effects' if phase == 'effects' else 'market'}"),
        players=player_rows(view, say, around),
        piles=_piles(view, say, around),
        last=card_model(around.last, say, around.facts, "settled") if around.last in public_cards(view) else None,
        last_title=say("screen.last_card" if around.camera else "screen.last_told"),
        actions=actions,
        notices=around.notices,
        hints=table_hints(say, actions, camera=around.camera),
        empty=say("screen.amul.market_empty" if around.camera else "screen.amul.market_empty_blind"),
        backs=face_down(view),
    )


def public_cards(view: AmulView) -> frozenset[str]:
    """Open cards. A card in a hand is not shown, even if everybody has seen it being picked."""
    areas = [card for player in view["players"] for card in player["area"]]
    return frozenset((*view["market"], *view["palace"], *view["bazaar"], *view["removed"], *areas))


def now_line(view: AmulView, say: Phrases, around: Around) -> NowLine:
    phase, turn = view["phase"], view["turn"]
    if phase in ON_THE_MAT and around.focus is not None and around.camera:
        turn = around.focus
        text = say(f"screen.amul.now.{phase}_seat", seat=turn)
    elif phase == "hands" and not around.camera:
        text = say("screen.amul.now.hands_blind")
    else:
        text = hands_now(view, say, turn, "screen.amul.now")
    return NowLine(
        text=text,
        why=_why_turn(view, say) or say(f"screen.amul.help.{phase}"),
        then=_then(view, say),
        seat=turn,
        clock=around.clock,
    )


def hands_now(view: AmulView, say: Phrases, seat: int | None, key: str = "page.tell") -> str:
    """What the hands do now, with names and places."""
    first = view["start"] if view["phase"] == "replenish" else view["first_pick"]
    other = next_seat(view["first_pick"], len(view["players"]))
    effect = view["effects"][0] if view["effects"] else None
    card, places = ("", ()) if effect is None else (effect["card"], tuple[str, ...](effect["places"]))
    return say(
        f"{key}.{view['phase']}",
        seat=seat,
        first=first,
        other=say.player(other),
        card=card,
        places=say.either([say.name("place", place) for place in places]) if places else "",
        **counted(view),
    )


def counted(view: AmulView) -> dict[str, int]:
    """Which card of how many comes into the market now."""
    lying = len(view["market"])
    return {"n": lying + 1, "of": lying + view["to_fill"]}


def _why_turn(view: AmulView, say: Phrases) -> str:
    turn, order = view["turn"], view["order"]
    if turn is None or turn not in order:
        return ""
    return say.say(view["why"][order.index(turn)])


def _then(view: AmulView, say: Phrases) -> str:
    """Who is next in this step, else which step is next."""
    phase, turn, order = view["phase"], view["turn"], view["order"]
    if phase in IN_ORDER and turn in order and order.index(turn) + 1 < len(order):
        return say("screen.then", what=say.player(order[order.index(turn) + 1]))
    if phase not in PHASES:
        return ""
    if phase == PHASES[-1]:
        following = (
            say("screen.amul.end") if view["round"] == ROUNDS else say("screen.round_short", n=view["round"] + 1)
        )
    else:
        following = say(f"screen.phase.{PHASES[PHASES.index(phase) + 1]}")
    return say("screen.then", what=following)


def shown_cards(view: AmulView) -> tuple[str, ...]:
    """The cards in the middle of the screen: the market, or in effects the cards that can be taken now."""
    if view["phase"] != "effects":
        return tuple(view["market"])
    waiting = view["effects"]
    places = waiting[0]["places"] if waiting else TO_TAKE_FROM
    return tuple(card for place in TO_TAKE_FROM if place in places for card in view[place])


def _card(card: str, view: AmulView, say: Phrases, around: Around) -> CardModel:
    state: ReadState = "seen" if card in around.seen else "settled"
    place = ""
    if view["phase"] == "effects":
        place = next(place for place in TO_TAKE_FROM if card in view[place])
    return card_model(card, say, around.facts, state, place=place)


def _piles(view: AmulView, say: Phrases, around: Around) -> tuple[CardPile, ...]:
    return tuple(
        CardPile(place, say(f"mat.zone.{place}"), tuple(card_model(card, say, around.facts) for card in view[place]))
        for place in PILES
    )


def player_rows(view: AmulView, say: Phrases, around: Around) -> tuple[PlayerRow, ...]:
    """Players in the order of this step, with the reason for each place."""
    together = view["phase"] in TOGETHER or view["turn"] is None
    return tuple(
        _player_row(view, place, "" if together else say.say(why), say, around) for place, why in enumerate(view["why"])
    )


def _player_row(view: AmulView, place: int, reason: str, say: Phrases, around: Around) -> PlayerRow:
    order, turn = view["order"], view["turn"]
    seat = order[place]
    player = view["players"][seat]
    ticking = view["phase"] in ("offer", "reveal")
    tick: Tick = ("done" if seat in around.ticks else "waiting") if ticking else ""
    return PlayerRow(
        seat=seat,
        name=say.player(seat),
        place=place + 1 if reason else None,
        turn=seat == turn,
        done=turn in order and place < order.index(turn),
        reason=reason,
        tick=tick,
        marks=tuple(
            mark for mark, holder in (("first-pick", view["first_pick"]), ("start", view["start"])) if holder == seat
        ),
        figures=_figures(player),
        pips=colours_of(player["area"], around.facts),
    )


def _figures(player: AmulPlayerView) -> tuple[tuple[str, str], ...]:
    """Prowess with its letter. Hand sizes are the same for everybody, so they would only be noise."""
    return (("prowess", f"{player['prowess']}{player['letter'] or ''}"),) if player["prowess"] else ()


def table_actions(view: AmulView, options: Sequence[Command], say: Phrases, untold: int = 0) -> tuple[Action, ...]:
    """Cards on the table first, then actions without a card. Hidden cards, and untold ones of palace and bazaar, are
    told on a screen of their own."""
    open_cards = shown_cards(view)
    by_card = {option.card: option for option in options if isinstance(option, OneCard) and not isinstance(option, Lay)}
    listed = [Action(say.name("card", card), by_card[card], card=card) for card in open_cards if card in by_card]
    tell = [Action(say("screen.tell"), icon="tell", goto="tell")] if by_card.keys() - set(open_cards) else []
    return (*listed, *_without_card(options, say), *tell, *_layout(view, say, untold))


def _layout(view: AmulView, say: Phrases, untold: int) -> Iterator[Action]:
    if untold:
        yield Action(palace_label(view, say, untold), icon="palace", goto="layout")


def palace_label(view: AmulView, say: Phrases, untold: int) -> str:
    """In effects the wanted card may be an untold one."""
    return say("layout.others") if view["phase"] == "effects" else say("screen.amul.do.palace", n=untold)


def _without_card(options: Sequence[Command], say: Phrases) -> Iterator[Action]:
    for option in options:
        match option:
            case Decline():
                yield Action(say("screen.amul.do.decline"), option, "no")
            case Upkeep():
                yield Action(say("screen.amul.do.upkeep"), option, "tick")


def face_down(view: AmulView) -> tuple[int | None, ...]:
    """Face-down cards: one for each seat that has offered."""
    return tuple(view["offered"]) if view["phase"] == "offer" else ()


def table_model(desk: Desk, notices: tuple[Notice, ...] = (), clock: str = "") -> TableModel:
    live, view = desk.live, amul_view(desk.live.view)
    around = Around(
        facts=live.facts,
        options=live.offered,
        notices=(*(Notice(desk.say.say(note)) for note in view["notes"]), *notices),
        ticks=frozenset([*view["offered"], *view["revealed"], *view["done"]]),
        seen=live.seen.seen,
        last=live.last_card,
        practice=view["practice"],
        camera=desk.context.has_camera,
        incomplete=bool(view["missing"]),
        untold=untold(live.session.state),
        focus=live.focus,
        clock=clock,
    )
    return table_view(view, desk.say, around)


def heading(desk: Desk, now_ms: int) -> Heading:
    model = table_model(desk, clock=desk.clock_text(now_ms))
    return Heading(model.header, model.now)
