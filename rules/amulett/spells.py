"""The 33 spells by slug: the phase each works in, and what it does. Cost and income are facts of the box."""

from __future__ import annotations

from typing import Literal, TypeAlias

Phase: TypeAlias = Literal["setup", "spell", "metal", "gem", "energy", "over"]

TELEPORTATION = "teleportation"
DESIRE = "brennendes-verlangen"
JOURNEY = "magische-reise"
INFLUENCE = "einfluss"
INFLUENCE_WALL = "einfluss-der-baumeister"
INFLUENCE_PYRAMID = "einfluss-der-pharaonen"
GIFT = "geschenk"
GIFT_WALL = "geschenk-der-baumeister"
GIFT_PYRAMID = "geschenk-der-pharaonen"
JOKERS_PYRAMID = "goettliche-metamorphose"
JOKERS_WALL = "steinerne-metamorphose"
POWER = "gewaltige-macht"
WINGS = "schwingen-des-phoenix"
SUPERIORITY = "ueberlegenheit"
ARC = "energiebogen"
DARK_PULL = "sog-der-finsternis"
LIGHT_PULL = "sog-des-lichts"

# +2 of the metal for each gem of the colour (M-G1 to M-G4).
MAGIC = {
    "magie-des-bernstein": ("yellow", "gold"),
    "magie-des-diamanten": ("colourless", "silver"),
    "magie-der-rubine": ("red", "copper"),
    "magie-der-smaragde": ("green", "iron"),
}
MAGIC_CARDS = 2

GREED = "des-geizes-uebler-fluch"
CURSES = ("des-kroesus-uebler-fluch", GREED)

# The owner's cards of the metal are jokers (M-R10 to M-R13).
JOKERS = {
    "goldene-metamorphose": "gold",
    "silberne-metamorphose": "silver",
    "kupferne-metamorphose": "copper",
    "eiserne-metamorphose": "iron",
}

# How many stones each takes off other players' spells (M-B2, M-B3).
PULLS = {DARK_PULL: 2, LIGHT_PULL: 1}

GREY = (
    *MAGIC,
    TELEPORTATION,
    "zwei-wuensche",
    "goldener-ueberfluss",
    "silberner-ueberfluss",
    "kupferner-ueberfluss",
    "eiserner-ueberfluss",
    "einkommen-6",
)
RED = (
    DESIRE,
    *CURSES,
    INFLUENCE,
    INFLUENCE_WALL,
    INFLUENCE_PYRAMID,
    GIFT,
    GIFT_WALL,
    GIFT_PYRAMID,
    *JOKERS,
    JOKERS_PYRAMID,
    JOKERS_WALL,
    POWER,
    JOURNEY,
    WINGS,
    SUPERIORITY,
)
BLUE = (ARC, DARK_PULL, LIGHT_PULL)

SPELLS = (*GREY, *RED, *BLUE)

PHASES: dict[str, Phase] = {
    **dict.fromkeys(GREY, "metal"),
    **dict.fromkeys(RED, "gem"),
    **dict.fromkeys(BLUE, "energy"),
}
