"""The fact that the game needs next, with every answer. Each is asked once; "later" is always an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations_with_replacement
from typing import Any

from rules.amulett.board import GEMS_ELSEWHERE, GEMS_IN_CITY, TERRAINS, WALLS
from rules.amulett.commands import Later, Tell, TellAll
from rules.amulett.facts import NEWEST, SYMBOLS, tell
from rules.amulett.limits import Clash, clash_of
from rules.amulett.naming import area_words
from rules.amulett.options import OPTIONS, SPELL_OF
from rules.amulett.spells import GIFT_PYRAMID, GIFT_WALL, INFLUENCE, INFLUENCE_PYRAMID, INFLUENCE_WALL
from rules.amulett.state import State
from rules.core.questions import Barred, Question, Ticks
from rules.core.seats import Seat
from rules.core.words import Value, Words, words

NAMED_AREAS = 8  # the most that a sentence names
LISTED_SYMBOLS = 4  # incomes with up to this many symbols are listed; longer ones can still be told
ANSWERS: dict[str, tuple[Any, ...]] = {
    "cost": (1, 2),
    "income": tuple(
        list(symbols) for n in range(LISTED_SYMBOLS + 1) for symbols in combinations_with_replacement(SYMBOLS, n)
    ),
    "terrain": tuple(TERRAINS),
    "pyramid": (True, False),
    "wall": WALLS,
}


GEMS_IN = "gems"  # gems.<area>: how many are there tonight; asked like a fact of the box, but not one


def again(fact: str) -> str:
    """The key of a fact that was put off for the second time."""
    return f"{fact}.again"


def question(state: State) -> Question | None:
    wanted = tuple(dict.fromkeys(fact for fact in _wanted(state) if fact not in state.put_off))
    fact = wanted[0] if wanted else _deciding_mark(state)
    if fact is None:
        return None
    asked = _ask(state, fact)
    left = _left(fact, wanted) if asked.ticks is None else len(asked.ticks.things)
    return replace(asked, why=_why(state, fact, together=asked.ticks is not None), left=left)


def _left(fact: str, wanted: tuple[str, ...]) -> int:
    """How many of its sort are asked for, this one included."""
    sort = fact.partition(".")[0]
    return sum(other.partition(".")[0] == sort for other in wanted) or 1


def _why(state: State, fact: str, *, together: bool) -> Words:
    """What the answer is needed for."""
    sort, _, rest = fact.partition(".")
    if together:
        return words("amulett.asked_for.costs")
    return words(
        f"amulett.asked_for.{sort if sort in ('rulings', GEMS_IN) else rest.rpartition('.')[2]}", seat=state.turn
    )


def _deciding_mark(state: State) -> str | None:
    """A fact that was put off on arrival and that a spell now depends on: asked once more."""
    if state.rulings["areas"] == "as-told":
        return None
    wanted = (f"areas.{state.party}.{key}" for key in _marks_needed(state))
    return next((fact for fact in wanted if fact in state.put_off and again(fact) not in state.put_off), None)


def _marks_needed(state: State) -> Iterator[str]:
    """Unknown marks of the party's area that decide what the winner's spells give."""
    winner, area = state.players[state.turn], state.facts.area(state.party)
    spells = {"lay": (INFLUENCE_WALL, INFLUENCE_PYRAMID), "settle": (GIFT_WALL, GIFT_PYRAMID)}.get(state.stage)
    if spells is None or state.facts.judges_ways or (state.stage == "settle" and len(state.here) < 2):
        return
    for spell, mark in zip(spells, ("wall", "pyramid"), strict=True):
        key = "pyramid" if spell == GIFT_WALL and state.rulings["M-R8"] == "pyramid" else mark
        if winner.holds(spell) and getattr(area, key) is None:
            yield key


def _wanted(state: State) -> Iterator[str]:
    """The unknown facts that the game needs now, in order."""
    yield from _wanted_facts(state)
    if state.facts.version >= NEWEST:
        yield from (f"rulings.{rule}" for rule in deciding(state) if state.rulings.is_open(rule))


def deciding(state: State) -> Iterator[str]:
    """The rulings that affect what happens next."""
    match state.stage:
        case "arrive" if state.named is not None and state.here:
            yield "M-R1"
        case "lay":
            yield from on_taking_back(state, state.turn)
        case "settle" if len(state.here) > 1:
            yield from on_gifts(state, state.turn)


def on_taking_back(state: State, winner: Seat) -> Iterator[str]:
    """The rulings that decide how many cards this winner takes back here."""
    player, area = state.players[winner], state.facts.area(state.party)
    if player.holds(INFLUENCE):
        yield "M-R4"
    if player.holds(INFLUENCE_WALL) and area.may_be_wall:
        yield "M-R5"
    if player.holds(INFLUENCE_PYRAMID) and area.may_be_pyramid:
        yield "M-R6"


def on_gifts(state: State, winner: Seat) -> Iterator[str]:
    """The ruling that decides whether this winner gets another gem here, if its readings differ."""
    area = state.facts.area(state.party)
    if state.players[winner].holds(GIFT_WALL) and area.may_be_wall != area.may_be_pyramid:
        yield "M-R8"


def _wanted_facts(state: State) -> Iterator[str]:
    match state.stage:
        case "income" if state.sent is not None:
            yield from _of_new_area(state, state.sent[0])
        case "lifted" if state.lifted is not None:
            yield from _of_new_area(state, state.lifted[0])
        case "income" | "cost":
            for charged in state.players[state.turn].spells:
                if getattr(state.facts.spells[charged.spell], state.stage) is None:
                    yield f"spells.{charged.spell}.{state.stage}"
        case "arrive":
            area = state.facts.area(state.party)
            for key in ("terrain", "pyramid", "wall"):
                if getattr(area, key) is None:
                    yield f"areas.{area.slug}.{key}"
            yield from _of_new_area(state, state.party)


def _of_new_area(state: State, slug: str) -> Iterator[str]:
    """The first gems of an area follow from its terrain; if that is put off, they are counted."""
    if slug in state.board:
        return
    fact = f"areas.{slug}.terrain"
    if state.facts.area(slug).terrain is None:
        yield fact
        if fact in state.put_off and state.rulings["areas"] == "counted":
            yield f"{GEMS_IN}.{slug}"


def _ask_ruling(state: State, fact: str) -> Question:
    """Both readings in words, so that the owner can look at the card."""
    rule = fact.partition(".")[2]
    tells = tuple(Tell(state.turn, fact, value) for value in OPTIONS[rule])
    return Question(fact, words(f"amulett.ruling.{rule}", spell=SPELL_OF[rule]), (*tells, Later(state.turn, fact)))


def _ask(state: State, fact: str) -> Question:
    if fact.startswith("rulings."):
        return _ask_ruling(state, fact)
    if fact.startswith(f"{GEMS_IN}."):
        return _ask_gems(state, fact)
    sort, slug, key = fact.split(".", 2)
    thing: dict[str, Value] = {"spell": slug} if sort == "spells" else {"area": area_words(state, slug)}
    asked = words(f"amulett.question.{key}", **thing)
    tells = tuple(Tell(state.turn, fact, value) for value in ANSWERS[key])
    barred = tuple(_barred(state, tells)) if sort == "areas" else ()
    shut = [item.answer for item in barred]
    answers = (*(answer for answer in tells if answer not in shut), Later(state.turn, fact))
    return Question(fact, asked, answers, barred=barred, ticks=_cost_ticks(state) if key == "cost" else None)


def _cost_ticks(state: State) -> Ticks | None:
    """All spells that burn in this phase: which of them cost two."""
    unknown = {
        f"spells.{charged.spell}.cost": (seat, charged.spell)
        for seat in (state.turn, *state.queue)
        for charged in state.players[seat].spells
        if state.facts.spells[charged.spell].cost is None
    }
    facts = [fact for fact in unknown if fact not in state.put_off]
    if len(facts) < 2:
        return None
    things = tuple((words("amulett.unknown.spell", spell=unknown[fact][1]), fact) for fact in facts)
    seats = tuple((unknown[fact][0],) for fact in facts)
    tell = partial(TellAll, state.turn)
    return Ticks("cost", words("amulett.ticks.cost"), things, (2,), 1, tell, seats)


def _ask_gems(state: State, fact: str) -> Question:
    slug = fact.partition(".")[2]
    most = range(GEMS_ELSEWHERE, min(GEMS_IN_CITY, state.unplaced) + 1) or (state.unplaced,)
    tells = tuple(Tell(state.turn, fact, count) for count in most)
    asked = words("amulett.question.gems", area=area_words(state, slug))
    return Question(fact, asked, (*tells, Later(state.turn, fact)))


def _barred(state: State, tells: tuple[Tell, ...]) -> Iterator[Barred]:
    for answer in tells:
        clash = clash_with(state, answer.fact, answer.value)
        if clash is not None:
            yield Barred(answer, words("amulett.clash.many", what=_limit_words(clash)), clash.facts)


def clash_with(state: State, fact: str, value: object) -> Clash | None:
    """The limit of the board that an answer about an area would break."""
    sort, _, rest = fact.partition(".")
    if sort != "areas" or state.rulings["areas"] == "as-told":
        return None
    slug, _, key = rest.rpartition(".")
    return clash_of(state.facts.areas, tell(state.facts, fact, value).areas[slug], key)


def clash_words(state: State, clash: Clash) -> Words:
    """The limit, and the areas that use it up, if a line has room for them."""
    what = _limit_words(clash)
    if len(clash.areas) > NAMED_AREAS:
        return words("amulett.clash.many", what=what)
    return words("amulett.clash.named", what=what, areas=tuple(area_words(state, slug) for slug in clash.areas))


def _limit_words(clash: Clash) -> Words:
    return words(f"amulett.limit.{clash.limit.name}", n=clash.limit.most)
