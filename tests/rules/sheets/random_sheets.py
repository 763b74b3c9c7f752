"""Random sheets and tables that use every key of the format; the same seed makes the same."""

from __future__ import annotations

from random import Random
from typing import Any

NAMES = ("Ada", "Bo", "Cem", "Dana", "Emil", "Fritzi")
MARKS = ("flame", "wave", "leaf", "stone")
LONGEST_FORMULA = 500  # what is longer is refused
TIED = ("full", "share", "down", "lower", "none")


class Maker:
    """One sheet and one table on it."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.rows: list[dict[str, Any]] = []
        self.seats = self.chance.randint(2, 5)
        self.kinds = self._kinds() if self._maybe(0.35) else []
        self.sheet = self._sheet()
        self.table = self._table()

    def _maybe(self, share: float) -> bool:
        return self.chance.random() < share

    # The sheet

    def _sheet(self) -> dict[str, Any]:
        chance = self.chance
        sheet: dict[str, Any] = {"format": 1, "id": "random", "name": {"en": "Random", "de": "Zufall"}}
        sheet |= {"players": [2, 6], "win": chance.choice(("most", "least"))}
        self.rounds = chance.choice((None, None, "open", 1, 2, 3, 4))
        if self.rounds is not None:
            by_players = {str(n): self.rounds if n == self.seats else chance.randint(1, 9) for n in range(2, 7)}
            sheet["rounds"] = by_players if isinstance(self.rounds, int) and self._maybe(0.4) else self.rounds
            if self._maybe(0.4):
                sheet["until"] = chance.choice((5, 12, 30, 7.5))
            if self._maybe(0.3):
                sheet["begins"] = chance.choice(("rotates", "winner", "loser", "same"))
        for optional, value in (("turn_seconds", 60), ("bgg", 1234), ("source", "made up")):
            if self._maybe(0.2):
                sheet[optional] = value
        for number in range(chance.randint(1, 8)):
            self.rows.append(self._row(f"r{number}"))
        if self._maybe(0.6):
            chosen = chance.sample(self.rows, min(len(self.rows), chance.randint(1, 2)))
            sheet["ties"] = [chance.choice(("", "-")) + row["id"] for row in chosen]
        if self._maybe(0.4):  # a formula may name rows that stand below it
            chance.shuffle(self.rows)
        sheet["rows"] = self.rows
        if self.kinds:
            sheet["cards"] = {"back": "56x87", "kinds": self.kinds}
        return sheet

    def _kinds(self) -> list[dict[str, Any]]:
        chance, kinds = self.chance, []
        for number in range(chance.randint(1, 6)):
            kind: dict[str, Any] = {"id": f"k{number}", "name": f"Kind {number}"}
            if self._maybe(0.8):
                kind["copies"] = chance.randint(1, 4)
            if marks := chance.sample(MARKS, chance.randint(0, 3)):
                kind["marks"] = {mark: chance.choice((1, 1, 2, 3, -1, 0.5)) for mark in marks}
            kinds.append(kind)
        # Every mark that a formula may name is on some card.
        kinds[0]["marks"] = {mark: kinds[0].get("marks", {}).get(mark, 1) for mark in MARKS}
        return kinds

    def _row(self, ident: str) -> dict[str, Any]:
        chance = self.chance
        row: dict[str, Any] = {"id": ident, "name": chance.choice((f"Row {ident}", {"en": ident, "de": ident}))}
        if self.rounds is None:
            row |= {"when": "end"} if self._maybe(0.3) else {}
        elif self._maybe(0.6):
            row["when"] = chance.choice(("round", "end"))
        ask = chance.choice(("number", "number", "number", "yes", "none"))
        if ask != "number" or self._maybe(0.3):
            row["ask"] = ask
        if ask == "number" and self._maybe(0.2):
            row["secret"] = True
        way = "points" if ask == "none" else chance.choice(("plain", "worth", "steps", "places", "points", "points"))
        row |= self._way(way, ask)
        if way == "points":
            row["points"] = Writer(self, row, ask).formula()
        return row

    def _way(self, way: str, ask: str) -> dict[str, Any]:
        chance = self.chance
        asked = {} if ask != "number" else {"range": [0, 9] if way == "steps" else [-5, 9]}
        if way == "worth":
            return {**asked, "worth": chance.choice((2, -1, 0.5, 0, 1.25))}
        if way == "steps":
            beyond = {"beyond": chance.choice((5, -2, 0.5))} if self._maybe(0.5) else {}
            return {**asked, "steps": [chance.randint(-3, 9) for _ in range(chance.randint(1, 6))], **beyond}
        if way == "places":
            keys = {"places": [chance.choice((9, 5, 4, 3, 1, 0, -2, 2.5)) for _ in range(chance.randint(1, 5))]}
            keys |= {"places_of": chance.choice(("least", "most"))} if self._maybe(0.4) else {}
            keys |= {"needs": chance.choice((1, 2, 0, 0.5))} if self._maybe(0.5) else {}
            return {**asked, **keys, **({"tied": chance.choice(TIED)} if self._maybe(0.8) else {})}
        return asked

    def is_of_rounds(self, row: dict[str, Any]) -> bool:
        return bool(row.get("when", "end" if self.rounds is None else "round") == "round")

    # The table

    def _table(self) -> dict[str, Any]:
        played = self.chance.randint(1, 4) if self.rounds == "open" else self.chance.randint(1, self.rounds or 1)
        if isinstance(self.rounds, int) and self._maybe(0.5):
            played = self.rounds
        unsaid = self.chance.choice((0, 0, 0, 0.03, 0.15))
        deck = [kind["id"] for kind in self.kinds for _ in range(kind.get("copies", 1))]
        self.chance.shuffle(deck)
        players = []
        for seat in range(self.seats):
            player: dict[str, Any] = {"name": NAMES[seat]}
            if self.rounds is not None:
                late = self.chance.randint(0, 1) if unsaid and seat else 0
                player["rounds"] = [self._told(True, unsaid) for _ in range(played - late)]
            if any(not self.is_of_rounds(row) for row in self.rows):
                player["end"] = self._told(False, unsaid)
            if self.kinds and not self._maybe(unsaid):
                player["cards"] = sorted(deck[seat :: self.seats + 1])
            players.append(player)
        return {"sheet": "random.toml", "players": players}

    def _told(self, of_rounds: bool, unsaid: float) -> dict[str, Any]:
        asked = [row for row in self.rows if self.is_of_rounds(row) == of_rounds and row.get("ask") != "none"]
        return {row["id"]: self._number(row) for row in asked if not self._maybe(unsaid)}

    def _number(self, row: dict[str, Any]) -> int | float | bool:
        if row.get("ask") == "yes":
            return self._maybe(0.5)
        low, high = row["range"]
        whole = self.chance.randint(max(low, -2), min(high, 6)) if self._maybe(0.8) else self.chance.randint(low, high)
        return whole if "steps" in row or whole == high or self._maybe(0.85) else whole + 0.5


class Writer:
    """Writes one formula with what a row may name: rows above it, and what is said in others."""

    def __init__(self, maker: Maker, row: dict[str, Any], ask: str) -> None:
        self.maker, self.chance = maker, maker.chance
        self.own = None if ask == "none" else row["id"]
        self.at_end = not maker.is_of_rounds(row)
        self.above = [above for above in maker.rows if self.at_end or maker.is_of_rounds(above)]

    def formula(self) -> str:
        if self.maker._maybe(0.08):
            return self.chance.choice(("0", "5"))
        text = self.number(3)
        return text if len(text) <= LONGEST_FORMULA else self.number(1)

    def number(self, deep: int) -> str:
        if deep == 0 or self.maker._maybe(0.2):
            return self.leaf()
        some = [self.number(deep - 1) for _ in range(3)]
        one, two, three = some
        forms = (
            f"({one} {self.chance.choice('+-*')} {two})",
            f"{one} {self.chance.choice('+-*')} {two} {self.chance.choice('+-*')} {three}",
            f"({one} {self.chance.choice(('/', '//', '%'))} ({two}))",
            f"-{self.leaf()} {self.chance.choice(('+', '//', '%', '*'))} {self.chance.choice((2, 3, 0.5))}",
            f"{self.chance.choice(('min', 'max'))}({', '.join(some[: self.chance.randint(2, 3)])})",
            f"{self.chance.choice(('abs', 'floor', 'ceil'))}({one})",
            f"if({self.condition(deep - 1)}, {one}, {two})",
            f"if({self.condition(deep - 1)}, {one}, {two})",
            f"({self.condition(deep - 1)})",
        )
        return f"({self.chance.choice(forms)})"

    def condition(self, deep: int) -> str:
        sign = self.chance.choice(("==", "!=", "<", "<=", ">", ">="))
        plain = f"{self.number(deep)} {sign} {self.number(deep)}"
        if deep == 0 or self.maker._maybe(0.5):
            return plain
        other = self.condition(deep - 1)
        return self.chance.choice((f"{plain} and {other}", f"{plain} or {other}", f"not {plain}", f"not ({other})"))

    def leaf(self) -> str:
        choice = self.chance.choice
        kinds = ["literal", "name", "row", "row", "all", "all"]
        if self.maker.kinds and self.at_end:
            kinds += ["cards", "cards"]
        match choice(kinds):
            case "name":
                names = ["players"]
                names += [] if self.at_end else ["round"]
                names += ["rounds"] if isinstance(self.maker.rounds, int) else []
                return str(choice(names))
            case "cards":
                return self.cards()
            case "row" if leaf := self.row():
                return leaf
            case "all" if leaf := self.all():
                return leaf
        return str(choice((0, 1, 2, 3, 7, 0.5, 0.1, 1.25)))

    def row(self) -> str | None:
        if self.own and self.maker._maybe(0.4):
            return self.own if self.at_end else self.chance.choice((self.own, f"sum({self.own})"))
        if not self.above:
            return None
        row = self.chance.choice(self.above)
        if not self.maker.is_of_rounds(row):
            return str(self.chance.choice((row["id"], f"pts({row['id']})")))
        forms = (f"sum({row['id']})", f"pts({row['id']})") + (() if self.at_end else (row["id"],))
        return str(self.chance.choice(forms))

    def all(self) -> str | None:
        names = [row["id"] for row in self.above] + ([self.own] if self.own else [])
        function = self.chance.choice(("total", "most", "least", "rank", "others"))
        return f"{function}({self.chance.choice(names)})" if names else None

    def cards(self) -> str:
        kind = self.chance.choice(self.maker.kinds)["id"]
        marks = self.chance.sample(MARKS, self.chance.randint(1, 3))
        forms = (f"card({kind})", f"cards({marks[0]})", f"kinds({marks[0]})", f"sets({', '.join(marks)})")
        return self.chance.choice(forms)
