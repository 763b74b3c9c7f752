"""Says what stands on the screen and is for all: whose turn and why, what happened, refusals, what the buttons do.

Short, and never the same twice in a row; a press cuts it short. What only one seat may know is never on the shared
screen, so it is never said here.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Protocol

from companion.drawing.canvas import Canvas
from companion.language.i18n import Phrases
from companion.play.live_game import TimedNotice
from companion.screens import Screen
from companion.screens.hearing import Heard, heard
from companion.screens.last_screen import LastScreen
from companion.settings.sections import Telling
from companion.table.log import sentences
from companion.table.table import Table
from rules.core.journal import Step

LONGEST = 78  # letters of one announcement: under six seconds, measured with espeak-ng
DIGIT, PAUSE = 4, 3  # a digit and a comma or colon take as long as so many letters
SIGNS = {" – ": "range", " × ": "times", "−": "minus", " = ": "equals"}
SECONDS = (10, 5)  # left on a bidder's clock


class Voice(Protocol):
    def say(self, text: str) -> None:
        """After what is being said."""
        ...

    def go_on(self) -> None:
        """With what waits, if nothing is being said."""
        ...

    def hush(self) -> None:
        """Says nothing more of it."""
        ...


class Narrator:
    """Looks at the screen after every frame and says what is new."""

    def __init__(self, voice: Voice, telling: Telling) -> None:
        self._voice = voice
        self._telling = telling
        self._heard = Heard()
        self._table: Table | None = None
        self._entry = 0
        self._turn: int | None = None
        self._notice: TimedNotice | None = None
        self._second: int | None = None
        self._over = False  # who came where was said

    @property
    def is_on(self) -> bool:
        return self._telling != "off"

    def interrupt(self) -> None:
        """Somebody pressed something: they know what they want."""
        self._voice.hush()

    def follow(self, screen: Screen, canvas: Canvas, table: Table | None, now_ms: int, say: Phrases) -> None:
        if not self.is_on:
            return
        self._voice.go_on()
        if table is not None:
            say = table.say
            self._follow_table(table, now_ms)
            if isinstance(screen, LastScreen) and not self._over:
                self._over = True
                self._tell_score(table)
        self._table = table
        before, self._heard = self._heard, heard(screen, canvas, say)
        if self._telling == "everything" or (self._telling == "questions" and self._heard.is_question):
            for text in changes(before, self._heard, say):
                self._tell(text, say)

    def where(self, say: Phrases) -> None:
        """Everything about this place again: what it is, what is asked, what is chosen."""
        say = say if self._table is None else self._table.say
        self.interrupt()
        for text in changes(Heard(), self._heard, say):
            self._tell(text, say)

    def _follow_table(self, table: Table, now_ms: int) -> None:
        live = table.live
        if table is not self._table:
            self._entry, self._turn, self._notice = live.session.last_seq, None, live.last_notice
            self._over = False
        if live.session.last_seq != self._entry:
            self._entry = live.session.last_seq
            self._tell_step(table)
        turn = live.view["turn"]
        if turn != self._turn:
            self._turn = turn
            if turn is not None and self._telling == "turns":
                self._tell(table.say("spoken.turn", seat=turn), table.say)
        if live.last_notice is not self._notice:
            self._notice = live.last_notice
            if self._notice is not None and self._telling != "turns":
                self._tell(table.say.say(self._notice.words), table.say)
        self._tell_seconds(table, now_ms)

    def _tell_step(self, table: Table) -> None:
        steps = table.live.session.steps
        if self._telling == "everything" and steps and isinstance(steps[-1], Step):
            for text in sentences(table.live.session.game, steps[-1], table.say):
                self._tell(text, table.say)

    def _tell_seconds(self, table: Table, now_ms: int) -> None:
        clock = table.clock(now_ms)
        second = clock.seconds if clock is not None and clock.is_urgent else None
        if second != self._second and second in SECONDS:
            self._tell(table.say("spoken.seconds", n=second), table.say)
        self._second = second

    def _tell_score(self, table: Table) -> None:
        """Who came where, the best first."""
        score, say = table.score(), table.say
        for player in sorted(score["players"], key=lambda one: one["place"] or len(score["players"])):
            place, name = player["place"], player["name"]
            if score["kind"] == "points":
                self._tell(say("spoken.points", nth=place, name=name, points=player["total"]), say)
            else:
                self._tell(say("spoken.place", nth=place, name=name), say)

    def _tell(self, text: str, say: Phrases) -> None:
        for part in announcements(speakable(text, say)):
            self._voice.say(part)


def changes(before: Heard, after: Heard, say: Phrases) -> list[str]:
    """What is new: of another page everything, of the same only what has changed on it."""
    new: list[str] = []
    if after.title != before.title:
        new.append(after.title)
    new += [text for text in after.about if text not in before.about or after.title != before.title]
    if after.buttons != before.buttons:
        new += after.buttons
    if after.chosen and (after.chosen, after.at, after.of) != (before.chosen, before.at, before.of):
        new.append(say("spoken.chosen", what=after.chosen, n=after.at, of=after.of))
    return [text for text in new if text]


def speakable(text: str, say: Phrases) -> str:
    """Signs that a voice swallows, as words."""
    for sign, name in SIGNS.items():
        text = text.replace(sign, f" {say(f'spoken.sign.{name}')} ")
    text = re.sub(r"\s*[·›|]\s*", ", ", text).replace("…", ",")
    text = re.sub(r"[\u00a0\u202f]+(?=[!:;?])", "", text)  # of French, so that its sentences are told apart too
    return re.sub(r"\s+", " ", text).strip(" ,")


def announcements(text: str) -> list[str]:
    """Whole sentences while they are short; longer ones in pieces, at a comma or between words."""
    found: list[str] = []
    for sentence in re.split(r"(?<=[^\d\s][.!?;])\s+(?=\W*[A-ZÄÖÜÀ-ÞŁŚŹŻ{])", text):
        rest = sentence
        while (most := _sayable(rest)) < len(rest):
            at = max(rest.rfind(", ", 20, most) + 1, 0) or rest.rfind(" ", 1, most)
            at = at if at > 0 else most
            found.append(rest[:at].strip())
            rest = rest[at:].strip()
        found.append(rest)
    return [part for part in found if re.search(r"\w", part)]


def _sayable(text: str) -> int:
    """How many of its letters fit into one announcement."""
    lasts = accumulate(DIGIT if letter.isdigit() else PAUSE if letter in ",:" else 1 for letter in text)
    return sum(so_far <= LONGEST for so_far in lasts)
