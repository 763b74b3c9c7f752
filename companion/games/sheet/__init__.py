"""Any game from one small file: sheets at the table. Each sheet is a game of its own, made when it is asked for."""

from __future__ import annotations

from dataclasses import replace

from companion import CompanionError
from companion.contract import AuctionPart, GameScreens, TableGame
from companion.games.sheet.box import SheetBox
from companion.games.sheet.heading import heading
from companion.games.sheet.people import SheetPlayers
from companion.games.sheet.phone import PHONE
from companion.games.sheet.rules_now import RULES_NOW
from companion.keeping.session import Session
from companion.play.mat_reading import MAT
from rules.sheets.game import SLUG, SheetGame
from rules.sheets.game.messages import EndCards, EndTurn, Finish, RoundEnded
from rules.sheets.game.state import State


def _screens() -> GameScreens:
    from companion.games.sheet.board import SheetBoard  # noqa: PLC0415 (a command without a window loads none)
    from companion.games.sheet.menu import MENU  # noqa: PLC0415
    from companion.games.sheet.which_page import WhichSheetPage  # noqa: PLC0415

    return GameScreens(board=SheetBoard, menu=MENU, which=WhichSheetPage)


def _round_ended(session: Session, after: int) -> RoundEnded | None:
    """The round that the last step has completed, if that came after entry ``after``."""
    step = session.steps[-1] if session.steps else None
    if step is None or step.seq <= after:
        return None
    return next((event for event in step.events if isinstance(event, RoundEnded)), None)


class SheetRules(SheetGame):
    """The rules of one sheet on this box: for as many players as its file says."""

    @property
    def seats(self) -> range:  # type: ignore[override]
        try:
            found = SheetBox(self.slug).rulebook().get("players")
        except CompanionError:  # a night of a sheet that is no longer here
            found = None
        if found is None:
            return SheetGame.seats
        least, most = found
        return range(least, most + 1)


def _whereabouts(state: State, card: str) -> str | None:
    """Cards that were counted for others are cleared away; of those nobody has, and of copies told by
    hand, nothing is known."""
    owner = next((seat for seat in state.seats if card in state.cards[seat]), None)
    return None if owner is None or card in state.by_name else MAT if owner == state.asked_seat else "away"


def _member(slug: str) -> TableGame:
    return replace(GAME, rules=SheetRules(slug), box=SheetBox(slug), member=None)


# A turn with a clock, on sheets that have one.
TURNS = AuctionPart(
    bidder=lambda state: state.turn,
    late=EndTurn,
    said="sheet.late",
    seconds=lambda state: state.sheet.turn_seconds,
)

GAME = TableGame(
    rules=SheetGame(),
    box=SheetBox(SLUG),
    icon="pad",
    load_screens=_screens,
    member=_member,
    heading=heading,
    auction=TURNS,
    news=_round_ended,
    ready=(EndTurn, EndCards, Finish),
    phone=PHONE,
    rules_now=RULES_NOW,
    people=SheetPlayers,
    whereabouts=_whereabouts,
)
