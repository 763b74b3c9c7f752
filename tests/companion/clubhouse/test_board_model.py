"""What the board shows: tables in order, calls, the clock, standings; and no player who does not want to be named."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from companion.club.messages import Announcement, Call, TableNotice
from companion.clubhouse.board_model import TURN_S, UP_FOR, clock_of, club_model
from companion.clubhouse.mail import Batch
from companion.clubhouse.public_names import PublicNames
from companion.clubhouse.result_corrections import Counted, PlayerRenamed
from companion.clubhouse.standings import Rules
from companion.language.i18n import Phrases
from companion.program.window import Window
from companion.screens.club_screen import ClubModel, ClubScreen, JoinByPhone, PlayerLine, Ranking, RankRow, TableTile
from tests.companion.clubhouse.halls import NAMES, NOW, hall, known
from tests.languages import LANGUAGES

EN = Phrases("en")


def test_tables_stand_in_the_order_in_which_people_count_them() -> None:
    assert [table.name for table in hall(12).tables][-4:] == ["Table 9", "Table 10", "Table 11", "Table 12"]


def test_each_way_a_table_can_be() -> None:
    tiles = {tile.name: tile for tile in club_model(known(12), EN).tiles}
    modes = {name: tile.mode for name, tile in tiles.items()}
    assert modes == {
        **dict.fromkeys(("Table 1", "Table 2", "Table 7", "Table 9", "Table 12"), "play"),
        "Table 3": "calls",
        **dict.fromkeys(("Table 4", "Table 10"), "paused"),
        **dict.fromkeys(("Table 5", "Table 11"), "off"),
        "Table 6": "idle",
        "Table 8": "over",
    }
    assert tiles["Table 3"].now == "Eine Frage zu den Regeln"
    assert tiles["Table 8"].now == NAMES[24 % 10]  # who has won
    assert tiles["Table 6"].now == "Free"
    assert tiles["Table 1"].figure == "2/4"


def test_a_call_stands_in_the_band_until_the_host_comes_or_it_is_taken_back() -> None:
    now = known(40)
    assert club_model(now, EN).calls == "Table 39, Table 27, Table 15 and Table 3 call"
    now.hall.answer("box-3")
    assert club_model(now, EN).calls == "Table 39, Table 27 and Table 15 call"
    batch = Batch()
    batch.now["box-39", "call"] = None
    batch.now["box-3", "call"] = Call(NOW + timedelta(minutes=9))  # once more
    now.hall.take(batch, NOW)
    assert club_model(now, EN).calls == "Table 27, Table 15 and Table 3 call"
    assert now.hall.call_of("box-39") is None


def test_more_tables_than_fit_take_turns() -> None:
    pages = [club_model(known(40, now=NOW + timedelta(seconds=TURN_S * turn)), EN) for turn in range(4)]
    assert {page.page for page in pages} == {"1–10 of 40", "11–20 of 40", "21–30 of 40", "31–40 of 40"}
    assert len({tile.name for page in pages for tile in page.tiles}) == 40
    assert club_model(known(12), EN).page == ""


def test_night_season_and_the_door_take_turns() -> None:
    asides = [club_model(known(12, now=NOW + timedelta(seconds=TURN_S * turn)), EN).aside for turn in range(12)]
    titles = {aside.title for aside in asides}
    assert titles == {"Tonight", "Season", "Sign in and follow"}
    assert any(isinstance(aside, JoinByPhone) and "#ABCDEFGH" in aside.link for aside in asides)
    season = next(aside for aside in asides if isinstance(aside, Ranking) and aside.title == "Season")
    assert season.below == "by places · 31 games"


def test_while_the_sign_up_is_closed_the_door_offers_no_signing_in() -> None:
    moments = [NOW + timedelta(seconds=TURN_S * turn) for turn in range(12)]
    titles = {club_model(replace(known(12, now=moment), signs_up=False), EN).aside.title for moment in moments}
    assert titles == {"Tonight", "Season", "Follow by phone"}


@pytest.mark.parametrize(
    ("left", "clock", "label", "is_up"),
    [
        (timedelta(minutes=23, seconds=41), "23:41", "Time left", False),
        (timedelta(hours=1, seconds=1), "1:00:01", "Time left", False),
        (timedelta(), "0:00", "Time is up", True),
        (-timedelta(minutes=5), "0:00", "Time is up", True),
    ],
)
def test_the_clock_for_all(left: timedelta, clock: str, label: str, is_up: bool) -> None:
    assert clock_of(Announcement(NOW, None, NOW + left), NOW, EN) == (clock, label, is_up)


def test_without_a_clock_for_all_the_one_on_the_wall() -> None:
    wall = (f"{NOW.astimezone():%H:%M}", "", False)
    assert clock_of(None, NOW, EN) == wall
    assert clock_of(Announcement(NOW, "Hello"), NOW, EN) == wall
    assert clock_of(Announcement(NOW, None, NOW - UP_FOR - timedelta(seconds=1)), NOW, EN) == wall


def test_a_box_of_another_night_is_not_looked_for() -> None:
    later = known(12, now=NOW + timedelta(days=1))
    assert {tile.name for tile in club_model(later, EN).tiles}.isdisjoint({"Table 5", "Table 11"})


@pytest.mark.slow
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080)])
def test_people_whose_names_begin_alike_can_be_told_apart(size: tuple[int, int]) -> None:
    names = [f"Maximiliane-Charlotte {letter}" for letter in "ABCDEFGHI"]
    rows = tuple(RankRow(str(place), name, "1234.5") for place, name in enumerate(names, 1))
    players = tuple(PlayerLine(name, "123.5") for name in names[:4])
    tiles = tuple(TableTile(f"Table {number}", "play", "Chess", "Bo", players=players) for number in range(1, 4))
    window = Window.headless(size)
    window.show(ClubScreen(ClubModel("North", "", "20:00", tiles, Ranking("Tonight", rows))), 0)
    shown = [one for one in window.canvas.written if one.text.startswith("Max")]
    assert not [one for one in shown if one.cut]
    assert len({one.text[-2:] for one in shown}) == 9
    window.close()


def test_what_only_one_table_was_given_has_the_line_to_itself() -> None:
    now, own = known(12), TableNotice("Pizza ist da", NOW + timedelta(minutes=40))
    window = Window.headless()
    window.show(ClubScreen(club_model(replace(now, announced=Announcement(NOW, tables={"box-2": own})), EN)), 0)
    (written,) = (one for one in window.canvas.written if "Pizza" in one.text)
    assert written.text.endswith("Pizza ist da")
    assert not written.cut
    window.close()


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [0, 1, 3, 6, 12, 40])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080)])
def test_nothing_leaves_its_place_and_all_can_be_read(size: tuple[int, int], count: int, language: str) -> None:
    window = Window.headless(size)
    for turn in range(4):
        now = known(count, now=NOW + timedelta(seconds=TURN_S * turn))
        window.show(ClubScreen(club_model(now, Phrases(language))), 0)
        for written in window.canvas.written:
            assert written.region.contains(written.ink) or written.cut, written
            assert written.px >= 16 * window.canvas.scale, written
            assert not written.cut or written.text in (*NAMES, "Maximiliane-Charlotte"), written
    window.close()


def test_who_does_not_want_to_be_named_is_nowhere() -> None:
    for turn in range(12):
        now = known(12, now=NOW + timedelta(seconds=TURN_S * turn), hidden=("Bo", "Ulrike"))
        shown = repr(club_model(now, EN))
        assert "Ulrike" not in shown
        assert "'Bo'" not in shown
        assert "Guest" in shown


def test_a_hidden_name_is_hidden_in_every_spelling_of_it() -> None:
    counted = Counted(hidden=("Bo",), renames=(PlayerRenamed("Boo", "Bo"),))
    public = PublicNames(counted, EN)
    assert public.name("Boo") == public.name("Bo") == "Guest 1"
    assert public.text("BOO asks bo, Bob says no") == "Guest 1 asks Guest 1, Bob says no"
    shy = PublicNames(Counted(hidden=("Ada M",)), EN)
    assert {shy.name(written) for written in ("Ada M", "ada m", "ADA  M")} == {"Guest 1"}
    assert shy.text("table of ada  m") == "table of Guest 1"


@pytest.mark.slow
def test_by_game_and_by_wins() -> None:
    now = known(12, rules=Rules("wins", "chess", 5))
    below = {
        aside.below
        for turn in range(12)
        if isinstance(
            aside := club_model(
                known(12, now=NOW + timedelta(seconds=TURN_S * turn), rules=now.counted.rules), EN
            ).aside,
            Ranking,
        )
    }
    assert below == {"by wins, chess, the best 5 · 1 game", "by wins, chess, the best 5 · 30 games"}
