"""Heading of a table that is not followed: what is to be told now, and of whom."""

from __future__ import annotations

from companion.contract import Desk, Heading
from companion.models import Header, NowLine, standing_badges
from rules.core.pad.state import Pad


def pad_heading(desk: Desk) -> Heading:
    say, pad = desk.say, desk.live.session.pad
    if pad.gone is not None:
        return Heading(
            Header(say(f"screen.game.{desk.game.slug}"), rules=True), NowLine(say("score.early", seat=pad.gone))
        )
    badges = standing_badges(say, practice=bool(desk.live.facts.get("practice")), camera=True)
    title = say(f"screen.game.{desk.game.slug}")
    if pad.way == "scribe":
        assert desk.game.scribe is not None
        place = say("screen.round", n=pad.round, of=desk.game.scribe.rounds)
        return Heading(Header(f"{title} · {desk.phase}", place, badges=badges, rules=True), _stays(desk, pad))
    return Heading(Header(title, desk.phase, badges=badges, rules=True), _counts(desk, pad))


def _stays(desk: Desk, pad: Pad) -> NowLine:
    """After the last player of a round comes the first of the next."""
    say = desk.say
    after = next((seat for seat in pad.waiting(pad.seat) if seat != pad.seat), 0)
    then = say("screen.then", what=say.player(after)) if pad.seats > 1 else ""
    return NowLine(say("page.scribe.which", seat=pad.seat), say("page.scribe.why"), then, pad.seat)


def _counts(desk: Desk, pad: Pad) -> NowLine:
    say, seat = desk.say, pad.seat
    if pad.is_final:
        return NowLine(say("pad.event.table_told"))
    own = f"{desk.game.slug}.score.why"
    why = say(own if say.has(own) else "page.score.why")
    then = say("screen.reading.next", seat=seat + 1) if seat + 1 < pad.seats else ""
    text = say("screen.reading.area" if desk.context.has_camera else "page.score.tell", seat=seat)
    return NowLine(text, why, then, seat)
