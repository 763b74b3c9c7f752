"""At every start of the program while an update is under way or on trial, and when it crashes again and again."""

from __future__ import annotations

import shutil
from contextlib import suppress

from releases.box import Box, Package, Plan, Refused
from releases.files import say
from releases.moving import give_way, install

MOST_TRIES = 3  # starts of a release on trial that never lived a minute; installations that were cut off


def settle(box: Box) -> None:
    """What a pulled plug interrupted is done once more; what does not work out gives way."""
    shutil.rmtree(box.incoming, ignore_errors=True)
    plan = box.plan
    if plan is None:
        box.remember(None)
        return
    with box.installing():
        settle_plan(box, plan)


def settle_plan(box: Box, plan: Plan) -> None:
    plan = Plan(plan.phase, plan.to, plan.back, plan.tries + 1)
    box.remember(plan)
    if plan.tries > MOST_TRIES:
        start_over(box, plan)
    elif plan.phase == "installing":
        install_again(box, plan)


def install_again(box: Box, plan: Plan) -> None:
    try:
        with suppress(Refused):
            box.dpkg("--configure", "--pending")
        install(box, Package(box.kept / plan.to, ""))
    except (Refused, OSError) as error:
        say(f"{plan.to} could not be installed: {error}")
        give_way(box, plan)
    else:
        box.remember(Plan("trial", plan.to, plan.back) if plan.back else None)


def start_over(box: Box, plan: Plan) -> None:
    """With the release before, which has crashed at none of the starts so far."""
    give_way(box, plan)
    with suppress(Refused, OSError):
        box.run("systemctl", "reset-failed", "companion.service")


def good(box: Box) -> None:
    """The program has been drawing for a minute: it is no longer on trial."""
    plan = box.plan
    if plan is not None and plan.phase == "trial":
        box.remember(None)


def failed(box: Box) -> None:
    """The program crashed again and again: a release on trial gives way, any other comes up without its devices.

    Told to end and killed because that took too long, it has failed too, says systemd, and has not crashed.
    """
    if box.run("systemctl", "show", "-P", "NRestarts", "companion.service").strip() == "0":
        return
    plan = box.plan
    if plan is not None and plan.phase == "trial" and plan.back:
        with box.installing():
            start_over(box, plan)
        box.run("systemctl", "--no-block", "start", "companion.service")
    else:
        box.run("systemctl", "--no-block", "start", "companion-safe.service")
