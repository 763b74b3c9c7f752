"""Updates as far as they can be judged without root: what is refused and why, signatures, and wishes from the menu."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from companion.upkeep.releases import Releases, UpdateReport
from rules.core.game import Setup
from rules.core.journal import Step
from tests.doubles.toy import TOY, Count, Counted
from tests.games import open_store

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
WHEEL = "table_companion-0.2.0-py3-none-any.whl"
GAME, DAMAGED, UNSIGNED, FIRST = 10, 11, 12, 14  # as in deploy/steps.sh


class Trial:
    """A root of our own with one release installed, a release folder, and made-up commands before the real ones."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.base = self.root / "opt/table-companion"
        self.desk = self.root / "run/table-companion"
        self.state = self.root / "var/lib/table-companion"
        self.stick = folder / "stick"
        self.bin = folder / "bin"
        old = self.base / "releases/0.1.0"
        for place in (self.stick, self.bin, old / "bin", self.desk / "wishes", self.state):
            place.mkdir(parents=True)
        (old / "bin/python").symlink_to(sys.executable)
        (self.base / "current").symlink_to(old)
        (self.stick / WHEEL).write_bytes(b"wheel")
        self.list_files()

    def list_files(self) -> None:
        files = sorted(p for p in self.stick.rglob("*") if p.is_file() and not p.name.startswith("SHA256SUMS"))
        lines = [f"{hashlib.sha256(p.read_bytes()).hexdigest()}  {p.relative_to(self.stick)}\n" for p in files]
        (self.stick / "SHA256SUMS").write_text("".join(lines), "utf-8")

    def command(self, name: str, script: str, folder: Path | None = None) -> None:
        path = (folder or self.bin) / name
        path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        path.chmod(0o755)

    def run(self, script: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
        env = {
            "PATH": f"{self.bin}:{os.environ['PATH']}",
            "LC_ALL": "C.UTF-8",
            "COMPANION_ROOT": str(self.root),
            "COMPANION_STICKS": str(self.root / "sticks"),
        }
        call = [str(script), *map(str, words)]
        return subprocess.run(call, env=env, capture_output=True, text=True, check=False, timeout=60)

    def update(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """Dry: everything is checked, nothing installed."""
        return self.run(DEPLOY / "update.sh", "--dry-run", *words)


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    return Trial(tmp_path)


def test_a_whole_folder_is_installed_beside_the_old_one_tried_and_switched_to(trial: Trial) -> None:
    done = trial.update(trial.stick)
    assert done.returncode == 0, done.stderr
    steps = [line for line in done.stdout.splitlines() if line.startswith("+")]
    new = trial.base / "releases/0.2.0"
    order = [f"+ python3 -m venv --system-site-packages {new}", f"+ (self-test of {new})"]
    order += [f"+ mv -T {trial.base}/previous.new {trial.base}/previous"]
    order += [f"+ mv -T {trial.base}/current.new {trial.base}/current"]
    assert [line for line in steps if line in order] == order
    assert "checked for damage only" in done.stdout
    assert (trial.base / "current").readlink().name == "0.1.0"


def test_a_damaged_missing_or_additional_file_is_refused(trial: Trial) -> None:
    (trial.stick / WHEEL).write_bytes(b"whee1")
    assert trial.update(trial.stick).returncode == DAMAGED
    trial.list_files()
    (trial.stick / "more.whl").write_bytes(b"x")
    assert trial.update(trial.stick).returncode == DAMAGED
    trial.list_files()
    (trial.stick / "more.whl").unlink()
    assert trial.update(trial.stick).returncode == DAMAGED
    (trial.stick / "SHA256SUMS").unlink()
    assert trial.update(trial.stick).returncode == DAMAGED


def test_a_link_that_leads_elsewhere_is_refused(trial: Trial, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_bytes(b"wheel")
    (trial.stick / WHEEL).unlink()
    (trial.stick / WHEEL).symlink_to(tmp_path / "elsewhere")
    trial.list_files()
    done = trial.update(trial.stick)
    assert done.returncode == DAMAGED
    assert "expected plain files only" in done.stderr


def test_never_during_a_game(trial: Trial) -> None:
    store = open_store(trial.state)
    ident = store.new_game(TOY, Setup("toy", ("Ada", "Bo")))
    store.append(TOY, ident, Step(1, 0, Count(0, 2), (Counted(0, 2),)))
    store.close()
    for words in ([trial.stick], ["--rollback"]):
        done = trial.update(*words)
        assert (done.returncode, done.stderr) == (
            GAME,
            "update.sh: a game is going on; finish it first, or add --even-now\n",
        )
    assert trial.update("--even-now", trial.stick).returncode == 0
    with closing(sqlite3.connect(trial.state / "games.sqlite")) as db, db:
        db.execute("UPDATE entries SET written = datetime('now', '-7 hours')")
    assert trial.update(trial.stick).returncode == 0


def test_going_back(trial: Trial) -> None:
    assert trial.update("--rollback").returncode == FIRST
    (trial.base / "releases/0.0.9").mkdir()
    (trial.base / "previous").symlink_to(trial.base / "releases/0.0.9")
    done = trial.update("--rollback")
    assert f"+ ln -sfn {trial.base}/releases/0.0.9 {trial.base}/current.new" in done.stdout
    assert done.stdout.endswith("back to release 0.0.9\n")
    (trial.base / "releases/0.0.9").rmdir()
    assert trial.update("--rollback").returncode == FIRST


# Signatures.


def _key(folder: Path, name: str) -> Path:
    key = folder / name
    make = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(key)]
    subprocess.run(make, check=True, capture_output=True)
    return key


def _sign(key: Path, trial: Trial) -> None:
    listed = trial.stick / "SHA256SUMS"
    listed.with_name("SHA256SUMS.sig").unlink(missing_ok=True)
    sign = ["ssh-keygen", "-q", "-Y", "sign", "-f", str(key), "-n", "table-companion", str(listed)]
    subprocess.run(sign, check=True, capture_output=True)


@pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="ssh-keygen is not installed")
def test_a_box_that_trusts_somebody_takes_nothing_from_others(trial: Trial, tmp_path: Path) -> None:
    owner, stranger = _key(tmp_path, "owner"), _key(tmp_path, "stranger")
    signers = trial.root / "etc/table-companion/allowed_signers"
    signers.parent.mkdir(parents=True)
    signers.write_text(f"maintainer {owner.with_suffix('.pub').read_text('utf-8')}", "utf-8")
    assert trial.update(trial.stick).returncode == UNSIGNED
    _sign(stranger, trial)
    assert trial.update(trial.stick).returncode == UNSIGNED
    _sign(owner, trial)
    done = trial.update(trial.stick)
    assert (done.returncode, "signed by maintainer" in done.stdout) == (0, True)
    (trial.stick / WHEEL).write_bytes(b"forged")
    trial.list_files()  # a new list, the old signature
    assert trial.update(trial.stick).returncode == UNSIGNED


# Wishes from the menu.


class Wishing:
    """wish.sh beside a made-up update.sh, and a stick that a desktop has mounted."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.folder = trial.base / "deploy"
        self.folder.mkdir()
        for name in ("wish.sh", "steps.sh"):
            shutil.copy(DEPLOY / name, self.folder / name)
        self.answers(f'echo "$@" >>"{trial.base}/calls"; ls -- "$2" >>"{trial.base}/calls" 2>/dev/null || :')
        self.releases = Releases(trial.base, trial.desk)

    def answers(self, script: str) -> None:
        self.trial.command("update.sh", script, self.folder)

    def plug_in(self) -> None:
        (self.trial.root / "sticks").mkdir()
        (self.trial.root / "sticks/usb-Stick-part1").symlink_to(self.trial.stick)
        self.trial.command("findmnt", f'echo "{self.trial.stick}"')

    def __call__(self) -> UpdateReport | None:
        assert self.trial.run(self.folder / "wish.sh").returncode == 0
        assert list((self.trial.desk / "wishes").iterdir()) == []
        return self.releases.answer(5)


@pytest.fixture
def wishing(trial: Trial) -> Wishing:
    return Wishing(trial)


def test_a_stick_is_copied_and_handed_on(wishing: Wishing) -> None:
    wishing.plug_in()
    wishing.releases.ask("update", 5)
    assert wishing() == UpdateReport("done", "0.1.0")
    incoming = wishing.trial.base / "incoming"
    calls = (wishing.trial.base / "calls").read_text("utf-8").splitlines()
    assert calls == [f"--no-restart {incoming}", "SHA256SUMS", WHEEL]
    assert not incoming.exists()


def test_the_newest_of_several_releases_is_taken(wishing: Wishing) -> None:
    for version in ("0.9.0", "0.10.0"):
        folder = wishing.trial.stick / version
        folder.mkdir()
        (folder / f"table_companion-{version}-py3-none-any.whl").touch()
        (folder / "SHA256SUMS").touch()
    wishing.plug_in()
    wishing.releases.ask("update", 5)
    wishing()
    assert "table_companion-0.10.0-py3-none-any.whl" in (wishing.trial.base / "calls").read_text("utf-8")


def test_without_a_stick_it_says_so(wishing: Wishing) -> None:
    wishing.releases.ask("update", 5)
    assert wishing() == UpdateReport("no_stick")
    assert not (wishing.trial.base / "calls").exists()


def test_the_disk_the_system_runs_from_is_no_stick(wishing: Wishing) -> None:
    wishing.plug_in()
    wishing.trial.command("findmnt", "echo /")
    wishing.releases.ask("update", 5)
    assert wishing() == UpdateReport("no_stick")


def test_going_back_needs_no_stick(wishing: Wishing) -> None:
    wishing.releases.ask("rollback", 5)
    assert wishing() == UpdateReport("done", "0.1.0")
    assert (wishing.trial.base / "calls").read_text("utf-8").startswith("--no-restart --rollback\n")


@pytest.mark.parametrize(
    ("code", "word"),
    [(GAME, "game"), (DAMAGED, "damaged"), (UNSIGNED, "not_signed"), (13, "self_test"), (FIRST, "no_previous")],
)
def test_why_not_reaches_the_screen(wishing: Wishing, code: int, word: str) -> None:
    wishing.answers(f"echo 'update.sh: a reason' >&2; exit {code}")
    wishing.releases.ask("rollback", 5)
    answer = wishing()
    assert answer is not None
    assert (answer.code, answer.detail in ("", "update.sh: a reason")) == (word, True)


def test_a_script_that_falls_over_is_said_too(wishing: Wishing) -> None:
    wishing.answers("exit 99")
    wishing.releases.ask("rollback", 5)
    answer = wishing()
    assert answer is not None
    assert answer.code == "failed"


@pytest.mark.parametrize(
    "text",
    ["", "update", "update x", "rollback 1;reboot", "remove 5", "update 5 6", "$(reboot) 5", "\0" * 99, "5" * 9999],
)
def test_what_is_no_wish_is_thrown_away_unread(wishing: Wishing, text: str) -> None:
    (wishing.trial.desk / "wishes/wish").write_text(text, "utf-8")
    assert wishing() is None
    assert not (wishing.trial.desk / "answer").exists()


def test_a_wish_that_leads_elsewhere_harms_nothing(wishing: Wishing, tmp_path: Path) -> None:
    precious: Sequence[Path] = (tmp_path / "precious", tmp_path / "folder")
    precious[0].write_text("keep me", "utf-8")
    precious[1].mkdir()
    for target in precious:
        (wishing.trial.desk / "wishes/wish").symlink_to(target)
        assert wishing() is None
    assert precious[0].read_text("utf-8") == "keep me"
    assert precious[1].is_dir()
