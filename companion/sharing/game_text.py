"""A game as text people can read, and back: what PGN is for chess. Importing replays it to the same state.

    [Game "<slug>"]
    [Players ["Ada", "Bo", "Cem"]]

    ; round 1, deal
    1. Ada deal ace#3
    ; round 1, play
    2. Bo play seven#1

A line is a number, who (``-`` for the whole table), what, and its values: the first text bare, the others
``name=value`` in JSON. ``;`` begins a comment. The facts come last, as JSON: a replay needs no other file.
Commands of the pad begin with ``pad.``: ``3. - pad.change_way way="scribe"``.

A game in progress keeps its secrets: ``?`` stands for what was laid face down, a comment for what everyone has seen of
it since. Such a text is for people; to be imported it must be written whole, or when the game is over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any, get_type_hints

from companion.documents import Tangled, parse_json
from companion.keeping.game_row import FindRules, is_ident, new_ident
from companion.keeping.session import Session, open_game
from companion.language.wording import Trouble
from rules.core.codec import Codec
from rules.core.errors import InvalidValue, expect
from rules.core.game import Game, Setup, renewed
from rules.core.journal import PAD, Position, Step, is_of_pad
from rules.core.pad.commands import PAD_COMMANDS
from rules.core.refusals import Refused
from rules.core.secrecy import disclosed, is_face_down, open_fields
from rules.core.words import Words, words

LARGEST = 4 << 20  # characters; a whole game has some 40,000
_TAGS = ("Game", "Rules", "Players", "Start", "Options", "Table")
_IDENT = "Id"  # texts of older releases have none
_FACTS = "[Facts]"
_HIDDEN = "?"
_OF_PAD = f"{PAD}."
_LEFT_OUT = "this game still goes on: ? stands for what is face down, and it can be taken in only when it is over"
_WORD = re.compile(r"[^\s\"'\[\]{}=;]+")
_LINE = re.compile(r"(\d{1,6})\. (.+)")
_TAG = re.compile(r"\[(\w+) (.+)\]")


def write_game(
    session: Session,
    remarks: Iterable[str] = (),
    unknown: Collection[str] = (),
    *,
    whole: bool = False,
    ident: str = "",
) -> str:
    """The live steps with the set-up and the facts; undone steps are left out.

    ``unknown``: parts of the set-up's table that the players do not know while they play; ``whole``: include the
    secrets of a game in progress; ``ident``: of the game, so that it is known again wherever the text goes.
    """
    setup, secret = session.setup, not whole and not session.is_over
    table = {key: _HIDDEN if secret and key in unknown else value for key, value in setup.table.items()}
    values = (setup.game, session.game.rules_version, setup.players, setup.start, setup.options, table)
    lines = [f"[{tag} {_json(value)}]" for tag, value in zip(_TAGS, values, strict=True)]
    lines += [f"[{_IDENT} {_json(ident)}]"] if ident else []
    hides = _HIDDEN in table.values() or any(is_face_down(step.command) for step in session.steps)
    lines += [f"; {remark}" for remark in (*remarks, *([_LEFT_OUT] if secret and hides else []))]
    lines += ["", *_movetext(session, secret=secret), "", _FACTS, *_facts_lines(setup.facts)]
    return "\n".join(lines) + "\n"


def read_game(text: str, rules: FindRules) -> Session:
    """Replays the game written in ``text``; raises ``CompanionError`` naming the line that does not fit."""
    if len(text) > LARGEST:
        raise Trouble(words("command.text_long", most=LARGEST, got=len(text)))
    head, _, facts = text.partition(f"\n{_FACTS}\n")
    lines = list(enumerate(head.splitlines(), start=1))
    session = _open(_tags(lines), _parse_json(facts, words("command.text_facts")), rules)
    for number, line in lines:
        if (match := _LINE.fullmatch(line.strip())) is not None:
            _play(session, match[2], number)
        elif line.strip() and line.strip()[0] not in "[;":
            raise Trouble(words("command.text_step", n=number, got=repr(line.strip()[:60])))
    return session


def read_ident(text: str) -> str:
    """The identity of the game in ``text``, a new one if it has none; raises ``CompanionError`` for what is none."""
    found = re.search(rf"^\[{_IDENT} (.+)\]$", text.partition(f"\n{_FACTS}\n")[0], re.MULTILINE)
    if found is None:
        return new_ident()
    ident = _parse_json(found[1], f"[{_IDENT} ...]")
    if not is_ident(ident):
        raise Trouble(words("command.text_ident", tag=_IDENT, got=repr(str(ident)[:40])))
    return str(ident)


def _movetext(session: Session, *, secret: bool) -> Iterator[str]:
    said, players = "", session.setup.players
    for number, step in enumerate(session.steps, start=1):
        if (now := f"; {_place(session.game, _before(session, number))}") != said:
            yield now
            said = now
        yield f"{number}. {format_command(session.game, players, step.command, secret=secret)}"
        yield from _turned_up(session.game, step) if secret else ()


def _turned_up(game: Game[Any], step: Step) -> Iterator[str]:
    """What everyone has seen through a step that hides its own card."""
    if is_face_down(step.command):
        yield from (f"; {_json(game.show_event(event))}" for event in step.events if disclosed(event))


def _before(session: Session, number: int) -> Position[Any]:
    """The position in which the live step of this number, from 1, was taken."""
    return session.position_after(session.steps[number - 2].seq if number > 1 else 0)


def _place(game: Game[Any], position: Position[Any]) -> str:
    pad = position.pad
    if pad.way != "follow":
        return f"round {pad.round}, scribe" if pad.way == "scribe" else pad.way
    view = game.view(position.state)
    return f"round {view['round']}, {view['phase']}"


def format_command(game: Game[Any], players: tuple[str, ...], command: Any, *, secret: bool = False) -> str:
    """``Ada play ace#1``; ``secret``: as everyone may see it, ``Ada play ?``."""
    codec: Codec[Any] = PAD_COMMANDS if is_of_pad(command) else game.commands
    coded = codec.encode(command)
    kept = {codec.key, "seat", *open_fields(type(command))}
    coded = {key: value if key in kept or not secret else _HIDDEN for key, value in coded.items()}
    verb = coded.pop(codec.key)
    verb = f"{_OF_PAD}{verb}" if codec is PAD_COMMANDS else verb
    seat = coded.pop("seat", None)
    who = "-" if seat is None else _bare(players[seat])
    bare = _bare_field(type(command))
    values = [_bare(coded.pop(bare))] if isinstance(coded.get(bare), str) else []
    return " ".join([who, verb, *values, *(f"{key}={_json(value)}" for key, value in coded.items())])


def parse_command(game: Game[Any], players: tuple[str, ...], text: str) -> Any:
    """The command written as ``text``; raises ``InvalidValue``."""
    tokens = list(_tokens(text))
    if len(tokens) < 2 or not isinstance(tokens[1][1], str):
        raise InvalidValue("", expect("player_and_deed"))
    who, named = tokens[0][1], tokens[1][1]
    verb = named.removeprefix(_OF_PAD)
    codec: Codec[Any] = game.commands if verb == named else PAD_COMMANDS
    coded: dict[str, Any] = {codec.key: verb}
    if not text.startswith("- "):  # a player called "-" is written in quotes
        if who not in players:
            raise InvalidValue("", expect("player_first"))
        coded["seat"] = players.index(who)
    cls = codec.classes.get(verb)
    told = {key or (_bare_field(cls) if cls else ""): value for key, value in tokens[2:]}
    seen = open_fields(cls) if cls else ()  # in those the same sign is a value like any other
    if any(value == _HIDDEN and name not in seen for name, value in told.items()):
        raise InvalidValue("", expect("face_up"))
    return codec.decode({**coded, **told})


def _bare_field(cls: type) -> str:
    """The first text field, which is written without its name."""
    hints = get_type_hints(cls)
    return next((item.name for item in fields(cls) if hints[item.name] is str), "")


def _bare(value: str) -> str:
    return value if _WORD.fullmatch(value) and value != "-" else _json(value)


def _tokens(text: str) -> Iterator[tuple[str, Any]]:
    """Words and JSON values, each with its name or an empty one."""
    at = 0
    while at < len(text):
        if text[at] == " ":
            at += 1
            continue
        name = re.compile(r"(\w+)=").match(text, at)
        at = name.end() if name else at
        word = None if name else _WORD.match(text, at)
        if word is not None:
            yield "", word[0]
            at = word.end()
        else:
            value, at = _raw_json(text, at)
            yield name[1] if name else "", value


def _raw_json(text: str, at: int) -> tuple[Any, int]:
    try:
        return json.JSONDecoder().raw_decode(text, at)
    except (ValueError, RecursionError) as error:
        raise InvalidValue("", expect("json_at", text=repr(text[at : at + 20]))) from error


def _play(session: Session, text: str, number: int) -> None:
    try:
        command = parse_command(session.game, session.setup.players, text)
    except InvalidValue as error:
        said = words("trouble.game_line", line=number, expected=error.wanted, text=repr(text[:60]))
        raise Trouble(said) from error
    done = session.do(command)
    if isinstance(done, Refused):
        raise Trouble(words("command.text_illegal", n=number, got=repr(text[:60]), why=done.code))


def _open(tags: Mapping[str, Any], facts: Any, rules: FindRules) -> Session:
    game = rules(tags["Game"]) if isinstance(tags["Game"], str) else None
    if game is None:
        raise Trouble(words("command.game_unknown", got=repr(str(tags["Game"])[:40])))
    version = tags["Rules"]
    if type(version) is not int or not 1 <= version <= game.rules_version:
        raise Trouble(words("command.text_rules", version=game.rules_version, got=str(version)[:20]))
    players = tags["Players"]
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise Trouble(words("command.text_players"))
    if not all(isinstance(part, dict) for part in (tags["Options"], tags["Table"], facts)):
        raise Trouble(words("command.text_objects"))
    if _HIDDEN in tags["Table"].values():
        raise Trouble(words("trouble.game_hidden"))
    setup = Setup(game.slug, tuple(players), tags["Start"], tags["Options"], facts, tags["Table"])
    opened = open_game(game, renewed(game, setup, version), lambda *_: None)
    if isinstance(opened, Refused):
        raise Trouble(words("command.no_setup", why=opened.code))
    return opened


def _tags(lines: list[tuple[int, str]]) -> dict[str, Any]:
    found = {}
    for number, line in lines:
        if (match := _TAG.fullmatch(line.strip())) is not None:
            found[match[1]] = _parse_json(match[2], words("command.text_line", n=number))
    for tag in _TAGS:
        if tag not in found:
            raise Trouble(words("command.text_tag", tag=tag))
    return found


def _facts_lines(facts: Mapping[str, Any]) -> Iterator[str]:
    """JSON with one line per table entry, so that two boxes can be compared with diff."""
    yield "{"
    for last, (key, value) in _with_last(facts):
        if isinstance(value, Mapping) and value:
            yield f"{_json(key)}: {{"
            for inner_last, (name, entry) in _with_last(value):
                yield f"  {_json(name)}: {_json(entry)}{'' if inner_last else ','}"
            yield "}" if last else "},"
        else:
            yield f"{_json(key)}: {_json(value)}{'' if last else ','}"
    yield "}"


def _with_last(table: Mapping[str, Any]) -> Iterator[tuple[bool, tuple[str, Any]]]:
    for number, item in enumerate(table.items(), start=1):
        yield number == len(table), item


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _parse_json(text: str, place: str | Words) -> Any:
    try:
        return parse_json(text)
    except Tangled as error:
        raise Trouble(error.what) from error
    except ValueError as error:
        raise Trouble(words("command.text_json", place=place, got=repr(text.strip()[:40]))) from error
