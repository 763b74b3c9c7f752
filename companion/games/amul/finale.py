"""After round 9 everybody lays area and hand on the mat; where table and log differ, the players decide."""

from __future__ import annotations

from dataclasses import dataclass

from companion.contract import Desk
from companion.games.amul.reading_view import EndAround, LaidCards, end_view
from companion.models import Action, Notice
from companion.screens import Chosen, Leave, Outcome, Screen
from companion.screens.reading_screen import ReadingModel, ReadingScreen
from rules.amul.commands import Done, OneCard
from rules.amul.comparing import differences, read_of, stand_ins
from rules.amul.view import amul_view
from rules.core.table import Doubt, Resolution


@dataclass(frozen=True, slots=True)
class SettleDifference:
    """What the players decide about one difference."""

    doubt: Doubt
    answer: Resolution


class Finale:
    """The final reading of one game; a decision for the table becomes a journal entry like any other."""

    def __init__(self, desk: Desk) -> None:
        self._context = desk.context
        self._live = desk.live
        self._say = desk.say
        self._asking: int | None = None  # the seat that said "that is all" while something differs
        self._settled: set[tuple[int, str, tuple[str, ...]]] = set()
        self._screen: ReadingScreen | None = None

    def screen(self, notices: tuple[Notice, ...]) -> Screen:
        model = self._model(notices)
        if self._screen is None:
            self._screen = ReadingScreen(model)
        self._screen.show(model)
        return self._screen

    def takes(self, outcome: Outcome, now_ms: int) -> bool:
        """Whether this was about the reading and has been handled."""
        match outcome:
            case Chosen(SettleDifference(doubt, answer)):
                self._settle(doubt, answer, now_ms)
            case Chosen(Done(seat)) if self._open(seat):
                self._asking = seat
            case Leave() if self._is_asking:
                self._asking = None
            case _:
                return False
        return True

    @property
    def _is_asking(self) -> bool:
        return self._asking is not None and self._asking == self._live.focus

    def _settle(self, doubt: Doubt, answer: Resolution, now_ms: int) -> None:
        seat = self._live.focus
        if seat is None or not self._is_asking:
            return
        self._settled.add(_matter(seat, doubt))
        for command in answer.commands:
            self._live.do(command, now_ms)
        if not self._open(seat):
            self._asking = None
            self._live.do(Done(seat), now_ms)

    def _open(self, seat: int) -> tuple[Doubt, ...]:
        """Unsettled differences; none if nothing of the area was laid, because then there is only the log."""
        state, laid = self._live.session.state, self._live.reading.laid(seat)
        found = tuple(doubt for doubt in differences(state, seat, laid) if _matter(seat, doubt) not in self._settled)
        return found if self._context.has_camera and (read_of(state, seat, laid) or self._strange(found, laid)) else ()

    @staticmethod
    def _strange(found: tuple[Doubt, ...], laid: frozenset[str]) -> tuple[Doubt, ...]:
        """Cards that should not be there; missing cards do not matter until everything is laid."""
        return tuple(doubt for doubt in found if laid.intersection(doubt.cards))

    def _model(self, notices: tuple[Notice, ...]) -> ReadingModel:
        live, seat, view = self._live, self._live.focus or 0, amul_view(self._live.view)
        found, laid = self._open(seat), live.reading.laid(seat)
        around = EndAround(
            facts=live.facts,
            notices=notices,
            camera=self._context.has_camera,
            practice=view["practice"],
            differences=found if self._is_asking else self._strange(found, laid),
            asking=self._is_asking,
            actions=self._answers(found[0]) if self._is_asking and found else self._actions(seat),
        )
        return end_view(view, self._say, self._laid(seat), around)

    def _laid(self, seat: int) -> LaidCards:
        state, reading = self._live.session.state, self._live.reading
        laid, area, shown = reading.laid(seat), state.areas[seat], state.shown[seat]
        twins = stand_ins(state, seat, laid)
        lying = tuple(card for card in sorted(reading.lying) if card in state.facts.cards)
        others = tuple(card for card in lying if card not in area and card not in twins)
        return LaidCards(seat, area, read_of(state, seat, laid), others, sum(card not in others for card in shown))

    def _answers(self, doubt: Doubt) -> tuple[Action, ...]:
        return tuple(Action(self._say.say(one.words), SettleDifference(doubt, one)) for one in doubt.answers)

    def _actions(self, seat: int) -> tuple[Action, ...]:
        """The screen does not reveal whether a card is still to be shown: a player learns it after "that is all"."""
        say = self._say
        told = any(isinstance(option, OneCard) for option in self._live.offered)
        tell = (Action(say("screen.tell"), icon="tell", goto="tell"),) if told else ()
        return (Action(say("screen.reading.all_shown"), Done(seat), "tick"), *tell)


def _matter(seat: int, doubt: Doubt) -> tuple[int, str, tuple[str, ...]]:
    """Identifies a difference, so that it is not asked twice."""
    return seat, doubt.words.key, doubt.cards
