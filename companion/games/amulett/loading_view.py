"""The set-up for experts on the screen: what everybody does, who must show now, then all spells."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.amulett.loading import Loading
from companion.games.amulett.screens.loading import LoadingModel, LoadingRow
from companion.games.amulett.screens.spells import SpellModel
from companion.language.i18n import Phrases
from companion.models import Action, Header, Notice, NowLine, list_hints
from companion.number_entry import Numbers
from companion.screens.number_screen import NumberModel, number_model
from companion.screens.tell_screen import Node, TellModel, by_letters
from rules.amulett.spells import PHASES
from rules.amulett.stock import STONES

READY, NEXT, COUNT, EMPTY, START = "ready", "next", "count", "empty", "start"
STEPS = {"deal": "cards", "keep": "spell", "shuffle": "undo", "load": "stone"}


@dataclass(frozen=True, slots=True)
class SpellOwner:
    """The owner of a spell that two have shown."""

    spell: str
    seat: int


@dataclass(frozen=True, slots=True)
class ChangeSeat:
    """Back to one seat, to change it."""

    seat: int


def ready_model(say: Phrases) -> LoadingModel:
    """What everybody does, before anything is shown."""
    return LoadingModel(
        Header(say("screen.game.amulett"), say("page.expert.title")),
        NowLine(say("page.expert.secret"), say("page.expert.secret_why")),
        tuple((icon, say(f"page.expert.step.{step}")) for step, icon in STEPS.items()),
        actions=(Action(say("page.expert.ready"), READY, "play"),),
        hints=list_hints(say, menu=False),
    )


def loading_model(
    loading: Loading, say: Phrases, *, is_whole: bool, camera: bool, notices: tuple[Notice, ...] = ()
) -> LoadingModel:
    """Everybody's spells as far as told; the seat that must show is framed."""
    return LoadingModel(
        Header(say("screen.game.amulett"), say("page.expert.title")),
        _now_whole(say) if is_whole else _now_seat(loading, say, camera=camera),
        rows=tuple(_row(loading, seat, say, turn=not is_whole and seat == loading.seat) for seat in loading.order),
        actions=_actions_whole(loading, say) if is_whole else _actions(loading, say),
        hints=list_hints(say, menu=False),
        notices=notices,
    )


def _now_whole(say: Phrases) -> NowLine:
    return NowLine(say("page.expert.whole"), say("page.expert.whole_why"))


def _now_seat(loading: Loading, say: Phrases, *, camera: bool) -> NowLine:
    seat, order = loading.seat, loading.order
    after = order[order.index(seat) + 1 :]
    then = say("screen.reading.next", seat=after[0]) if after else ""
    key = "page.expert.lay" if camera else "page.expert.show"
    return NowLine(say(key, seat=seat), say("page.expert.why"), then, seat)


def _row(loading: Loading, seat: int, say: Phrases, *, turn: bool) -> LoadingRow:
    spells = tuple(
        SpellModel(spell, say.name("spell", spell), PHASES[spell], stones=loading.stones(spell))
        for spell in loading.spells(seat)
    )
    supply = STONES - sum(spell.stones or 0 for spell in spells)
    return LoadingRow(seat, say.player(seat), spells, supply, turn, loading.is_done(seat))


def _actions(loading: Loading, say: Phrases) -> tuple[Action, ...]:
    if loading.twice:
        spell, first = loading.twice[0]
        return tuple(
            Action(say("page.expert.with", seat=seat), SpellOwner(spell, seat)) for seat in (loading.seat, first)
        )
    again = Action(say("page.expert.again"), EMPTY, "undo")
    if loading.is_done(loading.seat):
        count = Action(say("page.expert.count"), COUNT, "stone")
        return Action(say("screen.hint.play_on"), NEXT, "tick"), count, again
    if loading.has_two:
        return Action(say("page.expert.count"), COUNT, "stone"), again
    if loading.spells(loading.seat):
        return Action(say("screen.tell"), icon="tell", goto="tell"), again
    return (Action(say("screen.tell"), icon="tell", goto="tell"),)


def _actions_whole(loading: Loading, say: Phrases) -> tuple[Action, ...]:
    changes = (Action(say.player(seat), ChangeSeat(seat)) for seat in loading.order)
    return Action(say("page.expert.start"), START, "play"), *changes


def tell_model(loading: Loading, say: Phrases, text: str) -> TellModel:
    """The spells that nobody has shown yet, by first letters."""
    nodes = [Node(say.name("spell", spell), spell, icon=PHASES[spell]) for spell in loading.free]
    header = Header(say("screen.tell"), say.player(loading.seat))
    return TellModel(header, text, by_letters(nodes), list_hints(say, menu=False))


def count_model(loading: Loading, spell: str, most: int, say: Phrases) -> NumberModel:
    """The number told before takes the fewest presses."""
    header = Header(say("screen.game.amulett"), say.player(loading.seat))
    asked = NowLine(say("page.expert.stones", spell=spell), say("page.expert.stones_why", n=STONES), seat=loading.seat)
    return number_model(say, header, asked, Numbers(range(1, most + 1), near=loading.stones(spell) or 1))
