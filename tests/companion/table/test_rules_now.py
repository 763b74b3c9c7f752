"""The rules as they are read at the table: every step and card has a text, which rests on rules that exist."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast, get_args

import pytest

from companion.contract import Desk, TableGame
from companion.keeping.session import Session, open_game
from companion.keeping.store import Store
from companion.measuring.rules import whole_game
from companion.models import kind_of
from companion.pages.play.game_menu import MenuPage
from companion.pages.play.rules_page import RulesPage, rules_sections
from companion.play.live_game import LiveGame
from companion.program.window import Window
from companion.screens import Goto, Leave, Touched
from companion.screens.intents import Intent
from companion.screens.navigation import Close, Open
from companion.screens.rules_screen import RulesScreen
from companion.settings.config import load_config
from companion.table import acts
from companion.table.rules_now import ANY, card_entry, rules_now, rules_of
from rules.amul.state import PHASES
from rules.amulett.spells import Phase
from rules.amulett.state import Stage
from rules.core.game import Setup
from rules.core.journal import decode_entry
from rules.core.pad.commands import ChangeWay
from rules.core.refusals import Refused
from tests.companion.tables import TickedPage, new_table
from tests.games import GAMES, new_context, new_setup, open_store
from tests.languages import LANGUAGES

RULES = Path(__file__).resolve().parents[3] / "rules"
LONGEST = 175  # letters of a line: more cannot be read at a glance
every_game = pytest.mark.parametrize("game", tuple(GAMES), ids=lambda game: game.slug)
written_games = pytest.mark.parametrize(
    "game", tuple(game for game in GAMES if rules_of(game)), ids=lambda game: game.slug
)


def _entries(game: TableGame) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for section, entries in rules_of(game).items():
        if section == "end":
            yield section, entries
        else:
            yield from ((f"{section}.{name}", entry) for name, entry in entries.items())


@written_games
def test_every_text_is_there_in_every_language_and_short(game: TableGame) -> None:
    for name, entry in _entries(game):
        counts = {len(entry[code]) for code in LANGUAGES}
        assert len(counts) == 1, name
        assert max(counts) <= {"phase": 3, "may": 2, "card": 1}.get(name.partition(".")[0], 4), name
        assert all(line and len(line) <= LONGEST for code in LANGUAGES for line in entry[code]), name
        places = [set(re.findall(r"{(\w+)}", " ".join(entry[code]))) for code in LANGUAGES]
        assert all(found == places[0] for found in places), name


@written_games
def test_every_text_rests_on_rules_that_exist(game: TableGame) -> None:
    path = RULES / game.slug / "ledger.toml"
    if not path.exists():
        pytest.skip("this game has no ledger")
    known = tomllib.loads(path.read_text("utf-8"))["rules"]
    for name, entry in _entries(game):
        assert entry["rules"], name
        assert not set(entry["rules"]) - set(known), name


@pytest.mark.parametrize(
    ("slug", "phases", "steps"),
    [("amul", PHASES, set(PHASES) - {"over"}), ("amulett", get_args(Phase), set(get_args(Stage)) - {"over"})],
)
def test_every_phase_and_step_has_a_text(slug: str, phases: tuple[str, ...], steps: set[str]) -> None:
    found = rules_of(GAMES[slug])
    assert set(found["phase"]) == set(phases)
    assert set(found["may"]) == steps


@written_games
def test_every_card_has_a_line_and_every_line_a_card(game: TableGame) -> None:
    found, box = rules_of(game), game.box
    kinds = {kind_of(one.card) for one in box.tagged("practice")}
    named = {kind for key, entry in found.get("card", {}).items() if key != ANY for kind in entry.get("of", (key,))}
    assert named <= kinds
    if "card" in found and ANY not in found["card"]:
        assert {kind for kind in kinds if not card_entry(found, kind)} == set()


def _desk(game: TableGame, session: Session, language: str) -> Desk:
    context = new_context(load_config(files=()), cast("Store", None), language)
    setup = session.setup
    say = game.box.phrases(language, setup.facts, setup.players)
    live = LiveGame(session, laying=game.laying, place_cards=game.place_cards, offered=game.offered, meant=game.meant)
    return Desk(context, game, live, say)


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_at_every_moment_of_a_game_the_rules_can_be_read(game: TableGame, language: str) -> None:
    players = game.rules.seats[0]
    setup = Setup(game.slug, tuple(f"P{seat}" for seat in range(players)), 0, {}, game.box.document("practice", Path()))
    session = open_game(game.rules, setup, lambda *_: None)
    assert not isinstance(session, Refused)
    _, _, lines = whole_game(game, players)
    entries = tuple(decode_entry(game.rules, seq, 0, json.loads(line)) for seq, line in enumerate(lines, start=1))
    desk = _desk(game, session, language)
    some = max(1, len(entries) // 24)
    for count in range(0, len(entries) + 1, some):
        session.restore(entries[max(0, count - some) : count])
        blocks = rules_now(desk)
        assert blocks, count
        assert all(block.title and block.lines for block in blocks), count
        said = " ".join((*(block.title for block in blocks), *(line for block in blocks for line in block.lines)))
        assert not re.search(r"[{}]|\b\w+\.\w+\.\w+", said), said


def test_who_tells_only_what_stays_reads_every_step_of_a_round(tmp_path: Path) -> None:
    page = TickedPage(new_table(open_store(tmp_path), new_setup("amul", 3, 1), "camera.kind=none"))
    page.table.act(acts.Tell(ChangeWay("scribe")), 0)
    blocks = {block.title: block.lines for block in rules_now(page.table.desk)}
    steps = [str(line).partition(":")[0] for line in blocks["A round"]]
    assert steps == ["Replenish", "Offer", "Pick", "Reveal", "Effects", "Upkeep", "Hands"]
    page.table.act(acts.Tell(ChangeWay("score")), 0)
    assert "A round" not in {block.title for block in rules_now(page.table.desk)}


@pytest.mark.parametrize("camera", ["usb", "none"])
def test_back_on_the_table_and_a_touch_of_the_header_open_the_rules_and_ok_closes_them(
    tmp_path: Path, camera: str
) -> None:
    store = open_store(tmp_path)
    page = TickedPage(new_table(store, new_setup("amul", 3, 1), f"camera.kind={camera}"))
    while not page.table.is_laid_out:
        page.act(page.screen(0).handle(Intent.OK) or Leave(), 0)
        page.tick(0)
    window = Window.headless()
    window.show(page.screen(0), 0)
    assert "rules" in {target.key for target in window.canvas.targets}
    for wish in (Touched("rules"), Intent.RULES):
        assert page.screen(0).has_rules
        assert page.screen(0).handle(wish) == Goto("rules")
    if camera == "usb":
        opened = page.act(page.screen(0).handle(Intent.BACK) or Goto("menu"), 0)
        assert isinstance(opened, Open)
        assert isinstance(opened.page, RulesPage)
        assert opened.page.act(opened.page.screen(0).handle(Intent.OK) or Goto("menu"), 0) == Close()
    menu = page.act(Goto("menu"), 0)
    assert isinstance(menu, Open)
    assert isinstance(menu.page, MenuPage)
    assert menu.page.screen(0).model.choices[1].value == "rules"  # type: ignore[attr-defined]


def test_pages_turn_and_large_writing_takes_more_of_them() -> None:
    game = GAMES["amulett"]
    setup = new_setup("amulett", 3, 1)
    session = open_game(game.rules, setup, lambda *_: None)
    assert not isinstance(session, Refused)
    screen = RulesPage(_desk(game, session, "de")).screen(0)
    assert isinstance(screen, RulesScreen)
    counts = {}
    for zoom in (1.0, 1.5):
        window = Window.headless((800, 480), zoom=zoom)
        window.show(screen, 0)
        assert not [text.text for text in window.canvas.written if text.cut]
        counts[zoom] = len(screen.pages)
    assert counts[1.5] > counts[1.0]
    assert screen.page == 0
    screen.handle(Intent.PREVIOUS)
    assert screen.page == counts[1.5] - 1
    assert screen.handle(Touched("choice.0")) is None
    assert screen.page == 0


def test_what_one_may_not_do_stands_on_the_page_of_the_step() -> None:
    game = GAMES["amul"]
    session = open_game(game.rules, new_setup("amul", 3, 1), lambda *_: None)
    assert not isinstance(session, Refused)
    first = rules_sections(_desk(game, session, "en"))[0]
    assert [line.icon for line in first.lines] == ["", "", "", "tick", "no"]
