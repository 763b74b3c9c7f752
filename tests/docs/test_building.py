"""What the pages for builders say in figures and names is what the code says."""

from __future__ import annotations

import re
import textwrap
import tomllib
from pathlib import Path

import pytest

from companion.commands.mat import known_lenses
from companion.games import load_games
from companion.printing.labels import DEFAULT_MM
from companion.settings.config import load_config
from docs.drawing import buttons, holding
from docs.drawing.card import RELEASE
from docs.drawing.solid import read_stl
from hardware.wiring import DEFAULT_BUTTON_PINS
from tests.games import game_box

ROOT = Path(__file__).resolve().parents[2]


def page(name: str) -> str:
    return (ROOT / "docs" / f"{name}.md").read_text("utf-8")


def rows(text: str, first: str) -> list[list[str]]:
    """The cells of the table whose head begins with this cell."""
    lines = text.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"| {first} |"))
    found = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def test_the_heights_are_computed() -> None:
    expected = []
    for lens in known_lenses():
        low, high = lens.lowest(holding.MAT), lens.highest(DEFAULT_MM)
        across, down = (f"{mm / 10:.0f}" for mm in lens.sees(low))
        reach = f"{high / 10:.0f} cm" if high >= low else f"print tags of {lens.smallest_tag(low)} mm or more"
        expected.append([lens.name, f"{low / 10:.0f} cm", f"{across} × {down} cm", reach])
    assert rows(page("camera"), "camera") == expected


def test_what_a_camera_sees_from_60_cm() -> None:
    across, down = holding.STANDARD.sees(600.0)
    assert f"From 60 cm a Camera Module 3 sees {across / 10:.0f} × {down / 10:.0f} cm" in page("camera")


def test_the_measures_in_the_steps_are_those_of_the_drawings() -> None:
    text = page("camera")
    assert text.count(f"{holding.MIDDLE:.0f} mm") == 2
    bar = re.search(r">bar (\d+) mm", holding.shelf())
    assert bar is not None
    assert f"and {int(bar[1]) // 10} cm long" in text
    assert f"Lamp {holding.LAMP_HIGH / 10:.0f} cm high: 35 cm or more" in text
    assert holding.lamp_distance() <= 350
    volume = read_stl((ROOT / "docs/parts/camera-plate.stl").read_bytes()).volume / 1000
    assert f"about {volume:.0f} cm³, that is {volume * 1.24:.0f} g" in text  # of PLA


def test_the_table_of_pins_is_that_of_the_code() -> None:
    expected = [
        [buttons.WORDS[name], str(signal), str(ground), f"`panel.buttons.{name}` = GPIO {DEFAULT_BUTTON_PINS[name]}"]
        for name, (signal, ground) in buttons.pins().items()
    ]
    assert rows(page("buttons"), "button") == expected


def test_the_prices_add_up() -> None:
    spans = [
        re.fullmatch(r"(\d+)–(\d+)", row[-1])
        for row in rows(page("building").replace("| | part |", "| letter | part |"), "letter")
    ]
    assert len(spans) > 12
    assert all(spans)
    low, high = (sum(int(span[n]) for span in spans if span) for n in (1, 2))
    assert f"Together about {low} to {high} euros" in page("building")


def test_how_many_tags_there_are() -> None:
    text = page("labels")
    counts = {slug: len(game_box(slug).tagged()) for slug in load_games().slugs}
    assert f"Āmul has {counts['amul']} cards, Das Amulett {counts['amulett']}" in text
    assert all(-(-count // 65) == 3 for count in counts.values() if count)  # "three sheets for each game"


def test_the_settings_for_a_usb_camera_are_accepted(tmp_path: Path) -> None:
    (block,) = re.findall(r"^```yaml\n(.*?)^```", page("card"), re.MULTILINE | re.DOTALL)
    head, _, content = block.partition("content: |\n")
    assert "path: /etc/table-companion/config.toml" in head
    given = textwrap.dedent(content)
    (tmp_path / "config.toml").write_text(given, "utf-8")
    config = load_config(files=(tmp_path / "config.toml",))
    assert not config.problems
    assert (config.camera.kind, config.panel.factory) == ("usb", "lgpio")
    assert tomllib.loads(given).keys() == {"camera", "panel"}


def test_the_settings_come_before_the_package_and_stay() -> None:
    """The package writes settings only where there are none; cloud-init writes files before it runs commands."""
    assert (
        "if [ -e /etc/table-companion/config.toml ] || [ -L /etc/table-companion/config.toml ]; then return 0"
        in (ROOT / "deploy/debian/postinst").read_text()
    )
    assert "runcmd:" in (ROOT / "deploy/card/user-data").read_text("utf-8")


def test_the_user_and_the_password_are_those_of_the_card() -> None:
    said = (ROOT / "deploy/card/user-data").read_text("utf-8")
    assert "name: host\n" in said
    assert "plain_text_passwd: table\n" in said
    assert "user `host`, password `table`" in page("card")


@pytest.mark.parametrize("name", [name for name in RELEASE if "…" not in name])
def test_what_is_drawn_in_the_release_folder_is_put_there(name: str) -> None:
    assert name in (ROOT / "deploy/build-release").read_text("utf-8")


def test_what_the_card_page_quotes_the_first_start_says() -> None:
    said = (ROOT / "deploy/card/firstrun.sh").read_text("utf-8")
    for quoted in ("no release found", "that did not work", "/var/log/table-companion-firstrun.log"):
        assert quoted in said
        assert quoted in page("card")


def test_the_sheets_to_print_have_the_names_the_page_says() -> None:
    made = (ROOT / "deploy/build-release").read_text("utf-8")
    for name in ("tags-…-65-labels.pdf", "tags-…-plain-a4.pdf"):
        assert f"`{name}`" in page("labels")
        assert name.replace("…", "$game") in made
