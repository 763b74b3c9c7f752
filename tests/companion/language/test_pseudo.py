"""A language made by a script from English and dropped in as a folder: everything speaks it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest

from companion import resources
from companion.cli import main
from companion.language.gaps import gaps_of
from companion.language.i18n import Phrases, language_names
from companion.language.wording import in_words
from companion.phones.phone_view import no_table
from companion.program.window import Window
from companion.sharing.pdf import score_sheet
from companion.sharing.scoresheet import sheet
from tests.companion.language.folders import forget
from tests.companion.nights import played
from tests.companion.samples import SAMPLES
from tests.gallery.samples import NAMES, SampleTable
from tests.games import GAMES, document, phrases_for
from tests.pseudo import CLOSE, CODE, JOINING, OPEN, write_pseudo

pytestmark = pytest.mark.slow  # nearly all of it is

# What samples show as people, machines and cards have written it.
DATA = (
    "Café am Platz FRITZ Box XY Hinterhaus Stock links Kartoffel Ulrike Karl Heinz Jörg MM camera no frame for"
    " dev video Mong Table kfmw adtu vhpq"
)
ACTIONS = ("status", "check", "export", "import", "edit", "serve", "list", "add", "show")  # of facts and sheet
GLUED = re.compile(rf"{CLOSE}[^\s.,:;·…–)/|?!{CLOSE}”]|[^.?!…]{CLOSE} {OPEN}|[^\s.,:;·…–(/|{OPEN}“]{OPEN}")


@pytest.fixture(autouse=True, scope="module")
def dropped_in(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    home = tmp_path_factory.mktemp("settings")
    write_pseudo(home / "languages" / CODE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resources, "user_home", lambda: home)
        forget()
        yield
    forget()


def outside(text: str) -> str:
    """What stands in no brackets."""
    depth, found = 0, []
    for letter in text:
        depth += (letter == OPEN) - (letter == CLOSE)
        if depth == 0 and letter != CLOSE:
            found.append(letter)
    return "".join(found)


def is_glued(text: str) -> bool:
    return bool(GLUED.search(text) or JOINING.search(outside(text).removeprefix("camera: ")))


def own_words() -> set[str]:
    """Names of people, languages and cards, which are the same in every language."""
    named = [*NAMES, *language_names().values(), DATA]
    for game in GAMES:
        names = game.box.names(document(game.slug, "practice"), CODE)
        named += [name for sort in names.values() for name in sort.values()]
    return {word.casefold() for name in named for word in re.findall(r"\w+", name)}


def test_it_has_every_text_and_every_form() -> None:
    gaps = gaps_of(CODE)
    assert (gaps.missing, gaps.wrong) == ({}, ())


@pytest.mark.slow
def test_every_screen_speaks_it() -> None:
    """Nothing is written by the code, nothing glued together, and nothing cut but a player's long name."""
    known = own_words()
    unspoken, glued, cut = [], [], []
    for name, sample in sorted(SAMPLES.items()):
        window = Window.headless((800, 480))
        window.show(sample(SampleTable(CODE, 3)), 0)
        for written in window.canvas.written:
            words = re.findall(r"[^\W\d_]{2,}", outside(written.text))
            unspoken += [(name, written.text) for word in words if not _begins(word.casefold(), known)]
            glued += [(name, written.text)] if is_glued(written.text) else []
            cut += [(name, written.text)] if written.cut and "Maximiliane" not in written.text else []
    assert (unspoken, glued, cut) == ([], [], [])


def _begins(word: str, known: set[str]) -> bool:
    """Names on doors are shortened."""
    return any(name.startswith(word) for name in known)


def test_phones_speak_it() -> None:
    shown = no_table(Phrases(CODE))
    said = [text for text in shown["texts"].values() if isinstance(text, str) and text != CODE]
    assert [text for text in (*said, shown["now"]["text"]) if outside(text).strip(" .…:{}n")] == []
    assert [CODE, Phrases(CODE)("language.name")] in shown["texts"]["languages"]


@pytest.mark.slow
@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_the_printed_score_sheet_speaks_it(slug: str) -> None:
    session = played.__wrapped__(slug, 3, 5)  # anew: a sheet without a file has its names in the languages there are
    say = phrases_for(slug, CODE, session.setup.facts, session.setup.players)
    game = GAMES.session(session)
    score = in_words(session.game.score(session.state), say)
    own = None if game.sheet is None else game.sheet(score, session.game.view(session.state), say)
    content = score_sheet(score, say, "", figures=game.figures, sheet=own)
    pages = pypdfium2.PdfDocument(io.BytesIO(content))
    text = "".join(page.get_textpage().get_text_range() for page in pages)
    known = own_words() | {word.casefold() for name in session.setup.players for word in re.findall(r"\w+", name)}
    left = re.findall(r"[^\W\d_]{2,}", outside(" ".join(text.split())))
    assert [word for word in left if not _begins(word.casefold(), known)] == []


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_the_score_as_text_is_not_glued(slug: str) -> None:
    session = played.__wrapped__(slug, 3, 5)
    say = phrases_for(slug, CODE, session.setup.facts, session.setup.players)
    text = sheet(in_words(session.game.score(session.state), say), say, GAMES.session(session).figures)
    assert OPEN in text
    assert [line for line in text.splitlines() if JOINING.search(outside(line))] == []


def test_the_command_line_speaks_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["mat", "-o", str(tmp_path / "mat.pdf"), "--small", "--language", CODE]) == 0
    assert main(["labels", "--game", "seats", "-o", str(tmp_path / "seats.pdf"), "--language", CODE]) == 0
    said = [line.replace(str(tmp_path), "") for line in capsys.readouterr().out.splitlines()]
    assert len(said) == 2
    assert [line for line in said if outside(line)] == []


@pytest.mark.parametrize("name", ["facts", "labels"])
def test_the_help_speaks_it(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", f"{CODE}.UTF-8")
    with pytest.raises(SystemExit):
        main([name, "--help"])
    told = outside(" ".join(capsys.readouterr().out.split()))
    named = re.sub(r"\{[^}]*\}|--?[a-z-]+|\.[a-z]+", "", told)  # choices, options, ends of files
    assert set(re.findall(r"[a-z]{3,}|[A-Z]{2,}", named)) <= {"companion", name, *ACTIONS}
