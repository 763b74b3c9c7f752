"""Choosing one of many things in few presses: each of the four buttons is a door with a quarter of them behind it.

A press spreads what is behind a door over all four: three presses choose one of 64 things. With a keyboard people
type letters instead; then the focus moves over what fits, and Enter takes it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from companion.drawing.canvas import Canvas
from companion.language.sorting import sort_key
from companion.models import Header, Hints, Notice, NowLine
from companion.screens import Chosen, Goto, Input, Leave, Outcome, Still, Touched, choice_index
from companion.screens.doors import BUTTONS, DOORS, WIDTHS, Door, door_names, doors, places
from companion.screens.frame import draw_now, frame, now_height
from companion.screens.intents import Intent, Typed
from companion.screens.number_screen import NumberedNodes, NumberModel, NumberScreen, NumberWords, numbered_nodes
from companion.screens.painted_doors import look_of, paint_door, paint_found, paint_so_far
from companion.screens.searching import search
from companion.screens.tell_screen import Node

MOST_FOUND = 8  # tiles that fit the typed letters
LONGEST_TEXT = 24
LONGEST_LIST = 1000


@dataclass(frozen=True, slots=True)
class DoorsModel:
    """``nodes``: the ``likely`` ones come first, the ``pinned`` ones last, the others in alphabetical order.

    ``step``: in which step of the game; while it lasts, the borders between doors stay where they are.
    ``keeps``: nothing is told yet by choosing: the door stays open, more follows behind the last button, and the last
    node ends it.
    ``elsewhere``: what cannot be chosen now; asked for when letters are typed. ``so_far``: what was told in this step.
    ``up``: what holding back does behind a door; ``nothing``: the text if no name has the typed letters; ``more``: the
    text on a door without names.
    """

    header: Header
    now: NowLine
    nodes: tuple[Node, ...]
    so_far: tuple[Node, ...] = ()
    so_far_title: str = ""
    hints: Hints = field(default_factory=Hints)
    up: str = ""
    nothing: str = ""
    more: str = ""
    number: NumberWords = field(default_factory=NumberWords)
    notices: tuple[Notice, ...] = ()
    elsewhere: Callable[[], tuple[Node, ...]] = field(default=tuple, compare=False)
    keeps: bool = False
    step: str = ""
    order: str = ""  # the alphabet of the language


class DoorsScreen(Still):
    """Answers ``Chosen(command)``; a node whose command is an outcome itself gives that."""

    writing = True
    runs_on = False  # each press opens a door

    def __init__(self, model: DoorsModel) -> None:
        self.model = model
        self._way: tuple[
            tuple[str, tuple[Node, ...]], ...
        ] = ()  # what was behind each door opened so far, and the thing it belongs to, if one
        self._built: tuple[tuple[Node, ...], tuple[Door, ...]] | None = None
        self._entry: tuple[tuple[Node, ...], NumberScreen | None] | None = None
        self._among: frozenset[str] = frozenset()  # labels of this step so far
        self.text = ""
        self.focus = 0
        self._meet(model)

    def _meet(self, model: DoorsModel) -> None:
        known = self._among if model.step == self.model.step else frozenset()
        self._among = known.union(node.label for node in model.nodes if not node.pinned) if model.step else known

    def show(self, model: DoorsModel) -> None:
        same = model.now.text == self.model.now.text
        if model.keeps and same and [one.command for one in model.nodes] == [one.command for one in self.model.nodes]:
            now = {node.command: node for node in model.nodes}
            self._way = tuple((label, tuple(now[node.command] for node in door)) for label, door in self._way)
            self._built = None
        elif model.nodes != self.model.nodes or (model.keeps and not same):
            self._begin()
        if model.nodes != self.model.nodes:
            self._meet(model)
        self.model = model

    def _begin(self) -> None:
        self._way, self.text, self.focus, self._entry = (), "", 0, None

    @property
    def page(self) -> tuple[Node, ...]:
        """Everything that can be chosen from here."""
        return self._way[-1][1] if self._way else self.model.nodes

    @property
    def doors(self) -> dict[int, Door]:
        """What is behind each button, by number."""
        page = self.page
        if (entry := self.entry) is not None:
            return {
                number: tuple(node for node in entry.behind(number) if isinstance(node, Node)) for number in entry.slots
            }
        if self._built is None or self._built[0] is not page:
            keeps = self.model.keeps
            found = doors(page, keeps=keeps, among=self._around(page), order=self.model.order, inside=bool(self._way))
            self._built = (page, found)
        found = self._built[1]
        return dict(zip(self._places(found), found, strict=True))

    def _around(self, page: tuple[Node, ...]) -> list[str]:
        """What was behind the same doors earlier in this step."""
        if not self._way:
            return list(self._among)
        here = [sort_key(node.label) for node in page if not node.pinned and not node.likely]
        return [label for label in self._among if here and here[0] <= sort_key(label) <= here[-1]]

    def _places(self, found: tuple[Door, ...]) -> tuple[int, ...]:
        """The way out, if alone behind a door, is on the back button."""
        at = places(len(found))
        if self.model.keeps:
            return (*range(len(found) - 1), DOORS - 1)
        last = found[-1] if found else ()
        if len(last) == 1 and last[0].pinned and len(found) < DOORS:
            return (*places(len(found) - 1), DOORS - 1)
        return at

    @property
    def names(self) -> dict[int, str]:
        """The text of each button."""
        if self.entry is not None:
            return self.entry.names
        found = self.doors
        return dict(zip(found, door_names(tuple(found.values()), self.model.more), strict=True))

    @property
    def found(self) -> tuple[Node, ...]:
        """What fits the typed letters, behind all doors."""
        elsewhere = self.model.elsewhere() if self.text.strip() else ()
        return search(self.page, elsewhere, self.text)

    @property
    def entry(self) -> NumberScreen | None:
        """What stands in place of the doors where a number is to be told."""
        page = self.page
        if self._entry is None or self._entry[0] != page:
            found = numbered_nodes(page)
            self._entry = (page, None if found is None else NumberScreen(self._number_model(found)))
        return self._entry[1]

    def _number_model(self, found: NumberedNodes) -> NumberModel:
        """Every number, and every door beside them, answers with its tile."""
        model, now = self.model, self._now()
        return NumberModel(
            model.header,
            replace(now, why=now.why or found.about),
            found.numbers,
            model.number,
            found.nodes,
            first=tuple(replace(node, command=node, children=()) for node in found.first),
            last=tuple(replace(node, command=node, children=()) for node in found.last),
            hints=Hints(
                hold_ok=model.hints.hold_ok,
                hold_back=model.up if self._way else model.hints.hold_back,
                hold_next=model.hints.hold_next,
            ),
            notices=model.notices,
        )

    def _by_number(self, entry: NumberScreen, wish: Input) -> Outcome | None:
        is_first = not entry.entry.way and not entry.entry.text
        match wish:
            case Intent.UNDO | Typed("\b") if is_first and self._way:
                self._up()
                return None
            case Intent.UNDO | Intent.MENU if is_first or wish is Intent.MENU:
                return super().handle(wish)
        match entry.handle(wish):
            case Chosen(Node() as node):
                return self._taken(node)
            case Leave() if self._way:
                self._up()
        return None

    def handle(self, wish: Input) -> Outcome | None:
        if wish in (Intent.RULES, Touched("rules")):
            return super().handle(wish)
        if (entry := self.entry) is not None:
            return self._by_number(entry, wish)
        match wish:
            case Typed("\b") if not self.text:
                self._up()
                return None
            case Typed(text):
                self._typed(text)
                return None
            case Touched(key) if (index := choice_index(key)) is not None:
                return self._touched(index)
            case Intent.UNDO if self._way or self.text:
                self._up()
                return None
        if self.text:
            return self._in_list(wish)
        if wish in BUTTONS:
            return self._opened(BUTTONS.index(wish))
        return super().handle(wish)

    def _typed(self, text: str) -> None:
        if text == "\b":
            self.text = self.text[:-1]
        else:
            kept = "".join(letter for letter in text if letter.isprintable())
            self.text = (self.text + kept).lstrip()[:LONGEST_TEXT]
        self.focus = 0

    def _in_list(self, wish: Input) -> Outcome | None:
        """With letters typed, the focus moves over what fits."""
        found = self.found[:MOST_FOUND]
        match wish:
            case Intent.PREVIOUS | Intent.NEXT if found:
                self.focus = (self.focus + (1 if wish is Intent.NEXT else -1)) % len(found)
            case Intent.OK if found:
                return self._taken(found[min(self.focus, len(found) - 1)])
            case Intent.BACK:
                self.text = ""
            case Intent.MENU:
                return super().handle(wish)
        return None

    def _touched(self, index: int) -> Outcome | None:
        if not self.text:
            return self._opened(index)
        found = self.found[:MOST_FOUND]
        return self._taken(found[index]) if index < len(found) else None

    def _opened(self, number: int) -> Outcome | None:
        door = self.doors.get(number)
        if not door:
            return None
        if len(door) == 1:
            return self._taken(door[0])
        if self.model.keeps:
            door = (*door, self.model.nodes[-1])  # so that nobody has to go back to the first doors for it
        self._way = (*self._way, ("", door))
        return None

    def _taken(self, node: Node) -> Outcome | None:
        if node.why:
            return None  # the reason stands beside it
        self.text, self.focus = "", 0
        if node.children:
            self._way = (*self._way, (node.label, node.children))
            return None
        if not self.model.keeps:
            self._begin()
        return node.command if isinstance(node.command, Goto | Leave) else Chosen(node.command)

    def _up(self) -> None:
        """One press back."""
        if self.text:
            self.text, self.focus = "", 0
            return
        self._way = self._way[:-1]

    # What is to be seen.

    def draw(self, canvas: Canvas) -> None:
        model, gap = self.model, canvas.theme.space["gap"]
        if (entry := self.entry) is not None and (found := numbered_nodes(self.page)) is not None:
            entry.show(self._number_model(found))
            entry.draw(canvas)
            return
        body = frame(canvas, model.header, self._hints(), model.notices)
        now, body = body.cut_top(now_height(canvas), gap)
        draw_now(canvas, now, self._now())
        if model.so_far or self.text:
            strip, body = body.cut_top(40, gap)
            canvas.part("so far", strip, paint_so_far, model.so_far_title, model.so_far, self.text)
        if self.text:
            canvas.part("found", body, paint_found, self.found[:MOST_FOUND], self.focus, model.nothing)
            return
        doors, names, cells = self.doors, self._shown_names(), body.columns(WIDTHS, 10)
        look = look_of(canvas, cells[0], tuple(doors.values()), tuple(names.values()))
        for number, cell in enumerate(cells):
            canvas.part(f"door.{number}", cell, paint_door, number, doors.get(number, ()), names.get(number, ""), look)

    def _shown_names(self) -> dict[int, str]:
        """A door with few things needs no name: they are all listed. What is ticked in turn stands in no alphabet."""
        most = LONGEST_LIST if self.model.keeps else DOORS
        return {n: "" if 1 < len(self.doors[n]) <= most else name for n, name in self.names.items()}

    def _now(self) -> NowLine:
        """Behind a named door the line says what is chosen now, and below it what for."""
        now, way = self.model.now, [label for label, _ in self._way if label]
        return replace(now, text=" › ".join(way), why=now.text) if way else now

    def _hints(self) -> Hints:
        """What a button does stands on the door above it; here only what holding it does."""
        hints = self.model.hints
        if self.text:
            return hints
        blank = dict.fromkeys((button.value for button in BUTTONS), "")
        return replace(hints, **blank, hold_back=self.model.up if self._way else hints.hold_back)
