"""The table being laid out: crates, coins, recipes."""

from __future__ import annotations

from companion.contract import Desk, SetupStep, setup_step
from companion.models import BACK, Shelf, Token

from windfall.rules.cards import COINS, CRATES, DAYS, FRUITS


def setup_steps(desk: Desk) -> tuple[SetupStep, ...]:
    say, names = desk.say, desk.live.session.setup.players
    crates, rest = DAYS * len(names), len(CRATES) - DAYS * len(names)
    deck = Shelf((BACK,), icon="cards", figure=str(crates))
    lines = {"shuffle": str(len(CRATES)), "deck": str(crates), **({"rest": str(rest)} if rest else {})}
    coins = tuple(Shelf((Token(str(COINS)),), name, seat=seat) for seat, name in enumerate(names))
    hands = tuple(
        Shelf(tuple(f"windfall.{fruit}" for fruit in FRUITS), name, seat=seat) for seat, name in enumerate(names)
    )
    return (
        setup_step(say, "windfall.setup.crates", "cards", lines, {}, shelves=(deck,)),
        setup_step(say, "windfall.setup.coins", "pad", {"each": str(COINS)}, {}, shelves=coins),
        setup_step(say, "windfall.setup.recipes", "hand", {"each": str(len(FRUITS)), "secret": ""}, {}, shelves=hands),
    )
