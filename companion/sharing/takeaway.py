"""A game to take home as a file, in several forms named by their suffix."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from companion.files import write_whole
from companion.keeping.history import PastNight
from companion.keeping.session import Session
from companion.keeping.session_stats import points_by_round
from companion.language.i18n import Phrases
from companion.language.wording import Trouble, day_words, in_words
from companion.sharing.bgstats import play_file
from companion.sharing.game_text import write_game
from companion.sharing.pdf import RaceSheet, score_sheet
from companion.sharing.spreadsheet import as_csv
from rules.core.game import Game, Setup
from rules.core.scoring import Score, figure, is_unknown, left_so, rank_text
from rules.core.view import View
from rules.core.words import words

FOLDER = "exports"
PICTURE = "png"  # the form of a poster


class Shared(Protocol):
    """The part of a game that is needed here (see ``companion.contract.TableGame``)."""

    @property
    def rules(self) -> Game[Any]: ...

    def score(self, session: Session) -> Score: ...

    @property
    def figures(self) -> tuple[str, ...]: ...

    @property
    def columns(self) -> Mapping[str, str]: ...

    @property
    def sheet(self) -> Callable[[Score, View, Phrases], RaceSheet] | None: ...

    @property
    def unknown_table(self) -> tuple[str, ...]: ...

    @property
    def variant(self) -> Callable[[Setup], str]: ...


@dataclass(frozen=True, slots=True)
class Takeaway:
    """One kept game. ``session``: its journal replayed; None if it was only scored or can no longer be read.

    ``columns``: what all games add to a spreadsheet. ``whole``: with the secrets of a game in progress. ``marks``: the
    players' own, by seat.
    """

    night: PastNight
    session: Session | None
    say: Phrases
    game: Shared
    columns: Mapping[str, str]
    whole: bool = False
    marks: tuple[int, ...] = ()

    @property
    def score(self) -> Score:
        """In today's language if the game can be replayed, else as it was kept."""
        session = self.session
        if session is None or not session.is_over:
            return self.night.score
        score: Score = in_words(left_so(self.game.score(session)), self.say)
        return score


def _bgsplay(takeaway: Takeaway) -> bytes:
    return json.dumps(play_file(takeaway.night, takeaway.game), ensure_ascii=False, indent=2).encode()


def _sheet(takeaway: Takeaway) -> bytes:
    night, session, score = takeaway.night, takeaway.session, takeaway.score
    if not night.is_finished:
        raise Trouble(words("past.trouble.no_sheet", n=night.row.id))
    if session is None and score["kind"] != "points":
        raise Trouble(words("past.trouble.lost", n=night.row.id))
    when = takeaway.say.say(day_words(night.day))
    game, sheet = takeaway.game, None
    if session is not None and game.sheet is not None:
        sheet = game.sheet(score, session.game.view(session.state), takeaway.say)
    rounds = () if session is None else points_by_round(session, score)
    return score_sheet(
        score,
        takeaway.say,
        when,
        minutes=night.minutes,
        figures=game.figures,
        sheet=sheet,
        rounds=rounds,
        marks=takeaway.marks,
    )


def _text(takeaway: Takeaway) -> bytes:
    if takeaway.session is None:
        raise Trouble(words("past.trouble.not_followed", n=takeaway.night.row.id))
    unknown = takeaway.game.unknown_table
    ident = takeaway.night.row.ident
    return write_game(takeaway.session, _remarks(takeaway), unknown, whole=takeaway.whole, ident=ident).encode()


def _remarks(takeaway: Takeaway) -> tuple[str, ...]:
    """When it was played and how it ended; not needed for a replay."""
    night = takeaway.night
    placed = [f"{rank_text(night.score, one)}: {_figure(takeaway, one)}" for one in night.ranked]
    left = ["counted as it stands: nobody has won"] if night.is_left else []
    return (f"{night.day}, {night.minutes} min", *placed, *left, *(["practice values"] if night.practice else []))


def _figure(takeaway: Takeaway, player: Any) -> object:
    """The points, with a question mark if they are only partly known; of a race its first column."""
    if takeaway.night.has_points:
        return figure(player["total"], unknown=is_unknown(player))
    return player.get(next(iter(takeaway.game.columns.values()), ""), "")


FORMS: Mapping[str, Callable[[Takeaway], bytes]] = {
    "pdf": _sheet,
    "bgsplay": _bgsplay,
    "csv": lambda takeaway: as_csv([takeaway.night.row], takeaway.columns).encode(),
    "txt": _text,
}


def forms_of(takeaway: Takeaway) -> tuple[str, ...]:
    """The forms available: without its steps there is no text, and no sheet of a race."""
    if takeaway.session is not None:
        return tuple(FORMS)
    has_pad = takeaway.score["kind"] == "points"
    return tuple(form for form in FORMS if form != "txt" and (has_pad or form != "pdf"))


def picture_path(night: PastNight, folder: Path, ending: str = "") -> Path:
    """Where the picture of a night's end is kept; it is drawn by who has the screen."""
    return folder / FOLDER / f"{_file_name(night)}{ending}.{PICTURE}"


def _file_name(night: PastNight) -> str:
    return f"{night.day}-{night.row.game}-{night.row.id}"


def put_down(takeaway: Takeaway, form: str, folder: Path) -> Path:
    """Writes the game in that form below ``folder``; the same game always gets the same file name."""
    path = folder / FOLDER / f"{_file_name(takeaway.night)}.{form}"
    write_whole(path, FORMS[form](takeaway))
    return path
