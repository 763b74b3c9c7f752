"""Feeds spoilt input to everything that reads: ``python -m tests.endurance.fuzz --seconds 600``.

Good samples are spoilt byte by byte and word by word; an input that is answered otherwise than all before becomes a
sample itself, so that the readers are led deeper and deeper. Whatever comes out must be an answer or a refusal in
words; any other exception is a fault, and the input that caused it is written down.
"""

from __future__ import annotations

import argparse
import io
import json
import logging
import os
import re
import shutil
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

import cv2
import numpy as np
from PIL import Image

from companion import CompanionError
from companion.commands.export import import_game
from companion.doctor.games import check_game, find_kept
from companion.doctor.report import kept_games as reported_games
from companion.drawing.fonts import text_width
from companion.facts.file import load_facts_file
from companion.facts.own import plan_import
from companion.games import load_games
from companion.games.amulett.board_page import draft_path, load_draft
from companion.games.amulett.walk import walk_board
from companion.keeping.game_row import without_checksum
from companion.keeping.session import resume_game
from companion.keeping.store import Store
from companion.language.i18n import Phrases, plain
from companion.pages.teaching.import_facts import look_at_sticks
from companion.resources import asset
from companion.settings.changing import keep_setting
from companion.settings.config import load_config
from companion.sharing.game_text import write_game
from companion.teaching.dialogue import Dialogue
from hardware.camera.recorded import INDEX, Shot, format_opening, format_shot
from hardware.camera.replay import ReplayCamera
from hardware.camera.settings import CameraConfig, CameraLock, format_lock, parse_lock
from hardware.errors import HardwareError
from tests.endurance.nights import play_on
from tests.games import GAMES, game_box, new_referee, open_store, read_table
from tests.hardware.scenes import tag_picture
from vision.errors import VisionError
from vision.frames import Frame, read_picture
from vision.tags.reader import Reader
from vision.tags.text import Tag, format_tag, judge_text

MOST_SAMPLES = 300
LARGEST_LOOK = 1_000_000  # pixels: spoilt sizes would take their time and show nothing new
READER = Reader({format_tag(Tag("A", 1)): "gold#1"}, strict=False)

WORDS = (
    b"\0", b"\xff\xfe", b"-1", b"999999999999999999999", b"1e999", b"nan", b"true", b"null", b'"', b"'''", b"[", b"[[",
    b"{", b"}", b"=", b"\n", b"\r\n", b"#", b"#99", "Ā".encode(), "\u202e".encode(), b"../../x", b"practice",
    b"[" * 500, b"a" * 5000, b".a" * 3000, b"0x" + b"f" * 5000, b"{a=" * 50, b"\\ud800", b"\\u202e", b"\x1b[2J", b'"""',
    b"\\", b"\xff\xda", b"\xff\xe1\xff\xff", b"\xff" * 40,
)  # fmt: skip
SLOW_S = 5.0  # processor seconds: whatever takes longer is out of proportion to any input
MOST_BYTES = 300_000

STRANGER = b'format = 1\ngame = "amul"\n[cards.gold]\ncolour = "red"\n'
BOARD = ["south", "new:water", False, "none", "new:forest", True, "north", "done", "forest-1", "new:city", "none"]

Target = Callable[[bytes, Path], object]


def spoil(data: bytes, random: Random) -> bytes:
    """One to six small changes: bytes flipped, cut out, doubled, said very often, swapped for something nasty."""
    spoilt = bytearray(data)
    for _ in range(random.randint(1, 6)):
        at = random.randrange(len(spoilt) + 1)
        upto = min(len(spoilt), at + random.choice((1, 1, 2, 8, 64)))
        match random.randrange(6):
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
            case 5:
                spoilt[at:at] = (spoilt[at:upto] or random.choice(WORDS)) * random.choice((9, 99, 9_999))
    return bytes(spoilt[:MOST_BYTES])


def feed_tag(data: bytes, folder: Path) -> object:
    return judge_text(data.decode("utf-8", "replace"))


def feed_config(data: bytes, folder: Path) -> str:
    path = folder / "config.toml"
    path.write_bytes(data)
    problems = load_config(files=(path,)).problems
    return " ".join([problem.what.key for problem in problems if Phrases("de").say(problem.words)])


def feed_facts(slug: str, data: bytes, folder: Path) -> None:
    path = folder / f"{slug}.toml"
    path.write_bytes(data)
    game_box(slug).document(str(path), folder)


def feed_import(slug: str, data: bytes, folder: Path) -> None:
    """A stranger's file: it may say wrong facts, and nothing else happens."""
    path = folder / f"{slug}-theirs.toml"
    path.write_bytes(data)
    plan_import(game_box(slug, folder / "home"), load_facts_file(path), replace=True)
    if (folder / "home").exists():
        raise AssertionError("planning an import has written something")


def feed_board(data: bytes, folder: Path) -> None:
    """A board left half-way: taken up as far as it goes."""
    box = game_box("amulett", folder / "boards")
    draft_path(box).parent.mkdir(parents=True, exist_ok=True)
    draft_path(box).write_bytes(data)
    Dialogue(walk_board, load_draft(box))


def feed_table(data: bytes, folder: Path) -> None:
    path = folder / ("table.json" if data[:1] == b"{" else "table.toml")
    path.write_bytes(data)
    read_table(path).score()


def feed_referee(slug: str, data: bytes, folder: Path) -> str:
    referee = new_referee("en", slug, folder)
    codes = []
    for line in data.split(b"\n")[:40]:
        answered = referee.answer(line)
        json.dumps(answered)
        codes.append(str(answered.get("refused", "ok")))
    return " ".join(codes)


def feed_game_text(data: bytes, folder: Path) -> None:
    path = folder / "game.txt"
    path.write_bytes(data)
    with _fresh_store(folder) as store:
        import_game(store, path, load_games())


def feed_games_file(data: bytes, folder: Path) -> str:
    """A store that opens must let every game it lists be taken up, or say why not. File and log in one."""
    size = int.from_bytes(data[:4], "big")
    with _fresh_store(folder, data[4 : 4 + size], data[4 + size :]) as store:
        return f"{_take_up_all(store)} {store.set_aside is not None}"


def feed_journal(data: bytes, folder: Path) -> str:
    """The entries of a game, one a line, as they stand in the file."""
    lines = data.decode("utf-8", "replace").split("\n")
    setup, *bodies = lines[:60]
    with _fresh_store(folder) as store:
        row = ("amul", 1, 1, setup, "2026-01-01T00:00:00+00:00")
        store._db.execute("INSERT INTO games (game, format, rules_version, setup, started) VALUES (?, ?, ?, ?, ?)", row)
        for number, body in enumerate(bodies, 1):
            store._db.execute("INSERT INTO entries VALUES (1, ?, 0, '', ?)", (number, body))
        return str(_take_up_all(store))


def _take_up_all(store: Store) -> int:
    kept = 0
    for row in store.games():
        session = resume_game(store, row.id)
        session.game.view(session.state)
        session.game.score(session.state)
        kept += session.last_seq
    return kept


@contextmanager
def _fresh_store(folder: Path, file: bytes | None = None, log: bytes | None = None) -> Iterator[Store]:
    for old in folder.glob("games*"):
        old.unlink()
    for suffix, content in (("", file), ("-wal", log)):
        if content:
            (folder / f"games.sqlite{suffix}").write_bytes(content)
    store = open_store(folder)
    try:
        yield store
    finally:
        store.close()


def feed_picture(data: bytes, folder: Path) -> str:
    path = folder / "picture.png"
    path.write_bytes(data)
    grey = read_picture(path)
    return str(len(READER.look(Frame(0, 0, grey)))) if grey.size < LARGEST_LOOK else "large"


def feed_photograph(suffix: str, data: bytes, folder: Path) -> str:
    """With all that a camera writes beside the pixels."""
    path = folder / f"photograph.{suffix}"
    path.write_bytes(data)
    return str(read_picture(path).shape)


def feed_report(data: bytes, folder: Path) -> str:
    """A game out of a report: its row, then its entries."""
    path = folder / "game.jsonl"
    path.write_bytes(data)
    found = check_game(find_kept(str(path), folder, GAMES))
    return " ".join(finding.state for finding in found if Phrases("de").say(finding.says))


def feed_stick(data: bytes, folder: Path) -> str:
    """The name of a file first, then what is in it; shown as the page shows it."""
    name, _, content = data.partition(b"\n---\n")
    stick = folder / "root" / "media" / "stick"
    shutil.rmtree(stick, ignore_errors=True)
    stick.mkdir(parents=True)
    path = os.fsencode(stick) + b"/" + name.translate(None, b"\0/")[:200] + b".toml"
    Path(os.fsdecode(path)).write_bytes(content)
    found = look_at_sticks("amul", lambda: True, folder / "root")
    for file in found.files:
        plan_import(game_box("amul", folder / "home"), file).text.encode()
        text_width("Inter-Bold.otf", 20, file.path.name)
    said = [why if isinstance(why, str) else Phrases("de").say(why) for why in found.passed_over]
    if not all(line == plain(line) and line.encode() for line in said):
        raise AssertionError(f"cannot be shown: {said}")
    return " ".join(said)


def feed_kept_setting(data: bytes, folder: Path) -> None:
    path = folder / "mine.toml"
    path.write_bytes(data)
    keep_setting(path, "sound.volume", 0.5)
    if load_config(files=(path,)).sound.volume != 0.5:
        raise AssertionError("what was kept is not there")


def feed_recording(data: bytes, folder: Path) -> str:
    """Index first, then a line of dashes, then the picture."""
    index, _, picture = data.partition(b"\n---\n")
    place = folder / "recording"
    place.mkdir(exist_ok=True)
    (place / INDEX).write_bytes(index)
    (place / "000000.jpg").write_bytes(picture)
    now = iter(range(0, 10_000_000, 400))
    camera = ReplayCamera(CameraConfig(kind="replay", folder=place), lambda: next(now))
    try:
        return " ".join(str(camera.next_frame(0) is not None) for _ in range(4))
    finally:
        camera.close()


def feed_settings(data: bytes, folder: Path) -> None:
    """What the store remembers from night to night."""
    parse_lock(data.decode("utf-8", "replace"))


def kept_games(folder: Path) -> tuple[bytes, str, str, str]:
    """A small games file with its log, its game as text, its journal, and the same out of a report."""
    playing = play_on(folder, Random(5))
    for _ in range(40):
        next(playing)
    file, log = ((folder / f"games.sqlite{suffix}").read_bytes() for suffix in ("", "-wal"))
    playing.close()
    store = open_store(folder)
    text = write_game(resume_game(store, store.games()[0].id), whole=True)
    setup = store._db.execute("SELECT setup FROM games").fetchone()[0]
    bodies = [body for (body,) in store._db.execute("SELECT body FROM entries ORDER BY seq")]
    store.close()
    reported = "".join(f"{json.dumps(row)}\n" for _, rows in reported_games(folder / "games.sqlite") for row in rows)
    plain = [without_checksum(body, number) for number, body in enumerate(bodies, 1)]
    return len(file).to_bytes(4, "big") + file + log, text, "\n".join([setup, *plain]), reported


def photographs() -> dict[str, bytes]:
    """A small one of each sort, turned, and with what cameras write beside it."""
    exif = Image.Exif()
    exif[0x0112], exif[0x010F], exif[0x011A] = 6, "Camera", 72.0
    image, found = Image.effect_noise((24, 16), 40).convert("RGB"), {}
    for suffix in ("jpg", "png", "webp", "tif"):
        buffer = io.BytesIO()
        image.save(buffer, {"jpg": "JPEG", "tif": "TIFF"}.get(suffix, suffix.upper()), exif=exif)
        found[suffix] = buffer.getvalue()
    return found


def pictures() -> tuple[bytes, bytes]:
    """A small picture with one tag, and a recording of it."""
    grey = np.full((120, 160), 200, np.uint8)
    code = tag_picture(Tag("A", 1))[::2, ::2]
    grey[10 : 10 + code.shape[0], 10 : 10 + code.shape[1]] = code
    png, jpeg = (cv2.imencode(sort, grey)[1].tobytes() for sort in (".png", ".jpg"))
    index = "\n".join([format_opening(), format_shot(Shot(0, "000000.jpg")), format_shot(Shot(900, "000000.jpg"))])
    return png, index.encode() + b"\n---\n" + jpeg


def targets(scratch: Path) -> dict[str, tuple[Target, list[bytes]]]:
    """What to feed, and the good samples to spoil."""
    with tempfile.TemporaryDirectory(dir=scratch) as name:
        games, text, journal, report = kept_games(Path(name))
    png, recording = pictures()
    referee = b'{"do": "new", "game": "amul", "players": ["A", "B", "C"], "facts": "practice"}\n{"do": "options"}\n'
    referee += b'{"do": "fill", "card": "gold#1"}\n{"do": "undo"}\n{"do": "score"}\n{"do": "view", "seat": 1}'
    other = referee.replace(b"amul", b"amulett").replace(b'"fill", "card": "gold#1"', b'"bid", "seat": 0, "stones": 1')
    table = (
        b'game = "amul"\nfacts = "practice"\nfirst_pick = 0\n'
        b'[[players]]\nname = "A"\narea = ["gold#1", "yurt"]\ntold = { "yurt" = 4 }\n'
        b'[[players]]\nname = "B"\narea = ["camel#1"]\n[[players]]\nname = "C"\narea = []\n'
    )
    amul, amulett = (asset("games", slug, "practice.toml").read_bytes() for slug in ("amul", "amulett"))
    return {
        "tag": (feed_tag, [format_tag(Tag("A", 7)).encode(), format_tag(Tag("S", 2)).encode()]),
        "config": (feed_config, [asset("defaults.toml").read_bytes()]),
        "amul facts": (partial(feed_facts, "amul"), [amul]),
        "amulett facts": (partial(feed_facts, "amulett"), [amulett]),
        "amul import": (partial(feed_import, "amul"), [_owned(amul)]),
        "amulett import": (partial(feed_import, "amulett"), [_owned(amulett)]),
        "board": (feed_board, [json.dumps(BOARD).encode()]),
        "table": (feed_table, [table, _as_json(table)]),
        "referee": (partial(feed_referee, "amul"), [referee]),
        "amulett referee": (partial(feed_referee, "amulett"), [other]),
        "game text": (feed_game_text, [text.encode()]),
        "games file": (feed_games_file, [games]),
        "journal": (feed_journal, [journal.encode()]),
        "picture": (feed_picture, [png]),
        "recording": (feed_recording, [recording]),
        **{f"{sort} photograph": (partial(feed_photograph, sort), [data]) for sort, data in photographs().items()},
        "report": (feed_report, [report.encode()]),
        "stick": (feed_stick, [b"box\n---\n" + _owned(amul), b"\xff\x1b[2J\n---\n" + STRANGER]),
        "kept setting": (feed_kept_setting, [asset("defaults.toml").read_bytes()]),
        "settings": (feed_settings, [format_lock(CameraLock(exposure_us=4000)).encode()]),
    }


def _owned(practice: bytes) -> bytes:
    """As an owner's file, with a line that says where a fact comes from."""
    mine = practice.replace(b"practice = true", b"practice = false")
    return mine.replace(b'colour = "', b'origin = { colour = "told 2026-11-15 game 3" }\ncolour = "', 1)


def _as_json(table: bytes) -> bytes:
    return json.dumps(tomllib.loads(table.decode())).encode()


def answered(target: Target, data: bytes, folder: Path) -> str:
    """What came out, without the parts that are different each time; raises what must not come out."""
    try:
        said = str(target(data, folder))
    except (CompanionError, HardwareError, VisionError) as error:
        said = f"{type(error).__name__} {error}"
    return re.sub(r"'[^']*'|\"[^\"]*\"|\d+|/\S+", "", said)[:200]


def fault(target: Target, data: bytes, folder: Path) -> BaseException | None:
    try:
        _in_time(target, data, folder)
    except Exception as error:  # noqa: BLE001 - that is what we are looking for
        return error
    return None


def _in_time(target: Target, data: bytes, folder: Path) -> str:
    began = time.process_time()
    said = answered(target, data, folder)
    if (took := time.process_time() - began) > SLOW_S:
        raise AssertionError(f"took {took:.1f} s")
    return said


class Fuzzer:
    """One reader with its samples, which become more."""

    def __init__(self, target: Target, samples: list[bytes], folder: Path) -> None:
        self._target, self._samples, self._folder = target, list(samples), folder
        self._answers = {answered(target, sample, folder) for sample in samples}
        self.fed = 0

    @property
    def answers(self) -> int:
        return len(self._answers)

    def feed(self, random: Random) -> tuple[bytes, BaseException | None]:
        data = spoil(random.choice(self._samples), random)
        self.fed += 1
        try:
            said = _in_time(self._target, data, self._folder)
        except Exception as error:  # noqa: BLE001 - that is what we are looking for
            return data, error
        if said not in self._answers and len(self._samples) < MOST_SAMPLES:
            self._answers.add(said)
            self._samples.append(data)
        return data, None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="one target by name")
    args = parser.parse_args()
    logging.disable()  # what is damaged is said for each input
    random, faults = Random(args.seed), 0
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as name:
        every = targets(Path(name))
        fuzzers = {key: Fuzzer(*every[key], Path(name)) for key in every if args.only in (None, key)}
        end = time.monotonic() + args.seconds
        while time.monotonic() < end and faults < 20:
            for key, fuzzer in fuzzers.items():
                # Each gets the same time, not the same number: a tag is judged faster than a file is mended.
                until = time.monotonic() + 0.2
                while time.monotonic() < until and faults < 20:
                    data, error = fuzzer.feed(random)
                    if error is not None:
                        faults += 1
                        kept = Path(f"fault-{key.replace(' ', '-')}-{faults}.bin")
                        kept.write_bytes(data)
                        print(f"{key}: {type(error).__name__}: {error} ({kept})", flush=True)
    for key, fuzzer in fuzzers.items():
        print(f"{key}: {fuzzer.fed} inputs, {fuzzer.answers} different answers")
    print(f"{sum(fuzzer.fed for fuzzer in fuzzers.values())} inputs to {len(fuzzers)} readers, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
