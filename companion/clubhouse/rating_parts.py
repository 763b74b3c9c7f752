"""Ratings as everybody may read them: over all games and by game, with how they went."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from companion.club.messages import GameResult
from companion.clubhouse.game_names import game_name, title_in
from companion.clubhouse.public_names import PublicNames
from companion.clubhouse.ratings import Rating, histories
from companion.clubhouse.result_corrections import Counted
from companion.clubhouse.standings import counts, of_season
from companion.language.i18n import Phrases
from companion.language.wording import decimal_mark
from rules.core.scoring import figure

MOST_RATED = 200  # on the page
MOST_STEPS = 20  # of each history
COLUMNS = ("ended", "game", "rules", "name", "place", "rating", "mean", "deviation", "game_rating", "game_mean")


def ratings_part(counted: Counted, public: PublicNames, say: Phrases) -> list[dict[str, Any]]:
    """The best first. ``sure``: two deviations, within which the mean lies most likely."""
    played = _played(counted)
    over_all = histories(played)
    by_game = {slug: histories(played, slug) for slug in sorted({one.slug for one in played})}
    order = sorted(over_all, key=lambda name: (-over_all[name][-1].shown, say.sort_key(name)))
    titles = {slug: game_name(slug, say, title_in(played, slug)) for slug in by_game}
    shown = partial(figure, unknown=False, mark=decimal_mark(say))
    return [
        {
            "name": public.shown(name),
            "rating": shown(over_all[name][-1].shown),
            "mean": shown(round(over_all[name][-1].mean, 1)),
            "sure": shown(round(2 * over_all[name][-1].deviation, 1)),
            "games": [[titles[slug], shown(found[name][-1].shown)] for slug, found in by_game.items() if name in found],
            "history": [one.shown for one in over_all[name][-MOST_STEPS:]],
        }
        for name in order[:MOST_RATED]
    ]


def ratings_lines(counted: Counted, public: PublicNames) -> Iterator[dict[str, Any]]:
    """A line for each person after each game, in the order of play."""
    played = _played(counted)
    over_all, by_game = _by_game(played, ""), {slug: _by_game(played, slug) for slug in {one.slug for one in played}}
    for one in sorted(played, key=lambda one: (str(one.ended), one.game)):
        for player in one.players:
            after, own = over_all.get((one.game, player.name)), by_game[one.slug].get((one.game, player.name))
            if after is not None and own is not None and one.ended is not None:
                yield {
                    "ended": one.ended.isoformat(timespec="seconds"),
                    "game": one.game,
                    "rules": one.slug,
                    "name": public.shown(player.name),
                    "place": player.place,
                    "rating": after.shown,
                    "mean": round(after.mean, 3),
                    "deviation": round(after.deviation, 3),
                    "game_rating": own.shown,
                    "game_mean": round(own.mean, 3),
                }


def _played(counted: Counted) -> list[GameResult]:
    """Of all games, whichever of them the standings count."""
    rules = replace(counted.rules, slug="")
    return [one for one in of_season(counted.results, rules) if counts(one, rules)]


def _by_game(played: list[GameResult], slug: str) -> dict[tuple[str, str], Rating]:
    found = histories(played, slug)
    return {(one.game, name): one for name, history in found.items() for one in history}
