"""The final scoring of Āmul: computed from the whole table each time, every point with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.amul.cards import BAZAAR, COLOURS
from rules.amul.conditions import FinalTable, final_table
from rules.amul.earning import UNKNOWN, area_lines
from rules.amul.facts import Facts
from rules.amul.majorities import MAJORITIES, majority_line
from rules.amul.missing import missing_facts, used_facts
from rules.amul.prowess import prowess_of, unknown_letters
from rules.amul.questions import missing
from rules.amul.state import State
from rules.amul.unknowns import unknown_symbols
from rules.core.origins import HAND, Grounds, grouped
from rules.core.scoring import PointsLine, PointsPlayer, PointsScoreOf, ScoreLine, by_row, places, total
from rules.core.seats import Seat
from rules.core.words import Words, words

ROWS = (*COLOURS, *MAJORITIES)  # A-SCO-1; a row UNKNOWN joins them only when it has points


@dataclass(frozen=True, slots=True)
class PadColumn:
    """One player's part of the score pad."""

    name: str
    scores: Mapping[str, int]
    total: int
    prowess: int
    symbols: Mapping[str, int]
    place: int
    lines: tuple[ScoreLine, ...]
    unknown: tuple[str, ...] = ()  # figures that are only partly known


@dataclass(frozen=True, slots=True)
class ScorePad:
    """The score pad, filled in. ``missing`` has facts by their path in the facts file; if empty, the score is complete.

    ``ahead``: who has the most points as far as known; they have won once it is complete.
    """

    rows: tuple[str, ...]
    players: tuple[PadColumn, ...]
    ahead: tuple[Seat, ...]
    missing: tuple[str, ...]
    verdict: Words | None

    @property
    def complete(self) -> bool:
        return not self.missing

    @property
    def winners(self) -> tuple[Seat, ...]:
        return self.ahead if self.complete else ()


def score_table(
    facts: Facts,
    areas: Sequence[Sequence[str]],
    *,
    names: Sequence[str],
    told: Mapping[str, int] | None = None,
    first_pick: Seat = 0,
    start: Seat = 0,
    options: Mapping[str, Any] | None = None,
) -> ScorePad:
    """Scores the areas as they are after A-END-1. ``told``: points by hand for single cards, instead of their power."""
    told, options = told or {}, {**facts.rulings, **(options or {})}
    table = final_table(facts, areas, start if options.get("A-MIL-5") == "start" else first_pick, told)
    symbols = {trait: [_symbols(table, seat, trait, options) for seat in range(len(areas))] for trait in MAJORITIES}
    bazaar = options.get("A-SCO-6") != "ignore"
    untold = {trait: unknown_symbols(table, trait, bazaar=bazaar) for trait in MAJORITIES}
    lines = [
        (
            *area_lines(table, seat, told),
            *(majority_line(trait, symbols[trait], seat, untold[trait]) for trait in MAJORITIES),
        )
        for seat in range(len(areas))
    ]
    prowess = [one.counts.get(("trait", "prowess"), 0) for one in table.tallies]
    by_letters = options.get("A-WIN-3") == "letters"
    ranks = list(zip(map(total, lines), prowess, strict=True))
    tied = [area if ranks.count(rank) > 1 else () for area, rank in zip(areas, ranks, strict=True)]
    letters = [prowess_of(facts, area).letter if by_letters else None for area in tied]
    finish = places((*rank, _worth(letter)) for rank, letter in zip(ranks, letters, strict=True))
    rows = ROWS + ((UNKNOWN,) if any(line.row == UNKNOWN and line.points for mine in lines for line in mine) else ())
    players = tuple(
        PadColumn(
            name=names[seat],
            scores=by_row(mine, rows),
            total=total(mine),
            prowess=prowess[seat],
            symbols={trait: symbols[trait][seat] for trait in MAJORITIES},
            place=finish[seat],
            lines=tuple(sorted(mine, key=lambda line: _PLACES[line.row])),
            unknown=("prowess",) if unknown_symbols(table, "prowess", bazaar=True)[seat] else (),
        )
        for seat, mine in enumerate(lines)
    )
    ahead = tuple(seat for seat, place in enumerate(finish) if place == 1)
    untold_letters = {facts.letter_fact(card) for card in unknown_letters(facts, tied)} if by_letters else set()
    missing = tuple(sorted({*missing_facts(facts, areas, told), *untold_letters}))
    return ScorePad(rows, players, ahead, missing, None if missing else _verdict(players, ahead, letters))


def _worth(letter: str | None) -> int:
    """Nearer to A is more; no letter is least."""
    return 0 if letter is None else ord("Z") + 1 - ord(letter)


class AmulPlayerScore(PointsPlayer):
    """``symbols``: how many count for each majority."""

    prowess: int
    symbols: dict[str, int]


class AmulScore(PointsScoreOf[AmulPlayerScore]):
    """The score of Āmul, in rows; ``unknown`` has the kinds with missing facts."""


def score_json(pad: ScorePad, *, facts: Facts, facts_name: str, notes: Sequence[Words] = ()) -> AmulScore:
    """The answer of ``score --json``; sentences are still ``Words``."""
    coded: AmulScore = {
        "kind": "points",
        "game": "amul",
        "facts": facts_name,
        "practice": facts.practice,
        "complete": pad.complete,
        "missing": list(pad.missing),
        "rows": list(pad.rows),
        "players": [_player_json(player, facts) for player in pad.players],
        "winners": [pad.players[seat].name for seat in pad.winners],
        "notes": list(notes),
        "rests_on": rests_on(pad, facts),
    }
    if pad.verdict is not None:
        coded["verdict"] = pad.verdict
    return with_missing(coded, pad.missing, final=True)


def with_missing(score: AmulScore, missing: Sequence[str], *, final: bool) -> AmulScore:
    """The score with all missing facts. Only a final table with everything known has winners and a verdict."""
    lacking: AmulScore = {**score, "complete": final and not missing, "missing": list(missing)}
    if missing:
        lacking["unknown"] = [words("amul.unknown.kind", kind=kind) for kind in kinds_of(missing)]
    if not lacking["complete"]:
        lacking["winners"] = []
        lacking.pop("verdict", None)
    return lacking


def kinds_of(missing: Iterable[str]) -> tuple[str, ...]:
    """The kinds that these facts are about."""
    return tuple(dict.fromkeys(fact.split(".")[1] for fact in missing))


def rests_on(pad: ScorePad, facts: Facts) -> list[Grounds]:
    """What the points rest on, by origin: told, a file, practice, by hand; the least certain first."""
    lines = [line for player in pad.players for line in player.lines if line.card is not None]
    by_hand = {line.card for line in lines if line.told}
    used = used_facts(facts, (facts.cards[line.card].kind for line in lines if line.card and not line.told))
    known = ((fact, facts.origin(*fact.split(".")[1:])) for fact in used)
    return grouped((*((f"points.{card}", HAND) for card in by_hand), *known))


def _player_json(player: PadColumn, facts: Facts) -> AmulPlayerScore:
    coded: AmulPlayerScore = {
        "name": player.name,
        "scores": dict(player.scores),
        "total": player.total,
        "prowess": player.prowess,
        "symbols": dict(player.symbols),
        "place": player.place,
        "lines": [_line_json(line, facts) for line in player.lines],
    }
    return {**coded, "unknown": list(player.unknown)} if player.unknown else coded


def _line_json(line: ScoreLine, facts: Facts) -> PointsLine:
    coded: PointsLine = {"row": line.row, "card": line.card, "points": line.points, "because": line.because}
    if line.told:
        return {**coded, "told": True, "origin": HAND}
    if line.unknown:
        coded["unknown"] = True
    kind = None if line.card is None else facts.kind_of(line.card)
    return coded if kind is None or kind.power is None else {**coded, "origin": facts.origin(kind.slug, "power")}


def _symbols(table: FinalTable, seat: Seat, trait: str, options: Mapping[str, Any]) -> int:
    """Symbols that count for a majority; A-SCO-6 decides about bazaar cards."""
    mine = table.tallies[seat]
    symbols = mine.counts.get(("trait", trait), 0)
    if options.get("A-SCO-6") == "ignore":
        symbols -= sum(
            len(cards) * (table.facts.kinds[kind].symbols(trait) or 0)
            for kind, cards in mine.of_kind.items()
            if kind in BAZAAR
        )
    return symbols


_PLACES = {row: place for place, row in enumerate((*ROWS, UNKNOWN))}


def _verdict(players: Sequence[PadColumn], winners: Sequence[Seat], letters: Sequence[str | None]) -> Words:
    """Who won, and by which rule (A-WIN-1 to A-WIN-3); ``letters``: those that break the tie."""
    best = players[winners[0]]
    if len(winners) > 1:
        return words("amul.win.shared", seats=tuple(winners), n=best.total, prowess=best.prowess)
    equal = [player for player in players if (player.total, player.prowess) == (best.total, best.prowess)]
    if len(equal) > 1:
        return words("amul.win.letter", seat=winners[0], n=best.total, letter=letters[winners[0]])
    tied = sum(player.total == best.total for player in players) > 1
    return words("amul.win.prowess" if tied else "amul.win.points", seat=winners[0], n=best.total, prowess=best.prowess)


def score_game(state: State) -> AmulScore:
    scored = score_table(
        state.facts,
        state.areas,
        names=state.names,
        told={card: points for card, points in state.points.items() if any(card in area for area in state.areas)},
        first_pick=state.first_pick,
        start=state.start,
        options=state.rulings,
    )
    coded = score_json(scored, facts=state.facts, facts_name=state.facts.title, notes=state.notes)
    return with_missing(coded, sorted({*scored.missing, *missing(state)}), final=state.phase == "over")
