"""The score of a game as the table lies: final when it is over, and never complete before."""

from __future__ import annotations

from rules.amul.questions import missing
from rules.amul.scoring import AmulScore, score_json, score_table, with_missing
from rules.amul.state import State


def score(state: State) -> AmulScore:
    scored = score_table(
        state.facts,
        state.areas,
        names=state.names,
        told={card: points for card, points in state.points.items() if any(card in area for area in state.areas)},
        first_pick=state.first_pick,
        start=state.start,
        options=state.rulings,
    )
    coded = score_json(scored, facts=state.facts, facts_name=state.facts.title, notes=state.notes)
    return with_missing(coded, sorted({*scored.missing, *missing(state)}), final=state.phase == "over")
