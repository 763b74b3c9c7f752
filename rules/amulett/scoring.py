"""The end of the game as a table: gems, colours, places. There are no points: whoever fills the amulet wins."""

from __future__ import annotations

from typing import Any

from rules.amulett.state import State
from rules.core.origins import grouped
from rules.core.scoring import places


def score(state: State) -> dict[str, Any]:
    """Before the end ``complete`` is false and nobody has won; places then say who is nearest by gems and colours."""
    ranks = [
        (seat == state.winner, len(player.gems), len(set(player.gems))) for seat, player in enumerate(state.players)
    ]
    players = [
        {"name": player.name, "gems": len(player.gems), "colours": len(set(player.gems)), "place": place}
        for player, place in zip(state.players, places(ranks), strict=True)
    ]
    winners = [] if state.winner is None else [state.players[state.winner].name]
    facts = state.facts
    return {
        "game": "amulett",
        "facts": facts.title,
        "practice": facts.practice,
        "complete": state.winner is not None,
        "players": players,
        "winners": winners,
        "rests_on": grouped((fact, facts.origin(fact)) for fact in facts.known),
    }
