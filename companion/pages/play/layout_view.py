"""The screen for one step of laying out the table."""

from __future__ import annotations

from companion.contract import Desk, SetupStep
from companion.language.i18n import Phrases
from companion.models import Choice, Header, Hints, Notice
from companion.screens import Screen
from companion.screens.layout_screen import LayoutModel, LayoutScreen
from companion.table.laying_out import LayingOut, track_of


def layout_model(
    steps: tuple[SetupStep, ...],
    at: int,
    say: Phrases,
    slug: str,
    choices: tuple[tuple[Choice, ...], tuple[Choice, ...]],
    *,
    knows: bool = False,
    notices: tuple[Notice, ...] = (),
) -> LayoutModel:
    """``choices``: what can be told, and how to leave; ``knows``: everybody has laid out this game before."""
    step, (tiles, ends) = steps[at], choices
    return LayoutModel(
        header=Header(say(f"screen.game.{slug}"), say("layout.title"), track_of(steps, at), rules=True),
        title=step.title,
        lines=step.lines,
        shelves=step.shelves,
        choices=(*tiles, *ends),
        start=1 if not tiles and at == 0 and knows else 0,
        pinned=len(ends) if tiles else 0,
        hints=_hints(step, say),
        notices=notices,
    )


def _hints(step: SetupStep, say: Phrases) -> Hints:
    walk = say("screen.hint.choose")
    undo = say("screen.hint.undo") if step.zones else ""
    back, menu, rules = say("screen.hint.back"), say("screen.hint.menu"), say("screen.hint.rules_held")
    return Hints(walk, walk, say("screen.hint.ok"), back, menu, undo, rules)


class LayoutView:
    """The current step as a screen."""

    def __init__(self) -> None:
        self._screen: LayoutScreen | None = None

    def screen(self, laying: LayingOut, desk: Desk, notices: tuple[Notice, ...], now_ms: int) -> Screen:
        model = layout_model(
            laying.shown,
            laying.at,
            desk.say,
            desk.game.slug,
            laying.choices(),
            knows=laying.is_known,
            notices=(*notices, *_doubt(laying, desk, now_ms)),
        )
        if self._screen is None:
            self._screen = LayoutScreen(model)
        self._screen.show(model)
        return self._screen


def _doubt(laying: LayingOut, desk: Desk, now_ms: int) -> tuple[Notice, ...]:
    """Names a card that cannot lie there; the only answer on this page is to take it away."""
    doubt = desk.live.doubt(now_ms) if laying.step.zones else None
    return () if doubt is None else (Notice(desk.say.say(doubt.words), "warn", "question"),)
