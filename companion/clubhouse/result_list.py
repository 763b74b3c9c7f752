"""The results as the host reads them: the newest, or those found by a name, a game or a night."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

from companion.club.messages import GameResult, format_moment
from companion.club.read_messages import LONGEST_TEXT
from companion.clubhouse.game_names import game_name
from companion.clubhouse.known import Known
from companion.clubhouse.register import Register
from companion.clubhouse.result_corrections import Correction, in_force
from companion.clubhouse.standings import counts, night_of
from companion.clubhouse.written_results import ResultEntered, mark_of
from companion.language.i18n import Phrases
from companion.language.names import name_key, plain_name
from companion.language.wording import moment_words
from rules.core.values import any_text, choice
from rules.core.words import words

MOST_RESULTS = 60
MOST_OF_BOX = 15  # of these, unless there is room for more
STATES = ("", "counts", "out", "hand", "corrected")


class ResultList:
    def __init__(self, known: Known, register: Register, say: Phrases) -> None:
        self._known, self._register, self._say = known, register, say
        self._heard, self._boxes = register.heard(), register.boxes()
        self._last = _last_corrections(in_force(register.corrections()))

    def newest(self) -> list[dict[str, Any]]:
        return [self._shown(one) for one in _newest(self._known.counted.results, self._boxes)]

    def find(self, wish: Mapping[str, Any]) -> dict[str, Any]:
        """``text``: of a name, a table or a game; ``slug``, ``night``, ``state``: empty for all."""
        wanted = name_key(any_text(wish.get("text", ""), "find", LONGEST_TEXT)).split()
        slug = any_text(wish.get("slug", ""), "slug", LONGEST_TEXT)
        night = any_text(wish.get("night", ""), "night", LONGEST_TEXT)
        state = choice(wish.get("state", ""), "state", STATES)
        found = [
            one
            for one in reversed(self._known.counted.results)
            if (not slug or one.slug == slug)
            and (not night or night_of(one.ended or one.began).isoformat() == night)
            and self._is(one, state)
            and self._tells(one, wanted)
        ]
        phrase = " ".join(wanted)
        found.sort(key=lambda one: phrase not in name_key(self._told(one)))  # a whole name before its parts
        shown = [self._shown(one) for one in found[:MOST_RESULTS]]
        return {"results": shown, "more": len(found) - len(shown)}

    def _is(self, one: GameResult, state: str) -> bool:
        match state:
            case "counts":
                return counts(one, self._known.counted.rules)
            case "out":
                return not counts(one, self._known.counted.rules)
            case "hand":
                return one.game not in self._boxes
            case "corrected":
                return one.game in self._last and not isinstance(self._last[one.game].change, ResultEntered)
        return True

    def _tells(self, one: GameResult, wanted: Sequence[str]) -> bool:
        told = self._told(one)
        exact, plain = name_key(told), plain_name(told)
        return all(word in exact or (plain_name(word) or word) in plain for word in wanted)

    def _told(self, one: GameResult) -> str:
        names = (player.name for player in (*one.players, *self._heard[one.game].players))
        return " ".join((*names, one.table, game_name(one.slug, self._say, one.title)))

    def _shown(self, one: GameResult) -> dict[str, Any]:
        """``was``: the player's name as the box has it; corrections refer to that name."""
        heard, say, counted = self._heard[one.game], self._say, self._known.counted
        is_by_hand = one.game not in self._boxes
        entries = "" if is_by_hand else f"{self._register.entries_of(one.game)}/{one.entries}"
        return {
            "game": one.game,
            "title": f"{game_name(one.slug, say, one.title)} · {one.table}",
            "when": say.say(moment_words(format_moment(one.ended or one.began))),
            "void": one.game in counted.void,
            "withdrawn": heard.withdrawn,
            "practice": one.practice,
            "counts": counts(one, counted.rules),
            "heard": entries,
            "hand": is_by_hand,
            "least": one.least,
            "corrected": self._corrected(one),
            "twin": self._twin(one),
            "mark": mark_of(one),
            "players": [
                {"was": was.name, "name": now.name, "place": now.place, "points": now.points, "won": now.won}
                for was, now in zip(heard.players, one.players, strict=True)
            ],
        }

    def _corrected(self, one: GameResult) -> str:
        last = self._last.get(one.game)
        at = "" if last is None else moment_words(format_moment(last.at))
        if last is None:
            return ""
        key = "clubhouse.entered" if isinstance(last.change, ResultEntered) else "clubhouse.corrected"
        return self._say.say(words(key, who=last.who, at=at))

    def _twin(self, one: GameResult) -> str:
        twin = self._known.counted.twins.get(one.game)
        if twin is None:
            return ""
        return self._say(f"clubhouse.twin.{twin.how}", table=self._heard[twin.game].table)


def _last_corrections(valid: Sequence[Correction]) -> dict[str, Correction]:
    return {game: one for one in valid if (game := getattr(one.change, "game", ""))}


def _newest(results: Sequence[GameResult], boxes: Mapping[str, str]) -> list[GameResult]:
    """The last heard first, whatever their clocks say; one table cannot crowd out the others."""
    count = Counter[str]()
    in_turn: list[tuple[bool, GameResult]] = []
    for one in reversed(results):
        box = boxes.get(one.game, "")
        in_turn.append((count[box] >= MOST_OF_BOX, one))
        count[box] += 1
    return [one for _, one in sorted(in_turn, key=itemgetter(0))[:MOST_RESULTS]]
