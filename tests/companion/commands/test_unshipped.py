"""Developers' benchmarks and the gallery come with the source tree: without it the commands say so, others run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion import resources
from companion.cli import main
from companion.commands.bench import BENCHES, INSTALLED
from companion.measuring import rules


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where no source tree stands around the packages."""
    monkeypatch.setattr(resources, "_ROOT", tmp_path)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("more", [[], ["--json"], ["--pictures", "2", "a folder"], ["--help"]])
@pytest.mark.parametrize("name", sorted(set(BENCHES) - set(INSTALLED)))
def test_a_builders_benchmark_is_refused_in_one_line_whatever_is_asked(
    name: str, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", name, *more]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert f".venv/bin/companion bench {name}" in said.err


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("more", [[], ["-o", "pictures"], ["--sheet", "sheet.png"], ["--only", "start"]])
def test_so_is_the_gallery(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gallery", *more]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert ".venv/bin/companion gallery -o DIR" in said.err


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_an_owners_benchmark_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(rules, "bench_game", lambda game: [{"name": game.slug}])
    assert main(["bench", "rules", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)


@pytest.mark.usefixtures("installed")
def test_the_help_names_all_and_says_which_are_not_here(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["bench", "--help"])
    assert left.value.code == 0
    told = " ".join(capsys.readouterr().out.split())
    assert all(f" {name} " in told for name in BENCHES)
    assert told.count("(in the source tree)") == len(BENCHES) - len(INSTALLED)


@pytest.mark.parametrize("name", BENCHES)
def test_in_the_source_tree_every_benchmark_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["bench", name, "--help"])
    assert left.value.code == 0
    assert "--json" in capsys.readouterr().out
