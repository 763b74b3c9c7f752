"""What is no JSON for those who teach: the camera's picture, the facts to take away, and those of another box."""

from __future__ import annotations

from functools import partial

from companion import CompanionError
from companion.facts.file import LARGEST_FILE
from companion.seeing.preview import as_jpeg
from companion.web.asked import LARGEST_BODY, part
from companion.web.handlers import Desk, Page
from companion.web.pile_answers import name_of
from rules.core.words import words

LARGEST_IMPORT = LARGEST_FILE + LARGEST_FILE // 2  # quotes and line breaks are longer in JSON


class View(Desk):
    """The last look of the camera, while somebody sorts."""

    async def get(self) -> None:
        if not (browser := self.browser):
            return self.refuse(401, words("teach.web.code_first"))
        sight = self.house.piles.sight
        if sight is None or sight.preview is None:
            return self.refuse(404, words("teach.web.nothing_here"))
        preview = sight.preview
        made = await self.house.work(browser, lambda: {"picture": as_jpeg(preview)}, self.is_gone)
        return self.send(made["picture"], "image/jpeg") if made else None


class Export(Desk):
    async def get(self) -> None:
        if not (browser := self.browser):
            return self.refuse(401, words("teach.web.code_first"))
        try:
            work = partial(self.house.travel.file, self.get_query_argument("game", ""))
            made = await self.house.work(browser, work, self.is_gone)
        except CompanionError as error:
            return self.refuse(400, error.said)
        if not made:
            return None
        self.set_header("Content-Disposition", f'attachment; filename="{made["name"]}"')
        return self.send(made["content"], made["sort"])


class Import(Desk):
    """Larger than anything else that is taken in, so only of a browser that has come in."""

    @property
    def largest(self) -> int:  # type: ignore[override]
        return LARGEST_IMPORT if self.browser else LARGEST_BODY

    async def post(self) -> None:
        await self.do(
            lambda house, asked: house.travel.take(
                name_of(asked, "game"), part(asked, "text", str), name_of(asked, "way")
            ),
            self.asked,
        )


BESIDE: dict[str, type[Page]] = {"/api/view": View, "/api/export": Export, "/api/import": Import}
