"""The rules without camera or screen: one JSON object per line in, one per line out, for any input."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from companion import CompanionError
from companion.documents import Tangled, check_shape
from companion.facts.box import GameBox
from companion.keeping.session import Session, open_game
from companion.language.i18n import Phrases
from companion.language.wording import explain, in_words
from rules.core.codec import LARGEST_NUMBER, LONGEST_TEXT, MOST_ITEMS
from rules.core.errors import InvalidValue, expect
from rules.core.game import Game, Setup
from rules.core.journal import Undone
from rules.core.questions import Question
from rules.core.refusals import Refused, refused
from rules.core.values import any_text, keyed, listed, table, whole

MOST_NAMES = 100  # the rules say how many may play
LONGEST_LINE = 1 << 18  # bytes; the longest valid line, a whole laid-out table, is far shorter

Reply = dict[str, Any]

# Requests common to all games, in the form of ``Codec.described``.
NEW: Reply = {
    "do": "new",
    "fields": {
        "game": "text",
        "players": "list of text",
        "start": "number",
        "facts": "text",
        "options": "object",
        "table": "object",
    },
    "optional": ["game", "start", "facts", "options", "table"],
}
COMMON: tuple[Reply, ...] = (
    NEW,
    {"do": "view", "fields": {"seat": "number"}, "optional": ["seat"]},
    {"do": "options", "fields": {}, "optional": []},
    {"do": "undo", "fields": {}, "optional": []},
    {"do": "score", "fields": {}, "optional": []},
    {"do": "help", "fields": {"game": "text"}, "optional": ["game"]},
)
Boxes = Callable[[str], tuple[Game[Any], GameBox] | None]


class Referee:
    """Holds at most one game. Uses the rulebook facts and the named ones; writes nothing."""

    def __init__(self, language: str, boxes: Boxes, game: str | None = None, folder: Path | None = None) -> None:
        """``boxes``: rules and box of a game by slug, None for an unknown one."""
        self._language = language
        self._boxes = boxes
        self._game = game
        self._folder = folder or Path.cwd()
        self._session: Session | None = None
        self._facts: str | None = None
        self._say = Phrases(language)

    def answer(self, line: bytes) -> Reply:
        """The answer to one line."""
        try:
            asked = parse_line(line)
        except InvalidValue as error:
            return self._refuse(refused("unreadable", expected=error.wanted))
        do = asked.get("do")
        if do == "new":
            return self._new(asked)
        if do == "help":
            return self._help(asked)
        if self._session is None:
            return self._refuse(refused("no_game"))
        match do:
            case "options":
                return self._options(self._session)
            case "view":
                return self._view(self._session, asked.get("seat"))
            case "undo":
                return self._undo(self._session)
            case "score":
                return self._score(self._session)
        return self._command(self._session, asked)

    def _new(self, asked: Mapping[str, Any]) -> Reply:
        try:
            rules, box, setup = self._setup(asked)
        except InvalidValue as error:
            return self._refuse(refused("invalid", place=error.place, expected=error.wanted))
        except CompanionError as error:
            return {"ok": False, "refused": "facts", "words": explain(error, self._say)}
        opened = open_game(rules, setup, lambda *_: None)
        if isinstance(opened, Refused):
            return self._refuse(opened)
        self._session = opened
        self._facts = asked.get("facts")
        self._say = box.phrases(self._language, setup.facts, setup.players)
        return self._situation(opened, events=[])

    def _help(self, asked: Mapping[str, Any]) -> Reply:
        """What may be asked: for any game, and for the one that is running or named."""
        slug = asked.get("game", self._session.game.slug if self._session else self._game)
        found = self._boxes(slug) if isinstance(slug, str) else None
        own = [] if found is None else found[0].commands.described()
        return {"ok": True, "commands": [*COMMON, *own]}

    def _setup(self, asked: Mapping[str, Any]) -> tuple[Game[Any], GameBox, Setup]:
        table(asked, "", ("do", *NEW["fields"]))
        slug = any_text(asked.get("game", self._game), "game", LONGEST_TEXT)
        found = self._boxes(slug)
        if found is None:
            raise InvalidValue("game", expect("known_game"))
        rules, box = found
        players = listed(asked.get("players"), "players", 0, MOST_NAMES)
        if not all(isinstance(name, str) for name in players):
            raise InvalidValue("players", expect("names"))
        start = whole(asked.get("start", 0), "start", -LARGEST_NUMBER, LARGEST_NUMBER)
        options = keyed(asked.get("options", {}), "options", MOST_ITEMS)
        laid = keyed(asked.get("table", {}), "table", MOST_ITEMS)
        named = any_text(asked.get("facts", ""), "facts", LONGEST_LINE)
        facts = box.document(named or None, self._folder)
        return rules, box, Setup(slug, tuple(players), start, options, facts, laid)

    def _options(self, session: Session) -> Reply:
        options = session.game.options(session.state)
        return {"ok": True, "options": [session.game.commands.encode(option) for option in options]}

    def _view(self, session: Session, seat: Any) -> Reply:
        if seat is not None and (type(seat) is not int or not 0 <= seat < len(session.setup.players)):
            return self._refuse(refused("invalid", place="seat", expected=expect("seat")))
        return {"ok": True, "view": in_words(session.game.view(session.state, seat), self._say)}

    def _undo(self, session: Session) -> Reply:
        undone = session.undo()
        if isinstance(undone, Undone):
            return self._situation(session, events=[{"event": "undone"}])
        return self._refuse(undone)

    def _score(self, session: Session) -> Reply:
        score = in_words(session.game.score(session.state), self._say)
        if self._facts and "facts" in score:
            score["facts"] = self._facts  # by the name they were asked for, as in ``companion score``
        return {"ok": True, "score": score}

    def _command(self, session: Session, asked: Mapping[str, Any]) -> Reply:
        try:
            command = session.game.commands.decode(asked)
        except InvalidValue as error:
            return self._refuse(refused("invalid", place=error.place, expected=error.wanted))
        done = session.do(command)
        if isinstance(done, Refused):
            return self._refuse(done)
        return self._situation(session, [session.game.show_event(event) for event in done.step.events])

    def _situation(self, session: Session, events: list[dict[str, Any]]) -> Reply:
        view = session.game.view(session.state)
        answer: Reply = {"ok": True, "events": in_words(events, self._say), "view": in_words(view, self._say)}
        if (question := session.game.question(session.state)) is not None:
            answer["ask"] = self._ask(session, question)
        return answer

    def _ask(self, session: Session, question: Question) -> Reply:
        answers = [session.game.commands.encode(answer) for answer in question.answers]
        return {"fact": question.fact, "words": self._say.say(question.words), "answers": answers}

    def _refuse(self, refusal: Refused) -> Reply:
        return {"ok": False, "refused": refusal.code, "words": self._say.say(refusal.words)}


def parse_line(line: bytes) -> Mapping[str, Any]:
    """The object on a line; raises ``InvalidValue`` for anything else."""
    if len(line) > LONGEST_LINE:
        raise InvalidValue("", expect("bytes", most=LONGEST_LINE))
    try:
        text = line.decode("utf-8")
        check_shape(text)
        value = json.loads(text, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise InvalidValue("", expect("utf8")) from error
    except Tangled as error:
        raise InvalidValue("", error.wanted) from error
    except ValueError as error:
        raise InvalidValue("", expect("line")) from error
    if not isinstance(value, dict):
        raise InvalidValue("", expect("line"))
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def read_lines(source: BinaryIO) -> Iterator[bytes]:
    """Lines without their line end; of an overlong line only enough to see that it is too long."""
    while line := source.readline(LONGEST_LINE + 2):
        yield line.rstrip(b"\r\n")
        if not line.endswith(b"\n") and len(line) > LONGEST_LINE:
            while (rest := source.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
