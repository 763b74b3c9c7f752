"""``companion labels``: a tag for every card, to print and stick on; or the list of tags."""

from __future__ import annotations

import argparse
import json
import math
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from companion import CompanionError
from companion.facts.box import TaggedCard
from companion.files import unwritten
from companion.games import load_games, name_games
from companion.language.folders import ENGLISH, languages
from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from companion.printing.labels import (
    DEFAULT_MM,
    LARGEST_MM,
    SHAPES,
    SMALLEST_MM,
    Label,
    LabelWords,
    Sign,
    draw_labels,
    label_size,
)
from companion.printing.paper import PAPERS, LabelSheet, load_font, parse_sheet, plain_sheet
from companion.printing.table_cards import TableCard, draw_table_cards
from companion.resources import asset
from companion.seeing.sign_watch import ANSWERS, CONTROL_TAGS, SEAT_TAGS
from companion.settings import config as settings
from companion.settings.spoken_parser import with_values
from rules.core.words import words
from vision.errors import InvalidLayout
from vision.tags.text import CONTROL, LETTERS, SEAT

MOST_LANGUAGES = 2
BESIDE = ("seats", "controls")  # cards that belong to no game, cut out of plain paper


def add_arguments(parser: argparse.ArgumentParser) -> None:
    name_games(
        parser.add_argument(
            "--game",
            metavar="GAME",
        )
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE.pdf")
    parser.add_argument("--size", type=float, default=DEFAULT_MM, metavar="MM")
    with_values(parser.add_argument("--paper", default="a4"), papers=", ".join(sheet_names()))
    parser.add_argument(
        "--language",
        action="append",
        choices=languages(),
    )
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--json", action="store_true")
    settings.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    config, games = settings.from_args(args), load_games()
    home, codes = config.data_path, printed_languages(args.language or (config.spoken, config.edition, ENGLISH))
    if args.list and args.json and not args.language:
        codes = languages()  # a program finds the same names whatever language the box speaks
    say = Phrases(codes[0])
    if args.list and args.game is None:
        _print_list(tuple(card for game in games.slugs for card in cards_of(game, codes, home)), codes, args.json)
        if not args.json and sys.stdout.isatty():  # for somebody who adds a game; a program reads a line for each card
            print(letters_taken(say))
        return 0
    if args.game is None:
        raise Trouble(words("command.which_labels", games=", ".join((*games.slugs, *BESIDE))))
    game = args.game if args.game in BESIDE else games.slug_of(args.game, home)
    cards = cards_of(game, codes, home)
    if args.list:
        _print_list(cards, codes, args.json)
        return 0
    if args.output is None:
        raise Trouble(words("command.which_output"))
    if not cards:
        raise Trouble(words("command.no_cards", game=title_of(game, say, home)))
    if game in BESIDE:
        pages = write_table_cards(args.output, cards, args.paper, args.size, (game, codes))
    else:
        check_on_card(args.paper, args.size, games.box(game, home).card_mm)
        pages = write_labels(args.output, cards, args.paper, args.size, (title_of(game, say, home), say))
    key = "labels.written_cards" if game in BESIDE else "labels.written"
    print(say(key, file=str(args.output), n=len(cards), pages=pages))
    return 0


def printed_languages(wanted: Sequence[str]) -> tuple[str, ...]:
    """At most two, each once: a label has no room for more."""
    return tuple(dict.fromkeys(wanted))[:MOST_LANGUAGES]


def cards_of(game: str, codes: Sequence[str] = (ENGLISH,), home: Path | None = None) -> tuple[TaggedCard, ...]:
    """The cards of a game in box order; or the seat and control cards, whose numbers are reserved."""
    if game == "seats":
        return tuple(_extra(tag, "seat", codes, str(seat + 1)) for tag, seat in SEAT_TAGS.items())
    if game == "controls":
        return tuple(_extra(tag, name, codes) for tag, name in CONTROL_TAGS.items())
    return load_games().box(game, home).tagged(languages=codes)


def title_of(game: str, say: Phrases, home: Path | None = None) -> str:
    """A game's name, also of one that is data."""
    return say.game(game, load_games().box(game, home).rulebook())


def letters_taken(say: Phrases) -> str:
    """Which letters tags begin with, and which a new game may take."""
    games = {game.box.letter: say(f"screen.game.{game.slug}") for game in load_games() if game.box.letter}
    taken = {**games, SEAT: say("labels.seats"), CONTROL: say("labels.controls")}
    free = " ".join(letter for letter in LETTERS if letter not in taken)
    return say("labels.letters", taken=say.row(f"{letter} {taken[letter]}" for letter in sorted(taken)), free=free)


def in_piles(cards: Sequence[TaggedCard]) -> tuple[TaggedCard, ...]:
    """In print order: pile after pile."""
    return tuple(card for pile in piles_of(cards) for card in cards if card.pile == pile)


def piles_of(cards: Iterable[TaggedCard]) -> tuple[str, ...]:
    """The piles of a box, in the order of their first cards."""
    return tuple(dict.fromkeys(card.pile for card in cards))


def _extra(tag: str, name: str, codes: Sequence[str], which: str = "") -> TaggedCard:
    return TaggedCard(f"{name}{which}", tag, names=_in_each(name, codes, which))


def _in_each(name: str, codes: Sequence[str], which: str = "") -> tuple[str, ...]:
    return tuple(Phrases(code)(f"labels.{name}", which=which).strip() for code in codes)


def write_table_cards(
    path: Path, cards: tuple[TaggedCard, ...], paper: str, size_mm: float, about: tuple[str, Sequence[str]]
) -> int:
    """Seat cards with their four answers, or control cards: larger than labels, on plain paper only.

    ``about``: which of them, and in which languages.
    """
    check_size(size_mm)
    if paper not in PAPERS:
        raise Trouble(words("command.plain_paper"))
    which, codes = about
    edges = tuple(side_by_side(_in_each(answer, codes)) for answer in ANSWERS) if which == "seats" else ()
    drawn = [TableCard(card.tag or "", side_by_side(card.names), edges) for card in cards]
    say = Phrases(codes[0])
    printed = (
        say("labels.title", game=say(f"labels.{which}")),
        say("labels.ruler"),
        load_font(asset("fonts", "NotoSerif-Bold.ttf")),
    )
    return _written(path, lambda: draw_table_cards(path, drawn, PAPERS[paper], size_mm, printed))


def side_by_side(names: Iterable[str]) -> str:
    """The same in several languages, each only once."""
    return " · ".join(dict.fromkeys(names))


def check_size(size_mm: float) -> None:
    if not SMALLEST_MM <= size_mm <= LARGEST_MM:
        least, most = f"{SMALLEST_MM:.0f}", f"{LARGEST_MM:.0f}"
        raise Trouble(words("command.tag_size", least=least, most=most, got=f"{size_mm:g}"))


def check_on_card(paper: str, size_mm: float, card_mm: tuple[int, int] | None) -> None:
    """Refuses labels that are larger than the back of a card."""
    if card_mm is None:
        return
    label, card = find_sheet(paper, size_mm), sorted(card_mm)
    if any(side > room for side, room in zip(sorted((label.width, label.height)), card, strict=True)):
        size, back = f"{label.width:g} x {label.height:g}", "{} x {}".format(*card_mm)
        raise Trouble(words("command.label_too_large", size=size, card=back))


def _written(path: Path, draw: Callable[[], int]) -> int:
    try:
        return draw()
    except OSError as error:
        raise unwritten(path, error, "-o") from error


def write_labels(
    path: Path, cards: tuple[TaggedCard, ...], paper: str, size_mm: float, about: tuple[str, Phrases]
) -> int:
    """Draws the sheets; refuses sizes that no camera can read or that do not fit the labels.

    ``about``: the title, and the language of all but the names.
    """
    check_size(size_mm)
    sheet = find_sheet(paper, size_mm)
    if size_mm > min(sheet.width, sheet.height):
        most = min(sheet.width, sheet.height)
        fits = f"{math.floor(most)}"
        raise Trouble(words("command.tag_too_large", size=f"{size_mm:g}", most=f"{most:g}", fits=fits))
    (title, say), cards = about, in_piles(cards)
    legend = _legend(cards, say, sheet.count)
    printed = LabelWords(
        say("labels.title", game=title),
        say("labels.page"),
        say("labels.ruler"),
        say("labels.test", size=f"{size_mm:g}") + (f"\n\n{say('labels.order')}" if legend else ""),
        load_font(asset("fonts", "NotoSerif-Bold.ttf")),
        legend,
    )
    return _written(path, lambda: draw_labels(path, labels_of(cards, say), sheet, size_mm, printed))


def labels_of(cards: Sequence[TaggedCard], say: Phrases) -> list[Label]:
    """A label for each card, pile after pile; its text alone identifies the card."""
    signs, copies = _signs(cards, say), Counter((card.pile, card.names) for card in cards)
    return [
        _label(card, say, signs, is_only=copies[card.pile, card.names] == 1) for card in in_piles(cards) if card.tag
    ]


def _label(card: TaggedCard, say: Phrases, signs: Mapping[str, Sign], *, is_only: bool) -> Label:
    """The only card of its name in a pile needs no number."""
    copy = "" if is_only else say("labels.copy", n=card.copy)
    which = f"{_pile_name(card.pile, say)} {copy}".strip() if card.pile in signs else copy
    names = tuple(dict.fromkeys(card.names))
    players = () if card.min_players is None else (say("labels.players", n=card.min_players),)
    lines = (*names, *filter(None, (which,)), *players, card.tag or "")
    return Label(card.tag or "", lines, signs.get(card.pile), len(names))


def _pile_name(pile: str, say: Phrases) -> str:
    key = f"labels.pile.{pile}"
    return say(key) if say.has(key) else pile


def _signs(cards: Sequence[TaggedCard], say: Phrases) -> dict[str, Sign]:
    """A sign for each pile, if there are several: a shape, and as many letters as needed to tell them apart."""
    piles = piles_of(cards)
    if len(piles) < 2:
        return {}
    names = [_pile_name(pile, say).upper() for pile in piles]
    letters = next(n for n in range(1, 20) if len({name[:n] for name in names}) == len(names))
    return {
        pile: Sign(SHAPES[number % len(SHAPES)], name[:letters])
        for number, (pile, name) in enumerate(zip(piles, names, strict=True))
    }


def _legend(cards: Sequence[TaggedCard], say: Phrases, on_sheet: int) -> tuple[tuple[Sign, str], ...]:
    """What each sign means, how many labels have it, and on which sheets they are."""
    told, before = [], 0
    for pile, sign in _signs(cards, say).items():
        count = sum(card.pile == pile for card in cards)
        first, last = before // on_sheet + 1, (before + count - 1) // on_sheet + 1
        where = say("labels.on_page", page=first) if first == last else say("labels.on_pages", page=first, last=last)
        told.append((sign, say("labels.legend", pile=_pile_name(pile, say), n=count, where=where)))
        before += count
    return tuple(told)


@cache
def _sheets() -> dict[str, LabelSheet]:
    path = asset("labels", "sheets.toml")
    try:
        data = tomllib.loads(path.read_text("utf-8"))
        return {name: parse_sheet(name, table, f"{path.name}, {name}") for name, table in data.items()}
    except (tomllib.TOMLDecodeError, InvalidLayout) as error:
        raise CompanionError(f"cannot read the label sheets: {error}; install the companion again") from error


def sheet_names() -> tuple[str, ...]:
    return tuple(_sheets())


def find_sheet(name: str, size_mm: float) -> LabelSheet:
    if name in PAPERS:
        return plain_sheet(PAPERS[name], label_size(size_mm))
    if name not in _sheets():
        raise Trouble(words("command.which_paper", papers=", ".join([*PAPERS, *_sheets()]), got=repr(name)))
    return _sheets()[name]


def _print_list(cards: tuple[TaggedCard, ...], codes: Sequence[str], as_json: bool) -> None:
    if as_json:
        named = [{f"name_{code}": name for code, name in zip(codes, card.names, strict=True)} for card in cards]
        rows = zip(cards, named, strict=True)
        print(json.dumps([{"tag": card.tag, "card": card.card, **names, "copy": card.copy} for card, names in rows]))
        return
    for card in cards:
        print(f"{card.tag}  {card.card:30} {''.join(f'{name:32} ' for name in card.names)}".rstrip())
