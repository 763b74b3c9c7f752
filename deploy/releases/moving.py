"""From one release to another, and back where the other one does not come out right."""

from __future__ import annotations

import os
import re
from pathlib import Path

from releases.box import APP, PACKAGE, PATIENCE_S, Box, Deadline, Package, Plan, Refused, TooSlow
from releases.files import file_sum, put_in_place, say, sync_folder
from releases.intake import take


def update(box: Box, folder: Path, *, even_now: bool = False, older: bool = False) -> str:
    """The version that is installed now."""
    if not even_now and box.game_goes_on():
        raise Refused("game", "a game is going on; finish it first, or add --even-now")
    package = take(box, folder)
    now = box.installed
    if package.version == now and box.is_whole():
        raise Refused("same", f"release {now} is here already, and whole")
    if now and package.version != now and not older and not box.is_newer(package.version, now):
        raise Refused("older", f"release {package.version} is older than {now}; add --older if you mean it")
    check_needs(box, package)
    package = keep(box, package.path, package.version)
    before = None if now == package.version else box.kept_package(now)
    move(box, package, before or box.kept_beside(package.version))
    box.fallen.unlink(missing_ok=True)
    return package.version


def check_needs(box: Box, package: Package) -> None:
    """What it depends on is here. Asked before anything is touched: there may be no network to fetch it from."""
    where = () if box.is_real else ("-o", f"Dir={box.top}", "-o", f"Dir::State::status={box.top}/var/lib/dpkg/status")
    flags = ("--simulate", "--no-download", "--no-install-recommends", "--allow-downgrades", "--reinstall", "-qq")
    try:
        said = box.run("apt-get", *where, *flags, "install", str(package.path))
    except TooSlow:
        raise
    except Refused as error:
        raise Refused("needs", f"{error}; connect a network and run install.sh of this release") from error
    others = [line.split()[1] for line in said.splitlines() if re.match(r"Inst (?!table-companion )|Remv ", line)]
    if others:
        raise Refused("needs", f"this release needs {' '.join(others[:9])}: connect a network and run its install.sh")


def keep(box: Box, deb: Path, version: str) -> Package:
    """Among the kept ones under its name. Another build of a version that is here would take the way back away."""
    machine = box.run("dpkg", "--print-architecture").strip()
    target = box.kept / f"{APP}_{version}_{machine}.deb"
    if target.exists():
        if file_sum(target) != file_sum(deb):
            raise Refused("other_build", f"another build of release {version} is here; give the new one a new version")
    else:
        deb.replace(target)
        target.chmod(0o644)
        sync_folder(box.kept)
    return Package(target, version)


def move(box: Box, package: Package, back: Package | None) -> None:
    """Installs a release and puts it on trial; if it does not come out right, what was there is put back."""
    plan = Plan("installing", package.path.name, back.path.name if back else "")
    box.remember(plan)
    try:
        install(box, package)
    except TooSlow as error:
        give_way(box, plan)
        raise Refused(error.code, f"release {package.version} could not be installed in time: {error}") from error
    except (Refused, OSError) as error:
        give_way(box, plan)
        raise Refused("self_test", f"release {package.version} is not well: {error}") from error
    box.remember(Plan("trial", plan.to, plan.back))
    for other in box.kept_packages():
        if other.path.name not in (plan.to, plan.back):
            other.path.unlink()


def install(box: Box, package: Package) -> None:
    box.dpkg("--install", str(package.path))
    if not box.is_whole():
        raise Refused("damaged", "not every file is as it should be after the installation")
    os.sync()  # dpkg has synced its files; what its scripts have written (compiled Python) is now there too
    box.program("doctor", "--set", "camera.kind=none", "--set", "panel.factory=none")


def give_way(box: Box, plan: Plan) -> None:
    """Back to the release before, without asking it for more than that its files are right."""
    box.deadline = Deadline(PATIENCE_S)
    back = box.kept / plan.back
    if not plan.back or not back.is_file():
        box.remember(None)
        say("there is no release to go back to")
        return
    box.remember(Plan("installing", plan.back, ""))
    box.dpkg("--install", str(back))
    os.sync()
    match = PACKAGE.fullmatch(plan.to)
    fallen = match[1] if match else plan.to
    put_in_place(box.fallen, fallen)
    # Nobody shall go "back" to it, and a better build of it may come. What was good before is kept.
    if box.is_newer(fallen, box.installed):
        (box.kept / plan.to).unlink(missing_ok=True)
    box.remember(None)
    say(f"back to {plan.back}: {plan.to} did not start")


def go_back(box: Box, *, even_now: bool = False) -> str:
    previous = box.kept_beside(box.installed)
    if previous is None:
        raise Refused("no_previous", "there is no release to go back to")
    if not even_now and box.game_goes_on():
        raise Refused("game", "a game is going on; finish it first, or add --even-now")
    move(box, previous, box.kept_package(box.installed))
    return previous.version
