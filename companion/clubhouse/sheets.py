"""Standings and results to take home: for a spreadsheet, and on paper. Names are as everybody may read them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from companion.club.messages import Result
from companion.clubhouse.board_model import Table, night_table, season_table
from companion.clubhouse.public_names import Veil
from companion.clubhouse.result_corrections import Counted
from companion.clubhouse.standings import counts, night_of
from companion.language.i18n import Phrases
from companion.language.wording import Trouble, day_words
from companion.sharing.pdf import Paper
from companion.sharing.spreadsheet import harmless
from rules.core.words import words

SEASON = 0  # in place of a night
MOST_NIGHTS = 60
COLUMNS = ("game", "night", "table", "began", "ended", "rules", "practice", "counts", "name", "place", "won", "points")


def standings_csv(table: Table, veil: Veil) -> str:
    rows = [
        {"place": one.place, "name": veil.name(one.name), "total": one.total, "games": one.games, "wins": one.wins}
        for one in table.rows
    ]
    return _csv(("place", "name", "total", "games", "wins"), rows)


def results_csv(counted: Counted, veil: Veil) -> str:
    """One line a player of every game that was heard of, with the rows of the pad."""
    lines = [line for one in counted.results for line in _lines(veil.result(one), counted)]
    more = dict.fromkeys(key for line in lines for key in line if key not in COLUMNS)
    return _csv((*COLUMNS, *more), lines)


def _lines(result: Result, counted: Counted) -> list[dict[str, Any]]:
    ended = result.ended
    common = {
        "game": result.game,
        "night": "" if ended is None else night_of(ended).isoformat(),
        "table": result.table,
        "began": _moment(result.began),
        "ended": "" if ended is None else _moment(ended),
        "rules": result.slug,
        "practice": result.practice,
        "counts": counts(result, counted.rules),
    }
    return [
        {
            **common,
            "name": one.name,
            "place": one.place,
            "won": one.won,
            "points": "" if one.points is None else one.points,
            **{f"row {row}": points for row, points in one.totals.items()},
        }
        for one in result.players
    ]


def _moment(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


def _csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, [harmless(name) for name in columns], restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({harmless(key): harmless(value) for key, value in row.items()} for row in rows)
    return out.getvalue()


def standings_pdf(title: str, tables: Sequence[Table], veil: Veil, day: date, say: Phrases) -> bytes:
    """To be hung on the wall; the same standings give the same bytes."""
    paper = Paper()
    paper.head(title, say.say(day_words(day.isoformat())))
    for table in tables:
        lines = [
            (f"{one.place}. {veil.name(one.name)}", say("clubhouse.line", n=one.games, wins=one.wins), str(one.total))
            for one in table.rows
        ]
        paper.list(f"{table.title} ({table.below})", lines or [(say("clubhouse.no_games"), "\u00a0", "")])
    return paper.build(title, say)


class TakeHome:
    """Asked by the server's threads; what is known is handed over whole by the main thread."""

    def __init__(self, title: str) -> None:
        self._known = (title, Counted())

    def know(self, title: str, counted: Counted) -> None:
        self._known = (title, counted)

    def nights(self, language: str) -> dict[str, Any]:
        """The newest first; each by its day as a number."""
        say, (_, counted) = Phrases(language), self._known
        days = sorted({night_of(one.ended) for one in counted.results if one.ended is not None}, reverse=True)
        return {
            "nights": [
                {"number": int(f"{day:%Y%m%d}"), "day": say.say(day_words(day.isoformat()))}
                for day in days[:MOST_NIGHTS]
            ]
        }

    def file(self, number: int, form: str, language: str) -> dict[str, Any]:
        """``number``: a night, or ``SEASON``; ``form``: csv, pdf, or results for everything as CSV."""
        say, (title, counted) = Phrases(language), self._known
        veil, night = Veil(counted, say), _night(number)
        table = season_table(counted, say) if night is None else night_table(counted, night, say)
        name = f"club-{'season' if night is None else night.isoformat()}"
        match form:
            case "csv":
                return _file(f"{name}.csv", standings_csv(table, veil).encode(), "text/csv")
            case "results":
                return _file("club-results.csv", results_csv(counted, veil).encode(), "text/csv")
            case "pdf":
                tables = [table] if night is None else [table, season_table(counted, say)]
                paper = standings_pdf(title, tables, veil, night or _last(counted), say)
                return _file(f"{name}.pdf", paper, "application/pdf")
        raise Trouble(words("clubhouse.trouble.not_understood"))


def _file(name: str, content: bytes, sort: str) -> dict[str, Any]:
    return {"name": name, "content": content, "sort": sort}


def _night(number: int) -> date | None:
    if number == SEASON:
        return None
    try:
        return datetime.strptime(str(number), "%Y%m%d").date()  # noqa: DTZ007 (a day, no moment)
    except ValueError as error:
        raise Trouble(words("clubhouse.trouble.not_understood")) from error


def _last(counted: Counted) -> date:
    """The night of the last result; on paper it says as of when."""
    ended = [one.ended for one in counted.results if one.ended is not None]
    return night_of(max(ended)) if ended else date.today()  # noqa: DTZ011 (by the clock on the wall)
