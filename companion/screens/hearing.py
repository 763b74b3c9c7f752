"""What a screen says to somebody who does not see it: what it is about, what has the focus, what each button does.

Taken from what the screen shows to all, so nothing is said that may not be seen. A screen without words of its own here
is read from what it has drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.drawing.canvas import Canvas
from companion.language.i18n import Phrases
from companion.models import Choice, Header, NowLine
from companion.screens import Choosing, Screen, choice_key
from companion.screens.bulletin_screen import BulletinScreen
from companion.screens.doors import AND_MORE, APART, BETWEEN, OR, Door, door_names
from companion.screens.doors_screen import DoorsScreen
from companion.screens.keyboard_screen import KeyboardScreen
from companion.screens.number_screen import NumberScreen
from companion.screens.pad_screen import PadScreen
from companion.screens.question_screen import QuestionScreen
from companion.screens.tell_screen import TellScreen

BUTTONS = ("previous", "next", "ok", "back")
NAMED = 4  # things behind a door that are all named; of more, the first and the last
FRAME = ("header", "hints", "notice")  # parts around what a screen is about


@dataclass(frozen=True, slots=True)
class Heard:
    """``about``: said when it changes; ``chosen``: what has the focus, the ``at``-th ``of`` so many.

    ``gist``: all of ``about`` in fewer words, if there are any. ``buttons``: what each of the four does, where there
    is no focus; ``short_buttons``: the same in fewer words.
    """

    title: str = ""
    about: tuple[str, ...] = ()
    chosen: str = ""
    at: int = 0
    of: int = 0
    buttons: tuple[str, ...] = ()
    is_question: bool = False
    gist: str = ""
    short_buttons: tuple[str, ...] = ()


def heard(screen: Screen, canvas: Canvas, say: Phrases) -> Heard:
    model: Any = getattr(screen, "model", None)
    title, about = _title(getattr(model, "header", None), say), tuple(filter(None, _about(model)))
    question = isinstance(screen, QuestionScreen)
    if (buttons := _buttons(screen, say)) is not None:
        full, short = zip(*buttons, strict=True) if buttons else ((), ())
        return Heard(title, about, buttons=full, short_buttons=short)
    if isinstance(screen, BulletinScreen):
        return Heard(title, tuple(_bulletin(screen, say)), gist=_bulletin_gist(screen, say))
    pad = screen if isinstance(screen, PadScreen) else None
    if pad is not None:
        about = tuple(_pad_rows(pad, say)) or (say.join(pad.model.names),)
    if isinstance(screen, KeyboardScreen):
        return Heard(title, about, *_key(screen, say))
    if isinstance(screen, Choosing) and screen.count():
        at = min(screen.focus, screen.count() - 1)
        chosen = _label(screen, at, canvas, say) if pad is None else _of_pad(pad, at, say)
        return Heard(title, about, chosen, at + 1, screen.count(), is_question=question)
    return Heard(title, about or tuple(dict.fromkeys(_drawn(canvas))))


def _title(header: Header | None, say: Phrases) -> str:
    return "" if header is None else say.row(filter(None, (header.title, header.place)))


def _about(model: Any) -> Iterator[str]:
    """What now and why, or what is asked."""
    now = getattr(model, "now", None)
    if isinstance(now, NowLine):
        yield from (now.text, now.why, now.then)
    for name in ("text", "question", "detail", "about", "headline"):
        if isinstance(found := getattr(model, name, None), str):
            yield found


def _buttons(screen: Screen, say: Phrases) -> list[tuple[str, str]] | None:
    """The buttons as doors, each in full and in short; None for a screen with a focus."""
    entry = screen if isinstance(screen, NumberScreen) else getattr(screen, "entry", None)
    if isinstance(entry, NumberScreen):
        full = short = entry.names
    elif isinstance(screen, DoorsScreen):
        full = {number: behind(door, say) for number, door in screen.doors.items()}
        names = door_names(tuple(screen.doors.values()), screen.model.more)
        short = {number: _begin(name, say) for number, name in zip(full, without_common(names), strict=True)}
    else:
        return None
    return [(_button(at, full[at], say), _button(at, short[at], say)) for at in full if full[at]]


def without_common(names: Sequence[str]) -> list[str]:
    """Without what all of them begin with, up to a comma: it was behind the door before."""
    pieces = [name.split(", ") for name in names]
    while len(pieces) > 1 and all(len(one) > 1 for one in pieces) and len({one[0] for one in pieces}) == 1:
        pieces = [one[1:] for one in pieces]
    return [", ".join(one) for one in pieces]


def _begin(name: str, say: Phrases) -> str:
    """Where a door begins: doors are in order, so each ends where the next one begins."""
    for sign, key in ((BETWEEN, "spoken.from"), (OR, "spoken.others"), (AND_MORE, "spoken.others")):
        first, found, _ = name.partition(sign)
        if found:
            return say(key, first=first)
    return name


def _button(at: int, what: str, say: Phrases) -> str:
    return say("spoken.button", button=say(f"button.{BUTTONS[at]}"), what=what)


def _bulletin(screen: BulletinScreen, say: Phrases) -> Iterator[str]:
    for row in screen.model.rows:
        yield say.pair(row.name, say.row(filter(None, (row.figure, row.text, row.why))))


def _bulletin_gist(screen: BulletinScreen, say: Phrases) -> str:
    return say.row(
        f"{row.name} {row.figure}" if row.figure else say.pair(row.name, row.text) for row in screen.model.rows
    )


def behind(door: Door, say: Phrases) -> str:
    """What is behind a door: each thing, or of many the likely ones, and the first and the last of the others."""
    labels = [node.label for node in door]
    if len(labels) <= NAMED:
        return say.join(labels)
    likely = [node.label for node in door if node.likely]
    others = [node.label for node in door if not node.likely and not node.pinned]
    pinned = [node.label for node in door if node.pinned]
    ends = [label.split(APART)[0] for label in (others[0], others[-1])] if len(others) > 1 else []
    between = [say("spoken.range", first=ends[0], last=ends[1])] if ends else others
    return say.join([*likely, *between, *pinned])


def _pad_rows(screen: PadScreen, say: Phrases) -> Iterator[str]:
    """The rows filled so far, each with what everybody has; the totals last."""
    model = screen.model
    rows = [(row.name, row.points) for row in model.rows]
    for name, points in [*rows, (model.total_name, model.totals)][: screen.shown]:
        each = [f"{who} {say.number(number)}" for who, number in zip(model.names, points, strict=True)]
        yield say("spoken.pad_row", row=name, each=say.row(each))


def _of_pad(screen: PadScreen, at: int, say: Phrases) -> str:
    """A player whose workings can be opened, what leads on, and the other rows of a long pad."""
    names = screen.model.names
    if at < len(names):
        return say("spoken.workings", name=names[at])
    return say("spoken.go_on") if at == len(names) else say("spoken.other_rows")


def _key(screen: KeyboardScreen, say: Phrases) -> tuple[str, int, int]:
    rows = screen.keys
    if screen.column is None:
        return say("spoken.row", letters=" ".join(rows[screen.row])), screen.row + 1, len(rows)
    return rows[screen.row][screen.column], screen.column + 1, len(rows[screen.row])


def _label(screen: Choosing, at: int, canvas: Canvas, say: Phrases) -> str:
    """The words of the thing at ``at``; what has none in the model is read from its place on the screen."""
    model: Any = getattr(screen, "model", None)
    offered = getattr(model, "choices", getattr(model, "actions", ()))
    things: Sequence[Any] = screen.page if isinstance(screen, TellScreen) else offered
    if at < len(things):
        detail = things[at].detail if isinstance(things[at], Choice) else ""
        return say.pair(things[at].label, detail) if detail else str(things[at].label)
    place = next((target.region for target in canvas.targets if target.key == choice_key(at)), None)
    if place is None:
        return ""
    box = canvas.px(place)
    return say.row(written.text for written in canvas.written if box.contains(written.ink))


def _drawn(canvas: Canvas) -> Iterator[str]:
    """Everything written between header and hint line, in the order of drawing."""
    outside = [canvas.px(box) for name, box in canvas.part_boxes.items() if name in FRAME]
    for written in canvas.written:
        if written.ink.collidelist(outside) < 0:
            yield written.text
