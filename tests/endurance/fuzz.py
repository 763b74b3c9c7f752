"""Feeds spoilt input to everything that reads: ``python -m tests.endurance.fuzz --seconds 600``.

Good samples are spoilt byte by byte and word by word. Whatever comes out must be an answer or a refusal in words; any
other exception is a fault, and the input that caused it is written down.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from companion.errors import CompanionError
from companion.i18n import Phrases
from companion.keeping.session import resume_game
from companion.keeping.store import open_store
from companion.play.referee import Referee
from companion.resources import asset
from companion.settings.config import load_config
from companion.sharing.gametext import read_game, write_game
from companion.sharing.tablefile import answer, read_table
from companion.shelves import find_shelf
from tests.endurance.nights import play_on
from vision.tags import Tag, format_tag, judge_text

WORDS = (
    b"\0", b"\xff\xfe", b"-1", b"999999999999999999999", b"1e999", b"nan", b"true", b"null", b'"', b"'''", b"[", b"[[",
    b"{", b"}", b"=", b"\n", b"\r\n", b"#", b"#99", "Ā".encode(), "\u202e".encode(), b"../../x", b"practice",
    b"[" * 500, b"a" * 5000,
)  # fmt: skip

Target = Callable[[bytes, Path], None]


def spoil(data: bytes, random: Random) -> bytes:
    """One to six small changes: bytes flipped, cut out, doubled, swapped for something nasty."""
    spoilt = bytearray(data)
    for _ in range(random.randint(1, 6)):
        at = random.randrange(len(spoilt) + 1)
        upto = min(len(spoilt), at + random.choice((1, 1, 2, 8, 64)))
        match random.randrange(5):
            case 0 if spoilt:
                spoilt[min(at, len(spoilt) - 1)] = random.randrange(256)
            case 1:
                del spoilt[at:upto]
            case 2:
                spoilt[at:at] = spoilt[at:upto]
            case 3:
                spoilt[at:upto] = random.choice(WORDS)
            case 4:
                del spoilt[at:]
    return bytes(spoilt)


def feed_tag(data: bytes, folder: Path) -> None:
    judge_text(data.decode("utf-8", "replace"))


def feed_config(data: bytes, folder: Path) -> None:
    path = folder / "config.toml"
    path.write_bytes(data)
    for problem in load_config(files=(path,)).problems:
        problem.say(Phrases("de"))


def feed_facts(slug: str, data: bytes, folder: Path) -> None:
    path = folder / f"{slug}.toml"
    path.write_bytes(data)
    find_shelf(slug).document(str(path), folder)


def feed_table(data: bytes, folder: Path) -> None:
    path = folder / ("table.json" if data[:1] == b"{" else "table.toml")
    path.write_bytes(data)
    answer(read_table(path))


def feed_referee(data: bytes, folder: Path) -> None:
    referee = Referee("en", "amul", folder)
    for line in data.split(b"\n"):
        json.dumps(referee.answer(line))


def feed_game_text(data: bytes, folder: Path) -> None:
    read_game(data.decode("utf-8", "replace"))


def feed_games_file(data: bytes, folder: Path) -> None:
    """A store that opens must let every game it lists be taken up, or say why not."""
    for old in folder.glob("games*"):
        old.unlink()
    (folder / "games.sqlite").write_bytes(data)
    store = open_store(folder)
    try:
        for row in store.games():
            resume_game(store, row.id)
    finally:
        store.close()


def kept_games(folder: Path) -> tuple[bytes, str]:
    """A small games file, and its game as text."""
    playing = play_on(folder, Random(5))
    for _ in range(40):
        next(playing)
    playing.close()
    store = open_store(folder)
    text = write_game(resume_game(store, store.games()[0].id))
    store.close()
    return (folder / "games.sqlite").read_bytes(), text


def targets(scratch: Path) -> dict[str, tuple[Target, list[bytes]]]:
    """What to feed, and the good samples to spoil."""
    games, text = kept_games(scratch)
    referee = b'{"do": "new", "game": "amul", "players": ["A", "B", "C"], "facts": "practice"}\n{"do": "options"}\n'
    referee += b'{"do": "fill", "card": "gold#1"}\n{"do": "undo"}\n{"do": "score"}\n{"do": "view", "seat": 1}'
    table = (
        b'game = "amul"\nfacts = "practice"\nfirst_pick = 0\n'
        b'[[players]]\nname = "A"\narea = ["gold#1", "yurt"]\ntold = { "yurt" = 4 }\n'
        b'[[players]]\nname = "B"\narea = ["camel#1"]\n[[players]]\nname = "C"\narea = []\n'
    )
    amul, amulett = (asset("games", slug, "practice.toml").read_bytes() for slug in ("amul", "amulett"))
    return {
        "tag": (feed_tag, [format_tag(Tag("A", 7)).encode()]),
        "config": (feed_config, [asset("defaults.toml").read_bytes()]),
        "amul facts": (lambda data, folder: feed_facts("amul", data, folder), [amul]),
        "amulett facts": (lambda data, folder: feed_facts("amulett", data, folder), [amulett]),
        "table": (feed_table, [table]),
        "referee": (feed_referee, [referee]),
        "game text": (feed_game_text, [text.encode()]),
        "games file": (feed_games_file, [games]),
    }


def fault(target: Target, data: bytes, folder: Path) -> BaseException | None:
    try:
        target(data, folder)
    except CompanionError:
        return None
    except Exception as error:  # noqa: BLE001 - that is what we are looking for
        return error
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="one target by name")
    args = parser.parse_args()
    logging.disable()  # what is damaged is said for each input
    random, fed, faults = Random(args.seed), 0, 0
    with tempfile.TemporaryDirectory() as name:
        chosen = {key: value for key, value in targets(Path(name)).items() if args.only in (None, key)}
        end = time.monotonic() + args.seconds
        while time.monotonic() < end and faults < 20:
            for key, (target, samples) in chosen.items():
                data = spoil(random.choice(samples), random)
                fed += 1
                if (error := fault(target, data, Path(name))) is not None:
                    faults += 1
                    kept = Path(f"fault-{key.replace(' ', '-')}-{faults}.bin")
                    kept.write_bytes(data)
                    print(f"{key}: {type(error).__name__}: {error} ({kept})")
    print(f"{fed} inputs to {len(chosen)} readers, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
