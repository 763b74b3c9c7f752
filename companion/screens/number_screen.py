"""A number: by the four buttons as doors, by a pad to touch, by typing. See ``companion.number_entry``.

What is asked, of whom and about what stays in sight. Holding back goes one press back and takes no door; holding OK
leaves the number open, where that is an answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.drawing.canvas import Canvas
from companion.language.i18n import Phrases
from companion.models import CardModel, Header, Hints, Notice, NowLine, rules_hint
from companion.number_entry import DOORS, MINUS, NumberEntry, Numbers, Part
from companion.screens import Chosen, Finished, Goto, Input, Leave, Outcome, Still, Touched, choice_index
from companion.screens.doors import BUTTONS, WIDTHS, places
from companion.screens.frame import frame
from companion.screens.intents import Intent, Typed
from companion.screens.number_pad import (
    DELETE,
    ENTER,
    KEY_GAP,
    OPEN,
    asked_size,
    paint_asked,
    paint_number,
    paint_number_door,
    paint_pad,
)
from companion.screens.tell_screen import Node

PAD_WIDTH = 520
LEAST, MOST = "«least»", "«most»"  # stand in texts for the bounds of each question; all of it printable
MOST_BESIDE = 2  # doors that numbers can spare


@dataclass(frozen=True, slots=True)
class NumberWords:
    """The same wherever a number is asked for. ``open``: that it may be left open, if it may; ``up``: what holding back
    does behind a door, ``leave``: before the first one."""

    point: str = "."
    allowed: str = ""
    out: str = ""
    open: str = ""
    up: str = ""
    leave: str = ""
    typing: Hints = field(default_factory=Hints)  # while a number is being typed


@dataclass(frozen=True, slots=True)
class NumberModel:
    """``commands``: what each of the numbers means, if not just itself. ``first``, ``last``: doors that are no number
    (to pass, to leave), on the first page, at most two. ``hints``: what buttons without a door and holds do."""

    header: Header
    now: NowLine
    numbers: Numbers
    words: NumberWords
    commands: tuple[object, ...] = ()
    first: tuple[Node, ...] = ()
    last: tuple[Node, ...] = ()
    card: CardModel | None = None
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()

    @property
    def doors(self) -> int:
        return DOORS - len(self.first) - len(self.last)

    def bounds(self, template: str) -> str:
        """Words with the least and the most that can be said."""
        least, most = (self.numbers.label(self.numbers.values[end], self.words.point) for end in (0, -1))
        return template.replace(LEAST, least).replace(MOST, most)


@dataclass(frozen=True, slots=True)
class NumberedNodes:
    """A page of things to tell on which numbers are entered; ``about``: what the numbers are, if others stand there."""

    nodes: tuple[Node, ...]
    first: tuple[Node, ...] = ()
    last: tuple[Node, ...] = ()
    about: str = ""

    @property
    def numbers(self) -> Numbers:
        """The least that is not below zero is the likeliest, as of bids."""
        values = tuple(node.number for node in self.nodes if node.number is not None)
        return Numbers(values, near=max(0, values[0]))


def numbered_nodes(page: tuple[Node, ...]) -> NumberedNodes | None:
    """Numbers alone, or one sort of them beside so few other things that all share the doors; None: no such page."""
    if page and all(node.number is not None for node in page):
        return NumberedNodes(_ascending(page))
    sorts = [node for node in page if node.children and all(child.number is not None for child in node.children)]
    if len(sorts) != 1 or len(page) - 1 > MOST_BESIDE:
        return None
    others = [node for node in page if node is not sorts[0]]
    first, last = (tuple(node for node in others if node.pinned is pinned) for pinned in (False, True))
    return NumberedNodes(_ascending(sorts[0].children), first, last, sorts[0].label)


def _ascending(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    return tuple(sorted(nodes, key=lambda node: node.number or 0))


class NumberScreen(Still):
    """Answers ``Finished(number)``, or ``Chosen`` its command; ``Finished(None)``: left open."""

    writing = True
    runs_on = False  # each press opens a door

    def __init__(self, model: NumberModel) -> None:
        self.model = model
        self.entry = NumberEntry(model.numbers, model.doors)

    def show(self, model: NumberModel) -> None:
        before = self.model
        if (model.numbers, model.commands, model.doors) != (before.numbers, before.commands, before.doors):
            self.entry = NumberEntry(model.numbers, model.doors)
        self.model = model

    @property
    def slots(self) -> dict[int, Node | Part]:
        """What is behind each button, by number."""
        first, last = (self.model.first, self.model.last) if not self.entry.way else ((), ())
        found = (*first, *self.entry.parts)
        ends = zip(range(DOORS - len(last), DOORS), last, strict=True)
        return dict(zip(places(len(found)) if not last else range(DOORS), found, strict=False)) | dict(ends)

    def behind(self, number: int) -> tuple[object, ...]:
        """What can be reached by a button: commands, or the numbers themselves."""
        slot, values = self.slots.get(number), self.model.numbers.values
        if slot is None or isinstance(slot, Node):
            return () if slot is None else (slot.command,)
        return tuple(self.model.commands[values.index(value)] if self.model.commands else value for value in slot)

    @property
    def names(self) -> dict[int, str]:
        """The text of each button."""
        return {number: self._name(slot) for number, slot in self.slots.items()}

    def _name(self, slot: Node | Part) -> str:
        return slot.label if isinstance(slot, Node) else self.model.numbers.range_label(slot, self.model.words.point)

    # What people want.

    def handle(self, wish: Input) -> Outcome | None:
        match wish:
            case Intent.RULES | Intent.WHERE | Touched("rules"):
                return super().handle(wish)
            case Typed("\b") if not self.entry.text:
                self.entry = self.entry.up()
            case Typed(text):
                self.entry = self.entry.typed(text)
            case Touched(key) if key.startswith("key."):
                return self._key(key.removeprefix("key."))
            case Touched(key) if (index := choice_index(key)) is not None and not self.entry.text:
                return self._opened(index)
            case Intent.UNDO if self.entry.way or self.entry.text:
                self.entry = self.entry.up()
            case Intent.MENU if self.model.words.open:
                return self._told(None)
            case Intent.UNDO if not self.model.hints.hold_back:
                return Leave()
            case Intent.MENU | Intent.UNDO:
                return super().handle(wish) if wish is Intent.UNDO or self.model.hints.hold_ok else None
            case Intent() if self.entry.text:
                return self._while_typing(wish)
            case Intent():
                return self._opened(BUTTONS.index(wish))
        return None

    def _key(self, key: str) -> Outcome | None:
        if key == OPEN:
            return self._told(None)
        if key == ENTER:
            return self._entered()
        self.entry = self.entry.typed(key)
        return None

    def _while_typing(self, wish: Intent) -> Outcome | None:
        match wish:
            case Intent.OK:
                return self._entered()
            case Intent.BACK:
                self.entry = self.entry.typed(DELETE)
            case _:
                self.entry = self.entry.moved(1 if wish is Intent.NEXT else -1)
        return None

    def _entered(self) -> Outcome | None:
        return None if self.entry.value is None else self._told(self.entry.value)

    def _opened(self, number: int) -> Outcome | None:
        slot = self.slots.get(number)
        if slot is None:
            return Leave() if number == BUTTONS.index(Intent.BACK) and not self.entry.way else None
        if isinstance(slot, Node):
            return slot.command if isinstance(slot.command, Goto | Leave) else Chosen(slot.command)
        if len(slot) == 1:
            return self._told(slot[0])
        self.entry = self.entry.opened(self.entry.parts.index(slot))
        return None

    def _told(self, value: int | None) -> Outcome:
        self.entry = NumberEntry(self.model.numbers, self.model.doors)
        numbers = self.model.numbers
        if value is None:
            return Finished(None)
        if self.model.commands:
            return Chosen(self.model.commands[numbers.values.index(value)])
        return Finished(numbers.exact(value))

    # What is to be seen.

    def draw(self, canvas: Canvas) -> None:
        model, gap = self.model, canvas.theme.space["gap"]
        body = frame(canvas, model.header, self.hints, model.notices)
        upper, lower = body.cut_top(4 * canvas.theme.space["touch"] + 3 * KEY_GAP, gap)
        pad, asked = upper.cut_right(PAD_WIDTH, gap)
        canvas.part("pad", pad, paint_pad, self._signs())
        now, line = asked.cut_top(asked.h - 152, gap)
        canvas.part("now", now, paint_asked, model.now, model.card)
        canvas.largest("now", asked_size(canvas, now, model.now, model.card))
        canvas.part("line", line, paint_number, self.shown, self.said_below, model.words.open, bool(self.entry.text))
        names, slots = ({}, {}) if self.entry.text else (self.names, self.slots)  # while typing the buttons do not open
        for number, cell in enumerate(lower.columns(WIDTHS, 10)):
            icon = slot.icon if isinstance(slot := slots.get(number), Node) else ""
            canvas.part(f"door.{number}", cell, paint_number_door, number, names.get(number, ""), icon)

    def _signs(self) -> tuple[str, ...]:
        numbers = self.model.numbers
        minus, point = ("-",) * (numbers.values[0] < 0), (self.model.words.point,) * numbers.tenths
        return (DELETE, *minus, *point, ENTER)

    @property
    def shown(self) -> str:
        """What was typed, or what can still be reached."""
        if self.entry.text:
            return self.entry.text.replace("-", MINUS).replace(".", self.model.words.point)
        return self.model.numbers.range_label(self.entry.page, self.model.words.point)

    @property
    def said_below(self) -> tuple[str, bool]:
        """What may be said; whether it is a warning."""
        if self.entry.is_out:
            return self.model.bounds(self.model.words.out), True
        return (self.model.bounds(self.model.words.allowed) if self.entry.text or self.entry.way else ""), False

    @property
    def hints(self) -> Hints:
        model = self.model
        if self.entry.text:
            return replace(model.words.typing, hold_back=model.words.up, hold_next=model.hints.hold_next)
        names = {BUTTONS[number].value: name for number, name in self.names.items()}
        hints = replace(model.hints, **{button.value: names.get(button.value, "") for button in BUTTONS})
        if self.entry.way:
            return replace(hints, hold_back=model.words.up)
        if not hints.back:
            return replace(hints, back=model.hints.back)
        return replace(hints, hold_back=hints.hold_back or model.words.leave)


def number_words(say: Phrases, *, may_be_open: bool = False) -> NumberWords:
    point, less, more = (say(f"screen.number.{key}") for key in ("point", "less", "more"))
    bounds = {"least": LEAST, "most": MOST}
    return NumberWords(
        point,
        say("screen.number.allowed", **bounds),
        say("screen.number.out", **bounds),
        open=say("screen.number.open") if may_be_open else "",
        up=say("screen.doors.up"),
        leave=say("screen.number.hold_leave"),
        typing=Hints(less, more, say("screen.hint.ok"), say("screen.hint.delete")),
    )


def number_model(
    say: Phrases, header: Header, now: NowLine, numbers: Numbers, *, may_be_open: bool = False
) -> NumberModel:
    """A number on a page of its own, which back leaves."""
    hold_open = say("screen.number.hold_open") if may_be_open else ""
    said = number_words(say, may_be_open=may_be_open)
    hints = Hints(back=say("screen.hint.back"), hold_ok=hold_open, hold_next=rules_hint(say, header))
    return NumberModel(header, now, numbers, replace(said, typing=replace(said.typing, hold_ok=hold_open)), hints=hints)
