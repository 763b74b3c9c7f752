"""Checks of plain values: each refusal with its place, what was expected, and what was found."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from rules.core.errors import InvalidValue, expect
from rules.core.values import any_text, choice, keyed, listed, table, text, truth, whole
from rules.core.words import Words

Check = Callable[[object], object]


@pytest.mark.parametrize(
    ("check", "value", "wanted", "got"),
    [
        (partial(whole, place="p", low=1, high=3), 4, expect("whole", low=1, high=3), "4"),
        (partial(whole, place="p", low=1, high=1), None, expect("number", number=1), expect("got_nothing")),
        (partial(truth, place="p"), 1, expect("truth"), "1"),
        (partial(text, place="p", longest=3), "", expect("text", longest=3), "''"),
        (partial(text, place="p", longest=3), "four", expect("text", longest=3), "'four'"),
        (partial(any_text, place="p", longest=3), "four", expect("text_up_to", longest=3), "'four'"),
        (partial(any_text, place="p", longest=3), True, expect("text_up_to", longest=3), "true"),
        (partial(any_text, place="p", longest=3), False, expect("text_up_to", longest=3), "false"),
        (partial(choice, place="p", allowed=("a", "b")), "c", expect("one_of", options="a, b"), "'c'"),
        (partial(choice, place="p", allowed=("a",)), "c", expect("just", option="a"), "'c'"),
        (partial(listed, place="p", least=0, most=1), [1, 2], expect("list", least=0, most=1), expect("got_list", n=2)),
        (partial(listed, place="p", least=2, most=2), {}, expect("list_of", most=2), expect("got_empty_table")),
        (partial(keyed, place="p", most=1), 10**12, expect("object_up_to", most=1), expect("got_huge")),
        (partial(table, place="p", allowed=()), [], expect("table"), expect("got_list", n=0)),
    ],
)
def test_what_does_not_fit(check: Check, value: object, wanted: Words, got: Words | str) -> None:
    with pytest.raises(InvalidValue) as refused:
        check(value)
    assert (refused.value.place, refused.value.wanted) == ("p", wanted)
    assert refused.value.expected == expect("but_got", expected=wanted, got=got)


@pytest.mark.parametrize(
    ("check", "value"),
    [
        (partial(whole, place="p", low=1, high=3), 3),
        (partial(text, place="p", longest=3), "abc"),
        (partial(any_text, place="p", longest=3), "\n\t\0"),
        (partial(any_text, place="p", longest=3), ""),
        (partial(choice, place="p", allowed=("a", "b")), "b"),
        (partial(listed, place="p", least=1, most=1), [1]),
        (partial(keyed, place="p", most=1), {"a": 1}),
        (partial(table, place="p", allowed=("a",)), {"a": 1}),
    ],
)
def test_what_just_fits(check: Check, value: object) -> None:
    assert check(value) == value


@pytest.mark.parametrize(("place", "named"), [("", "b"), ("p", "p.b")])
def test_a_key_that_is_not_allowed_is_named_by_its_place(place: str, named: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        table({"a": 1, "b": 2}, place, ("a",))
    assert (refused.value.place, refused.value.wanted) == (named, expect("key_of", keys="a"))
