"""The last page of Das Amulett: the full amulet, and how far the others came."""

from __future__ import annotations

from collections.abc import Iterable

from companion.contract import TableAtEnd
from companion.games.amulett.screens.win import WinModel, WinRow, WinScreen
from companion.games.amulett.sheet import way_text
from companion.language.i18n import Phrases
from companion.models import Choice, Hints, origin_badges, standing_badges
from companion.pages.screen_page import ScreenPage
from companion.screens import Leave, Outcome
from companion.screens.navigation import Close, Navigation
from rules.amulett.scoring import AmulettScore, amulett_score
from rules.amulett.state import State
from rules.amulett.view import AmulettView, amulett_view


class WinPage(ScreenPage[WinScreen]):
    def __init__(self, at_end: TableAtEnd) -> None:
        self._after = at_end.after
        score = amulett_score(at_end.score())
        model = win_view(
            amulett_view(at_end.view),
            score,
            at_end.say,
            choices=at_end.after.choices(),
            practice=score["practice"],
            title=at_end.after.title,
            code=at_end.after.picture_code,
            remarks=at_end.after.remarks(),
            ends=at_end.after.round_ends(),
        )
        self._screen = WinScreen(model, motion=at_end.context.config.display.motion)

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        return Close() if isinstance(outcome, Leave) else self._after.turn(outcome)


def win_view(
    view: AmulettView,
    score: AmulettScore,
    say: Phrases,
    *,
    choices: tuple[Choice, ...] = (),
    practice: bool = False,
    title: str = "",
    code: str = "",
    remarks: tuple[str, ...] = (),
    ends: tuple[tuple[int, State], ...] = (),
) -> WinModel:
    """The last screen. ``ends``: each round with its final state, if known."""
    winner = view["winner"]
    assert winner is not None, "only a game that somebody has won is over"
    ranked = sorted(range(len(view["players"])), key=lambda seat: (score["players"][seat]["place"], seat))
    walk = say("screen.hint.choose")
    return WinModel(
        headline=say("screen.winner.one", names=say.player(winner)),
        detail=way_text(view["players"][winner], say),
        seats=(winner,),
        names=say.player(winner),
        title=title,
        code=code,
        code_text=say("screen.winner.picture"),
        rows=tuple(
            WinRow(
                seat,
                say.player(seat),
                score["players"][seat]["place"],
                tuple(view["players"][seat]["gems"]),
                won_in(seat, ends),
            )
            for seat in ranked
        ),
        legend=say("screen.amulett.won_in") if ends else "",
        choices=choices,
        badges=(*standing_badges(say, practice=practice, camera=True), *origin_badges(score, say)),
        remarks=remarks,
        hints=Hints(walk, walk, say("screen.hint.ok"), "", say("screen.hint.menu"), say("screen.hint.undo")),
    )


def won_in(seat: int, ends: Iterable[tuple[int, State]]) -> tuple[int, ...]:
    """The round in which this player got each gem, in the order of the amulet."""
    rounds: list[int] = []
    for number, state in ends:
        rounds += [number] * (len(state.players[seat].gems) - len(rounds))
    return tuple(rounds)
