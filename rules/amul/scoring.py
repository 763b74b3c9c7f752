"""The end scoring of Āmul: a pure function of the whole table, recomputed from nothing, every point with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.amul.cards import BAZAAR, COLOURS
from rules.amul.conditions import FinalTable, condition_words, final_table, holds, what_words, where_words
from rules.amul.facts import Facts
from rules.amul.majorities import MAJORITIES, majority_line
from rules.amul.missing import missing_facts
from rules.amul.terms import Each, Flat, Ladder, Term, Wants, When
from rules.core.scoring import ScoreLine, places, total
from rules.core.seats import Seat
from rules.core.words import Words, words

ROWS = (*COLOURS, *MAJORITIES)  # A-SCO-1
UNKNOWN = "unknown"  # the row of points whose colour nobody has told; there only when it is needed

# Rulings that can be chosen, the default first.
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "A-MIL-5": ("normal", "start"),
    "A-SCO-6": ("count", "ignore"),
    "A-WIN-3": ("shared",),
}


@dataclass(frozen=True, slots=True)
class PlayerScore:
    name: str
    scores: Mapping[str, int]
    total: int
    prowess: int
    symbols: Mapping[str, int]
    place: int
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """``missing`` names facts as paths in the facts file; without any the score is complete."""

    rows: tuple[str, ...]
    players: tuple[PlayerScore, ...]
    winners: tuple[Seat, ...]
    missing: tuple[str, ...]
    verdict: Words

    @property
    def complete(self) -> bool:
        return not self.missing


def score_table(
    facts: Facts,
    areas: Sequence[Sequence[str]],
    *,
    names: Sequence[str],
    told: Mapping[str, int] | None = None,
    first_pick: Seat = 0,
    start: Seat = 0,
    options: Mapping[str, Any] | None = None,
) -> Score:
    """Scores areas as after A-END-1. ``told`` gives points by hand to single cards, in place of their power."""
    told, options = told or {}, options or {}
    table = final_table(facts, areas, start if options.get("A-MIL-5") == "start" else first_pick)
    seats = range(len(areas))
    lines = [list(_area_lines(table, seat, told)) for seat in seats]
    symbols = {trait: [_symbols(facts, area, trait, options) for area in areas] for trait in MAJORITIES}
    for seat in seats:
        lines[seat] += [majority_line(trait, symbols[trait], seat) for trait in MAJORITIES]
    prowess = [one.counts.get(("trait", "prowess"), 0) for one in table.tallies]
    totals = [total(mine) for mine in lines]
    standing = places(zip(totals, prowess, strict=True))
    rows = ROWS + ((UNKNOWN,) if any(line.row == UNKNOWN and line.points for mine in lines for line in mine) else ())
    players = tuple(
        PlayerScore(
            name=names[seat],
            scores=_by_row(lines[seat], rows),
            total=totals[seat],
            prowess=prowess[seat],
            symbols={trait: symbols[trait][seat] for trait in MAJORITIES},
            place=standing[seat],
            lines=_in_pad_order(lines[seat]),
        )
        for seat in seats
    )
    winners = tuple(seat for seat in seats if standing[seat] == 1)
    missing = missing_facts(facts, areas, told)
    return Score(rows, players, winners, missing, _verdict(players, winners))


def score_json(score: Score, *, facts: Facts, facts_name: str, notes: Sequence[Words] = ()) -> dict[str, Any]:
    """The answer of ``score --json``; sentences are still ``Words``."""
    return {
        "game": "amul",
        "facts": facts_name,
        "practice": facts.practice,
        "complete": score.complete,
        "missing": list(score.missing),
        "rows": list(score.rows),
        "players": [_player_json(player) for player in score.players],
        "winners": [score.players[seat].name for seat in score.winners],
        "verdict": score.verdict,
        "notes": list(notes),
    }


def _player_json(player: PlayerScore) -> dict[str, Any]:
    return {
        "name": player.name,
        "scores": dict(player.scores),
        "total": player.total,
        "prowess": player.prowess,
        "symbols": dict(player.symbols),
        "place": player.place,
        "lines": [_line_json(line) for line in player.lines],
    }


def _line_json(line: ScoreLine) -> dict[str, Any]:
    coded = {"row": line.row, "card": line.card, "points": line.points, "because": line.because}
    return {**coded, "told": True} if line.told else coded


@dataclass(slots=True)
class _Spent:
    """What one player's cards have scored so far: sets at their card, and goods used up, by kind."""

    sets: dict[Ladder, str] = field(default_factory=dict)
    used: Counter[str] = field(default_factory=Counter)


def _area_lines(table: FinalTable, seat: Seat, told: Mapping[str, int]) -> Iterable[ScoreLine]:
    """The lines of one area, worked out card by card in id order."""
    spent = _Spent()
    for card in table.tallies[seat].cards:
        kind = table.facts.kind_of(card)
        row = kind.colour or UNKNOWN
        if card in told:
            yield ScoreLine(row, card, told[card], words("amul.score.told"), told=True)
        elif kind.power is None:
            yield ScoreLine(row, card, 0, words("amul.score.power_unknown"))
        elif not kind.power:
            yield ScoreLine(row, card, 0, words("amul.score.no_power"))
        else:
            for term in kind.power:
                points, because = _points(term, table, seat, card, spent)
                yield ScoreLine(row, card, points, because)


def _points(term: Term, table: FinalTable, seat: Seat, card: str, spent: _Spent) -> tuple[int, Words]:
    match term:
        case Flat(points):
            return points, words("amul.score.flat", points=points)
        case Each():
            return _each(term, table, seat)
        case Ladder():
            return _ladder(term, table, seat, card, spent)
        case When(condition, points, otherwise):
            is_so = holds(condition, table, seat)
            points = points if is_so else otherwise
            clause = condition_words(condition, table, seat)
            return points, words(f"amul.score.when_{'so' if is_so else 'not'}", condition=clause, points=points)
        case Wants():
            return _wants(term, table, seat, spent)


def _each(term: Each, table: FinalTable, seat: Seat) -> tuple[int, Words]:
    found = table.count(term.what, term.scope, seat)
    counted = found if term.limit is None else min(found, term.limit)
    points = term.points * counted
    key = "amul.score.each" if counted == found else "amul.score.each_limited"
    because = words(
        key,
        what=what_words(term.what),
        where=where_words(term.scope),
        found=found,
        counted=counted,
        each=term.points,
        points=points,
    )
    return points, because


def _ladder(term: Ladder, table: FinalTable, seat: Seat, card: str, spent: _Spent) -> tuple[int, Words]:
    if term.is_set and spent.sets.setdefault(term, card) != card:
        return 0, words("amul.score.set_elsewhere", card=spent.sets[term])
    count = table.count(term.what, term.scope, seat)
    points = _step(term.points, count)
    key = "amul.score.set" if term.is_set else "amul.score.ladder"
    return points, words(key, what=what_words(term.what), where=where_words(term.scope), count=count, points=points)


def _step(points: Sequence[int], count: int) -> int:
    """Count 0 is worth 0; beyond the list its last."""
    return points[min(count, len(points)) - 1] if count else 0


def _wants(term: Wants, table: FinalTable, seat: Seat, spent: _Spent) -> tuple[int, Words]:
    """Kinds are what is wanted, so any free card of a kind serves as well as another: the first in id order does."""
    gone = spent.used if term.uses_up else Counter[str]()
    taken, there, lacking = Counter[str](), [], []
    for kind in term.kinds:
        cards = table.tallies[seat].of_kind.get(kind, ())
        at = gone[kind] + taken[kind]
        if at < len(cards):
            there.append(cards[at])
            taken[kind] += 1
        else:
            lacking.append(kind)
    if term.partial is None and lacking:
        return 0, words("amul.score.wants_lacking", kinds=tuple(lacking))
    if term.uses_up:
        spent.used.update(taken)
    points = term.points if term.partial is None else _step(term.partial, len(there))
    if not there:
        return points, words("amul.score.wants_none", kinds=term.kinds)
    key = f"amul.score.wants{'_partly' if lacking else ''}{'_used' if term.uses_up else ''}"
    return points, words(key, cards=tuple(there), kinds=tuple(lacking), points=points)


def _symbols(facts: Facts, area: Sequence[str], trait: str, options: Mapping[str, Any]) -> int:
    """Symbols that count for a majority; those of bazaar cards by A-SCO-6."""
    kinds = (facts.cards[card].kind for card in area)
    if options.get("A-SCO-6") == "ignore":
        kinds = (kind for kind in kinds if kind not in BAZAAR)
    return sum(facts.kinds[kind].symbols(trait) or 0 for kind in kinds)


def _by_row(lines: Iterable[ScoreLine], rows: Iterable[str]) -> dict[str, int]:
    scores = dict.fromkeys(rows, 0)
    for line in lines:
        if line.points:
            scores[line.row] += line.points
    return scores


_PLACES = {row: place for place, row in enumerate((*ROWS, UNKNOWN))}


def _in_pad_order(lines: Iterable[ScoreLine]) -> tuple[ScoreLine, ...]:
    return tuple(sorted(lines, key=lambda line: _PLACES[line.row]))


def _verdict(players: Sequence[PlayerScore], winners: Sequence[Seat]) -> Words:
    """Who won, and by which rule (A-WIN-1 to A-WIN-3)."""
    best = players[winners[0]]
    if len(winners) > 1:
        return words("amul.win.shared", seats=tuple(winners), n=best.total, prowess=best.prowess)
    tied = sum(player.total == best.total for player in players) > 1
    return words("amul.win.prowess" if tied else "amul.win.points", seat=winners[0], n=best.total, prowess=best.prowess)
