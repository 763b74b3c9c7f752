"""The score sheet of Das Amulett: who has filled the amulet, when and how; everybody's gems, spells and stones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.language.i18n import Phrases
from companion.sharing.pdf import NOTHING, Sheet


def score_sheet(score: Mapping[str, Any], view: Mapping[str, Any], say: Phrases) -> Sheet:
    """The best first."""
    ranked = sorted(zip(score["players"], view["players"], strict=True), key=lambda found: found[0]["place"])
    return Sheet(
        _headline(score, view, say),
        tuple((f"{player['place']}. {player['name']}", _lines(player, seen, say)) for player, seen in ranked),
    )


def _headline(score: Mapping[str, Any], view: Mapping[str, Any], say: Phrases) -> str:
    winner = view["winner"]
    if winner is None:
        return ""
    gems = view["players"][winner]["gems"]
    how = say("screen.win.eight" if len(gems) >= 8 and len(set(gems)) < 7 else "screen.win.seven")
    return say("sheet.won", name=score["players"][winner]["name"], how=how, n=view["round"])


def _lines(player: Mapping[str, Any], seen: Mapping[str, Any], say: Phrases) -> tuple[tuple[str, str, str], ...]:
    spells = [f"{say.name('spell', one['spell'])} ({one['stones']})" for one in seen["spells"]]
    return (
        (say("sheet.gems"), say.join([say.name("gem", gem) for gem in seen["gems"]]) or "–", str(player["gems"])),
        (say("sheet.colours"), NOTHING, str(player["colours"])),
        (say("sheet.spells"), say.join(spells) or "–", str(len(spells))),
        (say("sheet.stones"), NOTHING, str(seen["supply"])),
    )
