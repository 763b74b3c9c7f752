"""Past nights for phones: a list, and each as a file. Read-only, so it may run during a game."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

from companion.contract import Games
from companion.keeping.history import PastNight, past_night, past_nights, played_again
from companion.keeping.kept_games import KeptGames
from companion.keeping.kept_settings import MARKS, marks_of, read_marks
from companion.keeping.store import read_store
from companion.language.i18n import Phrases
from companion.language.wording import Trouble, day_words
from companion.settings.config import load_config
from companion.sharing.bgstats import play_link
from companion.sharing.takeaway import FORMS, PICTURE, Takeaway, picture_path
from rules.core.scoring import rank_text
from rules.core.words import words
from vision.safe_open import read_plain

MOST_NIGHTS = 30
SORTS = {"pdf": "application/pdf", "bgsplay": "application/octet-stream", PICTURE: "image/png"}
LARGEST_PICTURE = 20_000_000  # bytes


class NightDownloads:
    def __init__(self, games: Games, home: Path | None) -> None:
        self._games, self._home = games, home
        self.withheld: int | None = None  # a game whose score the screen is still revealing

    def nights(self, language: str) -> dict[str, Any]:
        """The newest first. Only finished games: nothing of a running game leaves the table."""
        with closing(self._store()) as store:
            finished = [night for night in past_nights(store) if self._is_told(night) and night.row.game in self._games]
            nights = (past_night(store, night.row.id) for night in finished[:MOST_NIGHTS])
            return {"nights": [self._line(night, Phrases(language)) for night in nights]}

    def file(self, number: int, form: str, language: str) -> dict[str, Any]:
        with closing(self._store()) as store:
            night = past_night(store, number)
            if form not in SORTS or not self._is_told(night):
                raise Trouble(words("past.trouble.no_sheet", n=number))
            if form == PICTURE:
                return self._picture(night)
            setup, game = night.row.setup, self._games[night.row.game]
            say = game.box.phrases(language, setup.facts, setup.players)
            marks = marks_of(setup.players, read_marks(store.setting(MARKS)))
            taken = Takeaway(night, played_again(store, night), say, game, self._games.columns, marks=marks)
            content = FORMS[form](taken)
        return {"name": f"{night.day}-{night.row.game}-{number}.{form}", "content": content, "sort": SORTS[form]}

    def _is_told(self, night: PastNight) -> bool:
        return night.is_finished and night.row.id != self.withheld

    def _picture(self, night: PastNight) -> dict[str, Any]:
        """As the box has drawn it: only its main thread draws."""
        path = picture_path(night, self._folder)
        if not path.exists():
            raise Trouble(words("past.trouble.no_picture", n=night.row.id))
        return {"name": path.name, "content": read_plain(path, LARGEST_PICTURE), "sort": SORTS[PICTURE]}

    @property
    def _folder(self) -> Path:
        return self._home or load_config().data_path

    def _store(self) -> KeptGames:
        return read_store(self._folder, self._games.rules)

    def _line(self, night: PastNight, say: Phrases) -> dict[str, Any]:
        game = self._games[night.row.game]
        ranked = [
            say.pair(rank_text(night.score, one), say.say(game.result_words(night.score, one))) for one in night.ranked
        ]
        return {
            "number": night.row.id,
            "day": say.say(day_words(night.day)),
            "game": say.game(night.row.game, night.row.setup.facts),
            "ranked": ranked,
            "bgstats": play_link(night, game),
            "has_picture": picture_path(night, self._folder).exists(),
        }
