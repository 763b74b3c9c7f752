""" "What I see": the camera picture with every tag, its name and zone, and how well it can be read."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

import pygame

from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Header, Hints, Notice
from companion.screens import Still
from companion.screens.frame import frame
from companion.screens.list_screen import Remark, paint_remark

Corners = tuple[tuple[float, float], ...]  # in fractions of the picture's width and height


@dataclass(frozen=True, slots=True)
class CameraPicture:
    """RGB pixels; pictures with the same number are the same, so comparing is cheap."""

    number: int
    width: int
    height: int
    pixels: bytes = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PictureOutline:
    """A tag or a zone in the picture."""

    corners: Corners
    label: str
    state: Literal["seen", "settled", "wrong", "zone"]


@dataclass(frozen=True, slots=True)
class SeenModel:
    header: Header
    picture: CameraPicture | None
    outlines: tuple[PictureOutline, ...]
    remarks: tuple[Remark, ...]
    nothing: str
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()


COLOURS = {"seen": "warn", "settled": "good", "wrong": "bad", "zone": "text_soft"}


class SeenScreen(Still):
    def __init__(self, model: SeenModel) -> None:
        self.model = model

    def show(self, model: SeenModel) -> None:
        self.model = model

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, model.header, model.hints, model.notices)
        right, body = body.cut_right(330, 20)
        canvas.part("picture", body, paint_picture, model.picture, model.outlines, model.nothing)
        canvas.part("remarks", right, paint_remarks, model.remarks)


@lru_cache(maxsize=2)
def _scaled(picture: CameraPicture, size: tuple[int, int]) -> pygame.Surface:
    whole = pygame.image.frombuffer(picture.pixels, (picture.width, picture.height), "RGB")
    return pygame.transform.smoothscale(whole, size)


def paint_picture(
    canvas: Canvas, region: Region, picture: CameraPicture | None, outlines: tuple[PictureOutline, ...], nothing: str
) -> None:
    canvas.fill(region, "panel")
    if picture is None:
        upper, lower = region.inset(30).rows((1.4, 1))
        canvas.icon("camera-off", upper.middle(160, 160), "line")
        canvas.text(lower, nothing, "body", "text_soft", align="centre", lines=4, valign="top")
        return
    room = region.inset(6)
    share = min(room.w / picture.width, room.h / picture.height)
    area = room.middle(picture.width * share, picture.height * share)
    rect = canvas.px(area)
    canvas.picture(area, _scaled(picture, rect.size))
    taken: list[Region] = []
    for outline in outlines:
        _paint_outline(canvas, area, outline, taken)


def _paint_outline(canvas: Canvas, area: Region, outline: PictureOutline, taken: list[Region]) -> None:
    points = [(area.x + x * area.w, area.y + y * area.h) for x, y in outline.corners]
    colour = COLOURS[outline.state]
    canvas.smooth_line([*points, points[0]], colour, 2 if outline.state == "zone" else 4)
    width = canvas.width_of(outline.label, "label") + 20
    label = _free_spot(area, points, width, taken, inside=outline.state == "zone")
    if label is not None:
        taken.append(label)
        canvas.fill(label, "ground", 8)
        canvas.text(label.inset(8, 1), outline.label, "label", colour, align="centre")


def _free_spot(
    area: Region, points: list[tuple[float, float]], width: float, taken: list[Region], *, inside: bool
) -> Region | None:
    """Where a label covers no other: in the corner of a zone, above or below a tag; None if there is no room."""
    left, top = min(x for x, _ in points), min(y for _, y in points)
    if inside:
        return Region(left + 6, top + 6, width, 32)
    x = max(area.x, min(left, area.right - width))
    spots = (Region(x, max(area.y, y), width, 32) for y in (top - 36, max(y for _, y in points) + 4, top - 70))
    return next((spot for spot in spots if spot.bottom <= area.bottom and not _covers(spot, taken)), None)


def _covers(spot: Region, others: list[Region]) -> bool:
    return any(
        spot.x < other.right and other.x < spot.right and spot.y < other.bottom and other.y < spot.bottom
        for other in others
    )


def paint_remarks(canvas: Canvas, region: Region, remarks: tuple[Remark, ...]) -> None:
    canvas.fill(region, "panel")
    for spot, remark in zip(region.inset(20, 14).stack(len(remarks), 62, 4), remarks, strict=True):
        paint_remark(canvas, spot, remark)
