"""Where games can be kept when the data folder cannot: sticks and disks that are plugged in, and memory."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from companion.files import list_folder, write_whole
from companion.keeping.troubles import folder_trouble, too_many
from vision.safe_open import read_plain

FOLDER = "table-companion"
CLUB_FILE = "club.json"  # what a club's broker has taken of the games
CLUB_FOLDER = "club"  # what the board of a club keeps
MOST = 2
MOST_PLUGGED_IN = 32
MOST_LISTED = 2_000  # entries of a folder that are looked at
MOST_BESIDE = 1000
ENOUGH_BYTES = 20_000_000
LARGEST_FACTS = 1_000_000  # bytes of a file that goes along
MEMORY = Path("/dev/shm")  # noqa: S108 (a folder of its own is made in it)


def plugged_in(root: Path = Path("/")) -> tuple[Path, ...]:
    """Mounted sticks and disks: in ``/media``, ``/mnt``, and a user's own in ``/media`` and ``/run/media``.

    No folders on a stick itself, and nothing behind a link. Takes as long as the slowest of them.
    """
    media = _folders(root / "media")
    users = [place for place in (*media, *_folders(root / "run/media")) if not os.path.ismount(place)]
    return (*media, *_folders(root / "mnt"), *(place for user in users for place in _folders(user)))[:MOST_PLUGGED_IN]


def _folders(folder: Path) -> tuple[Path, ...]:
    try:
        return tuple(folder / name for name in list_folder(folder, MOST_LISTED).folders)[:MOST_PLUGGED_IN]
    except OSError:
        return ()


def other_places(root: Path = Path("/")) -> tuple[Path, ...]:
    """Folders on other disks that can be written to and have room. As slow as ``plugged_in``."""
    return tuple(path / FOLDER for path in plugged_in(root) if _is_usable(path, root))[:MOST]


def memory_place() -> Path:
    """A folder that is gone when the box is switched off."""
    base = MEMORY if os.access(MEMORY, os.W_OK | os.X_OK) else None
    try:
        return Path(tempfile.mkdtemp(prefix=f"{FOLDER}-", dir=base))
    except OSError as error:
        raise folder_trouble(error, MEMORY) from error


def free_folder(folder: Path, name: str) -> Path:
    """The folder, or one beside it: other games may be there already."""
    for count in range(1, MOST_BESIDE):
        candidate = folder if count == 1 else folder.with_name(f"{folder.name}-{count}")
        if not (candidate / name).exists():
            return candidate
    raise too_many(folder)


def _is_usable(path: Path, root: Path) -> bool:
    try:
        is_other_disk = path.is_dir() and path.stat().st_dev != root.stat().st_dev
        if not is_other_disk or not os.access(path, os.W_OK | os.X_OK):
            return False
        room = os.statvfs(path)
    except OSError:
        return False
    return room.f_bavail * room.f_frsize >= ENOUGH_BYTES


def carry_facts(source: Path, target: Path) -> None:
    """The owner's facts and sheets lie beside the games and go with them; those already there stay."""
    for path in (path for folder in ("facts", "sheets") for path in sorted((source / folder).glob("*.toml"))):
        if not (new := target / path.parent.name / path.name).exists():
            write_whole(new, read_plain(path, LARGEST_FACTS))
