"""The score sheet of Das Amulett: who filled the amulet, when and how; everybody's gems, spells and stones."""

from __future__ import annotations

from companion.language.i18n import Phrases
from companion.sharing.pdf import NOTHING, RaceSheet
from rules.amulett.scoring import AmulettPlayerScore, AmulettScore, amulett_score
from rules.amulett.stock import COLOURS_TO_WIN
from rules.amulett.view import AmulettPlayerView, AmulettView, amulett_view
from rules.core.scoring import Score, rank_text, ranked_seats
from rules.core.view import View


def score_sheet(score: Score, view: View, say: Phrases) -> RaceSheet:
    return _sheet(amulett_score(score), amulett_view(view), say)


def _sheet(score: AmulettScore, view: AmulettView, say: Phrases) -> RaceSheet:
    """The best first."""
    ranked = ((score["players"][seat], view["players"][seat]) for seat in ranked_seats(score))
    return RaceSheet(
        _headline(score, view, say),
        tuple((rank_text(score, player), _lines(player, seen, say)) for player, seen in ranked),
    )


def _headline(score: AmulettScore, view: AmulettView, say: Phrases) -> str:
    winner = view["winner"]
    if winner is None:
        return str(score.get("early", ""))
    how = way_text(view["players"][winner], say)
    return say("sheet.won", name=score["players"][winner]["name"], how=how, n=view["round"])


def way_text(winner: AmulettPlayerView, say: Phrases) -> str:
    """Whether the amulet was filled by colours or by number."""
    return say("screen.win.seven" if len(set(winner["gems"])) >= COLOURS_TO_WIN else "screen.win.eight")


def _lines(player: AmulettPlayerScore, seen: AmulettPlayerView, say: Phrases) -> tuple[tuple[str, str, str], ...]:
    spells = [f"{say.name('spell', one['spell'])} ({one['stones']})" for one in seen["spells"]]
    return (
        (say("sheet.gems"), say.join([say.name("gem", gem) for gem in seen["gems"]]) or "–", str(player["gems"])),
        (say("sheet.colours"), NOTHING, str(player["colours"])),
        (say("sheet.spells"), say.join(spells) or "–", str(len(spells))),
        (say("sheet.stones"), NOTHING, str(seen["supply"])),
    )
