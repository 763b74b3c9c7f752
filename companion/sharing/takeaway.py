"""A game to take home as a file: each form by the ending of its name. Written whole, where it can be found again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.i18n import Phrases
from companion.keeping.history import PastNight
from companion.keeping.session import Session
from companion.sharing.bgstats import play_file
from companion.sharing.gametext import write_game
from companion.sharing.pdf import score_sheet
from companion.sharing.spreadsheet import as_csv
from companion.wholefile import write_whole
from companion.wording import Trouble, in_words
from rules.core.words import words

FOLDER = "exports"


@dataclass(frozen=True, slots=True)
class Takeaway:
    """One kept game, its journal played again (None: it was only scored, or can be read no more), the language."""

    night: PastNight
    session: Session | None
    say: Phrases

    @property
    def score(self) -> dict[str, Any]:
        """In today's language where the game can be played again, else as it was kept."""
        session = self.session
        if session is None or not session.game.is_over(session.state):
            return self.night.row.result or {}
        score: dict[str, Any] = in_words(session.game.score(session.state), self.say)
        return score


def _bgsplay(takeaway: Takeaway) -> bytes:
    return json.dumps(play_file(takeaway.night), ensure_ascii=False, indent=2).encode()


def _sheet(takeaway: Takeaway) -> bytes:
    night, session, score = takeaway.night, takeaway.session, takeaway.score
    if not night.is_finished:
        raise Trouble(words("past.trouble.no_sheet", n=night.row.id))
    if session is None and "rows" not in score:
        raise Trouble(words("past.trouble.lost", n=night.row.id))
    year, month, day = night.day.split("-")
    when = takeaway.say("nights.day", year=year, month=month, day=day)
    view: Mapping[str, Any] = {} if session is None else session.game.view(session.state)
    return score_sheet(score, view, takeaway.say, when, night.minutes)


def _text(takeaway: Takeaway) -> bytes:
    if takeaway.session is None:
        raise Trouble(words("past.trouble.not_followed", n=takeaway.night.row.id))
    return write_game(takeaway.session, _remarks(takeaway.night)).encode()


def _remarks(night: PastNight) -> tuple[str, ...]:
    """When it was played and how it ended; a replay does not need it."""
    ranked = sorted(night.placed, key=lambda player: player["place"])
    placed = [f"{player['place']}. {player['name']}: {player.get('total', player.get('gems'))}" for player in ranked]
    return (f"{night.day}, {night.minutes} minutes", *placed, *(["practice values"] if night.practice else []))


FORMS: Mapping[str, Callable[[Takeaway], bytes]] = {
    "pdf": _sheet,
    "bgsplay": _bgsplay,
    "csv": lambda takeaway: as_csv([takeaway.night.row]).encode(),
    "txt": _text,
}


def forms_of(takeaway: Takeaway) -> tuple[str, ...]:
    """The forms it can be had in: without its steps there is no text, and no sheet of a race."""
    if takeaway.session is not None:
        return tuple(FORMS)
    has_pad = "rows" in takeaway.score
    return tuple(form for form in FORMS if form != "txt" and (has_pad or form != "pdf"))


def put_down(takeaway: Takeaway, form: str, folder: Path) -> Path:
    """Writes the game in that form into the folder's own place for such files; the same game has the same name."""
    row = takeaway.night.row
    path = folder / FOLDER / f"{takeaway.night.day}-{row.game}-{row.id}.{form}"
    write_whole(path, FORMS[form](takeaway))
    return path
