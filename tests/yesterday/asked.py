"""What is asked of a release about its files, where the files lie meanwhile, and how its answers are kept.

``write`` writes the answers of one release, ``test_yesterday`` compares those of another with them.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from tests.yesterday import opening

HERE = Path(__file__).resolve().parent
GIVEN, KEPT, ANSWERS = HERE / "given", HERE / "kept", HERE / "answers"
PICTURE = HERE.parent / "vision" / "samples" / "rendered" / "easy-11.jpg"
SUMS = "sums-of-sheets.json"
ZONE = "CET-1CEST,M3.5.0,M10.5.0/3"  # written out: the machine need not know any zone by name

GAMES = range(1, 6)  # of the data folder; see ``write``
LEFT, SCORED = (4, 5), 3
FORMS = {"bgsplay": "json", "bgstats": "txt", "csv": "csv", "json": "json", "text": "txt"}  # and what they are


@dataclass(frozen=True, slots=True)
class Asked:
    """One command. ``plain``: in the system's language, without the owner's settings; ``given``: standard input."""

    words: tuple[str, ...]
    plain: bool = False
    given: str = ""
    home: str = "data"


def _asked(line: str, *, plain: bool = False, given: str = "", home: str = "data") -> Asked:
    return Asked(tuple(line.split()), plain, given, home)


def _of_games() -> Iterator[tuple[str, Asked]]:
    for game in GAMES:
        yield f"history-{game}.json", _asked(f"history {game} --json")
        yield f"history-{game}.txt", _asked(f"history {game}", plain=True)
        for form, ending in FORMS.items():
            yield f"export-{game}-{form}.{ending}", _asked(f"export {game} --as {form} --language en")
        for language in ("de", "en"):
            yield f"export-{game}-{language}.pdf", _asked(f"export {game} --as pdf --language {language}")
        if game != SCORED:  # of a table that was only scored this release wrongly says that it is broken
            yield f"doctor-{game}.json", _asked(f"doctor --game {game} --json")


# By the file their answer is kept in; its ending says how it is compared.
ASKED: Mapping[str, Asked] = {
    **dict(_of_games()),
    "history.json": _asked("history --json"),
    "history-records.json": _asked("history --json --records --practice"),
    "history-records.txt": _asked("history --records --practice"),
    "history-records-en.txt": _asked("history --records --practice", plain=True),
    "history-some.json": _asked("history --json --game amul --player Jörg --players 4 --year 2026"),
    "history-77.txt": _asked("history 77", plain=True),
    "history-pulled.json": _asked("history --json", home="pulled"),
    "history-pulled-1.json": _asked("history 1 --json", home="pulled"),
    "doctor-pulled-1.json": _asked("doctor --game 1 --json", home="pulled"),
    "export-newest.json": _asked("export --as json"),
    "export-all.csv": _asked("export --as csv --all"),
    "doctor-text.json": _asked("doctor --game shared/game-1.txt --json"),
    "doctor-report.json": _asked("doctor --game shared/game-5.jsonl --json"),
    "facts-status.json": _asked("facts status --json"),
    "facts-status-practice.json": _asked("facts status --facts practice --json", plain=True),
    "facts-status.txt": _asked("facts status --missing"),
    "facts-check-amul.json": _asked("facts check --game amul --json"),
    "facts-check-amulett.json": _asked("facts check --game amulett --json"),
    "facts-check-amul.txt": _asked("facts check --game amul", plain=True),
    "facts-check-lindas.txt": _asked("facts check given/lindas.toml"),
    "facts-import.json": _asked("facts import given/lindas.toml --dry-run --json"),
    "facts-import.txt": _asked("facts import given/lindas.toml --dry-run --replace"),
    "labels-amul.json": _asked("labels --game amul --list --json"),
    "labels-amulett.json": _asked("labels --game amulett --list --json"),
    "labels.txt": _asked("labels --list"),
    "score-own.json": _asked("score given/tables/own.toml --json"),
    "score-own.txt": _asked("score given/tables/own.toml"),
    "score-practice.json": _asked("score given/tables/practice.json --json", plain=True),
    "score-practice.txt": _asked("score given/tables/practice.json", plain=True),
    "score-lindas.json": _asked("score given/tables/lindas.toml --json --language en"),
    "score-wrong.txt": _asked("score given/tables/wrong.toml"),
    "referee-amul.jsonl": _asked("referee --json", given="given/referee-amul.jsonl"),
    "referee-amulett.jsonl": _asked("referee --game amulett --language de", given="given/referee-amulett.jsonl"),
    "read.json": _asked("read easy-11.jpg given/labels.png --json"),
}


def _resumed(home: str, game: int) -> Callable[[Path], Any]:
    def situation(folder: Path) -> Any:
        with opening.opened(folder / home, game) as taken_up:
            return {"entries": taken_up.entries, **taken_up.situation()}

    return situation


def _beside(folder: Path) -> Any:
    home = folder / "data"
    things = ("amul.offer", "amul.pick", "common.undo")
    return {
        "roster": opening.roster(home),
        "to_continue": [opening.to_continue(home), opening.to_continue(folder / "pulled")],
        "half_scored": opening.half_scored(home),
        "laid_cards": [
            opening.laid_cards(home, 1),
            opening.laid_cards(home, 4),
            opening.laid_cards(folder / "pulled", 1),
        ],
        "first_help": [
            opening.first_help(home, ("Jörg", "Änne"), things),
            opening.first_help(home, ("Zoë", "Jörg"), things),
        ],
        "camera_lock": opening.camera_lock(home),
        "board_walk": opening.board_walk(home),
    }


# What no command prints: the games to continue as they are taken up, and what stands beside the games.
SEEN: Mapping[str, Callable[[Path], Any]] = {
    **{f"resumed-{game}.json": _resumed("data", game) for game in LEFT},
    "resumed-pulled-1.json": _resumed("pulled", 1),
    "beside.json": _beside,
    "settings.json": lambda _: opening.settings(),
}


@contextmanager
def world(folder: Path) -> Iterator[Path]:
    """The files of the older release in ``folder``, in use: its data and settings, a language and a time zone."""
    shutil.copytree(KEPT, folder, dirs_exist_ok=True, copy_function=shutil.copyfile)
    shutil.copytree(GIVEN, folder / "given", copy_function=shutil.copyfile)
    shutil.copyfile(PICTURE, folder / PICTURE.name)
    with surroundings() as patch:
        patch.chdir(folder)
        use(patch, folder)
        yield folder


@contextmanager
def surroundings() -> Iterator[pytest.MonkeyPatch]:
    """A language and a clock on the wall, wherever this runs."""
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("LC_ALL", "C.UTF-8")
            patch.setenv("LANG", "C.UTF-8")
            patch.setenv("TZ", ZONE)
            time.tzset()
            yield patch
    finally:
        time.tzset()


def use(patch: pytest.MonkeyPatch, folder: Path, *, home: str = "data", plain: bool = False) -> None:
    patch.setenv("COMPANION_DATA", str(folder / home))
    patch.setenv("XDG_CONFIG_HOME", str(folder / ("none" if plain else "config")))


def answer(folder: Path, asked: Asked) -> bytes:
    """What it prints; where it is refused, the exit code and what is said instead."""
    with pytest.MonkeyPatch.context() as patch:
        use(patch, folder, home=asked.home, plain=asked.plain)
        given = (folder / asked.given).read_bytes() if asked.given else b""
        said = opening.ask(*asked.words, given=given)
    out = said.out if said.code == 0 and not said.err else f"exit {said.code}\n{said.err}".encode() + said.out
    return _anywhere(out, folder)


def look(folder: Path, name: str) -> bytes:
    """The same for what no command prints."""
    return _anywhere(json.dumps(SEEN[name](folder)).encode(), folder)


def _anywhere(content: bytes, folder: Path) -> bytes:
    """The folder is another one each time, and the program is installed somewhere."""
    return re.sub(rb'"[^"]*/assets/', b'"assets/', content.replace(f"{folder}/".encode(), b""))


def kept_form(name: str, content: bytes) -> str:
    """As the answer is kept: JSON with a line for each value, of a PDF what is written on its pages."""
    if content.startswith(b"exit"):
        return content.decode()
    match name.rpartition(".")[2]:
        case "json":
            return json.dumps(comparable(json.loads(content)), ensure_ascii=False, indent=1) + "\n"
        case "pdf":
            return pages(content)
        case _:
            return content.decode()


def comparable(value: Any) -> Any:
    """Without what differs from run to run and from release to release: time taken, the version of the program."""
    if isinstance(value, dict):
        return {key: comparable(item) for key, item in value.items() if key not in ("ms", "version")}
    return [comparable(item) for item in value] if isinstance(value, list) else value


def pages(content: bytes) -> str:
    """The text of a PDF."""
    document = pypdfium2.PdfDocument(io.BytesIO(content))
    texts = []
    try:
        for page in document:
            read = page.get_textpage()
            texts.append(read.get_text_range().replace("\r\n", "\n"))
            read.close()
            page.close()
    finally:
        document.close()
    return "\n\f\n".join(texts) + "\n"


def kept_name(name: str) -> str:
    """Of a PDF only the text is kept, and a sum over its bytes."""
    return f"{name}.txt" if name.endswith(".pdf") else name


def sheet_sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def sheet_makers() -> dict[str, str]:
    """What decides about the bytes of a PDF beside us: with another release of these it is another file."""
    return {"reportlab": version("reportlab"), "zlib": zlib.ZLIB_RUNTIME_VERSION}
