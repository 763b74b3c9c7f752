"""The end of the game as a table: gems, colours, places. There are no points: the first full amulet wins."""

from __future__ import annotations

from typing import cast

from rules.amulett.state import Player, State
from rules.amulett.stock import COLOURS_TO_WIN
from rules.core.origins import grouped
from rules.core.scoring import RacePlayer, RaceScoreOf, Score, places, race_line
from rules.core.words import Words, words


class AmulettPlayerScore(RacePlayer):
    """The number of gems and of colours."""

    gems: int
    colours: int


class AmulettScore(RaceScoreOf[AmulettPlayerScore]):
    """The score of Das Amulett: a race, with a verdict once somebody has won."""


def amulett_score(score: Score) -> AmulettScore:
    """The score of Das Amulett, typed."""
    return cast("AmulettScore", score)


def score(state: State) -> AmulettScore:
    """Before the end ``complete`` is false and nobody has won; places then go by gems and colours."""
    ranks = [
        (seat == state.winner, len(player.gems), len(set(player.gems))) for seat, player in enumerate(state.players)
    ]
    facts = state.facts
    scored: AmulettScore = {
        "kind": "race",
        "game": "amulett",
        "facts": facts.title,
        "practice": facts.practice,
        "complete": state.winner is not None,
        "missing": [],  # unknown facts of the box do not matter: the gems are seen
        "players": [_player(player, place) for player, place in zip(state.players, places(ranks), strict=True)],
        "winners": [] if state.winner is None else [state.players[state.winner].name],
        "notes": [],
        "rests_on": grouped((fact, facts.origin(fact)) for fact in facts.known),
    }
    if state.winner is not None:
        scored["verdict"] = _verdict(state, state.winner)
    return scored


def _player(player: Player, place: int) -> AmulettPlayerScore:
    gems, colours = len(player.gems), len(set(player.gems))
    line = race_line("amulett", {"gems": gems, "colours": colours})
    return {"name": player.name, "gems": gems, "colours": colours, "place": place, "line": line}


def _verdict(state: State, winner: int) -> Words:
    """Who won, and by which part of M-END-1."""
    gems = state.players[winner].gems
    colours = len(set(gems))
    if colours >= COLOURS_TO_WIN:
        return words("amulett.win.colours", seat=winner, n=colours)
    return words("amulett.win.gems", seat=winner, n=len(gems))
