"""Points at the end: what was bought, what it is worth with the recipes in hand, coins; and who wins a tie."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.scoring import Score, ScoreLine, TieBreak, points_score
from rules.core.words import words

from windfall.rules.cards import pounds_in
from windfall.rules.state import Player, State

COINS_FOR_POINT = 3
FOR_RECIPE = 2  # points more for each pound


def score(state: State) -> Score:
    """Of what all see: recipes in hand count once they are shown."""
    lines = [list(_lines(player, coins_count=state.coins_count)) for player in state.players]
    tie_break = TieBreak("windfall.by_coins", tuple(player.coins for player in state.players))
    names = [player.name for player in state.players]
    return points_score("windfall", names, lines, complete=state.phase == "over", tie_break=tie_break)


def _lines(player: Player, *, coins_count: bool) -> Iterator[ScoreLine]:
    for crate in player.crates:
        pounds = pounds_in(crate)
        yield ScoreLine("windfall_fruit", crate, pounds, words("windfall.because.fruit", n=pounds))
    for fruit in player.hand if player.is_shown else ():
        pounds = player.pounds(fruit)
        because = words("windfall.because.recipe", n=pounds, fruit=fruit)
        yield ScoreLine("windfall_recipes", None, FOR_RECIPE * pounds, because)
    if coins_count:
        points = player.coins // COINS_FOR_POINT
        yield ScoreLine("windfall_coins", None, points, words("windfall.because.coins", n=player.coins))
