"""What screens show, as frozen values of plain data: nothing here draws, decides or stores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from companion.language.i18n import Phrases
from rules.core.scoring import Score
from rules.core.words import Words

ReadState: TypeAlias = Literal["", "seen", "settled", "wrong"]
Tick: TypeAlias = Literal["", "waiting", "done"]
Level: TypeAlias = Literal["info", "warn", "bad", "good"]


@dataclass(frozen=True, slots=True)
class Hints:
    """What each button does now; empty text: nothing."""

    previous: str = ""
    next: str = ""
    ok: str = ""
    back: str = ""
    hold_ok: str = ""
    hold_back: str = ""
    hold_next: str = ""  # opens the rules, where the next button is a door


@dataclass(frozen=True, slots=True)
class Notice:
    """One line that everybody should know: camera lost, a refusal, practice values in use."""

    text: str
    level: Level = "info"
    icon: str = "info"


@dataclass(frozen=True, slots=True)
class Badge:
    """A small standing remark in the header."""

    icon: str
    text: str
    level: Level = "info"


@dataclass(frozen=True, slots=True)
class CardModel:
    """A card to show; what is unknown is None or empty."""

    ident: str
    name: str
    colour: str | None = None
    traits: tuple[tuple[str, int], ...] = ()
    letter: str | None = None
    position: str | None = None
    state: ReadState = ""
    note: str = ""
    place: str = ""  # the icon of its place, if cards of several places are shown together
    plain: bool = False  # in a game whose cards have no colours: only the name is shown


@dataclass(frozen=True, slots=True)
class Moment:
    """Something shown large for a moment, such as "sold". ``entry``: what caused it; ``figure``: its number."""

    entry: int
    text: str
    detail: str = ""
    seat: int | None = None
    figure: str = ""


@dataclass(frozen=True, slots=True)
class PhaseStep:
    icon: str
    name: str
    state: Literal["past", "now", "next", "later"]


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a screen: game, round, phases. ``rules``: a touch opens the rules."""

    title: str
    place: str = ""
    steps: tuple[PhaseStep, ...] = ()
    badges: tuple[Badge, ...] = ()
    rules: bool = False


def rules_hint(say: Phrases, header: Header) -> str:
    """What holding next does where it is a door, on a page from which the rules can be opened."""
    return say("screen.hint.rules_held") if header.rules else ""


@dataclass(frozen=True, slots=True)
class NowLine:
    """What now, why, and what next; ``seat`` if it is one player's turn."""

    text: str
    why: str = ""
    then: str = ""
    seat: int | None = None
    clock: str = ""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One player in the order of this step."""

    seat: int
    name: str
    place: int | None = None
    turn: bool = False
    done: bool = False
    reason: str = ""
    values: str = ""  # what this player has, in words, at any number of players
    tick: Tick = ""
    marks: tuple[str, ...] = ()
    figures: tuple[tuple[str, str], ...] = ()  # icon and number
    pips: tuple[tuple[str, int], ...] = ()  # colours in the area, with the number of cards


@dataclass(frozen=True, slots=True)
class Action:
    """Something to choose: a command, or the name of a screen to open."""

    label: str
    command: object = None
    icon: str = ""
    card: str | None = None
    goto: str | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One line or tile to choose; ``value`` is what the screen answers with."""

    label: str
    value: object = None
    detail: str = ""
    icon: str = ""


@dataclass(frozen=True, slots=True)
class CardPile:
    """Open cards of one place, as a number."""

    icon: str
    name: str
    cards: tuple[CardModel, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """Something round with a number on it."""

    text: str


@dataclass(frozen=True, slots=True)
class LogRow:
    """One entry; ``crosses`` warns that going back here would undo something that others have seen."""

    seq: int
    text: str
    time: str = ""
    seat: int | None = None
    undone: bool = False
    crosses: str = ""


SLOT = "card.slot"  # where a card is to be laid
BACK = "card.back"  # a card that lies face down
# What is on a shelf: an open card, a token, one of the two above, or an icon by name.
Thing: TypeAlias = CardModel | Token | str


@dataclass(frozen=True, slots=True)
class Shelf:
    """A part of the table while it is laid out: whose or what it is, what is there, and how many in all."""

    things: tuple[Thing, ...] = ()
    label: str = ""
    icon: str = ""
    seat: int | None = None
    figure: str = ""


@dataclass(frozen=True, slots=True)
class SetupLine:
    """One thing to do, and the number that matters in it, if any.

    The text goes on after the number, or is whole by itself and has it too (``is_whole``).
    """

    text: str
    figure: str = ""
    is_whole: bool = False

    @property
    def sentence(self) -> str:
        """For whoever does not show the number by itself."""
        return f"{self.figure} {self.text}" if self.figure and not self.is_whole else self.text


@dataclass(frozen=True, slots=True)
class TableModel:
    """A table in play: what now, open cards, players in order, actions."""

    header: Header
    now: NowLine
    cards: tuple[CardModel, ...]
    cards_title: str
    players: tuple[PlayerRow, ...]
    piles: tuple[CardPile, ...] = ()
    last: CardModel | None = None
    last_title: str = ""
    actions: tuple[Action, ...] = ()
    notices: tuple[Notice, ...] = ()
    hints: Hints = field(default_factory=Hints)
    empty: str = ""
    backs: tuple[int | None, ...] = ()  # face-down cards: the seat of each, or only a tick
    spreads: tuple[CardPile, ...] = ()  # further places whose cards are shown as cards
    moment: Moment | None = None


def kind_of(card: str) -> str:
    """``gold#p1`` is a ``gold``."""
    return card.partition("#")[0]


def sentence(words: Any, say: Phrases) -> str:
    """``Words`` in the players' language; a plain string as it is."""
    return say.say(words) if isinstance(words, Words) else str(words or "")


def phase_steps(phases: Sequence[str], now: str, say: Phrases) -> tuple[PhaseStep, ...]:
    """The phases of a round as a track: all ahead during set-up, all past at the end."""
    at = phases.index(now) if now in phases else -2 if now == "setup" else len(phases)
    states: list[Literal["past", "now", "next", "later"]] = [
        "past" if i < at else "now" if i == at else "next" if i == at + 1 else "later" for i in range(len(phases))
    ]
    return tuple(
        PhaseStep(phase, say(f"screen.phase.{phase}"), state) for phase, state in zip(phases, states, strict=True)
    )


def standing_badges(say: Phrases, *, practice: bool, camera: bool, incomplete: bool = False) -> tuple[Badge, ...]:
    badges = []
    if practice:
        badges.append(Badge("practice", say("screen.badge.practice"), "warn"))
    if not camera:
        badges.append(Badge("camera-off", say("screen.badge.no_camera"), "warn"))
    if incomplete:
        badges.append(Badge("question", say("screen.badge.incomplete"), "warn"))
    return tuple(badges)


def table_hints(say: Phrases, actions: Sequence[Action], *, camera: bool = True) -> Hints:
    """The hint line of a table: the focus moves over actions. Without a camera one has come from telling, and back
    leads there again."""
    told = not camera and any(action.goto == "tell" for action in actions)
    walk = say("screen.hint.choose") if len(actions) > 1 else ""
    return Hints(
        previous=walk,
        next=walk,
        ok=say("screen.hint.ok") if actions else "",
        back=say("screen.hint.back" if told else "screen.hint.rules"),
        hold_ok=say("screen.hint.menu"),
        hold_back=say("screen.hint.undo"),
        hold_next=say("screen.hint.rules_held") if told else "",
    )


def clock_text(ms: int) -> str:
    """``3:07``; from an hour on ``1:03:07``."""
    seconds = max(0, ms) // 1000
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def origin_badges(score: Score, say: Phrases) -> tuple[Badge, ...]:
    """How many facts were told, and how many come from which file; practice values have their own badge."""
    counts: dict[tuple[str, str], int] = {}
    for part in score["rests_on"]:
        sort, _, rest = part["origin"].partition(" ")
        if sort in ("game", "told", "file"):
            key = (sort, rest if sort == "file" else "")
            counts[key] = counts.get(key, 0) + len(part["facts"])
    said = [say(f"origin.short.{sort}", n=n, title=title) for (sort, title), n in counts.items()]
    return (Badge("book", " · ".join(said)),) if said else ()


def bulletin_hints(say: Phrases) -> Hints:
    """The hint line of what is only read."""
    ok, back, menu, undo = (say(f"screen.hint.{name}") for name in ("play_on", "rules", "menu", "undo"))
    return Hints(ok=ok, back=back, hold_ok=menu, hold_back=undo)


def list_hints(say: Phrases, *, menu: bool = True) -> Hints:
    """The hint line of a list: move, open, back."""
    walk = say("screen.hint.choose")
    return Hints(walk, walk, say("screen.hint.ok"), say("screen.hint.back"), say("screen.hint.menu") if menu else "")
