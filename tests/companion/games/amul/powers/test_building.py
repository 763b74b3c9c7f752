"""Whatever is chosen, something whole comes out: powers that hold and score, sentences without holes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.amul.box import rulebook
from companion.games.amul.powers.asking import Asker
from companion.games.amul.powers.building import Builder
from companion.games.amul.powers.counted import Countables
from companion.games.amul.powers.example import example
from companion.games.amul.powers.grammar import CONDITIONS, TERMS, form_of
from companion.games.amul.powers.sentences import power_words
from companion.teaching.dialogue import Ask, Dialogue
from rules.amul.power import parse_power
from tests.companion.pupil import any_answer
from tests.games import game_box

KINDS = {slug: kind.colour for slug, kind in rulebook().facts.kinds.items()}
FACTS = rulebook().facts


def _power(seed: int) -> list[dict[str, Any]]:
    random = Random(seed)
    dialogue = Dialogue(Builder(Asker(), Countables(KINDS)).script)
    while dialogue.ask is not None:
        dialogue.answer(any_answer(dialogue.ask, random, 0.5))
    assert dialogue.result is not None
    return dialogue.result


@pytest.mark.slow
@given(st.integers(0, 10**9), st.sampled_from(sorted(KINDS)))
@settings(max_examples=60, deadline=None)
def test_every_way_through_the_builder_makes_a_power_that_reads_and_scores(seed: int, slug: str) -> None:
    power = _power(seed)
    sets = [term for term in power if term.get("per") == "set"]
    if len(sets) < 2:  # the same set twice on a card is refused, in words
        parse_power(power, "power", KINDS)
        assert len(example(FACTS, slug, power)) == max(1, len(power))
    for language in ("en", "de"):
        say = game_box("amul").phrases(language, rulebook().facts.document)
        for line in power_words(power):
            text = say.say(line)
            assert "teach." not in text
            assert "{" not in text
            assert not text.startswith("…")
    for term in power:
        assert form_of(term, TERMS) is not None


@pytest.mark.slow
@given(st.integers(0, 10**9), st.integers(1, 40))
@settings(max_examples=40, deadline=None)
def test_going_back_is_as_if_it_had_never_been_answered(seed: int, steps: int) -> None:
    random = Random(seed)
    dialogue = Dialogue(Builder(Asker(), Countables(KINDS)).script)
    trail: list[Ask | None] = []
    while dialogue.ask is not None and len(trail) < steps:
        trail.append(dialogue.ask)
        dialogue.answer(any_answer(dialogue.ask, random, 0.2))
    while trail:
        assert dialogue.back()
        assert dialogue.ask == trail.pop()
    assert not dialogue.back()


def test_answers_that_no_longer_fit_are_asked_again() -> None:
    dialogue = Dialogue(Builder(Asker(), Countables(KINDS)).script, ["flat", 3, "no such form", 4])
    assert dialogue.answers == ["flat", 3]
    assert dialogue.ask is not None
    assert dialogue.ask.words.key == "teach.ask.and"


def test_forms_with_everything_said_or_left_out_are_the_same() -> None:
    said = {"table": {"any": True}, "scope": "own", "points": [1], "per": "card"}
    form = form_of(said, TERMS)
    assert form is not None
    assert form == form_of({"table": {"any": True}, "points": [1]}, TERMS)
    assert form_of({"nonsense": 1}, TERMS) is None
    assert form_of({"not": None}, CONDITIONS) is not None
