"""For hatchling: writes into a wheel or sdist which commit it was made from, where ``companion.resources`` reads it."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "companion/commit.txt"
# The commit's name, and a plus if files were changed since; no tag, as tags may be missing in a clone.
ASK = ("git", "describe", "--always", "--abbrev=12", "--dirty=+", "--exclude=*")


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # An editable install asks git itself; an sdist already holds the file.
        if version == "editable" or Path(self.root, NAME).exists():
            return
        asked = subprocess.run(ASK, cwd=self.root, capture_output=True, text=True, check=False)  # noqa: S603
        self._folder = tempfile.TemporaryDirectory()
        path = Path(self._folder.name, "commit.txt")
        path.write_text(asked.stdout if asked.returncode == 0 else "", "utf-8")
        build_data["force_include"][str(path)] = NAME

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        if hasattr(self, "_folder"):
            self._folder.cleanup()
