"""Whether a club's board can be told: the broker is tried out as the box would, beside a box that speaks already."""

from __future__ import annotations

import os

from companion.doctor.findings import Finding, missing, ok
from companion.language.wording import Trouble
from companion.settings.config import ClubSettings
from rules.core.words import Words, words

STEPS = {
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


def check_club(club: ClubSettings) -> Finding:
    """A box in no club is whole, and one that does not reach its club plays as well: nothing is broken."""
    if not club.on:
        return ok("club", words("doctor.club_off"))
    try:
        _try_out(club)
    except Trouble as error:
        return missing("club", error.said, _step(error.said))
    return ok("club", words("doctor.club", broker=f"{club.broker}:{club.port}", club=club.club, box=club.box))


def _step(said: Words) -> Words:
    return words(STEPS.get(said.key, "doctor.club_settings_step"))


def _try_out(club: ClubSettings) -> None:
    """A word to ourselves, under our own name: it comes back only if we may write and read there."""
    from companion.club.link import ANSWER_S, Link, LinkTrouble, broker_of, check_names  # noqa: PLC0415 (may be missing)
    from companion.club.topics import ROOT  # noqa: PLC0415 (see above)

    check_names(club)
    topic, word = f"{ROOT}/{club.club}/{club.box}/doctor", os.urandom(8).hex().encode()
    heard: set[bytes] = set()
    link = Link(broker_of(club), f"doctor-{word.decode()}", heard=lambda _, payload, __: heard.add(payload))
    try:
        link.open()
        link.subscribe(topic)
        link.publish(topic, word)
        if not link.until(lambda: word in heard, ANSWER_S / 2):
            raise LinkTrouble(words("club.trouble.not_allowed", topic=topic))
        link.close()
    finally:
        link.drop()
