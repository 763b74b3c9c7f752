"""``companion mat``: a mat with its corner marks and zones, to print at true size; or how high the camera must hang."""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Sequence
from pathlib import Path

from companion import CompanionError
from companion.commands.labels import check_size, printed_languages, side_by_side
from companion.files import unwritten
from companion.games import load_games
from companion.language.folders import languages, system_language
from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from companion.printing.labels import DEFAULT_MM
from companion.printing.lens import Lens, parse_lens
from companion.printing.mat import MatWords, draw_mat
from companion.printing.mat_art import ZoneWords
from companion.printing.mat_sheets import Sheet, plan_sheets
from companion.printing.paper import PAPERS, load_font
from companion.resources import asset
from rules.core.words import words
from vision.errors import InvalidLayout
from vision.table.mat import WHOLE, Mat, parse_mats

SMALLER = ("half", "small")
STEPS = ("print", "cut", "join", "trim", "lay")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", type=Path, metavar="FILE.pdf")
    parser.add_argument("--game", default=load_games().first, metavar="GAME")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--half", dest="mat", action="store_const", const="half", default=WHOLE)
    which.add_argument("--small", dest="mat", action="store_const", const="small")
    parser.add_argument("--paper", default="a4", choices=sorted(PAPERS))
    parser.add_argument(
        "--language",
        action="append",
        choices=languages(),
    )
    parser.add_argument("--heights", action="store_true")
    parser.add_argument(
        "--size",
        type=float,
        default=DEFAULT_MM,
        metavar="MM",
    )


def run(args: argparse.Namespace) -> int:
    codes = printed_languages(args.language or (system_language(),))
    say = Phrases(codes[0])
    mat = _mat_of(args.game, args.mat, say)
    if args.heights:
        check_size(args.size)
        print("\n".join(_heights(mat.size_mm, args.size, say)))
        return 0
    if args.output is None:
        raise Trouble(words("command.which_mat"))
    sheets = plan_sheets(mat.size_mm, PAPERS[args.paper])
    try:
        draw_mat(args.output, mat, sheets, mat_words(args.game, mat, sheets, tuple(map(Phrases, codes))))
    except OSError as error:
        raise unwritten(args.output, error, "-o") from error
    print(say("mat.written", file=str(args.output), n=len(sheets)))
    return 0


def _mat_of(game: str, name: str, say: Phrases) -> Mat:
    mats = {mat.name: mat for mat in parse_mats(load_games().box(game).layout(), f"{game}/zones.toml")}
    if name not in mats:
        listed = ", ".join(f"--{mat}" for mat in mats if mat in SMALLER)
        raise Trouble(
            words("command.no_such_mat", game=say(f"screen.game.{game}"), mats=listed or say("mat.whole"), got=name)
        )
    return mats[name]


def mat_words(game: str, mat: Mat, sheets: Sequence[Sheet], says: Sequence[Phrases]) -> MatWords:
    """All texts printed on a mat and beside it: its zones in every language of ``says``, all else in the first."""
    say = says[0]
    title = say("mat.title", game=say(f"screen.game.{game}"))
    width, height = (f"{side:g}" for side in mat.size_mm)
    return MatWords(
        title,
        say("labels.ruler"),
        {zone.name: _zone_words(game, zone.name, says) for zone in mat.zones.zones},
        [(_sheet_name(sheet, say, title), say(f"mat.do.{_cut_of(sheet)}")) for sheet in sheets],
        say("mat.plan", n=len(sheets), width=width, height=height),
        [say(f"mat.step_{step}") for step in STEPS],
        (
            load_font(asset("fonts", "NotoSerif-Bold.ttf")),
            load_font(asset("fonts", "NotoSerif-Regular.ttf")),
        ),
    )


def _zone_words(game: str, zone: str, says: Sequence[Phrases]) -> ZoneWords:
    """On paper a game may name a zone differently than on the screen, and add what lies there."""
    name, hint = f"mat.printed.{game}.{zone}", f"mat.hint.{game}.{zone}"
    names = (say(name if say.has(name) else f"mat.zone.{zone}") for say in says)
    hints = (say(hint) if say.has(hint) else "" for say in says)
    return ZoneWords(side_by_side(names), side_by_side(hints))


def _sheet_name(sheet: Sheet, say: Phrases, title: str) -> str:
    if sheet.count == 1:
        return title
    told = say("mat.sheet", n=sheet.number, count=sheet.count, place=_place_of(sheet, say))
    return f"{title}  ·  {told}"


def _place_of(sheet: Sheet, say: Phrases) -> str:
    """In words for up to three rows and columns, otherwise numbered."""
    if max(sheet.rows, sheet.columns) > 3:
        return say("mat.place.counted", row=sheet.row + 1, column=sheet.column + 1)
    row = _nth(sheet.row, sheet.rows, ("top", "middle", "bottom"))
    column = _nth(sheet.column, sheet.columns, ("left", "centre", "right"))
    told = [say(f"mat.place.{name}") for name in (row, column) if name]
    return say("mat.place.both", row=told[0], column=told[1]) if len(told) == 2 else told[0]


def _nth(at: int, count: int, names: tuple[str, str, str]) -> str:
    if count == 1:
        return ""
    return names[0] if at == 0 else names[2] if at == count - 1 else names[1]


def _cut_of(sheet: Sheet) -> str:
    if sheet.count == 1:
        return "alone"
    left, top = sheet.cut
    return ("both" if top else "left") if left else ("top" if top else "none")


def known_lenses() -> tuple[Lens, ...]:
    """The cameras of ``assets/cameras.toml``, in order."""
    path = asset("cameras.toml")
    try:
        data = tomllib.loads(path.read_text("utf-8"))
        return tuple(parse_lens(table, f"{path.name}, {name}") for name, table in data.items())
    except (tomllib.TOMLDecodeError, InvalidLayout) as error:
        raise CompanionError(f"cannot read the list of cameras: {error}; install the companion again") from error


def _heights(size_mm: tuple[float, float], tag_mm: float, say: Phrases) -> list[str]:
    lines = [say("mat.heights", width=f"{size_mm[0]:g}", height=f"{size_mm[1]:g}", tag=f"{tag_mm:g}")]
    for lens in known_lenses():
        low, high = lens.lowest(size_mm), lens.highest(tag_mm)
        across, down = (f"{mm / 10:.0f}" for mm in lens.sees(low))
        key = "mat.from_to" if low < high else "mat.only" if low == high else "mat.too_small"
        told = say(key, low=f"{low / 10:.0f}", high=f"{high / 10:.0f}", tag=lens.smallest_tag(low))
        lines.append(f"{lens.name:24} {say('mat.sees', low=f'{low / 10:.0f}', across=across, down=down):30} {told}")
    return lines
