"""Followed, scribed or just scored, and changed at any time: one game, one journal, one undo, one night."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.cli import main
from companion.club.published import state_of
from companion.keeping.history import past_nights
from companion.keeping.session import start_game
from companion.pages.play.game_menu import MenuPage
from companion.phones.phone_acts import acts_of
from companion.phones.phone_view import own_view, shared_view
from companion.phones.translated_table import TranslatedTable
from companion.program.real_table import RealTable
from companion.screens.doors_screen import DoorsScreen
from companion.screens.intents import Intent
from companion.screens.winner_screen import WinnerScreen
from companion.settings.changing import with_setting
from companion.table.acts import Tell
from companion.table.table import Table, acting
from rules.core.pad.commands import ChangeWay
from rules.core.pad.state import Way
from rules.core.refusals import Refused
from tests.companion.table.teller import LINES, SEED, Player
from tests.games import new_setup


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Player]:
    somebody = Player(tmp_path / "0")
    yield somebody.sit_down()
    somebody.store.close()


def _free(player: Player) -> list[str]:
    """Cards that lie before nobody."""
    known, cards = player.session.game.known_table(player.session.state), player.session.pad.cards  # type: ignore[attr-defined]
    return [card for card in known.cards if card not in cards and not any(card in area for area in known.areas)]


def _mixed(player: Player) -> None:
    """Followed, a round and a half scribed, followed again, then scored up to the last player."""
    chance = Random(SEED)
    player.play(25, chance)
    player.change("scribe")
    names = [player.table.say.name("card", card) for card in ("tent#1", "yurt#1", "camel#1")]
    for name in names:
        player.tell(name)
    player.change("follow")
    player.play(12, chance)
    player.change("score")
    for card in _free(player)[::20][:2]:
        player.lay()
        player.lay(card)
        player.do("That is all")


@pytest.mark.slow
def test_told_in_all_ways_it_is_one_night_with_the_score_of_that_table(
    player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    print(f"seed {SEED}")
    _mixed(player)
    player.lay()
    player.lay(_free(player)[3])
    player.do("That is all")
    for _ in range(14):
        if not isinstance(player.screen, WinnerScreen):
            player.press(Intent.OK)
    assert isinstance(player.screen, WinnerScreen)
    pad = player.session.pad
    assert all(pad.areas), "else the table says little"
    assert len({type(step.command).__module__.split(".")[1] for step in player.session.steps}) == 2, "of rules and pad"
    assert [entry.seq for entry in player.session.entries] == list(range(1, player.session.last_seq + 1))
    (night,) = past_nights(player.store)
    assert (night.is_finished, night.is_followed, night.row.entries) == (True, True, player.session.last_seq)

    lines = ['game = "amul"', 'facts = "practice"']
    for name, area in zip(player.table.people, pad.areas, strict=True):
        lines += ["[[players]]", f'name = "{name}"', f"area = {json.dumps(area)}"]
    file = tmp_path / "table.toml"
    file.write_text("\n".join(lines), "utf-8")
    capsys.readouterr()
    assert main(["score", str(file), "--json", "--set", "language=en"]) == 0
    score = json.loads(capsys.readouterr().out)
    kept = player.store.game(night.row.id).result
    assert kept is not None
    assert kept["winners"] == score["winners"]
    assert [player["total"] for player in kept["players"]] == [player["total"] for player in score["players"]]  # type: ignore[typeddict-item]
    told, counted = ([_lines(player) for player in one["players"]] for one in (kept, score))
    assert told == counted


def _lines(player: Any) -> list[tuple[str, str | None, int]]:
    return sorted((line["row"], line["card"] or "", line["points"]) for line in player["lines"])


@pytest.mark.slow
def test_undo_leads_back_through_every_way(player: Player) -> None:
    print(f"seed {SEED}")
    _mixed(player)
    steps = player.session.steps
    ways = [player.session.position_after(step.seq).pad.way for step in steps]
    assert {"follow", "scribe", "score"} == set(ways)
    crossed = 0
    while player.session.steps:
        before = player.session.pad.way
        count = len(player.session.steps)
        player.press(Intent.UNDO)
        assert len(player.session.steps) < count
        after = player.session.pad.way
        if after != before:
            crossed += 1
            assert player.table.notices(player.now_ms)[-1].text == _said(player, after)
        if player.table.live.moves:
            assert after == "follow", "nothing is put back for rules that are not followed"
            player.table.live.skip_moves(player.now_ms)
    assert crossed == 3


def _said(player: Player, way: Way) -> str:
    return player.table.say(f"pad.event.way_changed.{way}")


def _in_way(way: Way) -> Callable[[Player], None]:
    def go(player: Player) -> None:
        player.play(6, Random(SEED))
        if way != "follow":
            player.change(way)
        if way == "scribe":
            player.tell(player.table.say.name("card", "yurt#1"))
        if way == "score":
            player.lay()
            player.lay(*_free(player)[:2])

    return go


@pytest.mark.slow
@pytest.mark.parametrize("way", list(LINES))
def test_after_a_power_cut_it_is_told_on_in_the_same_way(player: Player, tmp_path: Path, way: Way) -> None:
    _in_way(way)(player)
    shutil.copytree(player.store.path.parent, tmp_path / "1", ignore=shutil.ignore_patterns("*-shm"))
    again = Player(tmp_path / "1")
    again.choose_listed("Continue")
    assert again.session.position == player.session.position
    assert again.session.entries == player.session.entries
    shown, before = (one.screen.model for one in (again, player))  # type: ignore[attr-defined]
    assert (shown.header, shown.now) == (before.header, before.now)
    again.store.close()


@pytest.mark.slow
def test_cards_are_read_behind_an_open_menu(tmp_path: Path) -> None:
    journals = []
    for name in ("menu", "table"):
        player = Player(tmp_path / name).sit_down()
        player.change("score")
        cards = _free(player)
        if name == "menu":
            player.press(Intent.MENU)
        else:
            player.now_ms += 100
        for count in range(1, 4):
            player.lay(*cards[:count])
        assert isinstance(player.app.page, MenuPage) == (name == "menu")
        assert len(player.session.pad.areas[0]) == 3
        journals.append([(entry.seq, entry.at_ms, repr(entry)) for entry in player.session.entries])
        player.store.close()
    assert journals[0] == journals[1]


def test_what_lies_there_when_scoring_begins_is_nobodys(player: Player) -> None:
    first, second = _free(player)[:2]
    player.change("scribe")
    player.lay(first)
    assert player.session.pad.cards == frozenset(), "while a scribe tells, nothing is read"
    player.change("score")
    player.lay(first)
    player.lay(first, second)
    assert player.session.pad.areas[0] == (second,)
    player.lay(second)
    player.lay(first, second)
    assert set(player.session.pad.areas[0]) == {first, second}, "taken away and laid there again it counts"


def test_a_lost_camera_makes_no_card_anybody_elses(player: Player) -> None:
    player.change("score")
    card = _free(player)[0]
    player.lay(card)
    player.do("That is all")
    player.table.lose_sight(player.now_ms)
    player.lay(card)
    assert (player.session.pad.asked, player.session.pad.areas[1]) == ((), ())


def test_a_table_that_is_only_scored_is_looked_at_with_other_eyes(player: Player) -> None:
    followed = RealTable._wants(player.app)
    player.change("score")
    scored = RealTable._wants(player.app)
    assert (followed.looks_for, scored.looks_for) == ("cards", "tags")
    assert followed != scored, "so they are opened anew"


# Shown elsewhere.


@pytest.mark.parametrize(
    ("way", "asked"), [("scribe", "Which card stays with"), ("score", "lay your cards on the mat")]
)
def test_a_table_that_is_not_followed_says_how_it_is_told_and_makes_nobody_wait(
    player: Player, way: Way, asked: str
) -> None:
    player.play(6, Random(SEED))
    player.change(way)
    table, spoken = player.table, TranslatedTable(player.table, "en")
    assert acting(table.live) == frozenset(), "no lamp"
    assert table.asked(player.now_ms) is None
    view = table.view(player.now_ms)
    assert (view.way, view.turn, view.waiting, view.on_turn, view.clock) == (way, None, (), (), None)
    shared = shared_view(spoken, player.now_ms, (0, 1, 2))
    assert asked in shared["now"]["text"]
    assert shared["now"]["seat"] == 0
    assert [place["lines"] for place in shared["places"]] == [[table.say(f"phones.way.{way}")]]
    assert not any(one["turn"] or one["waiting"] for one in shared["players"])
    assert acts_of(spoken, 0, player.now_ms).actions == ()
    own = own_view(spoken, 0, 1, player.now_ms)
    assert (own["own"]["blocks"], own["acts"]["list"]) == ([], [])
    shown = state_of(table, "table", "game", None, None, paused=False).shown  # type: ignore[arg-type]
    assert shown is not None
    assert (shown.turn, shown.phase) == ((), {"scribe": "scribe", "score": "Just score it"}[way])
    assert shown.round == (view.round if way == "scribe" else None)
    assert shown.phases["de"] == table.desk_in("de").phase != shown.phase


@pytest.mark.slow
def test_a_seats_button_is_for_whoever_is_asked(player: Player) -> None:
    player.change("score")
    assert player.table.seat_pressed(0, player.now_ms)
    assert not player.table.seat_pressed(1, player.now_ms)
    assert "is asked now" in player.table.notices(player.now_ms)[-1].text


def test_a_command_of_the_rules_names_the_way_back_to_them(player: Player) -> None:
    option = player.table.live.options[0]
    player.change("scribe")
    refused = player.table.act(Tell(option), player.now_ms)
    assert refused is not None
    assert LINES["follow"] in player.table.say.say(refused)
    assert player.table.live.offered == ()
    assert isinstance(player.screen, DoorsScreen)


def test_who_changes_the_way_while_the_table_is_laid_out_lays_out_nothing(tmp_path: Path) -> None:
    player = Player(tmp_path)
    player.app.context.config = with_setting(player.app.context.config, "night.setup", value=True)
    started = start_game(player.store, new_setup("amul", 3, SEED))
    assert not isinstance(started, Refused)
    table = Table(player.app.context, *started, is_new=True)
    assert not table.is_laid_out
    table.act(Tell(ChangeWay("score")), 0)
    assert table.is_laid_out
    player.store.close()
