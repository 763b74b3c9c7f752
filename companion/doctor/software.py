"""Python, the packages we need, and whether our four import names are really ours."""

from __future__ import annotations

import importlib
import platform
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import packages_distributions, version
from pathlib import Path

from companion.blame import let_through
from companion.doctor.findings import Finding, broken, missing, ok
from companion.extras import EXTRAS
from companion.resources import full_version
from rules.core.words import Words, words

OURS = "table-companion"
OUR_NAMES = ("companion", "hardware", "rules", "vision")
LEAST_PYTHON = (3, 11)

# Import name, and the Debian package that provides it; empty: not in Debian.
NEEDED: Mapping[str, str] = {
    "pygame": "python3-pygame",
    "cv2": "python3-opencv",
    "numpy": "python3-numpy",
    "zxingcpp": "",
    "gpiozero": "python3-gpiozero",
    "segno": "python3-segno",
    "reportlab": "python3-reportlab",
    "PIL": "python3-pil",
    "platformdirs": "python3-platformdirs",
    "tomlkit": "python3-tomlkit",
    "tornado": "python3-tornado",
    "paho": "python3-paho-mqtt",
    "openskill": "",
}


def check_python(numbers: tuple[int, ...] = sys.version_info[:3]) -> Finding:
    shown = ".".join(map(str, numbers))
    if numbers < LEAST_PYTHON:
        return broken("python", words("doctor.python", version=shown), words("doctor.python_step"))
    return ok("python", words("doctor.python", version=f"{shown}, {platform.machine()}"))


def check_packages(names: Iterable[str] = NEEDED) -> Iterator[Finding]:
    """Imports each package: a version number would not show that one of its libraries fails to load.

    One can play without the extras, so these are only missing.
    """
    for name in names:
        try:
            module = importlib.import_module(name)
        except BaseException as error:  # noqa: BLE001 - an import runs foreign code and may raise anything
            let_through(error)
            said = words("doctor.package_broken", name=name, reason=_one_line(error))
            verdict = missing if name in EXTRAS else broken
            yield verdict(f"package {name}", said, _install_step(name))
        else:
            yield ok(f"package {name}", words("doctor.package", version=_version(name, module)))
    yield _check_zbar()


def _check_zbar() -> Finding:
    # pyzbar is a second opinion beside zxing-cpp: without its library the camera still reads.
    try:
        importlib.import_module("pyzbar.pyzbar")
    except BaseException as error:  # noqa: BLE001 - see above
        let_through(error)
        return missing(
            "package pyzbar",
            words("doctor.package_broken", name="pyzbar", reason=_one_line(error)),
            words("doctor.apt_step", packages="libzbar0"),
        )
    return ok("package pyzbar", words("doctor.package_loads"))


def check_names(
    owners: Mapping[str, Sequence[str]] | None = None, files: Mapping[str, str | None] | None = None
) -> Finding:
    """No other distribution may own our import names, and all four must come from one folder."""
    owners = packages_distributions() if owners is None else owners
    files = {name: importlib.import_module(name).__file__ for name in OUR_NAMES} if files is None else files
    others = sorted({other for name in OUR_NAMES for other in owners.get(name, ()) if other != OURS})
    if others:
        return broken("names", words("doctor.names_taken", others=tuple(others)), words("doctor.names_step"))
    folders = {Path(file).parents[1] for file in files.values() if file}
    if None in files.values() or len(folders) != 1:
        empty = tuple(name for name, file in files.items() if not file) or tuple(files)
        return broken("names", words("doctor.names_torn", names=empty), words("doctor.names_step"))
    return ok("names", words("doctor.names", version=full_version(), folder=str(folders.pop())))


def _install_step(name: str) -> Words:
    package = NEEDED.get(name)
    if package:
        return words("doctor.package_step", package=package)
    return words("doctor.again_step")


def _version(name: str, module: object) -> str:
    """The module's own version, else its distribution's; Debian's packages often have no distribution metadata."""
    said = getattr(module, "__version__", None)
    if isinstance(said, str):
        return said
    found = packages_distributions().get(name)
    return version(found[0]) if found else "?"


def _one_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:160]
