"""One past night: places, times, the pad, the log, export, and playing it again."""

from __future__ import annotations

from companion.contract import Context, TableGame
from companion.keeping.history import PastNight, past_night, played_again
from companion.keeping.session import Session
from companion.keeping.session_stats import BREAK_MS, TimeShare, time_share
from companion.language.i18n import Phrases
from companion.language.wording import day_words
from companion.models import Choice, Header, clock_text, list_hints, sentence
from companion.pages.history.open_count_page import OpenCountPage
from companion.pages.play.ending import Ending, end_of_night
from companion.pages.screen_page import ScreenPage
from companion.screens import Goto, Outcome
from companion.screens.list_screen import ListModel, ListScreen, Remark
from companion.screens.navigation import Navigation, Open, Page, SitDown
from rules.core.scoring import rank_text, ranked_seats


class NightPage(ScreenPage[ListScreen]):
    """Replayed from its journal, to show it in the current language; if that fails, shows the stored result."""

    def __init__(self, context: Context, game_id: int) -> None:
        self._context = context
        self._read(game_id)
        self._part = "result" if self._night.is_finished else "times"
        self._screen = ListScreen(self._model())

    def _read(self, game_id: int) -> None:
        store = self._context.store
        self._read_at = store.written
        self._night = night = past_night(store, game_id)
        setup = night.row.setup
        self._say = self._context.phrases(setup.game, setup.facts, setup.players)
        self._session = played_again(store, night)

    def tick(self, now_ms: int) -> None:  # noqa: ARG002
        """What an open count lacked may have been told."""
        if self._context.store.written != self._read_at:
            self._read(self._night.row.id)
            self._screen.show(self._model())

    @property
    def people(self) -> tuple[str, ...]:
        return self._night.row.setup.players

    def _model(self) -> ListModel:
        return night_model(self._night, self._session, self._part, self._say, self._context.games[self._night.row.game])

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Goto("result" | "so_far" | "times" as part):
                self._part = "times" if part == "times" else "result"
                self._screen.show(self._model())
            case Goto("pad" | "end"):
                return Open(self._end())
            case Goto("missing"):
                return Open(OpenCountPage(self._context, self._night.row.id))
            case Goto("continue"):
                return SitDown(self._night.row.id)
            case Goto():
                return self._ending().turn(outcome)
        return super().act(outcome, now_ms)

    def _ending(self) -> Ending:
        return Ending(self._context, self._night.row.id, self._session, self._say)

    def _end(self) -> Page:
        """The end page, as it was on that night."""
        return end_of_night(self._context, self._night, self._session, self._say, self._ending())


def night_model(night: PastNight, session: Session | None, part: str, say: Phrases, game: TableGame) -> ListModel:
    """``part``: what is shown beside the choices, the result or the times."""
    header = Header(say.game(night.row.game, night.row.setup.facts), say.say(day_words(night.day)))
    text, remarks = _beside(night, session, part, say, game)
    title = say(f"nights.night.{'so_far' if part == 'result' and night.is_left else part}") if remarks else ""
    return ListModel(
        header, _choices(night, session, say, game), text, remarks, title, hints=list_hints(say, menu=False)
    )


def _choices(night: PastNight, session: Session | None, say: Phrases, game: TableGame) -> tuple[Choice, ...]:
    can_tell = night.is_left and session is not None and game.course is not None and night.score["missing"]
    wanted = [("missing", "nights.night.missing", "teach")] if can_tell else []
    if night.is_left:
        wanted.append(("so_far", "nights.night.so_far", "pad"))
    elif night.is_finished:
        wanted.append(("result", "nights.night.result", "crown"))
    else:
        wanted.append(("continue", "screen.start.continue", "play"))
    if night.is_finished and (session is not None or night.has_points):
        wanted.append(("pad" if night.has_points else "end", "nights.night.pad", "pad"))
    if session is not None:
        wanted += [("times", "nights.night.times", "clock")] if night.is_followed else []
        wanted.append(("log", "screen.winner.log", "list"))
    wanted += [("take", "after.take.title", "share")] if night.is_finished else []
    wanted.append(("again", "screen.winner.again", "play"))
    return tuple(Choice(say(key), name, say(f"nights.night.{name}_detail"), icon) for name, key, icon in wanted)


def _beside(
    night: PastNight, session: Session | None, part: str, say: Phrases, game: TableGame
) -> tuple[str, tuple[Remark, ...]]:
    if part == "result":
        score = night.score
        ranked = (score["players"][seat] for seat in ranked_seats(score))
        why = sentence(score.get("early"), say) or say("nights.night.as_known")
        return why if night.is_left else "", tuple(
            Remark(rank_text(score, one), say.say(game.result_words(score, one))) for one in ranked
        )
    if session is None:
        return say("nights.night.cannot"), ()
    share = time_share(session)
    if not share.whole:
        return say("nights.night.no_times"), ()
    honest = say("nights.night.honest", n=BREAK_MS // 60_000)
    return f"{say('nights.night.whole', time=clock_text(share.whole))}. {honest}", times_remarks(share, session, say)


def times_remarks(share: TimeShare, session: Session, say: Phrases) -> tuple[Remark, ...]:
    """Minutes and share of each player, of everybody together, and of undone steps."""
    names = session.setup.players
    shares = [*zip(names, share.seats, strict=True), (say("nights.night.together"), share.together)]
    if share.taken_back:
        shares.append((say("nights.night.taken_back"), share.taken_back))
    return tuple(Remark(name, f"{clock_text(ms)} · {round(100 * ms / share.whole)} %") for name, ms in shares)
