"""Samples of the set-up for experts of Das Amulett: what everybody does, a seat showing its spells, all of them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.amulett.box import AmulettBox
from companion.games.amulett.loading import Loading
from companion.games.amulett.loading_view import count_model, loading_model, ready_model, tell_model
from companion.games.amulett.screens.loading import LoadingScreen
from companion.language.i18n import Phrases
from companion.models import Notice
from companion.screens import Screen
from companion.screens.number_screen import NumberScreen
from companion.screens.tell_screen import TellScreen
from tests.gallery.games.amulett.table import MOST, SPELLS, amulett_facts
from tests.gallery.samples import Sample, SampleTable


def _say(stage: SampleTable) -> Phrases:
    return AmulettBox().phrases(stage.language, amulett_facts(), stage.names[:MOST])


def _loading(stage: SampleTable, seats: int) -> Loading:
    """So many seats have told their spells; the next one has laid two."""
    loading = Loading(min(stage.players, MOST), 0)
    for seat in range(min(seats + 1, len(loading.order))):
        loading.seat = seat
        for spell in tuple(SPELLS[seat])[:2]:
            loading.tell(spell)
        if seat < seats:
            loading.load(dict(tuple(SPELLS[seat].items())[:2]))
    return loading


def _seat(stage: SampleTable) -> Screen:
    say, loading = _say(stage), _loading(stage, 1)
    notice = Notice(say("page.expert.left_over", spells=loading.spells(0)))
    return LoadingScreen(loading_model(loading, say, is_whole=False, camera=True, notices=(notice,)))


def _whole(stage: SampleTable) -> Screen:
    loading = _loading(stage, MOST)
    return LoadingScreen(loading_model(loading, _say(stage), is_whole=True, camera=True))


def _count(stage: SampleTable) -> Screen:
    loading = _loading(stage, 1)
    return NumberScreen(count_model(loading, "goettliche-metamorphose", 9, _say(stage)))


def _tell(stage: SampleTable) -> Screen:
    say, loading = _say(stage), _loading(stage, 1)
    screen = TellScreen(tell_model(loading, say, say("page.expert.which", seat=loading.seat)))
    screen.chosen(0)
    return screen


SAMPLES: Mapping[str, Sample] = {
    "expert-ready": lambda stage: LoadingScreen(ready_model(_say(stage))),
    "expert-seat": _seat,
    "expert-stones": _count,
    "expert-tell": _tell,
    "expert-whole": _whole,
}
