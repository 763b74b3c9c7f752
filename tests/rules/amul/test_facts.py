"""Facts read from plain values: known, unknown, refused and in which words, and how layers merge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.language.i18n import Phrases
from rules.amul.fact_layers import TaughtLayer, join_entries, lay_over, tell, with_fact
from rules.amul.facts import Facts, parse_facts
from rules.amul.terms import ByCount, Each, Flat, Matcher, Wants
from rules.core.errors import InvalidValue
from tests.sweeps import sweep

TOP = {"format": 1, "game": "amul"}

A_CARD = 'one form, like { colour = "red" }: just one of kind, colour, trait, position, source, any'


def _facts(**cards: Any) -> Facts:
    return parse_facts({**TOP, "cards": {slug.replace("_", "-"): entry for slug, entry in cards.items()}})


def _refused(entry: dict[str, Any], **others: Any) -> tuple[str, str]:
    with pytest.raises(InvalidValue) as caught:
        _facts(gold=entry, camel={}, **others)
    return caught.value.place, Phrases("en").say(caught.value.expected)


def test_a_whole_kind() -> None:
    kind = _facts(
        arab_guard={
            "colour": "red",
            "traits": {"arab": 1, "prowess": 1},
            "letter": "C",
            "position": "area",
            "copies": 3,
            "min_players": [3, 3, 5],
            "effect": "palace",
            "power": [
                {"flat": 2},
                {"each": {"kind": "camel"}, "scope": "neighbours", "points": 1, "limit": 5},
            ],
        },
        camel={},
    ).kinds["arab-guard"]
    assert (kind.colour, kind.letter, kind.position, kind.effect) == ("red", "C", "area", ("palace",))
    assert (kind.symbols("arab"), kind.symbols("prowess"), kind.symbols("mongol")) == (1, 1, 0)
    assert (kind.copies, kind.min_players) == (3, (3, 3, 5))
    assert kind.power == (Flat(2), Each(Matcher("kind", ("camel",)), "neighbours", 1, 5))


def test_a_missing_key_is_unknown_and_an_empty_one_says_none() -> None:
    facts = _facts(gold={}, camel={"traits": {}, "power": []})
    gold, camel = facts.kinds["gold"], facts.kinds["camel"]
    assert (gold.colour, gold.traits, gold.letter, gold.position, gold.effect, gold.power) == (None,) * 6
    assert (gold.symbols("arab"), camel.symbols("arab"), camel.power) == (None, 0, ())


def test_symbols_can_be_known_in_part() -> None:
    kind = _facts(gold={"traits": {"prowess": 2}, "traits_known": ["prowess"]}).kinds["gold"]
    assert (kind.symbols("prowess"), kind.symbols("arab")) == (2, None)
    none = _facts(gold={"traits_known": ["prowess"]}).kinds["gold"]
    assert (none.symbols("prowess"), none.symbols("arab")) == (0, None)


def test_terms_that_mean_the_same_are_equal() -> None:
    facts = _facts(
        gold={"power": [{"table": {"kind": "gold"}, "points": [1, 2], "per": "set"}, {"wants": ["gold"], "points": 0}]},
        camel={
            "power": [
                {"per": "set", "points": [1, 2, 2, 2], "scope": "own", "table": {"kind": ["gold", "gold"]}},
                {"wants": ["gold"], "points": 0, "uses_up": False},
            ]
        },
    )
    assert facts.kinds["gold"].power == facts.kinds["camel"].power
    assert facts.kinds["gold"].power == (ByCount(Matcher("kind", ("gold",)), "own", (1, 2), True), Wants(("gold",)))


@pytest.mark.parametrize(
    ("entry", "place", "expected"),
    [
        ({"letter": "CC"}, "letter", "one letter A to Z, got 'CC'"),
        ({"letter": 3}, "letter", "one letter A to Z, got 3"),
        ({"letter": "ß"}, "letter", "one letter A to Z, got 'ß'"),
        ({"copies": -1}, "copies", "a whole number from 0 to 99, got -1"),
        ({"copies": True}, "copies", "a whole number from 0 to 99, got true"),
        ({"copies": 3.0}, "copies", "a whole number from 0 to 99, got 3.0"),
        ({"copies": 2, "min_players": [3]}, "min_players", "one number for each of the 2 copies, got a list of 1"),
        ({"min_players": [2]}, "min_players[0]", "a whole number from 3 to 8, got 2"),
        ({"min_players": [3, 9]}, "min_players[1]", "a whole number from 3 to 8, got 9"),
        (
            {"palace": {"copies": 1, "min_players": []}},
            "palace.min_players",
            "one number for each of the 1 copies, got a list of 0",
        ),
        ({"palace": 1}, "palace", "a table, got 1"),
        ({"colour": "pink"}, "colour", "one of yellow, blue, purple, red, green, orange, bazaar, got 'pink'"),
        ({"position": "deck"}, "position", "one of hand, area, both, stays, got 'deck'"),
        ({"effect": "hand"}, "effect", "one of market, palace, bazaar, got 'hand'"),
        ({"traits": {"arab": -1}}, "traits.arab", "a whole number from 0 to 99, got -1"),
        ({"traits": ["arab"]}, "traits", "a table like { arab = 1, prowess = 1 }, got a list of 1"),
        ({"traits": {"": 1}}, "traits", "words like arab, mongol, prowess, got ''"),
        (
            {"traits": {"arab": 1}, "traits_known": []},
            "traits_known",
            "every symbol that traits counts, got a list of 0",
        ),
        ({"power": {"flat": 1}}, "power", "a list of 0 to 20, got a table with 'flat'"),
        ({"power": [3]}, "power[0]", "one form, like { flat = 3 }: just one of flat, each, table, when, wants, got 3"),
        (
            {"power": [{}]},
            "power[0]",
            "one form, like { flat = 3 }: just one of flat, each, table, when, wants, got an empty table",
        ),
        (
            {"power": [{"flat": 1, "when": {}}]},
            "power[0]",
            "one form, like { flat = 3 }: just one of flat, each, table, when, wants, got a table with 'flat', 'when'",
        ),
        ({"power": [{"flat": "2"}]}, "power[0].flat", "a whole number from -10000 to 10000, got '2'"),
        ({"power": [{"flat": 1, "scope": "own"}]}, "power[0].scope", "a key of flat, got 'scope'"),
        ({"power": [{"each": {"kind": "camel"}}]}, "power[0]", "the key points, got a table with 'each'"),
        (
            {"power": [{"each": {"kind": "pony"}, "points": 1}]},
            "power[0].each.kind",
            "a kind of card by its English name in lower case, like arab-guard, got 'pony'",
        ),
        ({"power": [{"each": {"kind": []}, "points": 1}]}, "power[0].each.kind", "a list of 1 to 60, got a list of 0"),
        (
            {"power": [{"each": {"kind": "camel", "colour": "red"}, "points": 1}]},
            "power[0].each",
            f"{A_CARD}, got a table with 'kind', 'colour'",
        ),
        ({"power": [{"each": {"any": False}, "points": 1}]}, "power[0].each.any", "true, got false"),
        (
            {"power": [{"each": {"any": True}, "points": 1, "limit": -1}]},
            "power[0].limit",
            "a whole number from 0 to 10000, got -1",
        ),
        (
            {"power": [{"each": {"any": True}, "points": 1, "scope": "mine"}]},
            "power[0].scope",
            "one of own, left, right, neighbours, own+neighbours, others, all, got 'mine'",
        ),
        (
            {"power": [{"table": {"any": True}, "points": "one, two"}]},
            "power[0].points",
            "the points for one, two, three of them and so on, like 1, 3, 6, got 'one, two'",
        ),
        (
            {"min_players": "3 x"},
            "min_players",
            "the least number of players of each copy, like 3, 3, 4, got '3 x'",
        ),
        ({"power": [{"table": {"any": True}, "points": []}]}, "power[0].points", "a list of 1 to 60, got a list of 0"),
        (
            {"power": [{"table": {"any": True}, "points": [1], "per": "game"}]},
            "power[0].per",
            "one of card, set, got 'game'",
        ),
        ({"power": [{"wants": ["camel"]}]}, "power[0]", "just one of points, partial, got a table with 'wants'"),
        (
            {"power": [{"wants": ["camel"], "points": 1, "partial": [1]}]},
            "power[0]",
            "just one of points, partial, got a table with 'wants', 'points', 'partial'",
        ),
        ({"power": [{"wants": "camel", "points": 1}]}, "power[0].wants", "a list of 1 to 60, got 'camel'"),
        (
            {"power": [{"when": {"count": {"any": True}}, "points": 1}]},
            "power[0].when",
            "at_least or at_most or both, got a table with 'count'",
        ),
        (
            {"power": [{"when": {"count": {}, "at_least": 1}, "points": 1}]},
            "power[0].when.count",
            f"{A_CARD}, got an empty table",
        ),
        (
            {"power": [{"when": {"more_than": "own", "of": {"any": True}}, "points": 1}]},
            "power[0].when.more_than",
            "one of left, right, neighbours, own+neighbours, others, all, got 'own'",
        ),
        (
            {"power": [{"when": {"more_than": "left"}, "points": 1}]},
            "power[0].when",
            "the key of, got a table with 'more_than'",
        ),
        ({"power": [{"when": {"order": 0}, "points": 1}]}, "power[0].when.order", "a whole number from 1 to 99, got 0"),
        ({"power": [{"when": {"has": []}, "points": 1}]}, "power[0].when.has", "a list of 1 to 60, got a list of 0"),
        (
            {"color": "red"},
            "color",
            (
                "a key of colour, traits, traits_known, letter, position, copies, min_players, palace, effect, power, "
                "origin, got 'color'"
            ),
        ),
    ],
)
def test_what_is_refused_and_in_which_words(entry: dict[str, Any], place: str, expected: str) -> None:
    assert _refused(entry) == (f"cards.gold.{place}", expected)


def test_the_same_set_twice_on_one_card_is_refused_by_meaning() -> None:
    one = {"table": {"kind": "camel"}, "points": [1, 2], "per": "set"}
    same = {"table": {"kind": ["camel"]}, "scope": "own", "points": [1, 2, 2], "per": "set"}
    assert _refused({"power": [one, {"flat": 1}, same]})[0] == "cards.gold.power[0]"
    assert _facts(gold={"power": [{**one, "per": "card"}, {**same, "per": "card"}]}, camel={})


def test_not_may_be_nested_only_so_deep() -> None:
    condition: dict[str, Any] = {"has": ["camel"]}
    for _ in range(500):
        condition = {"not": condition}
    assert _refused({"power": [{"when": condition, "points": 1}]})[1] == "at most 6 times not"


def test_a_trader_has_no_palace_copies() -> None:
    with pytest.raises(InvalidValue, match=r"expect\.no_palace"):
        _facts(trader_1={"palace": {"copies": 1}})


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"format": 1},
        {"format": 3, "game": "amul"},
        {"format": True, "game": "amul"},
        {"format": 1, "game": "amulett"},
        {**TOP, "practice": 1},
        {**TOP, "title": 3},
        {**TOP, "title": "x" * 81},
        {**TOP, "title": "a\nb"},
        {**TOP, "cards": []},
        {**TOP, "cards": {"Gold": {}}},
        {**TOP, "cards": {"gold#1": {}}},
        {**TOP, "cards": {"gold": []}},
        {**TOP, "more": 1},
    ],
)
def test_a_document_that_is_no_facts_file(document: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue):
        parse_facts(document)


BELOW = _facts(
    gold={"copies": 3, "min_players": [3, 4, 5], "palace": {"copies": 2, "min_players": [3, 8]}, "colour": "blue"},
    camel={"copies": 1},
)


def _over(**entry: Any) -> Any:
    return lay_over(BELOW, {**TOP, "cards": {"gold": entry}}).kinds["gold"]


def test_a_layer_replaces_what_it_names_key_by_key() -> None:
    kind = _over(letter="A", colour="red")
    assert (kind.letter, kind.colour, kind.copies, kind.min_players) == ("A", "red", 3, (3, 4, 5))


def test_title_and_practice_are_those_of_the_upper_layer() -> None:
    facts = lay_over(BELOW, {**TOP, "title": "Mine", "practice": True})
    assert (facts.title, facts.practice) == ("Mine", True)
    assert (lay_over(BELOW, TOP).title, lay_over(BELOW, TOP).practice) == ("", False)


def test_other_copies_make_the_minimum_counts_below_unknown() -> None:
    assert (_over(copies=2).copies, _over(copies=2).min_players) == (2, None)
    assert _over(copies=3).min_players == (3, 4, 5)
    assert _over(palace={"copies": 1}).palace_min_players is None
    assert _over(palace={"copies": 2}).palace_min_players == (3, 8)
    assert _over(palace={"copies": 0}).palace_copies == 0


def test_minimum_counts_for_other_copies_than_there_are_are_refused() -> None:
    with pytest.raises(InvalidValue, match=r"expect\.each_copy', copies=3"):
        _over(min_players=[3])


def test_a_layer_may_not_name_a_kind_that_does_not_exist() -> None:
    with pytest.raises(InvalidValue) as caught:
        lay_over(BELOW, {**TOP, "cards": {"glod": {}}})
    assert caught.value.place == "cards.glod"


def test_layers_leave_the_one_below_as_it_was() -> None:
    before = parse_facts(BELOW.document)
    _over(copies=1, palace={"copies": 1})
    assert before == BELOW


def test_one_fact_told_at_the_table() -> None:
    facts = with_fact(BELOW, "cards.gold.letter", "B")
    assert (facts.kinds["gold"].letter, BELOW.kinds["gold"].letter) == ("B", None)
    assert parse_facts(facts.document) == facts


def test_symbols_told_one_by_one_leave_the_others_unknown() -> None:
    facts = with_fact(BELOW, "cards.gold.traits.prowess", 1)
    facts = with_fact(facts, "cards.gold.traits.arab", 0)
    kind = facts.kinds["gold"]
    assert [kind.symbols(trait) for trait in ("prowess", "arab", "mongol")] == [1, 0, None]
    whole = with_fact(with_fact(facts, "cards.gold.traits", {"arab": 2}), "cards.gold.traits.mongol", 1).kinds["gold"]
    assert [whole.symbols(trait) for trait in ("prowess", "arab", "mongol")] == [0, 2, 1]


def test_telling_other_copies_changes_which_cards_there_are() -> None:
    facts = with_fact(with_fact(BELOW, "cards.camel.copies", 2), "cards.gold.copies", 0)
    assert list(facts.cards) == ["camel#1", "camel#2", "gold#p1", "gold#p2"]


@pytest.mark.parametrize(
    "fact",
    ["", "cards", "cards.gold", "cards.pony.letter", "x.gold.letter", "cards.gold.letter.a", "cards.gold.traits.a.b"],
)
def test_what_is_no_fact(fact: str) -> None:
    with pytest.raises(InvalidValue):
        with_fact(BELOW, fact, 1)


@pytest.mark.parametrize("slug", ["gold#1", "Gold", ""])
def test_what_is_no_kind(slug: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        parse_facts({**TOP, "cards": {slug: {}}})
    wanted = "a kind of card by its English name in lower case, like arab-guard"
    assert (refused.value.place, Phrases("en").say(refused.value.wanted)) == (f"cards.{slug}", wanted)


def test_symbols_known_in_either_of_two_entries_are_known() -> None:
    first = {"traits": {"arab": 1, "prowess": 1}, "traits_known": ["arab", "prowess"]}
    second = {"traits": {"prowess": 2}, "traits_known": ["mongol", "prowess"]}
    assert join_entries(first, second) == {
        "traits": {"arab": 1, "prowess": 2},
        "traits_known": ["arab", "mongol", "prowess"],
    }
    assert join_entries({"traits": {"arab": 1}}, second) == {"traits": {"arab": 1, "prowess": 2}}


def test_a_layer_may_have_had_no_cards_before() -> None:
    taught = lay_over(BELOW, {**TOP, "cards": {"gold": {"letter": "C"}}}, TaughtLayer(TOP, BELOW))
    assert taught.document["cards"]["gold"]["letter"] == "C"


def test_telling_starts_from_nothing_too() -> None:
    assert tell({}, "cards.gold.traits.arab", 2, "told 2026-11-15") == {
        "traits": {"arab": 2},
        "traits_known": ["arab"],
        "origin": {"traits": "told 2026-11-15"},
    }
    assert tell({"copies": 2, "min_players": [3, 3]}, "cards.gold.copies", 1, "game") == {
        "copies": 1,
        "origin": {"copies": "game"},
    }


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
_FORMS = ["flat", "each", "table", "when", "wants", "points", "partial", "uses_up", "scope", "limit", "per", "else"]
_IFS = ["count", "most", "only_most", "fewest", "more_than", "of", "has", "order", "not", "at_least", "at_most"]
_WORDS = st.sampled_from([*_FORMS, *_IFS, "kind", "colour", "trait", "position", "source", "any"])
_TERMS = st.recursive(
    st.integers(-3, 3)
    | st.booleans()
    | st.sampled_from(["own", "all", "gold", "set", "red", "palace", "hand"])
    | _JSON,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_WORDS, inner, max_size=4),
    max_leaves=12,
)
_KEYS = st.sampled_from(
    ["colour", "traits", "traits_known", "letter", "position", "copies", "min_players", "palace", "effect"]
)


@pytest.mark.slow
@settings(max_examples=sweep(100, 300), deadline=None)
@given(st.dictionaries(_KEYS, _JSON, max_size=4), st.lists(_TERMS, max_size=3))
def test_whatever_comes_in_is_read_or_refused(entry: dict[str, Any], power: list[Any]) -> None:
    for cards in ({"gold": entry}, {"gold": {"power": power}}):
        document = {**TOP, "cards": cards}
        assert _verdict(parse_facts, document)
        assert "\n" not in _verdict(lambda given: lay_over(BELOW, given), document)


def _verdict(read: Callable[[dict[str, Any]], Facts], document: dict[str, Any]) -> str:
    try:
        return repr(read(document))
    except InvalidValue as error:
        return str(error)


def test_a_layer_that_is_silent_about_symbols_leaves_those_that_are_known() -> None:
    below = _facts(gold={"traits": {"arab": 1}, "traits_known": ["arab"]}, camel={})
    silent = lay_over(below, {**TOP, "cards": {"gold": {"colour": "red"}}}).kinds["gold"]
    assert (silent.symbols("arab"), silent.symbols("prowess")) == (1, None)
    whole = lay_over(below, {**TOP, "cards": {"gold": {"traits": {"arab": 2}}}}).kinds["gold"]
    assert (whole.symbols("arab"), whole.symbols("prowess")) == (2, 0)


def test_only_the_colour_of_bazaar_cards_is_proven_by_the_rulebooks() -> None:
    cards = {"trader-1": {"colour": "bazaar", "position": "area"}, "gold": {"colour": "red", "copies": 2}}
    facts = parse_facts({**TOP, "title": "box", "cards": cards})
    assert [facts.origin("trader-1", key) for key in ("colour", "position")] == ["rulebook", "file box"]
    assert [facts.origin("gold", key) for key in ("copies", "colour")] == ["rulebook", "file box"]


def test_a_card_has_at_most_ninety_nine_sorts_of_symbols() -> None:
    most = {f"{first}{second}": 1 for first in "abcdefghij" for second in "abcdefghij"}
    assert _refused({"traits": most})[0] == "cards.gold.traits"
    del most["aa"]
    assert _facts(gold={"traits": most}).kinds["gold"].symbols("ab") == 1
