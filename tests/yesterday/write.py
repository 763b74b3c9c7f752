"""Writes what a release leaves on a disk, and what it answers about it: run with an older release to write them anew.

    python -m tests.yesterday.write

in a checkout of that release, for it plays and keeps by that release's own names; then ``kept`` and ``answers`` are
taken over into the newer one. What lies there now is of 0.1.0. What people typed themselves (``given``) stays as it is.
No test runs this.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from companion.facts.book import find_book
from companion.keeping.scorings import Claim, Scoring, keep_scoring
from companion.shelves import find_shelf, phrases_for
from companion.teaching.boarddraft import save_draft

from companion.doctor.report import kept_games
from companion.facts.own import remember, remember_all, take_over
from companion.keeping.store import Store, open_store
from companion.language.wording import in_words
from companion.play.first_game import FirstGame
from companion.settings.changing import keep_setting
from hardware.camera.settings import Lock, format_lock
from rules import find_game
from rules.amul.facts import parse_facts
from rules.amul.scoring import score_json, score_table
from rules.core.game import Setup
from rules.core.origins import told
from tests.companion.teaching.walker import walked
from tests.yesterday import opening
from tests.yesterday.asked import (
    ANSWERS,
    ASKED,
    GIVEN,
    KEPT,
    SEEN,
    SUMS,
    answer,
    kept_form,
    kept_name,
    look,
    sheet_makers,
    sheet_sum,
    surroundings,
    world,
)
from tests.yesterday.evenings import CALENDAR, Evening, in_round, own, practice, printed

JOERG, AENNE, ZOE, LUKASZ, ANNA = "Jörg", "Änne", "Zoë", "Łukasz", 'Anna "Nanni" Groß'
WALKED = 14  # answers about the board before the walk was left


def write_kept() -> None:
    """The folders as the release leaves them."""
    shutil.rmtree(KEPT, ignore_errors=True)
    home = KEPT / "data"
    with CALENDAR.in_force():
        _settings(KEPT / "config" / "table-companion" / "config.toml")
        _facts(home)
        store = open_store(home)
        _finished_games(store)
        _scored_table(store)
        store.close()
        _left_games(home)
        store = open_store(home)
        _beside_the_games(store)
        store.close()
        _pulled(KEPT / "pulled")
    _handed_on(home, KEPT / "shared")
    with closing(sqlite3.connect(home / "games.sqlite")) as db:  # one file is enough
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _settings(path: Path) -> None:
    """Typed by the owner, then changed on the screen."""
    path.parent.mkdir(parents=True)
    shutil.copyfile(GIVEN / "config.toml", path)
    for key, value in (("language", "de"), ("display.motion", False), ("night.deck_check", False)):
        keep_setting(path, key, value)


def _facts(home: Path) -> None:
    """Typed, taught, taken over from somebody else; and a board half walked."""
    amul, amulett = find_book("amul", home), find_book("amulett", home)
    amul.own_path().parent.mkdir(parents=True)
    shutil.copyfile(GIVEN / "amul.toml", amul.own_path())
    cards, day = printed("amul")["cards"], told("2026-10-03")
    taught = {
        f"cards.{kind}.{key}": cards[kind][key]
        for kind in ("silk", "lamp", "oil", "gem", "arab-general", "mongol-general")
        for key in ("colour", "traits", "letter", "position", "power")
        if key in cards[kind]
    }
    remember_all(amul, {**taught, "cards.mughal-warlord.copies": 1}, day)
    remember(amul, "cards.gold.power", [{"flat": 2}], told("2026-10-04"))
    take_over(amul, GIVEN / "lindas.toml")
    spells = printed("amulett")["spells"]
    known = ("teleportation", "zwei-wuensche", "magie-der-rubine", "einkommen-6", "goldener-ueberfluss")
    remember_all(amulett, {f"spells.{one}.{key}": spells[one][key] for one in known for key in ("cost", "income")}, day)
    dialogue, _ = walked(printed("amulett")["areas"])
    save_draft(amulett, dialogue.answers[:WALKED])


def _finished_games(store: Store) -> None:
    CALENDAR.begin("2026-10-31T23:10")  # where the owner lives it is November already
    amul = Evening(store, practice("amul", JOERG, AENNE, ZOE, LUKASZ, seed=5, tea=2), seed=5)
    amul.play(in_round(3, "pick", 2))
    amul.undo()
    amul.simulation.now_ms += 25 * 60_000  # the pizza came
    amul.play(lambda night: night.is_over)
    amul.finish("en")
    CALENDAR.begin("2026-11-01T19:05")
    amulett = Evening(store, practice("amulett", ANNA, JOERG, "Max-Émile", seed=7), seed=7)
    amulett.play(lambda night: night.is_over)
    amulett.finish("de")


def _scored_table(store: Store) -> None:
    """A table nobody had followed, as "Just score it" keeps it."""
    CALENDAR.begin("2026-11-07T20:30")
    names = (AENNE, LUKASZ, "Ömer")
    areas = (
        ("gold#1", "arab-guard#2", "camel#1", "silk#1"),
        ("gold#2", "lamp#1", "arab-general", "yurt"),
        ("oil#1", "camel#2", "mongol-general"),
    )
    document = find_shelf("amul", store.path.parent).document("own", Path())
    facts, game = parse_facts(document), find_game("amul")
    assert game is not None
    score = score_json(score_table(facts, areas, names=names), facts=facts, facts_name="own")
    say = phrases_for("amul", "de", document, names, "en")
    store.new_game(game, Setup("amul", names, facts=document), in_words(score, say))


def _left_games(home: Path) -> None:
    """Two to continue: Āmul over two evenings, with an undo and a correction; Das Amulett in an exchange."""
    store = open_store(home)
    CALENDAR.begin("2026-11-08T18:45")
    amul = Evening(store, own("amul", ZOE, JOERG, ANNA, seed=3, home=home), 3, printed("amul"))
    amul.play(in_round(2, "offer", 0))
    store.close()
    store = open_store(home)
    amul.again(store, "2026-11-09T20:15")
    amul.play(in_round(3, "pick", 1))
    amul.undo()
    amul.play(in_round(4, "upkeep", 0))
    amul.correct()
    amul.play(in_round(5, "pick", 1))
    CALENDAR.begin("2026-11-14T22:59")
    amulett = Evening(store, own("amulett", LUKASZ, AENNE, "Ömer", JOERG, seed=2, home=home), 2, printed("amulett"))
    amulett.play(in_round(2, "gem", 3))
    amulett.undo()
    amulett.play(in_round(2, "gem", 4))
    store.close()


def _beside_the_games(store: Store) -> None:
    """Help that was told, the lens of the camera, a table half scored."""
    CALENDAR.begin("2026-11-15T11:00")
    for thing in ("amul.offer", "amul.pick"):
        FirstGame(store, (JOERG, AENNE)).line([thing], 0)
    FirstGame(store, (JOERG, ZOE)).line(["common.undo"], 0)
    store.set_setting("camera.lock", format_lock(Lock(lens_position=3.25, exposure_us=8000, gain=1.5)))
    newest = store.games()[0]
    half = Scoring(
        (AENNE, ZOE, ANNA, "Ömer"),
        "own",
        (("gold#1", "silk#1"), ("lamp#1", "camel#1"), (), ()),
        beside=(newest.id, newest.entries),
        seat=1,
        asked=("gold#1",),
        settled=(Claim("silk#1", 1),),
    )
    keep_scoring(store, half)


def _pulled(folder: Path) -> None:
    """Another box, the plug pulled at the end of a game: its last entries and the cards on the mat are in the log."""
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as place:
        store = open_store(Path(place))
        CALENDAR.begin("2026-11-12T19:00")
        evening = Evening(store, practice("amul", "Ömer", AENNE, JOERG, seed=8), 8)
        evening.play(in_round(9, "upkeep", 0))
        store.close()
        store = open_store(Path(place))
        evening.again(store, "2026-11-12T20:10")
        evening.play(lambda night: night.focus == 1 and bool(night.reading.laid(1)))
        for name in ("games.sqlite", "games.sqlite-wal"):
            shutil.copyfile(Path(place, name), folder / name)
        store.close()


def _handed_on(home: Path, folder: Path) -> None:
    """A game as text, and one out of a report: files that other boxes take in."""
    folder.mkdir()
    with surroundings() as patch:
        patch.setenv("COMPANION_DATA", str(home))
        (folder / "game-1.txt").write_bytes(opening.ask("export", "1", "--as", "text").out)
    rows = dict(kept_games(home / "games.sqlite"))[5]
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    (folder / "game-5.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")


def write_answers() -> None:
    """What this release says about them."""
    shutil.rmtree(ANSWERS, ignore_errors=True)
    ANSWERS.mkdir()
    with tempfile.TemporaryDirectory() as place, world(Path(place).resolve()) as folder:
        found = {name: answer(folder, asked) for name, asked in ASKED.items()}
        found |= {name: look(folder, name) for name in SEEN}
    for name, content in found.items():
        (ANSWERS / kept_name(name)).write_text(kept_form(name, content), "utf-8")
    sums = {name: sheet_sum(content) for name, content in found.items() if content.startswith(b"%PDF")}
    (ANSWERS / SUMS).write_text(json.dumps({"made_by": sheet_makers(), **sums}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    write_kept()
    write_answers()
