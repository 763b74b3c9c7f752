"""`python -m docs.drawing`: every drawing and every part to print; with `--screens` what the screen shows, too.

`--house` draws only who imports whom, from the imports as they are; it fails if an arrow goes up or round in a circle.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from docs.drawing import buttons, camera, card, holding, house, mats, overview, tags
from docs.drawing.imports import Crooked
from docs.drawing.parts import PARTS
from docs.drawing.render import part_picture

DOCS = Path(__file__).resolve().parents[1]
PICTURES = {
    name: draw
    for module in (overview, camera, holding, buttons, card, tags, house)
    for name, draw in module.PICTURES.items()
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m docs.drawing", description=__doc__)
    parser.add_argument(
        "--screens", action="store_true", help="what the screen shows as well, and a round of play: about a minute"
    )
    parser.add_argument("--house", action="store_true", help="only who imports whom: a second")
    args = parser.parse_args()
    try:
        for name, draw in (house.PICTURES if args.house else PICTURES).items():
            (DOCS / "pictures" / name).write_text(draw(), "utf-8")
    except Crooked as error:
        sys.exit(str(error))
    if not args.house:
        _draw_the_rest(screens_too=args.screens)


def _draw_the_rest(*, screens_too: bool) -> None:
    (DOCS / "parts").mkdir(exist_ok=True)
    for name, build in PARTS.items():
        (DOCS / "parts" / f"{name}.stl").write_bytes(build().stl())
        part_picture(name).save(DOCS / "pictures" / f"{name}.png", optimize=True)
    for name, picture in mats.mats().items():
        picture.save(DOCS / "pictures" / name, quality=88, method=6)
    if screens_too:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        from docs.drawing import animation, screens  # noqa: PLC0415 - only now: they open the whole program

        for name, picture in screens.screens().items():
            picture.save(DOCS / "pictures" / name, quality=92, method=6)
        animation.make(DOCS / "pictures" / "round.webp")


if __name__ == "__main__":
    main()
