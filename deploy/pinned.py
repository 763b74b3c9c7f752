"""Prints the lines of deploy/requirements.lock for the packages named; for all of them if none is named."""

from __future__ import annotations

import sys
from pathlib import Path

LOCK = Path(__file__).with_name("requirements.lock")


def entries() -> dict[str, str]:
    """Each package with its version and sums, by name."""
    lines = [line for line in LOCK.read_text("utf-8").splitlines() if not line.startswith("#")]
    blocks = "\n".join(lines).replace("\\\n", "").splitlines()
    return {block.partition("==")[0]: block for block in blocks if block}


def main(names: list[str]) -> int:
    found = entries()
    missing = [name for name in names if name not in found]
    if missing:
        print(f"not in {LOCK.name}: {' '.join(missing)}; run deploy/pin", file=sys.stderr)
        return 1
    print("\n".join(found[name] for name in names or found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
