"""Whether the tests notice a changed line: ``python -m tests.mutation rules/core --mutants 40 --seed 41``.

A run by command, not in ``deploy/test``. Mutants are made and judged by mutmut (``pip install mutmut==3.8.1``) in a
copy of the tree: all of a part, or a sample by seed. Where tests start the code as a program of its own, each mutant is
written into the copy instead. What was found so far: docs/measurements/mutation.md.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
FEW_EXAMPLES = ("--hypothesis-profile=quick", "--hypothesis-seed=41")
NOBODY = "no_mutant_of_this_name"
SURVIVED, NO_TESTS = "survived", "no tests"
VERDICTS = {
    None: "not tried",
    0: SURVIVED,
    1: "killed",
    3: "killed",
    5: NO_TESTS,
    33: NO_TESTS,
    36: "timeout",
    24: "timeout",
}


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the code, and the tests that are to notice a change in it."""

    code: str
    tests: tuple[str, ...]
    options: tuple[str, ...] = FEW_EXAMPLES
    as_program: bool = False  # its tests start it: mutmut's switch, an environment variable, does not reach it


PARTS = (
    Part("rules/core", ("tests/rules/core",)),
    Part("rules/amul", ("tests/rules/amul",)),
    Part("rules/amulett", ("tests/rules/amulett",)),
    Part("rules/sheets", ("tests/rules/sheets", "tests/sheets")),
    Part("companion/keeping", ("tests/companion/keeping",)),
    Part("companion/club/read_messages.py", ("tests/companion/club/test_messages.py",)),
    Part("deploy/releases", ("tests/deploy/test_releases.py",), (), as_program=True),
)


class Bench:
    """A copy of the tree in which mutants live."""

    def __init__(self, folder: Path, part: Part, left_out: Sequence[str]) -> None:
        self.folder, self.part = folder, part
        self.options = [*part.options, "-p", "no:cacheprovider", *(f"--deselect={test}" for test in left_out)]
        folder.chmod(0o755)  # some tests read as somebody else
        listed = _run(["git", "ls-files", "-co", "--exclude-standard", "-z"], ROOT)
        if listed.returncode:
            raise SystemExit(listed.stderr)
        tracked = listed.stdout.split("\0")
        for name in filter(None, tracked):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / name).exists():
                shutil.copy(ROOT / name, folder / name, follow_symlinks=False)
        with (folder / "pyproject.toml").open("a", encoding="utf-8") as settings:
            settings.write(self._settings())

    def _settings(self) -> str:
        copied = sorted(path.name for path in self.folder.iterdir() if path.name != "pyproject.toml")
        values = {
            "source_paths": [self.part.code],
            "also_copy": copied,
            "pytest_add_cli_args": self.options,
            # Its tests tell mutmut nothing about a program of its own: making the mutants is all that is wanted then.
            "pytest_add_cli_args_test_selection": [NOBODY] if self.part.as_program else self.part.tests,
        }
        return "\n[tool.mutmut]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())

    def mutmut(self, *words: str) -> subprocess.CompletedProcess[str]:
        return _run([sys.executable, "-m", "mutmut", *words], self.folder)

    def names(self) -> list[str]:
        """All mutants, made by a run that tries none of them."""
        made = self.mutmut("run", "--max-children", "2", NOBODY)
        names = sorted(self._verdicts())
        if not names or not (self.part.as_program or NOBODY in made.stderr):
            raise SystemExit(
                f"mutmut could not start on {self.part.code}:\n{made.stdout[-3000:]}\n{made.stderr[-3000:]}"
            )
        return names

    def judge(self, names: Sequence[str]) -> dict[str, str]:
        if self.part.as_program:
            if failed := self._tests():
                raise SystemExit(f"{self.part.code}: its tests fail without any mutant (exit {failed})")
            return {name: self._judge_written(name) for name in names}
        done = self.mutmut("run", "--max-children", "2", *names)
        if done.returncode:
            raise SystemExit(f"mutmut stopped:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
        verdicts = self._verdicts()
        return {name: VERDICTS.get(verdicts[name], f"exit {verdicts[name]}") for name in names}

    def _judge_written(self, name: str) -> str:
        applied = self.mutmut("apply", name)
        if applied.returncode:
            raise SystemExit(applied.stderr[-3000:])
        try:
            code = self._tests()
        finally:
            for path in (ROOT / self.part.code).glob("*.py"):
                shutil.copy(path, self.folder / self.part.code)
        return VERDICTS.get(code, f"exit {code}")

    def _tests(self) -> int:
        return _run([sys.executable, "-m", "pytest", "-x", *self.options, *self.part.tests], self.folder).returncode

    def difference(self, name: str) -> str:
        lines = self.mutmut("show", name).stdout.splitlines()
        return "\n".join(line for line in lines if line[:1] in "+-@" and not line.startswith(("+++", "---")))

    def _verdicts(self) -> dict[str, int | None]:
        found: dict[str, int | None] = {}
        for path in (self.folder / "mutants" / self.part.code).parent.rglob("*.py.meta"):
            found |= json.loads(path.read_text("utf-8"))["exit_code_by_key"]
        return found


def _run(command: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def try_part(part: Part, mutants: int, seed: int, left_out: Sequence[str], only: Iterable[str] = ()) -> bool:
    """Prints the score and every survivor; whether all were noticed."""
    if part.as_program and os.geteuid() == 0:
        # Its work is to change the system; of what a mutant of it does as root nobody can be sure.
        raise SystemExit(f"{part.code}: mutants of this are not run as root")
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        bench = Bench(Path(folder), part, left_out)
        every = bench.names()
        names = list(only) or Random(f"{seed} {part.code}").sample(every, min(mutants, len(every)) or len(every))
        verdicts = bench.judge(names)
        counted = Counter(verdicts.values())
        told = ", ".join(f"{number} {verdict}" for verdict, number in sorted(counted.items()))
        print(f"{part.code}: seed {seed}, {len(names)} of {len(every)} mutants: {told}", flush=True)
        unnoticed = [name for name, verdict in verdicts.items() if verdict not in ("killed", "timeout")]
        for name in sorted(unnoticed):
            print(f"\n{name}: {verdicts[name]}\n{bench.difference(name)}", flush=True)
    return not unnoticed


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(part.code for part in PARTS)}")
    parser.add_argument("--mutants", type=int, default=40, help="how many of each part, by chance; 0: all")
    parser.add_argument("--seed", type=int, default=41)
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="these mutants of one part")
    parser.add_argument(
        "--without", action="append", default=[], metavar="TEST", help="a test that fails without mutants"
    )
    told = parser.parse_args()
    parts = [part for part in PARTS if not told.parts or part.code in told.parts]
    noticed = [try_part(part, told.mutants, told.seed, told.without, told.only) for part in parts]
    return 0 if all(noticed) else 1


if __name__ == "__main__":
    sys.exit(main())
