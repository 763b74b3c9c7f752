"""Past nights: reads them, filters them, and tells which can set a record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion import CompanionError
from companion.keeping.game_row import GameRow
from companion.keeping.kept_games import KeptGames
from companion.keeping.session import Session, look_back
from companion.keeping.session_stats import played_ms
from rules.core.game import known_table
from rules.core.scoring import PlayerScore, Score, has_ranks, ranked_seats, totals_of, with_kind
from rules.core.words import Words, words

MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class PastNight:
    """One game of the list and how long it was played; 0: nobody knows."""

    row: GameRow
    played_ms: int = 0

    @property
    def day(self) -> str:
        """When it began, by the clock on the wall: ``2026-11-15``."""
        return datetime.fromisoformat(self.row.started).astimezone().date().isoformat()

    @property
    def year(self) -> int:
        return int(self.day[:4])

    @property
    def practice(self) -> bool:
        return bool(self.row.setup.facts.get("practice", False))

    @property
    def is_finished(self) -> bool:
        return self.row.result is not None

    @property
    def is_followed(self) -> bool:
        """Whether it was played by its rules; of a table that was only scored nobody knows who began."""
        return self.row.is_followed

    @property
    def minutes(self) -> int:
        return round(self.played_ms / MINUTE)

    @property
    def score(self) -> Score:
        """As it was kept, whatever release wrote it."""
        return with_kind(self.row.result or {})

    @property
    def placed(self) -> tuple[PlayerScore, ...]:
        """The players as the result lists them, in seat order."""
        return () if self.row.result is None else tuple(self.row.result["players"])

    @property
    def ranked(self) -> tuple[PlayerScore, ...]:
        """The players by their places, the best first; of an open count as they sit."""
        return tuple(self.placed[seat] for seat in ranked_seats(self.score)) if self.is_finished else ()

    @property
    def has_points(self) -> bool:
        return self.row.result is not None and self.row.result["kind"] == "points"

    @property
    def totals(self) -> tuple[float, ...]:
        """Everybody's points, by seat; none of a race."""
        return () if self.row.result is None else totals_of(self.row.result)

    @property
    def is_least(self) -> bool:
        """Whether the fewest points win."""
        return self.row.result is not None and bool(self.row.result.get("least"))

    @property
    def is_left(self) -> bool:
        """Whether something was unknown when it was scored, and the players left it open: nobody has a rank."""
        return self.is_finished and not has_ranks(self.score)

    @property
    def is_early(self) -> bool:
        """Whether somebody had to go: then it is not unknown facts that leave it open."""
        return self.is_left and bool(self.score.get("early"))

    @property
    def winners(self) -> tuple[str, ...]:
        """Nobody while the count is open."""
        return tuple(self.score["winners"]) if self.is_finished else ()

    def counts(self, *, practice: bool = False) -> bool:
        """Whether it can set a record: played to the end, fully scored, and not by made-up values unless so wanted."""
        is_whole = self.row.result is not None and bool(self.row.result.get("complete"))
        return is_whole and (practice or not self.practice)


def past_nights(store: KeptGames) -> tuple[PastNight, ...]:
    """Every game of the store, the newest first."""
    played = {ident: played_ms(times) for ident, times in store.all_times()}
    return tuple(PastNight(row, played.get(row.id, 0)) for row in store.games())


def past_night(store: KeptGames, game_id: int) -> PastNight:
    """One of them; raises ``CompanionError`` where there is none of that number."""
    return PastNight(store.game(game_id), played_ms(store.times(game_id)))


@dataclass(frozen=True, slots=True)
class Filter:
    """Which nights are wanted; None: whatever it is. ``practice``: nights by practice values count too."""

    game: str | None = None
    player: str | None = None
    players: int | None = None
    year: int | None = None
    practice: bool = False

    def takes(self, night: PastNight) -> bool:
        setup = night.row.setup
        return (
            self.game in (None, night.row.game)
            and (self.player is None or self.player in setup.players)
            and self.players in (None, len(setup.players))
            and self.year in (None, night.year)
        )

    def listed(self, nights: Iterable[PastNight]) -> tuple[PastNight, ...]:
        return tuple(night for night in nights if self.takes(night))

    def counted(self, nights: Iterable[PastNight]) -> tuple[PastNight, ...]:
        """Those of the wanted ones that can set a record."""
        return tuple(night for night in nights if self.takes(night) and night.counts(practice=self.practice))


def summary(night: PastNight) -> dict[str, Any]:
    """One game in plain values."""
    row = night.row
    return {
        "id": row.id,
        "game": row.game,
        **({"name": row.setup.facts["name"]} if "name" in row.setup.facts else {}),
        "started": row.started,
        "ended": row.ended,
        "minutes": night.minutes or None,
        "players": list(row.setup.players),
        "winners": list(night.winners),
        "entries": row.entries,
        "practice": night.practice,
        "complete": row.result is not None and bool(row.result.get("complete")),
        "left": night.is_left,
        **({"early": True} if night.is_early else {}),
    }


def round_reached(store: KeptGames, night: PastNight) -> tuple[int, int]:
    """The round that an open game is in, and how many there are; 0: it has no such number, or nobody knows."""
    session = played_again(store, night)
    if session is None:
        return 0, 0
    view, known = session.game.view(session.state), known_table(session.game, session.state)
    reached = view["round"] if session.pad.way == "follow" else session.pad.round
    return reached, view.get("rounds") or (0 if known is None else known.rounds)


def round_words(reached: int, rounds: int) -> Words:
    """How far an open game has come: "not ended, round 4 of 9"."""
    if not reached:
        return words("nights.not_ended")
    return (
        words("nights.in_round_of", n=reached, of=rounds) if reached <= rounds else words("nights.in_round", n=reached)
    )


def played_again(store: KeptGames, night: PastNight) -> Session | None:
    """A night from its journal; None when it has none, or its rules or its journal are no longer understood."""
    try:
        session = look_back(store, night.row.id)
    except CompanionError:
        return None
    is_whole = not night.is_finished or session.is_over
    return session if is_whole and session.entries else None
