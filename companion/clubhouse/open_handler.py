"""The club as JSON for programs: read only, at an address with a key that the host has made."""

from __future__ import annotations

import hmac
from functools import partial
from typing import TYPE_CHECKING, cast

from companion.clubhouse.sheets import SEASON, ClubDownloads
from companion.phones.seated_app import SeatedApp
from companion.web.handlers import Handler
from rules.core.words import words

if TYPE_CHECKING:
    from companion.web.app import App

PATH = "/api/club"


class OpenDataHandler(Handler):
    app: App | None

    async def get(self) -> None:
        app = cast("SeatedApp", self.app)
        downloads = cast("ClubDownloads", app.downloads)
        given, key = self.get_query_argument("key", ""), downloads.key
        if not key or not hmac.compare_digest(given.encode(), key.encode()):
            return self.refuse(401, words("clubhouse.trouble.no_key"))
        await app.wait_to_download(self.context, "open data", "open data", self.is_gone)
        if taken := await self.work("open data", partial(downloads.file, SEASON, "json", self.language)):
            self.send_file(**taken)
        return None
