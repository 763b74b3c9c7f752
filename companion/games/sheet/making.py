"""The questions from which a sheet is made or changed, each on a screen for four buttons."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from companion.language.i18n import Phrases
from companion.models import Header, NowLine
from companion.number_entry import Numbers
from companion.pages.play.tell_page import doors_model
from companion.screens import Goto, Leave
from companion.screens.doors_screen import DoorsScreen
from companion.screens.keyboard_screen import KeyboardScreen, keyboard_model
from companion.screens.number_screen import NumberModel, NumberScreen, number_model
from companion.screens.tell_screen import Node
from companion.sheets.drafts import COMMON_ROWS, ROUND_KINDS, common_row
from rules.sheets.model import MOST_ROUNDS, Win

TARGETS = (100, 500, 10, 21, 50, 200, 300, 1000, 5000)
HIGHEST_TARGET = 99_999
WORTHS = Numbers(range(-100, 101), 1)


def _back(say: Phrases) -> Node:
    return Node(say("screen.hint.back"), Leave(), icon="back", pinned=True)


def ask_name(say: Phrases, proposed: str, before: Iterable[str]) -> DoorsScreen:
    """To be typed, or as proposed; ``before``: games that were played here and have no sheet any more."""
    nodes = (
        Node(say("sheet.new.type"), Goto("type"), icon="tell", likely=True),
        Node(proposed, proposed, icon="pad", likely=True),
        *(Node(name, name) for name in before),
        _back(say),
    )
    return _doors(say, "name", nodes)


def ask_win(say: Phrases) -> DoorsScreen:
    nodes = (Node(say(f"sheet.new.win.{win}"), win, icon="crown", likely=True) for win in Win)
    return _doors(say, "win.question", (*nodes, _back(say)))


def ask_rounds(say: Phrases) -> DoorsScreen:
    nodes = (Node(say(f"sheet.new.rounds.{kind}"), kind, likely=True) for kind in ROUND_KINDS)
    return _doors(say, "rounds.question", tuple(nodes))


def ask_target(say: Phrases) -> DoorsScreen:
    nodes = (Node(str(number), number, likely=True) for number in TARGETS)
    return _doors(say, "target", (*nodes, Node(say("sheet.new.other_number"), Goto("number"), icon="tell")))


def ask_number(say: Phrases, *, target: bool) -> NumberScreen:
    numbers = Numbers(range(1, HIGHEST_TARGET + 1), 100) if target else Numbers(range(1, MOST_ROUNDS + 1), 1)
    now = NowLine(say("sheet.new.target" if target else "sheet.new.how_many"))
    return NumberScreen(number_model(say, Header(say("sheet.new.title")), now, numbers))


def ask_row(say: Phrases, used: Collection[str], so_far: tuple[str, ...] = (), title: str = "") -> DoorsScreen:
    """``used``: ids of rows that are there. With ``so_far`` one may also say that those are all."""
    nodes = [Node(say(f"sheet.new.row.{ident}"), common_row(ident)) for ident in COMMON_ROWS if ident not in used]
    nodes.append(Node(say("sheet.new.other_row"), Goto("type"), icon="tell", pinned=True))
    if so_far:
        nodes.insert(0, Node(say("sheet.new.done"), Goto("done"), icon="tick", likely=True))
        nodes.append(Node(say("sheet.new.worth", row=so_far[-1]), Goto("worth"), icon="scales", pinned=True))
    elif "points" not in used:
        nodes[0] = Node(nodes[0].label, nodes[0].command, likely=True)
    rows = (say("sheet.new.so_far"), tuple(Node(name) for name in so_far))
    key = "more_rows" if so_far else "rows"
    return DoorsScreen(
        doors_model(
            say, Header(title or say("sheet.new.title")), NowLine(say(f"sheet.new.{key}")), tuple(nodes), so_far=rows
        )
    )


def ask_worth(say: Phrases, name: str, *, yes: bool) -> NumberScreen:
    """How much one is worth; beside it whether it is just yes or no."""
    header, now = Header(say("sheet.new.title")), NowLine(say("sheet.new.worth_of", row=name))
    model = number_model(say, header, now, WORTHS)
    turned = Node(say("sheet.new.ask_number" if yes else "sheet.new.ask_yes"), Goto("yes"), icon="tick")
    return NumberScreen(
        NumberModel(model.header, model.now, model.numbers, model.words, last=(turned,), hints=model.hints)
    )


def type_name(say: Phrases, key: str, text: str = "") -> KeyboardScreen:
    return KeyboardScreen(keyboard_model(say, say(f"sheet.new.{key}"), text))


def _doors(say: Phrases, key: str, nodes: tuple[Node, ...]) -> DoorsScreen:
    return DoorsScreen(doors_model(say, Header(say("sheet.new.title")), NowLine(say(f"sheet.new.{key}")), nodes))
