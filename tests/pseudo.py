"""A language of our own, made from English: longer by 40 %, every letter marked, every text in brackets.

What is shown without brackets did not come from the files; what touches a bracket was glued to it, and so was what a
colon, semicolon or comma outside brackets joins: each language puts these in its own way.
``python -m tests.pseudo FOLDER`` writes it as a folder, to be dropped among the languages.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from companion.language.fitting import Text
from companion.language.i18n import own_texts

CODE = "qps"
OPEN, CLOSE = "‹", "›"
LONGER = 0.4
KEPT = ("language.keys", "language.order", "language.voice", "number.thousands", "sheets.decimal")
_MARKED = str.maketrans("AEIOUaeiouncsyz", "ÀÉÎÖÛàéîöûñçšýž")
JOINING = re.compile(r"(?<!\d )[:;,](?:\s|$)")  # not the colon of 3 : 2, nor of 19:41
_PARTS = re.compile(r"(\{\{|\}\}|\{[^}]*\}|%(?:\(\w+\))?\w)")


def pseudo(text: str) -> str:
    """The text with marks, padding and brackets; values in braces stay as they are."""
    text, end = re.fullmatch(r"(.*?)([.?!…]?)", text, re.DOTALL).groups()  # type: ignore[union-attr]
    parts = _PARTS.split(text)
    marked = "".join(part if part.startswith(("{", "}", "%")) else part.translate(_MARKED) for part in parts)
    letters = sum(len(part) for part in parts if not part.startswith(("{", "}", "%")))
    if not re.search(r"[^\W\d]", "".join(parts[::2])):
        return f"{OPEN}{text}{end}{CLOSE}" if JOINING.search(text + end) else text + end
    return f"{OPEN}{marked}{' ém' * max(0, round((letters * LONGER - 2) / 3))}{end}{CLOSE}"


def pseudo_text(key: str, text: Text) -> Text:
    if key in KEPT:
        return text
    if key.startswith("rules.") and isinstance(text, str):  # each line is shown apart
        return "\n".join(map(pseudo, text.split("\n")))
    return {form: pseudo(one) for form, one in text.items()} if isinstance(text, Mapping) else pseudo(text)


def write_pseudo(folder: Path) -> None:
    """Every English text, translated, as one file."""
    folder.mkdir(parents=True)
    lines = []
    for key, text in own_texts("en").items():
        said = pseudo_text(key, text)
        value = _table(said) if isinstance(said, Mapping) else json.dumps(said, ensure_ascii=False)
        dotted = ".".join(json.dumps(part) for part in key.split("."))
        lines.append(f"{dotted} = {value}\n")
    (folder / "all.toml").write_text("".join(lines), "utf-8")


def _table(forms: Mapping[str, str]) -> str:
    return f"{{ {', '.join(f'{form} = {json.dumps(text, ensure_ascii=False)}' for form, text in forms.items())} }}"


if __name__ == "__main__":
    write_pseudo(Path(sys.argv[1]))
