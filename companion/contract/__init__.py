"""Everything the program may ask of a game. A game is a ``TableGame``; what it does not provide has a working default.

Nothing else in the program knows a game by name. Games are found by ``companion.games``; code that needs one gets it
from ``Games``, through the ``Context`` or as an argument.
"""

from __future__ import annotations

from companion.contract.game_parts import (
    AuctionPart,
    Block,
    Board,
    CardDrawing,
    Give,
    Heading,
    MenuLine,
    MomentOf,
    PhoneLine,
    PhonePart,
    RulesPart,
    ScribePart,
    SetupStep,
    Sign,
    TableScoring,
    Tellable,
    ToldInWords,
    WebPart,
    WrittenTable,
    plain_card,
    setup_step,
)
from companion.contract.hosts import CameraHold, ClubHost, ClubRound, Invitation, LastChoices, PhoneHost
from companion.contract.table_game import VERSION, BrokenGame, Context, Desk, Games, GameScreens, TableAtEnd, TableGame

__all__ = [
    "VERSION",
    "AuctionPart",
    "Block",
    "Board",
    "BrokenGame",
    "CameraHold",
    "CardDrawing",
    "ClubHost",
    "ClubRound",
    "Context",
    "Desk",
    "GameScreens",
    "Games",
    "Give",
    "Heading",
    "Invitation",
    "LastChoices",
    "MenuLine",
    "MomentOf",
    "PhoneHost",
    "PhoneLine",
    "PhonePart",
    "RulesPart",
    "ScribePart",
    "SetupStep",
    "Sign",
    "TableAtEnd",
    "TableGame",
    "TableScoring",
    "Tellable",
    "ToldInWords",
    "WebPart",
    "WrittenTable",
    "plain_card",
    "setup_step",
]
