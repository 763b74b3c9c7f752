"""Das Amulett at the table: everything the program asks of the game besides its rules."""

from __future__ import annotations

from typing import Any

from companion.contract import AuctionPart, GameScreens, MomentOf, TableGame
from companion.games.amulett.box import AmulettBox, lacking
from companion.games.amulett.course import AmulettCourse
from companion.games.amulett.heading import heading
from companion.games.amulett.laying_out import setup_steps
from companion.games.amulett.news import last_passed
from companion.games.amulett.phone import PHONE
from companion.games.amulett.players import new_people
from companion.games.amulett.rules_now import RULES_NOW
from companion.games.amulett.sheet import score_sheet
from companion.games.amulett.web import WEB
from companion.teaching.deck_check import DeckToCheck
from rules.amulett import GAME as RULES
from rules.amulett.commands import Correct, Decline, Enough, Forget, Pass
from rules.amulett.events import ExchangeWon, SpellBought
from rules.amulett.invariants import invariants
from rules.amulett.options import HOUSE_RULES
from rules.amulett.scoring import AmulettPlayerScore
from rules.amulett.spells import SPELLS
from rules.amulett.state import State, owner_of
from rules.core.game import Setup
from rules.core.words import Words, words


def _screens() -> GameScreens:
    from companion.games.amulett.on_screen import SCREENS  # noqa: PLC0415 (a command without a window loads none)

    return SCREENS


def _correct(fact: str, value: Any) -> Correct:
    return Correct(0, fact, value)


def _forget(fact: str) -> Forget:
    return Forget(0, fact)


def _deck(setup: Setup) -> DeckToCheck:  # noqa: ARG001
    """Every spell is in every game."""
    return DeckToCheck(tuple(SPELLS))


def _bidder(state: State) -> int | None:
    return state.acting if state.stage in ("bid", "exchange") else None


def _standing(player: AmulettPlayerScore) -> Words:
    return words("nights.gems", n=player["gems"])


def _lies(state: State, spell: str) -> str | None:
    owner = owner_of(state, spell)
    return None if owner is None else f"seat-{owner}"


GAME = TableGame(
    rules=RULES,
    box=AmulettBox(),
    icon="gem",
    load_screens=_screens,
    house_rules=HOUSE_RULES,
    setup_steps=setup_steps,
    heading=heading,
    auction=AuctionPart(_bidder, Pass, "amulett.time_is_up"),
    news=last_passed,
    ready=(Enough,),
    passes=(Pass, Decline),
    lies=_lies,
    unknown_table=("metals", "deck", "markers"),
    sounds={SpellBought: "sold", ExchangeWon: "sold"},
    moments={
        SpellBought: MomentOf("amulett.moment.sold", "stones"),
        ExchangeWon: MomentOf("amulett.moment.sold", "amount"),
    },
    phone=PHONE,
    rules_now=RULES_NOW,
    answer_command=_correct,
    forget_command=_forget,
    columns={"gems": "gems", "gem_colours": "colours"},
    standing=_standing,
    sheet=score_sheet,
    course=AmulettCourse,
    deck=_deck,
    web=WEB,
    people=new_people,
    lacking=lacking,
    invariants=invariants,
)
