"""Teaching by piles on a page: which piles there are, what ticked cards tell, what contradicts, and the last one back.

Every answer is made of what the owner's file says by then. What is kept here is what can be taken back, words for
symbols that the game did not know, and what the camera sees, where there is one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.inbox import Preview
from companion.language.wording import Trouble
from companion.teaching.classroom import Classroom
from companion.teaching.piles import PileDoubt, PileSort, Sorting
from companion.web.backs import Backs
from companion.web.editor import Editor
from companion.web.made import Made
from rules.core.words import words

MOST_NAMED = 20
LONGEST_NAME = 30
WAYS = ("all", "rest", "here", "gone", "none")


@dataclass(frozen=True, slots=True)
class Sight:
    """What the camera sees: of which game, every card in view, and the picture."""

    game: str
    cards: frozenset[str]
    preview: Preview | None = None


class Piles:
    def __init__(self, editor: Editor) -> None:
        self._editor = editor
        self._backs = Backs()
        self.made = Made(editor, self._backs)
        self._named: dict[str, tuple[str, ...]] = {}
        self.game = ""  # that somebody sorts
        self.sight: Sight | None = None  # None: there is no camera

    def sorts(self, slug: str) -> dict[str, Any]:
        """Every fact that piles can tell, and of how many cards it is known."""
        self.game = slug
        room = self._room(slug)
        held = room.held
        found = [Sorting(sort, held.get(sort.name, {})) for sort in room.pile_sorts]
        last = self._backs.last(slug)
        return {
            "sorts": [
                *(_progress(one.sort.name, room.say.say(one.sort.words), one.sort.units, one.left) for one in found),
                *(_made_progress(room, name) for name in room.course.made_sorts),
            ],
            "back": None if last is None else room.say.say(last),
        }

    def sort(self, slug: str, name: str) -> dict[str, Any]:
        """One of these facts: its piles, and in which of them each card lies."""
        room = self._room(slug)
        if name in room.course.made_sorts:
            return self.made.sort(room, name)
        sorting = _sorting(room, name)
        sort, say, values = sorting.sort, room.say, sorting.values
        return {
            "title": say.say(sort.words),
            "made": False,
            "asks": say.say(sort.asks_more) if sort.asks_more else None,
            "left": say("teach.piles.left", n=len(sorting.left)),
            "is_done": sorting.is_done,
            "piles": [{"words": say.say(pile.words), "name": say.say(pile.name)} for pile in sort.piles],
            "ways": [*(("rest",) if sort.has_rest else ()), *(("gone",) if sort.gone is not None else ())],
            "units": [
                {"unit": unit, "name": say.say(sort.name_of(unit)), **self._value(sort, values, unit, room)}
                for unit in sort.units
            ],
        }

    def _value(self, sort: PileSort, values: Mapping[str, Any], unit: str, room: Classroom) -> dict[str, Any]:
        """``at``: the pile that it lies in, -1 where it lies in none of them; nothing where nobody has told."""
        if unit not in values:
            return {}
        at = next((at for at, pile in enumerate(sort.piles) if pile.value == values[unit]), -1)
        told = sort.value_words(values[unit]) or words("teach.piles.without")
        return {"at": at, "told": room.say.say(told)}

    def seen(self, slug: str, name: str) -> dict[str, Any]:
        """What of these the camera sees now."""
        self.game = slug
        sight = self.sight
        if sight is None:
            return {"camera": False, "units": [], "picture": None}
        room = self._room(slug)
        cards = sight.cards if sight.game == slug else frozenset()
        units, found = _in_view(room, name, cards)
        number = None if sight.preview is None else sight.preview.number
        return {"camera": True, "units": [unit for unit in units if unit in found], "picture": number}

    def judge(self, slug: str, name: str, at: int, units: Sequence[Any]) -> dict[str, Any]:
        """What could not be if these cards were of this pile."""
        room = self._room(slug)
        sorting = _laid(_sorting(room, name), at, units)
        wrong = sorting.sort.cannot_be(sorting.told())
        return {"cannot": [room.say("teach.piles.cannot", why=why) for why in wrong]}

    def tell(self, slug: str, name: str, at: int, wish: Mapping[str, Any]) -> dict[str, Any]:
        """Keeps a pile. What contradicts is asked first: nothing is written until it stands in ``change`` or ``keep``.

        ``way``: these alone; the others have none; all that are left are of this pile; the others are not in this box;
        there is nothing of this sort.
        """
        with self._editor.lock:
            room = self._room(slug)
            sorting = _sorting(room, name)
            if wish["way"] not in WAYS or bool(sorting.sort.asks_more) != (wish["way"] == "none"):
                raise Trouble(words("teach.web.not_understood"))
            if not sorting.sort.asks_more:
                _laid(sorting, at, wish["units"])
            if asked := [doubt for doubt in _doubts(sorting) if doubt.unit not in {*wish["keep"], *wish["change"]}]:
                return {"doubts": [_doubt(doubt, sorting, room) for doubt in asked]}
            return self._keep(room, sorting, wish)

    def _keep(self, room: Classroom, sorting: Sorting, wish: Mapping[str, Any]) -> dict[str, Any]:
        sort, way = sorting.sort, wish["way"]
        pile = sorting.pile.name if sort.piles else sort.words
        before = sorting.values
        values = _values(sorting, way, wish["keep"])
        more = sort.gone(values) if way == "gone" and sort.gone is not None else {}
        self._backs.keep(room, room.tell_pile(sort, values, pile, sorting.at, more))
        count = sum(1 for unit, value in values.items() if before.get(unit) != value)
        return {"ok": True, "said": room.say("teach.piles.kept", pile=pile, n=count)}

    def back(self, slug: str) -> dict[str, Any]:
        """The last pile that was told here, unless somebody has told something else of its cards since."""
        with self._editor.lock:
            room = self._room(slug)
            last = self._backs.take(room)
            return {
                "ok": True,
                "sort": last.sort,
                "at": last.at,
                "said": room.say("teach.piles.back_done", pile=last.pile),
            }

    def name(self, slug: str, word: str) -> dict[str, Any]:
        """One more symbol that the cards have."""
        named = " ".join(word.split()).lower()
        if not named.replace(" ", "").isalpha() or len(named) > LONGEST_NAME:
            raise Trouble(words("teach.page.no_name", most=LONGEST_NAME))
        with self._editor.lock:
            known = self._named.get(slug, ())
            if named not in known and len(known) < MOST_NAMED:
                self._named[slug] = (*known, named)
        return self.sorts(slug)

    def _room(self, slug: str) -> Classroom:
        room = self._editor.room(slug)
        room.named = self._named.get(slug, ())
        return room


def _sorting(room: Classroom, name: str) -> Sorting:
    sort = next((sort for sort in room.pile_sorts if sort.name == name), None)
    if sort is None:
        raise Trouble(words("teach.web.not_understood"))
    return Sorting(sort, room.held.get(name, {}))


def _in_view(room: Classroom, name: str, cards: frozenset[str]) -> tuple[tuple[str, ...], set[str | None]]:
    """All that can be ticked of a fact, and what of it these cards are."""
    if name in room.course.made_sorts:
        return room.order, {room.course.thing_of(card) for card in cards}
    sort = _sorting(room, name).sort
    return sort.units, {sort.unit_of(card) for card in cards}


def _laid(sorting: Sorting, at: int, units: Sequence[Any]) -> Sorting:
    """With these cards in that pile."""
    if type(at) is not int or not 0 <= at < len(sorting.sort.piles) or not set(units) <= set(sorting.sort.units):
        raise Trouble(words("teach.web.not_understood"))
    sorting.choose(at)
    for unit in dict.fromkeys(units):
        sorting.tick(unit)
    return sorting


def _doubts(sorting: Sorting) -> tuple[PileDoubt, ...]:
    return sorting.doubts if sorting.sort.piles else ()


def _doubt(doubt: PileDoubt, sorting: Sorting, room: Classroom) -> dict[str, Any]:
    sort, say = sorting.sort, room.say
    was = sort.value_words(doubt.was) or words("teach.piles.without")
    return {
        "unit": doubt.unit,
        "words": say("teach.piles.doubt", unit=sort.name_of(doubt.unit), was=was),
        "change": say("teach.piles.doubt_new", now=sorting.pile.name),
        "keep": say("teach.piles.doubt_old", was=was),
    }


def _values(sorting: Sorting, way: str, keep: Collection[str]) -> dict[str, Any]:
    if way == "none":
        return dict.fromkeys(sorting.sort.units, True)
    told = sorting.told(but=keep, rest=way == "rest" and sorting.sort.has_rest)
    return {**dict.fromkeys(sorting.left, sorting.pile.value), **told} if way == "here" else told


def _progress(name: str, called: str, units: Sequence[str], left: Collection[str]) -> dict[str, Any]:
    return {"name": name, "words": called, "known": len(units) - len(left), "all": len(units)}


def _made_progress(room: Classroom, name: str) -> dict[str, Any]:
    course = room.course
    left = [thing for thing in course.things if name in course.open_sorts(thing)]
    return _progress(name, room.say(f"teach.sort.{name}"), course.things, left)
