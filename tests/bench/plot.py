"""Charts as SVG: groups of bars from 0 to 100 %, and panels of curves; a colour for each series. Text in, text out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, inf, log10
from xml.sax.saxutils import escape

COLOURS = ("#9aa5b1", "#c9a66b", "#5b8db8", "#2f9e5f", "#b55a7a", "#454545", "#d97b29")
_FONT = 'font-family="sans-serif" font-size="12"'
_BAR, _GAP, _HEIGHT, _LEFT, _TOP = 9, 14, 220, 48, 64
_ROW, _WIDEST = _HEIGHT + 110, 1250  # a row of bars with its names; how wide one may be to be read on a page


def draw_bars(title: str, groups: Sequence[tuple[str, Mapping[str, float]]]) -> str:
    """``groups``: a name and its share for each series, 0 to 1; all with the same series."""
    series = list(groups[0][1]) if groups else []
    step = _BAR * len(series) + _GAP
    in_row = max(1, _WIDEST // step)
    rows = [groups[first : first + in_row] for first in range(0, len(groups), in_row)] or [[]]
    # The last name slants out to the right of its bars.
    width, height = _LEFT + step * len(rows[0]) + 80, _TOP + _ROW * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {_FONT}>',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="{_LEFT}" y="22" font-size="16" font-weight="bold">{escape(title)}</text>',
        *_legend(series),
    ]
    for number, row in enumerate(rows):
        parts += [f'<g transform="translate(0,{number * _ROW})">', *_grid(width)]
        for n, (name, shares) in enumerate(row):
            parts += _group(_LEFT + 6 + n * step, name, shares)
        parts.append("</g>")
    return "\n".join([*parts, "</svg>", ""])


def _legend(series: Sequence[str]) -> list[str]:
    parts, x = [], _LEFT
    for name, colour in zip(series, COLOURS[: len(series)], strict=True):
        parts.append(f'<rect x="{x}" y="34" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{x + 17}" y="44">{escape(name)}</text>')
        x += 40 + 7 * len(name)
    return parts


def _grid(width: int) -> list[str]:
    parts = []
    for percent in (0, 25, 50, 75, 100):
        y = _TOP + _HEIGHT * (1 - percent / 100)
        parts.append(f'<line x1="{_LEFT}" x2="{width - 70}" y1="{y}" y2="{y}" stroke="#dddddd"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4}" text-anchor="end">{percent} %</text>')
    return parts


def _group(x: float, name: str, shares: Mapping[str, float]) -> list[str]:
    parts = []
    for n, (share, colour) in enumerate(zip(shares.values(), COLOURS, strict=False)):
        high = _HEIGHT * share
        y = _TOP + _HEIGHT - high
        parts.append(f'<rect x="{x + n * _BAR}" y="{y:.1f}" width="{_BAR - 1}" height="{high:.1f}" fill="{colour}"/>')
    middle, below = x + _BAR * len(shares) / 2, _TOP + _HEIGHT + 14
    parts.append(f'<text transform="translate({middle:.0f},{below}) rotate(45)">{escape(name)}</text>')
    return parts


@dataclass(frozen=True, slots=True)
class Chart:
    """Curves over one axis, one for each series; ``is_log``: the upright axis grows in tens."""

    title: str
    unit: str
    series: Mapping[str, Sequence[tuple[float, float]]]
    is_log: bool = False


_PANEL_WIDTH, _PANEL_STEP = 300, 370


def draw_panels(panels: Sequence[Chart]) -> str:
    """Several panels beside each other, with one legend."""
    width, height = _LEFT + _PANEL_STEP * len(panels), _TOP + _HEIGHT + 60
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {_FONT}>',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        *_legend(list(panels[0].series)),
    ]
    for n, panel in enumerate(panels):
        parts.append(f'<g transform="translate({_LEFT + n * _PANEL_STEP},0)">')
        parts += [*_panel(panel), "</g>"]
    return "\n".join([*parts, "</svg>", ""])


def _panel(panel: Chart) -> list[str]:
    points = [point for curve in panel.series.values() for point in curve]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top = max(y for _, y in points)
    ticks = _log_ticks(points) if panel.is_log else [top * n / 4 for n in range(5)]
    low, high = (log10(ticks[0]), log10(ticks[-1])) if panel.is_log else (0.0, top)

    def at(x: float, y: float) -> tuple[float, float]:
        level = log10(max(y, ticks[0])) if panel.is_log else y
        return (x - left) / (right - left or 1) * _PANEL_WIDTH, _TOP + 20 + _HEIGHT * (1 - (level - low) / (high - low))

    parts = [f'<text x="0" y="{_TOP + 4}" font-weight="bold">{escape(panel.title)}</text>']
    for tick in ticks:
        y = at(left, tick)[1]
        parts.append(f'<line x1="0" x2="{_PANEL_WIDTH}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dddddd"/>')
        parts.append(f'<text x="-6" y="{y + 4:.1f}" text-anchor="end">{tick:g} {escape(panel.unit)}</text>')
    for x, along in _apart({x: at(x, 1)[0] for x, _ in points}):
        parts.append(f'<text x="{along:.1f}" y="{_TOP + _HEIGHT + 38}" text-anchor="middle">{x:g}</text>')
    for curve, colour in zip(panel.series.values(), COLOURS, strict=False):
        parts += _curve([at(x, y) for x, y in curve], colour)
    return parts


def _apart(places: Mapping[float, float]) -> Iterator[tuple[float, float]]:
    """Values to be written below the axis, and where; those that would touch the last one are left out."""
    last = -inf
    for x, along in sorted(places.items()):
        if along - last > 28:
            last = along
            yield x, along


def _log_ticks(points: Sequence[tuple[float, float]]) -> list[float]:
    values = [max(y, 0.1) for _, y in points]
    return [10.0**n for n in range(floor(log10(min(values))), ceil(log10(max(values))) + 1)]


def _curve(points: Sequence[tuple[float, float]], colour: str) -> list[str]:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
    return [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>', *dots]
