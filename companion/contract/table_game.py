"""The game as the program sees it, and the program as a game may use it; the two types refer to each other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from companion import CompanionError
from companion.blame import let_through, reason_of
from companion.contract.game_parts import (
    AuctionPart,
    Board,
    Heading,
    MenuLine,
    MomentOf,
    PhonePart,
    RulesPart,
    ScribePart,
    SetupStep,
    TableScoring,
    WebPart,
    plain_card,
)
from companion.contract.hosts import CameraHold, ClubHost, LastChoices, PhoneHost
from companion.facts.box import GameBox
from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from companion.models import CardModel, Moment, Notice, ReadState
from companion.play.clocks import Clocks
from companion.play.mat_reading import MAT
from companion.settings.changing import keep_setting, with_setting
from companion.settings.config import Config, user_file
from rules.core.game import Game, Setup, known_table
from rules.core.questions import Ticks
from rules.core.scoring import not_over, stopped_early
from rules.core.table import TableCards
from rules.core.values import readable
from rules.core.words import Words, words

if TYPE_CHECKING:  # a command without a window must not load one
    from companion.drawing.icons import Draw
    from companion.drawing.theme import Rgb
    from companion.keeping.session import Session
    from companion.keeping.store import Store
    from companion.play.live_game import LiveGame
    from companion.play.news import FindNews, News
    from companion.play.simulated.players import SimulatedPlayers
    from companion.play.simulated.simulated_table import SimulatedTable
    from companion.screens.navigation import Navigation, Page
    from companion.sharing.pdf import RaceSheet
    from companion.teaching.classroom import Classroom
    from companion.teaching.course import Course
    from companion.teaching.deck_check import DeckToCheck
    from rules.core.journal import Position
    from rules.core.scoring import Score, Sentence
    from rules.core.view import View

VERSION = 1  # of this contract: a game made for another version is reported and left out


@dataclass(slots=True)
class Context:
    """What every page may use. ``parts`` holds the current notices of the parts of the box."""

    config: Config
    store: Store
    language: str
    games: Games
    facts: str = "own"  # which facts a new game rests on
    parts: dict[str, Words] = field(default_factory=dict)
    camera: CameraHold | None = None
    heed: Callable[[Config], None] | None = None  # told at once of settings changed on the screen
    phones: PhoneHost | None = None  # None: phones are not available
    club: ClubHost | None = None  # None: the club is not available
    aside: Words | None = None  # shown when there is nothing else to say, such as that this is a demonstration

    def change(self, key: str, value: object) -> None:
        """Changes a setting at once, then saves it; if it cannot be saved, it still applies until the program ends."""
        changed = with_setting(self.config, key, value)
        if self.heed is not None:
            self.heed(changed)
        self.config = changed
        if key == "language":
            self.language = changed.spoken
        keep_setting(user_file(), key, value)

    @property
    def say(self) -> Phrases:
        return Phrases(self.language)

    def say_in(self, language: str) -> Phrases:
        """Phrases in this language; empty: the language of the box."""
        return Phrases(language or self.language)

    @property
    def has_camera(self) -> bool:
        return self.config.camera.kind != "none" and "camera" not in self.parts

    def box(self, slug: str) -> GameBox:
        """The box of a game, with the owner's facts of this data folder."""
        return self.games.box(slug, self.config.data_path)

    def phrases(
        self, slug: str, facts: Mapping[str, Any], players: tuple[str, ...], language: str | None = None
    ) -> Phrases:
        """``language``: other than the box's; cards keep their printed names."""
        edition = self.config.night.edition
        wanted = self.language if edition == "auto" else edition
        return self.games.box(slug).phrases(language or self.language, facts, players, wanted)

    def notices(self, *more: Words | None, say: Phrases | None = None, but: str = "") -> tuple[Notice, ...]:
        """The notices of the parts, then those of the game, one line each; ``but``: of one part none."""
        speak = say or self.say
        standing = [Notice(speak.say(words), "warn", "warning") for name, words in self.parts.items() if name != but]
        return (*standing, *(Notice(speak.say(words)) for words in more if words is not None))


@dataclass(frozen=True, slots=True)
class Desk:
    """A game on the table in one language: what a board and its pages need. ``news`` is None if the game is not
    followed; ``number``: under which the game is kept."""

    context: Context
    game: TableGame
    live: LiveGame
    say: Phrases
    clocks: Clocks = field(default_factory=lambda: Clocks("off", 0, counts=False))
    news: News | None = None
    number: int = 0

    def clock_text(self, now_ms: int) -> str:
        """The time left to bid, or how long the turn has lasted; empty while no clock runs."""
        clock = self.clocks.now(now_ms)
        return "" if clock is None else clock.text

    @property
    def phase(self) -> str:
        """The step that is on, by its name; empty where it has none. Where no rules are followed, how it is told."""
        if not self.live.is_followed:
            return self.say("page.scribe.title" if self.live.session.pad.way == "scribe" else "screen.start.score")
        return self.phase_name(self.live.view["phase"])

    def phase_name(self, phase: str) -> str:
        """Empty where it has none."""
        keys = (f"{self.game.slug}.phase.{phase}", f"screen.phase.{phase}")
        return next((self.say(key) for key in keys if self.say.has(key)), "")

    def moment(self) -> Moment | None:
        """What the last step brought that everybody should see; an undo brings nothing."""
        session = self.live.session
        step = session.steps[-1] if session.steps else None
        if step is None or step.seq != session.last_seq:
            return None
        found = next((event for event in step.events if type(event) in self.game.moments), None)
        if found is None:
            return None
        how = self.game.moments[type(found)]
        figure = str(getattr(found, how.figure)) if how.figure else ""
        detail = self.say.say(session.game.tell(found))
        return Moment(step.seq, self.say(how.key), detail, getattr(found, "seat", None), figure)

    def moment_told(self) -> tuple[Notice, ...]:
        """The same as a notice, for a page that is shown instead of the table."""
        moment = self.moment()
        return () if moment is None else (Notice(f"{moment.text} {moment.detail}", "good", "crown"),)

    def card(self, card: str, state: ReadState = "") -> CardModel:
        """A card with what is known of it."""
        return self.game.card(card, self.say, self.live.facts, state)


@dataclass(frozen=True, slots=True)
class TableAtEnd:
    """A finished game. ``desk``: while it is still on the table; None: a past night.

    ``leave``: the players leave the score as it is although something is unknown; from then on ``score`` returns it
    as settled.
    """

    context: Context
    say: Phrases
    score: Callable[[], Score]
    view: View
    after: LastChoices
    desk: Desk | None = None
    leave: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScreens:
    """The screens of a game; None: the stock one."""

    which: Callable[[Context], Page] | None = None  # asks which game it shall be, if it stands for many
    # Asks what must be chosen before the first card; gets the names and the start seat.
    begin: Callable[[Context, tuple[str, ...], int], Navigation] | None = None
    board: Callable[[Desk], Board] | None = None
    end: Callable[[TableAtEnd], Page] | None = None
    menu: tuple[MenuLine, ...] = ()  # of a game in progress; pages are made of (desk, the log's page)
    teaching: tuple[MenuLine, ...] = ()  # of teaching its box; pages are made of (context, classroom)
    deck: Callable[[Context, Classroom], Page] | None = None  # asks what the deck depends on, then checks the deck
    icons: Mapping[str, Draw] = field(default_factory=dict)  # its own icons, by name
    icon_colours: Mapping[str, Rgb] = field(default_factory=dict)  # colours of icons that have one of their own


def at_path(document: Mapping[str, Any], fact: str) -> Any:
    """What stands in a document under ``cards.gold.colour``; None: nothing."""
    value: Any = document
    for key in fact.split("."):
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


@dataclass(frozen=True, kw_only=True)
class TableGame:
    """One game. ``rules`` and ``box`` are required; everything else has a default."""

    rules: Game[Any]
    box: GameBox
    version: int = VERSION
    icon: str = "cards"  # where games are chosen, before its own icons are loaded
    load_screens: Callable[[], GameScreens] = GameScreens  # called when the first screen is wanted
    # Makes the game with a slug ``<our slug>-...``, for games that are data: all of them have the same rules.
    member: Callable[[str], TableGame] | None = None

    # What a group may choose before a game: options of its rules with their readings, the usual one first. Words:
    # ``<slug>.house.<option>.name`` and ``<slug>.house.<option>.<reading>``.
    house_rules: Mapping[str, tuple[str | int, ...]] = field(default_factory=dict)

    # At the table.
    # The steps of laying out the table before the first card, for the current state; None: no such page.
    setup_steps: Callable[[Desk], tuple[SetupStep, ...]] | None = None
    card: Callable[..., CardModel] = plain_card  # for screens and phones: card, say, facts, state
    heading: Callable[[Desk, int], Heading] | None = None  # where we are and what now; None: made from view and texts
    auction: AuctionPart | None = None  # a clock for bidders
    news: FindNews | None = None  # automatic phases that must be read before clocks run on
    place_cards: Callable[[TableCards, Any], TableCards] | None = (
        None  # sorts the cards of the whole picture into zones, if there is no mat
    )
    # Where a card is in a state: a zone, ``seat-0`` ..., ``hand-0`` ..., anything else if it is not on the table; None:
    # unknown. Used to tell equal cards apart that are seen by their faces.
    whereabouts: Callable[[Any, str], str | None] = lambda _, __: None
    # The same, where it only has to be said why a card cannot be told; None: as ``whereabouts``.
    lies: Callable[[Any, str], str | None] | None = None
    # Commands after which none of these cards is known to be in a hand. If several hands have equal cards, a face does
    # not show whose was played.
    lost_track: Callable[[Any, Collection[str]], tuple[Any, ...]] = lambda _, __: ()
    laying: str = ""  # the phase in which everybody lays all their cards on the mat, over several looks
    ready: tuple[type, ...] = ()  # commands that "ready" on a seat card stands for
    passes: tuple[type, ...] = ()  # commands that its "pass" stands for
    # What the shared screen may offer, if legal commands depend on hidden things; None: every legal command.
    offered: Callable[[Any], tuple[Any, ...]] | None = None
    # The command meant by a choice among those, or a refusal that reveals nothing.
    meant: Callable[[Any, Any], Any] | None = None
    # The command by which a card has these points, in games where people may count a card themselves.
    give_points: Callable[[str, int], Any] | None = None
    # Parts of a set-up that the players do not know, such as the order of a deck.
    unknown_table: tuple[str, ...] = ()
    sounds: Mapping[type, str] = field(default_factory=dict)  # events that have a sound of their own
    moments: Mapping[type, MomentOf] = field(default_factory=dict)  # events that are shown large for a moment
    phone: PhonePart = field(default_factory=PhonePart)
    rules_now: RulesPart = field(default_factory=RulesPart)
    answer_command: Callable[[str, Any], Any] | None = None  # the command that tells a fact at any time: path, value
    # The value of a fact in a document of facts, by its path; None: unknown.
    told_fact: Callable[[Mapping[str, Any], str], Any] = at_path
    # Which facts of a page with ticks probably get one; these are shown first.
    likely: Callable[[Ticks], frozenset[str]] = lambda ticks: ticks.likely
    forget_command: Callable[[str], Any] | None = None  # the command that withdraws one: path

    # At the end.
    scoring: TableScoring | None = None
    scribe: ScribePart | None = None  # needs ``scoring``
    # Icon and card colour of a row of the pad, for screens and phones.
    row_mark: Callable[[str], tuple[str, str | None]] = lambda _: ("", None)
    figures: tuple[str, ...] = ()  # for each player besides the total, on score sheets: ``<slug>.sheet.<figure>``
    columns: Mapping[str, str] = field(default_factory=dict)  # of a spreadsheet: name, and key in a player's score
    standing: Callable[[Any], Words] | None = None  # how far a player came, in a game without points
    sheet: Callable[[Score, View, Phrases], RaceSheet] | None = None  # the score sheet of a game without points
    variant: Callable[[Setup], str] = lambda _: ""  # the variant that was played, for BG Stats

    # Teaching.
    course: Callable[[Mapping[str, Any], dict[str, Any] | None], Course] | None = None
    deck: Callable[[Setup], DeckToCheck] | None = None  # the cards a game is played with
    web: WebPart | None = None  # its fields in a browser

    # Simulated players, made from set-up, facts of their box, table and random source.
    people: Callable[[Setup, Mapping[str, Any], SimulatedTable, Random], SimulatedPlayers] | None = None
    lays: Callable[[Any], str] = lambda _: MAT  # where people who play by chance lay the card of a command, by zone
    lacking: Callable[[Mapping[str, Any]], Iterable[str]] = lambda _: ()  # unknown facts that they need

    # For debugging.
    invariants: Callable[[Any], tuple[str, ...]] | None = None
    cards_in_play: Callable[[Any], int | None] | None = None  # the number of cards in play, which must not change

    @property
    def slug(self) -> str:
        return self.rules.slug

    @property
    def lies_open(self) -> Callable[[Any, str], str | None]:
        return self.lies or self.whereabouts

    def score(self, session: Session) -> Score:
        """Of the table as it lies by the rules; where the game is not followed, as far as it was told."""
        return self.score_at(session.setup, session.position)

    def score_at(self, setup: Setup, position: Position[Any]) -> Score:
        """The same of any position of that game; where somebody had to go, without a winner."""
        score = self._score_at(setup, position)
        return score if position.pad.gone is None else stopped_early(score, position.pad.gone)

    def _score_at(self, setup: Setup, position: Position[Any]) -> Score:
        pad, facts, known = position.pad, self.rules.facts(position.state), known_table(self.rules, position.state)
        if pad.way == "follow" or self.scoring is None or known is None:
            return self.rules.score(position.state)
        order = {card: place for place, card in enumerate(self.scoring.cards(facts))}
        areas = [sorted(area, key=lambda card: order[card]) for area in pad.areas]
        house = {option: value for option, value in setup.options.items() if option in self.house_rules}
        named = str(facts.get("title", ""))
        told = {card: n for card, n in known.points.items() if card in pad.cards} | pad.told
        score = self.scoring.score(facts, areas, setup.players, named, told=told, house=house)
        return score if pad.is_final else not_over(score)

    def result_words(self, score: Score, player: Mapping[str, Any]) -> Words:
        """A player's result in a kept score, in words."""
        if self.standing is not None:
            return self.standing(player)
        if score["kind"] == "points":
            unknown = any(line.get("unknown") for line in player.get("lines", ()))
            total = player["total"]
            return words("nights.points_known", figure=total or "?") if unknown else words("nights.points", n=total)
        line: Sentence = player["line"]
        return line if isinstance(line, Words) else words("nights.line", line=line)

    @cached_property
    def screens(self) -> GameScreens:
        from companion.drawing.icons import include_icons  # noqa: PLC0415 (see above)

        try:
            screens = self.load_screens()
        except BaseException as error:  # an installed game may contain anything
            let_through(error)
            raise Trouble(words("games.broken", name=self.slug, why=reason_of(error))) from error
        include_icons(screens.icons, screens.icon_colours)
        return screens


@dataclass(frozen=True, slots=True)
class BrokenGame:
    """A game that was found but cannot be used, and why."""

    name: str
    why: Words


class Games:
    """Every game that was found, by slug, in order of name."""

    def __init__(
        self,
        found: Iterable[TableGame],
        broken: Iterable[BrokenGame] = (),
        releases: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._games = {game.slug: game for game in sorted(found, key=lambda game: game.slug)}
        self._members: dict[str, TableGame] = {}
        self.broken = tuple(broken)
        self._releases = releases

    def __iter__(self) -> Iterator[TableGame]:
        return iter(self._games.values())

    def __contains__(self, slug: object) -> bool:
        return isinstance(slug, str) and self._found(slug) is not None

    def __getitem__(self, slug: str) -> TableGame:
        """Raises ``CompanionError`` for an unknown game."""
        game = self._found(slug)
        if game is None:
            raise Trouble(words("facts.trouble.no_game", games=", ".join(self.slugs), got=readable(slug)))
        return game

    def _found(self, slug: str) -> TableGame | None:
        """One of the games, or a member of one that stands for many."""
        if slug in self._games:
            return self._games[slug]
        head = self._games.get(slug.partition("-")[0])
        if head is None or head.member is None:
            return None
        if slug not in self._members:
            self._members[slug] = head.member(slug)
        return self._members[slug]

    @property
    def slugs(self) -> tuple[str, ...]:
        return tuple(self._games)

    def slug_of(self, name: str, home: Path | None = None) -> str:
        """A game as people name it: by its slug; one of those that are data also by its own part of the slug.

        Raises ``CompanionError`` for an unknown game.
        """
        if name in self:
            return name
        for slug in (f"{game.slug}-{name}" for game in self if game.member is not None):
            with suppress(CompanionError):
                self.box(slug, home).rulebook()
                return slug
        raise Trouble(words("command.which_game", games=", ".join(self.slugs), got=readable(name)))

    def release_of(self, slug: str) -> str:
        """Which state of its code a game has; with another, what failed may be mended."""
        return self._releases.get(slug, "")

    @property
    def first(self) -> str:
        """The slug that stands for "any game"; empty if none can be used."""
        return next(iter(self._games), "")

    @property
    def columns(self) -> dict[str, str]:
        """The spreadsheet columns of all games, so that any two exports can be put together."""
        return {column: key for game in self for column, key in game.columns.items()}

    def rules(self, slug: str) -> Game[Any] | None:
        """The rules with that slug, if any."""
        game = self._found(slug)
        return None if game is None else game.rules

    def playable(self, slug: str) -> tuple[Game[Any], GameBox] | None:
        """Rules and box of the game with that slug, if any."""
        game = self._found(slug)
        return None if game is None else (game.rules, game.box)

    def box(self, slug: str, home: Path | None = None) -> GameBox:
        """``home``: the data folder with the owner's facts; None: as in the settings."""
        return self[slug].box.at(home)

    def session(self, session: Session) -> TableGame:
        """The game that is played in a session."""
        return self[session.game.slug]
