"""The score of the game on the table, stored with the game once it is over and settled."""

from __future__ import annotations

from typing import Any

from companion.contract import TableGame
from companion.keeping.session import Session
from companion.keeping.store import Store
from companion.language.i18n import Phrases
from companion.language.wording import in_words
from rules.core.scoring import Score, has_ranks, is_settled, left_so, with_kind


class Result:
    """Facts told after the end change the score; an undo withdraws it."""

    def __init__(self, store: Store, number: int, session: Session, game: TableGame) -> None:
        self._store, self._number, self._session, self._game = store, number, session, game
        self._kept_with: tuple[int, bool] | None = None  # the last entry then, and whether the score was accepted
        kept = store.game(number).result
        self._is_left = kept is not None and not has_ranks(with_kind(kept))  # the players left the count open
        self.rows_shown: int | None = 0  # of a game that is over: rows that the screen has revealed; None: everything
        self.has_picture = False  # whether its poster was kept, for phones
        self._plain: tuple[Any, Score] | None = None
        self._said: tuple[Score, Phrases, Score] | None = None

    @property
    def is_kept(self) -> bool:
        """Whether the game was over at the last tick."""
        return self._kept_with is not None

    def keep(self, say: Phrases) -> None:
        """Stores the score in words when the game is over and the players are done with it."""
        is_over = self._session.is_over
        self._is_left = self._is_left and is_over
        now = (self._session.last_seq, self._is_left) if is_over else None
        if now == self._kept_with:
            return
        if not is_over:
            self.rows_shown, self.has_picture = 0, False
        score = self.score() if is_over else None
        self._store.finish(self._number, self.score_in(say) if score is not None and is_settled(score) else None)
        self._kept_with = now

    def leave(self, say: Phrases) -> None:
        """The players leave the count open."""
        self._is_left = True
        self._plain = None
        self.keep(say)

    def score(self) -> Score:
        """The score as it stands now, not yet in any language. Cached per position."""
        position = self._session.position
        if self._plain is None or self._plain[0] is not position:
            score = self._game.score(self._session)
            self._plain = (position, left_so(score) if self._is_left else score)
        return self._plain[1]

    def score_in(self, say: Phrases) -> Score:
        """The same in words. Cached for the last language."""
        score = self.score()
        if self._said is None or self._said[0] is not score or self._said[1] is not say:
            self._said = (score, say, in_words(score, say))
        return self._said[2]
