"""Says aloud what the screen shows to all: whose turn and why, what happened, refusals, what the buttons do.

Short, and never the same twice in a row; a press cuts it short. Whoever wants to hear all of it asks, see ``where``.
What only one seat may know is never on the shared screen, so it is never said here.
"""

from __future__ import annotations

import re
from itertools import repeat
from typing import Protocol

from companion.drawing.canvas import Canvas
from companion.language.i18n import Phrases
from companion.play.live_game import TimedNotice
from companion.program.brevity import Part, Rank, announcements, brief
from companion.screens import Screen
from companion.screens.hearing import Heard, heard
from companion.screens.last_screen import LastScreen
from companion.settings.sections import Telling
from companion.table.log import apart, sentences
from companion.table.table import Table
from rules.core.journal import Step

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
        self._parts: list[Part] = []  # what is new in this frame
        self._unsaid: tuple[str, ...] = ()  # all that the last step did, if it was too much to be said at once

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
        self._parts = []
        if table is not None:
            say = table.say
            self._follow_table(table, now_ms)
        is_end = table is not None and isinstance(screen, LastScreen) and not self._over
        if table is not None and is_end:
            self._over = True
            self._tell_score(table)
        self._table = table
        before, self._heard = self._heard, heard(screen, canvas, say)
        if self._telling == "everything" or (self._telling == "questions" and self._heard.is_question):
            new = changes(before, self._heard, say)  # of the end the score has said what it is about
            self._parts += [part for part in new if not is_end or part.text not in self._heard.about]
        self._tell_parts(say)

    def where(self, say: Phrases) -> None:
        """Everything about this place again: what it is, what is asked, what is chosen; then what was not said yet."""
        say = say if self._table is None else self._table.say
        self.interrupt()
        for text in (part.text for part in changes(Heard(), self._heard, say)):
            self._tell(text, say)
        for text in (say("spoken.happened"), *self._unsaid) if self._unsaid else ():
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
                self._add(table.say("spoken.turn", seat=turn))
        if live.last_notice is not self._notice:
            self._notice = live.last_notice
            if self._notice is not None and self._telling != "turns":
                self._add(table.say.say(self._notice.words))
        self._tell_seconds(table, now_ms)

    def _tell_step(self, table: Table) -> None:
        steps, self._unsaid = table.live.session.steps, ()
        if self._telling == "everything" and steps and isinstance(steps[-1], Step):
            told = sentences(table.live.session.game, steps[-1], table.say)
            self._parts += (Part(text, Rank.FOLLOWED if at else Rank.DONE) for at, text in enumerate(told))

    def _tell_seconds(self, table: Table, now_ms: int) -> None:
        clock = table.clock(now_ms)
        second = clock.seconds if clock is not None and clock.is_urgent else None
        if second != self._second and second in SECONDS:
            self._add(table.say("spoken.seconds", n=second))
        self._second = second

    def _tell_score(self, table: Table) -> None:
        """Who came where, the best first."""
        score, say = table.score(), table.say
        for player in sorted(score["players"], key=lambda one: one["place"] or len(score["players"])):
            place, name = player["place"], player["name"]
            if score["kind"] == "points":
                text = say("spoken.points", nth=place, name=name, points=player["total"])
            else:
                text = say("spoken.place", nth=place, name=name)
            self._parts.append(Part(text, Rank.NEEDED if place == 1 else Rank.FOLLOWED))

    def _add(self, text: str) -> None:
        self._parts.append(Part(text))

    def _tell_parts(self, say: Phrases) -> None:
        parts = [Part(speakable(one.text, say), one.rank, speakable(one.short, say)) for one in self._parts]
        said, left = brief(parts)
        if any(one.rank in (Rank.DONE, Rank.FOLLOWED) for one in left):
            self._unsaid = tuple(one.text for one in parts if one.rank in (Rank.DONE, Rank.FOLLOWED))
        for text in said:
            self._voice.say(text)
        if more := sum(one.rank is not Rank.BESIDE for one in left):
            self._tell(say("spoken.more", n=more, button=say("button.previous")), say)

    def _tell(self, text: str, say: Phrases) -> None:
        for part in announcements(speakable(text, say)):
            self._voice.say(part)


def changes(before: Heard, after: Heard, say: Phrases) -> list[Part]:
    """What is new: of another page everything, of the same only what has changed on it."""
    new: list[Part] = []
    is_other = after.title != before.title
    if is_other:
        new.append(Part(after.title, Rank.BESIDE))
    is_read = not after.chosen and not after.buttons  # a page that is there to be read
    told = [(at, text) for at, text in enumerate(after.about) if is_other or text not in before.about]
    if told and after.gist:
        new.append(Part(" ".join(apart(after.about)), short=after.gist))
    else:
        rest = Rank.READ if is_read else Rank.BESIDE
        new += [Part(text, rest if at else Rank.NEEDED) for at, text in told]
    if after.buttons != before.buttons:
        new += map(Part, after.buttons, repeat(Rank.NEEDED), after.short_buttons)
    if after.chosen and (after.chosen, after.at, after.of) != (before.chosen, before.at, before.of):
        new.append(Part(say("spoken.chosen", what=after.chosen, n=after.at, of=after.of)))
    return [part for part in new if part.text]


def speakable(text: str, say: Phrases) -> str:
    """Signs that a voice swallows, as words."""
    for sign, name in SIGNS.items():
        text = text.replace(sign, f" {say(f'spoken.sign.{name}')} ")
    text = re.sub(r"\s*[·›|]\s*", ", ", text).replace("…", ",")
    text = re.sub(r"[\u00a0\u202f]+(?=[!:;?])", "", text)  # of French, so that its sentences are told apart too
    return re.sub(r"\s+", " ", text).strip(" ,")
