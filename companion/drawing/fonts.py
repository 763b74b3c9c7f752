"""The bundled fonts, and text fitting: smaller first, then wrapped, then cut with an ellipsis."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from functools import cache, lru_cache

import pygame

from companion.drawing.theme import Rgb
from companion.language.directions import as_drawn
from companion.language.i18n import plain
from companion.resources import asset, wide_font

FALLBACK = "DejaVuSans-Bold.ttf"  # Greek, Cyrillic, Vietnamese, Hebrew, Arabic …: for names of people
WIDE = "the system's wide font"  # Chinese, Japanese, Korean, where it is installed
MISSING = "\uffff"  # no font has it
FIRST_BEYOND = 0x10000  # pygame takes no letters from here on one by one; our fonts have none
UNKNOWN = "?"  # for what no font of ours can draw, instead of an empty box
LONGEST = 2_000  # letters; longer texts are cut before fitting
ELLIPSIS = "…"
LEADING = 1.22  # line height relative to type size


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines of one size that fit the space they were measured for; ``cut`` if words are missing."""

    lines: tuple[str, ...]
    px: int
    width: int
    height: int
    cut: bool


@lru_cache(maxsize=384)  # a screen of one size has up to some 130; the least used were loaded again and again
def load_font(file: str, px: int) -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    # Every size of a font keeps its file open; loading from memory avoids the file handle.
    return pygame.font.Font(io.BytesIO(_font_bytes(file)), px)


@cache
def _font_bytes(file: str) -> bytes:
    found = wide_font() if file == WIDE else asset("fonts", file)
    assert found is not None
    return found.read_bytes()


@cache
def _fallbacks() -> tuple[str, ...]:
    return (FALLBACK,) if wide_font() is None else (FALLBACK, WIDE)


@cache
def has_letter(file: str, letter: str) -> bool:
    """Whether a font can draw it: for what it lacks, it draws its empty box."""
    return ord(letter) < FIRST_BEYOND and _picture(file, letter) != _picture(file, MISSING)


@cache
def _picture(file: str, letter: str) -> bytes:
    drawn = load_font(file, 20).render(letter, False, (255, 255, 255))
    return bytes(drawn.get_size()) + pygame.image.tobytes(drawn, "RGB")


def can_draw(letter: str) -> bool:
    """Whether any of our fonts has it: a name with other letters, such as emoji, would be drawn with boxes."""
    return letter.isprintable() and bool(_face("Inter-Bold.otf", letter))


def _face(file: str, letter: str) -> str:
    """This font, or the first other one that has the letter; empty if none has."""
    return next((one for one in (file, *_fallbacks()) if has_letter(one, letter)), "")


@lru_cache(maxsize=2048)
def _runs(file: str, text: str) -> tuple[tuple[str, str], ...]:
    """The text in pieces of one font each."""
    runs: list[tuple[str, str]] = []
    for letter in as_drawn(plain(text)):
        found = file if letter.isascii() else _face(file, letter)
        face, drawn = (found, letter) if found else (FALLBACK, UNKNOWN)
        if runs and runs[-1][0] == face:
            runs[-1] = (face, runs[-1][1] + drawn)
        else:
            runs.append((face, drawn))
    return tuple(runs)


@lru_cache(maxsize=8192)
def text_width(file: str, px: int, text: str) -> int:
    return sum(load_font(face, px).size(part)[0] for face, part in _runs(file, text))


@lru_cache(maxsize=1024)  # pictures; the fullest screen has about 200, and a clock makes a new one every second
def render(file: str, px: int, text: str, colour: Rgb) -> pygame.Surface:
    """The text as a picture with an alpha channel; treat it as read-only."""
    runs = _runs(file, text)
    if len(runs) < 2:
        face, part = runs[0] if runs else (file, "")
        return load_font(face, px).render(part, True, colour)
    pictures = [load_font(face, px).render(part, True, colour) for face, part in runs]
    base = max(load_font(face, px).get_ascent() for face, _ in runs)
    drops = [base - load_font(face, px).get_ascent() for face, _ in runs]
    height = max(drop + one.get_height() for drop, one in zip(drops, pictures, strict=True))
    whole = pygame.Surface((sum(one.get_width() for one in pictures), height), pygame.SRCALPHA)
    x = 0
    for drop, one in zip(drops, pictures, strict=True):
        whole.blit(one, (x, drop))
        x += one.get_width()
    return whole


def line_height(px: int) -> int:
    return round(px * LEADING)


@lru_cache(maxsize=4096)
def fit(text: str, file: str, sizes: tuple[int, int], space: tuple[int, int], most_lines: int) -> Fitted:
    """``text`` in at most ``most_lines`` lines, at the greatest size between ``sizes`` (greatest, least).

    A space too low for the least size gets a smaller one: text never leaves its space. Absurdly long texts are cut
    first, because measuring a word of thousands of letters takes seconds.
    """
    text = text[:LONGEST]
    tallest = max(1, int(space[1] / LEADING))
    greatest, least = min(sizes[0], tallest), min(sizes[1], tallest)
    for px in range(greatest, least - 1, -1):
        room = _room(px, space, most_lines)
        if _is_too_long(text, file, px, room * space[0], room):
            continue
        lines = _wrapped(text, file, px, space[0])
        if lines is not None and len(lines) <= room:
            return _measured(lines, file, px, cut=False)
    hyphenated = _wrapped(text, file, least, space[0], hyphens=True)
    if hyphenated is not None and len(hyphenated) <= _room(least, space, most_lines):
        return _measured(hyphenated, file, least, cut=False)
    return _cut(text, file, least, space, most_lines)


def _is_too_long(text: str, file: str, px: int, width: int, lines: int) -> bool:
    """For lines that are so wide together, wherever they end: one measurement instead of one for each word. A line
    sheds at most a space, and pairs of letters part with less."""
    whole = " ".join(text.split())
    return text_width(file, px, whole) > width + 2 * lines * text_width(file, px, " ")


def _room(px: int, space: tuple[int, int], most_lines: int) -> int:
    """How many lines of that size fit."""
    return max(1, min(most_lines, space[1] // line_height(px)))


def _measured(lines: tuple[str, ...], file: str, px: int, *, cut: bool) -> Fitted:
    width = max((text_width(file, px, line) for line in lines), default=0)
    return Fitted(lines, px, width, line_height(px) * len(lines), cut)


def _pieces(text: str) -> list[str]:
    """Words, each with the space after it (not a no-break one); a line may also end after a hyphen inside a word."""
    return re.findall(r"[^ ]+?-(?=\w{2})|[^ ]+ *| +", text)


def _wrapped(text: str, file: str, px: int, width: int, *, hyphens: bool = False) -> tuple[str, ...] | None:
    """The lines of ``text``, or None if a single word is too wide (and may not be hyphenated)."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for piece in _pieces(paragraph):
            if text_width(file, px, (line + piece).rstrip()) <= width:
                line += piece
                continue
            if line:
                lines.append(line.rstrip())
            line = piece
            while text_width(file, px, line.rstrip()) > width:
                at = _break_at(line.rstrip(), file, px, width) if hyphens else 0
                if not at:
                    return None
                lines.append(line[:at] + "-")
                line = line[at:]
        lines.append(line.rstrip())
    return tuple(lines)


def _break_at(word: str, file: str, px: int, width: int) -> int:
    """The best place to divide a long word so that its first part fits; 0: none."""
    fitting = [at for at in range(3, len(word) - 2) if text_width(file, px, word[:at] + "-") <= width]
    return next((at for at in reversed(fitting) if _is_seam(word, at)), fitting[-1] if fitting else 0)


def _is_seam(word: str, at: int) -> bool:
    """Roughly, whether a syllable begins here: a consonant, or a common pair, before a vowel."""
    rest, before = word[at:].lower(), word[at - 1].lower()
    if re.match(r"(sch|ch|st|sp|[bdfgkpt]r|[bfgkp]l)[aeiouyäöü]", rest):
        return True
    pair = (before + rest[0]) in (
        "ch",
        "sh",
        "st",
        "sp",
        "br",
        "dr",
        "fr",
        "gr",
        "kr",
        "pr",
        "tr",
        "bl",
        "fl",
        "gl",
        "kl",
    )
    return not pair and bool(re.match(r"[bcdfghjklmnpqrstvwxz][aeiouyäöü]", rest))


def _cut(text: str, file: str, px: int, space: tuple[int, int], most_lines: int) -> Fitted:
    room = _room(px, space, most_lines)
    lines = list(_wrapped(text, file, px, space[0]) or (text,))
    kept = [*lines[: room - 1], " ".join(lines[room - 1 :]).replace("- ", "-")]
    return _measured(tuple(_clipped(line, file, px, space[0]) for line in kept), file, px, cut=True)


def _clipped(line: str, file: str, px: int, width: int) -> str:
    """``line`` cut so that it fits with an ellipsis; at worst empty."""
    if text_width(file, px, line) <= width:
        return line
    low, high = 0, len(line)
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(file, px, line[:middle].rstrip() + ELLIPSIS) <= width:
            low = middle
        else:
            high = middle - 1
    if low:
        return line[:low].rstrip() + ELLIPSIS
    return ELLIPSIS if text_width(file, px, ELLIPSIS) <= width else ""
