"""Tables of Āmul for tests: a box whose relevant values are literal, and short words to play on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.games.amul.box import rulebook
from companion.language.i18n import Phrases
from rules.amul import GAME
from rules.amul.fact_layers import lay_over
from rules.amul.state import Hand, State
from rules.core.game import Setup, advance
from rules.core.refusals import Refused
from rules.core.words import Words
from tests.games import amul_facts
from tests.languages import LANGUAGES

NAMES = ("Ada", "Bo", "Cem", "Dana", "Emil", "Fritzi", "Gül", "Hanno")

SAY = tuple(Phrases(code, players=NAMES) for code in LANGUAGES)

# Whatever the practice values are, these are what the tests rest on.
CARDS: Mapping[str, Mapping[str, Any]] = {
    "camel": {"min_players": [3] * 6, "position": "area", "traits": {}},
    "gold": {"min_players": [3] * 8, "position": "hand", "traits": {}},
    "silk": {"min_players": [3] * 8, "position": "both", "traits": {}},
    "arab-guard": {"min_players": [3] * 3, "position": "area", "traits": {"prowess": 1}, "letter": "C"},
    "mongol-guard": {"min_players": [3] * 3, "position": "area", "traits": {"prowess": 1}, "letter": "D"},
    "arab-general": {"min_players": [3] * 1, "position": "area", "traits": {"prowess": 3}, "letter": "B"},
    "contract": {"min_players": [3] * 8, "position": "area", "traits": {}, "effect": "bazaar"},
    "arab-merchant": {"min_players": [3] * 6, "position": "area", "traits": {}, "effect": "palace"},
    "mongol-merchant": {"min_players": [3] * 6, "position": "area", "traits": {}, "effect": "palace"},
    "scavenger": {"min_players": [3] * 3, "position": "area", "traits": {}, "effect": "market"},
    "mughal-warlord": {"min_players": [3] * 1, "position": "hand", "traits": {}, "effect": "palace"},
}


def facts(name: str = "literal", **kinds: Mapping[str, Any]) -> Mapping[str, Any]:
    """A facts document: ``rulebook``, ``practice``, or practice with the values above; then ``arab_guard=...``."""
    below = rulebook().facts if name == "rulebook" else amul_facts("practice", Path())
    fixed = CARDS if name == "literal" else {}
    told = {slug.replace("_", "-"): entry for slug, entry in kinds.items()}
    both = {slug: {**fixed.get(slug, {}), **told.get(slug, {})} for slug in {**fixed, **told}}
    return lay_over(below, {"format": 2, "game": "amul", "title": name, "cards": both}).document


def without_fact(slug: str, key: str) -> Mapping[str, Any]:
    """The usual box, but nobody has told this."""
    document = facts()
    cards = dict(document["cards"])
    cards[slug] = {name: value for name, value in cards[slug].items() if name != key}
    return {**document, "cards": cards}


def new(players: int = 3, *, start: int = 0, box: Mapping[str, Any] | None = None, **options: Any) -> State:
    """A new game; rulings as ``A_MIL_8="pick"``."""
    named = {key.replace("_", "-") if key.startswith("A_") else key: value for key, value in options.items()}
    state = GAME.new(Setup("amul", NAMES[:players], start, named, facts() if box is None else box))
    assert isinstance(state, State), state
    return state


def do(state: State, *commands: Any) -> State:
    """The state after commands that must all be accepted."""
    for command in commands:
        events = GAME.decide(state, command)
        assert not isinstance(events, Refused), (command, events)
        state = advance(GAME, state, events)
    return state


def refused(state: State, command: Any) -> str:
    """The code of the refusal; the state is the same afterwards."""
    verdict = GAME.decide(state, command)
    assert isinstance(verdict, Refused), verdict
    check_words(verdict.words)
    return verdict.code


def check_words(*sentences: Words) -> None:
    """Each can be said in every language, all its places filled."""
    for say in SAY:
        for sentence in sentences:
            said = say.say(sentence)
            assert said != sentence.key
            assert not set("{}") & set(said)


def until(state: State, phase: str, round_number: int | None = None) -> State:
    """Plays on, always the first thing possible, to the beginning of a step."""
    while state.phase != phase or (round_number or state.round) != state.round:
        state = do(state, GAME.options(state)[0])
    return state


def begin(state: State, phase: str, **changes: Any) -> State:
    """A position laid out at the beginning of a step in which all act at once."""
    face_down = (None,) * state.players if phase in ("offer", "reveal") else ()
    return replace(state, **{"phase": phase, "to_fill": 0, "is_dealt": True, "face_down": face_down, **changes})


def holding(count: int, *known: str) -> Hand:
    return Hand(count, known)


def seen(*cards: str) -> dict[str, str]:
    """For a laid-out position: cards that have been seen."""
    return dict.fromkeys(cards, "deck")
