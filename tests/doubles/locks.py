"""A folder that everybody has at once."""

from __future__ import annotations

from companion.keeping.folder_lock import FolderLock, Held


class NoLock(FolderLock):
    def take(self) -> Held:
        return Held(self.folder)
