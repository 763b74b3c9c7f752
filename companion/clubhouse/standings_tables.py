"""Standings of a night and of the season with their titles, counted once for each language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from companion.club.messages import GameResult
from companion.clubhouse.game_names import game_name, title_in
from companion.clubhouse.result_corrections import Counted
from companion.clubhouse.standings import (
    ClubStanding,
    Rules,
    before_night,
    counts,
    of_night,
    of_season,
    standings,
)
from companion.language.i18n import Phrases
from companion.language.wording import day_words


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """Standings with their title and how they were counted."""

    title: str
    rows: tuple[ClubStanding, ...]
    below: str


def night_table(counted: Counted, night: date, say: Phrases, *, today: bool = False) -> StandingsTable:
    return _night_table(counted, night, say.code, today)


def season_table(counted: Counted, say: Phrases) -> StandingsTable:
    return _season_table(counted, say.code)


@lru_cache(maxsize=4)
def _night_table(counted: Counted, night: date, language: str, today: bool) -> StandingsTable:
    say = Phrases(language)
    title = say("clubhouse.night") if today else say("clubhouse.night_of", date=day_words(night.isoformat()))
    earlier = before_night(of_season(counted.results, counted.rules), night)
    return _table(title, of_night(counted.results, night), counted.rules, say, earlier)


@lru_cache(maxsize=4)
def _season_table(counted: Counted, language: str) -> StandingsTable:
    say = Phrases(language)
    since = counted.rules.since
    date_words = None if since is None else day_words(since.isoformat())
    title = say("clubhouse.season") if since is None else say("clubhouse.season_since", date=date_words)
    return _table(title, of_season(counted.results, counted.rules), counted.rules, say)


def _table(
    title: str, results: Sequence[GameResult], rules: Rules, say: Phrases, earlier: Sequence[GameResult] = ()
) -> StandingsTable:
    games = sum(counts(one, rules) for one in results)
    count = rules_text(rules, say, title_in(results, rules.slug))
    return StandingsTable(title, standings(results, rules, earlier), say("clubhouse.below", n=games, count=count))


def rules_text(rules: Rules, say: Phrases, title: Mapping[str, str]) -> str:
    """``title``: what boxes call the only game that counts."""
    text = say(f"clubhouse.count.{rules.count}")
    if rules.slug:
        text = say("clubhouse.count.of_game", count=text, game=game_name(rules.slug, say, title))
    if not rules.best or rules.count == "rating":
        return text
    key = "clubhouse.count.best" if rules.of == "games" else "clubhouse.count.best_nights"
    return say(key, count=text, n=rules.best)
