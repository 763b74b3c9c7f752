"""Wiping: what is left of people in the data folder goes. What the box was taught goes only if that is asked for."""

from __future__ import annotations

import shutil
from pathlib import Path

from companion.files import os_reason
from companion.keeping.folder_lock import FolderLock
from companion.keeping.storage_places import CLUB_FILE, CLUB_FOLDER
from companion.keeping.store import Store
from companion.keeping.troubles import StoreTrouble
from companion.language.wording import Trouble
from companion.seeing.face_shelf import FOLDER as FACES
from companion.seeing.recording import FRAME_FOLDERS
from companion.sharing.takeaway import FOLDER as EXPORTS
from companion.upkeep.crashes import LAST
from companion.upkeep.logs import LOG
from rules.core.words import words

TAUGHT = ("facts", FACES)


def wipe(store: Store, *, taught: bool) -> None:
    """Games, names and settings of the night, then pictures, files and logs; ``taught``: the owner's facts and
    the faces of cards as well.

    Only what this program puts there: the folder may be somebody's stick. Nothing while the board of a club is shown.
    """
    folder = store.path.parent
    try:
        _wipe_club(folder / CLUB_FOLDER)
        store.wipe()
        for name in (EXPORTS, *FRAME_FOLDERS, *(TAUGHT if taught else ())):
            if (place := folder / name).exists():
                shutil.rmtree(place)
        for name in (LAST, CLUB_FILE):
            (folder / name).unlink(missing_ok=True)
        for path in folder.glob(f"{LOG}*"):
            if path.is_symlink() or not path.is_file():
                path.unlink()  # none of ours: what it leads to stays as it is
            else:
                path.write_bytes(b"")  # the newest one is open, to be written on at its end
    except OSError as error:
        raise Trouble(words("setup.wipe.left", file=str(error.filename), reason=os_reason(error))) from error


def _wipe_club(folder: Path) -> None:
    if not folder.is_dir() or folder.is_symlink():
        return
    try:
        with FolderLock(folder):
            shutil.rmtree(folder)
    except StoreTrouble as error:
        raise Trouble(words("setup.wipe.club")) from error
