"""Āmul at the table: everything the program asks of the game besides its rules."""

from __future__ import annotations

from companion.contract import GameScreens, ScribePart, TableGame
from companion.games.amul.box import AmulBox, deck_of, lacking
from companion.games.amul.cards import card_model, row_mark
from companion.games.amul.course import AmulCourse
from companion.games.amul.laying_out import setup_steps
from companion.games.amul.likely_ticks import likely_ticks
from companion.games.amul.phone import PHONE
from companion.games.amul.players import new_people
from companion.games.amul.rules_now import RULES_NOW
from companion.games.amul.table_file import AmulScoring
from companion.games.amul.table_view import heading
from companion.games.amul.web import WEB
from companion.games.amul.whole_picture import place_cards
from rules.amul import GAME as RULES
from rules.amul.commands import Decline, Done, Tell, Upkeep
from rules.amul.fact_layers import told_fact
from rules.amul.hands import lost_track
from rules.amul.invariants import cards_in_play, invariants
from rules.amul.public import meant, offered
from rules.amul.rulings import HOUSE_RULES
from rules.amul.state import ROUNDS, place_of
from rules.core.game import Setup


def _screens() -> GameScreens:
    from companion.games.amul.on_screen import SCREENS  # noqa: PLC0415 (a command without a window loads none)

    return SCREENS


def _give_points(card: str, points: int) -> Tell:
    return Tell(f"points.{card}", points)


def _variant(setup: Setup) -> str:
    tea = setup.options.get("tea", 0)
    return f"Tea {tea}" if tea else ""


GAME = TableGame(
    rules=RULES,
    box=AmulBox(),
    load_screens=_screens,
    house_rules=HOUSE_RULES,
    setup_steps=setup_steps,
    card=card_model,
    heading=heading,
    place_cards=place_cards,
    whereabouts=place_of,
    lost_track=lost_track,
    laying="hands",
    ready=(Done, Upkeep),
    passes=(Decline,),
    offered=offered,
    meant=meant,
    phone=PHONE,
    rules_now=RULES_NOW,
    answer_command=Tell,
    give_points=_give_points,
    told_fact=told_fact,
    likely=likely_ticks,
    scoring=AmulScoring(),
    scribe=ScribePart(ROUNDS),
    row_mark=row_mark,
    figures=("prowess",),
    columns={"prowess": "prowess"},
    variant=_variant,
    course=AmulCourse,
    deck=deck_of,
    web=WEB,
    people=new_people,
    lacking=lacking,
    invariants=invariants,
    cards_in_play=cards_in_play,
)
