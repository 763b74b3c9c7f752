"""One script and one style sheet for a page, put together from its parts when the server starts.

On a slow line every request costs two seconds more. The parts stay small files, which a page names as if it loaded
them itself. What is put together is named by its content: a browser may keep it for ever.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

_SCRIPT = re.compile(r'(<script type="module" src=")/(.+?)("></script>)')
_STYLES = re.compile(r'(?:<link rel="stylesheet" href="/.+?">\n)+')
_STYLE = re.compile(r'href="/(.+?)"')
_IMPORT = re.compile(r'^import \{ (.+?) \} from "/(.+?)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:const|function|class) ([\w$]+))", re.MULTILINE)
_COMMENT = re.compile(r"^ *//.*\n", re.MULTILINE)
_UNKNOWN = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundle(folder: Path, page: str) -> dict[str, bytes]:
    """The page in that folder, the script and the style sheet that it names now, by their names."""
    text, stem, found = _read(folder, page), Path(page).stem, dict[str, bytes]()

    def keep(content: str, suffix: str) -> str:
        packed = content.encode()
        name = f"{stem}.{hashlib.sha256(packed).hexdigest()[:12]}{suffix}"
        found[name] = packed
        return name

    if script := _SCRIPT.search(text):
        name = keep(script_of(folder, script[2]), ".js")
        text = text.replace(script[0], f"{script[1]}/{name}{script[3]}")
    if styles := _STYLES.search(text):
        name = keep("".join(_read(folder, one) for one in _STYLE.findall(styles[0])), ".css")
        text = text.replace(styles[0], f'<link rel="stylesheet" href="/{name}">\n')
    return {page: text.encode(), **found}


def script_of(folder: Path, name: str) -> str:
    """The script with all that it imports, every part in a function of its own, so that no name meets another."""
    parts = list(dict.fromkeys(_in_order(folder, name, ())))
    return "const parts = {};\n" + "".join(_part(one, _read(folder, one)) for one in parts)


def _in_order(folder: Path, name: str, above: tuple[str, ...]) -> Iterator[str]:
    """What a part needs comes before it."""
    if name in above:
        raise ValueError(f"expected no circle of scripts, got {' -> '.join((*above, name))}")
    for _, other in _IMPORT.findall(_read(folder, name)):
        yield from _in_order(folder, other, (*above, name))
    yield name


def _part(name: str, text: str) -> str:
    exported = ", ".join(found[1] for found in _EXPORT.findall(text))
    body = _COMMENT.sub("", _EXPORT.sub(r"\1", _IMPORT.sub(_import, text)))
    if left := _UNKNOWN.search(body):
        raise ValueError(f"expected imports and exports by name, got {left[0]!r} in {name}")
    return f'parts["/{name}"] = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();\n'


def _import(found: re.Match[str]) -> str:
    return f'const {{ {found[1].replace(" as ", ": ")} }} = parts["/{found[2]}"];'


def _read(folder: Path, name: str) -> str:
    return (folder / name).read_text("utf-8")
