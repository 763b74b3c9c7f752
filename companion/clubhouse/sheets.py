"""Standings and results to download: as CSV, and as a PDF to print. Names are as everyone may read them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from companion.club.messages import GameResult
from companion.clubhouse.open_data import as_bytes, club_json, standings_html
from companion.clubhouse.public_names import PublicNames
from companion.clubhouse.rating_parts import COLUMNS as RATED
from companion.clubhouse.rating_parts import ratings_lines
from companion.clubhouse.result_corrections import Counted
from companion.clubhouse.seating.tonight import Tonight
from companion.clubhouse.seating_sheet import seating_pdf
from companion.clubhouse.shown_round import SeatingNames, shown_round
from companion.clubhouse.standings import counts, night_of
from companion.clubhouse.standings_tables import StandingsTable, night_table, season_table
from companion.clubhouse.wall_paper import certificates, table_cards
from companion.language.i18n import Phrases
from companion.language.wording import Trouble, day_words, decimal_mark
from companion.sharing.pdf import PdfDocument
from companion.sharing.spreadsheet import harmless
from rules.core.scoring import figure
from rules.core.words import words

SEASON = 0  # in place of a night's number
MOST_NIGHTS = 60
COLUMNS = ("game", "night", "table", "began", "ended", "rules", "practice", "counts", "name", "place", "won", "points")


def standings_csv(table: StandingsTable, public: PublicNames) -> str:
    rows = [
        {"place": one.place, "name": public.shown(one.name), "total": one.total, "games": one.games, "wins": one.wins}
        for one in table.rows
    ]
    return _csv(("place", "name", "total", "games", "wins"), rows)


def results_csv(counted: Counted, public: PublicNames) -> str:
    """One line per player of every reported game, with the rows of the pad."""
    lines = [line for one in counted.results for line in _lines(public.result(one), counted)]
    more = dict.fromkeys(key for line in lines for key in line if key not in COLUMNS)
    return _csv((*COLUMNS, *more), lines)


def _lines(result: GameResult, counted: Counted) -> list[dict[str, Any]]:
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


def standings_pdf(title: str, tables: Sequence[StandingsTable], public: PublicNames, day: date, say: Phrases) -> bytes:
    """A page for the wall; the same standings give the same bytes."""
    paper = PdfDocument()
    paper.head(title, say.say(day_words(day.isoformat())))
    for table in tables:
        lines = [
            (
                f"{one.place}. {public.shown(one.name)}",
                say("clubhouse.line", n=one.games, wins=one.wins),
                figure(one.total, unknown=False, mark=decimal_mark(say)),
            )
            for one in table.rows
        ]
        paper.list(f"{table.title} ({table.below})", lines or [(say("clubhouse.no_games"), "\u00a0", "")])
    return paper.build(title, say)


class ClubDownloads:
    """Read by the server's threads; the main thread replaces what is known in one assignment."""

    def __init__(self, title: str) -> None:
        self._known = (title, Counted(), Tonight())
        self._tables: Sequence[dict[str, Any]] = ()
        self._boxes: Sequence[tuple[str, str]] = ()
        self._link = ""
        self.key = ""  # opens the JSON for programs; empty: nothing does

    def know(
        self,
        title: str,
        counted: Counted,
        tonight: Tonight | None = None,
        *,
        tables: Sequence[dict[str, Any]] = (),
        key: str = "",
    ) -> None:
        """``tables``: as they are told to programs; ``key``: which opens that."""
        self._known, self._tables, self.key = (title, counted, tonight or Tonight()), tables, key

    def know_place(self, boxes: Sequence[tuple[str, str]], link: str) -> None:
        """``boxes``: of all tables, with their names; ``link``: of the page, with its code."""
        self._boxes, self._link = boxes, link

    def nights(self, language: str) -> dict[str, Any]:
        """The newest first, each numbered by its date; last those that have not come yet, by a clock that is wrong."""
        say, (_, counted, _) = Phrases(language), self._known
        found = {night_of(one.ended) for one in counted.results if one.ended is not None}
        days = sorted(found, key=lambda day: (day <= _today(), day), reverse=True)
        return {
            "nights": [
                {"number": int(f"{day:%Y%m%d}"), "day": say.say(day_words(day.isoformat()))}
                for day in days[:MOST_NIGHTS]
            ]
        }

    def file(self, number: int, form: str, language: str) -> dict[str, Any]:
        """``number``: a night, or ``SEASON``; ``form``: ``csv``, ``pdf``, ``html``; ``json`` for programs; ``results``
        for every result as CSV, ``ratings`` for how every rating went, or ``seating`` for the seating plan."""
        say, (title, counted, tonight) = Phrases(language), self._known
        public, night = PublicNames(counted, say), _night(number)
        table = season_table(counted, say) if night is None else night_table(counted, night, say)
        name = f"club-{'season' if night is None else night.isoformat()}"
        match form:
            case "certificates":
                return self._certificates(name, table, night, say)
            case "cards":
                return self._cards(say)
            case "json":
                told = club_json(title, counted, self._tables, datetime.now(UTC), say)
                return _file("club.json", as_bytes(told), "application/json")
            case "html":
                tables = [table] if night is None else [table, season_table(counted, say)]
                page = standings_html(title, tables, public, (night or _last(counted)).isoformat(), say)
                return _file(f"{name}.html", page.encode(), "text/html")
            case "csv":
                return _file(f"{name}.csv", standings_csv(table, public).encode(), "text/csv")
            case "results":
                return _file("club-results.csv", results_csv(counted, public).encode(), "text/csv")
            case "ratings":
                return _file("club-ratings.csv", _csv(RATED, ratings_lines(counted, public)).encode(), "text/csv")
            case "seating":
                shown = shown_round(tonight.now, SeatingNames(counted.persons, public), say)
                if shown is None:
                    raise Trouble(words("clubhouse.seating.no_round"))
                day = say.say(day_words(_today().isoformat()))
                return _file("club-seating.pdf", seating_pdf(title, shown, day, say), "application/pdf")
            case "pdf":
                tables = [table] if night is None else [table, season_table(counted, say)]
                paper = standings_pdf(title, tables, public, night or _last(counted), say)
                return _file(f"{name}.pdf", paper, "application/pdf")
        raise Trouble(words("clubhouse.trouble.not_understood"))

    def _certificates(self, name: str, table: StandingsTable, night: date | None, say: Phrases) -> dict[str, Any]:
        title, counted, _ = self._known
        if not table.rows:
            raise Trouble(words("clubhouse.no_games"))
        day = say.say(day_words((night or _last(counted)).isoformat()))
        paper = certificates(title, table, PublicNames(counted, say), day, say)
        return _file(f"{name}-certificates.pdf", paper, "application/pdf")

    def _cards(self, say: Phrases) -> dict[str, Any]:
        if not self._link or not self._boxes:
            raise Trouble(words("clubhouse.trouble.no_cards"))
        return _file("club-tables.pdf", table_cards(self._known[0], self._boxes, self._link, say), "application/pdf")


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
    """The night of the last result: the date printed on the season's page."""
    nights = (night_of(one.ended) for one in counted.results if one.ended is not None)
    return max((night for night in nights if night <= _today()), default=_today())


def _today() -> date:
    return date.today()  # noqa: DTZ011 (by the clock on the wall)
