"""Counting wrong reads over very many tags, in blocks of pictures: on several processes, and in several goes.

A read is wrong where the tag it names does not lie at that very place. Of three pictures one is looked at once, one is
decoded hard all over, and one seen in some hurried frames, as the table is.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from itertools import chain, islice
from math import dist
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2

import vision
from companion import CompanionError
from tests.bench.factors import looks_at_rest, plans, with_factor
from tests.bench.scenes import ALL, LEVELS, crowd
from tests.bench.tagless import foreign_texts, tagless
from vision.frames import Frame, Grey
from vision.scenes import Scene, Truth
from vision.scenes.render import render_again
from vision.sightings import Sighting
from vision.tags.overlap import are_near
from vision.tags.reader import Reader

TAGS, FOREIGN, EMPTY = "tags", "foreign", "empty"
_PICTURES = {TAGS: 9, FOREIGN: 9, EMPTY: 40}  # in a block
_PHOTOGRAPHS = 3  # of one table
_CROWD = 220  # tags or codes in a picture, somewhat less than the mean
_NOT_READING = ("table", "faces")  # rooms of vision that come after the reader, and that no picture here gets to see


@dataclass(frozen=True, slots=True)
class Block:
    """Some pictures of one kind, by their seeds, and what came of them once they are read."""

    kind: str
    seed: int
    pictures: int
    tags: int = 0
    read: int = 0
    wrong: tuple[str, ...] = ()
    steps: dict[str, int] = field(default_factory=dict)  # reads by the step that found them


def plan_blocks(tags: int, seed: int) -> list[Block]:
    """Enough pictures for so many tags; a fifth as many foreign codes, and one tag-free picture for each fifty tags."""
    kinds = {TAGS: tags // _CROWD + 1, FOREIGN: tags // 5 // _CROWD + 1, EMPTY: max(1, tags // 50)}
    return [
        Block(kind, seed + first, min(_PICTURES[kind], count - first))
        for kind, count in kinds.items()
        for first in range(0, count, _PICTURES[kind])
    ]


def count_wrong(tags: int, seed: int, processes: int = 1, progress: Path | None = None) -> dict[str, Any]:
    """Reads blocks until there are enough tags; ``progress`` keeps what is done, for this reader and no other."""
    kept = _Progress(progress)
    planned = plan_blocks(tags, seed)
    done = [block for plan in planned if (block := kept.done.get(_key(plan)))]
    due = [plan for plan in planned if _key(plan) not in kept.done]
    for block in _read_all(_enough(due, done, tags), processes):
        kept.add(block)
        done.append(block)
        _say(done)
    print(file=sys.stderr)
    return summarise(done)


def summarise(blocks: Sequence[Block]) -> dict[str, Any]:
    of = {kind: [block for block in blocks if block.kind == kind] for kind in _PICTURES}
    steps: dict[str, int] = {}
    for block in of[TAGS]:
        for step, count in block.steps.items():
            steps[step] = steps.get(step, 0) + count
    return {
        "tags": sum(block.tags for block in of[TAGS]),
        "pictures": sum(block.pictures for block in of[TAGS]),
        "read": sum(block.read for block in of[TAGS]),
        "by": steps,
        "foreign": sum(block.tags for block in of[FOREIGN]),
        "tag_free": sum(block.pictures for block in of[EMPTY]),
        "wrong": sum(len(block.wrong) for block in blocks),
        "wrong_reads": [text for block in blocks for text in block.wrong],
    }


def read_block(plan: Block) -> Block:
    """The pictures of a block; what was wrong is named with its seed, to be looked into."""
    cv2.setNumThreads(1)
    tags, steps, wrong, read = 0, dict[str, int](), list[str](), 0
    for seed, grey, truth in _pictures(plan):
        found = _look(seed, grey)
        tags, read = tags + len(truth), read + len(found)
        for item in found:
            steps[item.by] = steps.get(item.by, 0) + 1
            if plan.kind != TAGS or not is_right(item, truth):
                wrong.append(
                    f"{plan.kind} {seed}: {item.text} by {item.by} at {item.centre[0]:.0f} {item.centre[1]:.0f}"
                )
    return Block(plan.kind, plan.seed, plan.pictures, tags, read, tuple(wrong), steps)


def is_right(item: Sighting, truth: Sequence[Truth]) -> bool:
    """Whether that tag lies there, to a third of its size."""
    return any(item.text == other.text and dist(item.centre, _middle(other)) < item.side / 3 for other in truth)


def _middle(truth: Truth) -> tuple[float, float]:
    xs, ys = zip(*truth.corners, strict=True)
    return sum(xs) / 4, sum(ys) / 4


def _pictures(plan: Block) -> Iterator[tuple[int, Grey, tuple[Truth, ...]]]:
    """Each table is photographed some times, with other light, focus and noise: laying it out takes longest."""
    seeds = range(plan.seed, plan.seed + plan.pictures)
    if plan.kind == EMPTY:
        yield from ((seed, tagless(seed), ()) for seed in seeds)
        return
    texts = ALL if plan.kind == TAGS else foreign_texts()
    for first in seeds[::_PHOTOGRAPHS]:
        scene = _troubled(crowd(LEVELS[first // _PHOTOGRAPHS % 3], first, texts), first // _PHOTOGRAPHS)
        together = range(first, min(first + _PHOTOGRAPHS, seeds.stop))
        for seed, picture in zip(together, render_again(scene, together), strict=True):
            yield seed, picture.grey, picture.truth


def _troubled(scene: Scene, number: int) -> Scene:
    """Every second table has one more trouble of those that are swept, each in its turn."""
    if number % 2 == 0:
        return scene
    name = list(plans())[number // 2 % len(plans())]
    step = number % len(plans()[name]["values"])
    return replace(scene, difficulty=with_factor(scene.difficulty, name, step))


def _look(seed: int, grey: Grey) -> list[Sighting]:
    # Every second picture is for a reader that knows half of the tags: the nearest known one must not be taken for
    # the others.
    known = ALL[:: 1 + seed % 2]
    if seed % 3 == 1:
        return _differing(chain.from_iterable(looks_at_rest(_reader(known, hurried=True), grey)))
    reader = _reader(known, hurried=False)
    reader.forget(all_of_it=True)
    found = reader.look(Frame(0, 0, grey))
    return list(reader.look_thoroughly(grey) if seed % 3 == 0 else found)


def _differing(items: Iterable[Sighting]) -> list[Sighting]:
    """Each tag once at each place, in whichever frame it was found."""
    kept: list[Sighting] = []
    for item in items:
        if not any(item.text == other.text and are_near(item, other) for other in kept):
            kept.append(item)
    return kept


@cache
def _reader(known: tuple[str, ...], *, hurried: bool) -> Reader:
    return Reader(known, hurried=hurried)


def _enough(due: Iterable[Block], done: Sequence[Block], tags: int) -> Iterator[Block]:
    """The plan has room for the emptiest pictures; blocks with tags or codes end when there are enough of them."""
    wanted = {TAGS: tags, FOREIGN: tags // 5, EMPTY: 1}
    for block in due:
        if sum(item.tags for item in done if item.kind == block.kind) < wanted[block.kind]:
            yield block


def _read_all(due: Iterator[Block], processes: int) -> Iterator[Block]:
    if processes <= 1:
        yield from map(read_block, due)
        return
    with get_context("spawn").Pool(processes) as pool:
        # A few ahead and no more: how many are needed shows on the way.
        waiting = [pool.apply_async(read_block, (block,)) for block in islice(due, 2 * processes)]
        while waiting:
            yield waiting.pop(0).get()
            waiting += [pool.apply_async(read_block, (block,)) for block in islice(due, 1)]


def _say(done: Sequence[Block]) -> None:
    so_far = summarise(done)
    words = ", ".join(
        f"{so_far[key]} {key.replace('_', '-')}" for key in ("tags", "read", "foreign", "tag_free", "wrong")
    )
    print(f"\r{words}", end="", file=sys.stderr, flush=True)


def _key(block: Block) -> tuple[str, int, int]:
    return block.kind, block.seed, block.pictures


class _Progress:
    """Blocks as lines of JSON; those of another state of the reader or the scenes do not count."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._of = fingerprint()
        self.done: dict[tuple[str, int, int], Block] = {}
        if path is not None and path.exists():
            self._load(path)

    def add(self, block: Block) -> None:
        if self._path is None:
            return
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"of": self._of, **asdict(block)}) + "\n")
        except OSError as error:
            raise CompanionError(f"cannot write {self._path}: {error.strerror}; choose another --progress") from error

    def _load(self, path: Path) -> None:
        try:
            for line in path.read_text("utf-8").splitlines():
                data = json.loads(line)
                if data.pop("of") == self._of:
                    block = Block(**{**data, "wrong": tuple(data["wrong"])})
                    self.done[_key(block)] = block
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise CompanionError(f"expected the progress of an earlier run in {path}; choose another file") from error


def fingerprint() -> str:
    """Changes with every change to the reader, the scenes and the pictures of this benchmark."""
    here = Path(__file__).parent
    room = Path(str(vision.__file__)).parent
    files = [
        *(path for path in sorted(room.rglob("*.py")) if path.relative_to(room).parts[0] not in _NOT_READING),
        here / "scenes.py",
        here / "tagless.py",
        here / "factors.py",
    ]
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
