"""The heading of Das Amulett: round and phase, what now, why this seat, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator

from companion.contract import Desk, Heading
from companion.games.amulett.actions import area_name
from companion.language.i18n import Phrases
from companion.models import Badge, Header, NowLine, phase_steps, standing_badges
from rules.amulett import advice
from rules.amulett.spells import TELEPORTATION
from rules.amulett.state import State
from rules.amulett.view import AmulettView
from rules.amulett.view import view as public_view

HEADLINE = 64  # letters of the largest line
MOST_LETTERS = 150  # of two small lines
PHASES = ("spell", "metal", "gem", "energy")


def heading(desk: Desk, now_ms: int) -> Heading:
    state: State = desk.live.session.state
    view, practice = public_view(state), bool(desk.live.facts.get("practice"))
    shown = header(state, view, desk.say, practice=practice, camera=desk.context.has_camera)
    return Heading(shown, now_line(state, view, desk.say, desk.clock_text(now_ms)))


def header(state: State, view: AmulettView, say: Phrases, *, practice: bool, camera: bool) -> Header:
    return Header(
        title=say("screen.game.amulett"),
        place=say("screen.amulett.round", n=view["round"]),
        steps=phase_steps(PHASES, view["phase"], say),
        badges=(*standing_badges(say, practice=practice, camera=camera), *_threats(state, say)),
        rules=True,
    )


def _threats(state: State, say: Phrases) -> Iterator[Badge]:
    seats = advice.one_gem_from_winning(state)
    if seats and state.winner is None:
        names = say.join([say.player(seat) for seat in seats])
        yield Badge("gem", say("screen.amulett.threat", names=names), "bad")


def now_line(state: State, view: AmulettView, say: Phrases, clock: str = "") -> NowLine:
    seat = view["turn"]
    text, why = hands_now(state, say), _why(view, say)
    if state.stage == "exchange" and view["notes"]:
        text, why = _with_rule(view, say, text)
    return NowLine(
        text=text,
        why=why,
        then=_then(state, view, say),
        seat=seat,
        clock=clock,
    )


def _with_rule(view: AmulettView, say: Phrases, text: str) -> tuple[str, str]:
    """Who bids, with the rule in force, which everybody must know: its shortest note. The area is beside the map."""
    notes = [say.say(note) for note in view["notes"]]
    rule = min(notes, key=len)
    if len(rule) > HEADLINE:
        return text, _why(view, say)
    others = [note for note in notes if note is not rule and len(note) <= MOST_LETTERS]
    return say("screen.amulett.now.exchange_rule", seat=view["turn"], rule=rule), others[-1] if others else ""


def _why(view: AmulettView, say: Phrases) -> str:
    """The spells and readings that matter now, as far as there is room; else the order that applies."""
    room = MOST_LETTERS
    told: list[str] = []
    for note in reversed(view["notes"]):
        said = say.say(note)
        if len(said) > room:
            break
        told.insert(0, said)
        room -= len(said) + 1
    if told:
        return " ".join(told)
    return say.say(view["turn_why"]) if view["turn_why"] else ""


def hands_now(state: State, say: Phrases) -> str:
    """What the hands do, in one sentence with names and places."""
    spells, (lifted, gem) = _to_use(state), state.lifted or ("", "")
    named = len(spells) == 1
    return say(
        f"screen.amulett.use.{spells[0]}" if named else f"screen.amulett.now.{state.stage}",
        seat=state.acting,
        spell=spells[0] if named else state.spell,
        spells=spells,
        area=area_name(state, lifted or state.party, say),
        gem=gem,
        n=state.auction.bid if state.auction is not None else 0,
    )


def _to_use(state: State) -> tuple[str, ...]:
    """The spells that their owner may use now."""
    match state.stage:
        case "grey":
            return (TELEPORTATION,)
        case "before":
            return tuple(spell for seat, spell in state.undecided if seat == state.turn)
        case "blue":
            return tuple(spell for spell, _ in state.pulls)
    return ()


def _then(state: State, view: AmulettView, say: Phrases) -> str:
    """The next bidder, else the next step, phase or round."""
    if (bidder := _next_bidder(state)) is not None:
        return say("screen.then", what=say.player(bidder))
    phase = view["phase"]
    if (step := _next_step(state)) is not None:
        return say("screen.then", what=say(f"screen.amulett.then.{step}"))
    if phase == PHASES[-1]:
        return say("screen.then", what=say("screen.round_short", n=view["round"] + 1))
    following = PHASES[PHASES.index(phase) + 1] if phase in PHASES else PHASES[0]
    return "" if state.winner is not None else say("screen.then", what=say(f"screen.phase.{following}"))


def _next_step(state: State) -> str | None:
    """The next step within the phase, if any."""
    match state.stage:
        case "open":
            return "bids"
        case "bid" | "next" if state.phase == "spell" and state.aside:
            return "spell"
        case "before":
            return "marker"
        case "draw":
            return "first_exchange"
        case "exchange" | "lay" | "take" | "settle":
            return "gem"
        case "gem" | "gift":
            return "move"
        case "move" if (state.exchanges_left or 0) > state.left:
            return "exchange"
    return None


def _next_bidder(state: State) -> int | None:
    auction = state.auction
    if state.stage not in ("bid", "exchange") or auction is None or auction.turn is None:
        return None
    at = auction.order.index(auction.turn)
    after = auction.order[at + 1 :] if auction.once else (*auction.order[at + 1 :], *auction.order[:at])
    return next((seat for seat in after if seat not in auction.passed), None)
