"""How the points stand after a round: everybody's total round by round as a drawn race, and what this one brought."""

from __future__ import annotations

from dataclasses import dataclass

from companion.drawing.canvas import Canvas
from companion.screens.bulletin_screen import READ, BulletinModel, BulletinScreen
from companion.screens.frame import frame
from companion.screens.race_chart import Race, paint_race


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceModel(BulletinModel):
    """The rows say the same in words."""

    race: Race


class RaceScreen(BulletinScreen):
    """Confirmed like every bulletin."""

    model: RaceModel

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, model.header, model.hints, model.notices)
        canvas.target(READ, body)
        canvas.part("chart", body, paint_race, model.race, len(model.race.rounds))
