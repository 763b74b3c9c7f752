"""Every sentence exists in every language, with the same places to fill."""

from __future__ import annotations

import string
from collections.abc import Mapping

import pytest

from companion.language.i18n import LANGUAGES, Phrases, load_texts
from rules.core.words import words


def _places(text: str | Mapping[str, str]) -> set[str]:
    parts = [text] if isinstance(text, str) else list(text.values())
    return {name for part in parts for _, name, _, _ in string.Formatter().parse(part) if name}


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_has_every_text_of_english(code: str) -> None:
    assert set(load_texts(code)) == set(load_texts("en"))


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_text_fills_the_same_places_as_in_english(code: str) -> None:
    english = load_texts("en")
    differing = {
        key: (_places(text), _places(english[key]))
        for key, text in load_texts(code).items()
        if _places(text) - {"n"} != _places(english[key]) - {"n"}
    }
    assert differing == {}


def test_a_list_is_joined_as_the_language_does() -> None:
    assert Phrases("en").join(["a", "b", "c"]) == "a, b and c"
    assert Phrases("de").join(["a", "b"]) == "a und b"


def test_names_of_cards_come_from_the_game_and_of_seats_from_tonight() -> None:
    say = Phrases("de", {"card": {"gold#1": "Gold"}}, ["Ada", "Bo"])
    assert (say.name("card", "gold#1"), say.name("colour", "red"), say.player(1)) == ("Gold", "rot", "Bo")


def test_an_unknown_key_is_shown_rather_than_crashing() -> None:
    assert Phrases("en").say(words("no.such.text")) == "no.such.text"
