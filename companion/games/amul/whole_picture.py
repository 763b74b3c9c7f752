"""Without a mat the whole picture is one zone: sorts its cards into the zones of Āmul by what is known of the game."""

from __future__ import annotations

from companion.games.amul.box import rulebook
from rules.amul.events import Place
from rules.amul.view import AmulView
from rules.core.table import TableCards
from vision.table.zones import WHOLE

# Places whose cards are known; only cards in view can be missed there.
OPEN: tuple[Place, ...] = ("palace", "bazaar")
SHOWING = ("reveal", "hands")  # steps in which seats show cards one by one


def _laid_out(cards: frozenset[str], zones: dict[str, frozenset[str]]) -> frozenset[str]:
    """Takes out palace and bazaar cards, which have only one possible place; returns the rest."""
    known = rulebook().facts.cards
    for place in OPEN:
        lying = frozenset(card for card in cards if card in known and known[card].source == place)
        if lying:
            zones[place] = zones.get(place, frozenset()) | lying
        cards -= lying
    return cards


def place_cards(table: TableCards, view: AmulView) -> TableCards:
    """The same cards, sorted into the zones of the game."""
    everything = table.zones[WHOLE]
    zones: dict[str, frozenset[str]] = {}
    rest = everything
    for place in OPEN:
        lying = everything & frozenset(view[place])
        rest -= lying
        if lying:
            zones[place] = lying
    if view["phase"] == "replenish" and view["round"] == 1:
        rest = _laid_out(rest, zones)
    market = frozenset(view["market"])
    if view["phase"] in SHOWING:
        zones["mat"] = rest - market
        if rest & market:
            zones["market"] = rest & market
    else:
        zones["market"] = rest
    return TableCards(zones, table.focus)
