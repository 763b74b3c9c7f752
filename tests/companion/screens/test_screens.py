"""Screens answer wishes with small values; every path works with previous, next, OK and back."""

from __future__ import annotations

import pytest
import zxingcpp
from PIL import Image

from companion.games.amul.cards import row_mark
from companion.language.i18n import Phrases
from companion.models import Header
from companion.pages.play.score_models import pad_view, winner_view, workings_view
from companion.program.window import Window
from companion.screens import (
    Answered,
    Chosen,
    Finished,
    Goto,
    Leave,
    Outcome,
    Screen,
    Touched,
    Undo,
    choice_index,
    choice_key,
)
from companion.screens.choices import visible_range
from companion.screens.intents import Intent, Typed
from companion.screens.keyboard_screen import ROWS, KeyboardModel, KeyboardScreen, keyboard_model
from companion.screens.log_screen import LogScreen
from companion.screens.pad_screen import PadModel, PadRow, PadScreen
from companion.screens.players_screen import DrawModel, DrawScreen, PlayersModel, PlayersScreen
from companion.screens.qr_screen import READABLE_MODULE, module_px
from companion.screens.table_screen import TableScreen
from companion.screens.tell_screen import Node, TellModel, TellScreen, by_letters
from companion.screens.workings_screen import WorkingsScreen
from rules.amul.commands import Pick, Tell
from tests.companion.samples import SAMPLES
from tests.gallery.games.amul.ending import _link, sample_score
from tests.gallery.games.amul.stage import phrases
from tests.gallery.samples import NAMES, SampleTable
from tests.languages import OURS

STAGE = SampleTable("en", 3)
WISHES = (*Intent, Typed("x"), Touched("nothing"), Touched("choice.99"), Touched("choice.x"))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_no_wish_breaks_a_screen_and_drawing_changes_nothing(name: str) -> None:
    window = Window.headless((800, 480))
    for wish in WISHES:
        screen = SAMPLES[name](STAGE)
        window.show(screen, 0)
        outcome = screen.handle(wish)
        assert outcome is None or isinstance(outcome, Outcome)
        window.show(screen, 0)
    hinted = {target.key for target in window.canvas.targets if target.key.startswith("intent.")}
    # A club's board is pressed by nobody.
    assert name == "club" or hinted
    assert hinted <= {f"intent.{name}" for name in ("previous", "next", "ok", "back", "menu", "undo", "rules")}
    pictures = []
    for _ in range(2):
        window.redraw()
        wiped = bytes(window.canvas.surface.get_buffer())
        window.show(screen, 0)
        pictures.append(bytes(window.canvas.surface.get_buffer()))
    assert pictures[0] == pictures[1] != wiped


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_what_can_be_touched_can_be_reached_with_buttons(name: str) -> None:
    """Walking once round with next brings the focus to every choice, and shows each of them on the way."""
    window = Window.headless((800, 480))
    screen = SAMPLES[name](STAGE)
    if not hasattr(screen, "count") or getattr(screen, "entry", None) is not None:
        return  # nothing to choose, or each button is a door
    count = screen.count()
    reached, shown = set(), set()
    for _ in range(count):
        window.show(screen, 0)
        shown |= {choice_index(target.key) for target in window.canvas.targets} - {None}
        reached.add(screen.focus)  # type: ignore[attr-defined]
        screen.handle(Intent.NEXT)
    assert reached == set(range(count))
    assert shown == set(range(count))


def test_holds_are_menu_and_undo_everywhere() -> None:
    for name in ("table-pick", "pad", "putback", "amulett-bid"):
        assert SAMPLES[name](STAGE).handle(Intent.MENU) == Goto("menu")
        assert SAMPLES[name](STAGE).handle(Intent.UNDO) == Undo()


def test_a_card_is_picked_with_buttons_and_with_a_finger_alike() -> None:
    screen = SAMPLES["table-pick"](STAGE)
    screen.handle(Intent.NEXT)
    assert screen.handle(Intent.OK) == Chosen(Pick(1, "arab-guard#1"))
    assert screen.handle(Touched(choice_key(3))) == Chosen(Pick(1, "spice#3"))


def test_the_focus_stays_where_it_is_while_the_choices_are_the_same() -> None:
    screen = SAMPLES["table-pick"](STAGE)
    assert isinstance(screen, TableScreen)
    screen.handle(Intent.NEXT)
    screen.show(screen.model)
    assert screen.focus == 1
    other = SAMPLES["table-effects"](STAGE)
    assert isinstance(other, TableScreen)
    screen.show(other.model)
    assert screen.focus == 0


def _press(screen: Screen, *wishes: Intent) -> Outcome | None:
    outcome = None
    for wish in wishes:
        outcome = screen.handle(wish)
    return outcome


def test_a_name_is_written_with_four_buttons() -> None:
    screen = KeyboardScreen(KeyboardModel(Header("")))
    for letter in "BO":
        row = next(number for number, keys in enumerate(ROWS) if letter in keys)
        _press(screen, *[Intent.NEXT] * ((row - screen.row) % len(ROWS)), Intent.OK)
        _press(screen, *[Intent.NEXT] * ROWS[row].index(letter), Intent.OK)
    assert screen.text == "Bo"
    _press(screen, *[Intent.NEXT] * ((3 - screen.row) % len(ROWS)), Intent.OK)
    assert _press(screen, *[Intent.PREVIOUS], Intent.OK) == Finished("Bo")


def test_back_on_the_keyboard_leaves_the_row_then_deletes_then_leaves() -> None:
    screen = KeyboardScreen(KeyboardModel(Header(""), "B"))
    _press(screen, Intent.OK, Intent.BACK)
    assert (screen.column, screen.text) == (None, "B")
    assert _press(screen, Intent.BACK) is None
    assert screen.text == ""
    assert _press(screen, Intent.BACK) == Leave()


def test_keys_and_fingers_write_too_but_nothing_unprintable_or_endless() -> None:
    screen = KeyboardScreen(KeyboardModel(Header("")))
    for wish in (Touched("key.J"), Touched("key.Ö"), Typed("rg\x00\n"), Typed("\b"), Typed("g" * 500)):
        screen.handle(wish)
    assert screen.text.startswith("Jörggg")
    assert len(screen.text) == 24
    assert KeyboardScreen(KeyboardModel(Header(""))).handle(Touched("key.✓")) is None


@pytest.mark.parametrize("language", OURS)
def test_letters_that_no_font_has_are_said_to_whoever_types_them(language: str) -> None:
    say = Phrases(language)
    screen, window = KeyboardScreen(keyboard_model(say, "Name")), Window.headless((800, 480))
    for typed, is_said in (("Bo", False), ("\u0e01", True), ("b", False), ("\b", False)):
        screen.handle(Typed(typed))
        window.show(screen, 0)
        shown = [one for one in window.canvas.written if one.text == say("screen.players.strange")]
        assert bool(shown) is is_said
        assert not any(one.cut for one in shown)
    assert screen.text == "Bo"
    window.close()


def _players(chosen: tuple[str, ...] = ()) -> PlayersScreen:
    return PlayersScreen(PlayersModel(Header(""), NAMES, 3, 4, "add", "ready", "too few", chosen))


def test_players_are_chosen_in_seat_order_and_can_leave_again() -> None:
    screen = _players()
    for index in (2, 0, 5, 0, 1):
        screen.handle(Touched(choice_key(index)))
    assert screen.names == (NAMES[2], NAMES[5], NAMES[1])
    assert screen.handle(Touched(choice_key(len(NAMES) + 1))) == Finished(screen.names)
    assert screen.handle(Touched(choice_key(len(NAMES)))) == Goto("name")


def test_too_few_cannot_begin_and_too_many_cannot_be_chosen() -> None:
    screen = _players(NAMES[:2])
    assert screen.handle(Touched(choice_key(len(NAMES) + 1))) is None
    for index in range(len(NAMES)):
        if NAMES[index] not in screen.names:
            screen.handle(Touched(choice_key(index)))
    assert len(screen.names) == 4


@pytest.mark.parametrize("start", range(5))
def test_the_light_stops_at_the_start_player_and_not_before_its_time(start: int) -> None:
    screen = DrawScreen(DrawModel(Header(""), NAMES[:5], start, "…", NAMES[:5]))
    screen.update(1000)
    assert screen.handle(Intent.OK) is None
    seen = []
    for now in range(1000, 4400, 33):
        screen.update(now)
        seen.append(screen.light)
    assert len(set(seen)) == 5
    assert screen.light == start
    assert screen.handle(Intent.OK) == Finished(start)


def test_without_motion_the_draw_is_shown_at_once() -> None:
    screen = DrawScreen(DrawModel(Header(""), NAMES[:5], 3, "…", NAMES[:5], motion=False))
    assert (screen.light, screen.handle(Intent.OK)) == (3, Finished(3))


def test_the_pad_fills_row_by_row_and_then_opens_workings() -> None:
    screen = PadScreen(pad_view(sample_score(STAGE.names), phrases(STAGE), row_mark))
    rows = len(screen.model.rows)
    _press(screen, Intent.OK, Intent.NEXT, Intent.PREVIOUS)
    assert screen.shown == 1
    _press(screen, *[Intent.OK] * rows)
    assert screen.is_full
    assert _press(screen, Intent.OK) == Finished()
    assert _press(screen, Intent.NEXT, Intent.OK) == Goto("workings", 0)


def test_running_totals_are_sums_of_the_rows_shown() -> None:
    model = pad_view(sample_score(STAGE.names), phrases(STAGE), row_mark)
    columns = [sum(row.points[seat] for row in model.rows) for seat in range(3)]
    assert columns == list(model.totals)


def test_workings_add_up_and_say_why() -> None:
    model = workings_view(sample_score(STAGE.names), 2, phrases(STAGE), row_mark)
    assert sum(group.points for group in model.groups) == model.total
    for group in model.groups:
        assert sum(line.points for line in group.lines) == group.points
        assert all(line.because for line in group.lines)
    told = [line for group in model.groups for line in group.lines if line.told]
    assert [(line.card, line.points) for line in told] == [("Courtesan", 4)]
    screen = WorkingsScreen(model, "green")
    assert model.groups[screen.focus].key == "green"
    assert screen.handle(Intent.OK) == Goto("points", (2, "green"))


def test_the_winner_is_named_and_bars_are_ranked() -> None:
    model = winner_view(sample_score(STAGE.names), phrases(STAGE), row_mark)
    assert (model.headline, model.detail) == ("Linda wins", "with 18 points, 2 more than Bo")
    assert [bar.place for bar in model.bars] == [1, 2, 3]
    assert [badge.icon for badge in model.badges] == ["practice", "hand"]


def test_many_cards_are_grouped_by_letters_and_back_leads_out() -> None:
    nodes = [Node(f"{letter}{n}", f"{letter}{n}") for letter in "ABCDEÖZ" for n in range(4)]
    groups = by_letters(nodes)
    assert sum(len(group.children) for group in groups) == len(nodes)
    assert all(len(group.children) <= 10 for group in groups)
    screen = TellScreen(TellModel(Header(""), "which?", groups))
    assert _press(screen, Intent.NEXT, Intent.OK) is None
    assert [node.label for node in screen.trail] == [groups[1].label]
    assert _press(screen, Intent.NEXT, Intent.OK) == Chosen(groups[1].children[1].command)
    assert _press(screen, Intent.BACK) is None
    assert screen.trail == ()
    assert _press(screen, Intent.BACK) == Leave()


def test_few_cards_are_not_grouped_and_umlauts_sort_with_their_letter() -> None:
    labels = [node.label for node in by_letters([Node("Zelt"), Node("Öl"), Node("Āmul"), Node("Opium")])]
    assert labels == ["Āmul", "Öl", "Opium", "Zelt"]


def test_the_log_goes_back_to_a_line_but_not_to_one_taken_back() -> None:
    screen = SAMPLES["log"](STAGE)
    assert isinstance(screen, LogScreen)
    assert screen.handle(Intent.OK) == Undo(to=9)
    assert screen.handle(Touched(choice_key(5))) is None


def test_a_question_is_answered_with_what_stood_in_the_model() -> None:
    assert SAMPLES["question"](STAGE).handle(Touched(choice_key(1))) == Answered(2)
    told = Tell("cards.mongol-merchant.effect", "market")
    assert SAMPLES["fact"](STAGE).handle(Touched(choice_key(2))) == Chosen(told)
    assert SAMPLES["putback"](STAGE).handle(Intent.OK) == Finished()
    assert SAMPLES["trouble"](STAGE).handle(Intent.OK) == Answered("on")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080)])
def test_a_phone_can_read_the_play(size: tuple[int, int]) -> None:
    window = Window.headless(size)
    window.show(SAMPLES["code"](SampleTable("de", 8)), 0)
    surface = window.canvas.surface
    picture = Image.frombytes("RGBX", surface.get_size(), bytes(surface.get_buffer()), "raw", "BGRX").convert("L")
    texts = [found.text for found in zxingcpp.read_barcodes(picture)]
    assert texts == [_link(SampleTable("de", 8))]


@pytest.mark.slow
def test_a_code_too_small_for_a_phone_is_left_to_its_own_screen() -> None:
    window = Window.headless((800, 480))
    window.show(SAMPLES["winner"](SampleTable("de", 8)), 0)
    assert module_px(_link(SampleTable("de", 8)), 300) < READABLE_MODULE
    assert "qr" not in window.canvas.part_boxes


@pytest.mark.parametrize(
    ("count", "focus", "room", "shown"),
    [
        (3, 0, 5, range(3)),
        (20, 0, 5, range(5)),
        (20, 10, 5, range(8, 13)),
        (20, 19, 5, range(15, 20)),
        (0, 0, 4, range(0)),
    ],
)
def test_a_list_scrolls_so_that_the_focus_is_seen(count: int, focus: int, room: int, shown: range) -> None:
    assert visible_range(count, focus, room) == shown


def test_a_long_pad_is_shown_in_parts_that_follow_its_filling() -> None:
    rows = tuple(PadRow(str(n), f"row {n}", "", None, (1, 2)) for n in range(40))
    screen = PadScreen(PadModel(Header(""), NAMES[:2], rows, "total", (40, 80), (1,)))
    assert screen.rows == range(13)
    _press(screen, *[Intent.OK] * 14)
    assert screen.rows == range(13, 26)
    _press(screen, *[Intent.OK] * 27)
    assert (screen.is_full, screen.rows) == (True, range(13))
    assert _press(screen, Intent.NEXT, Intent.OK) is None
    assert screen.rows == range(13, 26)
    assert _press(screen, Intent.PREVIOUS, Intent.OK) == Finished()
