"""The fault report: everything needed to find out what went wrong, in one zip file. Changes nothing else.

Each part is included as far as it can be read; the report says what is missing. A game's journal holds what was laid
face down, since no fault could be found without it. So a report on a game in progress reveals more than the screen, and
says so in a file of its own.
"""

from __future__ import annotations

import io
import json
import os
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion import CompanionError, __version__
from companion.contract import Games
from companion.doctor.examination import as_values, examine
from companion.doctor.zipped import add_file
from companion.files import put_in_place, unwritten
from companion.keeping.people import PEOPLE, read_people
from companion.keeping.snapshot import copy_of
from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from companion.resources import commit
from companion.seeing.recording import FRAME_FOLDERS
from companion.settings.config import Config
from companion.upkeep.logs import LOG
from companion.upkeep.privacy import Pseudonyms
from rules.core.words import words
from vision.safe_open import TooLarge, open_plain, read_plain

NEWEST_GAMES = 3
NEWEST_FRAMES = 20
SECRETS = "READ-FIRST.txt"  # only there if a game is still in progress
LARGEST_PART = 20_000_000  # bytes of logs, of games and of frames, each


def write_report(config: Config, target: Path, games: Games, *, hide_names: bool, pictures: bool = False) -> list[str]:
    """Writes the file and returns the names of its members; ``pictures``: with those of the table."""
    try:
        if target.exists():
            raise Trouble(words("command.there_already", file=str(target)))
        content = io.BytesIO()  # bounded, see LARGEST_PART
        with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
            _fill(archive, config, games, hide_names=hide_names, pictures=pictures)
        put_in_place(target, content.getvalue())
        return archive.namelist()
    except OSError as error:
        raise unwritten(target, error, "-o") from error


def _fill(archive: zipfile.ZipFile, config: Config, known: Games, *, hide_names: bool, pictures: bool) -> None:
    troubles: list[str] = []
    games = list(_guarded("games", lambda: kept_games(config.games_path), troubles))
    names = list(_guarded("names", lambda: _names(config.games_path), troubles)) if hide_names else []
    if hide_names and troubles:
        troubles.append("log: left out, because the names to hide in it are not known")
    hide = Pseudonyms(names)
    for name, text in () if hide_names and troubles else _guarded("log", lambda: _logs(config.data_path), troubles):
        add_file(archive, hide.text(name), hide.text(text))
    for number, rows in games:
        lines = (json.dumps(hide.values(row), ensure_ascii=False) for row in rows)
        add_file(archive, f"games/{number}.jsonl", "".join(f"{line}\n" for line in lines))
    if going_on := tuple(number for number, rows in games if len(rows) > 1 and rows[0].get("result") is None):
        add_file(archive, SECRETS, secrets_text(going_on, config) + "\n")
    for path, picture in _guarded("frames", lambda: _frames(config.data_path), troubles) if pictures else ():
        add_file(archive, hide.text(f"frames/{path.parent.name}-{path.name}"), picture)
    about = hide.values(_about(config, known, troubles))
    if hide_names:
        about = _without_home(about)
    add_file(archive, "report.json", json.dumps(about, ensure_ascii=False, indent=2))


def secrets_text(games: tuple[int, ...], config: Config) -> str:
    """That these games are still in progress, and what that means for readers of the report."""
    return Phrases(config.spoken)("command.report_secrets", games=tuple(map(str, sorted(games))), n=len(games))


def _about(config: Config, known: Games, troubles: list[str]) -> dict[str, Any]:
    say = Phrases("en")
    settings = asdict(config)
    settings["problems"] = [say.say(problem.words) for problem in config.problems]
    return {
        "version": __version__,
        "commit": commit(),
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "doctor": as_values(examine(config, known), say),
        "settings": settings,
        "not_included": troubles,
    }


def _guarded(part: str, read: Callable[[], Iterator[Any]], troubles: list[str]) -> Iterator[Any]:
    try:
        yield from read()
    except (OSError, sqlite3.Error, CompanionError, ValueError, KeyError, TypeError) as error:
        troubles.append(f"{part}: {error.__cause__ or error}")


def _logs(folder: Path) -> Iterator[tuple[str, str]]:
    left = LARGEST_PART
    for path in sorted(folder.glob(f"{LOG}*")):
        raw = _tail(path, left)
        left -= len(raw)
        yield f"log/{path.name}", raw.decode("utf-8", "replace")


def _tail(path: Path, most: int) -> bytes:
    """The last bytes of a plain file; links are refused, so that no other file of the machine gets into a report."""
    with open_plain(path, follow=False) as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - most))
        return file.read(most)


def kept_games(path: Path) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """The newest games as they are in the file: the game's row, then one row per entry."""
    left = LARGEST_PART
    with _opened(path) as db:
        for game in db.execute("SELECT * FROM games ORDER BY id DESC LIMIT ?", (NEWEST_GAMES,)) if db else ():
            entries = db.execute("SELECT * FROM entries WHERE game_id = ? ORDER BY seq", (game["id"],)) if db else ()
            rows = [dict(game), *(dict(entry) for entry in entries)]
            left -= sum(len(str(row)) for row in rows)
            if left < 0:
                return
            yield int(game["id"]), rows


def _names(path: Path) -> Iterator[str]:
    """Everyone who ever played here, the newest game's players first."""
    with _opened(path) as db:
        for (setup,) in db.execute("SELECT setup FROM games ORDER BY id DESC") if db else ():
            yield from json.loads(setup)["players"]
        for (name,) in db.execute("SELECT name FROM players ORDER BY name") if db else ():
            yield name
        for (kept,) in db.execute("SELECT value FROM settings WHERE name = ?", (PEOPLE,)) if db else ():
            yield from read_people(str(kept)).names.values()


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection | None]:
    """A copy of the games file to read; None if there is no file yet."""
    if not path.exists():
        yield None
        return
    with closing(copy_of(path)) as db:
        db.row_factory = sqlite3.Row
        yield db


def _frames(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """The newest pictures, from recordings and from the last frames the box keeps."""
    found = [path for place in FRAME_FOLDERS for path in (folder / place).glob("*/*.jpg")]
    left = LARGEST_PART
    for path in sorted(found, key=lambda path: path.lstat().st_mtime, reverse=True)[:NEWEST_FRAMES]:
        try:
            picture = read_plain(path, left, follow=False)
        except TooLarge:
            return
        left -= len(picture)
        yield path, picture


def _without_home(value: Any) -> Any:
    """Hides the home folder, which names the user."""
    home = str(Path.home())
    if isinstance(value, str):
        return value.replace(home, "~") if len(home) > 1 else value
    if isinstance(value, dict):
        return {key: _without_home(item) for key, item in value.items()}
    return [_without_home(item) for item in value] if isinstance(value, list | tuple) else value
