"""Random clubs over six rounds: ``python -m tests.endurance.seatings --clubs 1000``.

People come late and leave, some need a table, some play another game. Every seating must be legal and made in time;
for small clubs its rematches are compared with the fewest there can be, for all with seating by chance.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from companion.clubhouse.seating.pairs import Pairs
from companion.clubhouse.seating.plan import By, Earlier, Guest, Seating, SeatingRules, seat
from tests.companion.clubhouse.seating.exact import fewest_rematches

ROUNDS = 6
LONGEST_S = 2.0
SMALL = 16  # people, for whom every seating can be tried
BYS: tuple[By, ...] = ("chance", "strong", "mixed")


@dataclass(slots=True)
class Tally:
    rounds: int = 0
    slowest: float = 0.0
    slowest_of: int = 0
    met: int = 0
    met_by_chance: int = 0
    above: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clubs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--exact", type=int, default=12, help="people in the largest club that is searched exactly")
    args = parser.parse_args()
    tally = Tally()
    for seed in range(args.seed, args.seed + args.clubs):
        _evening(seed, min(args.exact, SMALL), tally)
    print(
        f"{args.clubs} clubs from seed {args.seed}, {tally.rounds} rounds, slowest {tally.slowest:.2f} s of processor"
    )
    print(f"  for {tally.slowest_of} people; {tally.met} rematches, {tally.met_by_chance} by chance")
    print(f"  above the fewest there can be: {dict(sorted(tally.above.items()))}")
    print(*tally.faults, sep="\n")
    return bool(tally.faults)


def _evening(seed: int, exact: int, tally: Tally) -> None:
    chance = random.Random(seed)
    guests = [_guest(number, chance) for number in range(_size(chance))]
    rules = SeatingRules(size=chance.randint(3, 8), by=chance.choice(BYS))
    rounds: list[Seating] = []
    by_chance: list[tuple[str, ...]] = []
    for number in range(ROUNDS):
        guests = _come_and_go(guests, number, chance)
        begun = time.process_time()
        made = seat(guests, rules, Earlier(rounds), seed + number)
        taken = time.process_time() - begun
        _check(made, guests, taken, f"seed {seed}, round {number + 1}", tally)
        if taken > tally.slowest:
            tally.slowest, tally.slowest_of = taken, len(guests)
        tally.rounds += 1
        tally.met += made.rematches
        _sit_by_chance(made, by_chance, chance, tally)
        if len(guests) <= exact and not any(guest.place or guest.game for guest in guests):
            sizes = [len(table.guests) for table in made.tables]
            met = Pairs(Earlier(rounds).groups())
            fewest = made.rematches and fewest_rematches([guest.id for guest in guests], sizes, met)
            tally.above[made.rematches - fewest] += 1
            if made.rematches > fewest + 1:
                tally.faults.append(f"seed {seed}, round {number + 1}: {made.rematches} rematches, {fewest} would do")
        rounds.append(made)


def _size(chance: random.Random) -> int:
    """Small clubs as often as large ones."""
    return chance.choice([chance.randint(7, 16), chance.randint(17, 50), chance.randint(51, 200)])


def _guest(number: int, chance: random.Random) -> Guest:
    """A few of many need a table of their own; a tenth would play something else."""
    place = 1 + number // 20 if number % 20 == 19 and chance.random() < 0.5 else 0
    game = "other" if number >= 16 and not place and chance.random() < 0.1 else ""
    return Guest(f"p{number + 1}", chance.gauss(25, 5), place, game)


def _come_and_go(guests: list[Guest], number: int, chance: random.Random) -> list[Guest]:
    if number and chance.random() < 0.3 and len(guests) > 7:
        leaves = chance.choice(guests)
        guests = [guest for guest in guests if guest is not leaves]
    if number and chance.random() < 0.3:
        guests = [*guests, Guest(f"late{number}", chance.gauss(25, 5))]
    return guests


def _check(made: Seating, guests: list[Guest], taken: float, where: str, tally: Tally) -> None:
    at = {guest: table for table in made.tables for guest in table.guests}
    everybody = sorted([*(one for table in made.tables for one in table.guests), *made.out])
    is_legal = (
        everybody == sorted(guest.id for guest in guests)
        and not made.out  # there are always enough tables
        and all(3 <= len(table.guests) <= 8 for table in made.tables)
        and len({table.place for table in made.tables}) == len(made.tables)
        and all(at[guest.id].place == guest.place for guest in guests if guest.place)
        and all(table.why for table in made.tables)
    )
    if not is_legal:
        tally.faults.append(f"{where}: not legal")
    if taken > LONGEST_S:
        tally.faults.append(f"{where}: {taken:.1f} s for {len(guests)} people")


def _sit_by_chance(made: Seating, before: list[tuple[str, ...]], chance: random.Random, tally: Tally) -> None:
    """The same tables with people drawn by lot, who have met at tables drawn by lot."""
    people = [one for table in made.tables for one in table.guests]
    chance.shuffle(people)
    met = Pairs(before)
    for table in made.tables:
        group = tuple(people.pop() for _ in table.guests)
        tally.met_by_chance += met.among(group)
        before.append(group)


if __name__ == "__main__":
    sys.exit(main())
