"""What is asked beside the piles: a card told otherwise before, another pile, another fact, a word for a symbol."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.contract import Context
from companion.models import Choice, Header
from companion.pages.choice_page import ChoicePage, OneOfPage
from companion.screens.navigation import Close, Navigation, Replace
from companion.teaching.classroom import Classroom
from companion.teaching.piles import PileSort, Sorting
from rules.core.words import words

Tell = Callable[[tuple[str, ...]], Navigation]


def doubt_page(
    context: Context, room: Classroom, sorting: Sorting, tell: Tell, *, asked: int = 0, kept: tuple[str, ...] = ()
) -> ChoicePage:
    """One card after the other: of this pile, or as told before (``kept``, which ``tell`` is given in the end)."""
    say, sort, doubts = room.say, sorting.sort, sorting.doubts
    doubt = doubts[asked]
    was = sort.value_words(doubt.was) or words("teach.piles.without")

    def answered(now_kept: tuple[str, ...]) -> Callable[[], Navigation]:
        def turn() -> Navigation:
            if asked + 1 < len(doubts):
                return Replace(doubt_page(context, room, sorting, tell, asked=asked + 1, kept=now_kept))
            return tell(now_kept) or Close()

        return turn

    choices = (
        Choice(say("teach.piles.doubt_new", now=sorting.pile.name), answered(kept), icon="tick"),
        Choice(say("teach.piles.doubt_old", was=was), answered((*kept, doubt.unit)), icon="undo"),
    )
    return ChoicePage(context, say("teach.piles.doubt", unit=sort.name_of(doubt.unit), was=was), choices)


def which_word(room: Classroom, chosen: Callable[[object], None]) -> OneOfPage:
    """Words that are there already save typing; what it is called matters to nobody but the owner."""
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
    say, held = room.say, room.held
    values = [(sort.name, fact_line(room, sort, held.get(sort.name, {}))) for sort in room.pile_sorts]
    return OneOfPage(say, Header(say("teach.piles.title"), say("teach.piles.which_fact")), values, now, chosen)


def fact_line(room: Classroom, sort: PileSort, held: Mapping[str, Any]) -> str:
    """A fact, and of how many it is known."""
    say, left = room.say, len(Sorting(sort, held).left)
    return f"{say.say(sort.words)} · {say('teach.progress', n=len(sort.units) - left, all=len(sort.units))}"
