"""Prints what the release still needs from pip; refuses what has to come from apt. Run by a release's own Python."""

from __future__ import annotations

import importlib
import sys
from importlib.metadata import PackageNotFoundError, distribution, requires, version

from pip._vendor.packaging.requirements import Requirement

OURS = "table-companion"

# Tied to the system's libraries: a copy in the virtual environment would hide the one that fits.
FROM_APT = {"numpy": "python3-numpy", "opencv-python": "python3-opencv", "pygame": "python3-pygame"}
MODULES = {"opencv-python": "cv2"}


def found_version(name: str) -> str | None:
    """As the distribution says; Debian's OpenCV has none, so the module is asked."""
    try:
        return version(name)
    except PackageNotFoundError:
        pass
    try:
        return str(importlib.import_module(MODULES.get(name, name)).__version__)
    except (ImportError, AttributeError):
        return None


def is_met(requirement: Requirement) -> bool:
    found = found_version(requirement.name)
    return found is not None and requirement.specifier.contains(found, prereleases=True)


def wanted_by(name: str) -> list[Requirement]:
    """What a distribution asks for on this machine, without its extras."""
    try:
        lines = requires(name) or []
    except PackageNotFoundError:  # Debian's OpenCV, again
        return []
    found = [Requirement(line) for line in lines]
    return [item for item in found if item.marker is None or item.marker.evaluate({"extra": ""})]


def unmet_needs() -> dict[str, Requirement]:
    """Ours, and those of what pip has put into this environment; what apt has installed is apt's business."""
    unmet: dict[str, Requirement] = {}
    todo, seen = [OURS], {OURS}
    while todo:
        for requirement in wanted_by(todo.pop()):
            name = requirement.name.lower()
            if not is_met(requirement):
                unmet[name] = requirement
            elif name not in seen and is_from_pip(name):
                todo.append(name)
            seen.add(name)
    return unmet


def is_from_pip(name: str) -> bool:
    try:
        return str(distribution(name).locate_file("")).startswith(sys.prefix)
    except PackageNotFoundError:
        return False


def main() -> int:
    unmet = unmet_needs()
    for name in sorted(FROM_APT.keys() & unmet.keys()):
        advice = f"apt-get install {FROM_APT[name]}"
        print(f"expected {unmet[name]}, found {found_version(name)}: {advice}", file=sys.stderr)
    print("\n".join(str(requirement) for requirement in unmet.values()))
    return 1 if FROM_APT.keys() & unmet.keys() else 0


if __name__ == "__main__":
    sys.exit(main())
