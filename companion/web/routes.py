"""Which page answers at which address."""

from __future__ import annotations

import re

from tornado.web import Application

from companion.phones.handlers import PHONES
from companion.web.context import House
from companion.web.editor.handlers import BESIDE
from companion.web.handlers import LOOKS, TELLS, Enter, File, Look, Page, Tell


def application(house: House) -> Application:
    routes: list[tuple[str, type[Page]]] = [
        ("/api/enter", Enter),
        ("/", File),
        *((path, File) for path in house.files),
        *((path, Look) for path in LOOKS),
        *((path, Tell) for path in TELLS),
        *BESIDE.items(),
        *PHONES.items(),
    ]
    return Application(
        [(re.escape(path), page, {"house": house}) for path, page in routes],
        default_handler_class=Page,
        default_handler_args={"house": house},
        log_function=lambda _: None,  # addresses of people's phones are nobody's business
    )
