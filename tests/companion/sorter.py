"""Somebody who teaches a box by piles: sorts the cards as they are printed, lays them, and counts the presses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from companion.games.amul.powers.amounts import ROWS
from companion.games.amul.powers.grammar import TERMS, form_of, spelt_out
from companion.inbox import TableSeen
from companion.pages.teaching.answer_picker import Like, Shown
from companion.pages.teaching.compose_page import ComposePage
from companion.pages.teaching.pile_page import PilePage
from companion.screens.doors import doors
from companion.screens.doors_screen import BUTTONS, DoorsScreen
from companion.screens.intents import Intent, Typed
from companion.screens.keyboard_screen import KeyboardScreen
from companion.screens.number_screen import NumberScreen
from companion.screens.teach_screen import keyed
from companion.screens.tell_screen import Node
from companion.settings.changing import with_setting
from companion.teaching.composing import DONE
from companion.teaching.piles import PileSort
from rules.amul.power import parse_power
from rules.core.table import TableCards
from tests.companion.pupil import Pupil, part_answers, path_to
from tests.games import GAMES, game_box

WHOLE = ("kind", "trait", "colour", "position", "source", "any")


class Sorter(Pupil):
    """``printed``: what is on the cards that lie before this person."""

    def __init__(self, folder: Path, first: Any, slug: str, *, camera: bool = True, language: str = "en") -> None:
        super().__init__(folder, first, language=language)
        if camera:
            self.context.config = with_setting(self.context.config, "camera.kind", "usb")
        self.slug = slug
        self.printed = _called_star(game_box(slug).document("practice", Path()))
        course = GAMES[slug].course
        assert course is not None
        self.course = course(self.printed, None)
        self.counts: dict[str, int] = {}
        self._gone = False
        self._known_cards: tuple[object, list[str]] = (None, [])
        self._sorts = {sort.name: sort for sort in self.course.pile_sorts()}

    def lay(self, cards: Iterable[str]) -> None:
        """These cards on the mat, and no others."""
        table = TableCards({"mat": frozenset(cards)})
        self.app.inbox.put(TableSeen(table, frozenset(), at_ms=self.now_ms))
        self.app.tick()

    def _cards(self) -> list[str]:
        """Every card by its tag, as the box names them now."""
        now = len(self.counts), self._gone
        if self._known_cards[0] != now:
            self._known_cards = (now, [card.card for card in game_box(self.slug).tagged()])
        return self._known_cards[1]

    # Piles that one look tells.

    def teach_piles(self, most: int = 100) -> None:
        for _ in range(most):
            page = self.app.page
            if not isinstance(page, PilePage):
                return
            assert page.sorting is not None
            before, sort = self.presses, page.sorting.sort
            self._teach_pile(page, sort)
            self.counts[sort.name] = self.counts.get(sort.name, 0) + self.presses - before
        raise AssertionError(sort.name)

    def _teach_pile(self, page: PilePage, sort: PileSort) -> None:
        assert page.sorting is not None
        if sort.asks_more:
            self._name_more(page)
            return
        known = page.sorting.values
        wanted = {unit: value for unit, value in self._values(sort).items() if unit not in known}
        here = [unit for unit, value in wanted.items() if value == page.sorting.pile.value]
        self.lay([])
        self.lay(map(self._card_of, here))
        if here:
            self.choose_listed("all")
        elif sort.has_rest:
            self.choose_listed("rest")
        elif sort.gone is not None and not set(page.sorting.left) & set(wanted):
            self.choose_listed("gone")
            self._gone = True
        else:
            self.choose_listed("skip")

    def _values(self, sort: PileSort) -> dict[str, Any]:
        """What is printed, in the names the box has for it now."""
        printed = self._sorts[sort.name].known
        named = {unit if unit in sort.units else f"{unit}#1": value for unit, value in printed.items()}
        return {unit: value for unit, value in named.items() if unit in sort.units}

    def _card_of(self, unit: str) -> str:
        """Any card of a kind; a copy is the card itself."""
        cards = self._cards()
        return unit if unit in cards else next(card for card in cards if card.partition("#")[0] == unit)

    def _name_more(self, page: PilePage) -> None:
        assert page.sorting is not None
        known = {sort.name for sort in page._room.pile_sorts}
        other = next((sort for sort in self._sorts.values() if sort.name not in known), None)
        if other is None:
            self.choose_listed("none")
            return
        self.choose_listed("more")
        self.choose_listed((other.name.partition(".")[2],))

    # What is put together.

    def teach_made(self, groups: Iterable[tuple[str, ...]], answers: Any, fills: Any) -> None:
        """Pile after pile; ``answers``: of a pile, ``fills``: of one of its cards, what is left open."""
        for group in groups:
            page = self.app.page
            assert isinstance(page, ComposePage)
            self.lay([])
            self.lay(map(self._card_of, group))
            assert set(page.pile) == set(group)
            if like := self._like(group):
                self.lay([*map(self._card_of, group), self._card_of(like)])
                self.choose_door(Like(like))
                self._answer_all(page, group[0], power_parts(self.printed["cards"], group[0]))
                continue
            self._answer_all(page, "", answers(group))
            for thing in page.pile:
                if page.thing == thing:
                    self._answer_all(page, thing, fills(group, thing))

    def teach_one(self, page: ComposePage, thing: str, answers: Iterator[Any]) -> None:
        """One card that is a pile by itself."""
        self._answer_all(page, "", answers, thing)

    def _like(self, group: tuple[str, ...]) -> str | None:
        """A card told before of which this one differs in names and numbers only."""
        cards = self.printed["cards"] if self.slug == "amul" else {}
        if len(group) > 1 or group[0] not in cards or len(cards[group[0]]["power"]) < 2:
            return None
        left = self.app.page.left  # type: ignore[attr-defined]
        forms = form_names(cards[group[0]]["power"])
        alike = [one for one in cards if one not in left and form_names(cards[one]["power"]) == forms]
        return alike[-1] if alike else None

    def _answer_all(self, page: ComposePage, thing: str, answers: Iterator[Any], of: str = "") -> None:
        """``of``: the card, where the pile is one."""
        pending, left = list(answers), page.left
        while pending and page.thing == thing and page.ask is not None and page.left == left:
            ask = page.ask
            assert ask is not None
            offered = [option.value for option in ask.options if isinstance(option.value, list)]
            whole = next((power for power in offered if self._is_power(of or thing, power)), None)
            if whole is not None:
                self.choose_door(whole)
                return
            if ask.is_text:
                self._type(self.screen, pending.pop(0))
            else:
                self._answer_one(page, ask, pending)

    def _is_power(self, thing: str, power: list[Any]) -> bool:
        return bool(thing) and is_power(power, self.printed["cards"][thing]["power"], self.printed["cards"])

    def _answer_one(self, page: ComposePage, ask: Any, pending: list[Any]) -> None:
        if not (chosen := several_at_once(ask, pending)) and (laid := self._to_lay(ask, pending)):
            self._show(page, laid)
            return
        for value in chosen or next_of(ask, pending):
            self.choose_door(value)

    def _to_lay(self, ask: Any, pending: list[Any]) -> list[str]:
        """The cards that the next answers name, taken from them; none where it is no question for cards."""
        kinds = [option.value for option in ask.options]
        at = 1 if pending[0] in ("kind", "kinds") else 0
        if at == 0 and not ask.by_letters:
            return []
        named: list[str] = []
        for value in pending[at:]:
            if value == DONE or (pending[0] == "kind" and named):
                break
            named.append(value)
        if at == 0 and pending[0] not in kinds:
            return []
        ends = pending[at + len(named) : at + len(named) + 1] == [DONE] and pending[0] != "kind"
        if not self._spare(named):
            return []
        del pending[: at + len(named) + ends]
        return named

    def _spare(self, kinds: list[str]) -> list[str]:
        """Cards to show that do not lie in the pile already."""
        cards = self._cards()
        lying, spare = set(self.app.page.in_view), []  # type: ignore[attr-defined]
        for kind in kinds:
            copies = [card for card in cards if card.partition("#")[0] == kind and card not in spare]
            if not copies:
                return []
            spare.append(min(copies, key=lambda card: card in lying))
        return spare

    def _show(self, page: ComposePage, kinds: list[str]) -> None:
        lying, spare = set(page.in_view), self._spare(kinds)
        self.lay(lying - set(spare))  # a card that lies there is taken up, and laid down again
        self.lay({*lying, *spare})
        shown = next(node.command for node in self.screen.model.nodes if isinstance(node.command, Shown))
        assert sorted(shown.things) == sorted(kinds)
        self.choose_door(shown)
        if isinstance(self.app.page, ComposePage):
            self.lay(lying)

    def choose_door(self, value: Any) -> None:
        choose_door(self, value)


def choose_door(person: Any, value: Any) -> None:
    """Door after door, until the thing itself is chosen."""
    for _ in range(10):
        screen = person.screen
        assert isinstance(screen, DoorsScreen), (screen, value)
        found = [(n, door) for n, door in screen.doors.items() if any(_holds(node, value) for node in door)]
        assert found, (value, [node.label for node in screen.page])
        number, door = found[0]
        person.press(BUTTONS[number])
        if len(door) == 1 and not door[0].children:
            return
    raise AssertionError(value)


def several_at_once(ask: Any, pending: list[Any]) -> tuple[Any, ...]:
    """Doors that answer more than one question: a row of points, or what is counted; taken from ``pending``."""
    steps = tuple(pending[: pending.index(DONE)]) if DONE in pending else ()
    rows = [option.value for option in ask.options if isinstance(option.value, tuple)]
    preset = next((row for row in rows if row[0] in ROWS and _goes_on(row[0], steps)), None)
    if preset is not None:
        del pending[: len(steps) + 1]
        return preset, len(steps)
    row = max((row for row in rows if row == steps[: len(row)]), key=len, default=None)
    if row is not None and len(row) > 1 and steps:
        del pending[: len(row)]
        return (row,)
    pair = (pending[0], pending[1] if pending[0] != "any" else True) if pending[0] in WHOLE else None
    if pair is not None and any(option.value == pair for option in ask.options):
        del pending[: 1 if pair[0] == "any" else 2]
        return (pair,)
    return ()


def next_of(ask: Any, pending: list[Any]) -> tuple[Any, ...]:
    """The next answer, taken from ``pending``, through the door to other numbers where it must be."""
    value = pending.pop(0)
    offered = [option.value for option in ask.options]
    if isinstance(value, str) and value not in offered and "other" in offered:
        pending.insert(0, value)
        return ("other",)  # a word to type
    return ("more", value) if isinstance(value, int) and value not in offered else (value,)


def _goes_on(name: str, steps: tuple[int, ...]) -> bool:
    return len(steps) > 2 and list(steps) == [ROWS[name](n) for n in range(1, len(steps) + 1)]


def _called_star(value: Any) -> Any:
    """The practice box has one symbol more: somebody who calls it star has no word to type."""
    if isinstance(value, Mapping):
        return {"star" if key == "holy" else key: _called_star(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_called_star(item) for item in value]
    return "star" if value == "holy" else value


class Typist(Sorter):
    """No camera, but a keyboard: one key where one key does it, else as few letters as tell a card from the others."""

    def __init__(self, folder: Path, first: Any, slug: str) -> None:
        super().__init__(folder, first, slug, camera=False)

    def key(self, value: Any) -> None:
        """An answer of a lesson, by its letter, its digit or its number."""
        screen = self.screen
        if isinstance(screen, KeyboardScreen | NumberScreen) or (isinstance(screen, DoorsScreen) and screen.entry):
            self._write(str(value))
            self.press(Intent.OK)
            return
        index = path_to(screen.page, value)[0]
        label = screen.page[index].label
        text = label if len(label) == 1 else str(index + 1)
        if keyed(screen.page, text) == index:
            self._write(text)
        else:
            self.answer(value)

    def _write(self, text: str) -> None:
        for letter in text:
            self.presses += 1
            self.now_ms += 100
            self.app.press(Typed(letter))

    def choose_door(self, value: Any) -> None:
        """By letters where that takes fewer presses than the doors."""
        screen = self.screen
        if screen.entry is not None:
            self.key(value)
            return
        letters = self._letters(screen, value)
        if letters is None or len(letters.rstrip("\n")) + letters.endswith("\n") >= self._doors_to(screen, value):
            super().choose_door(value)
            return
        self._write(letters.rstrip("\n"))
        if letters.endswith("\n"):
            self.press(Intent.OK)

    def _letters(self, screen: DoorsScreen, value: Any) -> str | None:
        label = next((node.label for node in _leaves(screen.model.nodes) if _holds(node, value)), "")
        for start in (0, 2) if label[1:2] == " " else (0,):
            for end in range(start + 1, len(label) + 1):
                screen.text = label[start:end].lower()
                typed, found = screen.text, screen.found
                screen.text = ""
                if found and _holds(found[0], value):
                    return typed if typed.isdecimal() and len(found) == 1 else f"{typed}\n"
        return None

    @staticmethod
    def _doors_to(screen: DoorsScreen, value: Any) -> int:
        nodes, presses = screen.model.nodes, 0
        while True:
            door = next(door for door in doors(nodes) if any(_holds(node, value) for node in door))
            presses += 1
            if len(door) == 1 and not door[0].children:
                return presses
            nodes = door[0].children if len(door) == 1 else door

    def _to_lay(self, ask: Any, pending: list[Any]) -> list[str]:
        return []


def _leaves(nodes: Iterable[Node]) -> Iterator[Node]:
    for node in nodes:
        yield from _leaves(node.children) if node.children else (node,)


def _holds(node: Node, value: Any) -> bool:
    if node.children:
        return any(_holds(child, value) for child in node.children)
    return type(node.command) is type(value) and node.command == value


# The powers of a box in piles of the same form.


def power_groups(cards: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Cards of the same form together; those with several sentences one by one."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for slug, entry in sorted(cards.items()):
        forms = form_names(entry["power"])
        groups.setdefault(forms if len(forms) < 2 else (*forms, slug), []).append(slug)
    names = [form.name for form in TERMS]
    ordered = sorted(groups, key=lambda forms: (len(forms), [names.index(name) for name in forms[:1]], forms))
    return [tuple(groups[forms]) for forms in ordered]


def form_names(power: list[Mapping[str, Any]]) -> tuple[str, ...]:
    found = [form_of(term, TERMS) for term in power]
    return tuple(form.name for form in found if form is not None)


def group_answers(cards: Mapping[str, Any], group: tuple[str, ...]) -> Iterator[Any]:
    """What all of a group share; where they differ, that."""
    powers = [[spelt_out(term) for term in cards[slug]["power"]] for slug in group]
    for number, term in enumerate(powers[0]):
        form = form_of(term, TERMS)
        assert form is not None
        yield form.name
        alike = [all(power[number][part.key] == term[part.key] for power in powers) for part in form.fields]
        if len(group) > 1 and len(powers[0]) == 1 and not any(alike):
            yield "apart"
            return
        if len(group) > 1:
            yield "partly"
        for part in form.fields:
            values = [power[number][part.key] for power in powers]
            if all(value == values[0] for value in values):
                yield from part_answers(part.sort, values[0], part.key)
            else:
                yield "differs"
    yield DONE


def power_parts(cards: Mapping[str, Any], slug: str) -> Iterator[Any]:
    """Everything a card says but its form."""
    for term in map(spelt_out, cards[slug]["power"]):
        form = form_of(term, TERMS)
        assert form is not None
        for part in form.fields:
            yield from part_answers(part.sort, term[part.key], part.key)


def fill_answers(cards: Mapping[str, Any], group: tuple[str, ...], slug: str) -> Iterator[Any]:
    """What differs, as it is on one card."""
    powers = [[spelt_out(term) for term in cards[one]["power"]] for one in group]
    mine = powers[group.index(slug)]
    for number, term in enumerate(mine):
        form = form_of(term, TERMS)
        assert form is not None
        for part in form.fields:
            if any(power[number][part.key] != term[part.key] for power in powers):
                yield from part_answers(part.sort, term[part.key], part.key)


def is_power(power: list[Any], printed: list[Any], kinds: Any) -> bool:
    """Whether both mean the same."""
    return bool(same_power(parse_power(power, "", kinds)) == same_power(parse_power(printed, "", kinds)))


def same_power(power: Any) -> Any:
    """A power by what it means: in which order the cards are named that it wants or counts means nothing."""
    if isinstance(power, tuple):
        items = [same_power(item) for item in power]
        return tuple(sorted(items)) if all(isinstance(item, str) for item in items) else tuple(items)
    if is_dataclass(power) and not isinstance(power, type):
        return (type(power).__name__, *(same_power(getattr(power, part.name)) for part in fields(power)))
    return power
