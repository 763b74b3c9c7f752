"""Clumsy people and a monkey at the buttons: ``python -m tests.endurance.monkey --nights 50 --seed 1``.

Whole nights of both games with every number of players. Mishaps of all sorts happen on the table (see ``clumsy``), and
in between somebody presses buttons, touches and types at random for a while. The program must never crash, never lose
an entry, always show a way forward; and at the end it must believe what the table holds. Every night is made from its
number alone, which is printed with every fault.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from companion.inbox import Pressed, SignSeen
from companion.screens.intents import Typed
from companion.seeing.sign_watch import ANSWERS, CONTROLS
from tests.endurance.clumsy import MISHAPS, PATIENT_LOOKS, STUCK_LOOKS, Evening, Fault, Mishap
from tests.games import RULES

MOST_LOOKS = 6000
CALM_LOOKS = 26
BUTTONS = (
    ("previous", "press"), ("next", "press"), ("next", "press"), ("next", "hold"), ("next", "repeat"), ("ok", "press"),
    ("ok", "press"), ("back", "press"), ("ok", "hold"), ("back", "hold"), ("power", "hold"), ("power", "press"),
    ("seat_1", "press"), ("seat_3", "press"), ("seat_8", "press"), ("nothing", "press"),
)  # fmt: skip


class Monkey:
    """Presses, touches, types, turns cards."""

    def __init__(self, evening: Evening, random: Random) -> None:
        self._evening = evening
        self._random = random
        self.presses = 0
        self.last: list[str] = []

    def rage(self, presses: int) -> None:
        for _ in range(presses):
            self._once()
            if self._random.random() < 0.6:  # otherwise several in one turn of the loop
                self._evening.look(self._random.choice((30, 100, 400)))
                self._evening.signs = frozenset()
            if not self._evening.app.running:
                self._evening.restart()

    def _once(self) -> None:
        evening, random = self._evening, self._random
        self.presses += 1
        match random.randrange(20):
            case 0 | 1 | 2:
                wish = evening.app.window.pointed(random.randrange(640), random.randrange(400))
                if wish is not None:
                    self._note(wish)
                    evening.window.touches = (*evening.window.touches, wish)
            case 3:
                evening.window.touches = (Typed(random.choice(("Zoë", "\b", "x" * 50, "\u202e", ""))),)
            case 4:
                seat = random.randrange(8)
                signs = [SignSeen(random.choice(CONTROLS)), SignSeen(random.choice(ANSWERS), seat)]
                evening.signs = frozenset(signs[: random.randrange(3)])
                self._note(evening.signs)
            case _:
                button, sort = random.choice(BUTTONS)
                self._note(f"{button} {sort}")
                evening.app.inbox.put(Pressed(button, sort, evening.now_ms))

    def _note(self, what: object) -> None:
        self.last = [*self.last[-30:], f"{type(self._evening.app.page).__name__}: {what}"]


class ClumsyNight:
    """One night; ``faults`` is what must be mended."""

    def __init__(self, evening: Evening, rage: int) -> None:
        self.evening = evening
        self.random = Random(f"{evening.slug} {evening.seed}")
        self.monkey = Monkey(evening, self.random)
        self.mishaps: Counter[str] = Counter()
        self.asked: list[str] = []
        self.faults: list[Fault] = []
        self._rage = rage
        self._now: Mishap | None = None
        self._name = "nothing yet"

    def run(self) -> None:
        try:
            self._play()
        except Exception:  # noqa: BLE001 (whatever it is, it is a fault)
            place = "".join(traceback.format_exc().splitlines(keepends=True)[-12:])
            self._fault("crash", f"{place}last: {self.monkey.last[-12:]}")

    def _play(self) -> None:
        evening, calm, idle, wrong = self.evening, 0, 0, 0
        for _ in range(MOST_LOOKS):
            if evening.live.is_over or self.faults:
                break
            before = evening.live.session.last_seq
            acted = (self._now is None or self.random.random() < 0.5) and evening.act()
            evening.look()
            self._answer()
            self._pass()
            calm = calm + 1 if self._now is None else 0
            idle = 0 if acted or evening.live.session.last_seq != before or self._now else idle + 1
            wrong = wrong + 1 if calm and evening.differences() and not evening.live.moves else 0
            if wrong > PATIENT_LOOKS:
                self._fault("wrong", str(evening.differences()))
            if idle > STUCK_LOOKS:
                self._fault("stuck", f"{evening.live.view['phase']} {evening.live.session.last_seq}")
            if calm > CALM_LOOKS and self.random.random() < 0.25:
                self._begin()
                calm = 0
        if not self.faults:
            self._check_end()

    def _begin(self) -> None:
        """Something new goes wrong; what was asked about the last one is judged."""
        if len(self.asked) > 1:
            self._fault("asked", str(self.asked))
        self.asked = []
        self._check_kept()
        if self.random.random() < 0.15 and self._rage:
            self._let_the_monkey()
            return
        chosen = self.random.choice(MISHAPS)
        began = f"{self.evening.live.view['phase']} {self.evening.live.session.last_seq}"
        mishap = chosen(self.evening, self.random.choice((1, 3, 6, 20, 60, 150)))
        if mishap is None:
            return
        self.mishaps[chosen.__name__] += 1
        self._name = f"{mishap.name} at {began} for {mishap.looks}"
        self._now = mishap if mishap.looks else None
        self.evening.veil = mishap.veil

    def _pass(self) -> None:
        if self._now is None:
            return
        self._now.looks -= 1
        if self._now.looks <= 0:
            self._end()

    def _end(self) -> None:
        if self._now is not None:
            self._now.end()
        self._now, self.evening.veil, self.asked = None, None, []

    def _answer(self) -> None:
        """While something is wrong they put it right, or say they will; then they answer as it is."""
        evening = self.evening
        if (doubt := evening.live.doubt(evening.now_ms)) is None:
            return
        if self._now is not None and self.random.random() < 0.5:
            self._end()
            return
        harmless = [answer for answer in doubt.answers if not answer.commands and not answer.undo]
        answer = next(iter(harmless), None) if self._now is not None else evening.true_answer(doubt)
        if answer is not None:
            self.asked.append(f"{doubt.words.key} {doubt.cards}: {answer.words.key}")
            evening.settle(doubt, answer)

    def _let_the_monkey(self) -> None:
        """Afterwards somebody goes back in the log to where it began, and plays on from there."""
        evening = self.evening
        steps, before = evening.live.session.steps, evening.live.session.state
        self.mishaps["monkey"] += 1
        self._name = f"monkey at {evening.live.view['phase']} {evening.live.session.last_seq}"
        self.monkey.rage(self.random.randrange(1, self._rage + 1))
        evening.signs = frozenset()
        evening.find_back()
        night = evening.live
        live = night.session.steps
        same = sum(1 for _ in _common(steps, live))
        if len(live) > same:
            night.undo(evening.now_ms, live[same - 1].seq if same else 0)
        for move in night.session.game.put_back(night.session.state, before):
            evening.people.put_back(move)
        night.skip_moves(evening.now_ms)

    def _check_kept(self) -> None:
        evening = self.evening
        session = evening.live.session
        kept = evening.store.entries(session.game, evening.ident)
        if kept != session.entries:
            self._fault("lost", f"{len(session.entries)} entries shown, {len(kept)} kept")

    def _check_end(self) -> None:
        evening = self.evening
        if not evening.live.is_over:
            self._fault("unfinished", evening.live.view["phase"])
            return
        self._check_kept()
        held, believed = evening.people.truth(), evening.people.belief(evening.live.view)
        different = {key: (value, believed[key]) for key, value in held.items() if value != believed[key]}
        if different:
            self._fault("end", str(different))

    def _fault(self, sort: str, detail: str) -> None:
        self.faults.append(Fault(sort, self._name, detail))


def _common(one: tuple[Any, ...], other: tuple[Any, ...]) -> Iterator[Any]:
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            return
        yield mine


def play_night(
    number: int, folder: Path, *, rage: int = 80, draw_every: int = 5, game: str | None = None
) -> ClumsyNight:
    """Games and numbers of players by turns; ``number`` is the seed of all the rest."""
    chosen = next(one for one in RULES if one.slug == game) if game else RULES[number % len(RULES)]
    players = chosen.seats[number // len(RULES) % len(chosen.seats)]
    folder.mkdir(parents=True)
    evening = Evening(chosen.slug, players, number, folder, draw_every=draw_every)
    night = ClumsyNight(evening, rage)
    settings = {"XDG_CONFIG_HOME": str(folder)}
    # The monkey finds every page: none of them may reach beyond this folder, nor wipe it, for the night goes on.
    with (
        patch.dict(os.environ, settings),
        patch("companion.upkeep.switch_off.shutil.which", return_value=None),
        patch("companion.pages.teaching.editor_page.local_address", return_value=None),
        patch("companion.pages.set_up.setup_page.wipe"),
    ):
        night.run()
    evening.close()
    return night


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nights", type=int, default=24)
    parser.add_argument("--seed", type=int, default=0, help="number of the first night")
    parser.add_argument("--rage", type=int, default=80, help="most presses in a row; 0: nobody presses at random")
    parser.add_argument("--draw-every", type=int, default=5, help="one picture in so many looks")
    parser.add_argument("--game", choices=[game.slug for game in RULES])
    args = parser.parse_args()
    begun, mishaps, presses, faults = time.monotonic(), Counter[str](), 0, 0
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # the disk is not what is tried
    with tempfile.TemporaryDirectory(dir=memory) as name:
        for number in range(args.seed, args.seed + args.nights):
            night = play_night(
                number, Path(name) / str(number), rage=args.rage, draw_every=args.draw_every, game=args.game
            )
            mishaps += night.mishaps
            presses += night.monkey.presses
            faults += len(night.faults)
            for fault in night.faults:
                print(
                    f"night {number} ({night.evening.slug}): {fault.sort}: {fault.mishap}\n  {fault.detail}", flush=True
                )
    print(
        f"nights {args.seed} to {args.seed + args.nights - 1}: {mishaps.total()} mishaps"
        f" ({', '.join(f'{count} {what}' for what, count in mishaps.most_common())}), {presses} presses at random,"
        f" {time.monotonic() - begun:.0f} s: {faults} faults"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
