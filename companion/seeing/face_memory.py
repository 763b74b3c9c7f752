"""The known faces of a game: read once, and kept up to date as views are added or removed, by whatever program."""

from __future__ import annotations

import logging
import threading

from companion import CompanionError
from companion.language.wording import Trouble
from companion.seeing.face_shelf import MOST_VIEWS, FaceShelf
from vision.faces.gallery import Face, Gallery

logger = logging.getLogger(__name__)


class FaceMemory:
    """Safe to use from any thread: the gallery is immutable and replaced as a whole."""

    def __init__(self, shelf: FaceShelf) -> None:
        self.shelf = shelf
        self._lock = threading.Lock()
        self._names: frozenset[str] = frozenset()
        self._views: dict[str, int] = {}
        self._gallery = Gallery([])
        self._is_full = False
        self.is_stale = True  # others may have written there since it was read

    @property
    def gallery(self) -> Gallery:
        """Loaded on first use: comparing all faces with each other takes a second or more."""
        if self.is_stale:
            self.refresh()
        return self._gallery

    def refresh(self) -> None:
        """Reads changes of the folder; cheap if there are none."""
        with self._lock:
            self.is_stale = False
            try:
                names = self.shelf.names()
            except CompanionError as error:
                logger.warning("%s", error)
                return
            if names != self._names:
                self._read(names)

    def _read(self, names: frozenset[str]) -> None:
        """Reads only the new files, unless some have gone."""
        is_more = bool(self._names) and names > self._names
        read = self.shelf.read(self._names if is_more else ())
        for refused in read.refused:
            logger.warning("a face was skipped: %s", Trouble(refused))
        self._names = names
        if is_more:
            for face in read.faces:
                self._add(face)
        else:
            self._views, self._gallery = read.views, Gallery(read.faces)

    def _add(self, face: Face) -> None:
        self._views[face.kind] = self._views.get(face.kind, 0) + 1
        self._gallery = self._gallery.with_face(face)

    def wants(self, kind: str) -> bool:
        return not self._is_full and self._views.get(kind, 0) < MOST_VIEWS

    def learn(self, face: Face) -> None:
        """Keeps a face; a failed write is logged once, and nothing more is learnt."""
        try:
            with self._lock:
                name = self.shelf.keep(face)
                self._names |= {name}
                self._add(face)
        except CompanionError as error:
            self._is_full = True
            logger.warning("no more faces are learnt: %s", error)
