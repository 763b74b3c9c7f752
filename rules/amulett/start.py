"""Builds the state at the first decision from seats, options, facts and a laid-out table, or refuses them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.amulett.board import PYRAMID_CITY, Area, start_area
from rules.amulett.events import RoundBegan
from rules.amulett.facts import Facts, parse_facts, parse_slug
from rules.amulett.options import Rulings, wrong_options
from rules.amulett.phases import evolve, settle
from rules.amulett.spells import SPELLS
from rules.amulett.state import Charged, Player, State
from rules.amulett.stock import (
    ALL_GEMS,
    DEALT_SPELLS,
    EACH_METAL,
    GEMS,
    MARKER_NUMBERS,
    METALS,
    ONE_OF_EACH,
    STONES,
    UNTOLD,
    Deck,
    MetalCards,
    has_won,
    minus,
    pile,
)
from rules.core.errors import InvalidValue, expect
from rules.core.game import Setup
from rules.core.players import wrong_players
from rules.core.refusals import Refused, refused
from rules.core.replacing import replace
from rules.core.values import choice, listed, table, whole

SEATS = range(3, 7)  # M-CMP-1
TABLE = ("gems", "amulets", "spells", "metals", "deck", "markers", "party")
MOST_MARKERS = 200  # rounds told ahead

GemsByArea = dict[str, tuple[str, ...]]


def new_state(setup: Setup) -> State | Refused:
    """The state at the first decision, after everything that follows from a told table."""
    wrong = wrong_players(setup.players, setup.start, SEATS) or wrong_options(setup.options)
    if wrong:
        return wrong
    try:
        facts = parse_facts(setup.facts)
    except InvalidValue as error:
        return refused("bad_facts", place=error.place, expected=error.expected)
    try:
        state = _lay_out(setup, facts)
    except InvalidValue as error:
        return refused("unfit_table", place=error.place, expected=error.expected)
    return settle(state)[1]


def _lay_out(setup: Setup, facts: Facts) -> State:
    told = table(setup.table, "table", TABLE)
    count = len(setup.players)
    players = tuple(
        Player(name.strip(), STONES - sum(item.stones for item in spells), spells, gems, metals)
        for name, spells, gems, metals in zip(
            setup.players, _spells(told, count), _amulets(told, count), _metals(told, count), strict=True
        )
    )
    facts, party = _party(told, facts)
    board, unplaced = _board(told, facts, players)
    deck, unseen = _deck(told, players)
    return _begin(
        State(
            Rulings(dict(setup.options), facts.rulings),
            facts,
            players,
            setup.start,
            party,
            board,
            _stacks(players),
            deck,
            unseen,
            _markers(told),
            unplaced,
            turn=setup.start,
        ),
        dealt="spells" in told,
    )


def _begin(state: State, *, dealt: bool) -> State:
    """Begins round 1 if the spells were told; otherwise they are dealt first."""
    if dealt:
        return evolve(state, RoundBegan(1, min(state.count, len(state.deck))))
    wanted = DEALT_SPELLS * state.count
    if state.unseen and len(state.unseen) < wanted:
        raise InvalidValue("table.deck", expect("spells_left", most=len(SPELLS) - wanted, dealt=wanted))
    return state


def _by_seat(told: Mapping[str, Any], key: str, count: int) -> list[Any] | None:
    return listed(told[key], f"table.{key}", count, count) if key in told else None


def _spells(told: Mapping[str, Any], count: int) -> list[tuple[Charged, ...]]:
    given = _by_seat(told, "spells", count)
    if given is None:
        return [()] * count
    players = [_loaded(item, f"table.spells[{seat}]") for seat, item in enumerate(given)]
    _each_once([charged.spell for spells in players for charged in spells], "table.spells")
    return players


def _loaded(item: object, place: str) -> tuple[Charged, ...]:
    """M-SET-4: at least one stone on each spell."""
    spells = tuple(
        Charged(spell, whole(stones, f"{place}.{spell}", 1, STONES))
        for spell, stones in table(item, place, SPELLS).items()
    )
    if sum(charged.stones for charged in spells) > STONES:
        raise InvalidValue(place, expect("stones", most=STONES))
    return spells


def _each_once(names: list[str], place: str) -> None:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise InvalidValue(place, expect("spell_once", spell=twice[0]))


def _amulets(told: Mapping[str, Any], count: int) -> list[tuple[str, ...]]:
    given = _by_seat(told, "amulets", count)
    if given is None:
        return [()] * count
    players = [_colours(item, f"table.amulets[{seat}]", tuple(GEMS)) for seat, item in enumerate(given)]
    for seat, gems in enumerate(players):
        if has_won(gems):
            raise InvalidValue(f"table.amulets[{seat}]", expect("nobody_won"))
    return players


def _colours(value: object, place: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(choice(gem, f"{place}[{n}]", allowed) for n, gem in enumerate(listed(value, place, 0, ALL_GEMS)))


def _metals(told: Mapping[str, Any], count: int) -> list[MetalCards]:
    given = _by_seat(told, "metals", count)
    if given is None:
        return [ONE_OF_EACH] * count
    hands = [_hand(item, f"table.metals[{seat}]") for seat, item in enumerate(given)]
    for metal, cards in zip(METALS, map(sum, zip(*hands, strict=True)), strict=True):
        if cards > EACH_METAL:
            raise InvalidValue("table.metals", expect("metal_cards", most=EACH_METAL, metal=metal, found=cards))
    return hands


def _hand(item: object, place: str) -> MetalCards:
    counts = table(item, place, METALS)
    return pile({metal: whole(count, f"{place}.{metal}", 0, EACH_METAL) for metal, count in counts.items()})


def _stacks(players: tuple[Player, ...]) -> MetalCards:
    stacks: MetalCards = (EACH_METAL,) * len(METALS)
    for player in players:
        stacks = minus(stacks, player.metals)
    return stacks


def _party(told: Mapping[str, Any], facts: Facts) -> tuple[Facts, str]:
    """M-SET-5: the city area with the pyramid, unless the table says otherwise."""
    first = start_area(facts.areas) or PYRAMID_CITY
    party = parse_slug(told.get("party", first), "table.party")
    if party in facts.areas:
        return _with_start(facts) if party == PYRAMID_CITY else facts, party
    if facts.has_board:
        raise InvalidValue("table.party", expect("board_area", got=repr(party)))
    area = Area(party) if "party" in told else Area(party, terrain="city", pyramid=True)
    return replace(facts, areas={**facts.areas, party: area}), party


def _with_start(facts: Facts) -> Facts:
    """Without a board the first area is the city with the pyramid, whatever was told of it."""
    area = replace(facts.areas[PYRAMID_CITY], terrain="city", pyramid=True)
    return replace(facts, areas={**facts.areas, PYRAMID_CITY: area})


def _board(told: Mapping[str, Any], facts: Facts, players: tuple[Player, ...]) -> tuple[GemsByArea, int]:
    """Gems by area, and how many are in unnamed areas."""
    given = told.get("gems", {})
    areas = tuple(facts.areas) if facts.has_board else None
    if not isinstance(given, Mapping) or len(given) > ALL_GEMS:
        raise InvalidValue("table.gems", expect("object_of_areas"))
    laid = {
        parse_slug(area, "table.gems"): _colours(gems, f"table.gems.{area}", (*GEMS, UNTOLD))
        for area, gems in given.items()
    }
    if areas is not None and not set(laid) <= set(areas):
        raise InvalidValue("table.gems", expect("board_areas"))
    owned = [gem for player in players for gem in player.gems]
    rest = ALL_GEMS - len(owned) - sum(map(len, laid.values()))
    board = _whole_board(laid, facts, rest) if areas is not None else laid
    _count_gems([*owned, *(gem for gems in board.values() for gem in gems)], exact=areas is not None)
    return board, 0 if areas is not None else rest


def _whole_board(laid: GemsByArea, facts: Facts, rest: int) -> GemsByArea:
    """An area that the table does not name is empty if all gems are told; otherwise it has its first gems."""
    return {slug: laid.get(slug, (UNTOLD,) * (area.first_gems if rest else 0)) for slug, area in facts.areas.items()}


def _count_gems(gems: list[str], *, exact: bool) -> None:
    if len(gems) > ALL_GEMS or (exact and len(gems) != ALL_GEMS):
        raise InvalidValue("table.gems", expect("gems", count=ALL_GEMS, found=len(gems)))
    found = Counter(gems)
    for gem, count in GEMS.items():
        if found[gem] > count:
            raise InvalidValue("table.gems", expect("gems_of", count=count, gem=gem, found=found[gem]))


def _deck(told: Mapping[str, Any], players: tuple[Player, ...]) -> tuple[Deck, frozenset[str]]:
    """The told cards are on top, in order; the others are below them, in unknown order."""
    given = listed(told.get("deck", []), "table.deck", 0, len(SPELLS))
    top = tuple(choice(spell, f"table.deck[{n}]", SPELLS) for n, spell in enumerate(given))
    on_tables = [charged.spell for player in players for charged in player.spells]
    _each_once([*top, *on_tables], "table.deck")
    unseen = frozenset(SPELLS) - set(top) - set(on_tables)
    return Deck(top, len(unseen)), unseen


def _markers(told: Mapping[str, Any]) -> tuple[int, ...]:
    given = listed(told.get("markers", []), "table.markers", 0, MOST_MARKERS)
    for n, marker in enumerate(given):
        whole(marker, f"table.markers[{n}]", MARKER_NUMBERS[0], MARKER_NUMBERS[-1])
    return tuple(given)
