"""Every text exists in every language, with the same placeholders."""

from __future__ import annotations

import string
from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from companion.language.folders import game_folders
from companion.language.gaps import gaps_of
from companion.language.i18n import Phrases, load_texts, own_texts, plain, read_texts
from companion.language.wording import day_words, moment_words
from rules.core.words import words
from tests.languages import OURS

ADDED = tuple(code for code in OURS if code not in {"en", "de"})


def _places(text: str | Mapping[str, str]) -> set[str]:
    parts = [text] if isinstance(text, str) else list(text.values())
    return {name for part in parts for _, name, _, _ in string.Formatter().parse(part) if name}


def _of_new_games() -> set[str]:
    """Texts of games in English and German alone: they are shown in English until somebody translates them."""
    games = [folder for folder in game_folders() if not any((folder / f"{code}.toml").is_file() for code in ADDED)]
    return {key for folder in games for key in read_texts(folder / "en.toml")}


@pytest.mark.slow
@pytest.mark.parametrize("code", OURS)
def test_a_language_has_every_text_of_english(code: str) -> None:
    """And every plural form, as the check for translators sees it."""
    gaps = gaps_of(code)
    assert (set(gaps.missing) - _of_new_games(), gaps.wrong) == (set(), ())


@pytest.mark.slow
@pytest.mark.parametrize("code", OURS)
def test_a_text_fills_the_same_places_as_in_english(code: str) -> None:
    english = load_texts("en")
    differing = {
        key: (_places(text), _places(english[key]))
        for key, text in own_texts(code).items()
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


@pytest.mark.parametrize(
    "name",
    ["a\x1b[31mb.toml", "a\nforged: line", "a\u202eb", "a\x9b31mb", "a\udcffb", "a\0b", "a\u2028b", "a\u200bb", "a\rb"],
)
def test_nothing_from_outside_steers_a_terminal_or_a_screen(name: str) -> None:
    said = Phrases("en")("facts.fine", file=name)
    assert said == f"{plain(name)}: in order"
    assert said.isprintable()
    assert said.encode()


def test_what_can_be_read_stays_as_it_is() -> None:
    for name in ("Āmul – Größe 3/4", "日本語 😀", "a\N{NO-BREAK SPACE}b"):
        assert plain(name) == name
    assert plain("two\nlines\x1b", keep="\n") == "two\nlines?"


@pytest.mark.parametrize(("code", "day"), [("en", "5 March 2026"), ("de", "5. März 2026")])
def test_a_day_is_written_as_the_language_does(code: str, day: str) -> None:
    say, evening = Phrases(code), datetime(2026, 3, 5, 19, 41).astimezone().astimezone(UTC)
    assert say.say(day_words("2026-03-05")) == day
    assert say.say(moment_words(evening.isoformat())).removesuffix(" Uhr") == f"{day}, 19:41"
