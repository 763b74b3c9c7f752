"""The name, the password and the code of the box's own Wi-Fi."""

from __future__ import annotations

from pathlib import Path

from companion.upkeep.hotspot import KEPT, Hotspot, new_password, own_name, tonight, with_new_password, with_renewal
from tests.games import open_store


def test_the_code_is_as_phones_read_it() -> None:
    assert Hotspot("Table", "abcd-efgh").code == "WIFI:T:WPA;S:Table;P:abcd-efgh;;"
    assert Hotspot('a;b:c,d"e\\', "12345678").code == 'WIFI:T:WPA;S:a\\;b\\:c\\,d\\"e\\\\;P:12345678;;'


def test_a_password_is_long_and_easy_to_type() -> None:
    made = {new_password() for _ in range(50)}
    assert len(made) == 50
    assert all(len(word) == 14 and set(word) <= set("abcdefghjkmnpqrstuvwxyz-") for word in made)


def test_the_password_stays_unless_each_evening_has_its_own(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    first = tonight(store, "2026-01-01")
    assert tonight(store, "2026-01-02") == first
    with_renewal(store, first, renews=True)
    assert tonight(store, "2026-01-01").password == first.password
    second = tonight(store, "2026-01-02")
    assert second.password != first.password
    assert tonight(store, "2026-01-02") == second
    assert with_new_password(store, second, "2026-01-02").password != second.password
    store.set_setting(KEPT, '{"name": 7')
    assert tonight(store, "2026-01-03").password not in (first.password, second.password)


def test_every_box_has_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "id").write_text("3f2a9c\n")
    assert own_name(tmp_path / "id") == "Table 3F2A"
    assert own_name(tmp_path / "nothing") == "Table"
