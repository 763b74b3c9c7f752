"""Teaching by piles: lay all blue cards on the mat, their names appear with ticks, OK. Without a camera by ticking."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion import CompanionError
from companion.contract import Context
from companion.inbox import TableSeen
from companion.models import Choice, Header, list_hints
from companion.pages.choice import ChoicePage, OneOfPage
from companion.pages.lesson import NOTICE_MS, LessonPage
from companion.pages.picking import TickPage
from companion.screens import Answered, Done, Goto, Leave, Outcome, Screen, Undo
from companion.screens.intents import Typed
from companion.screens.keyboard import KeyboardScreen, keyboard_model
from companion.screens.navigation import Close, Lasting, Navigation, Open, Page, Replace
from companion.screens.piles import LaidCard, PileModel, PileScreen
from companion.teaching.classroom import Classroom, PileTold
from companion.teaching.piles import Doubt, PileSort, Sorting
from rules.core.words import Words, words


def cards_in(seen: TableSeen) -> frozenset[str]:
    """Every card in view, wherever it lies."""
    return frozenset(card for zone in seen.table.zones.values() for card in zone)


class PilePage(Lasting):
    """Pile after pile, fact after fact, until nothing is left or somebody leaves; every pile is on disk at once."""

    def __init__(self, context: Context, room: Classroom, after: Callable[[], Page]) -> None:
        """``after``: where it goes on when piles have told all they can."""
        self._context = context
        self._room = room
        self._told: list[PileTold] = []
        self._notice: tuple[Words, int] | None = None
        self._in_view: frozenset[str] = frozenset()
        self._sorting: Sorting | None = None
        self._typing: KeyboardScreen | None = None
        self._screen: PileScreen | None = None
        self._after = after
        self._course = room.course
        self._turns = 0  # piles of this fact that were told
        self._begin()

    # What the camera sees.

    @property
    def slug(self) -> str:
        return self._room.slug

    @property
    def document(self) -> Mapping[str, Any]:
        return self._room.course.document

    @property
    def is_stale(self) -> bool:
        self._heed_others()
        return self._sorting is None

    def _heed_others(self) -> None:
        """What was told card after card meanwhile."""
        if self._sorting is not None and self._course is not self._room.course:
            name = self._sorting.sort.name
            self._begin(name)
            if self._sorting is None or self._sorting.is_done:
                self._begin()

    @property
    def sorting(self) -> Sorting | None:
        return self._sorting

    def see(self, seen: TableSeen) -> None:
        self._in_view = cards_in(seen)
        if self._sorting is not None and self._sorting.sort.piles:
            self._sorting.look(self._in_view)

    # Which fact is told.

    @property
    def _is_round(self) -> bool:
        """Whether every pile of this fact has had its turn."""
        return self._sorting is not None and self._turns >= len(self._sorting.sort.piles)

    def _begin(self, name: str = "") -> None:
        """That fact, or the first of which something is left."""
        sorts, held = self._room.pile_sorts, self._room.held
        self._course = self._room.course
        sorting = [Sorting(sort, held.get(sort.name, {})) for sort in sorts]
        wanted = [one for one in sorting if one.sort.name == name] if name else [s for s in sorting if not s.is_done]
        self._sorting = next(iter(wanted), None)
        self._screen = None
        if self._sorting is not None and self._sorting.sort.piles:
            self._sorting.look(self._in_view)
            self._sorting.choose(0)

    def _again(self, at: int) -> None:
        """The same fact with what is known now, at another of its piles; the next fact if nothing is left."""
        before = self._sorting
        assert before is not None
        self._begin(before.sort.name)
        if self._sorting is not None and self._sorting.is_done:
            self._begin()
        elif self._sorting is not None:
            self._sorting.look(self._in_view)
            self._sorting.choose(at)

    # What is to be seen.

    def screen(self, now_ms: int) -> Screen:
        if self._typing is not None:
            return self._typing
        self._heed_others()
        model = self._model(now_ms)
        if self._screen is None:
            self._screen = PileScreen(model)
        self._screen.show(model)
        return self._screen

    def _model(self, now_ms: int) -> PileModel:
        assert self._sorting is not None
        sorting, say = self._sorting, self._room.say
        sort = sorting.sort
        said = self._notice[0] if self._notice is not None and now_ms < self._notice[1] else None
        sums = sort.cannot_be(sorting.told()) if sort.piles else ()
        wrong = words("teach.piles.cannot", why=sums[0]) if sums else None
        count = (len(sort.units) - len(sorting.left), len(sort.units))
        title = say("teach.progress", n=count[0], all=count[1])
        return PileModel(
            Header(say.say(sort.words), title),
            "" if sort.asks_more else say("teach.piles.lay" if self._context.has_camera else "teach.piles.pick"),
            say.say(sort.asks_more or sorting.pile.words),
            self._choices(sorting),
            self._laid(sorting) if sort.piles else (),
            f"{len(sorting.ticked)} {say('teach.piles.in_pile')}" if sort.piles else "",
            say("teach.piles.nothing") if sort.piles else "",
            say("teach.piles.left", n=len(sorting.left)),
            sorting.pile.colour if sort.piles else None,
            list_hints(say, menu=False),
            self._context.notices(wrong, said, say=say),
        )

    def _laid(self, sorting: Sorting) -> tuple[LaidCard, ...]:
        """Names of this pile: kinds by themselves, copies of a kind together."""
        say, doubtful = self._room.say, {doubt.unit for doubt in sorting.doubts}
        if not sorting.sort.of_copies:
            return tuple(
                LaidCard(say.say(sorting.sort.name_of(unit)), "doubt" if unit in doubtful else "new")
                for unit in sorting.ticked
            )
        counts: dict[str, int] = {}
        for unit in sorting.ticked:
            name = self._room.name(self._room.course.thing_of(unit) or unit)
            counts[name] = counts.get(name, 0) + 1
        odd = {self._room.name(self._room.course.thing_of(unit) or unit) for unit in doubtful}
        return tuple(
            LaidCard(name if n == 1 else f"{n} × {name}", "doubt" if name in odd else "new")
            for name, n in counts.items()
        )

    def _choices(self, sorting: Sorting) -> tuple[Choice, ...]:
        say, sort = self._room.say, sorting.sort
        if sort.asks_more:
            first = [("more_no", "none", "no"), ("more_yes", "more", "plus")]
        elif sorting.ticked:
            first = [("all", "all", "tick")]
        elif sort.has_rest and sorting.at:
            first = [("rest_none", "rest", "tick"), ("none", "skip", "next")]
        else:
            first = [("none", "skip", "next")]
        gone = [("gone", "gone", "no")] if sort.gone is not None else []
        first = [*gone, *first] if self._is_round and not sorting.ticked else [*first, *gone]
        if sort.piles:
            by_hand = [("tick", "tick", "list"), ("rest_here", "here", "plus"), ("one_by_one", "each", "play")]
            first += by_hand if self._context.has_camera or sorting.ticked else []
            first = first if self._context.has_camera or sorting.ticked else [*by_hand[:1], *first, *by_hand[1:]]
            first += [("other", "other", "cards")]
        first += [("back", "back", "undo")] if self._told else []
        return tuple(Choice(say(f"teach.piles.{key}"), value, icon=icon) for key, value, icon in (*first, FACTS))

    # What people choose.

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Goto(name):
                return self._chosen(name, now_ms)
            case Answered(Typed(text)):
                return Open(TickPage(self._room, lambda: self._sorting, text)) if self._can_tick else None
            case Done(str(name)):
                self._typing = None
                self._name_more(name)
            case Undo():
                self._take_back(now_ms)
            case Leave() if self._typing is not None:
                self._typing = None
            case Leave():
                return Close()
        return None

    @property
    def _can_tick(self) -> bool:
        return self._sorting is not None and bool(self._sorting.sort.piles)

    def _chosen(self, name: str, now_ms: int) -> Navigation:
        assert self._sorting is not None
        sorting = self._sorting
        acts: Mapping[str, Callable[[], Navigation]] = {
            "all": lambda: self._all(now_ms),
            "rest": lambda: self._tell(sorting.told(rest=True), now_ms),
            "none": lambda: self._tell(dict.fromkeys(sorting.sort.units, True), now_ms),
            "here": lambda: self._tell(sorting.all_left(), now_ms),
            "gone": lambda: self._gone(now_ms),
            "more": lambda: Open(self._which_word()),
            "skip": lambda: self._other(sorting.at + 1),
            "each": lambda: Open(LessonPage(self._context, self._room, within=sorting.sort.name.partition(".")[0])),
            "tick": lambda: Open(TickPage(self._room, lambda: self._sorting)),
            "other": lambda: Open(self._which_pile(sorting)),
            "facts": lambda: Open(self._which_fact()),
            "back": lambda: self._take_back(now_ms),
        }
        return acts[name]() if name in acts else None

    def _other(self, at: int) -> Navigation:
        assert self._sorting is not None
        self._sorting.choose(at)
        self._screen = None
        return None

    def _which_word(self) -> OneOfPage:
        """Words that are there already save typing; what it is called matters to nobody but the owner."""
        say = self._room.say
        values = [(word, word) for word in say("teach.piles.names").split(", ") if word not in self._room.named]
        header = Header(say("teach.piles.title"), say("teach.piles.more_name"))
        return OneOfPage(say, header, [*values, ("", say("teach.option.other"))], "", self._name_chosen)

    def _name_chosen(self, word: object) -> None:
        say = self._room.say
        if word:
            self._name_more(str(word))
        else:
            self._typing = KeyboardScreen(keyboard_model(say, say("teach.piles.more_name")))

    def _name_more(self, name: str) -> None:
        word = name.strip().lower()
        if word:
            self._room.named = (*self._room.named, word)
            self._begin()

    def _all(self, now_ms: int) -> Navigation:
        """What contradicts is asked first, one card after the other."""
        assert self._sorting is not None
        doubts = self._sorting.doubts
        return Open(self._doubt_page(doubts, (), now_ms)) if doubts else self._tell(self._sorting.told(), now_ms)

    def _doubt_page(self, doubts: tuple[Doubt, ...], kept: tuple[str, ...], now_ms: int) -> ChoicePage:
        assert self._sorting is not None
        sorting, say, (doubt, *rest) = self._sorting, self._room.say, doubts
        sort = sorting.sort
        was = sort.value_words(doubt.was) or words("teach.piles.without")

        def answered(*, keeps: bool) -> Callable[[], Navigation]:
            def turn() -> Navigation:
                now_kept = (*kept, doubt.unit) if keeps else kept
                if rest:
                    return Replace(self._doubt_page(tuple(rest), now_kept, now_ms))
                return self._tell(sorting.told(but=now_kept), now_ms) or Close()

            return turn

        choices = (
            Choice(say("teach.piles.doubt_new", now=sorting.pile.name), answered(keeps=False), icon="tick"),
            Choice(say("teach.piles.doubt_old", was=was), answered(keeps=True), icon="undo"),
        )
        return ChoicePage(self._context, say("teach.piles.doubt", unit=sort.name_of(doubt.unit), was=was), choices)

    def _gone(self, now_ms: int) -> Navigation:
        assert self._sorting is not None
        assert self._sorting.sort.gone is not None
        values = self._sorting.told()
        return self._tell(values, now_ms, self._sorting.sort.gone(values))

    def _tell(self, values: Mapping[str, Any], now_ms: int, more: Mapping[str, Any] | None = None) -> Navigation:
        assert self._sorting is not None
        sorting, sort = self._sorting, self._sorting.sort
        name = sorting.pile.name if sort.piles else sort.words
        try:
            told = self._room.tell_pile(sort, values, name, sorting.at, more or {})
        except CompanionError as error:
            self._notice = (words("teach.not_saved", why=error.said), now_ms + NOTICE_MS)
            return None
        count = sum(1 for unit, value in values.items() if sorting.values.get(unit) != value)
        self._told.append(told)
        self._notice = (words("teach.piles.kept", pile=name, n=count), now_ms + NOTICE_MS)
        turns = self._turns + 1
        self._again(sorting.at + 1)
        self._turns = turns if self._sorting is not None and self._sorting.sort.name == sort.name else 0
        return Replace(self._after()) if self.is_stale else None

    def _take_back(self, now_ms: int) -> Navigation:
        if not self._told:
            self._notice = (words("teach.piles.no_back"), now_ms + NOTICE_MS)
            return None
        told = self._told[-1]
        try:
            self._room.take_back(told)
        except CompanionError as error:
            self._notice = (words("teach.not_saved", why=error.said), now_ms + NOTICE_MS)
            return None
        self._told.pop()
        self._begin(told.sort)
        if self._sorting is not None and self._sorting.sort.piles:
            self._sorting.choose(told.at)
        self._notice = (words("teach.piles.back_done", pile=told.pile), now_ms + NOTICE_MS)
        return None

    def _which_pile(self, sorting: Sorting) -> OneOfPage:
        say = self._room.say
        values = [(at, say.say(pile.name)) for at, pile in enumerate(sorting.sort.piles)]
        header = Header(say.say(sorting.sort.words), say("teach.piles.which_pile"))
        return OneOfPage(say, header, values, sorting.at, lambda at: self._take_pile(int(str(at))))

    def _take_pile(self, at: int) -> None:
        self._other(at)

    def _which_fact(self) -> OneOfPage:
        say, held = self._room.say, self._room.held
        values = [(sort.name, fact_line(self._room, sort, held.get(sort.name, {}))) for sort in self._room.pile_sorts]
        now = "" if self._sorting is None else self._sorting.sort.name
        header = Header(say("teach.piles.title"), say("teach.piles.which_fact"))
        return OneOfPage(say, header, values, now, lambda name: self._begin(str(name)))


FACTS = ("facts", "facts", "question")


def fact_line(room: Classroom, sort: PileSort, held: Mapping[str, Any]) -> str:
    """A fact, and of how many it is known."""
    say, left = room.say, len(Sorting(sort, held).left)
    return f"{say.say(sort.words)} · {say('teach.progress', n=len(sort.units) - left, all=len(sort.units))}"
