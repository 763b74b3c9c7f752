"""What there is to tell about Āmul's box."""

from __future__ import annotations

from pathlib import Path

from companion.games.amul.course import EACH, AmulCourse
from companion.teaching.course import Told, taught
from companion.teaching.dialogue import Script
from rules.amul.cards import TRAITS
from tests.games import game_box


def test_progress_counts_whole_things() -> None:
    nothing = AmulCourse(game_box("amul").document(None, Path()))
    assert (taught(nothing), len(nothing.things)) == (0, 66)


def _course() -> AmulCourse:
    """Of Guards and the Spy it is told that they have Military Prowess."""
    told = {thing: {"traits": {"prowess": 1}} for thing in ("arab-guard", "arab-spy")}
    return AmulCourse(game_box("amul").laid_over({"format": 1, "game": "amul", "cards": told}))


def _answered(script: Script[Told], *values: object) -> Told:
    """What the script tells when these are the answers, each one of those offered."""
    asked = next(script)
    try:
        for value in values:
            assert value in [option.value for option in asked.options]
            asked = script.send(value)
    except StopIteration as end:
        told: Told = end.value
        return told
    raise AssertionError(f"asked on: {asked}")


def _letter_script(course: AmulCourse, thing: str) -> Script[Told]:
    script = course.script_for(f"cards.{thing}.letter")
    assert script is not None
    return script()


def test_a_letter_is_told_for_all_copies_or_for_each() -> None:
    course = _course()
    assert _answered(_letter_script(course, "arab-guard"), "C") == {"cards.arab-guard.letter": "C"}
    assert _answered(_letter_script(course, "arab-guard"), EACH, "C", "E", "H") == {
        "cards.arab-guard.letter.1": "C",
        "cards.arab-guard.letter.2": "E",
        "cards.arab-guard.letter.3": "H",
    }


def test_a_kind_with_one_card_is_not_asked_which_copy() -> None:
    asked = next(_letter_script(_course(), "arab-spy"))
    assert EACH not in [option.value for option in asked.options]


def test_the_letter_of_one_copy_can_be_told_by_itself_and_has_a_name() -> None:
    course, fact = _course(), "cards.arab-guard.letter.2"
    script = course.script_for(fact)
    assert script is not None
    assert _answered(script(), "E") == {fact: "E"}
    say = game_box("amul").phrases("en", course.document)
    assert say.say(course.fact_words(fact)) == "Arab Guard no. 2: Letter"


def test_letters_and_places_are_shown_as_they_were_told() -> None:
    told = {
        "arab-guard": {"traits": {"prowess": 1}, "letter": ["C", "?", "H"]},
        "contract": {"effect": ["market", "palace"]},
    }
    course = AmulCourse(game_box("amul").laid_over({"format": 2, "game": "amul", "cards": told}))
    say = game_box("amul").phrases("en", course.document)
    letter, effect = (
        next(lesson for lesson in course.lessons(thing) if lesson.sort == sort)
        for thing, sort in (("arab-guard", "letter"), ("contract", "effect"))
    )
    assert not letter.is_known
    assert [say.say(line) for line in effect.value] == ["the market and the palace"]


def test_colours_of_several_cards_are_told_on_one_page_and_so_are_letters() -> None:
    course = AmulCourse(game_box("amul").document(None, Path()))
    facts = [f"cards.{kind}.colour" for kind in ("gold", "silk")]
    colours = course.ticks([*facts, "cards.gold.power", "cards.gold.letter", "cards.camel.letter.2"])
    assert colours is not None
    assert ([fact for _, fact in colours.things], colours.rest, colours.is_choice) == (facts, None, True)
    assert colours.values == ("yellow", "blue", "purple", "red", "green", "orange"), "the bazaar has its own cards"
    letters = course.ticks(["cards.gold.letter", "cards.camel.letter.2"])
    assert letters is not None
    assert (letters.sort, letters.values[0], letters.values[-1], letters.is_choice) == ("letter", "A", "Z", True)
    assert [named.key for named, _ in letters.things] == ["teach.name.kind", "teach.copy"]
    last = course.ticks(facts[:1])
    assert last is not None
    assert last.is_choice, "the last is asked for like the others"


def test_symbols_of_many_cards_are_told_together_symbol_after_symbol() -> None:
    course = AmulCourse(game_box("amul").document(None, Path()))
    kinds = ("gold", "silk", "camel", "yurt")
    facts = [f"cards.{kind}.{sort}" for sort in ("traits", "power") for kind in kinds]
    ticks = course.ticks(facts)
    assert ticks is not None
    assert [fact for _, fact in ticks.things] == [f"cards.{kind}.traits.{TRAITS[0]}" for kind in kinds]
    assert course.ticks(facts[:3]) is None, "a few are asked for one by one"


def test_no_card_of_the_market_is_offered_the_colour_of_the_bazaar() -> None:
    course = AmulCourse(game_box("amul").document(None, Path()))
    script = course.script_for("cards.gold.colour")
    assert script is not None
    offered = [option.value for option in next(script()).options]
    assert len(offered) == 6
    assert "bazaar" not in offered
