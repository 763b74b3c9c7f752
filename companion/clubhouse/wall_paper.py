"""What a club hangs up or lays on its tables: certificates for the first three, a card with a code for each table."""

from __future__ import annotations

import math
from collections.abc import Iterable
from urllib.parse import urlencode

from companion.clubhouse.public_names import PublicNames
from companion.clubhouse.standings_tables import StandingsTable
from companion.clubhouse.wall_sheet import INK, SOFT, WallSheet
from companion.language.i18n import Phrases
from companion.language.wording import decimal_mark
from companion.printing.paper import A4, MM
from rules.core.scoring import figure

BRASS, PAPER = "#b8862f", "#fdf8ee"
METALS = ("#c8962e", "#8d949c", "#a5673a")  # gold, silver, bronze
FIRST = 3  # places that get a certificate
WIDE, HIGH = A4.height, A4.width  # lying
CARD = (A4.width / 2, A4.height / 2)  # four cards on a page


# Certificates.


def certificates(title: str, table: StandingsTable, public: PublicNames, day: str, say: Phrases) -> bytes:
    """A page for everybody on the first three places; the same standings give the same bytes."""
    sheet = WallSheet((WIDE, HIGH), title)
    for one in (row for row in table.rows if row.place <= FIRST):
        sheet.pen.setFillColor(PAPER)
        sheet.pen.rect(0, 0, WIDE * MM, HIGH * MM, stroke=0, fill=1)
        _border(sheet)
        centre = WIDE / 2
        sheet.text((centre, 177), title, sheet.bold, 22, colour=SOFT, most=220)
        sheet.text((centre, 156), say("clubhouse.certificate_of.title"), sheet.bold, 44, colour=BRASS, most=230)
        sheet.text((centre, 127), public.shown(one.name), sheet.bold, 54, colour=INK, most=225)
        sheet.text((centre, 113), table.title, sheet.plain, 18, colour=SOFT, most=220)
        _medal(sheet, centre, 76, one.place)
        total = figure(one.total, unknown=False, mark=decimal_mark(say))
        line = say("clubhouse.certificate_of.line", n=one.games, total=total, wins=one.wins)
        sheet.text((centre, 38), line, sheet.plain, 14, colour=SOFT, most=150)
        _signed(sheet, day, say)
        sheet.pen.showPage()
    return sheet.built()


def _border(sheet: WallSheet) -> None:
    """Two lines, and a fan in each corner."""
    sheet.frame(10, 2.4, BRASS)
    sheet.frame(13, 0.6, BRASS)
    pen = sheet.pen
    pen.setLineWidth(0.8)
    for x, y, turn in ((16, 16, 0), (WIDE - 16, 16, 90), (WIDE - 16, HIGH - 16, 180), (16, HIGH - 16, 270)):
        for radius in (6, 10, 14, 18):
            box = [(at + way * radius) * MM for way in (-1, 1) for at in (x, y)]
            pen.arc(*box, startAng=turn, extent=90)
        for step in (0, 22.5, 45, 67.5, 90):
            angle = math.radians(turn + step)
            pen.line(x * MM, y * MM, (x + 18 * math.cos(angle)) * MM, (y + 18 * math.sin(angle)) * MM)


def _medal(sheet: WallSheet, x: float, y: float, place: int) -> None:
    """With ribbons, leaves on both sides and the place in it."""
    pen, metal = sheet.pen, METALS[place - 1]
    for side in (-1, 1):
        _leaves(sheet, x, y, side)
    pen.setFillColor("#8c2f22")
    for side in (-1, 1):
        ribbon = pen.beginPath()
        corners = ((side * 3, -10), (side * 15, -25), (side * 9, -25), (side * 8, -30), (side * -2, -12))
        ribbon.moveTo((x + corners[0][0]) * MM, (y + corners[0][1]) * MM)
        for dx, dy in corners[1:]:
            ribbon.lineTo((x + dx) * MM, (y + dy) * MM)
        ribbon.close()
        pen.drawPath(ribbon, stroke=0, fill=1)
    rays = pen.beginPath()
    for step in range(48):
        radius, angle = (19.0 if step % 2 else 17.0), step * math.pi / 24
        at = (x + radius * math.cos(angle)) * MM, (y + radius * math.sin(angle)) * MM
        (rays.lineTo if step else rays.moveTo)(*at)
    rays.close()
    pen.setFillColor(metal)
    pen.drawPath(rays, stroke=0, fill=1)
    pen.setFillColor(PAPER)
    pen.circle(x * MM, y * MM, 13.5 * MM, stroke=0, fill=1)
    pen.setStrokeColor(metal)
    pen.setLineWidth(0.8)
    pen.circle(x * MM, y * MM, 12.3 * MM, stroke=1, fill=0)
    sheet.text((x, y - 5.4), str(place), sheet.bold, 44, colour=metal)


def _leaves(sheet: WallSheet, x: float, y: float, side: int) -> None:
    pen = sheet.pen
    pen.setFillColor("#5d7148")
    for step in range(9):
        angle = math.radians(-70 + step * 17)
        at = x + side * 27 * math.cos(angle), y + 27 * math.sin(angle)
        for turn in (35, 95):
            pen.saveState()
            pen.translate(at[0] * MM, at[1] * MM)
            pen.rotate(math.degrees(angle) + turn if side > 0 else 180 - math.degrees(angle) - turn)
            pen.ellipse(0, -1.3 * MM, 7 * MM, 1.3 * MM, stroke=0, fill=1)
            pen.restoreState()


def _signed(sheet: WallSheet, day: str, say: Phrases) -> None:
    pen = sheet.pen
    pen.setStrokeColor(SOFT)
    pen.setLineWidth(0.5)
    for x, text in ((80.0, day), (WIDE - 80, say("clubhouse.certificate_of.signed"))):
        pen.line((x - 30) * MM, 27 * MM, (x + 30) * MM, 27 * MM)
        sheet.text((x, 21.5), text, sheet.plain, 11, colour=SOFT, most=58)


# Cards for the tables.


def table_cards(title: str, tables: Iterable[tuple[str, str]], link: str, say: Phrases) -> bytes:
    """Four on a page, to cut. ``tables``: box and name; ``link``: of the club's page, with its code."""
    sheet = WallSheet((A4.width, A4.height), title)
    for number, (box, name) in enumerate(tables):
        if number and number % 4 == 0:
            sheet.pen.showPage()
        row, column = divmod(number % 4, 2)
        left, low = column * CARD[0], (1 - row) * CARD[1]
        sheet.pen.setStrokeColor("#bbbbbb")
        sheet.pen.setLineWidth(0.3)
        sheet.pen.rect(left * MM, low * MM, CARD[0] * MM, CARD[1] * MM)
        centre = left + CARD[0] / 2
        sheet.text((centre, low + 126), name, sheet.bold, 34, colour=INK, most=90)
        sheet.text((centre, low + 116), title, sheet.plain, 13, colour=SOFT, most=90)
        sheet.code(centre - 37, low + 36, 74, link_of(link, box))
        sheet.text((centre, low + 20), say("clubhouse.card.scan"), sheet.plain, 12, colour=INK, most=92)
    sheet.pen.showPage()
    return sheet.built()


def link_of(link: str, box: str) -> str:
    """The page with this table first."""
    page, _, code = link.partition("#")
    return f"{page}?{urlencode({'table': box})}#{code}"
