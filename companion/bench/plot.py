"""A bar chart as SVG: groups of bars from 0 to 100 %, one colour for each series. Text in, text out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

COLOURS = ("#9aa5b1", "#c9a66b", "#5b8db8", "#2f9e5f", "#b55a7a")
_FONT = 'font-family="sans-serif" font-size="12"'
_BAR, _GAP, _HEIGHT, _LEFT, _TOP = 9, 14, 220, 48, 64


def draw_bars(title: str, groups: Sequence[tuple[str, Mapping[str, float]]]) -> str:
    """``groups``: a name and its share for each series, 0 to 1; all with the same series."""
    series = list(groups[0][1]) if groups else []
    step = _BAR * len(series) + _GAP
    width, height = _LEFT + step * len(groups) + 20, _TOP + _HEIGHT + 110
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {_FONT}>',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="{_LEFT}" y="22" font-size="16" font-weight="bold">{escape(title)}</text>',
        *_legend(series),
        *_grid(width),
    ]
    for n, (name, shares) in enumerate(groups):
        parts += _group(_LEFT + 6 + n * step, name, shares)
    return "\n".join([*parts, "</svg>", ""])


def _legend(series: Sequence[str]) -> list[str]:
    parts, x = [], _LEFT
    for name, colour in zip(series, COLOURS, strict=False):
        parts.append(f'<rect x="{x}" y="34" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{x + 17}" y="44">{escape(name)}</text>')
        x += 40 + 7 * len(name)
    return parts


def _grid(width: int) -> list[str]:
    parts = []
    for percent in (0, 25, 50, 75, 100):
        y = _TOP + _HEIGHT * (1 - percent / 100)
        parts.append(f'<line x1="{_LEFT}" x2="{width - 10}" y1="{y}" y2="{y}" stroke="#dddddd"/>')
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
