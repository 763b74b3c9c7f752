"""Nothing outside a game's own folders names it: neither its slug nor the name on its box.

A game installed beside us may be called by a word that is common here. So is one that stands for many: of it only what
names it in code is looked for.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from companion.contract import TableGame
from companion.language.i18n import load_texts
from tests.games import GAMES
from tests.languages import LANGUAGES

ROOT = Path(__file__).resolve().parents[1]
# Tests try things out on real games, documents tell people what the box can play.
PEOPLES = ("tests/", "docs/", "README.md", "CHANGELOG.md")


def own_folders(slug: str) -> tuple[str, ...]:
    return (f"rules/{slug}/", f"companion/games/{slug}/", f"assets/games/{slug}/")


def general_files(slug: str) -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    if not listed:
        pytest.skip("not a checkout")
    return [ROOT / name for name in listed if not name.startswith((*PEOPLES, *own_folders(slug)))]


def words_for(game: TableGame) -> re.Pattern[str]:
    """The slug as a word or part of one, and the names players know it by."""
    if game.member is not None:
        slug = re.escape(game.slug)
        return re.compile(rf"games[./]{slug}\b|(slug|game) [!=]= \"{slug}|\b(GAMES|games)\[\"{slug}|with\(\"{slug}-")
    names = {game.slug, *(str(load_texts(code)[f"screen.game.{game.slug}"]) for code in LANGUAGES)}
    return re.compile("|".join(rf"(?<![a-z]){re.escape(name)}(?![a-z])" for name in names), re.IGNORECASE)


@pytest.mark.slow
@pytest.mark.parametrize("game", [pytest.param(game, id=game.slug) for game in GAMES if game.box.folder is None])
def test_no_general_file_names_a_game(game: TableGame) -> None:
    named, found = words_for(game), []
    for path in general_files(game.slug):
        if path.suffix in (".ttf", ".otf", ".wav", ".png", ".jpg", ".pdf") or not path.is_file():
            continue
        text = path.read_text("utf-8", "replace")
        found += [f"{path.relative_to(ROOT)}: {line.strip()[:80]}" for line in text.splitlines() if named.search(line)]
    assert found == []


def test_the_check_would_find_one_that_stands_for_many() -> None:
    game = next(game for game in GAMES if game.member is not None)
    for text in (
        f'if slug == "{game.slug}":',
        f"from companion.games.{game.slug} import GAME",
        f'games["{game.slug}-a"]',
    ):
        assert words_for(game).search(text)


def test_the_check_would_find_one() -> None:
    game = next(game for game in GAMES if game.member is None)
    for text in (f'if slug == "{game.slug}":', f"from rules.{game.slug} import GAME", f"a {game.slug}_deck"):
        assert words_for(game).search(text)
