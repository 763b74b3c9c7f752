"""The start page: continue, new game, just score it, past nights."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial

from companion.contract import ClubRound, Context, TableGame
from companion.keeping.fallen import fallen_games
from companion.keeping.game_row import GameRow
from companion.keeping.troubles import StoreTrouble
from companion.language.i18n import Phrases
from companion.language.names import name_key
from companion.models import Choice, Hints, Notice
from companion.moments import read_moment
from companion.pages.begin.new_game import begin, begin_told_game
from companion.pages.begin.players_page import PlayersPage
from companion.pages.choice_page import ChoicePage
from companion.pages.history.nights_page import NightsPage, OpenGamesPage
from companion.pages.set_up.power_page import PowerPage
from companion.pages.set_up.setup_page import SetupPage
from companion.pages.teaching.teach_page import which_box
from companion.pages.trouble_page import GameFailedPage
from companion.screens import Answered, Goto, Leave, Outcome, Screen, Undo
from companion.screens.navigation import Lasting, Navigation, Open, Page, Replace, SitDown
from companion.screens.start_screen import StartModel, StartScreen
from companion.table.game_setup import change_way, setup_for
from rules.core.game import Setup
from rules.core.words import Words

ICONS = {
    "score": "pad",
    "history": "history",
    "teach": "teach",
    "setup": "gear",
}
# Offered only if a game supports it.
NEEDS: Mapping[str, Callable[[TableGame], bool]] = {
    "score": lambda game: game.scoring is not None,
    "teach": lambda game: game.course is not None,
}
MOST_NAMED = 5  # of more players the first few are named on a tile
TONIGHT_H = 12  # a game that was touched since then is tonight's
TOLD = "unread.told"  # setting with the unreadable games that were reported


@dataclass(frozen=True, slots=True)
class NewGame:
    """The choice to begin a game."""

    slug: str


class StartPage(Lasting):
    """The bottom page. Its choices depend on the store, which is read again only when it has changed."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._facts = context.facts  # choosing anything here ends practice
        self._screen: StartScreen | None = None
        self._kept: tuple[object, tuple[Choice, ...], tuple[Words, ...]] | None = None

    def tick(self, now_ms: int) -> None:  # noqa: ARG002
        self._look()

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        model = self._model()
        if self._screen is None:
            self._screen = StartScreen(model)
        self._screen.show(model)
        return self._screen

    def _model(self) -> StartModel:
        context = self._context
        _, left, news = self._look()
        broken = (game.why for game in context.games.broken)
        return start_model(context.say, tuple(context.games), left, context.notices(*broken, *news))

    def _look(self) -> tuple[object, tuple[Choice, ...], tuple[Words, ...]]:
        """Reads the store, only if something was written since."""
        store = self._context.store
        now = (store.path, store.written, self._context.language, self._round)
        if self._kept is None or self._kept[0] != now:
            self._kept = (now, self._left(), self._news())
        return self._kept

    @property
    def _round(self) -> ClubRound | None:
        """The round of the club at this table."""
        club = self._context.club
        return None if club is None else club.round

    @property
    def _scored(self) -> tuple[str, ...]:
        """Games that can be just scored."""
        return tuple(game.slug for game in self._context.games if game.scoring is not None)

    def _left(self) -> tuple[Choice, ...]:
        """What can be continued: the most recent game, and all other open games behind one choice."""
        games, say, seated = self._context.store.open_games(), self._context.say, self._round
        left = [left_choice(say, row.setup) for row in games[:1]]
        if games and games[0].id in fallen_games(self._context.store, self._context.games.release_of):
            left = [replace(left[0], detail=f"{left[0].detail} · {say('page.fallen.mark')}", icon="warning")]
        if others := games[1:]:
            names = " · ".join(say.join(other.setup.players) for other in others)
            left.append(Choice(say("screen.start.others", n=len(others)), "others", names, "history"))
        if seated is not None and not any({*row.setup.players} == {*seated.people} for row in games):
            left.insert(0, _round_choice(say, seated))
        return tuple(left)

    def _news(self) -> tuple[Words, ...]:
        """Reports unreadable games until somebody opens the list of nights, which reports them too."""
        found = self._context.store.unread()
        return () if self._context.store.setting(TOLD) == repr(found) else found

    def _history(self) -> Navigation:
        store = self._context.store
        if found := store.unread():
            with suppress(StoreTrouble):  # then it is reported again
                store.set_setting(TOLD, repr(found))
        return Open(NightsPage(self._context))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        self._context.facts = self._facts
        match outcome:
            case Goto("continue") if games := self._context.store.open_games():
                return self._go_on(games[0])
            case Goto("round") if (seated := self._round) is not None:
                return Open(self._sit_as_seated(seated))
            case Goto("others"):
                return Open(OpenGamesPage(self._context))
            case Answered(NewGame(slug)) if (which := self._context.games[slug].screens.which) is not None:
                return Open(which(self._context))
            case Answered(NewGame(slug)):
                return Open(PlayersPage(self._context, slug, partial(begin, self._context, slug)))
            case Goto("score"):
                return Open(self._which_game())
            case Goto("history"):
                return self._history()
            case Goto("teach"):
                return Open(which_box(self._context))
            case Goto("setup"):
                return Open(SetupPage(self._context))
            case Goto("menu") | Leave() | Undo():
                return Open(PowerPage(self._context))
        return None

    def _go_on(self, row: GameRow) -> Navigation:
        """At once; a game that has failed before is asked about first, for it may fail again."""
        fall = fallen_games(self._context.store, self._context.games.release_of).get(row.id)
        if fall is None:
            return SitDown(row.id)
        name = self._context.say.game(row.game, row.setup.facts)
        return Open(GameFailedPage(self._context, row.id, name, fall.why, before=True))

    def _sit_as_seated(self, seated: ClubRound) -> Page:
        """*Who plays?* with those whom the club has seated here; asks for the game unless the club has said it."""
        context, say = self._context, self._context.say
        fitting = [game for game in context.games if len(seated.people) in game.rules.seats]
        meant = [game for game in fitting if name_key(seated.game) in (game.slug, name_key(say.game(game.slug)))]
        pages = {game.slug: self._players_of(game, seated.people) for game in meant or fitting or context.games}
        if len(pages) == 1:
            return next(iter(pages.values()))
        choices = (
            Choice(say(f"screen.game.{slug}"), Replace(page), icon=context.games[slug].icon)
            for slug, page in pages.items()
        )
        return ChoicePage(context, say("page.score.which_game"), tuple(choices))

    def _players_of(self, game: TableGame, names: tuple[str, ...]) -> Page:
        """A game that asks which one it is offers them at *Who plays?*."""
        context, which = self._context, game.screens.which
        if which is not None:
            return which(context)
        seats = names if len(names) in game.rules.seats else ()
        return PlayersPage(context, game.slug, partial(begin, context, game.slug), names=seats)

    def _score_only(self, slug: str, names: tuple[str, ...], start: int) -> Navigation:  # noqa: ARG002
        """The game that these people have open is scored; else one of which nothing else was told."""
        store = self._context.store
        tonight = datetime.now(UTC) - timedelta(hours=TONIGHT_H)
        touched = {number for number, at in store.touched().items() if read_moment(at) > tonight}
        for row in store.open_games():
            if row.id in touched and row.game == slug and set(row.setup.players) == set(names):
                change_way(self._context, row.id, "score")
                return SitDown(row.id)
        return begin_told_game(self._context, setup_for(self._context, slug, names), "score")

    def _which_game(self) -> Page:
        """Asked only if there are several."""
        pages = {
            slug: PlayersPage(self._context, slug, partial(self._score_only, slug), draw=False) for slug in self._scored
        }
        if len(pages) == 1:
            return next(iter(pages.values()))
        say, games = self._context.say, self._context.games
        choices = (
            Choice(say(f"screen.game.{slug}"), Replace(page), icon=games[slug].icon) for slug, page in pages.items()
        )
        return ChoicePage(self._context, say("page.score.which_game"), tuple(choices))


def left_choice(say: Phrases, setup: Setup) -> Choice:
    """Continue an open game: which one, and who plays."""
    detail = f"{say.game(setup.game, setup.facts)} · {_who(say, setup.players)}"
    return Choice(say("screen.start.continue"), "continue", detail, "play")


def _who(say: Phrases, names: Sequence[str]) -> str:
    """As many as can be read on a tile from the other end of a table."""
    if len(names) <= MOST_NAMED:
        return say.join(names)
    return say.join((*names[: MOST_NAMED - 2], say("screen.start.more", n=len(names) - MOST_NAMED + 2)))


def _round_choice(say: Phrases, seated: ClubRound) -> Choice:
    """The reason stands on the next page: a tile has one line."""
    detail = " · ".join(filter(None, (seated.game, _who(say, seated.people))))
    return Choice(say("club.round.title", n=seated.number), "round", detail, "people")


def start_model(
    say: Phrases, games: Sequence[TableGame], left: tuple[Choice, ...] = (), notices: tuple[Notice, ...] = ()
) -> StartModel:
    """``left``: what can be continued."""
    walk = say("screen.hint.choose")
    hints = Hints(walk, walk, say("screen.hint.ok"), say("screen.hint.off"))
    others = {name: icon for name, icon in ICONS.items() if name not in NEEDS or any(map(NEEDS[name], games))}
    choices = (
        *left,
        *(_new_choice(say, game) for game in games),
        *(
            Choice(say(f"screen.start.{name}"), name, say(f"screen.start.{name}_detail"), icon)
            for name, icon in others.items()
        ),
    )
    return StartModel(say("screen.start.title"), say("screen.start.greeting"), choices, hints, notices)


def _new_choice(say: Phrases, game: TableGame) -> Choice:
    seats = game.rules.seats
    own = f"{game.slug}.start"
    detail = say(own) if say.has(own) else say("screen.start.new", least=seats.start, most=seats.stop - 1)
    return Choice(say(f"screen.game.{game.slug}"), NewGame(game.slug), detail, game.icon)
