"""The faces of a game as they are known now: read once, and followed as views come and go, whoever writes them."""

from __future__ import annotations

import logging
import threading

from companion import CompanionError
from companion.seeing.face_shelf import MOST_VIEWS, FaceShelf
from vision.faces.gallery import Face, Gallery

logger = logging.getLogger(__name__)


class FaceMemory:
    """For every thread: the gallery is a value, and replaced whole."""

    def __init__(self, shelf: FaceShelf) -> None:
        self.shelf = shelf
        self._lock = threading.Lock()
        self._names: frozenset[str] = frozenset()
        self._views: dict[str, int] = {}
        self._gallery = Gallery([])
        self._is_full = False
        self.is_stale = True  # somebody else may have written there since it was read

    @property
    def gallery(self) -> Gallery:
        """Read when it is first asked for: comparing all faces with each other takes a second or more."""
        if self.is_stale:
            self.refresh()
        return self._gallery

    def refresh(self) -> None:
        """Takes in what has become of the folder; costs a look at its names where that is nothing."""
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
        read = self.shelf.read()
        for refused in read.refused:
            logger.warning("a face was passed over: %s %s", refused.key, dict(refused.values))
        self._names, self._views = names, read.views
        self._gallery = Gallery(read.faces)

    def wants(self, kind: str) -> bool:
        return not self._is_full and self._views.get(kind, 0) < MOST_VIEWS

    def learn(self, face: Face) -> None:
        """Kept from now on; a disk that does not take it is said once, and nothing more is learnt."""
        try:
            with self._lock:
                name = self.shelf.keep(face)
                self._names |= {name}
                self._views[face.kind] = self._views.get(face.kind, 0) + 1
                self._gallery = self._gallery.with_face(face)
        except CompanionError as error:
            self._is_full = True
            logger.warning("no more faces are learnt: %s", error)
