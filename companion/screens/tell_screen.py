"""Telling by hand what the camera did not see: a tree of choices for four buttons and few presses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.icons import icon_colour
from companion.drawing.regions import Region
from companion.language.sorting import sort_key
from companion.models import Header, Hints, Notice
from companion.screens import Choosing, Chosen, Input, Outcome, choice_key
from companion.screens.choices import more_below, visible_range
from companion.screens.frame import frame
from companion.screens.intents import Intent

MOST_TILES = 16  # more than this are first divided by initial letters


@dataclass(frozen=True, slots=True)
class Node:
    """A tile: it opens its children, or gives its command if it has none. Without a label its children are named on it.

    ``pinned``, at the end of a page: it stays in sight while the others scroll. ``likely``: it comes before the others.
    ``often``: how many of it there are: of many things those are nearer of which there are most. ``number``: what is
    entered for it; children with numbers are entered as such. ``why``: the reason if it can only be found by its
    letters, and not chosen. ``note``: a few words below its picture. ``listed``: what it stands for, if that is several
    things, below its label.
    """

    label: str
    command: object = None
    children: tuple[Node, ...] = ()
    colour: str | None = None
    seat: int | None = None
    icon: str = ""
    pinned: bool = False
    likely: bool = False
    often: int = 0
    number: int | None = None
    why: str = ""
    note: str = ""
    listed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TellModel:
    header: Header
    text: str
    nodes: tuple[Node, ...]
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()


def by_letters(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Groups many tiles by initial letters, into about as many groups as tiles in each."""
    ordered = sorted(nodes, key=lambda node: sort_key(node.label))
    if len(ordered) <= MOST_TILES:
        return tuple(ordered)
    groups = _letter_groups(ordered, lambda node: sort_key(node.label)[:1])
    if len(groups) == 1:
        return tuple(ordered)
    return tuple(Node(_range(group), children=tuple(group)) for group in groups)


def _letter_groups(ordered: Sequence[Node], letter: Callable[[Node], str]) -> list[list[Node]]:
    size = max(4, round(len(ordered) ** 0.5))
    groups: list[list[Node]] = []
    for node in ordered:
        if groups and (letter(groups[-1][-1]) == letter(node) or len(groups[-1]) < size):
            groups[-1].append(node)
        else:
            groups.append([node])
    return groups


def _range(group: Sequence[Node]) -> str:
    first, last = group[0].label[0].upper(), group[-1].label[0].upper()
    return first if first == last else f"{first} – {last}"


class TellScreen(Choosing):
    def __init__(self, model: TellModel) -> None:
        super().__init__()
        self.model = model
        self._path: tuple[int, ...] = ()

    def show(self, model: TellModel) -> None:
        if model.nodes != self.model.nodes:
            self.focus, self._path = 0, ()
        self.model = model

    @property
    def trail(self) -> tuple[Node, ...]:
        """The tiles chosen so far."""
        trail: list[Node] = []
        nodes = self.model.nodes
        for index in self._path:
            trail.append(nodes[index])
            nodes = nodes[index].children
        return tuple(trail)

    @property
    def page(self) -> tuple[Node, ...]:
        return self.trail[-1].children if self._path else self.model.nodes

    def count(self) -> int:
        return len(self.page)

    def chosen(self, index: int) -> Outcome | None:
        node = self.page[index]
        if not node.children:
            return Chosen(node.command)
        self._path, self.focus = (*self._path, index), 0
        return None

    def handle(self, wish: Input) -> Outcome | None:
        if wish is Intent.BACK and self._path:
            self.focus, self._path = self._path[-1], self._path[:-1]
            return None
        return super().handle(wish)

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, model.header, model.hints, model.notices)
        head, body = body.cut_top(64, 12)
        canvas.part("head", head, paint_trail, model.text, self.trail)
        canvas.part("tiles", body, paint_tiles, self.page, self.focus)


LONG = 38  # letters; a longer label does not fit into a quarter of the screen


def paint_trail(canvas: Canvas, region: Region, text: str, trail: tuple[Node, ...]) -> None:
    """What is asked, and the path so far."""
    canvas.fill(region, "panel")
    words = " › ".join([text, *(node.label for node in trail)])
    canvas.text(region.inset(24, 8), words, "heading", "text", size=34)


def paint_tiles(canvas: Canvas, region: Region, nodes: tuple[Node, ...], focus: int) -> None:
    free = tuple(node for node in nodes if not node.pinned)
    pinned = nodes[len(free) :]
    if pinned:
        strip, region = region.cut_bottom(canvas.theme.space["touch"], 12)
        width = min(3, max(2, len(pinned)))
        for offset, (cell, node) in enumerate(zip(strip.columns([1] * width, 10), pinned, strict=False)):
            _paint_tile(canvas, cell, node, focus=len(free) + offset == focus)
            canvas.target(choice_key(len(free) + offset), cell)
    _paint_free_tiles(canvas, region, free, focus)


def _paint_free_tiles(canvas: Canvas, region: Region, nodes: tuple[Node, ...], focus: int) -> None:
    is_long = any(len(node.label) > LONG for node in nodes)
    across = 2 if len(nodes) <= 4 else 3 if len(nodes) <= 8 or is_long else 4
    touch, rows = canvas.theme.space["touch"], -(-len(nodes) // across)
    shown = visible_range(rows, max(0, min(focus, len(nodes) - 1)) // across, int((region.h + 10) // (touch + 10)))
    region = more_below(canvas, region, shown, len(nodes), across)
    for row, strip in zip(shown, region.stack(len(shown), touch * 1.3, 10), strict=True):
        for column, cell in enumerate(strip.columns([1] * across, 10)):
            index = row * across + column
            if index < len(nodes):
                _paint_tile(canvas, cell, nodes[index], focus=index == focus)
                canvas.target(choice_key(index), cell)


def _paint_tile(canvas: Canvas, region: Region, node: Node, *, focus: bool) -> None:
    if node.seat is None and node.colour is None and not node.icon:
        widgets.button(canvas, region, node.label, focus=focus)
        return
    canvas.fill(region, "accent" if focus else "panel_high")
    inner = region.inset(12, 10)
    sign, inner = inner.cut_left(40, 12)
    chip = sign.middle(44, 44)
    if node.seat is not None:
        canvas.fill(chip, "ground", 22)
        widgets.seat_mark(canvas, chip.inset(8), node.seat)
    elif node.icon:
        canvas.fill(chip, "ground", 22)
        canvas.icon(node.icon, chip.inset(7), icon_colour(node.icon) or "text")
    else:
        band = canvas.theme.card(node.colour)
        canvas.fill(chip, band.band, 8)
        canvas.icon(f"colour.{node.colour}", chip.inset(6), band.ink)
    canvas.text(inner, node.label, "strong", "accent_ink" if focus else "text", lines=2)
