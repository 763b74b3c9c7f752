"""Requests of guests' phones on the page of the club: sign in for tonight, and out."""

from __future__ import annotations

from companion import CompanionError
from companion.clubhouse.host_acts import unfit_in_words
from companion.clubhouse.sign_up import read_guest_wish
from companion.phones.seat_handlers import SeatHandler
from companion.phones.seats import GUEST, own_seat
from companion.web.push import NOBODY
from rules.core.words import words

PATH = "/api/guest"


class GuestHandler(SeatHandler):
    """Only for phones that watch, or have signed somebody in before: never for the host's."""

    async def post(self) -> None:
        if self.player != NOBODY and not self.player.startswith(GUEST):
            return self.refuse(403, words("phones.no_seat"))
        try:
            with unfit_in_words():
                wish = read_guest_wish(self.request_json(), self.player or own_seat(self.token))
        except CompanionError as error:
            return self.refuse(400, error.said)
        if self.is_gone():
            return None
        # One place may have a hundred phones that only look on, and each asks who of all the club's people is meant.
        lane = f"guests {self.place}"
        said = await self.app.ask(self.context, self.token, self.player, wish, self.language, lane=lane)
        if said is None:
            return self.refuse(503, words("phones.busy"))
        if said.get("ok") and "which" not in said:
            self.app.seats.settle(self.token)
        return self.answer(200, said)
