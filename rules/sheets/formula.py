"""From the text of a formula to its parts. Bounded before anything is built; names are looked up in ``checking``."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, cast

from rules.core.words import Value, Words, words
from rules.sheets.model import Formula
from rules.sheets.nodes import Best, If, Literally, Node, OfCards, OfGame, OfRow, One, Two, leaves_of
from rules.sheets.numbers import DECIMALS, LARGEST, plain

LONGEST = 500  # characters
MOST_PARTS = 200
DEEPEST = 20  # brackets in brackets
MOST_SET_MARKS = 10  # in one ``sets``; counting takes twice as long for each one more

OF_ROW = ("sum", "pts", "total", "most", "least", "rank", "others")
OF_CARDS = ("card", "cards", "kinds", "sets")
OF_GAME = ("players", "round", "rounds")
ARGUMENTS = {
    "min": (1, MOST_PARTS),
    "max": (1, MOST_PARTS),
    "abs": (1, 1),
    "floor": (1, 1),
    "ceil": (1, 1),
    "if": (3, 3),
}
RESERVED = frozenset((*OF_GAME, "and", "or", "not", "if"))  # cannot be ids of rows: they mean something by themselves

_TOKEN = re.compile(
    r"""\s*+(?:
      (?P<name> [0-9]*+[a-z_][a-z0-9_]*+ )
    | (?P<number> [0-9]++(?:\.[0-9]++)? )
    | (?P<sign> // | == | != | <= | >= | [-+*/%<>(),] )
    | (?P<end> \Z )
    )""",
    re.VERBOSE,
)
_COMPARING = ("==", "!=", "<", "<=", ">", ">=")


class FormulaMistake(ValueError):
    """What is wrong, as a sentence with the next step."""

    def __init__(self, name: str, /, **values: Value) -> None:
        self.said: Words = words(f"sheets.formula.{name}", **values)
        super().__init__(repr(self.said))


def parse_formula(text: str) -> Formula:
    """Raises ``FormulaMistake``: the first there is."""
    if len(text) > LONGEST:
        raise FormulaMistake("too_long", most=LONGEST, got=len(text))
    root = _Parser(_tokens(text)).whole()
    return Formula(text, root, leaves_of(root))


def _tokens(text: str) -> list[str]:
    """Names, numbers and signs; the last token is empty."""
    found: list[str] = []
    at = 0
    while True:
        token = _TOKEN.match(text, at)
        if token is None:
            rest = text[at:].lstrip()
            raise FormulaMistake("one_equals" if rest[0] == "=" else "letter", got=repr(rest[0]))
        found.append(token[0].lstrip())
        if token.lastgroup == "end":
            return found
        at = token.end()


class _Parser:
    """Recursive descent; each method takes what it understands off the tokens."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0
        self._level = 0
        self._parts = 0

    def whole(self) -> Node:
        node = self._any()
        if self._next:
            raise FormulaMistake("left_over", got=self._next)
        return node

    @property
    def _next(self) -> str:
        return self._tokens[self._at]

    def _take(self) -> str:
        self._at += 1
        return self._tokens[self._at - 1]

    def _accept(self, *tokens: str) -> str | None:
        return self._take() if self._next in tokens else None

    def _expect(self, token: str) -> None:
        if self._accept(token) is None:
            raise FormulaMistake("expected", expected=token, got=self._shown())

    def _shown(self) -> Words | str:
        return self._next or words("sheets.formula.its_end")

    def _part(self, node: Node) -> Node:
        self._parts += 1
        if self._parts > MOST_PARTS:
            raise FormulaMistake("too_many", most=MOST_PARTS)
        return node

    def _any(self) -> Node:
        return self._chain(self._all, "or")

    def _all(self) -> Node:
        return self._chain(self._negated, "and")

    def _negated(self) -> Node:
        if self._accept("not"):
            return self._part(One("not", self._negated()))
        return self._compared()

    def _compared(self) -> Node:
        left = self._sum()
        if operator := self._accept(*_COMPARING):
            left = self._part(Two(cast("Any", operator), left, self._sum()))
            if self._next in _COMPARING:
                raise FormulaMistake("two_comparisons", got=self._next)
        return left

    def _sum(self) -> Node:
        return self._chain(self._product, "+", "-")

    def _product(self) -> Node:
        return self._chain(self._signed, "*", "/", "//", "%")

    def _chain(self, inner: Callable[[], Node], *operators: str) -> Node:
        """From left to right."""
        node = inner()
        while operator := self._accept(*operators):
            node = self._part(Two(cast("Any", operator), node, inner()))
        return node

    def _signed(self) -> Node:
        minus = 0
        while sign := self._accept("-", "+"):
            minus += sign == "-"
        node = self._single()
        for _ in range(minus):
            node = self._part(Literally(-node.number) if isinstance(node, Literally) else One("-", node))
        return node

    def _single(self) -> Node:
        if self._next == "(":
            (node,) = self._bracket(1, 1, "(")
            return node
        if self._next[:1].isdigit() and not self._next.strip("0123456789."):
            return self._part(_literal(self._take()))
        if not self._next or not self._next.replace("_", "a").isalnum() or self._next in ("and", "or", "not"):
            raise FormulaMistake("no_value", got=self._shown())
        name = self._take()
        if self._next == "(":
            return self._part(self._call(name))
        return self._part(OfGame(cast("Any", name)) if name in OF_GAME else OfRow("said", name))

    def _call(self, name: str) -> Node:
        if name in OF_ROW:
            (row,) = self._names(name, 1)
            return OfRow(cast("Any", name), row)
        if name in OF_CARDS:
            most = MOST_SET_MARKS if name == "sets" else 1
            return OfCards(cast("Any", name), self._names(name, most))
        if name not in ARGUMENTS:
            raise FormulaMistake("no_function", got=name, known=", ".join((*ARGUMENTS, *OF_ROW, *OF_CARDS)))
        parts = self._bracket(*ARGUMENTS[name], name)
        match name:
            case "if":
                return If(*parts)
            case "min" | "max":
                return Best(name, parts)
        return One(cast("Any", name), parts[0])

    def _bracket(self, least: int, most: int, name: str) -> tuple[Node, ...]:
        """What stands in brackets, between commas."""
        self._take()
        self._level += 1
        if self._level > DEEPEST:
            raise FormulaMistake("too_deep", most=DEEPEST)
        parts = [self._any()]
        while self._accept(","):
            parts.append(self._any())
        self._expect(")")
        self._level -= 1
        if not least <= len(parts) <= most:
            raise FormulaMistake("arguments", name=name, n=least, got=len(parts))
        return tuple(parts)

    def _names(self, function: str, most: int) -> tuple[str, ...]:
        """Ids between commas; those of cards may have hyphens."""
        self._take()
        names = [self._name(function)]
        while self._accept(","):
            names.append(self._name(function))
        self._expect(")")
        if len(names) > most:
            raise FormulaMistake("too_many_names", name=function, n=most)
        self._parts += len(names) - 1
        return tuple(names)

    def _name(self, function: str) -> str:
        if not self._next.replace("_", "a").isalnum():
            raise FormulaMistake(
                f"{'id' if function in OF_ROW else 'card'}_in_brackets", name=function, got=self._shown()
            )
        name = self._take()
        while function in OF_CARDS and self._accept("-"):
            name = f"{name}-{self._take()}"
        return name


def _literal(text: str) -> Literally:
    number = plain(Fraction(text))
    if number > LARGEST or 10**DECIMALS % number.denominator:
        raise FormulaMistake("number", got=text[:20], most=LARGEST, decimals=DECIMALS)
    return Literally(number)
