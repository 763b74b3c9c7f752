"""A keyboard for four buttons: previous and next choose a row, OK enters it, then a key. Touch and real keys work too.

For names, and for passwords, where every letter counts as it is.

While somebody types, the focus is on the tick, so that Enter finishes the name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.drawing.canvas import Canvas
from companion.drawing.fonts import can_draw
from companion.drawing.regions import Region
from companion.language.i18n import Phrases
from companion.language.names import LONGEST_NAME
from companion.models import Header, Hints
from companion.screens import Finished, Input, Leave, Outcome, Still, Touched
from companion.screens.frame import frame
from companion.screens.intents import Intent, Typed

IN_ROW = 10
DELETE, FINISH, OTHERS = "⌫", "✓", "⇧"
LAST_ROW = f"-.' {DELETE}{FINISH}"
SPECIAL = {DELETE: "delete", FINISH: "tick"}
LONGEST_PASSWORD = 63
_LAST = f"{OTHERS} {DELETE}{FINISH}"
# Three keyboards for passwords; the shift key goes round.
PASSWORD_ROWS = (
    ("abcdefghijklm", "nopqrstuvwxyz", "0123456789-_.", _LAST),
    ("ABCDEFGHIJKLM", "NOPQRSTUVWXYZ", "0123456789-_.", _LAST),
    ("!\"#$%&'()*+,", "/:;<=>?@[\\]^", "`{|}~äöüÄÖÜß€", _LAST),
)


def key_rows(letters: str) -> tuple[str, ...]:
    """The letters of a language ten in a row, then what every language needs."""
    return (*(letters[at : at + IN_ROW] for at in range(0, len(letters), IN_ROW)), LAST_ROW)


ROWS = key_rows("ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜß")


@dataclass(frozen=True, slots=True)
class KeyboardModel:
    header: Header
    text: str = ""
    space: str = ""
    rows: Hints = field(default_factory=Hints)  # while a row is chosen
    keys: Hints = field(default_factory=Hints)  # while a key in it is chosen
    leave: str = ""  # what back does when the line is empty
    letters: tuple[str, ...] = ROWS
    strange: str = ""  # what is said of typed letters that no font has


class KeyboardScreen(Still):
    """Answers ``Finished(name)``; an empty name cannot be finished."""

    writing = True
    longest = LONGEST_NAME

    @property
    def keys(self) -> tuple[Sequence[str], ...]:
        """The rows of keys; a key of several letters is a whole name."""
        return self.model.letters

    @property
    def _tick(self) -> tuple[int, int]:
        return len(self.keys) - 1, self.keys[-1].index(FINISH)

    def __init__(self, model: KeyboardModel) -> None:
        self.model = model
        self.text = model.text
        self.row = 0
        self.column: int | None = None
        self.is_whole = bool(model.text)  # what stood there before: the first letter replaces it, a deletion edits it
        self.is_strange = False  # letters were typed that no font has

    def handle(self, wish: Input) -> Outcome | None:
        self.is_strange = False
        match wish:
            case Intent.PREVIOUS:
                self._walk(-1)
            case Intent.NEXT:
                self._walk(1)
            case Intent.OK:
                return self._pressed()
            case Intent.BACK:
                return self._back()
            case Typed(text):
                self._typed(text)
                self.row, self.column = self._tick
            case Touched(key) if key.startswith("key."):
                return self._key(key.removeprefix("key."))
            case _:
                return super().handle(wish)
        return None

    def _walk(self, step: int) -> None:
        if self.column is None:
            self.row = (self.row + step) % len(self.keys)
        else:
            self.column = (self.column + step) % len(self.keys[self.row])

    def _pressed(self) -> Outcome | None:
        if self.column is None:
            self.column = 0
            return None
        key = self.keys[self.row][self.column]
        if key != DELETE:
            self.column = None
        return self._key(key)

    def _back(self) -> Outcome | None:
        """Leaves the row, then deletes letter by letter, then leaves the screen."""
        if self.column is not None:
            self.column = None
        elif self.text:
            self._delete()
        else:
            return Leave()
        return None

    def _delete(self) -> None:
        self.text, self.is_whole = self.text[:-1], False

    def _key(self, key: str) -> Outcome | None:
        if key == FINISH:
            return Finished(self.text.strip()) if self.text.strip() else None
        if key == DELETE:
            self._delete()
        else:
            self._typed(key if self._begins_word() else key.lower())
        return None

    def _begins_word(self) -> bool:
        return self.is_whole or not self.text or self.text[-1] in " -."

    def _typed(self, text: str) -> None:
        if text == "\b":
            self._delete()
            return
        kept = "".join(letter for letter in text if can_draw(letter))
        self.is_strange = any(letter.isprintable() and letter not in kept for letter in text)
        if kept:
            self.text, self.is_whole = ("" if self.is_whole else self.text) + kept, False
            self.text = self.text[: self.longest]

    def draw(self, canvas: Canvas) -> None:
        header = self.model.header
        body = frame(canvas, replace(header, place=self.model.strange) if self.is_strange else header, self._hints())
        line, body = body.cut_top(84, 16)
        canvas.part("line", line, paint_line, self.text, self.is_whole)
        canvas.part("keys", body, paint_keys, self.keys, (self.row, self.column), self.model.space)

    def _hints(self) -> Hints:
        if self.column is not None:
            return self.model.keys
        return self.model.rows if self.text else replace(self.model.rows, back=self.model.leave)


class PasswordScreen(KeyboardScreen):
    """Answers ``Finished(password)``, exactly as typed. It is shown: whoever types at a table must see what they do."""

    longest = LONGEST_PASSWORD

    def __init__(self, model: KeyboardModel, least: int) -> None:
        super().__init__(model)
        self._board = 0
        self._least = least

    @property
    def keys(self) -> tuple[str, ...]:
        return PASSWORD_ROWS[self._board]

    def _key(self, key: str) -> Outcome | None:
        if key == OTHERS:
            self._board = (self._board + 1) % len(PASSWORD_ROWS)
        elif key == FINISH:
            return Finished(self.text) if len(self.text) >= self._least else None
        elif key == DELETE:
            self._delete()
        else:
            self._typed(key)
        return None


def paint_line(canvas: Canvas, region: Region, text: str, is_whole: bool) -> None:
    """``is_whole``: marked, because the first letter replaces it."""
    canvas.fill(region, "paper")
    inner = region.inset(24, 8)
    end = min(inner.right - 4, inner.x + canvas.width_of(text, "heading") * 46 / 38 + 6)
    if is_whole:
        canvas.fill(Region(inner.x - 8, inner.y + 4, end - inner.x + 12, inner.h - 8), "accent", 8)
    canvas.text(inner, text, "heading", "accent_ink" if is_whole else "ink", size=46)
    if not is_whole:
        canvas.fill(Region(end, inner.y + 8, 4, inner.h - 16), "ink_soft", 0)


def paint_keys(
    canvas: Canvas, region: Region, rows: tuple[Sequence[str], ...], focus: tuple[int, int | None], space: str
) -> None:
    row, column = focus
    for number, (strip, keys) in enumerate(zip(region.rows([1] * len(rows), 8), rows, strict=True)):
        if number == row and column is None:
            canvas.fill(strip, "accent")
        for place, (cell, key) in enumerate(zip(strip.inset(4).columns([1] * len(keys), 8), keys, strict=True)):
            _paint_key(canvas, cell, key, space, focus=number == row and column == place)
            canvas.target(f"key.{key}", cell)


def _paint_key(canvas: Canvas, region: Region, key: str, space: str, *, focus: bool) -> None:
    ink = "accent_ink" if focus else "text"
    canvas.fill(region, "accent" if focus else "panel_high", 10)
    if key in SPECIAL:
        canvas.icon(SPECIAL[key], region.middle(46, 46), ink)
    else:
        word = {" ": space, OTHERS: "a A #"}.get(key)
        canvas.text(region, word or key, "name" if word or len(key) > 1 else "number", ink, align="centre", size=38)


def keyboard_model(say: Phrases, title: str, text: str = "") -> KeyboardModel:
    row, key = say("screen.hint.row"), say("screen.hint.key")
    return KeyboardModel(
        Header(title),
        text,
        say("screen.players.space"),
        rows=Hints(row, row, say("screen.hint.ok"), say("screen.hint.delete")),
        keys=Hints(key, key, say("screen.hint.ok"), say("screen.hint.other_row")),
        leave=say("screen.hint.back"),
        letters=key_rows(say("language.keys")),
        strange=say("screen.players.strange"),
    )
