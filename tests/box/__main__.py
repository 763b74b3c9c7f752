"""``python -m tests.box [SCENARIO…]``: see ``deploy/test-box``."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.box.architecture import BY_NAME, own
from tests.box.bench import Bench, Options
from tests.box.machine import missing
from tests.box.scenarios.checkups import doctor, sound
from tests.box.scenarios.cuts import cuts_in_play, cuts_in_update
from tests.box.scenarios.disks import full_disk, read_only
from tests.box.scenarios.endings import login, power_button, watchdog
from tests.box.scenarios.first_start import first_start, older_card
from tests.box.scenarios.image import image, image_cuts, image_ended, image_full, image_set_up
from tests.box.scenarios.installing import install
from tests.box.scenarios.network import network
from tests.box.scenarios.playing import buttons, camera
from tests.box.scenarios.raspberry import raspberry
from tests.box.scenarios.releases import bad_releases, bad_sticks, image_releases, update
from tests.box.scenarios.screens import cage, late_screen, two_screens

SCENARIOS: dict[str, Callable[[Bench], str]] = {
    "install": install,
    "buttons": buttons,
    "camera": camera,
    "doctor": doctor,
    "sound": sound,
    "update": update,
    "bad-sticks": bad_sticks,
    "bad-releases": bad_releases,
    "power-button": power_button,
    "login": login,
    "watchdog": watchdog,
    "late-screen": late_screen,
    "two-screens": two_screens,
    "cage": cage,
    "full-disk": full_disk,
    "read-only": read_only,
    "first-start": first_start,
    "older-card": older_card,
    "raspberry": raspberry,
    "image": image,
    "image-set-up": image_set_up,
    "image-ended": image_ended,
    "image-cuts": image_cuts,
    "image-full": image_full,
    "image-releases": image_releases,
    "network": network,
    "cuts-in-play": cuts_in_play,
    "cuts-in-update": cuts_in_update,
}


def default_cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "table-companion" / "box"


def archive_in_use() -> str | None:
    """Where this machine's own packages come from, if that is Debian."""
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Label: Debian"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    return next((line.rstrip("/") for line in done.stdout.splitlines()), None)


def parser() -> argparse.ArgumentParser:
    told = argparse.ArgumentParser(prog="deploy/test-box", description="Tries the companion in a virtual box.")
    told.add_argument(
        "scenarios", nargs="*", metavar="SCENARIO", help=f"of {', '.join(SCENARIOS)}; all if none is named"
    )
    told.add_argument("--cache", type=Path, default=default_cache(), metavar="FOLDER", help="some 10 GB (%(default)s)")
    told.add_argument("--mirror", metavar="URL", help="of Debian's archive; else the one this machine uses")
    told.add_argument("--architecture", choices=sorted(BY_NAME), default=own().name, help="another one is emulated")
    told.add_argument("--release", type=Path, metavar="FOLDER", help="a release folder instead of this checkout")
    told.add_argument("--seed", type=int, default=None, help="for what is done at random (printed)")
    told.add_argument("--cuts", type=int, default=100, metavar="N", help="how often the plug is pulled (%(default)s)")
    return told


def main() -> int:
    reading = parser()
    args = reading.parse_args()
    unknown = [name for name in args.scenarios if name not in SCENARIOS]
    if unknown:
        reading.error(f"no scenario {', '.join(unknown)}; there are {', '.join(SCENARIOS)}")
    architecture = BY_NAME[args.architecture]
    if os.geteuid() != 0:
        reading.error("a root file system can only be made by root")
    if packages := missing(architecture):
        reading.error(f"please run: sudo apt-get install -y --no-install-recommends {' '.join(packages)}")
    seed = args.seed if args.seed is not None else int(time.time()) % 1_000_000
    mirror = args.mirror or archive_in_use()
    if mirror is None:
        reading.error("this machine has no list of Debian's archive: sudo apt-get update, or name one: --mirror URL")
    options = Options(args.cache.resolve(), mirror, args.release, seed, args.cuts)
    return run(Bench(options, architecture), args.scenarios or list(SCENARIOS))


def run(bench: Bench, names: list[str]) -> int:
    """Every scenario named, whatever becomes of the one before; a table at the end."""
    print(f"seed {bench.options.seed}", flush=True)
    rows = []
    for name in names:
        bench.say(f"== {name}")
        begun = time.monotonic()
        try:
            verdict, saw = "ok", SCENARIOS[name](bench)
        except AssertionError as error:
            verdict, saw = "FAILED", str(error)
        rows.append((name, verdict, time.monotonic() - begun, saw))
        bench.say(f"{name}: {verdict}, {saw}")
    print("\n".join(f"{name:<12} {verdict:<6} {took:5.0f} s  {saw}" for name, verdict, took, saw in rows))
    return 1 if any(verdict != "ok" for _, verdict, _, _ in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
