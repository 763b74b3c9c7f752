"""What a pile being laid looks like: its task, the names in it with ticks, what can be done with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.models import Choice, Header, Notice, list_hints
from companion.screens.pile_screen import LaidCard, PileModel
from companion.teaching.classroom import Classroom
from companion.teaching.piles import Sorting

_BY_HAND = (("tick", "tick", "list"), ("rest_here", "here", "plus"), ("one_by_one", "each", "play"))
_BACK = ("back", "back", "undo")
_FACTS = ("facts", "facts", "question")
_Line = tuple[str, str, str]  # the key of its words, what it does, its icon


def pile_model(
    room: Classroom, sorting: Sorting, choices: tuple[Choice, ...], notices: tuple[Notice, ...], *, has_camera: bool
) -> PileModel:
    say, sort = room.say, sorting.sort
    known = len(sort.units) - len(sorting.left)
    header = Header(say.say(sort.words), say("teach.progress", n=known, all=len(sort.units)))
    left, hints = say("teach.piles.left", n=len(sorting.left)), list_hints(say, menu=False)
    if sort.asks_more is not None:
        return PileModel(header, "", say.say(sort.asks_more), choices, left=left, hints=hints, notices=notices)
    return PileModel(
        header,
        say("teach.piles.lay" if has_camera else "teach.piles.pick"),
        say.say(sorting.pile.words),
        choices,
        tuple(_laid(room, sorting)) or tuple(_open(room, sorting)),
        f"{len(sorting.ticked)} {say('teach.piles.in_pile')}" if sorting.ticked else left,
        say("teach.piles.nothing"),
        left if sorting.ticked else "",
        sorting.pile.colour,
        hints,
        notices,
    )


def _laid(room: Classroom, sorting: Sorting) -> Iterator[LaidCard]:
    """Names of this pile: kinds by themselves, copies of a kind together."""
    odd = {_name(room, sorting, doubt.unit) for doubt in sorting.doubts}
    for name, n in _counted(room, sorting, sorting.ticked):
        yield LaidCard(_times(n, name), "doubt" if name in odd else "new")


def _open(room: Classroom, sorting: Sorting) -> Iterator[LaidCard]:
    """As long as nothing lies there: what is left."""
    for name, n in _counted(room, sorting, sorting.left):
        yield LaidCard(_times(n, name), "open")


def _counted(room: Classroom, sorting: Sorting, units: tuple[str, ...]) -> Iterable[tuple[str, int]]:
    return Counter(_name(room, sorting, unit) for unit in units).items()


def _times(n: int, name: str) -> str:
    return name if n == 1 else f"{n} × {name}"


def _name(room: Classroom, sorting: Sorting, unit: str) -> str:
    if sorting.sort.of_copies:
        return room.name(room.course.thing_of(unit) or unit)
    return room.say.say(sorting.sort.name_of(unit))


def pile_choices(
    room: Classroom, sorting: Sorting, *, has_camera: bool, is_round: bool, can_go_back: bool
) -> tuple[Choice, ...]:
    """The likeliest in front. ``is_round``: every pile of this fact has had its turn."""
    lines = [("more_no", "none", "no"), ("more_yes", "more", "plus")]
    if sorting.sort.asks_more is None:
        lines = [*_of_pile(sorting, has_camera=has_camera, is_round=is_round), ("other", "other", "cards")]
    lines += [_BACK] if can_go_back else []
    return tuple(Choice(room.say(f"teach.piles.{key}"), value, icon=icon) for key, value, icon in (*lines, _FACTS))


def _of_pile(sorting: Sorting, *, has_camera: bool, is_round: bool) -> list[_Line]:
    sort = sorting.sort
    gone: list[_Line] = [("gone", "gone", "no")] if sort.gone is not None else []
    if sorting.ticked:
        return [("all", "all", "tick"), *gone, *_BY_HAND]
    first: list[_Line] = [("none", "skip", "next")]
    if sort.has_rest and sorting.at:
        first.insert(0, ("rest_none", "rest", "tick"))
    first = [*gone, *first] if is_round else [*first, *gone]
    return [*first, *_BY_HAND] if has_camera else [_BY_HAND[0], *first, *_BY_HAND[1:]]
