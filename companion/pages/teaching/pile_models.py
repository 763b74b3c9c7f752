"""Models for teaching by piles: the task, the names with ticks, the choices, and the questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from companion.contract import Context
from companion.models import Choice, Header, Notice, list_hints
from companion.pages.choice_page import ChoicePage, OneOfPage
from companion.screens.navigation import Close, Navigation, Replace
from companion.screens.pile_screen import LaidCard, PileModel
from companion.teaching.classroom import Classroom
from companion.teaching.pile_telling import progress_of, sortings
from companion.teaching.piles import Sorting

_BY_HAND = (("tick", "tick", "list"), ("rest_here", "here", "plus"), ("one_by_one", "each", "play"))
_BACK = ("back", "back", "undo")
_FACTS = ("facts", "facts", "question")
_Line = tuple[str, str, str]  # text key, action, icon
_Tell = Callable[[tuple[str, ...]], Navigation]


def pile_model(
    room: Classroom, sorting: Sorting, choices: tuple[Choice, ...], notices: tuple[Notice, ...], *, has_camera: bool
) -> PileModel:
    say, sort = room.say, sorting.sort
    header = Header(say.say(sort.words), say.say(progress_of(sorting)))
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
    """The names in this pile; copies of a kind are counted together."""
    odd = {_name(room, sorting, doubt.unit) for doubt in sorting.doubts}
    for name, n in _counted(room, sorting, sorting.ticked):
        yield LaidCard(_times(n, name), "doubt" if name in odd else "new")


def _open(room: Classroom, sorting: Sorting) -> Iterator[LaidCard]:
    """What is left, shown while the pile is empty."""
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
    """The likeliest first. ``is_round``: every pile of this fact has been told once."""
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


def doubt_page(
    context: Context, room: Classroom, sorting: Sorting, tell: _Tell, *, asked: int = 0, kept: tuple[str, ...] = ()
) -> ChoicePage:
    """Asks card by card: in this pile, or as told before (``kept``, passed to ``tell`` at the end)."""
    say, doubts = room.say, sorting.doubts
    doubt = sorting.asked(doubts[asked])

    def answered(now_kept: tuple[str, ...]) -> Callable[[], Navigation]:
        def turn() -> Navigation:
            if asked + 1 < len(doubts):
                return Replace(doubt_page(context, room, sorting, tell, asked=asked + 1, kept=now_kept))
            return tell(now_kept) or Close()

        return turn

    choices = (
        Choice(say.say(doubt.change), answered(kept), icon="tick"),
        Choice(say.say(doubt.keep), answered((*kept, doubt.unit)), icon="undo"),
    )
    return ChoicePage(context, say.say(doubt.words), choices)


def which_word(room: Classroom, chosen: Callable[[object], None]) -> OneOfPage:
    """Offers existing words to save typing; the name matters only to the owner."""
    say = room.say
    values = [(word, word) for word in say("teach.piles.names").split(", ") if word not in room.named]
    header = Header(say("teach.piles.title"), say("teach.piles.more_name"))
    return OneOfPage(say, header, [*values, ("", say("teach.option.other"))], "", chosen)


def which_pile(room: Classroom, sorting: Sorting, chosen: Callable[[object], None]) -> OneOfPage:
    say = room.say
    values = [(at, say.say(pile.name)) for at, pile in enumerate(sorting.sort.piles)]
    header = Header(say.say(sorting.sort.words), say("teach.piles.which_pile"))
    return OneOfPage(say, header, values, sorting.at, chosen)


def which_fact(room: Classroom, now: str, chosen: Callable[[object], None]) -> OneOfPage:
    say = room.say
    values = [(one.sort.name, f"{say.say(one.sort.words)} · {say.say(progress_of(one))}") for one in sortings(room)]
    return OneOfPage(say, Header(say("teach.piles.title"), say("teach.piles.which_fact")), values, now, chosen)
