"""Unknown facts that a decision needs: asked one at a time, each only once; "later" is an answer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, zip_longest
from typing import Any

from rules.amul.cards import POSITIONS, STAYS
from rules.amul.commands import Later, Tell, TellAll
from rules.amul.events import Event, PutOff, Told
from rules.amul.evolving import POINTS
from rules.amul.fact_layers import sort_of, with_fact
from rules.amul.facts import Facts
from rules.amul.orders import facts_for_order
from rules.amul.state import State, kind_of
from rules.amul.steps import EVERYWHERE, current_effect, order_due, outstanding, takeable
from rules.amul.ties import SAME, TIES, sides_of
from rules.core.errors import InvalidValue
from rules.core.questions import Question, Ticks
from rules.core.refusals import Refused, refused
from rules.core.seats import Seat
from rules.core.values import one_of
from rules.core.words import words

# Every answer that may be chosen, by the last word of the fact.
ANSWERS: dict[str, tuple[Any, ...]] = {
    "position": POSITIONS,
    "effect": (*EVERYWHERE, *(list(several) for n in (2, 3) for several in combinations(EVERYWHERE, n))),
    "prowess": (0, 1, 2, 3),
    "letter": tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
}
CORRECTABLE = ("colour", "traits", "letter", "position", "effect", "power")
MOST_POINTS = 999


# What is ticked once, twice …, and what the rest shows; several cards are then told on one page.
TICKED: dict[str, tuple[tuple[Any, ...], Any]] = {"prowess": ((1, 2, 3), 0), "position": (("hand",), STAYS)}


def question(state: State) -> Question | None:
    facts = tuple(dict.fromkeys(fact for fact in _needed(state) if fact not in state.put_off))
    if not facts:
        return None
    fact, sort = facts[0], sort_of(facts[0])
    run = tuple(other for other in facts if sort_of(other) == sort)
    whose = _whose(state, fact)
    values = (*whose, SAME) if fact.startswith(TIES) else ANSWERS[sort]
    answers = (*(Tell(fact, value) for value in values), Later(fact))
    why = words(f"amul.asked_for.{sort}", seats=whose)
    asked = words(f"amul.question.{sort}", kind=fact.split(".")[1], seats=whose)
    return Question(fact, asked, answers, why=why, left=len(run), ticks=_ticks(state, sort, run))


def _whose(state: State, fact: str) -> tuple[Seat, ...]:
    """Whom the answer decides about."""
    if fact.startswith(TIES):
        return tuple(seat for seat, _ in sides_of(fact))
    effect = current_effect(state)
    return () if effect is None else (effect.seat,)


def _ticks(state: State, sort: str, run: tuple[str, ...]) -> Ticks | None:
    if sort not in TICKED or len(run) < 2:
        return None
    values, rest = TICKED[sort]
    kinds = tuple(fact.split(".")[1] for fact in run)
    things = tuple((words("amul.unknown.kind", kind=kind), fact) for kind, fact in zip(kinds, run, strict=True))
    seats = tuple(_before(state, kind) for kind in kinds)
    return Ticks(sort, words(f"amul.ticks.{sort}"), things, values, rest, TellAll, seats)


def _before(state: State, kind: str) -> tuple[Seat, ...]:
    """In front of whom a card of this kind lies, turned up or about to be."""
    laid = ((*area, card) for area, card in zip_longest(state.areas, state.face_down))
    return tuple(seat for seat, cards in enumerate(laid) if kind in {kind_of(card) for card in cards if card})


def open_fact(state: State) -> str | None:
    """The path of the fact that must be told, or put off, before play goes on."""
    return next((fact for fact in _needed(state) if fact not in state.put_off), None)


def _needed(state: State) -> Iterator[str]:
    if state.phase == "reveal" and any(state.face_down) and not outstanding(state):
        yield from _positions(state)
    elif order_due(state):
        yield from facts_for_order(state)
    elif (effect := current_effect(state)) is not None:
        kind = kind_of(effect.card)
        if state.facts.kinds[kind].effect is None and takeable(state, effect):
            yield f"cards.{kind}.effect"


def is_known(facts: Facts, fact: str) -> bool:
    """Whether it is known by now, perhaps from another answer."""
    _, slug, key, *part = fact.split(".")
    kind = facts.kinds[slug]
    if key == "letter" and part:
        return any(card.letter is not None for card in kind.cards() if card.copy == part[0])
    if key == "position":
        return kind.stays is not None
    return (kind.symbols(part[0]) if part else getattr(kind, key)) is not None


def _positions(state: State) -> Iterator[str]:
    for card in state.face_down:
        if card is not None and state.facts.kind_of(card).stays is None:
            yield f"cards.{kind_of(card)}.position"


def missing(state: State) -> tuple[str, ...]:
    """Facts that were put off and are still unknown; whose letter is better is no fact of the box."""
    facts = (fact for fact in state.put_off if not fact.startswith(TIES))
    return tuple(sorted(fact for fact in facts if not is_known(state.facts, fact)))


def judge_tell(state: State, command: Tell) -> tuple[Event, ...] | Refused:
    """Any fact printed on a card may be told or corrected at any time, asked for or not."""
    if command.fact.startswith(POINTS):
        return _judge_points(state, command)
    if command.fact.startswith(TIES):
        return _judge_tie(state, command)
    try:
        if command.fact.split(".")[2:3] not in [[key] for key in CORRECTABLE]:
            return refused("bad_fact", place=command.fact[:60], expected=one_of(CORRECTABLE))
        with_fact(state.facts, command.fact, command.value)
    except InvalidValue as error:
        return refused("bad_fact", place=error.place, expected=error.expected)
    return (Told(command.fact, command.value),)


def _judge_points(state: State, command: Tell) -> tuple[Event, ...] | Refused:
    card = state.facts.normal_id(command.fact.removeprefix(POINTS))
    if card is None or not any(card in area for area in state.areas):
        return refused("not_in_an_area", name=command.fact.removeprefix(POINTS)[:40])
    if type(command.value) is not int or abs(command.value) > MOST_POINTS:
        return refused("bad_points", n=MOST_POINTS)
    return (Told(POINTS + card, command.value),)


def _judge_tie(state: State, command: Tell) -> tuple[Event, ...] | Refused:
    """Only what is asked for: a tie is about these cards and this moment."""
    asked = command.fact in _needed(state)
    if not asked or command.value not in (*_whose(state, command.fact), SAME) or isinstance(command.value, bool):
        return refused("not_asked")
    return (Told(command.fact, command.value),)


def judge_tell_all(state: State, command: TellAll) -> tuple[Event, ...] | Refused:
    """Each as if it were told alone; if one is refused, none is told."""
    events: list[Event] = []
    for fact, value in command.told.items():
        found = judge_tell(state, Tell(fact, value))
        if isinstance(found, Refused):
            return found
        events += found
    asked = set(_needed(state))
    if (not events and not command.later) or not asked.issuperset(command.later):
        return refused("not_asked")
    return (*events, *map(PutOff, command.later))


def judge_later(state: State, command: Later) -> tuple[Event, ...] | Refused:
    if command.fact != open_fact(state):
        return refused("not_asked")
    return (PutOff(command.fact),)
