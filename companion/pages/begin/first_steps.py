"""The first steps on a new box: language, screen, camera, buttons, then a game. Each can be skipped.

They start by themselves once, on a box that nobody has set up or played on; later from *Set-up*. They resume where they
were left.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from companion import CompanionError
from companion.contract import Context
from companion.keeping.store import Store
from companion.keeping.troubles import StoreTrouble
from companion.language.i18n import language_names
from companion.models import Choice, Header, Hints, list_hints
from companion.pages.begin.players_page import PlayersPage
from companion.pages.screen_page import ScreenPage
from companion.pages.set_up.settings_page import SIZES
from companion.screens import Answered, Finished, Goto, Input, Leave, Outcome
from companion.screens.intents import Intent
from companion.screens.navigation import Close, Navigation, Replace
from companion.screens.question_screen import EdgesScreen, QuestionModel, QuestionScreen
from companion.screens.tiles_screen import Tile, TilesModel, TilesScreen
from companion.settings.config import Config, user_file

WELCOME = "welcome"  # setting with the step to resume at, or ``DONE``
DONE = "done"
STEPS = ("language", "screen", "camera", "buttons", "play")
FOUR = ("previous", "next", "ok", "back")


def is_new(store: Store, config: Config) -> bool:
    """Whether nobody has changed a setting or played here, or the first steps were left half-way."""
    try:
        kept = store.setting(WELCOME)
        if kept:
            return kept in STEPS
        untouched = not store.roster() and not store.games()
    except StoreTrouble:
        return False
    return config.night.welcome and config.language == "auto" and untouched and not _has_settings()


def _has_settings() -> bool:
    try:
        return user_file().exists()
    except OSError:
        return True


def first_steps(context: Context) -> StepPage:
    """The step at which they were left, or the first one."""
    kept = context.store.setting(WELCOME)
    return StepPage(context, kept if kept in STEPS else STEPS[0])


class StepPage(ScreenPage[QuestionScreen]):
    """One question; its answer leads to the next step, *back* to the previous one."""

    def __init__(self, context: Context, step: str) -> None:
        self._context = context
        self._step = step
        self._lost_corners = False
        model = self._model()
        self._screen = EdgesScreen(model) if step == "screen" else QuestionScreen(model)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Answered(answer) if callable(answer):
                turn: Navigation = answer()
                return turn
            case Leave() | Goto("menu"):
                return self._back()
        return None

    def _back(self) -> Navigation:
        at = STEPS.index(self._step)
        return self._end() if at == 0 else Replace(StepPage(self._context, STEPS[at - 1]))

    def _next_step(self) -> Navigation:
        """Goes to the next step and remembers it; ends after the last."""
        return to_step(self._context, self._step)

    def _end(self) -> Navigation:
        keep(self._context, DONE)
        return Close()

    def _change(self, key: str, value: object, then: Callable[[], Navigation]) -> Navigation:
        """Writes nothing if the value is the same. A value that cannot be stored holds until the program ends."""
        now: object = self._context.config
        for part in key.split("."):
            now = getattr(now, part)
        if now != value:
            with suppress(CompanionError):
                self._context.change(key, value)
        return then()

    def _model(self) -> QuestionModel:
        say, step = self._context.say, self._step
        asked: dict[str, Callable[[], tuple[Choice, ...]]] = {
            "language": self._languages,
            "screen": self._sizes,
            "camera": self._cameras,
            "buttons": self._buttons,
            "play": self._games,
        }
        choices = asked[step]()
        if step != "play":
            choices = (
                *choices,
                Choice(say("welcome.skip"), self._next_step, icon="next"),
                Choice(say("welcome.skip_all"), self._end, icon="home"),
            )
        place = say("welcome.step", n=STEPS.index(step) + 1, of=len(STEPS))
        detail = "lost" if self._lost_corners else "detail"
        return QuestionModel(
            Header(say("welcome.title"), place),
            say(f"welcome.{step}.ask"),
            choices,
            say(f"welcome.{step}.{detail}"),
            hints=list_hints(say, menu=False),
            pinned=0 if step == "play" else 2,
        )

    def _languages(self) -> tuple[Choice, ...]:
        """Each by its own name; the current one first."""
        names = language_names()
        order = sorted(names, key=lambda language: language != self._context.language)
        return tuple(
            Choice(names[language], partial(self._change, "language", language, self._next_step), icon="speech")
            for language in order
        )

    def _sizes(self) -> tuple[Choice, ...]:
        say, now = self._context.say, self._context.config.display.scale
        larger = next((size for size in SIZES if size > now), None)
        smaller = next((size for size in reversed(SIZES) if size < now), None)
        others = [("larger", larger, "plus"), ("smaller", smaller, "letters")]
        return (
            Choice(say("welcome.screen.fine"), self._next_step, icon="tick"),
            *(
                Choice(say(f"welcome.screen.{name}"), partial(self._resize, size), icon=icon)
                for name, size, icon in others
                if size is not None
            ),
            Choice(say("welcome.screen.missing"), self._corners, icon="question"),
        )

    def _resize(self, size: float) -> Navigation:
        return self._change("display.scale", size, self._again)

    def _corners(self) -> Navigation:
        self._lost_corners = True
        return self._again()

    def _again(self) -> Navigation:
        """The same question with the same focus, so that text can be enlarged step by step."""
        focus = self._screen.focus
        self._screen.model = self._model()
        self._screen.focus = min(focus, self._screen.count() - 1)
        return None

    def _cameras(self) -> tuple[Choice, ...]:
        say, now = self._context.say, self._context.config.camera.kind
        kinds = {"none": "camera-off", "pi": "camera", "usb": "camera"}
        order = sorted(kinds, key=lambda kind: kind != now)
        return tuple(
            Choice(
                say(f"welcome.camera.{kind}"),
                partial(self._change, "camera.kind", kind, self._next_step),
                say("welcome.now") if kind == now else say("welcome.next_start") if kind != "none" else "",
                kinds[kind],
            )
            for kind in order
        )

    def _buttons(self) -> tuple[Choice, ...]:
        say, wired = self._context.say, self._context.config.panel.factory != "none"
        none = Choice(
            say("welcome.buttons.none"),
            partial(self._change, "panel.factory", "none", self._next_step),
            say("welcome.buttons.none_detail"),
            "letters",
        )
        if wired:
            try_them = Choice(say("welcome.buttons.try"), self._try, say("welcome.buttons.try_detail"), "buttons")
            return (try_them, none)
        pins = partial(self._change, "panel.factory", "lgpio", self._next_step)
        return (none, Choice(say("welcome.buttons.pins"), pins, say("welcome.next_start"), "buttons"))

    def _try(self) -> Navigation:
        return Replace(ButtonTestPage(self._context))

    def _games(self) -> tuple[Choice, ...]:
        say, games = self._context.say, self._context.games
        practice = (
            Choice(
                say("welcome.play.practice", game=say(f"screen.game.{game.slug}")),
                partial(self._practise, game.slug),
                say("welcome.play.practice_detail"),
                game.icon,
            )
            for game in games
        )
        ours = Choice(say("welcome.play.ours"), self._end, say("welcome.play.ours_detail"), "play")
        return (*practice, ours)

    def _practise(self, slug: str) -> Navigation:
        """Uses practice values until somebody chooses a game on the start page."""
        from companion.pages.begin.new_game import begin  # noqa: PLC0415 (a game leads to the set-up, and that leads here)

        keep(self._context, DONE)
        self._context.facts = "practice"
        return Replace(PlayersPage(self._context, slug, partial(begin, self._context, slug)))


class ButtonTestScreen(TilesScreen):
    """OK by keyboard or touch goes on; buttons of the panel are only tested here."""

    def handle(self, wish: Input) -> Outcome | None:
        return Finished() if wish is Intent.OK else super().handle(wish)


class ButtonTestPage(ScreenPage[ButtonTestScreen]):
    """Each of the four buttons is pressed once; after the last one it goes on by itself."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._pressed: set[str] = set()
        self._screen = ButtonTestScreen(self._model())

    def pressed(self, name: str, sort: str) -> Navigation:
        """A button of the panel, before it becomes an intent. Holding one goes on, because another may not work."""
        if sort == "hold":
            return to_step(self._context, "buttons")
        if sort == "press" and name in FOUR:
            self._pressed.add(name)
        self._screen.show(self._model())
        return to_step(self._context, "buttons") if self._pressed == {*FOUR} else None

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Finished():
                return to_step(self._context, "buttons")
            case Leave():
                return Replace(StepPage(self._context, "buttons"))
        return None

    def _model(self) -> TilesModel:
        say = self._context.say
        tiles = tuple(
            Tile(
                say(f"button.{name}"),
                say("buttons.press" if name in self._pressed else "buttons.untried"),
                "tick" if name in self._pressed else "wait",
                "good" if name in self._pressed else "info",
            )
            for name in FOUR
        )
        hints = Hints(ok=say("welcome.skip"), back=say("screen.hint.back"))
        return TilesModel(Header(say("welcome.title")), say("welcome.buttons.press_each"), tiles, hints=hints)


def to_step(context: Context, done: str) -> Navigation:
    """The step after ``done``, remembered."""
    following = (*STEPS, DONE)[STEPS.index(done) + 1]
    keep(context, following)
    return Close() if following == DONE else Replace(StepPage(context, following))


def keep(context: Context, step: str) -> None:
    with suppress(StoreTrouble):  # then it is asked again
        context.store.set_setting(WELCOME, step)
