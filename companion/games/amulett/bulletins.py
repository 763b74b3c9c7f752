"""Bulletins about the automatic phases, income and energy: who gets what and why, who pays what, and what expires."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.games.amulett.news import PhasePassed
from companion.language.i18n import Phrases
from companion.models import Header, bulletin_hints
from companion.screens.bulletin_screen import BulletinModel, BulletinRow
from rules.amulett import events as e
from rules.amulett.energy import cost_of
from rules.amulett.spells import MAGIC
from rules.amulett.state import Charged, Player, State
from rules.amulett.stock import METALS
from rules.core.words import words


def bulletin(passed: PhasePassed, state: State, say: Phrases) -> BulletinModel:
    """One page for the phase, with players in turn order."""
    turns = [event.seat for event in passed.events if isinstance(event, e.TurnBegan)]
    row = _income if passed.phase == "metal" else _energy
    hints = bulletin_hints(say)
    header = Header(say("screen.game.amulett"), say(f"screen.amulett.bulletin.{passed.phase}"), rules=True)
    return BulletinModel(header, tuple(row(seat, passed, state, say) for seat in dict.fromkeys(turns)), hints)


def _income(seat: int, passed: PhasePassed, state: State, say: Phrases) -> BulletinRow:
    gained: Counter[str] = Counter()
    for event in passed.events:
        match event:
            case e.IncomeGiven(taker, metals) if taker == seat:
                gained.update(metals)
            case e.MetalChosen(taker, metal) if taker == seat:
                gained[metal] += 1
    taken = [say("amulett.metal_count", n=gained[metal], metal=metal) for metal in METALS if gained[metal]]
    text = say("screen.amulett.bulletin.takes", what=say.join(taken)) if taken else say("screen.amulett.bulletin.none")
    player = state.players[seat]
    untold = [held.spell for held in player.spells if state.facts.spells[held.spell].income is None]
    why = say("screen.amulett.bulletin.income_unknown", spells=tuple(untold), n=len(untold)) if untold else ""
    by = _because(player, state, say)
    figure = f"+{gained.total()}{'?' if untold else ''}" if gained else "?" if untold else ""
    return BulletinRow(seat, say.player(seat), text, " · ".join(filter(None, (why, by))), figure)


def _because(player: Player, state: State, say: Phrases) -> str:
    """The spells that bring something."""
    paying = [held.spell for held in player.spells if _brings(held, player, state)]
    if not paying:
        return say("screen.amulett.bulletin.no_income")
    return say("screen.amulett.bulletin.by", spells=tuple(paying))


def _brings(held: Charged, player: Player, state: State) -> bool:
    gem = MAGIC[held.spell][0] if held.spell in MAGIC else None
    return bool(state.facts.spells[held.spell].income) or (gem is not None and gem in player.gems)


def _energy(seat: int, passed: PhasePassed, state: State, say: Phrases) -> BulletinRow:
    paid: Counter[str] = Counter()
    gone = [event.spell for event in passed.events if isinstance(event, e.SpellExpired) and event.seat == seat]
    for event in passed.events:
        if isinstance(event, e.CostsPaid) and event.seat == seat:
            paid.update(event.stones)
    parts = tuple(words("screen.amulett.bulletin.from", spell=spell, n=stones) for spell, stones in paid.items())
    why = say("screen.amulett.bulletin.back", parts=parts) if parts else ""
    text = _burning(gone, state.players[seat], state, say)
    figure = f"+{paid.total()}" if paid else ""  # they come back into the supply
    return BulletinRow(seat, say.player(seat), text, why, figure, is_loss=bool(gone))


def _burning(gone: Sequence[str], player: Player, state: State, say: Phrases) -> str:
    """Spells that expired; else those that will after the next round; else that all go on."""
    if gone:
        return say("screen.amulett.bulletin.expired", spells=tuple(gone))
    ending = tuple(held.spell for held in player.spells if held.stones <= cost_of(state, held.spell))
    if ending:
        return say("screen.amulett.bulletin.ends_next", spells=ending)
    return say("screen.amulett.bulletin.all_go_on" if player.spells else "screen.amulett.bulletin.no_spell")
