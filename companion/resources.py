"""Where our own files are: assets in the wheel or beside the packages in a checkout, and modules of the source tree.

The only module that builds such paths.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import platformdirs

from companion import CompanionError, __version__

ASK_GIT = ("git", "describe", "--always", "--abbrev=12", "--dirty=+", "--exclude=*")
LONGEST_S = 5
APP = "table-companion"
SYSTEM_HOME = Path("/etc") / APP
_WIDE_FONT = Path("/usr/share/fonts/truetype/wqy/wqy-microhei.ttc")  # of Debian's fonts-wqy-microhei
_ROOT = Path(__file__).resolve().parents[1]  # the checkout, or where packages are installed


@cache
def assets_dir() -> Path:
    """The folder with games, translations, fonts and sounds."""
    inside = Path(str(files("companion"))) / "assets"
    beside = _ROOT / "assets"
    for place in (inside, beside):
        if place.is_dir():
            return place
    raise CompanionError(f"the assets are missing: neither {inside} nor {beside} is there; install the companion again")


def asset(*parts: str) -> Path:
    """One file or folder below the assets."""
    path = assets_dir().joinpath(*parts)
    if not path.exists():
        raise CompanionError(f"an asset is missing: {path}; install the companion again")
    return path


def wide_font() -> Path | None:
    """A font of the system with Chinese, Japanese and Korean letters, for names of people; None if it is not there."""
    return _WIDE_FONT if _WIDE_FONT.is_file() else None


@cache
def commit(root: Path = _ROOT) -> str:
    """The commit this program was made from, with a plus if files were changed since; empty if nobody knows."""
    written = root / "companion/commit.txt"  # by deploy/commit_hook.py
    try:
        if written.exists():
            return written.read_text("utf-8").strip()
        if not (root / ".git").exists():
            return ""
        asked = subprocess.run(  # noqa: S603
            ASK_GIT, cwd=root, capture_output=True, text=True, check=False, timeout=LONGEST_S
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return asked.stdout.strip()


def full_version() -> str:
    """Version and commit, as ``companion --version`` and the doctor name them."""
    return f"{__version__} ({commit()})" if commit() else __version__


def user_home() -> Path:
    """The user's folder for settings; the system's for a user without a home."""
    try:
        return platformdirs.user_config_path(APP, appauthor=False).expanduser()
    except RuntimeError:  # ``Config.data_path`` reports it
        return SYSTEM_HOME


def language_homes() -> tuple[Path, ...]:
    """Folders with a folder for each language: ours first, then those of system and user, which may not exist."""
    added = (home / "languages" for home in (SYSTEM_HOME, user_home()))
    return tuple(dict.fromkeys((asset("i18n"), *added)))


def load_unshipped(name: str) -> ModuleType | None:
    """A module of the source tree that is not in the wheel; None if we run without that tree."""
    package = name.rpartition(".")[0]
    return importlib.import_module(name) if _ROOT.joinpath(*package.split(".")).is_dir() else None


def python_environ(environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment for a Python child process, so that it finds the same packages as we do."""
    given = os.environ if environ is None else environ
    return {**given, "PYTHONPATH": os.pathsep.join(part for part in sys.path if part)}
