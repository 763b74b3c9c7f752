"""Taking a package from outside: it is copied first, and only the copy is looked at, judged and used."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from releases.box import APP, PACKAGE, Box, Package, Refused
from releases.files import say

LISTED = re.compile(r"([0-9a-f]{64}) [ *]([A-Za-z0-9._+~/-]{1,200})")
MB = 1_000_000
LARGEST_PACKAGE, LARGEST_LIST, LARGEST_CONTROL, LARGEST_PROGRAM = 250 * MB, MB // 4, 2 * MB, 700 * MB
MOST_FILES, MOST_NAMES, MOST_FOLDERS = 20_000, 1_000, 50
ROOM = 200 * MB  # beside the package and what is in it
HOMES = ("usr/", "etc/", "lib/", "var/")


def take(box: Box, folder: Path) -> Package:
    """The newest package of a release folder that fits this machine, copied and found to be in order."""
    found = newest_in(box, folder)
    if found is None:
        raise Refused("no_stick", f"there is no release of the companion in {folder}")
    shutil.rmtree(box.incoming, ignore_errors=True)
    box.incoming.mkdir(mode=0o700, parents=True)
    sums, deb = box.incoming / "SHA256SUMS", box.incoming / found.path.name
    copy_plain(box, found.path.with_name("SHA256SUMS"), sums, LARGEST_LIST)
    check_signature(box, found.path.with_name("SHA256SUMS.sig"), sums)
    wanted = listed_sum(sums, found.path.name)
    if copy_plain(box, found.path, deb, LARGEST_PACKAGE) != wanted:
        raise Refused("damaged", f"{found.path.name} is damaged: copy the release to the stick again")
    check_package(box, deb, found.version)
    return Package(deb, found.version)


def newest_in(box: Box, folder: Path) -> Package | None:
    """At the top of a stick, or one folder below; a name that is not exactly one of ours is nobody's."""
    machine = box.run("dpkg", "--print-architecture").strip()
    newest = None
    for path in (path for place in [folder, *folders_in(folder)] for path in names_in(place)):
        match = PACKAGE.fullmatch(path.name)
        if match and match[2] == machine and (newest is None or box.is_newer(match[1], newest.version)):
            newest = Package(path, match[1])
    return newest


def names_in(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            return sorted(Path(entry.path) for entry, _ in zip(entries, range(MOST_NAMES), strict=False))
    except OSError:
        return []


def folders_in(folder: Path) -> list[Path]:
    return [path for path in names_in(folder) if path.is_dir() and not path.is_symlink()][:MOST_FOLDERS]


def copy_plain(box: Box, source: Path, target: Path, most: int) -> str:
    """The sum of what was copied. A pipe, a device, a link or a file that never ends must not hold us up."""
    digest, length = hashlib.sha256(), 0
    try:
        handle = os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as file, target.open("xb") as copy:
            check_kind(os.fstat(handle), source, most)
            need_room(target.parent, os.fstat(handle).st_size)
            while chunk := file.read(MB):
                length += len(chunk)
                box.deadline.check()
                if length > most:
                    raise Refused("too_large", f"{source.name} is too large")
                copy.write(chunk)
                digest.update(chunk)
            copy.flush()
            os.fsync(copy.fileno())
    except OSError as error:
        raise Refused("damaged", f"{source.name} cannot be read: {error.strerror}") from error
    return digest.hexdigest()


def check_kind(found: os.stat_result, source: Path, most: int) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise Refused("damaged", f"expected a plain file, not {source.name}")
    if found.st_size > most:
        raise Refused("too_large", f"{source.name} is too large: {found.st_size // MB} MB, at most {most // MB} MB")


def need_room(folder: Path, more: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < more + ROOM:
        raise Refused(
            "no_room", f"the disk is nearly full: {free // MB} MB are free, {(more + ROOM) // MB} MB are needed"
        )


def listed_sum(sums: Path, name: str) -> str:
    for line in sums.read_text("utf-8", "replace").splitlines():
        match = LISTED.fullmatch(line)
        if match and match[2] == name:
            return match[1]
    raise Refused("damaged", f"SHA256SUMS does not name {name}")


def check_signature(box: Box, given: Path, sums: Path) -> None:
    """By somebody this box trusts, if its owner has said whom; without that file sums guard against damage alone."""
    if is_missing(box.signers):
        say(f"checked for damage only: there is no {box.signers}")
        return
    signature = sums.with_suffix(".sig")
    try:
        copy_plain(box, given, signature, LARGEST_LIST)
        found = box.run("ssh-keygen", "-Y", "find-principals", "-f", str(box.signers), "-s", str(signature))
        signer = found.splitlines()[0]
        command = [
            "ssh-keygen",
            "-q",
            "-Y",
            "verify",
            "-f",
            str(box.signers),
            "-I",
            signer,
            "-n",
            APP,
            "-s",
            str(signature),
        ]
        with sums.open("rb") as listed:
            subprocess.run(command, stdin=listed, capture_output=True, check=True, timeout=60, cwd="/")  # noqa: S603
    except (Refused, IndexError, OSError, subprocess.SubprocessError) as error:
        raise Refused("not_signed", f"expected a release signed by somebody named in {box.signers}") from error
    say(f"signed by {signer}")


def is_missing(path: Path) -> bool:
    """Plainly so. A link that leads nowhere is no missing file, nor is what cannot be asked for; nor either on the way
    there: somebody wanted something to be here."""
    try:
        path.lstat()
    except FileNotFoundError:
        return all(folder.is_dir() or not os.path.lexists(folder) for folder in path.parents)
    except OSError:
        pass
    return False


def check_package(box: Box, deb: Path, version: str) -> None:
    """It is what its name says, lays down plain files in the usual places, and not more than a disk can take."""
    for member in members(box, "--ctrl-tarfile", deb):
        if member.size > LARGEST_CONTROL:
            raise Refused("damaged", f"{deb.name} is no package of ours: {member.name!a} is too large")
    told = box.run("dpkg-deb", "--show", "--showformat=${Package} ${Version}", str(deb))
    if told != f"{APP} {version}":
        raise Refused("damaged", f"{deb.name} says that it is {told[:60]!a}")
    size = count = 0
    for member in members(box, "--fsys-tarfile", deb):
        size, count = size + member.size, count + 1
        check_member(member, deb)
        if size > LARGEST_PROGRAM or count > MOST_FILES:
            raise Refused("too_large", f"{deb.name} holds too much")
    need_room(box.kept, size)


def check_member(member: tarfile.TarInfo, deb: Path) -> None:
    name = member.name.removeprefix("./")
    is_plain = member.isreg() or member.isdir() or member.issym()
    if not is_plain or member.mode & 0o6000 or ".." in name.split("/"):
        raise Refused("damaged", f"{deb.name} is no package of ours: {name[:60]!a}")
    if name not in ("", ".") and not f"{name}/".startswith(HOMES):
        raise Refused("damaged", f"{deb.name} is no package of ours: {name[:60]!a}")


def members(box: Box, part: str, deb: Path) -> Iterator[tarfile.TarInfo]:
    """One after the other: a bomb is noticed by what the next one claims to hold, before that is unpacked."""
    command = ["dpkg-deb", part, str(deb)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd="/") as unpacking:  # noqa: S603
        assert unpacking.stdout is not None
        try:
            yield from _members(box, unpacking.stdout)
        except (tarfile.TarError, EOFError) as error:
            raise Refused("damaged", f"{deb.name} is damaged: {error}") from error
        finally:
            unpacking.kill()


def _members(box: Box, stream: IO[bytes]) -> Iterator[tarfile.TarInfo]:
    with tarfile.open(fileobj=stream, mode="r|") as archive:
        while (member := archive.next()) is not None:
            if member.size > LARGEST_PROGRAM:
                raise Refused("too_large", f"{member.name[:60]!a} is too large")
            archive.members = []  # type: ignore[attr-defined]  # or every one of millions would be remembered
            box.deadline.check()
            yield member
