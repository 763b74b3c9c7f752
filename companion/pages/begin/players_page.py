"""Who plays and who begins, chosen with four buttons; then the game begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count, islice
from secrets import randbelow

from companion import CompanionError
from companion.contract import ClubRound, Context
from companion.keeping.history import past_nights
from companion.keeping.records import before_play
from companion.language.names import as_known, first_names, look_alikes
from companion.language.wording import explain
from companion.models import Choice, Header, Hints, Notice, list_hints
from companion.pages.begin.house_rules_page import HouseRulesPage
from companion.pages.choice_page import ChoicePage
from companion.pages.history.person_page import PersonPage
from companion.pages.set_up.joining_page import JoiningPage
from companion.pages.set_up.phones_page import seat_page
from companion.pages.set_up.player_mark_page import PlayerMarkPage
from companion.pages.trouble_page import TroublePage
from companion.play.first_game import tell_again
from companion.screens import Finished, Goto, Leave, Outcome, Screen
from companion.screens.intents import Typed
from companion.screens.keyboard_screen import KeyboardScreen, keyboard_model
from companion.screens.name_screen import NameScreen
from companion.screens.navigation import Close, Lasting, Navigation, Open, Replace
from companion.screens.players_screen import DrawModel, DrawScreen, PlayersModel, PlayersScreen, SideChoice
from rules.core.words import Words, words

# Called with the names and the start player's seat.
Begin = Callable[[tuple[str, ...], int], Navigation]


class PlayersPage(Lasting):
    """Roster, keyboard and draw on one page: back always leads to the previous step."""

    def __init__(
        self, context: Context, slug: str, begin: Begin, *, draw: bool = True, names: tuple[str, ...] = ()
    ) -> None:
        """``draw``: whether to draw a start player before ``begin``; ``names``: who already has a seat."""
        self._context = context
        self._slug = slug
        self._begin = begin
        self._has_draw = draw
        self._seats = context.games[slug].rules.seats
        self._rulebook = context.box(slug).rulebook()
        self._added: tuple[str, ...] = ()
        self._first = context.config.night.help if draw else None
        self._was_first = self._first
        self._open = context.store.open_games() if draw else ()
        self._players = PlayersScreen(self._model(names))
        self._players.names = names
        self._keyboard: KeyboardScreen | None = None
        self._renamed = ""  # who is about to be called otherwise
        self._draw: DrawScreen | None = None

    @property
    def people(self) -> tuple[str, ...]:
        return self._players.names

    def screen(self, now_ms: int) -> Screen:  # noqa: ARG002
        if self._keyboard is not None:
            return self._keyboard
        if self._draw is not None:
            return self._draw
        people = self._context.store.people()  # whoever was renamed meanwhile keeps the seat
        self._players.names = tuple(dict.fromkeys(map(people.read, self._players.names)))
        self._added = people.listed(self._added)
        self._players.show(self._model(self._players.names))
        return self._players

    def _model(self, names: tuple[str, ...] = ()) -> PlayersModel:
        say = self._context.say
        club = self._context.club
        seated, here = ((), ()) if club is None else (club.seated, club.here)
        own = self._context.store.roster()
        guests = tuple(self._guests())  # they keep their places when they are chosen
        chosen = (name for name in names if name not in guests)
        roster = tuple(dict.fromkeys((*self._added, *seated, *own, *here, *chosen, *guests)))
        return PlayersModel(
            header=Header(self._what, say("screen.players.title")),
            roster=roster,
            least=self._seats.start,
            most=self._seats.stop - 1,
            add=say("screen.players.add"),
            ready=say("screen.players.ready", n=len(names)),
            too_few=say("screen.players.too_few", n=self._seats.start),
            hints=replace(list_hints(say, menu=False), hold_ok=say("mark.hint")),
            asides=self._asides(names),
            order=say("screen.players.order"),
            notices=self._context.notices(_alike(names), self._stays_open(), self._why_seated()),
        )

    @property
    def _what(self) -> str:
        """Which game, and whether it is just scored."""
        say = self._context.say
        name = say.game(self._slug, self._rulebook)
        return name if self._has_draw else f"{name} · {say('screen.start.score')}"

    def _guests(self) -> Iterator[str]:
        """For whoever has no name yet; a guest who was given one is somebody, and the next one has another number."""
        named = self._context.store.people().names
        guests = (self._context.say("page.guest", n=number) for number in count(1))
        return islice((guest for guest in guests if guest not in named), self._seats.stop - 1)

    def _asides(self, names: tuple[str, ...]) -> tuple[SideChoice, ...]:
        """The choices beside the roster: a first game, house rules, who is seated here, guests' phones."""
        say, found = self._context.say, []
        if self._first is not None:
            found.append(SideChoice("first", say("help.yes" if self._first else "help.no"), "book"))
        if self._context.games[self._slug].house_rules:
            found.append(SideChoice("house", say("house.title"), "scales"))
        if (seated := self._to_seat(names)) is not None:
            found.append(SideChoice("seated", say("club.round.seat", n=seated.number), "people"))
        if self._context.phones is not None:
            found.append(SideChoice("phones", say("screen.players.by_phone"), "phone"))
        return tuple(found)

    def _to_seat(self, names: tuple[str, ...]) -> ClubRound | None:
        """The round of the club at this table, while others are chosen and this game has seats for all of them."""
        club = self._context.club
        seated = None if club is None else club.round
        if seated is None or len(seated.people) >= self._seats.stop or {*seated.people} == {*names}:
            return None
        return seated

    def _why_seated(self) -> Words | None:
        club = self._context.club
        seated = None if club is None else club.round
        why = "" if seated is None else seated.reason(self._context.language)
        return words("club.notice", text=why) if why else None

    def _stays_open(self) -> Words | None:
        """Says that open games stay open when another begins."""
        if not self._open:
            return None
        names = self._context.say.join(self._open[0].setup.players)
        return words("page.open_stays", names=names, n=len(self._open))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Goto("first") if self._first is not None:
                self._first = not self._first
            case Goto("house"):
                return Open(HouseRulesPage(self._context, self._slug))
            case Goto("seated") if (seated := self._to_seat(self.people)) is not None:
                self._players.names = seated.people
                self._players.show(self._model(seated.people))
                self._players.focus_on_ready()
            case Goto("phones"):
                return self._ask_guests()
            case Goto("mark", str(name)) if name in self._context.store.roster():
                return Open(PersonPage(self._context, name, self.people))
            case Goto("mark", str(name)):
                return Open(self._nobody_yet(name))
            case Goto("name", begun):
                self._write(begun)
            case Finished(str(name)) if self._keyboard is not None:
                self._add(name.strip())
            case Finished(tuple(names)) if self._draw is None:
                return self._chosen(names)
            case Finished(int(start)) if self._draw is not None:
                self._keep_first(self._players.names)
                return self._begin(self._players.names, start)
            case Leave():
                return self._back()
        return None

    def _ask_guests(self) -> Navigation:
        """Guests sit down by phone, beside those who are chosen here."""
        context = self._context
        assert context.phones is not None
        try:
            context.phones.start()
        except CompanionError as error:
            return Open(TroublePage(context, explain(error, context.say)))
        free = ("",) * (self._seats.stop - 1 - len(self.people))
        return Open(JoiningPage(context, (*self.people, *free), context.say, seat_page, self._come))

    def _come(self, names: tuple[str, ...]) -> Navigation:
        seated = tuple(filter(None, names))
        self._added = tuple(dict.fromkeys((*seated, *self._added)))
        self._players.names = seated
        return Close()

    def _nobody_yet(self, name: str) -> ChoicePage:
        """A guest, or somebody just written: another name in the same seat, or colour and shape."""
        say, mark = self._context.say, PlayerMarkPage(self._context, name, self.people)

        def write() -> Navigation:
            self._write(None, name)
            return Close()

        choices = (
            Choice(say("people.rename"), write, icon="tell"),
            Choice(say("people.mark"), Replace(mark), say("people.mark_detail"), "colour.unknown"),
        )
        return ChoicePage(self._context, name, choices)

    def _write(self, begun: object, instead_of: str = "") -> None:
        """Types a new name; ``begun``: the letters typed so far; ``instead_of``: who is called so from now on."""
        self._renamed = instead_of
        say = self._context.say
        club = self._context.club
        people = () if club is None else club.people
        # Past players first, then the club's people.
        known = dict.fromkeys((*self._context.store.written_names(), *people, *first_names()))
        likely = [name for name in known if name not in self._players.names]
        self._keyboard = NameScreen(keyboard_model(say, say("screen.players.name")), likely)
        if isinstance(begun, str):
            self._keyboard.handle(Typed(begun))

    def _add(self, name: str) -> None:
        """A new player takes a seat at once, if one is free."""
        self._keyboard = None
        store = self._context.store
        name = as_known(name, (*self._players.names, *store.people().listed(store.written_names())))
        if name and self._renamed:
            self._added = tuple(other for other in self._added if other != self._renamed)
            if name not in self._players.names:
                seats = self._players.names
                self._players.names = tuple(name if other == self._renamed else other for other in seats)
        if name and name not in self._added:
            self._added = (*self._added, name)
        if name and name not in self._players.names and len(self._players.names) < self._seats.stop - 1:
            self._players.names = (*self._players.names, name)
        self._players.show(self._model(self._players.names))
        if len(self._players.names) == self._seats.stop - 1:
            self._players.focus_on_ready()

    def _keep_first(self, names: tuple[str, ...]) -> None:
        """Remembers whether help is wanted; players who ask for it now get all of it again."""
        if self._first is not None and self._first != self._was_first:
            self._context.change("night.help", self._first)
            if self._first:
                tell_again(self._context.store, names)

    def draw(self) -> PlayersPage:
        """Draws at once among those who have a seat."""
        self._chosen(self._players.names)
        return self

    def _chosen(self, names: tuple[str, ...]) -> Navigation:
        if not self._has_draw:
            return self._begin(names, 0)
        say, start = self._context.say, randbelow(len(names))
        walk = say("screen.hint.choose")
        hints = Hints(walk, walk, say("screen.hint.play_on"), say("screen.hint.back"))
        results = tuple(say("screen.players.begins", name=name) for name in names)
        header = Header(say("screen.players.draw_or_choose"), say("screen.players.draw"))
        motion = self._context.config.display.motion
        drawing = say("screen.players.drawing")
        self._draw = DrawScreen(DrawModel(header, names, start, drawing, results, motion, hints, self._rivals(names)))
        return None

    def _rivals(self, names: tuple[str, ...]) -> tuple[Notice, ...]:
        """Head to head before the first card."""
        say = self._context.say
        told = " · ".join(map(say.say, before_play(names, self._slug, past_nights(self._context.store))))
        return (Notice(told, "good", "crown"),) if told else ()

    def _back(self) -> Navigation:
        if self._keyboard is None and self._draw is None:
            return Close()
        self._keyboard = self._draw = None
        return None


def _alike(names: tuple[str, ...]) -> Words | None:
    """Nobody shall play, and be counted, under what looks like the name of another."""
    found = look_alikes(names)
    return words("page.names_alike", one=found[0], other=found[1]) if found else None
