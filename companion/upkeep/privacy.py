"""Names of players replaced by ``Player 1`` and so on, however they are written: in plain text, in JSON, in a link."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote, quote_plus

# A name begins after anything that is no letter or digit, after an escaped byte (%22) or line break (\n); it ends
# likewise, or with the s of a genitive.
_BEGIN = r"(?:(?<![^\W_])|(?<=%[0-9A-Fa-f]{2})|(?<=\\[nrt]))"
_END = r"(?=s?(?![^\W_]))"


class Pseudonyms:
    """The same name is the same player everywhere."""

    def __init__(self, names: Iterable[str]) -> None:
        self._written: dict[str, str] = {}
        for number, name in enumerate(dict.fromkeys(names), 1):
            for form in _forms(name):
                self._written.setdefault(form, f"Player {number}")
        longest_first = sorted(filter(None, self._written), key=len, reverse=True)
        pattern = "|".join(map(re.escape, longest_first))
        self._exact = re.compile(f"{_BEGIN}({pattern}){_END}") if pattern else None
        self._any_case = re.compile(f"{_BEGIN}({pattern}){_END}", re.IGNORECASE) if pattern else None
        self._folded = {form.casefold(): player for form, player in reversed(self._written.items())}

    def text(self, text: str) -> str:
        """Something for people to read: a name in other capitals is that name too."""
        if self._any_case is None:
            return text
        return self._any_case.sub(lambda match: self._folded[match[1].casefold()], text)

    def values(self, value: Any) -> Any:
        """Values of JSON; keys stay as they are, and so does what only resembles a name: Max is no max."""
        if isinstance(value, str):
            inner = _inner_json(value)
            return json.dumps(self.values(inner), ensure_ascii=False) if inner is not None else self._exactly(value)
        if isinstance(value, dict):
            return {key: self.values(item) for key, item in value.items()}
        return [self.values(item) for item in value] if isinstance(value, list) else value

    def _exactly(self, text: str) -> str:
        return text if self._exact is None else self._exact.sub(lambda match: self._written[match[1]], text)


def _forms(name: str) -> Iterator[str]:
    """A name as it may be written, with composed and decomposed letters."""
    for form in dict.fromkeys((name, unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name))):
        once = json.dumps(form)[1:-1]
        yield from (form, once, json.dumps(once)[1:-1], json.dumps(form, ensure_ascii=False)[1:-1])
        yield from (ascii(form)[1:-1], html.escape(form), quote(form), quote(form, safe=""), quote_plus(form))


def _inner_json(text: str) -> Any:
    """JSON kept inside JSON, as the store keeps set-up and entries; None for any other text."""
    if text[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
