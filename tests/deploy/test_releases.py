"""Updates and the way back, with the real dpkg: small packages that call themselves ours, in a root of their own."""

from __future__ import annotations

import fcntl
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipapp
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from companion.upkeep.releases import Releases, UpdateReport
from tests.missing import SSH

ROOT = Path(__file__).resolve().parents[2]
DPKG = ("dpkg", "dpkg-deb", "dpkg-query", "apt-get")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not all(map(shutil.which, DPKG)), reason="not Debian: no dpkg and apt"),
    SSH.mark,
]

# What stands for the program in these packages: asked whether it is well, and whether a game goes on.
PROGRAM = """#!/bin/sh
case "$1" in
doctor) {doctor} ;;
history) {history} ;;
esac
"""
QUIET = 'echo \'{"games": [], "touched": {}}\''


@dataclass(frozen=True, slots=True)
class Made:
    """One package for these tests."""

    version: str
    doctor: str = "exit 0"
    history: str = QUIET
    depends: str = ""
    postinst: str = ""
    name: str = "table-companion"
    more: str = ""  # a shell command that spoils what is in it


class Box:
    """A root with dpkg's own files in it, a stick, and the command itself as the package carries it."""

    def __init__(self, folder: Path, *, like: Path | None = None) -> None:
        """``like``: the folder of another one, whose copy it is."""
        self.folder = folder
        self.root = folder / "root"
        self.kept = self.root / "var/lib/table-companion-releases"
        self.desk = self.root / "run/table-companion"
        self.stick = folder / "stick"
        self.bin = folder / "bin"
        self.machine = MACHINE
        self.command = folder / "releases"
        if like is not None:
            shutil.copytree(like, folder, symlinks=True, dirs_exist_ok=True)
            return
        for place in (
            "var/lib/dpkg/info",
            "var/lib/dpkg/updates",
            "var/lib/dpkg/triggers",
            "var/lib/apt/lists/partial",
        ):
            (self.root / place).mkdir(parents=True)
        for place in (
            "var/cache/apt/archives/partial",
            "etc/apt",
            "var/lib/table-companion",
            "run/table-companion/wishes",
        ):
            (self.root / place).mkdir(parents=True)
        (self.root / "var/lib/dpkg/status").touch()
        (self.root / "var/lib/dpkg/available").touch()
        for place in (self.stick, self.bin):
            place.mkdir()
        _make_command(self.command)

    def package(self, made: Made) -> Path:
        """A real package, built by dpkg-deb."""
        tree = self.folder / "tree"
        shutil.rmtree(tree, ignore_errors=True)
        (tree / "DEBIAN").mkdir(parents=True)
        (tree / "usr/bin").mkdir(parents=True)
        (tree / "usr/lib/table-companion").mkdir(parents=True)
        (tree / "usr/bin/companion").write_text(PROGRAM.format(doctor=made.doctor, history=made.history), "utf-8")
        (tree / "usr/bin/companion").chmod(0o755)
        (tree / "usr/lib/table-companion/version").write_text(made.version, "utf-8")
        if made.more:
            subprocess.run(["sh", "-c", made.more], cwd=tree, check=True)
        sums = [f"{_md5(path)}  {path.relative_to(tree)}\n" for path in (tree / "usr").rglob("*") if path.is_file()]
        (tree / "DEBIAN/md5sums").write_text("".join(sums), "utf-8")
        depends = f"Depends: {made.depends}\n" if made.depends else ""
        control = f"Package: {made.name}\nVersion: {made.version}\nArchitecture: {self.machine}\n{depends}"
        control += "Maintainer: nobody <n@example.org>\nDescription: for a test\n"
        (tree / "DEBIAN/control").write_text(control, "utf-8")
        if made.postinst:
            (tree / "DEBIAN/postinst").write_text(f"#!/bin/sh\n{made.postinst}\n", "utf-8")
            (tree / "DEBIAN/postinst").chmod(0o755)
        target = self.folder / f"table-companion_{made.version}_{self.machine}.deb"
        _run("env", "SOURCE_DATE_EPOCH=1", "dpkg-deb", "-Znone", "--build", str(tree), str(target))  # always the same
        return target

    def install(self, made: Made) -> None:
        """As install.sh does it: dpkg, and the package kept."""
        deb = self.package(made)
        flags = (f"--root={self.root}", "--force-not-root", "--force-script-chrootless")
        _run("dpkg", *flags, "--install", str(deb))
        assert self("keep", deb).returncode == 0

    def put_on_stick(self, made: Made) -> Path:
        path = Path(shutil.copy(self.package(made), self.stick))
        self.list_files()
        return path

    def list_files(self) -> None:
        files = [path for path in self.stick.iterdir() if path.is_file() and not path.name.startswith("SHA256SUMS")]
        lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
        (self.stick / "SHA256SUMS").write_text("".join(lines), "utf-8")

    def answer(self, name: str, script: str) -> None:
        """A command of the system that answers for these tests."""
        (self.bin / name).write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        (self.bin / name).chmod(0o755)

    def __call__(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        call = [str(self.command), "--root", str(self.root), *map(str, words)]
        env = {"PATH": f"{self.bin}:{os.environ['PATH']}:/usr/sbin:/sbin", "LC_ALL": "C.UTF-8"}
        return subprocess.run(call, env=env, cwd=self.stick, capture_output=True, text=True, check=False, timeout=60)

    def refusal(self, *words: str | Path) -> str:
        done = self(*words)
        assert done.returncode == 3, done.stderr
        return done.stderr.splitlines()[-1].removeprefix("releases: ")

    @property
    def version(self) -> str:
        return (self.root / "usr/lib/table-companion/version").read_text("utf-8")

    @property
    def names(self) -> list[str]:
        return sorted(path.name.split("_")[1] for path in self.kept.glob("*.deb"))

    @property
    def phase(self) -> str:
        path = self.kept / "plan.json"
        return json.loads(path.read_text("utf-8"))["phase"] if path.exists() else ""

    def plan(self, **told: str | int) -> None:
        names = {
            key: f"table-companion_{value}_{self.machine}.deb" for key, value in told.items() if key in ("to", "back")
        }
        (self.kept / "plan.json").write_text(json.dumps({**told, **names}), "utf-8")


def _make_command(target: Path) -> None:
    source = target.with_name("app")
    shutil.copytree(ROOT / "deploy/releases", source / "releases", ignore=shutil.ignore_patterns("__pycache__"))
    zipapp.create_archive(source, target, f"{sys.executable} -I", "releases.__main__:main")
    target.chmod(0o755)


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


MACHINE = _run("dpkg", "--print-architecture").strip() if all(map(shutil.which, DPKG)) else ""


def _md5(path: Path) -> str:
    return hashlib.md5(path.read_bytes()).hexdigest()


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A box with a release, of which each test gets its own copy."""
    box = Box(tmp_path_factory.mktemp("installed"))
    box.install(Made("1.0.0"))
    return box.folder


@pytest.fixture
def box(installed: Path, tmp_path: Path) -> Box:
    return Box(tmp_path, like=installed)


# From one release to the next, and back.


def test_an_update_is_installed_and_on_trial_and_the_one_before_kept(box: Box) -> None:
    box.put_on_stick(Made("1.1.0"))
    done = box("update", box.stick)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (0, "now at release 1.1.0")
    assert (box.version, box.names, box.phase) == ("1.1.0", ["1.0.0", "1.1.0"], "trial")
    assert "checked for damage only" in done.stderr
    assert not (box.kept / "incoming").exists() or not list((box.kept / "incoming").glob("*.deb"))
    assert box("good").returncode == 0
    assert box.phase == ""


def test_back_and_forth(box: Box) -> None:
    assert box.refusal("back") == "there is no release to go back to"
    box.put_on_stick(Made("1.1.0"))
    assert box("update", box.stick).returncode == 0
    assert box("back").returncode == 0
    assert (box.version, box.names) == ("1.0.0", ["1.0.0", "1.1.0"])
    assert box("back").returncode == 0
    assert box.version == "1.1.0"


def test_only_the_way_back_is_kept(box: Box) -> None:
    for version in ("1.1.0", "1.2.0", "1.10.0"):
        box.put_on_stick(Made(version))
        assert box("update", box.stick).returncode == 0
        (box.stick / f"table-companion_{version}_{box.machine}.deb").unlink()
    assert (box.version, box.names) == ("1.10.0", ["1.10.0", "1.2.0"])


def test_the_newest_on_the_stick_is_taken_also_one_folder_below(box: Box) -> None:
    for version in ("1.9.0", "1.10.0~rc1"):
        box.put_on_stick(Made(version))
    below = box.stick / "release"
    below.mkdir()
    for path in (*box.stick.glob("*.deb"), box.stick / "SHA256SUMS"):
        shutil.move(path, below)
    assert box("update", box.stick).returncode == 0
    assert box.version == "1.10.0~rc1"


def test_nothing_that_is_started_stands_on_the_stick(box: Box, tmp_path: Path) -> None:
    """Or it could not be pulled out, and would be looked into."""
    where = tmp_path / "where"
    box.answer("dpkg-deb", f'pwd >>{where}; exec {shutil.which("dpkg-deb")} "$@"')
    box.put_on_stick(Made("1.1.0"))
    where.unlink(missing_ok=True)
    assert box("update", box.stick).returncode == 0
    assert set(where.read_text("utf-8").splitlines()) == {"/"}


def test_a_new_release_is_asked_without_the_camera_and_the_pins_of_the_one_that_runs(box: Box) -> None:
    box.put_on_stick(Made("1.1.0", doctor='[ "$*" = "doctor --set camera.kind=none --set panel.factory=none" ]'))
    assert box("update", box.stick).returncode == 0


def test_a_release_that_is_not_well_gives_way_at_once(box: Box) -> None:
    box.put_on_stick(Made("1.1.0", doctor="echo broken >&2; exit 1"))
    assert "release 1.1.0 is not well" in box.refusal("update", box.stick)
    assert (box.version, box.phase) == ("1.0.0", "")
    assert (box.kept / "fallen").read_text("utf-8") == "1.1.0"
    assert box.refusal("back") == "there is no release to go back to"
    box.put_on_stick(Made("1.1.0"))
    assert box("update", box.stick).returncode == 0, "a better build of it may come"
    assert not (box.kept / "fallen").exists()


def test_one_that_a_slow_box_cannot_install_in_time_is_not_called_ill(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On emulated processors dpkg was stopped after 15 minutes, and its whole command stood on the screen."""
    box.put_on_stick(Made("1.1.0"))
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}:/usr/sbin:/sbin")
    monkeypatch.syspath_prepend(str(ROOT / "deploy"))
    inside, moving = import_module("releases.box"), import_module("releases.moving")
    run = subprocess.run

    def slow(command: tuple[str, ...], **told: Any) -> Any:
        if "--install" in command and command[-1].endswith(f"_1.1.0_{MACHINE}.deb"):
            raise subprocess.TimeoutExpired(command, told["timeout"])
        return run(command, **told)

    monkeypatch.setattr(subprocess, "run", slow)
    with pytest.raises(inside.Refused, match=r"^release 1\.1\.0 could not be installed in time: ") as refused:
        moving.update(inside.Box(box.root), box.stick)
    assert refused.value.code == "slow"
    assert "dpkg" not in str(refused.value)
    assert (box.version, box.phase) == ("1.0.0", "")


def test_a_package_whose_script_fails_gives_way_at_once(box: Box) -> None:
    box.put_on_stick(Made("1.1.0", postinst="exit 1"))
    assert "release 1.1.0 is not well" in box.refusal("update", box.stick)
    assert (box.version, box.phase) == ("1.0.0", "")


def test_files_that_arrive_spoilt_are_noticed(box: Box) -> None:
    """Its own script changes a file: the sums it came with no longer fit."""
    spoil = 'echo x >>"$DPKG_ROOT/usr/lib/table-companion/version"'
    box.put_on_stick(Made("1.1.0", postinst=spoil))
    assert "not every file is as it should be" in box.refusal("update", box.stick)
    assert (box.version, box.phase) == ("1.0.0", "")


def test_the_same_release_again_is_needless_unless_something_is_damaged(box: Box) -> None:
    box.put_on_stick(Made("1.0.0"))
    assert box.refusal("update", box.stick) == "release 1.0.0 is here already, and whole"
    (box.root / "usr/lib/table-companion/version").write_text("rotten", "utf-8")
    assert box("update", box.stick).returncode == 0
    assert box.version == "1.0.0"


def test_an_older_release_is_taken_only_if_asked_for(box: Box) -> None:
    box.put_on_stick(Made("0.9.0"))
    assert "older than 1.0.0" in box.refusal("update", box.stick)
    assert box("update", "--older", box.stick).returncode == 0
    assert box.version == "0.9.0"


def test_another_build_of_a_kept_release_does_not_take_the_way_back_away(box: Box) -> None:
    box.put_on_stick(Made("1.1.0"))
    assert box("update", box.stick).returncode == 0
    before = (box.kept / f"table-companion_1.0.0_{box.machine}.deb").read_bytes()
    (box.stick / f"table-companion_1.1.0_{box.machine}.deb").unlink()
    box.put_on_stick(Made("1.0.0", doctor="exit 1"))
    assert "another build of release 1.0.0" in box.refusal("update", "--older", box.stick)
    assert (box.kept / f"table-companion_1.0.0_{box.machine}.deb").read_bytes() == before
    assert box.version == "1.1.0"


def test_what_it_depends_on_is_asked_before_anything_is_touched(box: Box) -> None:
    box.put_on_stick(Made("1.1.0", depends="a-package-nobody-has"))
    assert "install.sh" in box.refusal("update", box.stick)
    assert (box.version, box.names, box.phase) == ("1.0.0", ["1.0.0"], "")


# While somebody plays.


def _touched(hours: float) -> str:
    when = (datetime.now(UTC) - timedelta(hours=hours)).isoformat(timespec="seconds")
    return f'echo \'{{"games": [], "touched": {{"1": "{when}"}}}}\''


@pytest.mark.parametrize(
    "history",
    [
        _touched(5),
        _touched(-5),
        "exit 1",
        "echo nonsense",
        "echo '[]'",
        """echo '{"touched": {"1": "9999-12-31T23:59:59-14:00"}}'""",
        """echo '{"touched": {"1": "2026-11-05T19:41:10"}}'""",
    ],
    ids=["five hours ago", "in five hours", "damaged", "nonsense", "a list", "never", "without a zone"],
)
def test_never_during_a_game_nor_when_that_cannot_be_told(tmp_path: Path, history: str) -> None:
    box = Box(tmp_path)
    box.install(Made("1.0.0", history=history))
    box.put_on_stick(Made("1.1.0"))
    assert box.refusal("update", box.stick) == "a game is going on; finish it first, or add --even-now"
    assert box("update", "--even-now", box.stick).returncode == 0
    assert box.version == "1.1.0"


def test_a_game_of_yesterday_is_in_nobodys_way(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.install(Made("1.0.0", history=_touched(7)))
    box.put_on_stick(Made("1.1.0"))
    assert box("update", box.stick).returncode == 0


# Sticks that mean harm.


@pytest.mark.parametrize(
    "name",
    [
        "table-companion_--_{m}.deb",
        "table-companion_1.1.0;reboot_{m}.deb",
        "table-companion_..%2f_{m}.deb",
        "-1.1.0_{m}.deb",
        "table-companion_1.1.0_{m}.deb\n",
        "table-companion__{m}.deb",
        f"table-companion_1.{'1' * 200}_{{m}}.deb",
    ],
)
def test_a_name_that_is_not_exactly_ours_is_nobodys(box: Box, name: str) -> None:
    made = box.put_on_stick(Made("1.1.0"))
    made.rename(box.stick / name.format(m=box.machine))
    box.list_files()
    assert "there is no release of the companion" in box.refusal("update", box.stick)
    assert (box.version, box.names) == ("1.0.0", ["1.0.0"])


@pytest.mark.parametrize("name", ["another-package", "table-companion"])
def test_a_package_that_is_not_what_its_name_says_is_refused(box: Box, name: str) -> None:
    made = box.put_on_stick(Made("1.1.0", name=name))
    made.rename(box.stick / f"table-companion_1.2.0_{box.machine}.deb")
    box.list_files()
    assert "says that it is" in box.refusal("update", box.stick)


@pytest.mark.parametrize(
    "more",
    [
        "mkdir -p root && echo x >root/evil",
        "chmod 4755 usr/bin/companion",
        "mkfifo usr/lib/table-companion/pipe",
        "truncate -s 251M usr/lib/table-companion/huge",
    ],
)
def test_a_package_that_lays_down_what_ours_never_would_is_refused(box: Box, more: str) -> None:
    box.put_on_stick(Made("1.1.0", more=more))
    assert any(word in box.refusal("update", box.stick) for word in ("no package of ours", "too large"))
    assert (box.version, box.names, box.phase) == ("1.0.0", ["1.0.0"], "")


def _deb(box: Box) -> Path:
    return box.stick / f"table-companion_1.1.0_{box.machine}.deb"


def _as_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _as_link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to("elsewhere")


def _as_endless(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(300_000_000_000)


def _as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("spoil", [_as_pipe, _as_link, _as_endless, _as_folder])
@pytest.mark.parametrize("which", ["deb", "list"])
def test_what_is_no_plain_file_of_a_sane_size_is_refused_and_holds_nobody_up(
    box: Box, spoil: object, which: str
) -> None:
    box.put_on_stick(Made("1.1.0"))
    assert callable(spoil)
    spoil(_deb(box) if which == "deb" else box.stick / "SHA256SUMS")
    assert box.refusal("update", box.stick)
    assert (box.version, box.names, box.phase) == ("1.0.0", ["1.0.0"], "")


def _write_bomb(path: Path) -> None:
    """One file of zeros; a gzip file may be many, one after the other, so only the first zeros are compressed."""
    head = tarfile.TarInfo("./usr/zeros")
    head.size = 3_000_000_000
    zeros = gzip.compress(bytes(10_000_000))
    path.write_bytes(gzip.compress(head.tobuf()) + zeros * 300 + gzip.compress(bytes(1024)))


def test_a_bomb_is_noticed_before_it_is_unpacked(box: Box) -> None:
    """Three gigabytes of nothing in a few kilobytes, as the list of files and as the control part."""
    for part in ("data", "control"):
        work = box.folder / part
        work.mkdir()
        _write_bomb(work / f"{part}.tar.gz")
        deb = box.put_on_stick(Made("1.1.0"))
        subprocess.run(["ar", "x", str(deb)], cwd=work, check=True)
        (work / f"{part}.tar").unlink()
        names = [next(work.glob(f"{name}.tar*")).name for name in ("control", "data")]
        deb.unlink()
        subprocess.run(["ar", "rc", str(deb), "debian-binary", *names], cwd=work, check=True)
        box.list_files()
        assert "too large" in box.refusal("update", box.stick)
    assert (box.version, box.names) == ("1.0.0", ["1.0.0"])


def test_damage_is_told(box: Box) -> None:
    box.put_on_stick(Made("1.1.0"))
    with _deb(box).open("ab") as file:
        file.write(b"x")
    assert "is damaged: copy the release to the stick again" in box.refusal("update", box.stick)
    (box.stick / "SHA256SUMS").write_text("nonsense\n", "utf-8")
    assert box.refusal("update", box.stick).startswith("SHA256SUMS does not name")
    (box.stick / "SHA256SUMS").unlink()
    assert "SHA256SUMS cannot be read" in box.refusal("update", box.stick)


def test_nothing_on_the_stick_is_imported(box: Box) -> None:
    """The command is started in the folder of the stick, as somebody on the command line would."""
    for name in ("json", "tarfile", "argparse", "releases"):
        (box.stick / f"{name}.py").write_text(f"open({str(box.folder / 'owned')!r}, 'w')", "utf-8")
    box.put_on_stick(Made("1.1.0"))
    assert box("update", ".").returncode == 0
    assert not (box.folder / "owned").exists()


def test_a_box_that_trusts_somebody_takes_nothing_from_others(box: Box) -> None:
    def key(name: str) -> Path:
        path = box.folder / name
        _run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(path))
        return path

    def sign(path: Path) -> None:
        (box.stick / "SHA256SUMS.sig").unlink(missing_ok=True)
        _run("ssh-keygen", "-q", "-Y", "sign", "-f", str(path), "-n", "table-companion", str(box.stick / "SHA256SUMS"))

    owner, stranger = key("owner"), key("stranger")
    signers = box.root / "etc/table-companion/allowed_signers"
    signers.parent.mkdir(parents=True)
    signers.write_text(f"maintainer {owner.with_suffix('.pub').read_text('utf-8')}", "utf-8")
    box.put_on_stick(Made("1.1.0"))
    unsigned = f"expected a release signed by somebody named in {signers}"
    assert box.refusal("update", box.stick) == unsigned
    sign(stranger)
    assert box.refusal("update", box.stick) == unsigned
    sign(owner)
    _deb(box).unlink()
    forged = box.put_on_stick(Made("1.1.0", doctor="echo forged"))  # a new list, the old signature
    assert box.refusal("update", box.stick) == unsigned
    forged.unlink()
    box.put_on_stick(Made("1.1.0"))
    sign(owner)
    done = box("update", box.stick)
    assert (done.returncode, "signed by maintainer" in done.stderr) == (0, True)


@pytest.mark.parametrize("link", ["etc/table-companion/allowed_signers", "etc/table-companion"])
def test_a_list_of_signers_that_leads_nowhere_lets_nobody_in(box: Box, link: str) -> None:
    """Its owner wanted signatures: a link that dangles is not a file that was never there."""
    signers = box.root / "etc/table-companion/allowed_signers"
    (box.root / link).parent.mkdir(parents=True, exist_ok=True)
    (box.root / link).symlink_to(box.root / "media/stick/gone")
    box.put_on_stick(Made("1.1.0"))
    assert box.refusal("update", box.stick) == f"expected a release signed by somebody named in {signers}"


def test_a_list_of_signers_that_cannot_be_looked_for_lets_nobody_in(box: Box) -> None:
    """Where its folder should be there is something else."""
    folder = box.root / "etc/table-companion"
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("no folder", "utf-8")
    box.put_on_stick(Made("1.1.0"))
    said = f"expected a release signed by somebody named in {folder / 'allowed_signers'}"
    assert box.refusal("update", box.stick) == said


# The plug is pulled.


def test_an_installation_that_was_cut_off_is_done_again(box: Box) -> None:
    """Files of both releases, and dpkg in the middle of it."""
    deb = shutil.copy(box.package(Made("1.1.0")), box.kept)
    flags = (f"--root={box.root}", "--force-not-root", "--force-script-chrootless")
    _run("dpkg", *flags, "--unpack", str(deb))
    (box.root / "usr/bin/companion").unlink()
    box.plan(phase="installing", to="1.1.0", back="1.0.0")
    assert box("settle").returncode == 0
    assert (box.version, box.phase) == ("1.1.0", "trial")
    assert _run("dpkg", *flags, "--verify", "table-companion") == ""


def test_one_that_cannot_be_done_again_gives_way(box: Box) -> None:
    (box.kept / f"table-companion_1.1.0_{box.machine}.deb").write_bytes(b"empty after the cut")
    box.plan(phase="installing", to="1.1.0", back="1.0.0")
    (box.root / "usr/lib/table-companion/version").write_text("half", "utf-8")
    assert box("settle").returncode == 0
    assert (box.version, box.phase) == ("1.0.0", "")


def test_a_release_that_never_lives_a_minute_gives_way_after_three_starts(box: Box) -> None:
    """Whether of the box or of the program; the release before is not blamed for them."""
    calls = box.folder / "calls"
    box.answer("systemctl", f'echo "$@" >>{calls}')
    box.put_on_stick(Made("1.1.0"))
    assert box("update", box.stick).returncode == 0
    for _ in range(3):
        assert box("settle").returncode == 0
        assert (box.version, box.phase) == ("1.1.0", "trial")
    assert not calls.exists()
    assert box("settle").returncode == 0
    assert (box.version, box.phase) == ("1.0.0", "")
    assert calls.read_text("utf-8") == "reset-failed companion.service\n"
    assert (box.kept / "fallen").read_text("utf-8") == "1.1.0"
    assert box.names == ["1.0.0"]


def test_a_way_back_that_does_not_work_today_is_kept(box: Box) -> None:
    for made in (Made("1.1.0", doctor=f"test ! -e {box.folder}/ill"), Made("1.2.0")):
        box.put_on_stick(made)
        assert box("update", box.stick).returncode == 0
    (box.folder / "ill").touch()
    assert "release 1.1.0 is not well" in box.refusal("back")
    assert (box.version, box.names) == ("1.2.0", ["1.1.0", "1.2.0"])


def test_a_release_that_crashes_on_trial_gives_way_and_is_started(box: Box) -> None:
    box.answer("systemctl", f'echo "$@" >>{box.folder}/calls')
    box.put_on_stick(Made("1.1.0"))
    assert box("update", box.stick).returncode == 0
    assert box("failed").returncode == 0
    assert box.version == "1.0.0"
    assert "start companion.service" in (box.folder / "calls").read_text("utf-8")


def test_a_release_that_was_good_comes_up_in_safe_mode_when_it_crashes(box: Box) -> None:
    box.answer("systemctl", f'echo "$@" >>{box.folder}/calls')
    assert box("failed").returncode == 0
    assert (box.folder / "calls").read_text("utf-8").splitlines()[-1] == "--no-block start companion-safe.service"
    assert box.version == "1.0.0"


@pytest.mark.parametrize(("restarts", "gives_way"), [(0, False), (4, True)])
def test_a_program_that_was_told_to_end_and_took_too_long_has_not_crashed(
    box: Box, restarts: int, gives_way: bool
) -> None:
    calls = box.folder / "calls"
    box.answer("systemctl", f'if [ "$1" = show ]; then echo {restarts}; else echo "$@" >>{calls}; fi')
    box.put_on_stick(Made("1.1.0"))
    assert box("update", box.stick).returncode == 0
    assert box("failed").returncode == 0
    assert (box.version, calls.exists()) == (("1.0.0", True) if gives_way else ("1.1.0", False))


@pytest.mark.parametrize("text", [
    "", "{", "[]", '{"phase": 1, "more": 2}', "\0\0\0", "[" * 5000, '{"phase": "trial", "to": "../x.deb"}',
    f'{{"phase": "trial", "to": "table-companion_1.0.0_{MACHINE}.deb", "tries": "x"}}',
])  # fmt: skip
def test_a_plan_that_cannot_be_read_is_forgotten(box: Box, text: str) -> None:
    (box.kept / "plan.json").write_text(text, "utf-8")
    assert box("settle").returncode == 0
    assert (box.version, box.phase) == ("1.0.0", "")


# Wishes from the menu.


class Wishing:
    """The program's side of the desk, and a stick that a desktop has mounted."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.releases = Releases(kept=box.kept, desk=box.desk)

    def plug_in(self, where: str = "") -> None:
        disks = self.box.root / "dev/disk/by-id"
        disks.mkdir(parents=True)
        (disks / "usb-Stick-part1").symlink_to(self.box.stick)
        self.box.answer("findmnt", f'echo "{where or self.box.stick}"')

    def __call__(self) -> UpdateReport | None:
        assert self.box("wish").returncode == 0
        assert list((self.box.desk / "wishes").iterdir()) == []
        return self.releases.answer(5)


@pytest.fixture
def wishing(box: Box) -> Wishing:
    return Wishing(box)


def test_a_wish_for_an_update_and_one_for_the_way_back(wishing: Wishing) -> None:
    wishing.box.put_on_stick(Made("1.1.0"))
    wishing.plug_in()
    wishing.releases.ask("update", 5)
    assert wishing() == UpdateReport("done", "1.1.0")
    assert wishing.releases.is_on_trial
    wishing.releases.ask("good", 6)
    wishing()
    assert not wishing.releases.is_on_trial
    wishing.releases.ask("back", 5)
    assert wishing() == UpdateReport("done", "1.0.0")


def test_without_a_stick_it_says_so(wishing: Wishing) -> None:
    wishing.releases.ask("update", 5)
    answer = wishing()
    assert answer is not None
    assert answer.code == "no_stick"


@pytest.mark.parametrize("where", ["/", "/boot/firmware", "/usr"])
def test_the_disk_the_system_runs_from_is_no_stick(wishing: Wishing, where: str) -> None:
    wishing.box.put_on_stick(Made("1.1.0"))
    wishing.plug_in(where)
    wishing.releases.ask("update", 5)
    answer = wishing()
    assert answer is not None
    assert answer.code == "no_stick"


def test_why_not_reaches_the_screen(wishing: Wishing) -> None:
    wishing.box.put_on_stick(Made("0.9.0"))
    wishing.plug_in()
    wishing.releases.ask("update", 5)
    assert wishing() == UpdateReport("older", "release 0.9.0 is older than 1.0.0; add --older if you mean it")


def test_a_command_that_was_killed_leaves_nobody_waiting(wishing: Wishing) -> None:
    box = wishing.box
    (box.desk / "answer").write_text("5 busy\n", "utf-8")
    assert box("tidy").returncode == 0
    assert wishing.releases.answer(5) == UpdateReport("failed")
    (box.desk / "answer").write_text("5 done 1.0.0\n", "utf-8")
    assert box("tidy").returncode == 0
    assert wishing.releases.answer(5) == UpdateReport("done", "1.0.0")


@pytest.mark.parametrize(
    "text",
    ["", "update", "update x", "back 1;reboot", "remove 5", "update 5 6", "$(reboot) 5", "\0" * 99, "5" * 9999, "ü 5"],
)
def test_what_is_no_wish_is_thrown_away_unread(wishing: Wishing, text: str) -> None:
    (wishing.box.desk / "wishes/wish").write_text(text, "utf-8")
    assert wishing() is None
    assert not (wishing.box.desk / "answer").exists()


def test_a_wish_that_leads_elsewhere_harms_nothing(wishing: Wishing, tmp_path: Path) -> None:
    precious = (tmp_path / "precious", tmp_path / "precious-folder")
    precious[0].write_text("keep me", "utf-8")
    precious[1].mkdir()
    wish = wishing.box.desk / "wishes/wish"
    for target in precious:
        wish.symlink_to(target)
        assert wishing() is None
    os.mkfifo(wish)
    assert wishing() is None
    wish.mkdir()
    assert wishing() is None
    assert precious[0].read_text("utf-8") == "keep me"
    assert precious[1].is_dir()


def test_a_wish_that_is_folders_without_end_is_thrown_away(wishing: Wishing) -> None:
    wish = wishing.box.desk / "wishes/wish"
    wish.mkdir()
    inner = os.open(wish, os.O_RDONLY)
    for _ in range(2 * sys.getrecursionlimit()):
        os.mkdir("a", dir_fd=inner)
        outer, inner = inner, os.open("a", os.O_RDONLY, dir_fd=inner)
        os.close(outer)
    os.close(inner)
    assert wishing() is None


def test_a_plan_that_is_a_pipe_holds_nobody_up(box: Box) -> None:
    os.mkfifo(box.kept / "plan.json")
    assert box("settle").returncode == 0
    assert (box.version, box.phase) == ("1.0.0", "")


def test_two_at_a_time_are_refused(box: Box) -> None:
    lock = os.open(box.kept, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert box.refusal("back") == "an update is going on already"
    finally:
        os.close(lock)
