"""The flight recorder: what somebody needs who shall find out what went wrong, in one file. Reads, changes nothing.

Each part is taken as far as it can be had; what cannot is said in the report. The journal of a game holds what was laid
face down, so a report of a game that still goes on tells more than the screen does.
"""

from __future__ import annotations

import json
import re
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion import __version__
from companion.doctor.examination import as_values, examine
from companion.errors import CompanionError
from companion.i18n import Phrases
from companion.settings.config import Config

NEWEST_GAMES = 3
NEWEST_FRAMES = 20
LARGEST_PART = 20_000_000  # bytes of logs, of games and of frames, each

Hide = Callable[[str], str]


def write_report(config: Config, target: Path, *, hide_names: bool) -> list[str]:
    """Writes the file and returns the names of what is in it."""
    try:
        with zipfile.ZipFile(target, "x", zipfile.ZIP_DEFLATED) as archive:
            _fill(archive, config, hide_names=hide_names)
            return archive.namelist()
    except FileExistsError as error:
        raise CompanionError(f"{target} is there already; choose another name") from error
    except OSError as error:
        raise CompanionError(f"cannot write {target}: {error.strerror}; choose another place") from error


def _fill(archive: zipfile.ZipFile, config: Config, *, hide_names: bool) -> None:
    troubles: list[str] = []
    games = list(_guarded("games", lambda: kept_games(config.games_path), troubles))
    hide = _hider(games) if hide_names else str
    for name, text in _guarded("log", lambda: _logs(config.data_path), troubles):
        archive.writestr(name, hide(text))
    for number, lines in games:
        archive.writestr(f"games/{number}.jsonl", "".join(f"{hide(line)}\n" for line in lines))
    for path in _guarded("frames", lambda: _frames(config.data_path / "recordings"), troubles):
        archive.write(path, f"frames/{path.parent.name}-{path.name}")
    archive.writestr("report.json", hide(json.dumps(_about(config, troubles), ensure_ascii=False, indent=2)))


def _about(config: Config, troubles: list[str]) -> dict[str, Any]:
    say = Phrases("en")
    settings = asdict(config)
    settings["problems"] = [problem.say(say) for problem in config.problems]
    return {
        "version": __version__,
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "doctor": as_values(examine(config), say),
        "settings": settings,
        "not_included": troubles,
    }


def _guarded(part: str, read: Callable[[], Iterator[Any]], troubles: list[str]) -> Iterator[Any]:
    try:
        yield from read()
    except (OSError, sqlite3.Error) as error:
        troubles.append(f"{part}: {error}")


def _logs(folder: Path) -> Iterator[tuple[str, str]]:
    left = LARGEST_PART
    for path in sorted(folder.glob("companion.log*")):
        raw = path.read_bytes()[-left:] if left else b""
        left -= len(raw)
        yield f"log/{path.name}", raw.decode("utf-8", "replace")


def kept_games(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The newest games as they stand in the file: the row of the game, then a line for each entry."""
    if not path.exists():
        return
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        db.row_factory = sqlite3.Row
        left = LARGEST_PART
        for game in db.execute("SELECT * FROM games ORDER BY id DESC LIMIT ?", (NEWEST_GAMES,)):
            lines = [json.dumps(dict(game), ensure_ascii=False)]
            entries = db.execute("SELECT * FROM entries WHERE game_id = ? ORDER BY seq", (game["id"],))
            lines += [json.dumps(dict(entry), ensure_ascii=False) for entry in entries]
            left -= sum(map(len, lines))
            if left < 0:
                return
            yield int(game["id"]), lines


def _frames(folder: Path) -> Iterator[Path]:
    pictures = sorted(folder.glob("*/*.jpg"), key=lambda path: path.stat().st_mtime, reverse=True)
    left = LARGEST_PART
    for path in pictures[:NEWEST_FRAMES]:
        left -= path.stat().st_size
        if left < 0:
            return
        yield path


def _hider(games: list[tuple[int, list[str]]]) -> Hide:
    """Puts ``Player 1`` for the first name and so on, wherever a name stands as a whole word."""
    names: list[str] = []
    for _, lines in games:
        names += [name for name in json.loads(json.loads(lines[0])["setup"])["players"] if name not in names]
    if not names:
        return str
    # Inside JSON inside JSON a name may be written with escapes: look for those too.
    written = {form: f"Player {at}" for at, name in enumerate(names, 1) for form in _forms(name)}
    longest_first = sorted(written, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)")
    return lambda text: pattern.sub(lambda match: written[match[1]], text)


def _forms(name: str) -> Iterator[str]:
    once = json.dumps(name)[1:-1]
    yield from (name, once, json.dumps(once)[1:-1], json.dumps(name, ensure_ascii=False)[1:-1])
