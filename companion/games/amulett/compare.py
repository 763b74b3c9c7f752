"""Compares the table with the log: player by player, spells are laid on the mat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.contract import Desk
from companion.inbox import TableSeen
from companion.models import Action, CardModel, Header, NowLine, ReadState, table_hints
from companion.pages.screen_page import ModelPage
from companion.play.mat_reading import MAT, MatReading
from companion.screens import Chosen, Leave, Outcome
from companion.screens.navigation import Close, Navigation, Page, Replace
from companion.screens.reading_screen import ReadingModel, ReadingRow, ReadingScreen
from companion.seeing.wanted import LooksFor
from rules.amulett.view import AmulettView, amulett_view
from rules.core.words import Words, words

ALL, LOG, TABLE = "all", "log", "table"


@dataclass(frozen=True, slots=True)
class Difference:
    """A spell in front of ``seat`` that does not belong there, or one that does and was not read."""

    seat: int
    spell: str
    words: Words


class ComparePage(ModelPage[ReadingScreen]):
    """If the table is right, the log opens, to go back to the line that is wrong."""

    looks_for: LooksFor = "cards"

    def __init__(self, desk: Desk, log: Callable[[], Page]) -> None:
        self._context = desk.context
        self._live = desk.live
        self._say = desk.say
        self._log = log
        self._mat = MatReading()
        self._seat = 0
        self._asking = False
        self._settled: set[tuple[int, str]] = set()
        self._screen = ReadingScreen(self._model())

    @property
    def slug(self) -> str:
        return self._live.session.game.slug

    @property
    def document(self) -> Mapping[str, Any]:
        return self._live.session.setup.facts

    def see(self, seen: TableSeen) -> None:
        lying = frozenset[str]().union(*seen.table.zones.values())
        self._mat.look({MAT: frozenset(card for card in lying if "#" not in card)}, self._seat)

    @property
    def _view(self) -> AmulettView:
        return amulett_view(self._live.view)

    def _owners(self) -> dict[str, int]:
        players = self._view["players"]
        return {held["spell"]: seat for seat, player in enumerate(players) for held in player["spells"]}

    def _found(self) -> tuple[Difference, ...]:
        return tuple(one for one in self._differences() if (one.seat, one.spell) not in self._settled)

    def _differences(self) -> Iterator[Difference]:
        owners, seat = self._owners(), self._seat
        for spell in sorted(self._mat.laid(seat)):
            if owners.get(spell) == seat:
                continue
            if spell in owners:
                other = words("compare.who", seat=owners[spell])
                said = words("compare.owned", spell=spell, seat=seat, other=other)
            else:
                key = "up" if spell == self._view["spell"] else "deck"
                said = words(f"compare.{key}", spell=spell, seat=seat)
            yield Difference(seat, spell, said)
        for spell in (spell for spell, owner in owners.items() if owner == seat):
            if spell not in self._mat.laid(seat):
                yield Difference(seat, spell, words("compare.lacks", spell=spell, seat=seat))

    # What to show.

    def _model(self) -> ReadingModel:
        say, found = self._say, self._found()
        listed = found if self._asking else tuple(one for one in found if one.spell in self._mat.laid(self._seat))
        actions = self._answers() if self._asking else (Action(say("compare.all"), ALL, "tick"),)
        return ReadingModel(
            header=Header(say("screen.game.amulett"), say("compare.title")),
            now=NowLine(say("compare.lay", seat=self._seat), say("compare.why"), self._after(), self._seat),
            rows=tuple(self._row(seat) for seat in range(len(self._view["players"]))),
            cards=self._cards({one.spell for one in listed}),
            actions=actions,
            differences=tuple(say.say(one.words) for one in listed),
            asking=self._asking,
            empty=say("compare.empty", seat=self._seat),
            hints=replace(table_hints(say, actions), back=say("screen.hint.back")),
            notices=self._context.notices(say=say),
        )

    def _after(self) -> str:
        following = self._seat + 1
        return self._say("screen.reading.next", seat=following) if following < len(self._view["players"]) else ""

    def _row(self, seat: int) -> ReadingRow:
        owned = [spell for spell, owner in self._owners().items() if owner == seat]
        read = sum(spell in self._mat.laid(seat) for spell in owned)
        return ReadingRow(seat, self._say.player(seat), read, seat < self._seat, seat == self._seat, len(owned))

    def _cards(self, doubtful: set[str]) -> tuple[CardModel, ...]:
        laid = self._mat.laid(self._seat)
        owned = [spell for spell, owner in self._owners().items() if owner == self._seat]
        states: dict[str, ReadState] = {spell: "settled" if spell in laid else "seen" for spell in owned}
        states.update({spell: "wrong" for spell in (*owned, *sorted(laid)) if spell in doubtful})
        if self._asking:
            states = {spell: state for spell, state in states.items() if state == "wrong"}
        return tuple(CardModel(spell, self._say.name("spell", spell), state=state) for spell, state in states.items())

    def _answers(self) -> tuple[Action, ...]:
        return Action(self._say("compare.log"), LOG, "tick"), Action(self._say("compare.table"), TABLE, "book")

    # What people want.

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Chosen("all"):
                self._asking = bool(self._found())
            case Chosen("log"):
                self._settled.add((self._seat, self._found()[0].spell))
                self._asking = bool(self._found())
            case Chosen("table"):
                return Replace(self._log())
            case Leave() if self._asking:
                self._asking = False
                return None
            case Leave():
                return Close()
            case _:
                return None
        return None if self._asking else self._next(now_ms)

    def _next(self, now_ms: int) -> Navigation:
        self._seat += 1
        if self._seat < len(self._view["players"]):
            return None
        self._seat -= 1
        wrong = len(self._settled)
        self._live.say(words("compare.differ", n=wrong) if wrong else words("compare.same"), now_ms)
        return Close(done=True)
