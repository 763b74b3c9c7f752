"""Four doors: every thing behind some of them, in few presses, and by its letters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.models import Header, NowLine
from companion.program.window import Window
from companion.screens import Chosen, Leave, Touched
from companion.screens.doors import door_names, doors
from companion.screens.doors_screen import BUTTONS, DoorsModel, DoorsScreen
from companion.screens.intents import Intent, Typed
from companion.screens.tell_screen import Node
from tests.companion.samples import SAMPLES
from tests.gallery.samples import SampleTable


def _things(count: int) -> tuple[Node, ...]:
    return tuple(Node(f"{chr(65 + number % 26)}{number:03}", number) for number in range(count))


def _depth(nodes: tuple[Node, ...], wanted: object, *, inside: bool = False) -> int:
    """How many presses tell it."""
    door = next(door for door in doors(nodes, inside=inside) if any(node.command == wanted for node in door))
    return 1 if len(door) == 1 else 1 + _depth(door, wanted, inside=True)


@pytest.mark.parametrize(("count", "most"), [(1, 1), (4, 1), (5, 2), (16, 2), (17, 3), (54, 3), (64, 3), (68, 4)])
def test_everything_is_behind_a_door_in_as_few_presses_as_can_be(count: int, most: int) -> None:
    nodes = _things(count)
    depths = [_depth(nodes, number) for number in range(count)]
    assert max(depths) == most
    assert len(doors(nodes)) <= 4


def test_where_several_are_chosen_they_come_in_turn_and_the_last_node_ends_it() -> None:
    things, end = _things(14), Node("The rest", "end", pinned=True)
    model = DoorsModel(Header(""), NowLine("Which?"), (*things, end), keeps=True)
    screen, seen, presses = DoorsScreen(model), list[object](), 0
    while len(screen.doors.get(2, ())) > 1:
        seen += [door[0].command for door in screen.doors.values() if len(door) == 1]
        assert seen.pop() == "end", "it can be ended from everywhere"
        assert screen.handle(Intent.OK) is None
        presses += 1
    seen += [door[0].command for door in screen.doors.values()]
    assert seen == [*range(14), "end"]
    assert presses == 6, "two at a time"
    assert screen.handle(Intent.BACK) == Chosen("end")
    screen.show(replace(model, now=NowLine("Which else?")))
    assert screen.page == model.nodes, "another question begins with the first things again"


def test_a_few_too_many_make_only_the_last_door_deeper() -> None:
    nodes = _things(68)
    depths = sorted(_depth(nodes, number) for number in range(68))
    assert depths.count(3) >= 60


@pytest.mark.parametrize(("likely", "others", "presses"), [(1, 40, 1), (3, 15, 1), (2, 53, 2), (5, 50, 3)])
def test_what_is_likely_comes_sooner_and_nothing_later_for_it(likely: int, others: int, presses: int) -> None:
    ahead = tuple(Node(f"Z{number}", ("likely", number), likely=True) for number in range(likely))
    nodes = (*_things(others), *ahead)
    assert max(_depth(nodes, node.command) for node in ahead) <= presses
    assert max(_depth(nodes, number) for number in range(others)) <= 3


def test_the_way_out_is_the_last_of_all_and_alone_it_is_backs_own() -> None:
    out = Node("Out", Leave(), pinned=True)
    assert doors((*_things(30), out))[-1][-1] is out
    screen = DoorsScreen(DoorsModel(Header(""), NowLine("?"), (Node("Done", "done"), out)))
    assert screen.handle(Intent.BACK) == Leave()
    assert screen.handle(Intent.OK) == Chosen("done")


def test_doors_say_from_where_to_where_and_no_letter_stands_on_two() -> None:
    names = ("Mast", "Maud", "Mist", "Most")
    assert door_names([(Node("Ada"), Node("Mast")), (Node("Maud"), Node("Zoe"))]) == ("Ada – Mast", "Maud – Zoe")
    assert door_names([(Node(name),) for name in names]) == names
    assert door_names([(Node("Ada"), Node("Bo")), (Node("Silk"), Node("Spice"))]) == ("Ada – Bo", "Silk – Spice")


def test_as_many_whole_words_as_tell_two_doors_apart() -> None:
    found = [("Arab Caravan", "Mongol Artifact"), ("Mongol Sword", "Nomad"), ("Opium", "Pearl")]
    names = door_names([tuple(Node(label) for label in door) for door in found])
    assert names == ("Arab – Mongol Artifact", "Mongol Sword – Nomad", "Opium – Pearl")
    likely = (Node("Gold", likely=True), Node("Jade", likely=True), Node("Tent"))
    assert door_names([likely, (Node("Several"), Node("Later", pinned=True))]) == ("Gold …", "Several / Later")


def test_borders_between_doors_stay_while_the_step_lasts() -> None:
    nodes = _things(30)
    screen = DoorsScreen(DoorsModel(Header(""), NowLine("?"), nodes, step="1.reveal"))
    before = {node.label: number for number, door in screen.doors.items() for node in door}
    for left in (nodes[7:], nodes[7:-3], (replace(nodes[9], likely=True), *nodes[12:])):
        screen.show(DoorsModel(Header(""), NowLine("?"), left, step="1.reveal"))
        assert len(screen.page) == len(left)
        if not left[0].likely:
            assert {node.label: before[node.label] for node in left} == {
                node.label: number for number, door in screen.doors.items() for node in door
            }
    screen.show(DoorsModel(Header(""), NowLine("?"), nodes[15:], step="1.effects"))
    assert len(screen.doors[0]) == 4, "the next step begins anew"


def _cards_of(likely: tuple[str, ...]) -> tuple[Node, ...]:
    """Fifty kinds: of every tenth there are many."""
    nodes = (replace(node, often=6 if node.command % 10 == 3 else 1) for node in _things(50))  # type: ignore[operator]
    return (*(replace(node, likely=node.label in likely) for node in nodes), Node("Out", Leave(), pinned=True))


@pytest.mark.slow
def test_of_what_there_is_most_comes_sooner_and_hardly_anything_later() -> None:
    first, *others = doors(_cards_of(()))
    assert [node.command for node in first] == [3, 33, 13, 43], "from A to Z"
    depths = [_depth(_cards_of(()), node.command) for node in _things(50)]
    assert depths.count(2) >= 4
    assert depths.count(4) <= 2, "in a door with one too many"
    assert [door[0].label[0] for door in others] == ["A", "I", "R"], "from A to Z"


def test_whoever_is_asked_and_whatever_is_likely_the_borders_stay() -> None:
    labels = [node.label for node in _things(50)]
    behind: dict[str, set[int]] = {}
    for likely in ((), (labels[7],), (labels[0], labels[1]), tuple(labels[4:8]), tuple(labels[20:26])):
        found = doors(_cards_of(likely))
        assert {node.label for node in found[0]} >= set(likely)
        assert len(found[0]) == (1 if len(likely) == 1 else max(4, len(likely))), "alone, or with the commonest"
        for number, door in enumerate(found[1:]):
            for node in door:
                behind.setdefault(node.label, set()).add(number)
    assert all(len(numbers) == 1 for numbers in behind.values())
    assert len(behind) == 51


def test_no_door_is_empty_whatever_has_been_told_in_the_step() -> None:
    nodes = _things(30)
    screen = DoorsScreen(DoorsModel(Header(""), NowLine("?"), nodes, step="1.reveal"))
    for left in (nodes[9:], nodes[20:], nodes[22:28]):
        screen.show(DoorsModel(Header(""), NowLine("?"), left, step="1.reveal"))
        assert len(screen.doors) == 4
        assert all(screen.doors.values()), "a press on an empty door would do nothing"


def test_numbers_on_doors_are_whole_and_in_their_order() -> None:
    def names(labels: list[str]) -> tuple[str, ...]:
        return door_names(doors(tuple(Node(label, label) for label in labels)))

    amounts = [str(amount) for amount in range(100)]
    assert names(amounts) == ("0 – 15", "16 – 31", "32 – 47", "48 – 99")
    assert names([f"Bid {amount}" for amount in amounts])[1] == "Bid 16 – 31"
    assert names([str(amount) for amount in range(-8, 8)])[:2] == ("-8 – -5", "-4 – -1")


def _screen(*nodes: Node) -> DoorsScreen:
    return DoorsScreen(DoorsModel(Header(""), NowLine("Which?"), nodes))


def _type(screen: DoorsScreen, text: str) -> None:
    for letter in text:
        assert screen.handle(Typed(letter)) is None


def test_letters_find_what_begins_with_them_and_enter_takes_it() -> None:
    screen = _screen(Node("Gold", 1), Node("Goldschmied", 2), Node("Öl", 3), Node("Arab Gold", 4))
    _type(screen, "gol")
    assert [node.label for node in screen.found] == ["Gold", "Goldschmied", "Arab Gold"]
    assert screen.handle(Intent.NEXT) is None
    assert screen.handle(Intent.OK) == Chosen(2)
    assert screen.text == "", "the next one starts again"
    _type(screen, "ol")
    assert screen.handle(Intent.OK) == Chosen(3), "who has no ö writes o"


def test_letters_are_deleted_and_what_fits_nothing_tells_nothing() -> None:
    screen = _screen(Node("Gold", 1), Node("Silk", 2))
    _type(screen, "x")
    assert screen.found == ()
    assert screen.handle(Intent.OK) is None
    _type(screen, "\b")
    assert screen.handle(Intent.PREVIOUS) == Chosen(1)


def test_holding_back_goes_one_press_back_before_it_takes_anything_back() -> None:
    screen = _screen(*_things(20))
    screen.handle(Intent.PREVIOUS)
    inside = screen.page
    assert len(inside) < 20
    assert screen.handle(Intent.UNDO) is None
    assert len(screen.page) == 20
    outcome: Any = screen.handle(Intent.UNDO)
    assert type(outcome).__name__ == "Undo"


def test_a_touch_opens_a_door_too() -> None:
    screen = _screen(*(Node(name, name) for name in "ABCD"))
    assert screen.handle(Touched("choice.3")) == Chosen("D")


def test_a_thing_with_others_behind_it_is_opened_and_named() -> None:
    screen = _screen(Node("A", 1), Node("Others", children=(Node("B", 2), Node("C", 3))))
    assert screen.handle(Intent.NEXT) is None
    assert (screen._now().text, screen._now().why) == ("Others", "Which?")
    assert screen.handle(BUTTONS[1]) == Chosen(3)


def test_other_things_to_tell_begin_from_the_first_door() -> None:
    screen = _screen(*_things(20))
    screen.handle(Intent.PREVIOUS)
    screen.show(DoorsModel(Header(""), NowLine("Which?"), _things(19)))
    assert len(screen.page) == 19


def _bids(most: int) -> Node:
    return Node("Bid …", children=tuple(Node(f"Bid {n}", ("bid", n), number=n) for n in range(1, most + 1)))


def test_one_sort_of_numbers_shares_the_doors_with_few_other_things() -> None:
    screen = _screen(Node("Pass", "pass"), _bids(60), Node("Out", Leave(), pinned=True))
    assert screen.names == {0: "Pass", 1: "1 – 4", 2: "5 – 60", 3: "Out"}
    assert [node.number for node in screen.doors[1]] == [1, 2, 3, 4]
    assert screen.handle(Intent.PREVIOUS) == Chosen("pass")
    assert screen.handle(Intent.BACK) == Leave()
    assert screen.handle(Intent.NEXT) is None
    assert screen.handle(Intent.OK) == Chosen(("bid", 3))
    _type(screen, "42")
    assert screen.handle(Intent.OK) == Chosen(("bid", 42))
    assert screen.handle(Touched("key.9")) is None
    assert screen.handle(Touched("key.enter")) == Chosen(("bid", 9))


def test_beside_many_things_numbers_have_a_door_of_their_own() -> None:
    screen = _screen(*(Node(name, name) for name in "ACD"), _bids(9))
    assert screen.names == {0: "A", 1: "Bid …", 2: "C", 3: "D"}
    screen.handle(Intent.NEXT)
    assert screen.names == {0: "1", 1: "2", 2: "3 – 5", 3: "6 – 9"}
    assert screen._now().text == "Bid …"
    screen.handle(Intent.OK)
    screen.handle(Intent.UNDO)
    screen.handle(Intent.UNDO)
    assert screen.names[1] == "Bid …", "one press back, and one more"
    screen.handle(Intent.NEXT)
    assert screen.handle(Intent.PREVIOUS) == Chosen(("bid", 1))


def test_what_is_beside_numbers_may_have_things_behind_it() -> None:
    others = Node("Others", children=(Node("B", 2), Node("C", 3)), pinned=True)
    screen = _screen(_bids(9), others)
    screen.handle(Intent.BACK)
    assert screen.handle(Intent.PREVIOUS) == Chosen(2)


def test_the_exact_name_comes_first_wherever_it_stands() -> None:
    screen = _screen(Node("Goldschmied", 2), Node("3 Gold", 3), Node("Arab Gold", 4))
    _type(screen, "gold")
    assert [node.label for node in screen.found] == ["3 Gold", "Goldschmied", "Arab Gold"]
    behind = _screen(Node("Goldschmied", 2), Node("More", children=(Node("Gold · Palace", 1),)))
    _type(behind, "Gold")
    assert behind.handle(Intent.OK) == Chosen(1), "it is found behind a door too"


def test_a_card_that_cannot_be_says_why_and_its_neighbour_is_not_told_instead() -> None:
    gone = Node("Gold", why="lies in front of Linda")
    nodes = (Node("Goldschmied", 2), Node("Silk", 5))
    screen = DoorsScreen(DoorsModel(Header(""), NowLine("?"), nodes, elsewhere=lambda: (gone, Node("Golem", why="no"))))
    _type(screen, "gold")
    assert screen.found == (gone, nodes[0])
    assert screen.handle(Intent.OK) is None
    assert screen.text == "gold", "the reason stays in sight"
    assert screen.handle(Intent.NEXT) is None
    assert screen.handle(Intent.OK) == Chosen(2)
    _type(screen, "gol")
    assert [node.label for node in screen.found] == ["Goldschmied", "Gold", "Golem"], "what can be, then the rest"


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_a_few_likely_things_are_as_large_as_the_names_of_doors(size: tuple[int, int]) -> None:
    screen: Any = SAMPLES["tell"](SampleTable("de", 8))
    window = Window.headless(size)
    window.show(screen, 0)
    first, second = (
        {text.px for text in window.canvas.written if text.text in {node.label for node in screen.doors[door]}}
        for door in (0, 1)
    )
    assert len(first) == 1, "one size"
    assert min(first) > 1.2 * max(second)


def test_names_on_two_lines_stand_apart() -> None:
    screen: Any = SAMPLES["tell-names"](SampleTable("en", 8))
    window = Window.headless((1280, 720))
    window.show(screen, 0)
    labels = {node.label for door in screen.doors.values() for node in door}
    drawn = [text for text in window.canvas.written if text.text in labels]
    assert len(drawn) == len(labels)
    for one in drawn:
        below = [other.ink.top for other in drawn if other.ink.left == one.ink.left and other.ink.top > one.ink.top]
        assert not below or min(below) - one.ink.bottom >= one.px * 0.2, one.text


@pytest.mark.parametrize("zoom", [1.0, 1.5])
def test_of_letters_none_is_hidden_and_what_was_told_says_which(zoom: float) -> None:
    screen = SAMPLES["letters"](SampleTable("de", 8))
    assert isinstance(screen, DoorsScreen)
    assert [node.label.partition(" · ")[2] for node in screen.model.so_far] == ["C", "E", "H"]
    window = Window.headless((800, 480), zoom=zoom)
    window.show(screen, 0)
    written = {text.text for text in window.canvas.written}
    assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZ") <= written
    assert not [text for text in written if text.startswith("+")]
