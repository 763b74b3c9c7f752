"""Who is who: renamed, joined, hidden, and as it was again; games keep the names they were written with."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.keeping.folder_lock import FolderLock
from companion.keeping.history import past_nights
from companion.keeping.kept_settings import MARKS, read_marks, write_marks
from companion.keeping.people import People, read_people, write_people
from companion.keeping.session import resume_game
from companion.keeping.store import open_store
from tests.games import GAMES, new_setup


def test_a_wrong_name_is_put_right_everywhere_and_back(tmp_path: Path) -> None:
    with FolderLock(tmp_path) as lock:
        store = open_store(lock, GAMES.rules)
        setup = new_setup("amul", 3, seed=1)
        wrong, *others = setup.players
        number = store.new_game(GAMES["amul"].rules, setup)
        players = [{"name": name, "place": place, "total": 9 - place} for place, name in enumerate(setup.players, 1)]
        result = {"kind": "points", "rows": [], "players": players, "winners": [wrong], "complete": True}
        store.finish(number, result)
        store.set_setting(MARKS, write_marks({wrong: 5}))
        store.set_people(store.people().renamed(wrong, "Lukas"))
        (night,) = past_nights(store)
        assert (night.winners, night.row.setup.players, night.placed[0]["name"]) == (
            ("Lukas",),
            ("Lukas", *others),
            "Lukas",
        )
        assert night.row.written == setup.players, "as they were called at the table"
        assert resume_game(store, number).setup.players == ("Lukas", *others)
        assert (set(store.roster()), read_marks(store.setting(MARKS))["Lukas"]) == ({"Lukas", *others}, 5)
        store.set_people(store.people().parted(wrong))
        assert past_nights(store)[0].winners == (wrong,)
        store.set_people(store.people().with_hidden(wrong, is_hidden=True))
        assert wrong not in store.roster()
        assert past_nights(store)[0].winners == (wrong,), "past nights stay"
        store.set_people(store.people().with_hidden(wrong, is_hidden=False))
        assert wrong in store.roster()
        store.close()


def test_two_spellings_become_one_and_a_chain_of_names_ends_at_the_last() -> None:
    people = People().renamed("Lucas", "Lukas").renamed("Lukas", "Luke")
    assert (people.read("Lucas"), people.read("Lukas"), people.spellings("Luke")) == (
        "Luke",
        "Luke",
        ("Lucas", "Lukas"),
    )
    back = people.renamed("Luke", "Lukas")
    assert (back.read("Lucas"), back.read("Lukas"), back.read("Luke")) == ("Lukas", "Lukas", "Lukas")
    assert people.parted("Lucas").read("Lucas") == "Lucas"


def test_two_who_sat_at_one_table_are_not_one_person_there() -> None:
    people = People({"Lucas": "Lukas"})
    assert people.seated(("Lucas", "Lukas", "Zo")) == ("Lucas", "Lukas", "Zo")
    assert people.seated(("Lucas", "Zo")) == ("Lukas", "Zo")


@pytest.mark.parametrize("odd", ["{", "7", '{"names": 1}', '{"hidden": {}}', "null", '{"names": {"a": 1}}'])
def test_a_spoilt_text_reads_everybody_as_written(odd: str) -> None:
    assert read_people(odd).read("a") == "a"


def test_it_is_written_and_read_the_same() -> None:
    people = People({"Lucas": "Łukasz"}, frozenset({"Zo"}))
    assert read_people(write_people(people)) == people
