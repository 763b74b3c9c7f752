"""Each table as everybody may read it: what is played, how it stands, whose turn it is. Nothing is changed here."""

from __future__ import annotations

import logging
from dataclasses import replace

from companion.club.messages import TableState
from companion.clubhouse.game_names import game_name
from companion.clubhouse.hall import TableNow
from companion.clubhouse.known import Known
from companion.clubhouse.public_names import PublicNames
from companion.language.i18n import Phrases
from companion.language.wording import decimal_mark, time_words
from companion.screens.club_screen import Mode, PlayerLine, TableTile
from companion.upkeep.logs import RepeatFilter
from rules.core.scoring import figure

logger = logging.getLogger(__name__)
logger.addFilter(RepeatFilter())


class TableTiles:
    """``tables``: those that somebody may look for, in their order."""

    def __init__(self, known: Known, say: Phrases) -> None:
        self._known, self._say, self._public = known, say, PublicNames(known.counted, say)
        self._over = {one.game: one for one in known.counted.results if one.ended is not None}
        self.tables = [table for table in known.hall.tables if not table.is_long_gone(known.now)]

    def of(self, table: TableNow) -> TableTile:
        """Whatever is wrong with one table, the others are shown."""
        try:
            return replace(self._tile(table), own=self._own(table.box))
        except Exception:
            logger.exception("table %s", table.box)
            return TableTile(table.box, "off", now=self._say("clubhouse.unshown"))

    def _tile(self, table: TableNow) -> TableTile:
        say, state, mode = self._say, table.state, self._mode(table)
        name = self._public.text(table.name)
        if mode == "off":
            return TableTile(name, mode, now=self._gone(table))
        why = ""
        if mode == "calls" and table.call is not None:
            why = self._public.text(table.call.why) or say("clubhouse.calls_short")
        if state is None or state.game is None:
            return TableTile(name, mode, now=why or say("clubhouse.free"))
        public = self._public.at(state.game, table.box)
        phase = public.text(state.shown.phases.get(say.code, state.shown.phase))  # in the reader's language
        players = self._players(state, public)
        winners = [one.name for one in players if one.is_turn] if self.is_over(table) else []
        now = why or say.join(winners or [public.name(name) for name in state.shown.turn])
        return TableTile(
            name=name,
            mode=mode,
            game=game_name(state.slug, say, state.title),
            now=now or phase,
            figure=_round(state),
            phase=phase if now else "",
            players=players,
        )

    def _mode(self, table: TableNow) -> Mode:
        state = table.state
        if not table.is_there:
            return "off"
        if table.is_calling:
            return "calls"
        if state is None or state.game is None:
            return "idle"
        if self.is_over(table):
            return "over"
        return "paused" if state.shown.paused else "play"

    def is_over(self, table: TableNow) -> bool:
        return table.state is not None and table.state.game in self._over

    def _gone(self, table: TableNow) -> str:
        since, say = table.changed, self._say
        return say("clubhouse.gone_long") if since is None else say("clubhouse.gone", time=time_words(since))

    def _own(self, box: str) -> str:
        """The time and the words that only this table was given."""
        own = None if self._known.announced is None else self._known.announced.tables.get(box)
        if own is None:
            return ""
        until = "" if own.until is None else self._say("clubhouse.own_until", time=time_words(own.until))
        return " · ".join(filter(None, (until, own.text)))

    def _players(self, state: TableState, public: PublicNames) -> tuple[PlayerLine, ...]:
        result = self._over.get(state.game or "")
        if result is None:
            shown = state.shown
            return tuple(
                PlayerLine(public.name(one.name), points_text(one.score, self._say), one.name in shown.turn)
                for one in shown.players
            )
        return tuple(
            PlayerLine(public.shown(one.name), points_text(one.points, self._say) or f"{one.place}.", one.won)
            for one in sorted(result.players, key=lambda one: one.place)
        )


def points_text(points: float | None, say: Phrases) -> str:
    return "" if points is None else figure(points, unknown=False, mark=decimal_mark(say))


def _round(state: TableState) -> str:
    shown = state.shown
    return "" if shown.round is None else f"{shown.round}/{shown.rounds}" if shown.rounds else str(shown.round)
