"""``companion read``, ``labels`` and ``mat`` as they are called."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion.cli import main
from companion.facts.box import GameBox
from tests.endurance.odd_files import odd_files
from tests.games import card_tags, game_box
from tests.vision.table.test_plane import STRAIGHT, drawn
from tests.vision.test_frames import MOST_MB, PEAK, bilevel_png
from vision.frames import Frame, Grey
from vision.scenes.card_art import draw_sticker
from vision.tags.reader import Reader
from vision.tags.text import LETTERS, parse_tag

pytestmark = pytest.mark.slow

TAG, CARD = next(iter(card_tags("amul").items()))
SAMPLES = Path(__file__).parents[2] / "vision" / "samples"


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    page = np.full((300, 400), 170, np.uint8)
    page[60:160, 100:200] = draw_sticker(TAG, 100)
    path = tmp_path / "one card.png"
    Image.fromarray(page).save(path)
    return path


def test_one_tagged_card_is_read(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(photo), "--json"]) == 0
    (image,) = json.loads(capsys.readouterr().out)["images"]
    assert (image["file"], image["width"], image["height"]) == (str(photo), 400, 300)
    assert image["ms"] > 0
    (tag,) = image["tags"]
    assert (tag["text"], tag["card"], tag["by"]) == (TAG, CARD, "zxing")
    assert np.abs(np.mean(tag["corners"], axis=0) - (150, 110)).max() < 2


def test_in_words(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(photo)]) == 0
    out = capsys.readouterr().out
    assert "one tag" in out
    assert CARD in out


def test_foreign_and_damaged_codes_are_answered_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    path = SAMPLES / "strange" / "damaged-mirrored-half.png"
    assert main(["read", str(path)]) == 0
    out = capsys.readouterr().out
    assert "not our tag" in out
    assert "damaged tag" in out
    assert main(["read", str(path), "--any", "--json"]) == 0
    texts = {tag["text"] for tag in json.loads(capsys.readouterr().out)["images"][0]["tags"]}
    assert "https://example.org" in texts


def test_what_is_no_picture_is_said_and_the_rest_is_read(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text.png").write_text("not a picture")
    (tmp_path / "empty.png").write_bytes(b"")
    bad = [str(tmp_path / name) for name in ("text.png", "empty.png", "none.png")]
    assert main(["read", *bad, str(photo)]) == 1
    said = capsys.readouterr()
    assert said.err.count("companion: ") == 3
    assert "Traceback" not in said.err
    assert "one tag" in said.out
    assert main(["read", *bad, str(photo), "--json"]) == 1
    images = json.loads(capsys.readouterr().out)["images"]
    assert ["error" in image for image in images] == [True, True, True, False]


def test_what_telephones_take_is_named_in_the_language_of_the_system(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    photo = tmp_path / "IMG_0001.HEIC"
    photo.write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    assert main(["read", str(photo)]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"companion: {photo}: das ist ein HEIC")
    assert said.count("\n") == 1


def test_what_was_found_can_be_drawn(photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(photo), "--draw", str(tmp_path / "drawn")]) == 0
    with Image.open(tmp_path / "drawn" / "one card-read.png") as drawn:
        assert drawn.mode == "RGB"
    assert main(["read", str(photo), "--draw", str(photo / "nowhere")]) == 2
    assert "--draw" in capsys.readouterr().err


@pytest.mark.parametrize("game", ["amul", "amulett", "seats", "controls"])
def test_the_list_of_labels(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["labels", "--game", game, "--list", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert rows
    assert all(set(row) >= {"tag", "card", "name_en", "name_de", "copy"} for row in rows)
    assert len({row["tag"] for row in rows}) == len(rows)
    assert all(parse_tag(row["tag"]) for row in rows)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "--game"),
        (["--game", "chess"], "expected one of the games"),
        (["--game", "amul"], "-o"),
        (["--game", "amul", "-o", "x.pdf", "--size", "40"], "12 to 30"),
        (["--game", "amul", "-o", "x.pdf", "--size", "nan"], "12 to 30"),
        (["--game", "amul", "-o", "x.pdf", "--paper", "stone"], "expected one of the papers"),
        (["--game", "amul", "-o", "x.pdf", "--paper", "avery-l7651", "--size", "25"], "does not fit"),
        (["--game", "amul", "-o", "/nowhere/x.pdf"], "no such folder; choose another place with -o"),
    ],
)
def test_labels_that_cannot_be_are_refused(
    arguments: list[str],
    words: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["labels", *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_labels_and_mat_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["labels", "--game", "controls"], ["mat", "--game", "amul"], ["mat", "--paper", "letter"]):
        path = tmp_path / "out.pdf"
        assert main([*arguments, "-o", str(path)]) == 0
        assert path.read_bytes().startswith(b"%PDF")
        assert str(path) in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "6 sheets to join"),
        (["--paper", "a3"], "3 sheets"),
        (["--half", "--paper", "a3"], "one sheet"),
        (["--small"], "one sheet"),
        (["--small", "--language", "de"], "ein Bogen"),
    ],
)
def test_a_mat_says_how_many_sheets_it_has(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mat", *arguments, "-o", str(tmp_path / "mat.pdf")]) == 0
    assert said in capsys.readouterr().out


def test_over_a_smaller_mat_the_camera_may_hang_lower(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for arguments in ([], ["--half"], ["--small"]):
        assert main(["mat", "--heights", *arguments]) == 0
        told.append(re.findall(r"hang it (\d+)", capsys.readouterr().out))
    whole, half, small = ([int(height) for height in heights] for heights in told)
    assert all(a > b > c for a, b, c in zip(whole, half, small, strict=True))


def test_a_mat_that_a_game_has_not_is_refused_with_those_it_has(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = {key: value for key, value in game_box("amul").layout().items() if key != "mats"}
    monkeypatch.setattr(GameBox, "layout", lambda _: plan)
    assert main(["mat", "--small", "-o", "x.pdf"]) == 2
    assert capsys.readouterr().err == "companion: expected a mat of Āmul: the whole one; leave --small out\n"


def test_how_good_a_picture_is_in_numbers_and_in_words(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(photo), "--quality", "--json"]) == 0
    (quality,) = json.loads(capsys.readouterr().out)["images"][0]["quality"]
    assert (quality["zone"], quality["tags"], quality["advice"]) == ("table", 1, [])
    assert quality["px_per_module"] == pytest.approx(4.0, abs=0.1)
    assert main(["read", str(photo), "--quality"]) == 0
    assert "Table: 4.0 pixels per module" in capsys.readouterr().out


def test_quality_goes_by_the_zones_of_a_mat_in_view(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mat.png"
    Image.fromarray(drawn(STRAIGHT)).save(path)
    assert main(["read", str(path), "--quality", "--json"]) == 0
    zones = {item["zone"] for item in json.loads(capsys.readouterr().out)["images"][0]["quality"]}
    assert zones == {"palace", "market", "bazaar", "mat"}


def test_without_a_game_every_card_is_listed_and_in_any_locale(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["labels", "--list", "--json"]) == 0
    out = capsys.readouterr().out
    assert out.isascii()
    rows = json.loads(out)
    assert {row["tag"][:3] for row in rows} == {"TCA", "TCM"}
    assert len({row["tag"] for row in rows}) == len(rows)
    assert main(["labels", "--game", "chess", "--list"]) == 2
    assert "amul, amulett, sheet, or the id of a sheet" in capsys.readouterr().err


def test_somebody_who_lists_all_tags_is_told_which_letters_are_free(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["labels", "--list"]) == 0
    listed = capsys.readouterr().out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["labels", "--list"]) == 0
    taken, free = capsys.readouterr().out.removeprefix(listed).split("Free:")
    assert "C control cards" in taken
    assert "S seat cards" in taken
    assert sorted([*free.split(), *"AKMSC"]) == list(LETTERS)


def test_every_picture_gets_its_own_answer_whatever_the_others_are(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    strip = tmp_path / "strip.png"
    strip.write_bytes(bilevel_png(60_000_000, 1))
    odd = tmp_path / "odd.png"
    Image.new("L", (50, 50)).save(odd)
    look = Reader.look

    def fails_on_small(self: Reader, frame: Frame) -> object:
        if frame.grey.shape == (50, 50):
            raise ValueError("a library that does not like this one")
        return look(self, frame)

    monkeypatch.setattr(Reader, "look", fails_on_small)
    assert main(["read", str(strip), str(odd), str(photo), "--json"]) == 1
    first, second, third = json.loads(capsys.readouterr().out)["images"]
    assert "30000 pixels along each side" in first["error"]
    assert "cannot be read (ValueError)" in second["error"]
    assert [tag["text"] for tag in third["tags"]] == [TAG]


def test_a_picture_that_cannot_be_drawn_keeps_its_answer_and_the_others_theirs(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    long = tmp_path / f"{'x' * 248}.png"  # with "-read" in it no disk takes the name
    long.write_bytes(photo.read_bytes())
    assert main(["read", str(long), str(photo), "--draw", str(tmp_path / "drawn"), "--json"]) == 1
    first, second = json.loads(capsys.readouterr().out)["images"]
    assert [tag["card"] for tag in first["tags"]] == [tag["card"] for tag in second["tags"]] == [CARD]
    assert "--draw" in first["error"]
    assert "error" not in second
    assert [path.name for path in (tmp_path / "drawn").iterdir()] == ["one card-read.png"]


def test_each_answer_is_given_before_the_next_picture_is_opened(
    photo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of ten thousand pictures those that were read are said, whenever somebody ends it."""
    from companion.commands import read

    read_picture, opened = read.read_picture, 0

    def count(path: Path) -> Grey:
        nonlocal opened
        opened += 1
        if opened == 3:
            raise KeyboardInterrupt
        return read_picture(path)

    monkeypatch.setattr(read, "read_picture", count)
    assert main(["read", *[str(photo)] * 10_000]) == 130
    assert capsys.readouterr().out.count("one tag") == 2


def test_what_is_no_file_at_all_is_refused_and_not_waited_for(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = [path for path in odd_files(tmp_path, ".jpg") if path.stem != "nowhere"]
    assert main(["read", *map(str, odd), str(photo), "--json"]) == 1
    *answers, last = json.loads(capsys.readouterr().out)["images"]
    assert all(answer["error"] for answer in answers)
    assert [tag["card"] for tag in last["tags"]] == [CARD]


def test_a_picture_of_sixty_megapixels_is_read_in_little_memory(tmp_path: Path) -> None:
    """One tag on a large white sheet, with an alpha channel: a box with 2 GB must take it beside everything else."""
    page = np.full((6666, 9000), 255, np.uint8)
    page[3000:3400, 5000:5400] = draw_sticker(TAG, 400)
    path = tmp_path / "large.png"
    Image.merge("LA", (Image.fromarray(page), Image.new("L", (9000, 6666), 255))).save(path, compress_level=1)
    code = f"from companion.cli import main; main(['read', {str(path)!r}]); {PEAK}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert TAG in done.stdout
    assert int(done.stdout.split()[-1]) / 1024 < MOST_MB
