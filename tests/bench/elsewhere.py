"""The same pictures read on another processor, or with other libraries: drawn once, read anywhere, frame by frame.

    python -m tests.bench.elsewhere draw FOLDER --pictures 4 --seed 910
    python -m tests.bench.elsewhere read FOLDER
    deploy/test-other -m tests.bench.elsewhere read FOLDER

A picture that is drawn there would differ in its last bits; here both read the same file.
"""

from __future__ import annotations

import argparse
import json
import platform
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path

import cv2

from tests.bench.scenes import ASLANT, LEVELS
from vision.frames import Frame, read_picture
from vision.tags.reader import Reader
from vision.tags.text import Tag, format_tag

KNOWN = tuple(format_tag(Tag("A", number)) for number in range(1, 181))
LAYOUTS = "single,market,area"  # small enough to be read by an emulated processor
LIBRARIES = ("numpy", "opencv-python", "opencv-python-headless", "zxing-cpp")
TRUTH = "truth.json"


def draw(folder: Path, layouts: list[str], levels: list[str], pictures: int, seed: int) -> None:
    from tests.vision.scenery import picture

    folder.mkdir(parents=True, exist_ok=True)
    truth = {}
    for layout in layouts:
        for level in levels:
            for number in range(pictures):
                shot = picture(layout, level, seed + number)
                name = f"{layout}-{level}-{seed + number}.png"
                cv2.imwrite(str(folder / name), shot.grey)
                truth[name] = {"there": sorted(shot.texts), "unhidden": sorted(shot.unhidden)}
    (folder / TRUTH).write_text(json.dumps(truth, indent=1), "utf-8")
    print(f"{len(truth)} pictures with {sum(len(one['unhidden']) for one in truth.values())} tags in {folder}")


def read(folder: Path) -> Iterator[str]:
    """A line for each picture as it is read, and the sums."""
    sums: Counter[str] = Counter()
    for name, tags in json.loads((folder / TRUTH).read_text("utf-8")).items():
        found = {item.text for item in Reader(KNOWN).look(Frame(0, 0, read_picture(folder / name)))}
        missed, wrong = sorted(set(tags["unhidden"]) - found), sorted(found - set(tags["there"]))
        sums.update(pictures=1, tags=len(tags["unhidden"]), missed=len(missed), wrong=len(wrong))
        yield f"{name}: {len(found)} read, missed {missed}, wrong {wrong}"
    versions = {one.metadata["Name"].lower(): one.version for one in reversed([*distributions()])}
    libraries = ", ".join(f"{name} {versions[name]}" for name in LIBRARIES if name in versions)
    yield f"{platform.machine()}, Python {platform.python_version()}, {libraries}"
    read_tags = f"{sums['tags'] - sums['missed']} of {sums['tags']} tags read"
    yield f"{read_tags}, {sums['wrong']} wrongly, {sums['pictures']} pictures"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("do", choices=("draw", "read"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--layouts", default=LAYOUTS)
    parser.add_argument("--levels", default=",".join((*LEVELS, ASLANT)))
    parser.add_argument("--pictures", type=int, default=4, metavar="N", help="of each layout and level")
    parser.add_argument("--seed", type=int, default=910)
    args = parser.parse_args()
    if args.do == "draw":
        draw(args.folder, args.layouts.split(","), args.levels.split(","), args.pictures, args.seed)
        return
    for line in read(args.folder):
        print(line, flush=True)


if __name__ == "__main__":
    main()
