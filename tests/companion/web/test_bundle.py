"""A page asks for one script and one style sheet, put together from small files as they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.resources import asset
from companion.web.app import whole_pages
from companion.web.bundle import bundle

PAGE = """<head>
<link rel="stylesheet" href="/a.css">
<link rel="stylesheet" href="/b.css">
</head>
<script type="module" src="/a.js"></script>
"""
PARTS = {
    "page.html": PAGE,
    "a.css": "a { color: red; }\n",
    "b.css": "b { color: red; }\n",
    "a.js": 'import { b as other, c } from "/b.js";\nimport { d } from "/d.js";\nconst own = 1;\n'
    "// said here only\nother(c, d, own);\n",
    "b.js": 'import { d } from "/d.js";\nconst own = 2;\nexport async function b() {\n  return own + d;\n}\n'
    "export const c = 3;\n",
    "d.js": "export class d {}\n",
}

SCRIPT = """const parts = {};
parts["/d.js"] = (() => {
class d {}

return { d };
})();
parts["/b.js"] = (() => {
const { d } = parts["/d.js"];
const own = 2;
async function b() {
  return own + d;
}
const c = 3;

return { b, c };
})();
parts["/a.js"] = (() => {
const { b: other, c } = parts["/b.js"];
const { d } = parts["/d.js"];
const own = 1;
other(c, d, own);

return {  };
})();
"""


@pytest.fixture
def web(tmp_path: Path) -> Path:
    for name, text in PARTS.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_what_a_page_loads_is_one_script_and_one_style_sheet(web: Path) -> None:
    found = {name: content.decode() for name, content in bundle(web, "page.html").items()}
    page = found["page.html"]
    named = re.findall(r'(?:href|src)="/(.+?)"', page)
    assert [re.sub(r"[0-9a-f]{12}", "…", name) for name in named] == ["page.….css", "page.….js"]
    assert found.keys() == {"page.html", *named}
    style, script = (found[name] for name in named)
    assert style == PARTS["a.css"] + PARTS["b.css"]
    assert script == SCRIPT


def test_another_content_has_another_name(web: Path) -> None:
    before = set(bundle(web, "page.html"))
    assert set(bundle(web, "page.html")) == before
    (web / "b.css").write_text("", "utf-8")
    assert len(set(bundle(web, "page.html")) & before) == 2, "the page and the script"


@pytest.mark.parametrize(
    ("part", "text", "said"),
    [
        ("d.js", 'import { b } from "/b.js";\n', "no circle of scripts, got a.js -> b.js -> d.js -> b.js"),
        ("d.js", "export default 1;\n", "got 'export default 1;' in d.js"),
        ("d.js", "export let d = 1;\n", "in d.js"),
        ("d.js", 'import * as all from "/b.js";\n', "in d.js"),
    ],
)  # fmt: skip
def test_what_it_cannot_put_together_is_named(web: Path, part: str, text: str, said: str) -> None:
    (web / part).write_text(text, "utf-8")
    with pytest.raises(ValueError, match=re.escape(said)):
        bundle(web, "page.html")


def test_every_name_that_a_part_imports_is_exported_by_the_other() -> None:
    """A browser says so of parts that it loads itself; of a whole script it would find ``undefined``."""
    texts = {path.name: path.read_text("utf-8") for path in asset("web").glob("*.js")}
    for name, text in texts.items():
        for names, other in re.findall(r'^import \{ (.+?) \} from "/(.+?)";$', text, re.MULTILINE):
            for one in names.split(", "):
                exported = rf"^export (async )?(const|function|class) {re.escape(one.partition(' as ')[0])}(?![\w$])"
                assert re.search(exported, texts[other], re.MULTILINE), f"{one} of {other}, in {name}"


def test_only_what_is_named_by_its_content_lasts() -> None:
    found = whole_pages("table.html", "sheet.html", "club.html")
    assert {name for name, file in found.items() if not file.lasts} == {"/table.html", "/sheet.html", "/club.html"}
    assert len(found) == 9
