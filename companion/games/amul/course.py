"""The course of Āmul: what is printed on each kind of card, asked in few presses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.games.amul.box import SORTS
from companion.games.amul.card_questions import ask_players, ask_symbol, ask_symbols
from companion.games.amul.fact_words import effect_words, known_words, value_words
from companion.games.amul.likely_ticks import probably
from companion.games.amul.piles import pile_sorts
from companion.games.amul.powers.counted import colours
from companion.games.amul.powers.course import PowerCourse
from companion.games.amul.powers.likely import (
    from_counterpart,
)
from companion.teaching.course import Lesson, Told
from companion.teaching.dialogue import Ask, Option, Script, numbers, start_at
from companion.teaching.piles import PileSort
from rules.amul.cards import BAZAAR, COLOURS, POSITIONS, Card
from rules.amul.commands import TellAll
from rules.amul.facts import Kind
from rules.amul.questions import ANSWERS
from rules.amul.view import amul_view
from rules.core.origins import origin_words
from rules.core.questions import Ticks
from rules.core.view import View
from rules.core.words import Words, words

LETTERS = ANSWERS["letter"]
EACH = "each"  # the copies differ
WORTH_A_PAGE = 4  # cards with an unknown symbol; fewer are asked for one by one
ORDER = ("colour", "traits", "letter", "position", "players", "effect", "power")
POINTS = tuple(range(-10, 61))  # by hand


class AmulCourse(PowerCourse):
    slug = "amul"

    def __init__(self, document: Mapping[str, Any], habits: dict[str, Any] | None = None) -> None:
        super().__init__(document, habits)
        self._open: dict[str, tuple[str, ...]] = {}

    @property
    def things(self) -> tuple[str, ...]:
        return tuple(self._facts.kinds)

    def thing_of(self, card: str) -> str | None:
        found = self._facts.cards.get(card)
        return None if found is None else found.kind

    def name(self, thing: str) -> Words:
        return words("teach.name.kind", kind=thing)

    def progress_words(self, known: int) -> Words:
        return words("teach.progress_kinds", n=known, all=len(self.things))

    # One fact by its path, missing or told wrongly.

    def script_for(self, fact: str) -> Callable[[], Script[Told]] | None:
        sort, _, rest = fact.partition(".")
        if sort == "points":
            return lambda: _points(rest)
        kind, _, key = rest.partition(".")
        if key.startswith("traits."):
            return lambda: ask_symbol(fact, kind, key.partition(".")[2])
        if key.startswith("letter."):
            return lambda: self._copy_letter(fact, self._card(kind, key.partition(".")[2]))
        return super().script_for(fact)

    def ticks(self, facts: Sequence[str], *, few: bool = False) -> Ticks | None:
        colours = [fact for fact in facts if fact.endswith(".colour")]
        letters = [fact for fact in facts if fact.split(".")[2:3] == ["letter"]]
        printed = tuple(colour for colour in COLOURS if colour != "bazaar")
        return (
            self._one_each("colour", colours, printed)
            or self._symbol_ticks(facts, 1 if few else WORTH_A_PAGE)
            or self._one_each("letter", letters, LETTERS)
        )

    def _one_each(self, sort: str, facts: Sequence[str], values: tuple[str, ...]) -> Ticks | None:
        """Each of several cards has one of these."""
        if not facts:
            return None
        things = tuple((self._named(fact), fact) for fact in facts)
        return Ticks(sort, words(f"amul.ticks.{sort}"), things, values, None, TellAll, is_choice=True)

    def _named(self, fact: str) -> Words:
        """The kind, or one copy of it."""
        _, kind, _, *copy = fact.split(".")
        return words("teach.copy", kind=kind, copy=copy[0].upper()) if copy else self.name(kind)

    def _symbol_ticks(self, facts: Sequence[str], least: int) -> Ticks | None:
        """Symbol after symbol: which of the cards with unknown symbols show it."""
        kinds = [fact.split(".")[1] for fact in facts if fact.endswith(".traits")]
        for trait in self.traits:
            unknown = [kind for kind in kinds if self._facts.kinds[kind].symbols(trait) is None]
            if len(unknown) >= least:
                things = tuple((self.name(kind), f"cards.{kind}.traits.{trait}") for kind in unknown)
                asked = words("amul.ticks.symbols", trait=trait)
                likely = probably(fact for _, fact in things)
                return Ticks("symbols", asked, things, (1, 2, 3), 0, TellAll, likely=likely)
        return None

    def beside_points(self, fact: str) -> bool:
        """The majorities count symbols (A-SCO-3)."""
        return fact.endswith(".traits")

    def fact_words(self, fact: str) -> Words:
        sort, _, rest = fact.partition(".")
        if sort == "points":
            return words("teach.fact", thing=words("teach.name.card", card=rest), what=words("teach.play.points"))
        kind, _, key = rest.partition(".")
        if key.startswith("traits."):
            trait = words("teach.name.trait", trait=key.partition(".")[2])
            return words("teach.fact", thing=self.name(kind), what=trait)
        if key.startswith("letter."):
            copy = words("teach.copy", kind=kind, copy=key.partition(".")[2].upper())
            return words("teach.fact", thing=copy, what=words("teach.sort.letter"))
        return super().fact_words(fact)

    def value_words(self, fact: str, value: Any) -> tuple[Words, ...]:
        return value_words(fact, value) or super().value_words(fact, value)

    def renames(self, fact: str) -> bool:
        return fact.rpartition(".")[2] in ("copies", "min_players", "palace")

    def instead_of(self, fact: str, view: View) -> tuple[str, ...]:
        """Points by hand, for each card of unknown power in somebody's area."""
        kind, _, key = fact.partition(".")[2].partition(".")
        if key != "power":
            return ()
        areas = (player["area"] for player in amul_view(view)["players"])
        return tuple(f"points.{card}" for area in areas for card in area if card.partition("#")[0] == kind)

    def pile_sorts(self, named: tuple[str, ...] = ()) -> tuple[PileSort, ...]:
        return pile_sorts(self._facts, named)

    def lessons(self, thing: str) -> tuple[Lesson, ...]:
        kind = self._facts.kinds[thing]
        return tuple(self._lesson(kind, sort, is_known=is_known) for sort, is_known in _sorts(kind))

    def open_sorts(self, thing: str) -> tuple[str, ...]:
        if thing not in self._open:
            self._open[thing] = tuple(sort for sort, is_known in _sorts(self._facts.kinds[thing]) if not is_known)
        return self._open[thing]

    def _lesson(self, kind: Kind, sort: str, *, is_known: bool) -> Lesson:
        scripts = {
            "colour": lambda: self._one(kind, "colour", _colours(kind), self._likely(kind, "colour")),
            "traits": lambda: ask_symbols(self._facts, kind),
            "letter": lambda: self._letter(kind),
            "position": lambda: self._one(kind, "position", _positions(), self._likely(kind, "position")),
            "players": lambda: ask_players(self._facts, kind),
            "effect": lambda: self._one(kind, "effect", _effects(), self.document["cards"][kind.slug].get("effect")),
            "power": lambda: self._power(kind),
        }
        if not is_known:
            return Lesson(sort, is_known, scripts[sort])
        key = sort if sort != "players" else "min_players" if kind.min_players else "palace"
        origin = origin_words(self._facts.origin(kind.slug, key))
        return Lesson(sort, is_known, scripts[sort], known_words(self._facts, kind, sort), origin)

    def _likely(self, kind: Kind, key: str) -> Any:
        """The value already known, else the counterpart's, else the last answer."""
        known = getattr(kind, key)
        twin = from_counterpart(self._facts.document["cards"], kind.slug, key)
        return next((value for value in (known, twin, self.habits.get(key)) if value is not None), None)

    # Scripts, each for one or two facts of one kind.

    def _one(self, kind: Kind, key: str, options: tuple[Option, ...], likely: Any) -> Script[Told]:
        asked = f"amul.question.{key}" if key in ("letter", "position", "effect") else f"teach.ask.{key}"
        value = yield Ask(words(asked, kind=kind.slug), options, start_at(options, likely))
        return {f"cards.{kind.slug}.{key}": value}

    def _letter(self, kind: Kind) -> Script[Told]:
        """One letter for all copies, or copy by copy if they differ."""
        each = (Option(EACH, words("teach.letter.each")),) if len(kind.cards()) > 1 else ()
        options = (*_letters(), *each)
        likely = self._likely(kind, "letter")
        asked = words("amul.question.letter", kind=kind.slug)
        value = yield Ask(asked, options, start_at(options, EACH if isinstance(likely, tuple) else likely))
        if value != EACH:
            return {f"cards.{kind.slug}.letter": value}
        told: dict[str, Any] = {}
        for card in kind.cards():
            told.update((yield from self._copy_letter(self._facts.letter_fact(card.id), card)))
        return told

    def _copy_letter(self, fact: str, card: Card) -> Script[Told]:
        options = _letters()
        asked = words(
            f"teach.ask.letter_{'palace' if card.source == 'palace' else 'copy'}", card=card.id, n=card.number
        )
        value = yield Ask(asked, options, start_at(options, card.letter))
        return {fact: value}

    def _card(self, kind: str, copy: str) -> Card:
        return next(card for card in self._facts.kinds[kind].cards() if card.copy == copy)


def _colours(kind: Kind) -> tuple[Option, ...]:
    """No market or palace card has the colour of the bazaar."""
    return tuple(option for option in colours() if option.value != "bazaar" or kind.slug in BAZAAR)


def _points(card: str) -> Script[Told]:
    value = yield Ask(words("teach.ask.by_hand", card=card), numbers(POINTS), POINTS.index(0))
    return {f"points.{card}": value}


def _sorts(kind: Kind) -> Iterator[tuple[str, bool]]:
    """What is asked about a kind, in order, and whether it is known."""
    asked = {sort for sort, (needs, _) in SORTS.items() if needs(kind)}
    known = {sort for sort in asked if SORTS[sort][1](kind)}
    if counts := asked & {"min_players", "palace"}:
        asked = asked - counts | {"players"}
        known = known | {"players"} if counts <= known else known
    return ((sort, sort in known) for sort in ORDER if sort in asked)


def _letters() -> tuple[Option, ...]:
    return tuple(Option(letter, words("teach.value", value=letter)) for letter in LETTERS)


def _positions() -> tuple[Option, ...]:
    return tuple(Option(position, words(f"page.answer.position.{position}")) for position in POSITIONS)


def _effects() -> tuple[Option, ...]:
    """One place to take from, or several to choose from."""
    return tuple(Option(places, effect_words(places)) for places in ANSWERS["effect"])
