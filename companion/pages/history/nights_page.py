"""Past nights: the list with its records, a filter, and the players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.contract import Context
from companion.keeping.fallen import fallen_games
from companion.keeping.history import Filter, PastNight, past_nights, round_reached, round_words
from companion.keeping.kept_games import KeptGames
from companion.keeping.records import PlayerRecord, Record, Rivalry, records, rivalries, standings
from companion.language.i18n import Phrases
from companion.language.wording import day_words
from companion.models import Choice, Header, Hints, Level, list_hints
from companion.pages.choice_page import OneOfPage
from companion.pages.history.night_page import NightPage
from companion.pages.history.person_page import PersonPage
from companion.pages.screen_page import ModelPage, ScreenPage
from companion.screens import Answered, Goto, Leave, Outcome, Screen
from companion.screens.list_screen import ListModel, ListScreen, Remark
from companion.screens.navigation import Close, Lasting, Navigation, Open, SitDown

MOST_OPEN = 12  # open games whose round is looked up: each is replayed for it
MOST_HOLDERS = 2  # of a record, by name
FIELDS = ("game", "player", "players", "year", "practice")
ICONS = {
    "most_points": "pad",
    "fewest_points": "pad",
    "closest": "people",
    "clearest": "tick",
    "longest": "clock",
    "shortest": "clock",
}


class NightsPage(ScreenPage[ListScreen]):
    """Read again when something was written: what a count lacked may have been told meanwhile."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._read()
        self._filter = Filter()
        self._screen = ListScreen(self._model())

    def _read(self) -> None:
        self._read_at = self._context.store.written
        store = self._context.store
        self._nights = past_nights(store)
        still_open = [night for night in self._nights if not night.is_finished]
        self._so_far = {night.row.id: so_far_text(night, store, self._context.say) for night in still_open[:MOST_OPEN]}

    def tick(self, now_ms: int) -> None:  # noqa: ARG002
        if self._context.store.written != self._read_at:
            self._read()
            self._screen.show(self._model())

    def _model(self) -> ListModel:
        context = self._context
        icons = {night.row.game: context.games[night.row.game].icon for night in self._nights}
        model = nights_model(self._nights, self._filter, naming(self._nights, context.say), icons, self._so_far)
        return replace(model, notices=context.notices(*context.store.unread()))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Goto("filter"):
                return Open(FilterPage(self._context, self._nights, lambda: self._filter, self._narrow))
            case Goto("people"):
                return Open(PeoplePage(self._context, lambda: self._filter.counted(past_nights(self._context.store))))
            case Answered(PastNight() as night):
                return Open(NightPage(self._context, night.row.id))
        return super().act(outcome, now_ms)

    def _narrow(self, wanted: Filter) -> None:
        self._filter = wanted
        self._screen.show(self._model())


class OpenGamesPage(ScreenPage[ListScreen]):
    """Open games, each to be continued."""

    def __init__(self, context: Context) -> None:
        self._context = context
        say, fallen = context.say, fallen_games(context.store, context.games.release_of)
        choices = tuple(
            self._choice(night, night.row.id in fallen) for night in map(PastNight, context.store.open_games())
        )
        header = Header(say("nights.open.title"))
        self._screen = ListScreen(
            ListModel(header, choices, say("nights.open.text"), hints=list_hints(say, menu=False))
        )

    def _choice(self, night: PastNight, has_fallen: bool) -> Choice:
        say = self._context.say
        label = f"{night_title(night, say)} · {so_far_text(night, self._context.store, say)}"
        players = say.join(night.row.setup.players)
        if has_fallen:
            return Choice(label, night, f"{players} · {say('page.fallen.mark')}", "warning")
        return Choice(label, night, players, self._context.games[night.row.game].icon)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Answered(PastNight() as night):
                return SitDown(night.row.id)
        return super().act(outcome, now_ms)


class FilterPage(ModelPage[ListScreen]):
    """Filters nights by game, player, number of players and year; and whether practice games count."""

    def __init__(
        self,
        context: Context,
        nights: tuple[PastNight, ...],
        wanted: Callable[[], Filter],
        narrow: Callable[[Filter], None],
    ) -> None:
        self._context = context
        self._nights = nights
        self._wanted = wanted
        self._narrow = narrow
        self._screen = ListScreen(self._model())

    def _model(self) -> ListModel:
        say, wanted = naming(self._nights, self._context.say), self._wanted()
        choices = tuple(
            Choice(say(f"nights.by.{name}"), name, field_text(name, getattr(wanted, name), say)) for name in FIELDS
        )
        header = Header(say("screen.history.title"), say("nights.filter"))
        counted = say("nights.counted", n=len(wanted.counted(self._nights)))
        return ListModel(header, choices, counted, hints=list_hints(say, menu=False))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        wanted = self._wanted()
        match outcome:
            case Goto("practice"):
                self._narrow(replace(wanted, practice=not wanted.practice))
            case Goto(name) if name in FIELDS:
                return Open(self._values(name))
        return super().act(outcome, now_ms)

    def _values(self, name: str) -> OneOfPage:
        say = naming(self._nights, self._context.say)
        texts = [(value, field_text(name, value, say)) for value in (None, *self._values_present(name))]
        header = Header(say("screen.history.title"), say(f"nights.by.{name}"))
        return OneOfPage(say, header, texts, getattr(self._wanted(), name), lambda value: self._take(name, value))

    def _values_present(self, name: str) -> list[Any]:
        """The values that occur in at least one night."""
        rows = [night.row for night in self._nights]
        found: Mapping[str, Callable[[], set[Any]]] = {
            "game": lambda: {row.game for row in rows},
            "player": lambda: {player for row in rows for player in row.setup.players},
            "players": lambda: {len(row.setup.players) for row in rows},
            "year": lambda: {night.year for night in self._nights},
        }
        return sorted(found[name](), reverse=name == "year")

    def _take(self, name: str, value: Any) -> None:
        self._narrow(replace(self._wanted(), **{name: value}))


def nights_model(
    nights: tuple[PastNight, ...],
    wanted: Filter,
    say: Phrases,
    icons: Mapping[str, str],
    so_far: Mapping[int, str] | None = None,
) -> ListModel:
    """The filtered nights, with the records of those that count; ``icons``: one for each game.

    ``so_far``: how far open games have come, by their numbers.
    """
    header, hints = Header(say("screen.history.title")), list_hints(say, menu=False)
    if not nights:
        return ListModel(header, (), say("page.nights.none"), icon="history", hints=Hints(back=hints.back))
    choices = [
        Choice(say("nights.filter"), "filter", filter_text(wanted, say), "list"),
        Choice(say("nights.people.title"), "people", say("nights.about_people"), "people"),
    ]
    listed = wanted.listed(nights)
    choices += [
        Choice(
            night_title(night, say),
            night,
            (so_far or {}).get(night.row.id) or ending_text(night, say),
            icons[night.row.game],
        )
        for night in listed
    ]
    counted = wanted.counted(nights)
    if not counted:
        return ListModel(header, tuple(choices), say("nights.none_counted"), hints=hints)
    remarks = tuple(record_remark(record, say) for record in records(counted))
    title = f"{say('screen.history.records')} · {say('nights.counted', n=len(counted))}"
    return ListModel(header, tuple(choices), "", remarks, title, hints=hints)


def naming(nights: tuple[PastNight, ...], say: Phrases) -> Phrases:
    """With the names of games that are data, each by its latest night."""
    named = {night.row.game: say.game(night.row.game, night.row.setup.facts) for night in reversed(nights)}
    return Phrases(say.code, texts={f"screen.game.{slug}": name for slug, name in named.items()})


def field_text(name: str, value: Any, say: Phrases) -> str:
    """A filter value in words: a game's name, "5 players", "every year"."""
    if name == "practice":
        return say("nights.is.practice_yes" if value else "nights.is.practice_no")
    if value is None:
        return say(f"nights.any.{name}")
    if name == "game":
        return say(f"screen.game.{value}")
    return say("nights.is.players", n=value) if name == "players" else str(value)


def filter_text(wanted: Filter, say: Phrases) -> str:
    """The filter in words."""
    named = [field_text(name, value, say) for name in FIELDS[:-1] if (value := getattr(wanted, name)) is not None]
    return " · ".join(named or [field_text(name, None, say) for name in ("game", "player", "year")])


def night_title(night: PastNight, say: Phrases) -> str:
    return f"{say.say(day_words(night.day))} · {say.game(night.row.game, night.row.setup.facts)}"


def ending_text(night: PastNight, say: Phrases) -> str:
    """Who won with how many points, or that nobody has won yet."""
    if not night.is_finished:
        return say("nights.not_ended")
    if night.is_left:
        return say("nights.early" if night.is_early else "nights.open_count", names=night.row.setup.players)
    names = say.join(night.winners)
    said = (
        say("nights.won_points", names=names, n=night.totals[night.placed.index(night.ranked[0])])
        if night.totals
        else names
    )
    return f"{said} · {say('nights.practice')}" if night.practice else said


def so_far_text(night: PastNight, store: KeptGames, say: Phrases) -> str:
    return say.say(round_words(*round_reached(store, night)))


def _holders(names: tuple[str, ...], say: Phrases) -> str:
    """All of them if they are few; else the first and how many more."""
    if len(names) <= MOST_HOLDERS:
        return say.join(names)
    return say("nights.record.shared", name=names[0], n=len(names) - 1)


def record_remark(record: Record, say: Phrases) -> Remark:
    """A record and who holds it."""
    names, figure = _holders(record.names, say), str(record.value)
    if record.sort in ("longest", "shortest"):
        return Remark(say(f"nights.record.{record.sort}"), say("nights.minutes", n=record.value), "clock")
    icon = ICONS.get(record.sort, "crown")
    return Remark(say(f"nights.record.{record.sort}"), say.row((names, figure)), icon)


MOST_RIVALS = 7  # shown beside the list; the most frequent opponents


class PeoplePage(Lasting):
    """Everybody, whoever plays most first; behind each name what can be changed about it."""

    def __init__(self, context: Context, nights: Callable[[], tuple[PastNight, ...]]) -> None:
        """``nights``: only those that count."""
        self._context, self._nights = context, nights
        self._read()
        self._screen = ListScreen(self._model(0))

    def _read(self) -> None:
        nights, store = self._nights(), self._context.store
        self._read_at = store.written
        self._standings = with_everybody(standings(nights), store)
        self._rivalries = rivalries(nights)

    def tick(self, now_ms: int) -> None:  # noqa: ARG002
        if self._context.store.written != self._read_at:
            self._read()

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        self._screen.show(self._model(self._screen.focus))
        return self._screen

    def _model(self, focus: int) -> ListModel:
        hidden = self._context.store.people().hidden
        return people_model(self._standings, self._rivalries, focus, self._context.say, hidden)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Answered((str(name),)):
                return Open(PersonPage(self._context, name))
            case Leave():
                return Close()
        return None


def with_everybody(table: tuple[PlayerRecord, ...], store: KeptGames) -> tuple[PlayerRecord, ...]:
    """Also those without a night that counts, and those who are hidden from lists."""
    known = {one.name for one in table}
    others = dict.fromkeys(map(store.people().read, store.written_names()))
    return (*table, *(PlayerRecord(name, 0, 0, None, None) for name in others if name not in known))


def people_model(
    table: tuple[PlayerRecord, ...],
    pairs: tuple[Rivalry, ...],
    focus: int,
    say: Phrases,
    hidden: frozenset[str] = frozenset(),
) -> ListModel:
    """Beside the list: the rivalries of the player in focus."""
    header, hints = Header(say("nights.people.title")), list_hints(say, menu=False)
    if not table:
        return ListModel(header, (), say("nights.none_counted"), hints=hints)
    marked = {one.name: f" · {say('people.hidden')}" if one.name in hidden else "" for one in table}
    choices = tuple(
        Choice(one.name, (one.name,), standing_text(one, say) + marked[one.name], "people") for one in table
    )
    name = table[min(focus, len(table) - 1)].name
    met = [pair.of(name) for pair in pairs if name in (pair.one, pair.other)]
    if not met:
        return ListModel(header, choices, say("nights.people.alone", name=name), hints=hints)
    remarks = tuple(_remark(rivalry) for rivalry in met[:MOST_RIVALS])
    return ListModel(header, choices, "", remarks, say("nights.people.rivals", name=name), hints=hints)


def standing_text(standing: PlayerRecord, say: Phrases) -> str:
    """Wins are told where there are some."""
    if not standing.nights:
        return say("nights.people.none")
    key = "row" if standing.wins else "played"
    if standing.points is None:
        return say(f"nights.people.{key}", n=standing.nights, wins=standing.wins)
    return say(f"nights.people.{key}_points", n=standing.nights, wins=standing.wins, points=standing.points)


def _remark(rivalry: Rivalry) -> Remark:
    """How often ahead and behind; green if ahead more often."""
    level: Level = "good" if rivalry.ahead > rivalry.behind else "info"
    return Remark(rivalry.other, f"{rivalry.ahead} : {rivalry.behind}", "crown", level)
