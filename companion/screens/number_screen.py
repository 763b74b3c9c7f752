"""A number: by the four buttons as doors, by a pad to touch, by typing. See ``companion.number_entry``.

What is asked, of whom and about what stays in sight. Holding back goes one press back and takes no door; holding OK
leaves the number open, where that is an answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.language.i18n import Phrases
from companion.models import CardModel, Header, Hints, Notice, NowLine
from companion.number_entry import DOORS, MINUS, NumberEntry, Numbers, Part
from companion.screens import Chosen, Finished, Goto, Input, Leave, Outcome, Still, Touched, choice_index, choice_key
from companion.screens.doors import places
from companion.screens.doors_screen import BUTTONS, WIDTHS
from companion.screens.frame import frame
from companion.screens.intents import Intent, Typed
from companion.screens.tell_screen import Node

PAD_WIDTH, KEY_GAP = 520, 8
DELETE, ENTER, OPEN = "\b", "enter", "open"
SPECIAL = {DELETE: "delete", ENTER: "tick"}


@dataclass(frozen=True, slots=True)
class NumberModel:
    """``commands``: what each of the numbers means, if not just itself. ``first``, ``last``: doors that are no number
    (to pass, to leave), on the first page, at most two. ``open``: says that the number may be left open."""

    header: Header
    now: NowLine
    numbers: Numbers
    commands: tuple[object, ...] = ()
    first: tuple[Node, ...] = ()
    last: tuple[Node, ...] = ()
    card: CardModel | None = None
    open: str = ""
    allowed: str = ""
    out: str = ""
    point: str = "."
    hints: Hints = field(default_factory=Hints)
    typing: Hints = field(default_factory=Hints)  # while a number is being typed
    up: str = ""  # what holding back does behind a door
    leave: str = ""  # and before the first one, if it takes nothing back
    notices: tuple[Notice, ...] = ()

    @property
    def doors(self) -> int:
        return DOORS - len(self.first) - len(self.last)


class NumberScreen(Still):
    """Answers ``Finished(number)``, or ``Chosen`` its command; ``Finished(None)``: left open."""

    writing = True

    def __init__(self, model: NumberModel) -> None:
        self.model = model
        self.entry = NumberEntry(model.numbers, model.doors)

    def show(self, model: NumberModel) -> None:
        if (model.numbers, model.commands) != (self.model.numbers, self.model.commands):
            self.entry = NumberEntry(model.numbers, model.doors)
        self.model = model

    @property
    def slots(self) -> dict[int, Node | Part]:
        """What is behind each button, by number."""
        first, last = (self.model.first, self.model.last) if not self.entry.way else ((), ())
        found = (*first, *self.entry.parts)
        ends = zip(range(DOORS - len(last), DOORS), last, strict=True)
        return dict(zip(places(len(found)) if not last else range(DOORS), found, strict=False)) | dict(ends)

    @property
    def names(self) -> dict[int, str]:
        """The text of each button."""
        return {number: self._name(slot) for number, slot in self.slots.items()}

    def _name(self, slot: Node | Part) -> str:
        return slot.label if isinstance(slot, Node) else self.model.numbers.range_label(slot, self.model.point)

    # What people want.

    def handle(self, wish: Input) -> Outcome | None:
        match wish:
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
            case Intent.MENU if self.model.open:
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
        body = frame(canvas, model.header, self._hints(), model.notices)
        upper, lower = body.cut_top(4 * canvas.theme.space["touch"] + 3 * KEY_GAP, gap)
        pad, asked = upper.cut_right(PAD_WIDTH, gap)
        canvas.part("pad", pad, paint_pad, self._signs())
        now, line = asked.cut_top(asked.h - 152, gap)
        canvas.part("now", now, paint_asked, model.now, model.card)
        canvas.part("line", line, paint_number, self._shown(), self._said_below(), model.open, bool(self.entry.text))
        names, slots = ({}, {}) if self.entry.text else (self.names, self.slots)  # while typing the buttons do not open
        for number, cell in enumerate(lower.columns(WIDTHS, 10)):
            icon = slot.icon if isinstance(slot := slots.get(number), Node) else ""
            canvas.part(f"door.{number}", cell, paint_number_door, number, names.get(number, ""), icon)

    def _signs(self) -> tuple[str, ...]:
        numbers = self.model.numbers
        minus, point = ("-",) * (numbers.values[0] < 0), (self.model.point,) * numbers.tenths
        return (DELETE, *minus, *point, ENTER)

    def _shown(self) -> str:
        """What was typed, or what can still be reached."""
        if self.entry.text:
            return self.entry.text.replace("-", MINUS).replace(".", self.model.point)
        return self.model.numbers.range_label(self.entry.page, self.model.point)

    def _said_below(self) -> tuple[str, bool]:
        """What may be said; whether it is a warning."""
        if self.entry.is_out:
            return self.model.out, True
        return (self.model.allowed if self.entry.text or self.entry.way else ""), False

    def _hints(self) -> Hints:
        model = self.model
        if self.entry.text:
            return replace(model.typing, hold_back=model.up)
        names = {BUTTONS[number].value: name for number, name in self.names.items()}
        hints = replace(model.hints, **{button.value: names.get(button.value, "") for button in BUTTONS})
        if self.entry.way:
            return replace(hints, hold_back=model.up)
        if not hints.back:
            return replace(hints, back=model.hints.back)
        return replace(hints, hold_back=hints.hold_back or model.leave)


def paint_asked(canvas: Canvas, region: Region, now: NowLine, card: CardModel | None) -> None:
    """What is asked, of whom, about what."""
    canvas.fill(region, "panel")
    canvas.fill(
        Region(region.x, region.y, 8, region.h), "accent" if now.seat is None else canvas.theme.seat(now.seat).colour, 4
    )
    inner = region.inset(24, 12)
    if card is not None:
        spot, inner = inner.cut_left(inner.h * 0.72, 20)
        widgets.card(canvas, spot, card)
    if now.seat is not None:
        sign, inner = inner.cut_left(52, 16)
        widgets.seat_mark(canvas, sign.middle(52, 52), now.seat)
    if now.clock:
        clock, inner = inner.cut_right(110, 12)
        canvas.text(clock, now.clock, "digits", "text", align="right")
    if not now.why:
        canvas.text(inner, now.text, "heading", "text", lines=3, size=40)
        return
    text, why = inner.rows((1.4, 1), 4)
    canvas.text(text, now.text, "heading", "text", lines=2, size=40, valign="bottom")
    canvas.text(why, now.why, "body", "text_soft", lines=2, size=25, valign="top")


def paint_number(  # noqa: PLR0917 - the painter of a part is given its values in order
    canvas: Canvas, region: Region, shown: str, below: tuple[str, bool], open_label: str, typed: bool
) -> None:
    """The number as far as it is told, and beside it the way to leave it open."""
    if open_label:
        spot, region = region.cut_right(region.w * 0.34, 10)
        canvas.target(f"key.{OPEN}", spot)
        canvas.fill(spot, "panel_high")
        canvas.text(spot.inset(12, 8), open_label, "strong", "text", lines=3, align="centre")
    canvas.fill(region, "paper")
    said, is_warning = below
    inner = region.inset(20, 8)
    if said:
        foot, inner = inner.cut_bottom(44)
        canvas.text(foot, said, "label", "ink" if is_warning else "ink_soft", align="centre", size=27)
    canvas.text(inner, shown, "number", "ink" if typed else "ink_soft", align="centre", size=76 if typed else 62)


def paint_pad(canvas: Canvas, region: Region, signs: tuple[str, ...]) -> None:
    """Digits as on a phone; beside them what else there is to type."""
    digits, beside = region.columns((3, 1.15), KEY_GAP)
    for row, keys in zip(digits.rows((1, 1, 1, 1), KEY_GAP), ("123", "456", "789", "0"), strict=True):
        for cell, key in zip(row.columns([1] * len(keys), KEY_GAP), keys, strict=True):
            _paint_key(canvas, cell, key)
    for cell, key in zip(beside.rows([1] * len(signs), KEY_GAP), signs, strict=True):
        _paint_key(canvas, cell, key)


def _paint_key(canvas: Canvas, region: Region, key: str) -> None:
    canvas.target(f"key.{key}", region)
    main = key == ENTER
    canvas.fill(region, "accent" if main else "panel_high", 12)
    if key in SPECIAL:
        canvas.icon(SPECIAL[key], region.middle(46, 46), "accent_ink" if main else "text")
    else:
        canvas.text(region, key.replace("-", MINUS), "number", "text", align="centre", size=46)


def paint_number_door(canvas: Canvas, region: Region, number: int, name: str, icon: str) -> None:
    """What is behind a button, as large as it goes."""
    if not name:
        canvas.frame(region, "line", 2, 16, "panel")
        return
    canvas.fill(region.moved(0, 3), "shadow")
    canvas.fill(region, "panel_high")
    canvas.target(choice_key(number), region)
    inner = region.inset(14, 8)
    if icon:
        sign, inner = inner.cut_top(inner.h * 0.4, 4)
        canvas.icon(icon, sign.middle(44, 44), "text")
    is_number = not icon and name[-1:].isdecimal()
    canvas.text(
        inner,
        name,
        "number" if is_number else "strong",
        "text",
        align="centre",
        lines=1 + (not is_number),
        size=60 if is_number else 34,
    )


def number_model(
    say: Phrases,
    header: Header,
    now: NowLine,
    numbers: Numbers,
    *,
    may_be_open: bool = False,
    hints: Hints | None = None,
) -> NumberModel:
    """The same words wherever a number is asked for; ``hints``: what buttons without a door and holds do."""
    point, less, more = (say(f"screen.number.{key}") for key in ("point", "less", "more"))
    least, most = (numbers.label(numbers.values[end], point) for end in (0, -1))
    hold_open = say("screen.number.hold_open") if may_be_open else ""
    return NumberModel(
        header,
        now,
        numbers,
        open=say("screen.number.open") if may_be_open else "",
        allowed=say("screen.number.allowed", least=least, most=most),
        out=say("screen.number.out", least=least, most=most),
        point=point,
        hints=hints or Hints(back=say("screen.hint.back"), hold_ok=hold_open),
        typing=Hints(less, more, say("screen.hint.ok"), say("screen.hint.delete"), hold_ok=hold_open),
        up=say("screen.doors.up"),
        leave=say("screen.number.hold_leave"),
    )
