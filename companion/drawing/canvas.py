"""The only place that draws: a canvas in layout units that skips parts whose content has not changed.

It also records where texts and touch targets are, for tests and for the pointer.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import pygame

from companion.drawing import symbols  # noqa: F401  # draws the other icons
from companion.drawing.fonts import Fitted, fit, line_height, render, text_width
from companion.drawing.icons import icon_picture
from companion.drawing.regions import DESIGN_SIZE, Region
from companion.drawing.smooth_shapes import fill_round, ground_picture, thick_line
from companion.drawing.theme import Rgb, SeatMark, Theme, load_theme

NO_LIMIT = 10_000
BELOW = 0.94  # of the largest words of a screen, for all others
Align: TypeAlias = Literal["left", "centre", "right"]
Valign: TypeAlias = Literal["top", "middle", "bottom"]
Colour: TypeAlias = str | Rgb


@dataclass(frozen=True, slots=True)
class DrawnText:
    """A text that was drawn: the box it had to fit, where it is, and whether it was cut."""

    text: str
    region: pygame.Rect
    ink: pygame.Rect
    cut: bool
    px: int
    colour: Rgb


@dataclass(frozen=True, slots=True)
class Target:
    """Something that can be touched; ``key`` is the screen's name for it."""

    key: str
    region: Region


@dataclass(slots=True)
class Part:
    """What one part of the screen showed last."""

    region: Region
    content: tuple[Any, ...]
    most_px: int = NO_LIMIT  # of words
    written: list[DrawnText] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)


class Canvas:
    """A surface seen in layout units: 1280 x 720, more in the direction where the window is longer."""

    def __init__(self, surface: pygame.Surface, theme: Theme | None = None, zoom: float = 1.0) -> None:
        """``zoom`` applies to all text; text that gets too large is fitted into its box as usual."""
        self.surface = surface
        self.zoom = zoom
        self.announced = ""  # by the host of a club; every screen shows it
        self._plain = self.theme = theme or load_theme()
        self._marks: tuple[int, ...] = ()
        width, height = surface.get_size()
        self.scale = min(width / DESIGN_SIZE[0], height / DESIGN_SIZE[1])
        self.region = Region(0, 0, width / self.scale, height / self.scale)
        self._parts: dict[str, Part] = {}
        self._wanted: dict[str, Part] = {}
        self._flying: list[Part] = []
        self._flew: list[Part] = []  # over the last frame
        self._part: Part = Part(self.region, ())
        self._dirty: list[pygame.Rect] = []
        self._covered: list[tuple[pygame.Rect, pygame.Surface]] = []  # the pixels below flying things
        self._fresh = False  # only the background has been drawn
        self._largest = ""  # the part whose words nothing else may exceed
        self._most_px = NO_LIMIT

    # -- frames and parts

    def begin(self) -> None:
        """Starts a new frame; nothing is drawn before ``end``."""
        self._wanted, self._flying, self._flew = {}, [], self._flying
        self._largest, self._most_px = "", NO_LIMIT

    def part(self, name: str, region: Region, paint: Callable[..., None], *content: Any) -> None:
        """Asks for ``paint(canvas, box, *content)`` in this frame; it is called only if the content has changed."""
        self._wanted[name] = Part(region, (paint, *content))

    def largest(self, name: str, size: float) -> None:
        """In this frame no words are as large as those of this part, which have ``size``; numbers may be."""
        self._largest, self._most_px = name, max(6, int(size * self.scale * self.zoom * BELOW))

    def overlay(self, region: Region, paint: Callable[..., None], *content: Any) -> None:
        """Draws over everything for this frame; what is below comes back when the overlay is no longer asked for."""
        self._flying.append(Part(region, (paint, *content)))

    def end(self) -> list[pygame.Rect]:
        """Draws what is new and returns the pixels that changed since ``begin``."""
        for name, part in self._wanted.items():
            part.most_px = NO_LIMIT if name == self._largest else self._most_px
        if self._covered and self._is_still():
            self._flying = self._flew
            return []
        self._uncover()
        left = [old.region for name, old in self._parts.items() if not self._stays(name, old)]
        for region in left:
            self._wipe(region)
        rects = [self.px(region) for region in left]
        shown = {name: self._drawn(name, part, rects) for name, part in self._wanted.items()}
        self._parts = shown
        for part in self._flying:
            self._fly(part)
        dirty, self._dirty, self._fresh = self._dirty, [], False
        return dirty

    def seat(self, marks: tuple[int, ...]) -> None:
        """Draws players with these marks from now on; no marks: those of the seats."""
        if marks != self._marks:
            self._marks, self.theme = marks, self._plain.seated(marks)
            self.forget()

    @property
    def all_seats(self) -> tuple[SeatMark, ...]:
        """Every mark there is, whoever sits at the table."""
        return self._plain.seats

    def forget(self) -> None:
        """Everything is drawn again at the next frame."""
        self._parts, self._covered, self._fresh = {}, [], False
        self._wipe(self.region)
        self._fresh = True

    def _is_still(self) -> bool:
        """Whether the overlays are unchanged, with nothing new below them."""
        over, before = ([(part.region, part.content) for part in parts] for parts in (self._flying, self._flew))
        same = self._wanted.keys() == self._parts.keys() and all(map(self._is_same, self._wanted))
        return over == before and same

    def _is_same(self, name: str) -> bool:
        old, new = self._parts.get(name), self._wanted[name]
        return old is not None and (old.region, old.content, old.most_px) == (new.region, new.content, new.most_px)

    def _uncover(self) -> None:
        """Removes the overlays of the last frame."""
        for rect, below in reversed(self._covered):
            self.surface.blit(below, rect)
            self._dirty.append(rect)
        self._covered = []

    def _stays(self, name: str, old: Part) -> bool:
        return name in self._wanted and self._wanted[name].region == old.region

    def _drawn(self, name: str, part: Part, wiped: list[pygame.Rect]) -> Part:
        """The part as it is now on the surface; an unchanged one is kept unless it was wiped."""
        old = self._parts.get(name)
        if old is not None and self._is_same(name) and self.px(part.region).collidelist(wiped) < 0:
            return old
        self._wipe(part.region)
        self._paint(part, self.px(part.region))
        return part

    def _paint(self, part: Part, clip: pygame.Rect) -> None:
        self._part = part
        self.surface.set_clip(clip)
        paint, *content = part.content
        paint(self, part.region, *content)
        self.surface.set_clip(None)

    def _fly(self, part: Part) -> None:
        rect = self.px(part.region).clip(self.surface.get_rect())
        if rect.w and rect.h:
            self._covered.append((rect, self.surface.subsurface(rect).copy()))
            self._dirty.append(rect)
            self._paint(part, rect)

    def _wipe(self, region: Region) -> None:
        if self._fresh:
            return
        rect = self.px(region)
        ground = ground_picture(
            self.surface.get_size(), self.theme.colours["ground"], self.theme.colours["ground_light"]
        )
        self.surface.blit(ground, rect, rect)
        self._dirty.append(rect.clip(self.surface.get_rect()))

    @property
    def written(self) -> list[DrawnText]:
        return [text for part in (*self._parts.values(), *self._flying) for text in part.written]

    @property
    def targets(self) -> list[Target]:
        return [target for part in self._parts.values() for target in part.targets]

    @property
    def part_boxes(self) -> dict[str, Region]:
        return {name: part.region for name, part in self._parts.items()}

    def target(self, key: str, region: Region) -> None:
        self._part.targets.append(Target(key, region))

    def target_at(self, x: int, y: int) -> str | None:
        """The key of the target at a pixel; the last one drawn wins."""
        at = x / self.scale, y / self.scale
        return next((target.key for target in reversed(self.targets) if target.region.has(*at)), None)

    # -- units and colours

    def px(self, region: Region) -> pygame.Rect:
        left, top = round(region.x * self.scale), round(region.y * self.scale)
        return pygame.Rect(left, top, round(region.right * self.scale) - left, round(region.bottom * self.scale) - top)

    def length(self, units: float) -> int:
        return max(1, round(units * self.scale))

    def colour(self, colour: Colour) -> Rgb:
        return self.theme.colours[colour] if isinstance(colour, str) else colour

    # -- shapes

    def fill(self, region: Region, colour: Colour, radius: float | None = None) -> None:
        """A rectangle with rounded corners; no radius: that of the theme."""
        rect = self.px(region)
        corner = min(round((self.theme.space["radius"] if radius is None else radius) * self.scale), rect.w // 2)
        fill_round(self.surface, rect, min(corner, rect.h // 2), self.colour(colour))

    def frame(
        self, region: Region, colour: Colour, width: float = 3, radius: float | None = None, fill: Colour = "panel"
    ) -> None:
        """A filled rectangle with a border inside its edge."""
        corner = self.theme.space["radius"] if radius is None else radius
        self.fill(region, colour, corner)
        self.fill(region.inset(width), fill, max(0.0, corner - width))

    def line(self, start: tuple[float, float], end: tuple[float, float], colour: Colour, width: float = 2) -> None:
        points = [(round(x * self.scale), round(y * self.scale)) for x, y in (start, end)]
        pygame.draw.line(self.surface, self.colour(colour), points[0], points[1], self.length(width))

    def smooth_line(self, points: list[tuple[float, float]], colour: Colour, width: float = 2) -> None:
        """A polyline with soft edges, for the map and for charts."""
        scaled = [(x * self.scale, y * self.scale) for x, y in points]
        for start, end in itertools.pairwise(scaled):
            thick_line(self.surface, start, end, self.colour(colour), width * self.scale)

    def icon(self, name: str, region: Region, colour: Colour = "text") -> None:
        """One of our icons, as large as fits, in the middle of the box."""
        rect = self.px(region.square())
        picture = icon_picture(name, max(4, rect.w), self.colour(colour))
        self.surface.blit(picture, picture.get_rect(center=rect.center))

    def picture(self, region: Region, surface: pygame.Surface) -> None:
        """A picture from elsewhere (camera, QR code), unscaled, in the middle of the box."""
        self.surface.blit(surface, surface.get_rect(center=self.px(region).center))

    # -- text

    def text(
        self,
        region: Region,
        text: str,
        style: str = "body",
        colour: Colour = "text",
        *,
        align: Align = "left",
        valign: Valign = "middle",
        lines: int = 1,
        size: float | None = None,
    ) -> None:
        """Text that never leaves its box: it shrinks, then wraps over ``lines``, then is cut with an ellipsis."""
        rect = self.px(region)
        if not text or rect.w < 2 or rect.h < 2:
            return
        fitted, file = self._fitted(rect, text, style, lines, size, most_px=self._part.most_px)
        ink = self._place(rect, fitted, align, valign)
        shade = self.colour(colour)
        for index, line in enumerate(fitted.lines):
            picture = render(file, fitted.px, line, shade)
            left = ink.x + _slack(align, ink.w - picture.get_width())
            top = ink.y + index * line_height(fitted.px) + (line_height(fitted.px) - picture.get_height()) // 2
            self.surface.blit(picture, (left, top))
        self._part.written.append(DrawnText(text, rect, ink, fitted.cut, fitted.px, shade))

    def _fitted(
        self, rect: pygame.Rect, text: str, style: str, lines: int, size: float | None, *, most_px: int = NO_LIMIT
    ) -> tuple[Fitted, str]:
        step = self.theme.type[style]
        file = self.theme.faces[step.face]
        usual = (size or step.size) * self.scale  # what fits at 100 % is not cut at 200 %
        greatest = max(6, round(usual * self.zoom))
        if most_px < greatest and _is_words(text):
            greatest = most_px
        least = max(6, min(greatest, round(usual), round(step.least * self.scale * min(1.0, self.zoom))))
        return fit(text, file, (greatest, least), (rect.w, rect.h), lines), file

    def _place(self, rect: pygame.Rect, fitted: Fitted, align: Align, valign: Valign) -> pygame.Rect:
        left = rect.x + _slack(align, rect.w - fitted.width)
        room = rect.h - fitted.height
        top = rect.y + (0 if valign == "top" else room if valign == "bottom" else room // 2)
        return pygame.Rect(left, top, fitted.width, fitted.height)

    def common_size(
        self, words: Sequence[tuple[Region, str]], style: str, *, lines: int = 1, size: float | None = None
    ) -> float:
        """The size at which each of these texts fits its box, in units for ``text``: several texts look like one."""
        step = self.theme.type[style]
        px = [self._fitted(self.px(region), text, style, lines, size)[0].px for region, text in words]
        return min(px) / self.scale / self.zoom if px else step.size

    def width_of(self, text: str, style: str) -> float:
        """The width of a text on one line at full size, in units."""
        step = self.theme.type[style]
        px = max(6, round(step.size * self.scale * self.zoom))
        return text_width(self.theme.faces[step.face], px, text) / self.scale


def _is_words(text: str) -> bool:
    """A number, a letter or a count is none."""
    return sum(letter.isalpha() for letter in text) > 2


def _slack(align: Align, room: int) -> int:
    return 0 if align == "left" else room if align == "right" else room // 2
