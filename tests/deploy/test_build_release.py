"""One version is one commit: what deploy/build-release refuses and writes down. The building itself: test-root."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.commands.labels import cards_of
from companion.games import load_games

ROOT = Path(__file__).resolve().parents[2]
HEAD = "# Which commit was released as what.\n1.0.0 0123456789012345678901234567890123456789 2026-01-01\n"


@dataclass(frozen=True, slots=True)
class Checkout:
    """A small repository with the real script; what it calls does nothing."""

    folder: Path

    def git(self, *words: str) -> str:
        who = ("-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "commit.gpgsign=false")
        done = subprocess.run(["git", *who, *words], cwd=self.folder, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def commit(self) -> str:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "step")
        return self.git("rev-parse", "HEAD")

    def build(self, into: str) -> subprocess.CompletedProcess[str]:
        environ = {**os.environ, "RELEASE_CHECK": "yes"}
        command = ["deploy/build-release", str(self.folder.parent / into), "arm64"]
        return subprocess.run(
            command, cwd=self.folder, env=environ, capture_output=True, text=True, check=False, timeout=60
        )

    @property
    def released(self) -> str:
        return (self.folder / "deploy/released").read_text("utf-8")

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        if text.startswith("#!"):
            path.chmod(0o755)


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    made = Checkout(tmp_path / "checkout")
    setup = (ROOT / "deploy/setup.sh").read_text("utf-8").replace("\nsetup() {", "\nsetup() { return 0\n")
    made.write("deploy/setup.sh", setup)
    made.write("deploy/released", HEAD)
    made.write("deploy/build-deb", "#!/bin/sh\necho package >$1/$2.deb\n")
    for name in ("python", "companion"):
        made.write(f".venv/bin/{name}", "#!/bin/sh\n")
    for name in ("build-release", "install.sh", "card"):
        source = ROOT / "deploy" / name
        (shutil.copytree if source.is_dir() else shutil.copy2)(source, made.folder / "deploy" / name)
    made.write(".gitignore", ".venv\n")
    made.write("LICENSE", "")
    made.write("CHANGELOG.md", "## 1.1.0 (2026-02-02)\n\n## 1.0.0\n")
    made.write("companion/__init__.py", '__version__ = "1.1.0"\n')
    made.git("init", "-q")
    return made


@pytest.mark.slow
def test_a_release_writes_down_its_commit_and_may_be_made_twice(checkout: Checkout) -> None:
    commit = checkout.commit()
    first = checkout.build("first")
    assert first.returncode == 0, first.stderr
    assert checkout.released == f"{HEAD}1.1.0 {commit} {checkout.git('log', '-1', '--format=%cs')}\n"
    written = checkout.released
    assert checkout.build("second").returncode == 0
    assert checkout.released == written
    one, two = (checkout.folder.parent / name / "SHA256SUMS" for name in ("first", "second"))
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.slow
def test_a_version_is_never_two_commits(checkout: Checkout) -> None:
    first = checkout.commit()
    assert checkout.build("first").returncode == 0
    checkout.commit()
    done = checkout.build("second")
    assert done.returncode == 1
    assert f"1.1.0 is commit {first} already: raise __version__" in done.stderr
    assert not (checkout.folder.parent / "second").exists()


def test_a_dirty_tree_is_no_release(checkout: Checkout) -> None:
    checkout.commit()
    checkout.write("LICENSE", "another\n")
    done = checkout.build("first")
    assert (done.returncode, checkout.released) == (1, HEAD)
    assert "not committed" in done.stderr


def test_a_version_that_only_begins_alike_is_not_in_the_changelog(checkout: Checkout) -> None:
    checkout.write("CHANGELOG.md", "## 1.1.01\n")
    checkout.commit()
    assert "no part for version 1.1.0" in checkout.build("first").stderr


def test_sheets_are_printed_for_every_game_with_cards_and_asked_for_no_other(tmp_path: Path) -> None:
    script = (ROOT / "deploy/build-release").read_text("utf-8")
    asked = re.search(r"for game in \$\(\.venv/bin/python -c '(.*)'\); do", script)
    assert asked
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(asked[1], {})
    with_cards = [slug for slug in load_games().slugs if cards_of(slug, ("en",), tmp_path)]
    assert said.getvalue().split() == with_cards != []
