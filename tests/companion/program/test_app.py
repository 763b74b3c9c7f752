"""The program as people use it: four buttons, from the start page through a round told by hand, and back again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.files import write_whole
from companion.inbox import Happened, Pressed, SignSeen, TableSeen
from companion.keeping.troubles import StoreTrouble
from companion.pages.set_up.power_page import PausePage
from companion.pages.trouble_page import TOO_SOON_MS
from companion.screens.intents import Intent
from companion.screens.log_screen import LogScreen
from companion.screens.number_screen import NumberScreen
from companion.screens.pad_screen import PadScreen
from companion.screens.put_back_screen import PutBackScreen
from companion.screens.question_screen import QuestionScreen
from companion.screens.start_screen import StartScreen
from companion.screens.table_screen import TableScreen
from companion.screens.tell_screen import TellScreen
from companion.screens.trouble_screen import TroubleScreen
from companion.settings.changing import with_setting
from companion.settings.config import user_file
from rules.core.table import TableCards
from rules.core.words import words
from tests.companion.background_tasks import all_back
from tests.companion.person import Person
from tests.games import open_store


@pytest.fixture
def at_table(person: Person) -> Person:
    """Three guests, any start player, no Tea."""
    person.choose_listed("Āmul")
    person.seat_all()
    person.draw_start()
    person.press(Intent.OK)
    assert isinstance(person.screen, QuestionScreen)
    person.choose_listed("Without Tea")
    assert isinstance(person.screen, TableScreen)
    return person


def _live(person: Person) -> Any:
    assert person.app.table is not None
    return person.app.table.live


@pytest.mark.slow
def test_four_buttons_lead_from_the_start_to_a_table(at_table: Person) -> None:
    live = _live(at_table)
    assert live.session.setup.players == ("Guest 1", "Guest 2", "Guest 3")
    assert (live.view["round"], live.view["phase"]) == (1, "replenish")


def _play_round(person: Person) -> None:
    live = _live(person)
    person.act("Tell by hand")
    person.tell("Gold")
    person.act("Tell by hand")
    for _ in range(3):
        person.tell("Gem")
    assert live.view["phase"] == "pick"
    for card in ("Gold", "Gem", "Gem"):
        person.act(card)
    assert live.view["phase"] == "reveal"
    person.act("Tell by hand")
    for card in ("Oil", "Lamp", "Lamp"):
        person.tell(card)
    assert live.view["phase"] == "upkeep"
    person.act("Done")


def _page(person: Person) -> Any:
    screen = person.screen
    assert isinstance(screen, TellScreen)
    return screen.page


@pytest.mark.slow
def test_a_round_can_be_told_without_a_camera(at_table: Person) -> None:
    _play_round(at_table)
    view = _live(at_table).view
    assert (view["round"], view["phase"]) == (2, "replenish")
    assert [len(player["area"]) for player in view["players"]] == [1, 1, 1]


@pytest.mark.slow
def test_leaving_and_continuing_takes_up_the_same_table(at_table: Person) -> None:
    _play_round(at_table)
    before = _live(at_table).view
    at_table.press(Intent.MENU)
    at_table.choose_listed("To the start")
    assert isinstance(at_table.screen, StartScreen)
    at_table.choose_listed("Continue")
    assert _live(at_table).view == before


def test_holding_back_takes_the_last_step_back_and_says_what_to_carry(at_table: Person) -> None:
    at_table.act("Tell by hand")
    at_table.tell("Gold")
    assert _live(at_table).view["phase"] == "offer"
    at_table.press(Intent.UNDO)
    screen = at_table.screen
    assert isinstance(screen, PutBackScreen)
    assert [row.text for row in screen.model.moves] == ["Gold back on top of the deck"]
    at_table.press(Intent.OK)
    assert isinstance(at_table.screen, TableScreen)
    assert _live(at_table).view["phase"] == "replenish"


@pytest.mark.slow
def test_the_log_leads_back_to_any_line(at_table: Person) -> None:
    _play_round(at_table)
    at_table.press(Intent.MENU)
    at_table.choose_listed("What has happened")
    screen = at_table.screen
    assert isinstance(screen, LogScreen)
    texts = [row.text for row in screen.model.rows]
    assert texts[0] == "Gold comes into the market."
    assert texts[1].endswith("offers a card.")
    assert texts[-1].startswith("First Pick: ")
    at_table.walk_to(3)
    at_table.press(Intent.OK)
    assert _live(at_table).view["phase"] == "pick"


def test_nothing_to_take_back_is_said_and_changes_nothing(at_table: Person) -> None:
    at_table.press(Intent.UNDO)
    screen = at_table.screen
    assert isinstance(screen, TableScreen)
    assert [notice.text for notice in screen.model.notices] == [
        "There is nothing to undo: the game is at its beginning."
    ]


def test_a_card_under_the_camera_becomes_a_line_on_the_screen(at_table: Person) -> None:
    at_table.app.inbox.put(TableSeen(TableCards({"market": frozenset({"gold#1"})}), frozenset(), at_ms=5))
    at_table.app.tick()
    screen = at_table.screen
    assert isinstance(screen, TableScreen)
    assert screen.model.last is not None
    assert screen.model.last.name == "Gold"
    assert [card.name for card in screen.model.cards] == ["Gold"]


@pytest.mark.slow
def test_a_strange_card_is_asked_about_only_when_it_stays(at_table: Person) -> None:
    seen = TableCards({"market": frozenset({"gold#1", "silk#1", "silk#2"})})
    at_table.app.inbox.put(TableSeen(seen, frozenset(), at_ms=at_table.now_ms))
    at_table.app.tick()
    assert isinstance(at_table.screen, TableScreen)
    at_table.now_ms += 2000
    at_table.app.tick()
    assert isinstance(at_table.screen, QuestionScreen)
    at_table.press(Intent.OK)
    assert isinstance(at_table.screen, QuestionScreen), "that press was made for the table"
    assert at_table.screen.model.notices[-1].text.startswith("That press was meant for the last screen.")
    at_table.now_ms += 700
    at_table.press(Intent.OK)
    assert isinstance(at_table.screen, TableScreen)


def test_buttons_of_the_panel_do_the_same(at_table: Person) -> None:
    at_table.app.inbox.put(Pressed("ok", "hold", 0))
    at_table.app.tick()
    assert type(at_table.screen).__name__ == "ListScreen"
    at_table.app.inbox.put(Pressed("back", "press", 0))
    at_table.app.tick()
    assert isinstance(at_table.screen, TableScreen)


@pytest.mark.slow
def test_a_seat_that_presses_out_of_turn_is_answered(at_table: Person) -> None:
    at_table.act("Tell by hand")
    at_table.tell("Gold")
    at_table.act("Tell by hand")
    for _ in range(3):
        at_table.tell("Gem")
    turn = _live(at_table).view["turn"]
    at_table.app.inbox.put(Pressed(f"seat_{(turn + 1) % 3 + 1}", "press", at_table.now_ms))
    at_table.app.tick()
    screen = at_table.screen
    assert isinstance(screen, TableScreen)
    assert [notice.text for notice in screen.model.notices] == [f"It is Guest {turn + 1}'s turn."]


def test_what_a_part_has_to_say_stands_until_it_is_well(at_table: Person) -> None:
    at_table.app.inbox.put(Happened("camera", words("notice.camera_lost"), 0))
    at_table.app.tick()
    screen: Any = at_table.screen
    assert len(screen.model.notices) == 1
    at_table.app.inbox.put(Happened("camera", None, 0))
    at_table.app.tick()
    assert at_table.screen.model.notices == ()  # type: ignore[attr-defined]


def test_a_disk_that_takes_nothing_more_is_said_and_nothing_is_shown_that_is_not_kept(
    at_table: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise StoreTrouble(words("keeping.full", folder="/games"))

    keeps: Callable[..., None] = at_table.store.append
    monkeypatch.setattr(at_table.store, "append", full)
    at_table.app.inbox.put(TableSeen(TableCards({"market": frozenset({"gold#1"})}), frozenset(), at_ms=5))
    at_table.app.tick()
    at_table.app.tick()
    screen = at_table.screen
    assert isinstance(screen, TroubleScreen)
    assert screen.model.text.startswith("The disk is full: nothing more can be saved in /games.")
    assert "only what is saved is shown" in screen.model.steps[0]
    assert _live(at_table).view["market"] == []
    monkeypatch.setattr(at_table.store, "append", keeps)
    at_table.press(Intent.OK)
    at_table.app.inbox.put(TableSeen(TableCards({"market": frozenset({"gold#1"})}), frozenset(), at_ms=9))
    at_table.app.tick()
    assert _live(at_table).view["market"] == ["gold#1"]


@pytest.mark.slow
def test_games_go_on_in_another_place_when_the_disk_takes_no_more(
    at_table: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The owner's facts go along, and the next evening begins there."""

    def full(*_: object, **__: object) -> None:
        raise StoreTrouble(words("keeping.full", folder="/games"))

    stick = tmp_path / "stick"
    context = at_table.app.context
    context.config = with_setting(context.config, "data.folder", str(at_table.store.path.parent))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    write_whole(context.config.data_path / "facts" / "amul.toml", "format = 1\n")
    monkeypatch.setattr("companion.pages.trouble_page.other_places", lambda: (stick,))
    monkeypatch.setattr(at_table.store, "append", full)
    at_table.app.inbox.put(TableSeen(TableCards({"market": frozenset({"gold#1"})}), frozenset(), at_ms=5))
    at_table.app.tick()
    all_back()
    at_table.app.tick()
    screen: Any = at_table.screen
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    at_table.now_ms += TOO_SOON_MS
    at_table.choose([choice.label for choice in screen.model.choices], f"Save the games in {tmp_path}")
    all_back()
    at_table.app.tick()
    at_table.app.tick()
    assert _live(at_table).view["market"] == ["gold#1"]
    with closing(open_store(stick)) as there:
        unfinished = there.unfinished()
        assert unfinished is not None
        assert unfinished.entries == len(_live(at_table).session.steps)
    assert _notices(at_table) == [f"The games are saved in {stick}."]
    assert (stick / "facts" / "amul.toml").read_text("utf-8") == "format = 1\n"
    assert f'folder = "{stick}"' in user_file().read_text("utf-8")


def test_a_card_nobody_can_explain_gets_its_points_by_hand(person: Person) -> None:
    """The end of a night by the buttons: pad, workings, points told, and the total follows."""
    from companion.pages.play.end_page import EndPage

    points: dict[str, int] = {}

    def give(card: str, told: int, now_ms: int) -> None:
        points[card] = told

    def score() -> dict[str, Any]:
        told = points.get("yurt", 0)
        line = {"row": "red", "card": "yurt", "points": told, "because": "told", "told": bool(points)}
        player = {"name": "Ada", "scores": {"red": told}, "total": told, "place": 1, "lines": [line]}
        about = {"kind": "points", "game": "amul", "practice": False, "complete": True, "missing": [], "verdict": ""}
        return {**about, "rows": ["red"], "players": [player], "rests_on": []}

    context = person.app.context
    say = context.phrases("amul", {"format": 1, "game": "amul", "cards": {}}, ("Ada",))
    person.app.open(EndPage(context, score, say, full=True, give=give))
    person.press(Intent.OK)  # the workings of the only player
    person.press(Intent.OK)  # points by hand for the row in focus
    assert isinstance(person.screen, NumberScreen)
    before = person.presses
    person.tell("4")
    assert person.presses - before <= 4
    assert points == {"yurt": 4}
    assert person.screen.model.totals == (4,)  # type: ignore[attr-defined]


def _lay(person: Person, *signs: SignSeen) -> None:
    """Seat and control cards under the camera, and nothing else."""
    person.now_ms += 500
    person.app.inbox.put(TableSeen(TableCards(), frozenset(), at_ms=person.now_ms, signs=frozenset(signs)))
    person.app.tick()


def _notices(person: Person) -> list[str]:
    screen = person.screen
    assert isinstance(screen, TableScreen)
    return [notice.text for notice in screen.model.notices]


def test_the_pause_card_pauses_as_long_as_it_lies(at_table: Person) -> None:
    _lay(at_table, SignSeen("pause"))
    assert isinstance(at_table.app.page, PausePage)
    _lay(at_table, SignSeen("pause"))
    assert isinstance(at_table.app.page, PausePage)
    _lay(at_table)
    assert isinstance(at_table.screen, TableScreen)


@pytest.mark.slow
def test_the_undo_card_takes_one_step_back_each_time_it_is_laid(at_table: Person) -> None:
    _play_round(at_table)
    _lay(at_table, SignSeen("undo"))
    _lay(at_table, SignSeen("undo"))
    assert _live(at_table).view["phase"] == "upkeep"


@pytest.mark.slow
def test_the_score_card_opens_the_pad(at_table: Person) -> None:
    _play_round(at_table)
    _lay(at_table, SignSeen("score"))
    assert isinstance(at_table.screen, PadScreen)


@pytest.mark.slow
def test_a_seat_says_ready_by_its_card_and_nobody_says_it_for_another(at_table: Person) -> None:
    _play_round(at_table)
    _lay(at_table, SignSeen("undo"))
    at_table.press(Intent.OK)  # cards to put back: done
    start = _live(at_table).view["start"]
    _lay(at_table, SignSeen("ready", (start + 1) % 3), SignSeen("ready", 7))
    assert _live(at_table).view["phase"] == "upkeep"
    _lay(at_table, SignSeen("ready", start))
    assert _live(at_table).view["round"] == 2


def test_with_seat_cards_switched_off_only_control_cards_are_heeded(at_table: Person) -> None:
    """A picture of a seat card on a telephone could answer for its player."""
    context, turn = at_table.app.context, _live(at_table).view["turn"]
    context.config = with_setting(context.config, "night.seat_cards", False)
    _lay(at_table, SignSeen("pass", turn), SignSeen("ready", turn))
    assert _notices(at_table) == []
    _lay(at_table, SignSeen("pause"), SignSeen("pass", turn))
    assert isinstance(at_table.app.page, PausePage)
    _lay(at_table)
    context.config = with_setting(context.config, "night.seat_cards", True)
    _lay(at_table, SignSeen("pass", turn))
    assert _notices(at_table) == ["You cannot pass now."]


def test_a_seat_that_passes_on_nothing_and_an_answer_to_nothing_are_answered(at_table: Person) -> None:
    turn = _live(at_table).view["turn"]
    _lay(at_table, SignSeen("pass", turn))
    assert _notices(at_table) == ["You cannot pass now."]
    _lay(at_table, SignSeen("yes", turn))
    assert _notices(at_table) == ["There is no yes-or-no question right now."]
    assert not _live(at_table).session.steps


def test_no_leaves_a_strange_card_where_it_lies(at_table: Person) -> None:
    lies = TableSeen(TableCards({"table": frozenset({"yurt"})}), frozenset(), at_ms=at_table.now_ms)
    at_table.app.inbox.put(lies)
    at_table.app.tick()
    at_table.now_ms += 10_000
    assert isinstance(at_table.screen, QuestionScreen)
    at_table.app.inbox.put(replace(lies, at_ms=at_table.now_ms, signs=frozenset({SignSeen("no", 0)})))
    at_table.app.tick()
    assert isinstance(at_table.screen, TableScreen)
