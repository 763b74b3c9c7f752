"""Windfall at the table: all that the program asks of the game beside its rules. The entry point names ``GAME``."""

from __future__ import annotations

from pathlib import Path

from companion.contract import AuctionPart, GameScreens, MomentOf, TableGame
from companion.facts.box import GameBox
from companion.keeping.session import Session

from windfall.laying_out import setup_steps
from windfall.phone import PHONE
from windfall.rules import GAME as RULES
from windfall.rules import HOUSE_RULES
from windfall.rules.messages import MarketHeld, Pass, Sold
from windfall.rules.state import State


def _screens() -> GameScreens:
    from windfall.board import WindfallBoard  # here: a command without a window loads none
    from windfall.fruits import COLOURS, ICONS

    return GameScreens(board=WindfallBoard, icons=ICONS, icon_colours=COLOURS)


def _bidder(state: State) -> int | None:
    return state.acting if state.phase == "bid" else None


def _market_day(session: Session, after: int) -> MarketHeld | None:
    """What the last step brought by itself, if that came after entry ``after``."""
    step = session.steps[-1] if session.steps else None
    if step is None or step.seq <= after:
        return None
    return next((event for event in step.events if isinstance(event, MarketHeld)), None)


GAME = TableGame(
    rules=RULES,
    box=GameBox("windfall", folder=Path(__file__).parent / "data"),
    load_screens=_screens,
    house_rules=HOUSE_RULES,
    setup_steps=setup_steps,
    auction=AuctionPart(_bidder, Pass, "windfall.time_is_up"),
    news=_market_day,
    passes=(Pass,),
    sounds={Sold: "sold"},
    moments={Sold: MomentOf("windfall.moment.sold", "coins")},
    phone=PHONE,
)
