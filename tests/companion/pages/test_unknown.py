"""Unknown is unknown: nobody is crowned, placed or recorded on facts that nobody has told."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pypdfium2
import pytest

from companion.cli import main
from companion.facts.own import remember
from companion.keeping.history import past_night, past_nights
from companion.keeping.records import records
from companion.pages.history.night_page import NightPage
from companion.pages.play.end_page import NotYetPage
from companion.pages.play.game_menu import MenuPage
from companion.screens.doors_screen import DoorsModel, DoorsScreen
from companion.screens.intents import Intent
from companion.screens.list_screen import ListScreen
from companion.screens.number_screen import NumberScreen
from companion.screens.pad_screen import PadScreen
from companion.screens.question_screen import QuestionScreen
from companion.screens.start_screen import StartScreen
from companion.screens.winner_screen import WinnerScreen
from companion.screens.workings_screen import WorkingsScreen
from companion.sharing.bgstats import LINK, play_file, play_link
from companion.sharing.pdf import score_sheet
from companion.sharing.spreadsheet import as_csv
from companion.sharing.takeaway import Takeaway, put_down
from companion.table.table import Table
from rules.core.game import Setup
from rules.core.refusals import Refused
from rules.core.scoring import Score, ScoreLine, left_so, points_score
from rules.core.words import words
from tests.companion.pages.play.test_scoring_page import Scorer
from tests.companion.person import Person
from tests.games import GAMES, document, new_players, new_setup, new_simulation, open_game, phrases_for

COLOUR = "Which colour does it have?"


@pytest.fixture(autouse=True)
def untold_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is told here goes into a folder of its own."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))


@pytest.fixture
def scorer(tmp_path: Path) -> Iterator[Scorer]:
    somebody = Scorer(tmp_path)
    yield somebody
    somebody.store.close()


def _lay_one_each(scorer: Scorer) -> None:
    """A card before each of three guests, told by hand on a box that nobody has taught."""
    scorer.begin()
    for card in ("Gold", "Silk", "Yurt"):
        scorer.do("Tell by hand")
        scorer.tell(card)
        scorer.do("That is all")


def _listed(person: Person) -> list[str]:
    return [choice.label for choice in person.screen.model.choices]  # type: ignore[attr-defined]


def _fill(person: Person) -> None:
    """The pad row by row, and on."""
    for _ in range(14):
        if isinstance(person.screen, PadScreen):
            person.press(Intent.OK)


@pytest.mark.slow
def test_a_table_of_unknown_cards_crowns_nobody_and_asks_for_them(scorer: Scorer) -> None:
    _lay_one_each(scorer)
    shown = scorer.screen
    assert isinstance(shown, QuestionScreen)
    assert shown.model.text == "Cannot be scored yet: these 3 cards are unknown"
    assert shown.model.detail == "Gold, Silk, Yurt"
    assert (_listed(scorer)[shown.focus], _listed(scorer)[1:]) == (
        "Tell them now",
        ["Points card by card", "The score as far as known", "Leave it as it is"],
    )
    assert not any(night.is_finished for night in past_nights(scorer.store))


@pytest.mark.slow
def test_before_it_is_settled_the_way_back_leads_to_the_cards_and_it_can_be_gone_on_with(scorer: Scorer) -> None:
    _lay_one_each(scorer)
    scorer.press(Intent.BACK)
    assert scorer.reading.now.seat == 2
    scorer.press(Intent.BACK, Intent.BACK, Intent.MENU)
    scorer.choose_listed("To the start")
    assert isinstance(scorer.screen, StartScreen)
    assert _listed(scorer)[0] == "Continue"


@pytest.mark.slow
def test_what_is_known_so_far_is_shown_with_question_marks_and_without_a_crown(scorer: Scorer) -> None:
    _lay_one_each(scorer)
    scorer.choose_listed("The score as far as known")
    pad = scorer.screen
    assert isinstance(pad, PadScreen)
    assert pad.is_full
    assert pad.model.winners == ()
    assert [badge.text for badge in pad.model.header.badges] == ["as far as known"]
    rows = {row.key: row for row in pad.model.rows}
    assert rows["unknown"].unknown == {0, 1, 2}, "of no card the colour is known"
    assert rows["arab"].unknown == {0, 1, 2}, "nobody has told whose symbols are how many"
    assert rows["yellow"].unknown == frozenset()
    scorer.walk_to(0)
    scorer.press(Intent.OK)
    workings = scorer.screen
    assert isinstance(workings, WorkingsScreen)
    lines = {line.card or group.key: line for group in workings.model.groups for line in group.lines}
    assert (lines["Gold"].unknown, lines["Gold"].because) == (True, "nobody has told its power yet")
    assert lines["arab"].because == "0 Arab symbols as far as known; nobody has told those of Gold, Silk and Yurt"
    scorer.press(Intent.BACK)
    scorer.walk_to(3)
    scorer.press(Intent.OK)  # past the pad there is no winner
    assert isinstance(scorer.screen, QuestionScreen)


@pytest.mark.slow
def test_telling_the_unknown_cards_settles_it(scorer: Scorer) -> None:
    """One with its points by hand, one told in full, one put off and then given its points too."""
    _lay_one_each(scorer)
    scorer.choose_listed("Tell them now")
    _give(scorer, "7")
    assert isinstance(scorer.screen, DoorsScreen)
    assert scorer.screen.model.now.text.startswith("Silk"), "the next card, without a way back to a list"
    scorer.tell("yellow")
    assert scorer.screen.model.now.text.startswith("Yurt"), "its colour in the same go"
    scorer.tell("Later")
    _give(scorer, "2")
    while not isinstance(scorer.screen, QuestionScreen):
        assert "Yurt: " in scorer.screen.model.header.place  # type: ignore[attr-defined]
        scorer.tell("Later")
    assert isinstance(scorer.screen, QuestionScreen)
    assert scorer.screen.model.text == "Cannot be scored yet: this card is unknown"
    scorer.choose_listed("Tell them now")
    _give(scorer, "4")
    _fill(scorer)
    shown = scorer.screen
    assert isinstance(shown, WinnerScreen)
    assert shown.model.headline == "Guest 1 wins"
    (night,) = past_nights(scorer.store)
    assert (night.winners, night.totals, night.counts()) == (("Guest 1",), (7, 2, 4), True)
    told = scorer.app.context.box("amul").document("own", Path())
    assert told["cards"]["silk"]["colour"] == "yellow", "what was told of a card is known from now on"


def _give(scorer: Scorer, points: str) -> None:
    scorer.tell("Points by hand")
    assert isinstance(scorer.screen, NumberScreen)
    scorer.tell(points)


@pytest.mark.slow
def test_points_by_hand_from_the_workings_of_a_table_that_is_only_scored(scorer: Scorer) -> None:
    _lay_one_each(scorer)
    scorer.choose_listed("The score as far as known")
    scorer.walk_to(0)
    scorer.press(Intent.OK, Intent.OK)
    assert isinstance(scorer.screen, NumberScreen)
    assert scorer.screen.model.now.why == "Symbols that nobody has told count as none."
    scorer.tell("9")
    pad = scorer.screen
    assert isinstance(pad, PadScreen)
    assert pad.model.totals[0] == 9
    again = Scorer(scorer.store.path.parent)
    again.choose_listed("Continue")
    assert again.screen.model.detail == "Silk, Yurt"  # type: ignore[attr-defined]
    again.store.close()


@pytest.mark.slow
def test_the_group_may_leave_it_so_and_that_sets_no_record(scorer: Scorer) -> None:
    _lay_one_each(scorer)
    scorer.choose_listed("Leave it as it is")
    _fill(scorer)
    shown = scorer.screen
    assert isinstance(shown, WinnerScreen)
    assert (shown.model.headline, shown.model.seats) == ("Not fully scored", ())
    assert all(bar.unknown and bar.place is None for bar in shown.model.bars)
    (night,) = past_nights(scorer.store)
    assert (night.is_finished, night.winners) == (True, ())
    assert records([one for one in past_nights(scorer.store) if one.counts()]) == ()
    scorer.choose_listed("To the start")
    scorer.choose_listed("Past nights")
    assert isinstance(scorer.screen, ListScreen)
    assert scorer.screen.model.choices[2].detail == "not fully scored · Guest 1, Guest 2 and Guest 3"
    scorer.app.open(NightPage(scorer.app.context, night.row.id))
    assert next((line.text, line.value) for line in scorer.screen.model.remarks) == (  # type: ignore[attr-defined]
        "Guest 1",
        "? points so far",
    )
    offered = {choice.label: choice.detail for choice in scorer.screen.model.choices}  # type: ignore[attr-defined]
    assert offered["How it stands"] == "as far as it is known"
    assert not any("places" in text.lower() for text in (*offered, *offered.values())), "an open count has none"


@pytest.mark.slow
def test_what_is_missing_is_told_days_later_and_the_count_follows(scorer: Scorer) -> None:
    _lay_one_each(scorer)
    scorer.choose_listed("Leave it as it is")
    _fill(scorer)
    scorer.choose_listed("To the start")
    (night,) = past_nights(scorer.store)
    box = scorer.app.context.box("amul")
    for fact, value in (("colour", "yellow"), ("traits", {})):
        remember(box, f"cards.gold.{fact}", value)  # taught between the two days
    scorer.app.open(NightPage(scorer.app.context, night.row.id))
    scorer.choose_listed("Tell what is missing")
    missing = past_night(scorer.store, night.row.id).score["missing"]
    assert "cards.gold.power" in missing
    assert "cards.gold.colour" not in missing, "what was taught meanwhile is not asked"
    for points in ("4", "2"):  # the colours of the others are asked first
        scorer.tell("Points by hand")
        scorer.tell(points)
    assert past_night(scorer.store, night.row.id).is_left, "one card is still unknown"
    scorer.tell("Points by hand")
    scorer.tell("9")
    assert isinstance(scorer.app.page, NightPage), "nothing is left to ask"
    told = past_night(scorer.store, night.row.id)
    assert (told.winners, told.is_left, told.counts()) == (("Guest 1",), False, True)
    assert (told.row.ended, told.row.started) == (night.row.ended, night.row.started)
    assert [line.text for line in scorer.screen.model.remarks] == ["1. Guest 1", "2. Guest 2", "3. Guest 3"]  # type: ignore[attr-defined]


# A game that was followed.


@pytest.fixture
def untaught(person: Person) -> Callable[..., Table]:
    """A whole night of Āmul of whose cards the owner has told only what the order of play needs."""

    def played(*, over: bool) -> Table:
        known = {
            slug: {key: value for key, value in entry.items() if key not in ("power", "colour")}
            for slug, entry in document("amul")["cards"].items()
        }
        facts = {**document("amul"), "practice": False, "cards": known}
        setup = new_setup("amul", 3, seed=5)
        setup = Setup("amul", setup.players, setup.start, setup.options, facts, setup.table)
        started = _start(person, setup)
        simulation = new_simulation(setup, new_players(setup, 5, document("amul")))
        page = Table(person.app.context, *started)
        simulation.live = page.live
        steps = iter(range(10**9 if over else 40))
        with contextlib.suppress(StopIteration):
            simulation.run(lambda _: next(steps))
        person.app.play(page)
        person.app.tick()
        return page

    return played


def _start(person: Person, setup: Setup) -> Any:
    from companion.keeping.session import start_game

    started = start_game(person.store, setup)
    assert not isinstance(started, Refused)
    return started


@pytest.mark.slow
def test_the_score_so_far_of_unknown_cards_is_a_question_and_leads_to_no_winner(
    person: Person, untaught: Callable[..., Table]
) -> None:
    untaught(over=False)
    person.press(Intent.MENU)
    person.choose_listed("Score so far")
    pad = person.screen
    assert isinstance(pad, PadScreen)
    assert pad.model.winners == ()
    assert any(row.unknown for row in pad.model.rows)
    person.walk_to(3)
    person.press(Intent.OK)
    assert isinstance(person.app.page, MenuPage), "where it was opened"


@pytest.mark.slow
def test_a_game_that_is_over_is_kept_only_when_its_score_is_settled(
    person: Person, untaught: Callable[..., Table]
) -> None:
    page = untaught(over=True)
    assert page.live.is_over
    shown = person.screen
    assert isinstance(shown, QuestionScreen)
    assert shown.model.text.startswith("Cannot be scored yet: these ")
    (night,) = past_nights(person.store)
    assert not night.is_finished
    left = person.store.unfinished()
    assert left is not None, "it can be gone on with"
    person.choose_listed("Leave it as it is")
    _fill(person)
    assert isinstance(person.screen, WinnerScreen)
    assert person.screen.model.race is None, "nobody's points are known, so nobody leads"
    (night,) = past_nights(person.store)
    assert (night.is_finished, night.is_left, night.counts()) == (True, True, False)
    person.app.open(NightPage(person.app.context, night.row.id))
    person.choose_listed("The score")
    pad = person.screen
    assert isinstance(pad, PadScreen)
    assert pad.model.winners == (), "as it was left"


@pytest.mark.slow
def test_what_is_unknown_at_the_end_of_a_game_is_told_in_one_go_then_card_after_card(
    person: Person, untaught: Callable[..., Table]
) -> None:
    page = untaught(over=True)
    person.choose_listed("Tell them now")
    facts, asked = len(page.score()["missing"]), list[str]()
    while (shown := _asked(person)).now.why == COLOUR:
        cards = len(shown.so_far) + 1
        assert shown.header.place == f"{cards} of 22", "which of how many"
        assert len(page.score()["missing"]) == facts - len(asked), "each counts at once"
        asked.append(shown.now.text)
        person.tell("green" if len(asked) % 2 else "yellow")
    assert len({*asked}) == len(asked) == 22, "none twice"
    first = shown.header.place
    person.tell("Points by hand")
    person.tell("0")
    assert any(line.get("told") for player in page.score()["players"] for line in player["lines"])
    assert _asked(person).header.place != first
    person.press(Intent.UNDO)
    assert isinstance(person.screen, QuestionScreen), "telling can be left at any time"


@pytest.mark.slow
def test_holding_back_takes_back_the_colour_told_last_and_without_one_leaves(scorer: Scorer) -> None:
    _lay_one_each(scorer)
    scorer.choose_listed("Tell them now")
    table = scorer.app.table
    assert table is not None

    def missing() -> list[str]:
        return [fact for fact in table.score()["missing"] if fact.endswith(".colour")]

    def asked() -> tuple[str, list[str], str]:
        model = _asked(scorer)
        assert model.now.why == COLOUR
        return model.now.text, [told.label for told in model.so_far], model.hints.hold_back

    assert asked() == ("Gold", [], "hold: back")
    scorer.tell("yellow")
    scorer.tell("green")
    assert (asked(), len(missing())) == (("Yurt", ["Gold", "Silk"], "hold: undo"), 1)
    scorer.press(Intent.UNDO)
    assert (asked(), len(missing())) == (("Silk", ["Gold"], "hold: undo"), 2)
    scorer.press(Intent.UNDO)
    assert (asked(), len(missing())) == (("Gold", [], "hold: back"), 3)
    scorer.press(Intent.UNDO)
    assert isinstance(scorer.screen, QuestionScreen), "nothing is left to take back"
    assert len(missing()) == 3


def _asked(person: Person) -> DoorsModel:
    assert isinstance(person.screen, DoorsScreen)
    return person.screen.model


# Everything that leaves the box.

NAMES = ("Ada", "Bo", "Cy")


def _unknown_table(folder: Path) -> Path:
    path = folder / "table.json"
    players = [{"name": name, "area": [card]} for name, card in zip(NAMES, ("gold#1", "silk#1", "yurt"), strict=True)]
    path.write_text(json.dumps({"game": "amul", "facts": "own", "players": players}), "utf-8")
    return path


def test_scoring_a_file_says_what_is_unknown_and_places_nobody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(_unknown_table(tmp_path))
    assert main(["score", path, "--language", "en"]) == 0
    text = capsys.readouterr().out
    assert "Not everything has been told about: Gold, Silk, Yurt" in text
    rows = {line.split("  ")[0]: line.split()[-3:] for line in text.splitlines() if line}
    assert (rows["Total"], rows["Place"], rows["Military Prowess"]) == (["?"] * 3, ["–"] * 3, ["?"] * 3)
    assert "win" not in text
    assert main(["score", path, "--json", "--language", "en"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["complete"], answer["winners"], answer["unknown"]) == (False, [], ["Gold", "Silk", "Yurt"])
    assert "verdict" not in answer
    assert [line["points"] for line in answer["players"][0]["lines"]] == [0, 0, 0]
    assert all(line["unknown"] for line in answer["players"][0]["lines"])


def _unknown_score(folder: Path) -> Score:
    scoring = GAMES["amul"].scoring
    assert scoring is not None
    facts = document("amul", "own", folder)
    return scoring.score(facts, (("gold#1",), ("silk#1",), ("yurt",)), NAMES, "own", told={}, house={})


@pytest.mark.slow
def test_a_sheet_places_nobody_on_unknown_facts(tmp_path: Path) -> None:
    say = phrases_for("amul", "en", document("amul", "own", tmp_path), NAMES)
    paper = pypdfium2.PdfDocument(score_sheet(_said(_unknown_score(tmp_path), say), say, "2026-11-15"))
    text = " ".join(" ".join(page.get_textpage().get_text_range() for page in paper).split())
    assert "Total ? ? ?" in text
    assert "Place – – –" in text
    assert "INCOMPLETE: counted as far as is known. Not everything has been told about Gold, Silk, Yurt." in text
    assert "Ada: 0 points as far as known" in text


def test_a_night_that_was_left_so_says_so_wherever_it_is_taken(scorer: Scorer, tmp_path: Path) -> None:
    facts = document("amul", "own", tmp_path)
    say = phrases_for("amul", "en", facts, NAMES)
    kept = _said(left_so(_unknown_score(tmp_path)), say)
    scorer.store.finish(scorer.store.new_game(GAMES["amul"].rules, Setup("amul", NAMES, facts=facts)), kept)
    (night,) = past_nights(scorer.store)
    assert (night.winners, night.is_left, night.counts()) == ((), True, False)
    night = past_night(scorer.store, night.row.id)
    play = json.loads(unquote(play_link(night, GAMES["amul"]).removeprefix(LINK)))
    session = open_game(night.row.setup)
    assert not isinstance(session, Refused)
    taken = Takeaway(night, session, say, GAMES["amul"], {})
    text = put_down(taken, "txt", tmp_path).read_text("utf-8")
    assert "; Ada: ?\n" in text
    assert "; counted as it stands: nobody has won\n" in text
    assert (play["board"], play_file(night, GAMES["amul"])["plays"][0]["board"]) == ("as far as known",) * 2
    assert [(one["rank"], one["winner"], one["score"]) for one in play["players"]] == [(0, False, "")] * 3
    lines = as_csv([scorer.store.game(night.row.id)], {}).splitlines()
    first = dict(zip(lines[0].split(","), lines[1].split(","), strict=True))
    assert (first["place"], first["winner"], first["complete"]) == ("", "", "False")


def _said(score: Score, say: Any) -> Any:
    from companion.language.wording import in_words

    return in_words(score, say)


# Any game, by the flags of its score alone.


def test_a_game_by_somebody_else_gets_the_same_by_its_flags(person: Person) -> None:
    lines = [
        [ScoreLine("count", None, 3, words("screen.ok"))],
        [ScoreLine("count", None, 0, words("screen.ok"), unknown=True)],
    ]
    raw = points_score("toy", ("Ada", "Bo"), lines, complete=False)
    assert (raw["winners"], "verdict" in raw) == ([], False)
    score: list[Score] = [raw]
    opened: list[str] = []

    def page() -> Any:
        opened.append("last")
        return person.app.page

    asking = NotYetPage(lambda: score[0], person.app.context.say, page, lambda: score.append(left_so(score.pop())))
    shown = asking.screen(0)
    assert isinstance(shown, QuestionScreen)
    assert [choice.value for choice in shown.model.choices] == ["look", "leave"], "it has nothing to tell it with"
    asking.act(shown.handle(Intent.OK), 0)  # type: ignore[arg-type]
    assert opened == [], "a page is made when it is wanted"
