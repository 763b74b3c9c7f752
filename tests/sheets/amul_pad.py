"""Āmul's score pad as a sheet, written from the facts of a box: ``python -m tests.sheets.amul_pad`` writes it anew."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from companion.facts.file import read_document
from companion.resources import assets_dir
from rules.amul.cards import COLOURS
from rules.amul.facts import Facts, parse_facts
from rules.amul.majorities import MAJORITIES, POINTS
from tests.rules.setups import amul_facts

PAD = Path(__file__).with_name("amul-pad.toml")
COLOUR_NAMES = {
    "yellow": ("Yellow", "Gelb"),
    "blue": ("Blue", "Blau"),
    "purple": ("Purple", "Violett"),
    "red": ("Red", "Rot"),
    "green": ("Green", "Grün"),
    "orange": ("Orange", "Orange"),
    "bazaar": ("Bazaar", "Basar"),
}
MAJORITY_NAMES = {"arab": ("Arab", "Arabische"), "mongol": ("Mongol", "Mongolische")}
HEAD = """\
# Āmul's score pad as a sheet: the cards are read for their symbols, points by powers are entered by colour.
# The symbols are the made-up practice values. Written by tests/sheets/amul_pad.py; see docs/sheets.md.
format = 1
id = "amul-pad"
name = { en = "Āmul, the pad", de = "Āmul, der Block" }
players = [3, 8]
win = "most"
ties = ["prowess"]
source = "rulebook of Āmul; symbols on cards: practice values"
"""


def kind_id(slug: str) -> str:
    return slug.replace("-", "_")


def pad_text() -> str:
    facts = parse_facts(amul_facts("practice"))
    return "\n".join([HEAD, "[cards]", "", *_kinds(facts), *_rows()])


def _kinds(facts: Facts) -> Iterator[str]:
    names = read_document(assets_dir() / "games" / "amul" / "cards.toml")["cards"]
    for slug in sorted({card.kind for card in facts.cards.values()}):
        copies = sum(card.kind == slug for card in facts.cards.values())
        marks = {trait: count for trait, count in (facts.kinds[slug].traits or {}).items() if count}
        name = _name(names[slug]["name"]["en"], names[slug]["name"]["de"])
        yield f'[[cards.kinds]]\nid = "{kind_id(slug)}"\nname = {name}\ncopies = {copies}'
        if marks:
            yield "marks = { " + ", ".join(f"{trait} = {count}" for trait, count in marks.items()) + " }"
        yield ""


def _rows() -> Iterator[str]:
    for colour in COLOURS:
        yield f'[[rows]]\nid = "{colour}"\nname = {_name(*COLOUR_NAMES[colour])}\nrange = [-99, 999]\n'
    for trait in MAJORITIES:
        english, german = MAJORITY_NAMES[trait]
        yield _counted(f"{trait}_symbols", f"{english} symbols", f"{german} Symbole", f"cards({trait})")
        yield _counted(
            f"{trait}_off", f"{english} symbols off again", f"{german} Symbole wieder ab", f"-cards({trait})"
        )
        # Of those who are tied the last rank counts: all players but those with fewer symbols stand no lower.
        last, points = f"players + 1 - rank({trait}_off)", "0"
        for place in range(len(POINTS), 0, -1):
            points = f"if({last} == {place}, {POINTS[place - 1]}, {points})"
        points = f"if({trait}_symbols == 0, 0, {points})"
        yield _counted(trait, f"{english} majority", f"{german} Mehrheit", points)
    yield _counted("prowess", "Prowess, for ties", "Stärke, bei Gleichstand", "cards(prowess)")
    yield _counted("prowess_off", "Prowess off again", "Stärke wieder ab", "-prowess")


def _counted(ident: str, english: str, german: str, points: str) -> str:
    return f'[[rows]]\nid = "{ident}"\nname = {_name(english, german)}\nask = "none"\npoints = "{points}"\n'


def _name(english: str, german: str) -> str:
    quoted = [json.dumps(name, ensure_ascii=False) for name in (english, german)]
    return f"{{ en = {quoted[0]}, de = {quoted[1]} }}"


if __name__ == "__main__":
    PAD.write_text(pad_text(), "utf-8")
