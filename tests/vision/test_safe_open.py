"""Files of others: a pipe, a device, a folder, a link, a file without end. None of them is waited for or swallowed."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from tests.endurance.odd_files import needs_nodes
from vision import safe_open
from vision.safe_open import NotPlain, TooLarge, open_plain, read_plain

MOST = 1_000


def test_a_plain_file_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * MOST)
    assert read_plain(path, MOST) == b"x" * MOST
    with open_plain(path) as file:
        assert file.read(3) == b"xxx"


def test_a_pipe_is_refused_whether_somebody_writes_or_not(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(NotPlain):
        read_plain(path, MOST)
    writer = os.open(path, os.O_RDWR)
    os.write(writer, b"format = 1\n")
    with pytest.raises(NotPlain):
        read_plain(path, MOST)
    os.close(writer)


def test_a_socket_is_refused(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(tmp_path / "s"))
        with pytest.raises(NotPlain):
            read_plain(tmp_path / "s", MOST)


@needs_nodes
def test_a_device_is_not_even_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "zero"
    os.mknod(path, 0o600 | 0o020000, os.makedev(1, 5))
    monkeypatch.setattr(os, "open", lambda *_: pytest.fail("some devices do something when they are opened"))
    with pytest.raises(NotPlain):
        read_plain(path, MOST)


def test_what_became_a_pipe_meanwhile_is_refused_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, plain = tmp_path / "pipe", tmp_path / "plain"
    os.mkfifo(path)
    plain.write_bytes(b"")
    seen = plain.stat()
    monkeypatch.setattr(Path, "stat", lambda *_, **__: seen)
    with pytest.raises(NotPlain):
        read_plain(path, MOST)


def test_a_link_is_followed_only_where_that_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"whisper")
    (tmp_path / "link").symlink_to("secret")
    (tmp_path / "endless").symlink_to("/dev/zero")
    assert read_plain(tmp_path / "link", MOST) == b"whisper"
    with pytest.raises(NotPlain):
        read_plain(tmp_path / "link", MOST, follow=False)
    with pytest.raises(NotPlain):
        read_plain(tmp_path / "endless", MOST)


def test_a_folder_is_called_one(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        read_plain(tmp_path, MOST)


def test_a_sparse_file_is_refused_before_a_byte_of_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sparse"
    path.touch()
    os.truncate(path, 300 << 30)
    monkeypatch.setattr(os, "read", lambda *_: pytest.fail("read"))
    with pytest.raises(TooLarge) as refused:
        read_plain(path, MOST)
    assert refused.value.most == MOST


def test_a_file_that_grows_is_read_no_further_than_the_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "grows"
    path.write_bytes(b"x" * MOST)
    small = path.stat()
    path.write_bytes(b"x" * 10 * MOST)
    monkeypatch.setattr(os, "fstat", lambda _: small)
    with pytest.raises(TooLarge):
        read_plain(path, MOST)


def test_what_would_have_to_be_waited_for_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some files of the kernel (/proc/kmsg) call themselves plain, and are empty only until there is news."""
    reader, writer = os.pipe2(os.O_NONBLOCK)
    monkeypatch.setattr(safe_open, "open_plain", lambda *_, **__: os.fdopen(reader, "rb"))
    with pytest.raises(BlockingIOError):
        read_plain(tmp_path / "news", MOST)
    os.close(writer)
