"""What a phone reads in the code of the box's own Wi-Fi."""

from __future__ import annotations

import pytest

from companion.upkeep.hotspot import Hotspot
from tests.box.air import Joining, read_code


@pytest.mark.parametrize("name", ["Table 3F2A", 'a;b:c,d\\e"f', "P:S;T:"])
def test_a_phone_reads_what_the_box_wrote(name: str) -> None:
    assert read_code(Hotspot(name, "abcd-efgh-jkmn").code) == Joining(name, "abcd-efgh-jkmn")


def test_a_code_without_a_password_is_none_of_ours() -> None:
    with pytest.raises(AssertionError, match="nopass"):
        read_code("WIFI:T:nopass;S:Open;;")
