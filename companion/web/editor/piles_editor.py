"""Teaching by piles in the browser: the piles, telling one, contradictions, undo.

Every answer is built from the owner's file as it is by then. Kept here: the undo stack, new names for symbols, and what
the camera sees.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.inbox import Preview
from companion.language.wording import Trouble
from companion.teaching.classroom import Classroom
from companion.teaching.composing import left_to_compose
from companion.teaching.pile_telling import UndoStack, name_symbol, sorting_of, sortings, tell_pile
from companion.teaching.piles import WAYS, Sorting
from companion.web.editor.composed_editor import ComposedEditor
from companion.web.editor.facts_editor import FactsEditor
from rules.core.words import words


@dataclass(frozen=True, slots=True)
class Sight:
    """What the camera sees: the game, the cards in view, and the picture."""

    game: str
    cards: frozenset[str]
    preview: Preview | None = None


@dataclass(frozen=True, slots=True)
class PileWish:
    """A pile to write. ``way``: only its units (``all``); the rest have no value (``rest``); the rest are in this pile
    too (``here``); the rest are not in this box (``gone``); nothing has this sort of value (``none``).

    ``change``, ``keep``: the decisions about units that were told differently before.
    """

    way: str
    units: Sequence[str]
    change: Sequence[str]
    keep: Sequence[str]


class PilesEditor:
    def __init__(self, editor: FactsEditor) -> None:
        self._editor = editor
        self._undo: defaultdict[str, UndoStack] = defaultdict(UndoStack)  # by game
        self._named: dict[str, tuple[str, ...]] = {}
        self.composed = ComposedEditor(editor, self._undo)
        self.game = ""  # the one being sorted
        self.sight: Sight | None = None  # None without a camera

    def sorts(self, slug: str) -> dict[str, Any]:
        """Every fact that piles can tell, and for how many cards it is known."""
        self.game = slug
        room = self._room(slug)
        piles = [(one.sort.name, one.sort.words, one.known, len(one.sort.units)) for one in sortings(room)]
        every = len(room.course.things)
        composed = [
            (name, words(f"teach.sort.{name}"), every - len(left_to_compose(room, name)), every)
            for name in room.course.made_sorts
        ]
        last = self._undo[slug].last
        return {
            "sorts": [
                {"name": name, "words": room.say.say(called), "known": known, "all": count}
                for name, called, known, count in (*piles, *composed)
            ],
            "back": None if last is None else room.say.say(last),
        }

    def sort(self, slug: str, name: str) -> dict[str, Any]:
        """One of these facts: its piles, and the pile of each card."""
        room = self._room(slug)
        if name in room.course.made_sorts:
            return self.composed.sort(room, name)
        sorting = _sorting(room, name)
        sort, say = sorting.sort, room.say
        return {
            "title": say.say(sort.words),
            "made": False,
            "asks": say.say(sort.asks_more) if sort.asks_more else None,
            "left": say("teach.piles.left", n=len(sorting.left)),
            "is_done": sorting.is_done,
            "piles": [{"words": say.say(pile.words), "name": say.say(pile.name)} for pile in sort.piles],
            "ways": [*(("rest",) if sort.has_rest else ()), *(("gone",) if sort.gone is not None else ())],
            "units": _units(room, sorting),
        }

    def seen(self, slug: str, name: str) -> dict[str, Any]:
        """Which of these cards the camera sees now."""
        self.game = slug
        sight = self.sight
        if sight is None:
            return {"camera": False, "units": [], "picture": None}
        room = self._room(slug)
        cards = sight.cards if sight.game == slug else frozenset()
        units, found = _in_view(room, name, cards)
        number = None if sight.preview is None else sight.preview.number
        return {"camera": True, "units": [unit for unit in units if unit in found], "picture": number}

    def judge(self, slug: str, name: str, at: int, units: Sequence[str]) -> dict[str, Any]:
        """What these cards in this pile would contradict."""
        room = self._room(slug)
        sorting = _laid(_sorting(room, name), at, units)
        return {"cannot": [room.say("teach.piles.cannot", why=why) for why in sorting.contradictions]}

    def tell(self, slug: str, name: str, at: int, wish: PileWish) -> dict[str, Any]:
        """Writes a pile once every contradiction is decided in ``change`` or ``keep``; until then asks about them."""
        with self._editor.lock:
            room = self._room(slug)
            sorting = _sorting(room, name)
            way = next((way for way in WAYS if way == wish.way), None)
            if way is None or bool(sorting.sort.asks_more) != (way == "none"):
                raise Trouble(words("teach.web.not_understood"))
            if not sorting.sort.asks_more:
                _laid(sorting, at, wish.units)
            if open_doubts := [one for one in sorting.doubts if one.unit not in {*wish.keep, *wish.change}]:
                asked = map(sorting.asked, open_doubts)
                say = room.say.say
                return {
                    "doubts": [
                        {"unit": one.unit, "words": say(one.words), "change": say(one.change), "keep": say(one.keep)}
                        for one in asked
                    ]
                }
            said = tell_pile(room, self._undo[slug], sorting, way, wish.keep)
            return {"ok": True, "said": room.say.say(said)}

    def back(self, slug: str) -> dict[str, Any]:
        """Undoes the last pile told here, unless somebody has changed its cards since."""
        with self._editor.lock:
            room = self._room(slug)
            last = self._undo[slug].take_back(room)
            said = room.say("teach.piles.back_done", pile=last.pile)
            return {"ok": True, "sort": last.sort, "at": last.at, "said": said}

    def name(self, slug: str, word: str) -> dict[str, Any]:
        """Adds a name for a symbol that the game does not know."""
        with self._editor.lock:
            self._named[slug] = name_symbol(self._named.get(slug, ()), word)
        return self.sorts(slug)

    def _room(self, slug: str) -> Classroom:
        room = self._editor.room(slug)
        room.named = self._named.get(slug, ())
        return room


def _sorting(room: Classroom, name: str) -> Sorting:
    sorting = sorting_of(room, name)
    if sorting is None:
        raise Trouble(words("teach.web.not_understood"))
    return sorting


def _units(room: Classroom, sorting: Sorting) -> list[dict[str, Any]]:
    """``at``: the pile of a card, -1 for none of them; missing if unknown."""
    sort, values, say = sorting.sort, sorting.values, room.say.say
    places = [pile.value for pile in sort.piles]
    found = []
    for unit in sort.units:
        line: dict[str, Any] = {"unit": unit, "name": say(sort.name_of(unit))}
        if unit in values:
            value = values[unit]
            line |= {"at": places.index(value) if value in places else -1, "told": say(sort.value_words(value))}
        found.append(line)
    return found


def _in_view(room: Classroom, name: str, cards: frozenset[str]) -> tuple[tuple[str, ...], set[str | None]]:
    """Everything that can be ticked for a fact, and which of it these cards are."""
    if name in room.course.made_sorts:
        return room.order, {room.course.thing_of(card) for card in cards}
    sort = _sorting(room, name).sort
    return sort.units, {sort.unit_of(card) for card in cards}


def _laid(sorting: Sorting, at: int, units: Sequence[str]) -> Sorting:
    """The sorting with these cards in that pile."""
    if type(at) is not int or not 0 <= at < len(sorting.sort.piles) or not set(units) <= set(sorting.sort.units):
        raise Trouble(words("teach.web.not_understood"))
    sorting.choose(at)
    for unit in units:
        sorting.tick(unit)
    return sorting
