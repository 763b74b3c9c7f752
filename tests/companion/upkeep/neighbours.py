"""Machines in a network of their own, made of the kernel's namespaces: what each of them runs sees nothing else.

As a module, what a phone or a box does there: ``ask NAME ADDRESS`` sends one mDNS question from that address and opens
the page that is found; ``serve ADDRESS`` serves a page as the box does and says which address its screen shows.
"""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from companion.games import load_games
from companion.web.editor.editor_server import serve_editor

MDNS = ("224.0.0.251", 5353)
PATIENCE_S = 60
TRIES = 30  # a question is a datagram, and may be lost
BEGIN = "mount -t tmpfs none /run && mkdir /run/avahi-daemon && ip link set lo up && echo ready && exec cat"


def may_make_networks() -> bool:
    """Whether this account may make namespaces and what connects them."""
    tried = ["unshare", "--net", "--mount", "sh", "-c", "ip link add one type veth peer name other"]
    return os.geteuid() == 0 and not subprocess.run(tried, capture_output=True, check=False).returncode


class Machine:
    """Lives until the stack is closed."""

    def __init__(self, address: str, stack: ExitStack) -> None:
        self.address, self._stack = address, stack
        made = ["unshare", "--net", "--mount", "sh", "-c", BEGIN]
        self._process = stack.enter_context(
            subprocess.Popen(made, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        stack.callback(self._process.stdin.close)
        assert self._process.stdout.readline() == "ready\n"

    @property
    def pid(self) -> int:
        return self._process.pid

    def inside(self, *command: str) -> list[str]:
        return ["nsenter", "--target", str(self.pid), "--net", "--mount", *command]

    def here(self, *arguments: str) -> list[str]:
        """This module, on that machine."""
        return self.inside("env", f"--chdir={Path.cwd()}", sys.executable, "-m", __name__, *arguments)

    def connect(self, other: Machine) -> None:
        ends = ["cable", "netns", str(self.pid), "type", "veth", "peer", "name", "cable", "netns", str(other.pid)]
        subprocess.run(["ip", "link", "add", *ends], check=True)
        for one in (self, other):
            subprocess.run(one.inside("ip", "address", "add", f"{one.address}/24", "dev", "cable"), check=True)
            subprocess.run(one.inside("ip", "link", "set", "cable", "up"), check=True)

    def start(self, command: list[str], until: str) -> str:
        """Runs it beside; the first line of it that begins so."""
        running = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self._stack.enter_context(running)
        self._stack.callback(running.terminate)
        assert running.stdout is not None
        lines = []
        for line in running.stdout:
            if line.startswith(until):
                return line.strip()
            lines.append(line)
        raise AssertionError("".join(lines))

    def ask(self, name: str, port: int) -> str:
        """The address and the status that a phone on this machine gets."""
        asked = self.here("ask", name, self.address, str(port))
        return subprocess.run(asked, capture_output=True, text=True, check=True, timeout=PATIENCE_S).stdout.strip()


def question(name: str) -> bytes:
    """One question for an IPv4 address, as a client without a cache sends it (RFC 6762, 5.1)."""
    labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split("."))
    return b"\x12\x34" + b"\0\0\0\1\0\0\0\0\0\0" + labels + b"\0\0\1\0\1"


def address_in(answer: bytes, asked: bytes) -> str:
    """Of the first record: it repeats the question, then its name in two bytes, type, class, life and length."""
    assert (answer[:2], answer[6:8]) == (asked[:2], b"\0\1"), answer
    record = answer[len(asked) :]
    assert (record[2:4], record[10:12]) == (b"\0\1", b"\0\4"), answer
    return socket.inet_ntoa(record[12:16])


def _resolve(name: str, own: str) -> str:
    asked = question(name)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as phone:
        phone.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(own))
        phone.settimeout(1)
        for _ in range(TRIES):
            phone.sendto(asked, MDNS)
            try:
                return address_in(phone.recv(9000), asked)
            except TimeoutError:
                continue
    return "nobody"


def _ask(name: str, own: str, port: str) -> None:
    address = _resolve(name, own)
    connection = http.client.HTTPConnection(address, int(port), timeout=PATIENCE_S)
    connection.request("GET", "/", headers={"Host": f"{name}:{port}"})
    print(address, connection.getresponse().status)


def _serve(address: str) -> None:
    running = serve_editor("en", load_games(), address=address, bind=address)
    running.start()
    print(f"type: {running.server.typed}", flush=True)
    sys.stdin.read()
    running.close()


if __name__ == "__main__":
    {"ask": _ask, "serve": _serve}[sys.argv[1]](*sys.argv[2:])
