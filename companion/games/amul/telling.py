"""What can be told by hand in each step of Āmul: one tile for each kind, because copies are alike.

The tiles do not depend on face-down cards, see ``rules.amul.public``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from companion.contract import Tellable
from companion.games.amul.laying_out import untold
from companion.games.amul.table_view import TO_TAKE_FROM, counted, hands_now, palace_label
from companion.language.i18n import Phrases
from companion.models import NowLine, kind_of
from companion.play.live_game import AskSeat, LiveGame
from companion.screens import Goto
from companion.screens.tell_screen import Node
from rules.amul import commands as c
from rules.amul.public import seen_in_hand
from rules.amul.view import AmulView, amul_view

MARKET = "screen.amul.cards.market"
FROM_HAND = ("offer", "reveal", "hands")  # one by one, but in any order


def cards_to_tell(live: LiveGame, say: Phrases) -> Tellable:
    """For the seat whose turn it is, else for the one that is asked first."""
    view = amul_view(live.view)
    able = {option.seat for option in live.offered if isinstance(option, c.OneCard | c.Done | c.Upkeep | c.Decline)}
    seats = [seat for seat in view["order"] if seat in able]
    seat = live.teller(seats)
    nodes = (*_nodes(live, view, seat, say), *_palace(live, view, say), *_others(seats, seat, say))
    text, which = hands_now(view, say, seat), f"page.tell.which.{view['phase']}"
    asked = _untold(live, seat, say) or (say(which, seat=seat, **counted(view)) if say.has(which) else "")
    title, told = _so_far(live, view, say)
    return Tellable(text, nodes, now=NowLine(text, asked, seat=seat), so_far=told, so_far_title=title)


def _untold(live: LiveGame, seat: int | None, say: Phrases) -> str:
    """The rounds of which nobody has told what stayed with this seat, when hands are shown."""
    state = live.session.state
    rounds = state.untold[seat] if state.phase == "hands" and state.untold and seat is not None else ()
    return say("page.scribe.untold", rounds=tuple(map(str, rounds)), n=len(rounds)) if rounds else ""


def _so_far(live: LiveGame, view: AmulView, say: Phrases) -> tuple[str, tuple[Node, ...]]:
    """What lies in the market; of face-down cards only who has laid one."""
    if laid := (*view["offered"], *view["revealed"]):
        return say("page.tell.told"), tuple(Node(say.player(seat), seat=seat) for seat in laid)
    lying = view["market"] if view["phase"] in ("replenish", "offer") else ()
    return say(MARKET), tuple(_card(card, card, live, say) for card in lying)


def _nodes(live: LiveGame, view: AmulView, seat: int | None, say: Phrases) -> Iterator[Node]:
    options = live.offered
    if view["phase"] == "effects":
        yield from _to_take(live, view, say)
        return
    own = [option for option in options if isinstance(option, c.OneCard) and option.seat == seat]
    known = seen_in_hand(live.session.state, seat) if seat is not None and view["phase"] in FROM_HAND else ()
    likely = {kind_of(card) for card in known}
    cards = [option for option in own if not isinstance(option, c.Lay | c.Found)]
    yield from _cards(cards, likely, live, say)
    if found := tuple(_cards((option for option in own if isinstance(option, c.Found)), set(), live, say)):
        yield Node(say("screen.amul.do.found"), children=found, icon="cards", pinned=True)
    for option in options:
        match option:
            case c.Upkeep():
                yield Node(say("screen.amul.do.upkeep"), option, icon="tick", likely=True)
            case c.Done(seat=done) if done == seat:
                yield Node(say("screen.reading.all_shown"), option, icon="tick", pinned=True)


def _palace(live: LiveGame, view: AmulView, say: Phrases) -> Iterator[Node]:
    """Palace and bazaar have a page of their own while untold cards of theirs matter."""
    if count := untold(live.session.state):
        yield Node(palace_label(view, say, count), Goto("layout"), icon="palace", pinned=True)


def _to_take(live: LiveGame, view: AmulView, say: Phrases) -> Iterator[Node]:
    """What an effect may take: cards of a kind are alike only within one place."""
    takes = {option.card: option for option in live.offered if isinstance(option, c.Take)}
    places = {card: place for place in TO_TAKE_FROM for card in view[place] if card in takes}
    for place in dict.fromkeys(places.values()):
        for node in _cards((takes[card] for card in takes if places[card] == place), set(), live, say):
            where = f" · {say(f'mat.zone.{place}')}" if len(set(places.values())) > 1 else ""
            yield replace(node, label=node.label + where)
    for option in live.offered:
        if isinstance(option, c.Decline):
            yield Node(say("screen.amul.do.decline"), option, icon="no", pinned=True)


def _cards(options: Iterable[Any], likely: set[str], live: LiveGame, say: Phrases) -> Iterator[Node]:
    """``often``: how many copies may still turn up."""
    kinds: dict[str, list[Any]] = {}
    for option in options:
        kinds.setdefault(kind_of(option.card), []).append(option)
    for kind, alike in kinds.items():
        yield replace(_card(alike[0].card, alike[0], live, say), likely=kind in likely, often=len(alike))


def _card(card: str, command: object, live: LiveGame, say: Phrases) -> Node:
    kind = kind_of(card)
    colour = live.facts.get("cards", {}).get(kind, {}).get("colour")
    return Node(say.name("kind", kind), command, colour=colour)


def _others(seats: Iterable[int], seat: int | None, say: Phrases) -> Iterator[Node]:
    """Who else can be asked first, if everybody acts at once."""
    if others := tuple(Node(say.player(other), AskSeat(other), seat=other) for other in seats if other != seat):
        yield Node(say("page.tell.other_seat"), children=others, icon="people", pinned=True)
