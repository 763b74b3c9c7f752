"""Who plays: known names are chosen in seat order, clockwise; then the start player is drawn."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, pi, sin

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Header, Hints, Notice
from companion.screens import Choosing, Finished, Goto, Input, Outcome, Still, Touched, choice_index, choice_key
from companion.screens.choices import more_below, visible_range
from companion.screens.frame import frame
from companion.screens.intents import Intent, Typed

LOW = 66  # of a seat: too low for two lines of a large name
SMALLEST = 0.58  # share of its full size, at which a name in a small place is written on two lines
ROOMY = 8  # players: so many have room for long names on two lines round a small table
DRAW_MS = 3200  # how long the light goes round the table


@dataclass(frozen=True, slots=True)
class SideChoice:
    """Something else to choose besides the names: ``Goto`` its name."""

    name: str
    label: str
    icon: str


@dataclass(frozen=True, slots=True)
class PlayersModel:
    """``least`` and ``most`` players; the texts are in the players' language."""

    header: Header
    roster: tuple[str, ...]
    least: int
    most: int
    add: str
    ready: str
    too_few: str
    chosen: tuple[str, ...] = ()
    asides: tuple[SideChoice, ...] = ()
    order: str = ""  # in which order the seats are
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()


class PlayersScreen(Choosing):
    """Tiles with names, then one to add a name, then one to go on. Answers ``Finished(names in seat order)``.

    With a keyboard a name can be typed at once: its first letter is ``Goto("name", letter)``.
    """

    writing = True

    def __init__(self, model: PlayersModel) -> None:
        super().__init__()
        self.model = model
        self.names = model.chosen

    def show(self, model: PlayersModel) -> None:
        """Keeps chosen players who are still on the roster; the focus stays where it was."""
        before, names = self.model.roster, model.roster
        if self.focus >= len(before):
            self.focus += len(names) - len(before)
        elif before[self.focus] in names:
            self.focus = names.index(before[self.focus])
        self.names = tuple(name for name in self.names if name in model.roster)
        self.names += tuple(name for name in model.chosen if name not in self.names)
        self.model = model

    def handle(self, wish: Input) -> Outcome | None:
        match wish:
            case Typed("\b"):
                return super().handle(Intent.BACK)
            case Typed(text) if not text.strip():
                return super().handle(Intent.OK)
            case Typed(text):
                return Goto("name", text)
            case Intent.MENU if self.focus < len(self.model.roster):
                return Goto("mark", self.model.roster[self.focus])
        return super().handle(wish)

    def focus_on_ready(self) -> None:
        self.focus = len(self.model.roster) + 1

    def count(self) -> int:
        return len(self.model.roster) + 2 + len(self.model.asides)

    def chosen(self, index: int) -> Outcome | None:
        roster = self.model.roster
        if index == len(roster):
            return Goto("name")
        if index > len(roster) + 1:
            return Goto(self.model.asides[index - len(roster) - 2].name)
        if index > len(roster):
            return Finished(self.names) if len(self.names) >= self.model.least else None
        name = roster[index]
        if name in self.names:
            self.names = tuple(other for other in self.names if other != name)
        elif len(self.names) < self.model.most:
            self.names = (*self.names, name)
        return None

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, model.header, model.hints, model.notices)
        foot, body = body.cut_bottom(canvas.theme.space["touch"] + 6, 12)
        right, body = body.cut_right(body.h * 1.2, 24)
        canvas.part("table", right, paint_round, self.names, None, model.order)
        go = model.ready if len(self.names) >= model.least else model.too_few
        words = (SideChoice("name", model.add, "plus"), SideChoice("go", go, "next"), *model.asides)
        roster = tuple((name, self.names.index(name) if name in self.names else None) for name in model.roster)
        canvas.part("tiles", body, paint_roster, roster, self.focus)
        canvas.part("ways", foot, paint_ways, words, self.focus - len(roster), len(roster))


def paint_ways(canvas: Canvas, region: Region, ways: tuple[SideChoice, ...], focus: int, first: int) -> None:
    """Add a name, go on, and other choices; ``first``: the index of the first among all choices."""
    cells = region.columns([1, 1.25, *[1] * (len(ways) - 2)], 10)
    for index, (cell, way) in enumerate(zip(cells, ways, strict=True)):
        widgets.button(canvas, cell, way.label, way.icon, focus=index == focus)
        canvas.target(choice_key(first + index), cell)


def paint_roster(canvas: Canvas, region: Region, roster: tuple[tuple[str, int | None], ...], focus: int) -> None:
    """Names with their seats, two in a row."""
    rows = -(-len(roster) // 2)
    touch = canvas.theme.space["touch"]
    looked_at = focus if focus < len(roster) else 0  # the player added last is at the top
    visible = visible_range(rows, looked_at // 2, int((region.h + 8) // (touch + 8)))
    region = more_below(canvas, region, visible, len(roster), 2)
    for row, strip in zip(visible, region.stack(len(visible), touch + 4, 8), strict=True):
        for index, cell in zip(range(row * 2, min(len(roster), row * 2 + 2)), strip.columns((1, 1), 8), strict=False):
            _paint_name(canvas, cell, *roster[index], focus=index == focus)
            canvas.target(choice_key(index), cell)


def _paint_name(canvas: Canvas, region: Region, name: str, seat: int | None, *, focus: bool) -> None:
    if focus:
        canvas.frame(region, "accent", 5, None, "panel_high")
    else:
        canvas.fill(region, "panel" if seat is None else "panel_high")
    sign, inner = region.inset(14, 10).cut_left(42, 14)
    if seat is None:
        canvas.icon("colour.unknown", sign, "line")
    else:
        widgets.seat_mark(canvas, sign, seat)
    canvas.text(inner, name, "whole", "text" if seat is None else canvas.theme.seat(seat).colour, lines=2)


def paint_round(canvas: Canvas, region: Region, names: tuple[str, ...], light: int | None, middle: str) -> None:
    """The table from above with all players round it, clockwise from the top."""
    high = 0.185 if light is None and len(names) <= ROOMY else 0.136
    spot = Region(0, 0, min(250, region.w * 0.25), min(92, region.h * high))
    across, down = (min(region.w, region.h * 2.1) - spot.w) / 2 - 6, (region.h - spot.h) / 2 - 6
    side = max(120.0, min(across * 2 - spot.w, (down * 2 - spot.h) * 0.86) - 24)
    table = region.middle(side, side)
    canvas.fill(table, "panel_high", side / 2)
    canvas.fill(table.inset(8), "panel", side / 2 - 8)
    style = "heading" if side > (260 if light is None else 200) else "small"  # who begins matters more than the order
    canvas.text(table.inset(table.w * 0.12, table.h * 0.2), middle, style, "text", align="centre", lines=4)
    x, y = region.centre
    for seat, name in enumerate(names):
        angle = 2 * pi * seat / len(names)
        left, top = x + sin(angle) * across - spot.w / 2, y - cos(angle) * down - spot.h / 2
        _paint_seat(canvas, spot.moved(left, top), seat, name, lit=seat == light)
        if light is not None:
            canvas.target(choice_key(seat), spot.moved(left, top))


def _paint_seat(canvas: Canvas, region: Region, seat: int, name: str, *, lit: bool) -> None:
    mark = canvas.theme.seat(seat)
    if lit:
        canvas.frame(region.inset(-4), "accent", 5, 16, "panel_high")
    elif region.w > 190:
        canvas.fill(region, "panel", 12)
    inner = region.inset(6, 4)
    if region.w > 190:
        widgets.seat_name(canvas, inner.inset(8, 0), seat, name, lines=2, size=None if region.h > LOW else 23)
        return
    is_long = canvas.width_of(name, "whole") * SMALLEST > inner.w
    upper, lower = inner.rows((1, 1.9 if is_long else 1.1))
    canvas.icon(mark.shape, upper, mark.colour)
    canvas.text(lower, name, "whole", mark.colour, align="centre", size=25, lines=2)


@dataclass(frozen=True, slots=True)
class DrawModel:
    """The start player is already drawn; the light only shows it. ``results``: the text for each seat."""

    header: Header
    names: tuple[str, ...]
    start: int
    running: str
    results: tuple[str, ...]
    motion: bool = True
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()


class DrawScreen(Still):
    """A light goes round the table, slower and slower. Previous and next choose somebody instead of the draw."""

    def __init__(self, model: DrawModel) -> None:
        self.model = model
        self.choice: int | None = None  # the seat chosen by hand
        self._began: int | None = None
        self._now = 0

    def update(self, now_ms: int) -> None:
        self._began = now_ms if self._began is None else self._began
        self._now = now_ms

    @property
    def share(self) -> float:
        if not self.model.motion or self.choice is not None:
            return 1.0
        return min(1.0, (self._now - (self._began or 0)) / DRAW_MS)

    @property
    def light(self) -> int:
        """The seat that is lit: moving fast at first, then slower, ending at the start player."""
        if self.choice is not None:
            return self.choice
        count = len(self.model.names)
        turns = 4 * count + self.model.start
        return round(turns * (1 - (1 - self.share) ** 3)) % count

    def handle(self, wish: Input) -> Outcome | None:
        match wish:
            case Intent.OK:
                return Finished(self.light) if self.share >= 1 else None
            case Intent.PREVIOUS | Intent.NEXT:
                self.choice = (self.light + (1 if wish is Intent.NEXT else -1)) % len(self.model.names)
                return None
            case Touched(key) if (seat := choice_index(key)) is not None and seat < len(self.model.names):
                self.choice = seat
                return None
        return super().handle(wish)

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, model.header, model.hints, model.notices)
        over = self.share >= 1
        middle = model.results[self.light] if over else model.running
        canvas.part("table", body, paint_round, model.names, self.light, middle)
