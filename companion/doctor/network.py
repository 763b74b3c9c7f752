"""The network: the address for phones and the teaching page, and whether the club's broker can be reached."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from companion.club.broker import LinkTrouble, broker_of, check_names
from companion.club.topics import ROOT
from companion.doctor.findings import Finding, missing, ok
from companion.language.wording import Trouble
from companion.settings.config import ClubSettings
from companion.upkeep.local_network import PORT, is_near, local_addresses
from rules.core.words import Words, words

LISTENS = "0A"  # TCP_LISTEN in the kernel's list of sockets
SOCKETS = Path("/proc/net/tcp")

# What to try next, by what was wrong with the broker.
CLUB_STEPS = {
    "club.trouble.no_broker": "doctor.club_listener_step",
    "club.trouble.no_route": "doctor.club_listener_step",
    "club.trouble.no_answer": "doctor.club_listener_step",
    "club.trouble.no_name": "doctor.club_name_step",
    "club.trouble.fence": "doctor.club_fence_step",
    "club.trouble.clock_early": "doctor.club_clock_step",
    "club.trouble.clock_late": "doctor.club_clock_step",
    "club.trouble.certificate": "doctor.club_certificate_step",
    "club.trouble.account_needed": "doctor.club_account_step",
    "club.trouble.account_refused": "doctor.club_account_step",
    "club.trouble.not_allowed": "doctor.club_allow_step",
}


def check_network(addresses: Sequence[str] | None = None, sockets: Iterable[str] | None = None) -> Finding:
    """A missing network is not a fault: none is needed. Sends nothing."""
    found = local_addresses() if addresses is None else addresses
    near = tuple(address for address in found if is_near(address))
    if not near:
        return ok("network", words("doctor.network_public" if found else "doctor.network_none"))
    where = tuple(f"http://{address}:{PORT}/" for address in near)
    key = "doctor.network_on" if _is_listening(_lines() if sockets is None else sockets) else "doctor.network_off"
    return ok("network", words(key, addresses=where))


def _lines() -> list[str]:
    try:
        return SOCKETS.read_text("utf-8").splitlines()
    except OSError:
        return []


def _is_listening(sockets: Iterable[str]) -> bool:
    """Each line: number, local address and port in hexadecimal, the remote one, state."""
    parts = (line.split() for line in sockets)
    return any(len(part) > 3 and part[3] == LISTENS and part[1].endswith(f":{PORT:04X}") for part in parts)


def check_club(club: ClubSettings) -> Finding:
    """Never broken: a box without its club plays just as well."""
    if not club.on:
        return ok("club", words("doctor.club_off"))
    try:
        _try_out(club)
    except Trouble as error:
        return missing("club", error.said, _step(error.said))
    return ok("club", words("doctor.club", broker=f"{club.broker}:{club.port}", club=club.club, box=club.box))


def _step(said: Words) -> Words:
    return words(CLUB_STEPS.get(said.key, "doctor.club_settings_step"))


def _try_out(club: ClubSettings) -> None:
    """Sends a message to ourselves, under the box's own topic: it comes back only if we may write and read there."""
    from companion.club.link import ANSWER_S, Link  # noqa: PLC0415 (its library may be missing)

    check_names(club)
    topic, word = f"{ROOT}/{club.club}/{club.box}/doctor", os.urandom(8).hex().encode()
    heard: set[bytes] = set()
    broker = broker_of(club)
    ident = broker.client(
        f"doctor-{word.decode()}"
    )  # bound to its name it takes the place of a box that is there, which comes back
    link = Link(broker, ident, heard=lambda _, payload, __: heard.add(payload))
    try:
        link.open()
        link.subscribe(topic)
        link.publish(topic, word)
        if not link.until(lambda: word in heard, ANSWER_S / 2):
            raise LinkTrouble(words("club.trouble.not_allowed", topic=topic))
        link.close()
    finally:
        link.drop()
