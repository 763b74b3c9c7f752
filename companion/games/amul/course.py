"""The course of Āmul: what is printed on each kind of card, asked so that few presses do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.amul.box import SORTS, rulebook
from companion.games.amul.powers.building import OTHER, Builder, colours
from companion.games.amul.powers.example import example
from companion.games.amul.powers.likely import from_counterpart, habits_of, ladders, likely_players, likely_powers
from companion.games.amul.powers.sentences import power_words
from companion.language.i18n import Phrases
from companion.teaching.course import Course, Lesson, Told
from companion.teaching.dialogue import Ask, Option, Script, numbers, start_at
from rules.amul.cards import BAZAAR, POSITIONS, SOURCES, TRAITS
from rules.amul.deck import PLAYERS
from rules.amul.facts import Facts, Kind, parse_facts
from rules.amul.view import amul_view
from rules.core.errors import InvalidValue
from rules.core.origins import origin_words
from rules.core.view import View
from rules.core.words import Words, words

LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
COUNTED = (0, 1, 2, 3, 4)
MOST_COPIES = 20
ORDER = ("colour", "traits", "letter", "position", "players", "effect", "power")
MOST_OFTEN = 7
POINTS = tuple(range(-10, 61))  # by hand
_ANSWERS = ("position", "effect")  # facts whose values have texts of their own
# What most cards show; anything else is counted symbol by symbol.
COMMON: tuple[Mapping[str, int], ...] = (
    {},
    {"prowess": 1},
    {"arab": 1},
    {"arab": 1, "prowess": 1},
    {"mongol": 1},
    {"mongol": 1, "prowess": 1},
)


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the distribution table: cards that come in with the same number of players."""

    market: int
    palace: int


class AmulCourse(Course):
    slug = "amul"

    def __init__(self, document: Mapping[str, Any], habits: dict[str, Any] | None = None) -> None:
        self.habits: dict[str, Any] = {} if habits is None else habits
        self._facts: Facts = parse_facts(document)

    @property
    def document(self) -> Mapping[str, Any]:
        return self._facts.document

    @property
    def facts(self) -> Facts:
        return self._facts

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
            return lambda: _symbol(fact, kind, key.partition(".")[2])
        return super().script_for(fact)

    def fact_words(self, fact: str) -> Words:
        sort, _, rest = fact.partition(".")
        if sort == "points":
            return words("teach.fact", thing=words("teach.name.card", card=rest), what=words("teach.play.points"))
        kind, _, key = rest.partition(".")
        if key.startswith("traits."):
            trait = words("teach.name.trait", trait=key.partition(".")[2])
            return words("teach.fact", thing=self.name(kind), what=trait)
        return super().fact_words(fact)

    def value_words(self, fact: str, value: Any) -> tuple[Words, ...]:
        match value:
            case {"min_players": list(counts)} if fact.endswith(".palace"):
                return (words("teach.value", value=", ".join(map(str, counts))),)
            case dict():
                return (symbols_words(value),)
            case list() | tuple() if fact.endswith(".power"):
                return power_words(value)
            case list() | tuple():
                return (words("teach.value", value=", ".join(map(str, value)) or "–"),)
        key = fact.rpartition(".")[2]
        if key == "colour":
            return (words(f"name.row.{value}"),)
        return (words(f"page.answer.{key}.{value}"),) if key in _ANSWERS else super().value_words(fact, value)

    def renames(self, fact: str) -> bool:
        return fact.rpartition(".")[2] in ("copies", "min_players", "palace")

    def instead_of(self, fact: str, view: View) -> tuple[str, ...]:
        """Points by hand for each card without a known power that lies in somebody's area."""
        kind, _, key = fact.partition(".")[2].partition(".")
        if key != "power":
            return ()
        areas = (player["area"] for player in amul_view(view)["players"])
        return tuple(f"points.{card}" for area in areas for card in area if card.partition("#")[0] == kind)

    def habits_from(self, sort: str, told: Told) -> dict[str, Any]:
        fact, value = next(iter(told.items()), ("", None))
        if sort == "power" and isinstance(value, list):
            return habits_of(value, self.document["cards"][fact.split(".")[1]].get("colour"))
        return super().habits_from(sort, told)

    def so_far(self, made: Any, thing: str, say: Phrases) -> tuple[tuple[str, ...], str]:
        """A power as it grows, and what it would score on a sample table as soon as it is whole."""
        if not isinstance(made, list) or not made:
            return (), ""
        return tuple(say.say(line) for line in power_words(made)), self._example(made, thing, say)

    def _example(self, power: Sequence[Any], thing: str, say: Phrases) -> str:
        try:
            lines = example(self._facts, thing, power) if thing else ()
        except InvalidValue:
            return ""
        if not lines:
            return ""
        text = say.say(words("teach.example", items=tuple(line.because for line in lines)))
        return text if len(lines) < 2 else f"{text}; {say('teach.total', n=sum(line.points for line in lines))}"

    def lessons(self, thing: str) -> tuple[Lesson, ...]:
        kind = self._facts.kinds[thing]
        return tuple(self._lesson(kind, sort, is_known=is_known) for sort, is_known in _sorts(kind))

    def open_sorts(self, thing: str) -> tuple[str, ...]:
        return tuple(sort for sort, is_known in _sorts(self._facts.kinds[thing]) if not is_known)

    def _lesson(self, kind: Kind, sort: str, *, is_known: bool) -> Lesson:
        scripts = {
            "colour": lambda: self._one(kind, "colour", colours(), self._likely(kind, "colour")),
            "traits": lambda: self._symbols(kind),
            "letter": lambda: self._one(kind, "letter", _letters(), self._likely(kind, "letter")),
            "position": lambda: self._one(kind, "position", _positions(), self._likely(kind, "position")),
            "players": lambda: self._players(kind),
            "effect": lambda: self._one(kind, "effect", _sources(), kind.effect),
            "power": lambda: self._power(kind),
        }
        if not is_known:
            return Lesson(sort, is_known, scripts[sort])
        key = sort if sort != "players" else "min_players" if kind.min_players else "palace"
        whence = origin_words(self._facts.origin(kind.slug, key))
        return Lesson(sort, is_known, scripts[sort], self._value(kind, sort), whence)

    def _value(self, kind: Kind, sort: str) -> tuple[Words, ...]:
        entry = self._facts.document["cards"][kind.slug]
        match sort:
            case "power":
                return power_words(entry["power"])
            case "traits":
                return (symbols_words(kind.traits or {}),)
            case "players":
                counts = (*(kind.min_players or ()), *(kind.palace_min_players or ()))
                return (words("teach.value", value=", ".join(map(str, counts))),)
            case "colour":
                return (words(f"name.row.{kind.colour}"),)
            case "position" | "effect":
                return (words(f"page.answer.{sort}.{entry[sort]}"),)
        return (words("teach.value", value=str(entry[sort])),)

    def _likely(self, kind: Kind, key: str) -> Any:
        """What stands there already, what the counterpart shows, what was answered last."""
        known = getattr(kind, key)
        twin = from_counterpart(self._facts.document["cards"], kind.slug, key)
        return next((value for value in (known, twin, self.habits.get(key)) if value is not None), None)

    # Scripts. Each tells one or two facts of one kind.

    def _one(self, kind: Kind, key: str, options: tuple[Option, ...], likely: Any) -> Script[Told]:
        asked = f"amul.question.{key}" if key in ("letter", "position", "effect") else f"teach.ask.{key}"
        value = yield Ask(words(asked, kind=kind.slug), options, start_at(options, likely))
        return {f"cards.{kind.slug}.{key}": value}

    def _symbols(self, kind: Kind) -> Script[Told]:
        common = tuple(Option(dict(symbols), symbols_words(symbols)) for symbols in COMMON)
        options = (*common, Option(OTHER, words("teach.option.count")))
        twin = from_counterpart(self._facts.document["cards"], kind.slug, "traits")
        likely = dict(kind.traits) if kind.traits is not None else twin or _likely_symbols(kind.slug)
        value = yield Ask(words("teach.ask.symbols", kind=kind.slug), options, start_at(options, likely))
        if value == OTHER:
            value = yield from self._counted(kind)
        return {f"cards.{kind.slug}.traits": value}

    def _counted(self, kind: Kind) -> Script[dict[str, int]]:
        counted: dict[str, int] = {}
        likely = _likely_symbols(kind.slug)
        for trait in self.traits:
            asked = words("teach.ask.how_many", kind=kind.slug, trait=trait)
            options = numbers(COUNTED)
            counted[trait] = yield Ask(asked, options, start_at(options, likely.get(trait, 0)))
        while True:
            asked = words("teach.ask.other_symbol", kind=kind.slug)
            done, other = Option("done", words("teach.option.all")), Option(OTHER, words("teach.option.other"))
            if (yield Ask(asked, (done, other))) == "done":
                return {trait: number for trait, number in counted.items() if number}
            name = str((yield Ask(words("teach.ask.trait_name"), is_text=True))).strip().lower()
            asked = words("teach.ask.how_many", kind=kind.slug, trait=name)
            counted[name] = yield Ask(asked, numbers(COUNTED), 1)

    @property
    def traits(self) -> tuple[str, ...]:
        """The three with a meaning, then whatever other symbols this box has shown so far."""
        others = {trait for kind in self._facts.kinds.values() for trait in kind.traits or () if trait not in TRAITS}
        return (*TRAITS, *sorted(others))

    def _players(self, kind: Kind) -> Script[Told]:
        """Column by column of the rulebook's table: each comes in with more players than the one before."""
        columns = columns_of(kind)
        chosen: list[int] = []
        for number, column in enumerate(columns):
            least = chosen[-1] + 1 if chosen else PLAYERS.start
            most = PLAYERS.stop - len(columns) + number
            if least == most:
                chosen.append(least)
                continue
            options = numbers(range(least, most + 1))
            if not chosen and kind.copies:
                options = (*options, Option(OTHER, words("teach.option.copies")))
            asked = words(
                "teach.ask.palace_players" if not column.market else "teach.ask.players",
                kind=kind.slug,
                n=column.market or column.palace,
            )
            lacking = likely_players(self._facts, palace=not column.market)
            likely = max(range(least, most + 1), key=lambda players: lacking[players])
            value = yield Ask(asked, options, start_at(options, likely))
            if value == OTHER:
                return (yield from self._copies(kind))
            chosen.append(value)
        return dict(_players_told(kind, columns, chosen))

    def _copies(self, kind: Kind) -> Script[Told]:
        """A box with other copies than the rulebook's table: counted, then told card by card."""
        options = numbers(range(1, MOST_COPIES + 1))
        likely = start_at(options, kind.copies)
        copies = yield Ask(words("teach.ask.copies", kind=kind.slug), options, likely)
        chosen: list[int] = []
        while len(chosen) < copies:
            least = chosen[-1] if chosen else PLAYERS.start
            asked = words("teach.ask.copy_players", kind=kind.slug, number=len(chosen) + 1)
            chosen.append((yield Ask(asked, numbers(range(least, PLAYERS.stop)))))
        name = f"cards.{kind.slug}"
        return {f"{name}.copies": copies, f"{name}.min_players": chosen}

    def _often(self, slug: str) -> tuple[str, ...]:
        """The card itself, then what the powers told so far name most."""
        entries = self._facts.document["cards"].values()
        named = Counter(name for entry in entries for name in kinds_named(entry.get("power", ())))
        common = (name for name, _ in named.most_common(MOST_OFTEN))
        # A Trader asks for goods, other cards often count themselves.
        return tuple(dict.fromkeys((*common, slug) if slug in BAZAAR else (slug, *common)))

    def _power(self, kind: Kind) -> Script[Told]:
        colours_of = {slug: other.colour for slug, other in self._facts.kinds.items()}
        cards = self._facts.document["cards"]
        builder = Builder(
            colours_of,
            self.traits,
            self._often(kind.slug),
            likely_powers(cards, kind.slug),
            ladders(cards),
            self.habits,
            kind.colour,
        )
        power = yield from builder.script()
        return {f"cards.{kind.slug}.power": power}


def _symbol(fact: str, kind: str, trait: str) -> Script[Told]:
    value = yield Ask(words("teach.ask.how_many", kind=kind, trait=trait), numbers(range(5)), 1)
    return {fact: value}


def _points(card: str) -> Script[Told]:
    value = yield Ask(words("teach.ask.by_hand", card=card), numbers(POINTS), POINTS.index(0))
    return {f"points.{card}": value}


def _sorts(kind: Kind) -> Iterator[tuple[str, bool]]:
    """What is asked about a kind, in this order, and whether it is known."""
    asked = {sort for sort, (needs, _) in SORTS.items() if needs(kind)}
    known = {sort for sort in asked if SORTS[sort][1](kind)}
    if counts := asked & {"min_players", "palace"}:
        asked = asked - counts | {"players"}
        known = known | {"players"} if counts <= known else known
    return ((sort, sort in known) for sort in ORDER if sort in asked)


def kinds_named(value: Any) -> Iterator[str]:
    """Every kind that a power, or a part of one, names."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if key in ("kind", "wants", "has"):
                yield from [item] if isinstance(item, str) else item
            else:
                yield from kinds_named(item)
    elif isinstance(value, list):
        for item in value:
            yield from kinds_named(item)


def columns_of(kind: Kind) -> tuple[Column, ...]:
    """``2,P P 1``: two market cards and a palace card, a palace card, a market card."""
    printed = str(rulebook().about[kind.slug].get("printed", ""))
    columns = tuple(_column(entry) for entry in printed.split())
    fits = sum(column.market for column in columns) == kind.copies
    fits = fits and sum(column.palace for column in columns) == kind.palace_copies
    if fits and len(columns) <= len(PLAYERS):
        return columns
    return (*(Column(1, 0) for _ in range(kind.copies)), *(Column(0, 1) for _ in range(kind.palace_copies)))


def _column(entry: str) -> Column:
    parts = entry.split(",")
    return Column(sum(int(part) for part in parts if part.isdecimal()), parts.count("P"))


def _players_told(kind: Kind, columns: tuple[Column, ...], chosen: list[int]) -> Iterator[tuple[str, Any]]:
    market = [least for column, least in zip(columns, chosen, strict=True) for _ in range(column.market)]
    palace = [least for column, least in zip(columns, chosen, strict=True) for _ in range(column.palace)]
    if market:
        yield f"cards.{kind.slug}.min_players", market
    if palace:
        yield f"cards.{kind.slug}.palace", {"copies": len(palace), "min_players": palace}


def symbols_words(symbols: Mapping[str, int]) -> Words:
    shown = tuple(words("teach.symbols", trait=trait, number=number) for trait, number in symbols.items() if number)
    return words("teach.list", items=shown) if shown else words("teach.option.no_symbols")


def _likely_symbols(slug: str) -> dict[str, int]:
    return {trait: 1 for trait in ("arab", "mongol") if trait in slug.split("-")}


def _letters() -> tuple[Option, ...]:
    return tuple(Option(letter, words("teach.value", value=letter)) for letter in LETTERS)


def _positions() -> tuple[Option, ...]:
    return tuple(Option(position, words(f"page.answer.position.{position}")) for position in POSITIONS)


def _sources() -> tuple[Option, ...]:
    return tuple(Option(source, words(f"page.answer.effect.{source}")) for source in SOURCES)
