"""What games are called, those of other programs included."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.club.messages import GameResult
from companion.language.i18n import Phrases


def game_name(slug: str | None, say: Phrases, title: Mapping[str, str]) -> str:
    """A game we do not have is called as its box calls it."""
    return say.game(slug, {"name": title}) if slug else ""


def title_in(results: Iterable[GameResult], slug: str) -> Mapping[str, str]:
    """What boxes call that game."""
    return next((one.title for one in results if one.slug == slug), {})
