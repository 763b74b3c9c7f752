"""People round the simulated table who do not take care, and what the program makes of it: see ``monkey``.

They play whole nights; in between cards are covered, slide, are swapped, come from nowhere, go two at a time; steps
are taken back, the light goes out, the camera is unplugged, the program is stopped and started. What they know to be
true is kept by the twin; after each mishap the program must come back to it by itself or by one question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pygame

from companion import CompanionError
from companion.games.amul.finale import SettleDifference
from companion.inbox import Happened, Inbox, SignSeen, TableSeen
from companion.keeping.session import resume_game, start_game
from companion.pages.begin.start_page import StartPage
from companion.pages.play.table_page import TablePage
from companion.play.live_game import LiveGame
from companion.play.simulated.players import Say, SimulatedPlayers, on_view
from companion.program.app import App
from companion.program.window import Window
from companion.screens import Answered, Chosen, Finished, Input, Screen
from companion.screens.intents import Intent
from companion.screens.navigation import Page
from companion.screens.reading_screen import ReadingScreen
from companion.settings.config import load_config
from companion.table.table import Table
from rules.core.refusals import Refused
from rules.core.table import Doubt, Resolution, TableCards
from rules.core.words import words
from tests.games import new_context, new_players, new_setup, open_store

LOOK_MS = 400
OPEN = ("market", "palace", "bazaar")
PATIENT_LOOKS = 24  # ten seconds: all questions have been asked by then
STUCK_LOOKS = 80
WAYS_BACK = 60  # presses of "back" after which the table or the start page must be there

Zones = dict[str, frozenset[str]]
Veil = Callable[[Zones], Zones]  # what the camera sees of the table as it lies


class RareWindow(Window):
    """Draws one picture in so many: drawing is what takes the time."""

    every = 1
    touches: tuple[Input, ...] = ()

    def wishes(self, now_ms: int) -> Iterator[Input]:
        """What fingers asked for since the last time."""
        waiting, self.touches = self.touches, ()
        yield from waiting

    def show(self, screen: Screen, now_ms: int, marks: tuple[int, ...] = ()) -> bool:
        if now_ms // LOOK_MS % self.every:
            screen.update(now_ms)
            return False
        return super().show(screen, now_ms, marks)


def _window(draw_every: int) -> RareWindow:
    window = RareWindow(pygame.Surface((640, 400)), visible=False)
    window.every = draw_every
    return window


@dataclass(frozen=True, slots=True)
class Fault:
    """What must not happen: a crash, a lost entry, a standstill, a belief that stays wrong, a second question."""

    sort: str
    mishap: str
    detail: str


class Evening:
    """One game on one box, with the program over it."""

    def __init__(self, slug: str, players: int, seed: int, folder: Path, *, draw_every: int = 1) -> None:
        self.slug, self.seed, self.folder = slug, seed, folder
        self.random = Random(seed)
        self.now_ms = 0
        self.veil: Veil | None = None
        self.signs: frozenset[SignSeen] = frozenset()
        self.plugged = True
        pairs = ("camera.kind=usb", "sound.on=false", "night.help=true", f"data.folder={folder}")
        clock = self.random.choice(("off", "reminder", "strict"))
        self.config = load_config(pairs=(*pairs, f"timers.auction={clock}"), files=())
        self.window = _window(draw_every)
        setup = new_setup(slug, players, seed)
        self.people: SimulatedPlayers = new_players(setup, seed)
        self.store = open_store(folder)
        started = start_game(self.store, setup)
        assert not isinstance(started, Refused)
        self.ident, session = started
        self.app = self._app("en")
        self.app.play(Table(self.app.context, self.ident, session))

    def _app(self, language: str) -> App:
        context = new_context(self.config, self.store, language, facts="practice")
        return App(context, self.window, Inbox(), lambda: self.now_ms, StartPage(context))

    @property
    def page(self) -> TablePage:
        """Ours; whoever left it finds it again where it was."""
        if (table := self.app.table) is None or table.number != self.ident:
            self.app = self._app(self.app.context.language)
            self.app.play(Table(self.app.context, self.ident, resume_game(self.store, self.ident)))
        return next(page for page in self.app.pages if isinstance(page, TablePage))

    @property
    def live(self) -> LiveGame:
        return self.page.live

    def restart(self) -> None:
        """The plug is pulled; the next start takes the game up."""
        kept = self.live.session.entries
        self.store.close()
        self.store = open_store(self.folder)
        self.app = self._app(self.random.choice(("en", "de")))
        again = self.live.session.entries
        assert again == kept, f"{len(kept)} entries before the plug was pulled, {len(again)} after it"
        if not self.plugged:
            self.app.inbox.put(Happened("camera", words("notice.camera_lost"), self.now_ms))

    def unplug(self) -> None:
        self.plugged = False
        self.app.inbox.put(Happened("camera", words("notice.camera_lost"), self.now_ms))

    def plug_in(self) -> None:
        self.plugged = True
        self.app.inbox.put(Happened("camera", None, self.now_ms))

    # What the camera sees.

    def look(self, ms: int = LOOK_MS) -> None:
        self.now_ms += ms
        if self.plugged:
            zones = {zone: frozenset(cards) for zone, cards in self.people.table.zones.items()}
            seen = TableCards(zones if self.veil is None else self.veil(zones))
            self.app.inbox.put(TableSeen(seen, frozenset(), at_ms=self.now_ms, signs=self.signs))
        self.app.tick()

    # What people do.

    def act(self) -> bool:
        """One thing; whether anybody did anything."""
        night, page = self.live, self.page
        if (question := night.question) is not None:
            self._give(page, Answered(self.people.answer(question)))
            return True
        if night.moves:
            for move in night.moves:
                self.people.put_back(move)
            self._give(page, Finished())
            return True
        screen = self.app.screen(self.now_ms)
        if self.app.page is page and isinstance(screen, ReadingScreen) and screen.model.asking:
            self._give(page, Chosen(self._true_settlement(screen)))
            return True
        self._leave_the_market()
        act = self.people.next_act(on_view(night))
        if isinstance(act, Say):
            self._give(page, Chosen(act.command))
        elif act is not None and not self.plugged:
            self.tell()
        return act is not None

    def _leave_the_market(self) -> None:
        """At the end nobody looks after what lies in the market still."""
        if self.live.view["phase"] == "hands" and (left := self.people.table.zone("market")):
            people: Any = self.people
            people._removed += left
            self.people.table.lift(left)

    def tell(self) -> None:
        """Without a camera they say what they did."""
        night = self.live
        table = TableCards({zone: frozenset(cards) for zone, cards in self.people.table.zones.items()}, night.focus)
        for command in night.session.game.read(night.session.state, table).commands:
            self._give(self.page, Chosen(command))

    def _give(self, page: Page, outcome: Any) -> None:
        try:
            page.act(outcome, self.now_ms)
        except CompanionError as error:
            self.app.trouble(error)

    def _true_settlement(self, screen: ReadingScreen) -> SettleDifference:
        """Of a difference at the end: what really lies before the seat."""
        areas: list[list[str]] = self.people.truth()["areas"]
        settles = [action.command for action in screen.model.actions if isinstance(action.command, SettleDifference)]
        seat = self.live.focus or 0
        is_there = settles[0].doubt.cards[0] in areas[seat]
        for one in settles:
            names = {type(command).__name__ for command in one.answer.commands}
            if ("Missing" in names and not is_there) or ("Found" in names and is_there):
                return one
        return next(one for one in settles if not one.answer.commands)

    def find_back(self) -> None:
        """By "back" alone, from wherever that was, to the table or the start page."""
        self.look()
        for _ in range(WAYS_BACK):
            if isinstance(self.app.page, TablePage | StartPage):
                return
            self.app.press(Intent.BACK)
            self.look()
        raise AssertionError(f"no way back from {type(self.app.page).__name__}")

    # What is true.

    def differences(self, state: Any = None) -> dict[str, Any]:
        """Where belief and table differ, of what is told apart at any moment."""
        view = self.live.view if state is None else self.live.session.game.view(state)
        held, believed = self.people.truth(), self.people.belief(view)
        keys = (*OPEN,) if self.slug == "amul" else ()
        return {key: (held[key], believed[key]) for key in keys if held[key] != believed[key]}

    def true_answer(self, doubt: Doubt) -> Resolution | None:
        """The answer after which the program believes what is so; where none is, to leave it as it is."""
        harmless = [answer for answer in doubt.answers if not answer.commands and not answer.undo]
        fitting = [answer for answer in (*harmless, *doubt.answers) if self._makes_true(doubt, answer)]
        undo = [answer for answer in doubt.answers if answer.undo]
        wrong = bool(self.differences())
        return next(iter([*fitting, *(undo if wrong else ()), *harmless, *doubt.answers]), None)

    def _makes_true(self, doubt: Doubt, answer: Resolution) -> bool:
        if answer.commands:
            return all(self._is_so(command) for command in answer.commands)
        session = self.live.session
        state = session.state
        if answer.undo:
            to = self.live._reader._before(doubt.cards)
            state = session.state_after(to if to is not None else session.steps[-2].seq if session.steps[1:] else 0)
        return not self.differences(state)

    def _is_so(self, command: Any) -> bool:
        """A card that is said to be somebody's is in that hand or area."""
        people: Any = self.people
        card = getattr(command, "card", "")
        if self.slug != "amul" or isinstance(self.live.session.game.decide(self.live.session.state, command), Refused):
            return False
        return card in (*people._hands[command.seat], *people._areas[command.seat], *people._removed)

    def settle(self, doubt: Doubt, answer: Resolution) -> None:
        self._give(self.page, Answered(answer))
        del doubt

    def close(self) -> None:
        self.store.close()


class Mishap:
    """Something that goes wrong for so many looks, and is put right again."""

    def __init__(self, name: str, looks: int, veil: Veil | None = None, end: Callable[[], None] | None = None) -> None:
        self.name = name
        self.looks = looks
        self.veil = veil
        self._end = end

    def end(self) -> None:
        self.looks, self.veil = 0, None
        if self._end is not None:
            self._end()


def lying(evening: Evening) -> list[tuple[str, str]]:
    return [(zone, card) for zone, cards in evening.people.table.zones.items() for card in sorted(cards)]


def cover(evening: Evening, looks: int) -> Mishap | None:
    """A cup, a sleeve, a hand: some cards cannot be seen."""
    cards = lying(evening)
    if not cards:
        return None
    hidden = {card for _, card in evening.random.sample(cards, min(len(cards), evening.random.choice((1, 1, 2))))}
    return Mishap(f"covered {sorted(hidden)}", looks, lambda zones: _moved(zones, dict.fromkeys(hidden)))


def cover_zone(evening: Evening, looks: int) -> Mishap:
    zone = evening.random.choice(sorted(evening.people.table.zones))
    return Mishap(
        f"{zone} covered",
        looks,
        lambda zones: {name: frozenset() if name == zone else lies for name, lies in zones.items()},
    )


def darkness(evening: Evening, looks: int) -> Mishap | None:
    """Worse than a lamp that is out: nothing is seen, and nothing says that nothing can be seen."""
    if evening.live.view["phase"] == "hands":
        return None  # people see that nothing is ticked off, and wait
    return Mishap("dark", looks, lambda zones: dict.fromkeys(zones, frozenset()))


def slide(evening: Evening, looks: int) -> Mishap | None:
    """A card is nudged into another zone, or out of all."""
    if not (cards := lying(evening)):
        return None
    zone, card = evening.random.choice(cards)
    to = evening.random.choice([*sorted(evening.people.table.zones), None])
    return Mishap(f"{card} slid from {zone} to {to}", looks, lambda zones: _moved(zones, {card: to}))


def swap(evening: Evening, looks: int) -> Mishap | None:
    if len(cards := lying(evening)) < 2:
        return None
    (one_zone, one), (other_zone, other) = evening.random.sample(cards, 2)
    return Mishap(f"{one} and {other} swapped", looks, lambda zones: _moved(zones, {one: other_zone, other: one_zone}))


def _moved(zones: Zones, to: dict[str, str | None]) -> Zones:
    moved = {zone: cards - frozenset(to) for zone, cards in zones.items()}
    for card, zone in to.items():
        if zone is not None:
            moved[zone] |= {card}
    return moved


def stray(evening: Evening, looks: int) -> Mishap | None:
    """A card from deck, hand or box comes to lie in the open, and is taken away again."""
    people: Any = evening.people
    if evening.slug == "amul":
        cards = [*people._deck, *people._removed, *(card for hand in people._hands for card in hand)]
    else:
        cards = [*people._deck, *(spell for mine in people._spells for spell in mine), "gold#1"]
    to = evening.random.choice(sorted(evening.people.table.zones))
    # Shown on the mat it is shown: that must be taken back by whoever showed it.
    is_shown = to == "mat" and (evening.slug == "amulett" or evening.live.view["phase"] in ("reveal", "hands"))
    if not cards or is_shown:
        return None
    card = evening.random.choice(sorted(set(cards) - {card for _, card in lying(evening)}))
    return Mishap(f"{card} strayed to {to}", looks, lambda zones: {**zones, to: zones[to] | {card}})


def take_two(evening: Evening, looks: int) -> Mishap | None:
    """Two players pick at the same time."""
    night, people = evening.live, evening.people
    waiting = getattr(night.session.state, "waiting", ())
    if evening.slug != "amul" or night.view["phase"] != "pick" or len(waiting) < 2 or evening.differences():
        return None
    cards = evening.random.sample(people.table.zone("market"), 2)
    table: Any = people
    for seat, card in zip(waiting, cards, strict=False):
        table._hands[seat].append(card)
        table._picked.add(card)
    people.table.lift(cards)
    return Mishap(f"{cards} picked at once", 0)


def go_back(evening: Evening, looks: int) -> Mishap | None:
    """Up to ten steps are taken back, each by itself or all at once; then they play another way."""
    night, count = evening.live, evening.random.choice((1, 1, 2, 3, 5, 10))
    if len(night.session.steps) <= count or night.moves:
        return None
    if evening.random.random() < 0.5:
        night.undo(evening.now_ms, night.session.steps[-count - 1].seq)
    else:
        for _ in range(count):
            night.undo(evening.now_ms)
    return Mishap(f"{count} steps taken back", 0)


def restart(evening: Evening, looks: int) -> Mishap | None:
    if evening.live.moves:
        return None  # what was to be carried back is not remembered; the table is read as it lies
    evening.restart()
    return Mishap("restarted", 0)


def unplug(evening: Evening, looks: int) -> Mishap:
    evening.unplug()
    return Mishap("camera unplugged", looks, end=evening.plug_in)


def walk_away(evening: Evening, looks: int) -> Mishap:
    evening.look(3_600_000)
    return Mishap("an hour away", 0)


def sign(evening: Evening, looks: int) -> Mishap | None:
    """A seat or control card at a moment when it means little; what it brought is taken back."""
    name = evening.random.choice(("ready", "yes", "no", "pause", "score"))
    seat = None if name in ("pause", "score") else evening.random.randrange(8)
    if evening.live.doubt(evening.now_ms) is not None or (seat is not None and evening.live.view["phase"] != "offer"):
        return None
    evening.signs = frozenset({SignSeen(name, seat)})

    def end() -> None:
        evening.signs = frozenset()

    return Mishap(f"sign {name} {seat}", min(looks, 6), end=end)


def open_menu(evening: Evening, looks: int) -> Mishap:
    """Menu or pause stay open while people play on."""
    evening.app.press(Intent.MENU)
    for intent in evening.random.choice(
        ((), (Intent.NEXT, Intent.OK), (Intent.NEXT, Intent.NEXT, Intent.NEXT, Intent.OK))
    ):
        evening.app.press(intent)
    return Mishap(f"{type(evening.app.page).__name__} open", looks, end=evening.find_back)


def language(evening: Evening, looks: int) -> Mishap:
    context = evening.app.context
    with suppress(CompanionError):
        context.change("language", evening.random.choice(("en", "de")))
    context.config = replace(context.config, timers=replace(context.config.timers, count=evening.random.random() < 0.5))
    return Mishap("another language", 0)


MISHAPS: tuple[Callable[[Evening, int], Mishap | None], ...] = (
    cover, cover, cover_zone, darkness, slide, slide, swap, swap, stray, stray, take_two, go_back, go_back, restart,
    unplug, walk_away, sign, open_menu, language,
)  # fmt: skip
