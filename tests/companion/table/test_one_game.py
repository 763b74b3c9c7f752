"""The scribe is entered and left twice in an evening: one game that goes on, asks nothing twice, and has one winner."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from companion.club.published import state_of
from companion.keeping.history import past_nights
from companion.keeping.session_stats import points_by_round
from companion.phones.phone_view import shared_view
from companion.phones.translated_table import TranslatedTable
from companion.screens.doors_screen import DoorsScreen
from companion.screens.intents import Intent
from companion.screens.winner_screen import WinnerScreen
from companion.table.acts import Tell
from rules.amul import commands as c
from tests.companion.table.teller import SEED, Player


def _follow_to(player: Player, number: int, phase: str, chance: Random) -> None:
    while (player.table.live.view["round"], player.table.live.view["phase"]) != (number, phase):
        player.play(1, chance)


def _scribe(player: Player, stays: list[str]) -> None:
    for name in stays:
        screen = player.screen
        assert isinstance(screen, DoorsScreen)
        player.tell(name)


def _kinds(player: Player, count: int) -> list[str]:
    """Cards that the scribe offers, by name: so nobody has them yet."""
    game, pad = player.session.game, player.session.pad
    known = game.known_table(player.session.state)  # type: ignore[attr-defined]
    free = [card for card in known.cards if card not in pad.cards and card not in known.leaving]
    return list(dict.fromkeys(player.table.say.name("card", card) for card in free))[:count]


def _round_everywhere(player: Player) -> set[int | None]:
    """As screen, phones, club and past nights have it."""
    table, view = player.table, player.table.view(player.now_ms)
    shown = state_of(table, "table", "game", None, None, paused=False).shown  # type: ignore[arg-type]
    assert shown is not None
    assert str(view.round) in shared_view(TranslatedTable(table, "en"), player.now_ms, (0, 1, 2))["game"]["place"]
    assert len(past_nights(player.store)) == 1
    return {view.round, shown.round, table.live.view["round"]}


@pytest.mark.slow
def test_the_scribe_entered_and_left_twice_is_one_game_to_the_winner(tmp_path: Path) -> None:
    print(f"seed {SEED}")
    player, chance = Player(tmp_path / "0", camera="none").sit_down(), Random(SEED)
    _follow_to(player, 2, "upkeep", chance)
    player.change("scribe")
    assert player.session.pad.round == 3, "what stayed in round 2 is known"
    first, second, third, fourth = _kinds(player, 4)
    _scribe(player, [first, second, "Nothing stays", third, fourth, "Nothing stays"])
    player.change("follow")
    assert _round_everywhere(player) == {5}
    areas = player.session.state.areas
    assert areas == player.session.pad.areas
    assert all(areas)
    _after_a_power_cut_it_is_the_same(player, tmp_path)
    _undo_leads_back_and_forth(player)

    _follow_to(player, 6, "reveal", chance)
    player.change("scribe")
    _scribe(player, _kinds(player, 2))
    player.change("follow")
    assert _round_everywhere(player) == {7}, "the rest of round 6 is unknown"
    assert player.session.state.untold == ((), (), (6,))
    while not player.session.is_over:
        ends = [option for option in player.table.live.options if isinstance(option, c.Done)]
        if ends:
            assert player.table.act(Tell(ends[0]), player.now_ms) is None
        else:
            player.play(1, chance)
    player.now_ms += 1000
    for _ in range(14):
        if not isinstance(player.screen, WinnerScreen):
            player.press(Intent.OK)
    assert isinstance(player.screen, WinnerScreen)
    followed = [points.round for points in points_by_round(player.session, player.table.score())]
    assert followed == [1, 2, 5, 7, 8, 9], "the race shows no round that was not followed to its end"
    (night,) = past_nights(player.store)
    assert (night.is_finished, night.row.entries) == (True, player.session.last_seq)
    player.store.close()


def _after_a_power_cut_it_is_the_same(player: Player, folder: Path) -> None:
    shutil.copytree(player.store.path.parent, folder / "1", ignore=shutil.ignore_patterns("*-shm"))
    again = Player(folder / "1", camera="none")
    again.choose_listed("Continue")
    assert again.session.position == player.session.position
    again.store.close()


def _undo_leads_back_and_forth(player: Player) -> None:
    player.press(Intent.UNDO)
    pad = player.session.pad
    assert (pad.way, pad.round, player.session.state.round) == ("scribe", 5, 2)
    assert player.table.live.moves == (), "no card has moved on the table"
    player.change("follow")
    assert player.session.state.round == 5
