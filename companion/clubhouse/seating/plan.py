"""A seating of the next round: tables of a wanted size, few rematches, strong with strong or mixed, fixed places."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.clubhouse.seating.pairs import Pairs
from companion.clubhouse.seating.search import Costs, Tables, least_costly
from companion.language.wording import Trouble
from rules.core.words import Words, words

By: TypeAlias = Literal["chance", "strong", "mixed", "final", "season_final"]
FINALS: tuple[By, ...] = ("final", "season_final")  # the best of tonight, or of the season, at a table of their own
WHY = "clubhouse.seating.why."
FEWEST, MOST = 3, 8
MOST_GUESTS = 400


@dataclass(frozen=True, slots=True)
class Guest:
    """``strength``: more is stronger. ``place``: the table this person needs, 1 is the first; 0: any. ``game``: plays
    this one in place of the evening's. ``rank``: the place in the standings that a final goes by; 0: in none."""

    id: str
    strength: float = 0.0
    place: int = 0
    game: str = ""
    rank: int = 0


@dataclass(frozen=True, slots=True)
class SeatingRules:
    """``size``: players a table, as far as it comes out even. ``tables``: how many there are; 0: enough."""

    size: int = 4
    by: By = "chance"
    tables: int = 0
    fewest: int = FEWEST
    most: int = MOST


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """``place``: the table's number. ``met``: how often pairs of its guests have played together before."""

    place: int
    guests: tuple[str, ...]
    game: str = ""
    met: int = 0
    why: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class Seating:
    """A round. ``out``: who sits out, because no table has room for them."""

    tables: tuple[SeatedTable, ...] = ()
    out: tuple[str, ...] = ()

    @property
    def rematches(self) -> int:
        return sum(table.met for table in self.tables)


@dataclass(frozen=True, slots=True)
class Earlier:
    """The rounds so far: who sat together, and who sat out."""

    rounds: Sequence[Seating] = field(default_factory=tuple)

    def times_out(self, guest: str) -> int:
        return sum(guest in one.out for one in self.rounds)

    def groups(self) -> Iterable[tuple[str, ...]]:
        return (table.guests for one in self.rounds for table in one.tables)


def seat(guests: Sequence[Guest], rules: SeatingRules, earlier: Earlier, seed: int, *, taken: int = 0) -> Seating:
    """The next round. Raises ``Trouble`` where no seating is possible, in words that say why. ``taken``: a table that
    is for others."""
    _check(guests, rules)
    if rules.by in FINALS:
        return _with_final(guests, rules, earlier, seed)
    chance = random.Random(seed)  # noqa: S311 - who sits where is no secret
    met = Pairs(earlier.groups())
    needed = {taken, *(guest.place for guest in guests)}
    free = [place for place in range(1, 2 * len(guests) + 1) if place not in needed]
    tables: list[SeatedTable] = []
    out: list[str] = []
    by_game = _by_game(guests, rules)
    for others, (game, group) in zip(reversed(range(len(by_game))), by_game.items(), strict=True):
        left = rules.tables and max(rules.tables - len(tables) - others, int(len(tables) < rules.tables))
        if rules.tables and not left:  # more games than tables
            out += [guest.id for guest in group]
            continue
        seated, over = _seated(group, rules, left, earlier, chance)
        out += [guest.id for guest in over]
        made = least_costly(_start(seated, rules, left, chance), _costs(seated, rules.by, met), chance)
        groups = [[seated[number] for number in numbers] for numbers in made.groups()]
        tables += [_table(place, at, game, rules, met) for place, at in _placed(groups, free)]
    for place in needed - {0}:
        if sum(table.place == place for table in tables) > 1:  # by two games
            raise Trouble(words("clubhouse.seating.full_place", n=place))
    return Seating(tuple(sorted(tables, key=lambda table: table.place)), tuple(out))


def _with_final(guests: Sequence[Guest], rules: SeatingRules, earlier: Earlier, seed: int) -> Seating:
    """The best who play the evening's game; of equal places whoever is stronger. The others sit as it comes, or sit out
    where that is no table."""
    ranked = sorted((one for one in guests if one.rank and not one.game), key=lambda one: (one.rank, -one.strength))
    best = ranked[: rules.size]
    if len(best) < rules.fewest:
        raise Trouble(words("clubhouse.seating.no_final", n=rules.fewest))
    others = [one for one in guests if one not in best]
    wanted, kept = {one.place for one in best} - {0}, {one.place for one in others}
    if len(wanted) > 1 or wanted & kept:
        raise Trouble(words("clubhouse.seating.full_place", n=min(wanted & kept or wanted)))
    place = min(wanted or set(range(1, len(guests) + 1)) - kept)
    ids = tuple(one.id for one in best)
    met = Pairs(earlier.groups()).among(ids)
    final = SeatedTable(place, ids, "", met, (words(f"{WHY}{rules.by}", n=len(ids)),))
    if len(others) < rules.fewest or rules.tables == 1:
        return Seating((final,), tuple(one.id for one in others))
    rest = replace(rules, by="chance", tables=max(0, rules.tables - 1))
    seated = seat(others, rest, earlier, seed, taken=place)
    return Seating(tuple(sorted((final, *seated.tables), key=lambda table: table.place)), seated.out)


def _is_final(table: SeatedTable) -> bool:
    return any(one.key.removeprefix(WHY) in FINALS for one in table.why)


def _check(guests: Sequence[Guest], rules: SeatingRules) -> None:
    if len({guest.id for guest in guests}) != len(guests):
        raise Trouble(words("clubhouse.seating.twice"))
    if len(guests) < rules.fewest:
        raise Trouble(words("clubhouse.seating.too_few", n=rules.fewest))
    if len(guests) > MOST_GUESTS:
        raise Trouble(words("clubhouse.seating.too_many", n=MOST_GUESTS))
    for place, count in _together(guests):
        if count > rules.most:
            raise Trouble(words("clubhouse.seating.full_place", n=place))


def _by_game(guests: Sequence[Guest], rules: SeatingRules) -> dict[str, list[Guest]]:
    """The evening's game first; who wants another one that too few want plays the evening's."""
    groups: dict[str, list[Guest]] = {"": []}
    for guest in guests:
        groups.setdefault(guest.game, []).append(guest)
    for game in [game for game, group in groups.items() if game and len(group) < rules.fewest]:
        groups[""] += groups.pop(game)
    few = groups[""] if len(groups[""]) < rules.fewest else []
    if few and len(groups) > 1:  # too few for the evening's game: they join the smallest other group
        del groups[""]
        groups[min(groups, key=lambda game: (len(groups[game]), game))] += few
    return {game: group for game, group in groups.items() if group}


def sizes(count: int, rules: SeatingRules, tables: int, together: Sequence[int] = ()) -> tuple[int, ...]:
    """How many sit at each table: as even as it comes out, near the wanted size; the largest first.

    ``together``: how many need the same table, of each such table, the largest first. Fewer than ``count`` in all where
    not everybody can be seated; empty where nobody can.
    """
    for seated in range(count, rules.fewest - 1, -1):
        most = min(seated // rules.fewest, tables or seated)
        evens = [_even(seated, number) for number in range(max(-(-seated // rules.most), len(together)), most + 1)]
        fits = [even for even in evens if all(need <= room for need, room in zip(together, even, strict=False))]
        if fits:
            return min(fits, key=lambda even: (abs(seated / len(even) - rules.size), len(even)))
    return ()


def _even(count: int, tables: int) -> tuple[int, ...]:
    return tuple(count // tables + (table < count % tables) for table in range(tables))


def _together(group: Iterable[Guest]) -> list[tuple[int, int]]:
    """The tables that somebody needs, with how many; the one for the most people first."""
    return Counter(guest.place for guest in group if guest.place).most_common()


def _seated(
    group: Sequence[Guest], rules: SeatingRules, tables: int, earlier: Earlier, chance: random.Random
) -> tuple[list[Guest], list[Guest]]:
    """Who plays and who sits out: those who sat out least often, and nobody who needs a certain place."""
    needs = _together(group)
    seats = sum(sizes(len(group), rules, tables, [count for _, count in needs]))
    if not seats:
        raise Trouble(words("clubhouse.seating.full_place", n=needs[0][0]))
    over = len(group) - seats
    order = sorted(group, key=lambda guest: (bool(guest.place), earlier.times_out(guest.id), chance.random()))
    out = {guest.id for guest in order[:over]}
    return [guest for guest in group if guest.id not in out], [guest for guest in group if guest.id in out]


def _start(seated: Sequence[Guest], rules: SeatingRules, tables: int, chance: random.Random) -> Tables:
    """Any legal seating: fixed people first, each place at one table; the others by chance."""
    needs = _together(seated)
    room = list(sizes(len(seated), rules, tables, [count for _, count in needs]))
    table_of = {place: table for table, (place, _) in enumerate(needs)}
    at = [table_of.get(guest.place, -1) for guest in seated]
    fixed = frozenset(number for number, table in enumerate(at) if table >= 0)
    for number in fixed:
        room[at[number]] -= 1
    places = [table for table, left in enumerate(room) for _ in range(left)]
    chance.shuffle(places)
    for number in range(len(seated)):
        if at[number] < 0:
            at[number] = places.pop()
    return Tables(at, len(room), fixed)


def _costs(seated: Sequence[Guest], by: By, met: Pairs) -> Costs:
    """What it costs to seat two people together. A rematch costs more than all strengths together.

    Tables are alike where those at one table differ as much as can be: squared differences within tables and between
    them add up to the same, whatever the seating.
    """
    count = len(seated)
    ranks = _ranks([guest.strength for guest in seated])
    strengths = {"chance": 0, "strong": 1, "mixed": -1}[by] * (ranks[:, None] - ranks) ** 2
    together = np.array([[met.times(one.id, other.id) for other in seated] for one in seated], np.int64)
    return strengths + together * (1 + count**4 if by != "chance" else 1)


def _ranks(strengths: Sequence[float]) -> NDArray[np.int64]:
    """Equal strengths have equal ranks."""
    return np.unique(np.array(strengths), return_inverse=True)[1].astype(np.int64)


def _placed(groups: Sequence[Sequence[Guest]], free: list[int]) -> list[tuple[int, Sequence[Guest]]]:
    """With the numbers of their tables: those that somebody needs, then the first that are free."""
    return [(next((guest.place for guest in group if guest.place), 0) or free.pop(0), group) for group in groups]


def _table(place: int, group: Sequence[Guest], game: str, rules: SeatingRules, met: Pairs) -> SeatedTable:
    ids = tuple(guest.id for guest in group)
    return SeatedTable(place, ids, game, met.among(ids), tuple(_why(group, rules, met)))


def _why(group: Sequence[Guest], rules: SeatingRules, met: Pairs) -> Iterable[Words]:
    ids = [guest.id for guest in group]
    again = list(met.pairs(ids))
    if not again:
        yield words("clubhouse.seating.why.new")
    elif len(again) == 1:
        (one, other), times = again[0], met.times(*again[0])
        yield words("clubhouse.seating.why.once", one=one, other=other, n=times)
    else:
        yield words("clubhouse.seating.why.again", n=len(again))
    for guest in group:
        if guest.place:
            yield words("clubhouse.seating.why.place", one=guest.id)
    if rules.by != "chance":
        yield words(f"clubhouse.seating.why.{rules.by}")


def with_latecomer(seating: Seating, guest: Guest, rules: SeatingRules, earlier: Earlier) -> Seating:
    """A round that has begun, with one more: where their game is played, or the evening's; there at the table of the
    fewest people whom the guest has met least."""
    met = Pairs(earlier.groups())
    room = [table for table in seating.tables if len(table.guests) < rules.most and guest.place in (0, table.place)]
    room = [table for table in room if not _is_final(table)]
    if not room:
        return Seating(seating.tables, (*seating.out, guest.id))

    def how_well(table: SeatedTable) -> tuple[object, ...]:
        met_there = met.with_all(guest.id, table.guests)
        return table.game != guest.game, bool(table.game), len(table.guests), met_there, table.place

    best = min(room, key=how_well)
    ids = (*best.guests, guest.id)
    grown = SeatedTable(best.place, ids, best.game, met.among(ids), (*best.why, words("clubhouse.seating.why.late")))
    return Seating(tuple(grown if table is best else table for table in seating.tables), seating.out)


def without(seating: Seating, guest: str, rules: SeatingRules, earlier: Earlier) -> tuple[Seating, tuple[int, ...]]:
    """A round that one guest has left, and the numbers of tables that are too small now."""
    met = Pairs(earlier.groups())
    tables = []
    for table in seating.tables:
        ids = tuple(one for one in table.guests if one != guest)
        why = table.why if _is_final(table) else ()
        fewer = SeatedTable(table.place, ids, table.game, met.among(ids), why)
        tables.append(fewer if guest in table.guests else table)
    left = Seating(tuple(table for table in tables if table.guests), tuple(one for one in seating.out if one != guest))
    return left, tuple(table.place for table in left.tables if len(table.guests) < rules.fewest)
