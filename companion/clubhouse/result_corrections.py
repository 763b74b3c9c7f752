"""What the host sets right, each with who and when: nothing is deleted, and what was said last counts.

Pure: results and corrections in, results as they count out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date, datetime
from typing import Any, TypeAlias

from companion.club.messages import Result, ResultPlayer
from companion.club.read_messages import FARTHEST, MOST_PLAYERS
from companion.clubhouse.standings import COUNTS, Rules
from rules.core.errors import InvalidValue, expect
from rules.core.players import LONGEST_NAME
from rules.core.values import any_text, choice, keyed, listed, text, truth, whole, wrong

MOST_BEST = 1000
LONGEST_ID = 40
MOST_KEYS = 20


@dataclass(frozen=True, slots=True)
class Void:
    """A result that does not count (``on``), or does so again."""

    game: str
    on: bool = True


@dataclass(frozen=True, slots=True)
class Amend:
    """Another place, and other points, of one player in one game; the name is as the box has it."""

    game: str
    name: str
    place: int
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Rename:
    """Two spellings of one person; or, in one game, two people of one name."""

    name: str
    to: str
    game: str = ""


@dataclass(frozen=True, slots=True)
class Hide:
    """A player who does not want to be named."""

    name: str
    on: bool = True


@dataclass(frozen=True, slots=True)
class Choose:
    """How is counted from now on."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class TakeBack:
    """An earlier correction does not count any more."""

    number: int


Change: TypeAlias = Void | Amend | Rename | Hide | Choose | TakeBack


@dataclass(frozen=True, slots=True)
class Correction:
    number: int
    at: datetime
    who: str
    change: Change


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """All that was heard and set right. ``results``: as they count; ``void``: games that do not, by the host's word.

    Known by itself, not by what is in it: what was counted of it need not be counted again.
    """

    results: tuple[Result, ...] = ()
    void: frozenset[str] = frozenset()
    hidden: tuple[str, ...] = ()
    rules: Rules = field(default_factory=Rules)
    renames: tuple[Rename, ...] = ()

    def named(self, name: str, game: str | None) -> str:
        """What somebody at a table is called here."""
        for one in self.renames:
            if one.name == name and one.game in ("", game):
                name = one.to
        return name


def count_up(results: Iterable[Result], corrections: Iterable[Correction]) -> Counted:
    valid = in_force(corrections)
    changes = [one.change for one in valid]
    void = {one.game: one.on for one in changes if isinstance(one, Void)}
    hidden = {one.name: one.on for one in changes if isinstance(one, Hide)}
    rules = next((one.rules for one in reversed(changes) if isinstance(one, Choose)), Rules())
    amends = {(one.game, one.name): one for one in changes if isinstance(one, Amend)}
    renames = tuple(one for one in changes if isinstance(one, Rename))
    off = frozenset(game for game, is_off in void.items() if is_off)
    right = (_renamed(_amended(one, amends), renames) for one in results)
    return Counted(
        tuple(replace(one, withdrawn=True) if one.game in off else one for one in right),
        off,
        tuple(name for name, is_hidden in hidden.items() if is_hidden),
        rules,
        renames,
    )


def in_force(corrections: Iterable[Correction]) -> tuple[Correction, ...]:
    """Without those that were taken back; who takes back a taking back brings the first one back."""
    found = list(corrections)
    gone: set[int] = set()
    for one in reversed(found):
        if one.number not in gone and isinstance(one.change, TakeBack):
            gone.add(one.change.number)
    return tuple(one for one in found if one.number not in gone)


def _amended(result: Result, amends: Mapping[tuple[str, str], Amend]) -> Result:
    if not any((result.game, player.name) in amends for player in result.players):
        return result
    return replace(result, players=tuple(_amend(one, amends.get((result.game, one.name))) for one in result.players))


def _amend(player: ResultPlayer, amend: Amend | None) -> ResultPlayer:
    if amend is None:
        return player
    return replace(player, place=amend.place, won=amend.place == 1, points=amend.points)


def _renamed(result: Result, renames: Iterable[Rename]) -> Result:
    """One after the other; nobody is made twice in one game by it."""
    players = result.players
    for one in renames:
        if one.game not in ("", result.game) or any(player.name == one.to for player in players):
            continue
        players = tuple(replace(player, name=one.to) if player.name == one.name else player for player in players)
    return replace(result, players=players) if players != result.players else result


# As plain values, for the file and from the page.


def values_of(change: Change) -> dict[str, Any]:
    """``read_change`` reads it again."""
    sort = type(change).__name__.lower()
    if isinstance(change, Choose):
        since = change.rules.since
        return {"sort": sort, **asdict(change.rules), "since": None if since is None else since.isoformat()}
    return {"sort": sort, **asdict(change)}


def read_change(values: Mapping[str, Any]) -> Change:
    """Raises ``InvalidValue`` for whatever is none."""
    found = keyed(values, "", MOST_KEYS)
    return _READERS[choice(found.get("sort"), "sort", tuple(_READERS))](found)


def _void(values: Mapping[str, Any]) -> Change:
    return Void(_game(values), truth(values.get("on"), "on"))


def _amended_by(values: Mapping[str, Any]) -> Change:
    points = values.get("points")
    return Amend(
        _game(values),
        _name(values, "name"),
        whole(values.get("place"), "place", 1, MOST_PLAYERS),
        None if points is None else whole(points, "points", -FARTHEST, FARTHEST),
    )


def _rename(values: Mapping[str, Any]) -> Change:
    game = values.get("game", "")
    return Rename(_name(values, "name"), _name(values, "to"), _game(values) if game else "")


def _hide(values: Mapping[str, Any]) -> Change:
    return Hide(_name(values, "name"), truth(values.get("on"), "on"))


def _choose(values: Mapping[str, Any]) -> Change:
    count = choice(values.get("count"), "count", COUNTS)
    slug = values.get("slug", "")
    places = listed(values.get("places", ()), "places", 0, MOST_PLAYERS)
    return Choose(
        Rules(
            count=next(one for one in COUNTS if one == count),
            slug=text(slug, "slug", LONGEST_ID) if slug else "",
            best=whole(values.get("best", 0), "best", 0, MOST_BEST),
            places=tuple(whole(one, "places", 0, MOST_BEST) for one in places),
            since=_day(values.get("since")),
            practice=truth(values.get("practice", False), "practice"),
        )
    )


def _take_back(values: Mapping[str, Any]) -> Change:
    return TakeBack(whole(values.get("number"), "number", 1, FARTHEST))


_READERS: Mapping[str, Callable[[Mapping[str, Any]], Change]] = {
    "void": _void,
    "amend": _amended_by,
    "rename": _rename,
    "hide": _hide,
    "choose": _choose,
    "takeback": _take_back,
}


def _game(values: Mapping[str, Any]) -> str:
    return text(values.get("game"), "game", LONGEST_ID)


def _name(values: Mapping[str, Any], key: str) -> str:
    found = text(values.get(key), key, LONGEST_NAME)
    return text(found.strip(), key, LONGEST_NAME)


def _day(value: object) -> date | None:
    if value is None or value == "":
        return None
    try:
        return date.fromisoformat(any_text(value, "since", LONGEST_ID))
    except InvalidValue:
        raise
    except ValueError as error:
        raise wrong("since", expect("day"), value) from error
