"""What is shipped about Āmul's cards: names as in both rulebooks' tables, copies as printed, sources, nothing more."""

from __future__ import annotations

import tomllib
import unicodedata
from pathlib import Path

import pytest

from companion.games.amul.box import card_names, deck_for, rulebook
from companion.resources import asset
from companion.teaching.deck_check import compare
from rules.amul.deck import expected_cards
from rules.amul.terms import (
    SCOPES,
    SORTS,
    ByCount,
    Count,
    Each,
    Fewest,
    Flat,
    Has,
    InOrder,
    MoreThan,
    Most,
    Not,
    OnlyMost,
    Wants,
    When,
)
from tests.games import amul_facts, game_box

# Both distribution tables, 58 rows: English name, German name, the row.
TABLE = """
Āmul City Guard | Wache von Amul | 1
Arab Caravan | Arabische Karawane | 1
Arab General | Arabischer General | 1
Arab Guard | Arabische Wache | 2 1
Arab Merchant | Arabischer Kaufmann | 2 1 1 1 1
Arab Prince | Arabischer Prinz | 1
Arab Relic | Arabisches Artefakt | 1
Arab Spy | Arabischer Spion | 1
Arab Sword | Arabisches Schwert | 1
Camel | Kamel | 6
Camel Drivers | Kameltreiber | 1
Carpet | Teppich | 3
Contract | Vertrag | 3 1 1 1 1 1
Courtesan | Kurtisane | 1
Dancer | Tänzerin | 1
Dervish | Derwisch | P
Diplomat | Diplomat | 1
Ebony | Ebenholz | 3
Envoy | Gesandte | 1
Fugitive | Flüchtige | 1
Gem | Juwel | 6 1 P 1 1
Gemsmith | Goldschmied | 1
Gold | Gold | 4 1,P 1 1 1
Gold Smuggler | Goldschmugglerin | 1
Ivory | Elfenbein | 3
Jade | Jade | 3
Jeweler | Juwelier | 1
Lamp | Lampe | 2 P 1
Medallion | Medaillon | P 1
Mercenaries | Söldnerin | 1
Mongol Caravan | Mongolische Karawane | 1
Mongol General | Mongolischer General | 1
Mongol Guard | Mongolische Wache | 2 1
Mongol Merchant | Mongolischer Kaufmann | 2 1 1 1 1
Mongol Prince | Mongolischer Prinz | 1
Mongol Relic | Mongolisches Artefakt | 1
Mongol Spy | Mongolische Spionin | 1
Mongol Sword | Mongolisches Schwert | 1
Mughal Warlord | Kriegsherr | 6 1
Nomad | Nomadin | 1
Oil | Öl | 2,P P 1
Opium | Opium | 1 1 P
Peddler | Hausiererin | 1
Porcelain | Porzellan | 3
Scavenger | Plünderin | 1 1 1
Sheikh | Scheich | 1
Silk | Seide | 7 P 1
Silver | Silber | 4,P 1 1 1 1 1,P
Spice | Gewürze | 4,P 3 2,P 1 2 2,P
Spice Broker | Gewürzhändlerin | 1
Spice Dealer | Gewürzverkäuferin | 1
Tax Collector | Steuereintreiberin | 1
Tea | Tee | 3 1 1 1 1 1
Tent | Zelt | P
Thief | Diebin | 1
Trader | Händler | 3,T 1 1 1 1 1
Trading House | Handelshaus | 1
Yurt | Jurte | P
"""
ROWS = [tuple(cell.strip() for cell in line.split("|")) for line in TABLE.strip().splitlines()]
KINDS = [row for row in ROWS if row[0] != "Trader"]


def _slug(name: str) -> str:
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower().replace(" ", "-")


def test_the_tables_have_58_rows_each() -> None:
    assert len(ROWS) == len({row[0] for row in ROWS}) == len({row[1] for row in ROWS}) == 58


@pytest.mark.parametrize(("english", "german", "printed"), KINDS)
def test_a_kind_has_the_names_and_the_row_of_both_tables(english: str, german: str, printed: str) -> None:
    about = rulebook().about[_slug(english)]
    assert (about["name"], about["printed"]) == ({"en": english, "de": german}, printed)
    assert about["source"].startswith("E ")
    assert ", G " in about["source"]


@pytest.mark.parametrize(("english", "_german", "printed"), KINDS)
def test_copies_are_what_the_row_adds_up_to(english: str, _german: str, printed: str) -> None:
    kind = rulebook().facts.kinds[_slug(english)]
    entries = printed.replace(",", " ").split()
    assert kind.copies == sum(int(entry) for entry in entries if entry != "P")
    assert kind.palace_copies == entries.count("P")


def test_the_only_other_kinds_are_the_traders() -> None:
    others = set(rulebook().about) - {_slug(row[0]) for row in KINDS}
    assert others == {*(f"trader-{n}" for n in range(1, 9)), "tea-trader"}
    counts = {slug: rulebook().facts.kinds[slug].min_players for slug in sorted(others)}
    assert [counts[f"trader-{n}"] for n in range(1, 9)] == [(3,), (3,), (3,), (4,), (5,), (6,), (7,), (8,)]
    assert rulebook().about["tea-trader"]["name"] == {"en": "Tea Trader", "de": "Teehändlerin"}


def test_the_rulebook_file_claims_no_more_than_the_rulebooks_prove() -> None:
    kinds = rulebook().facts.kinds.values()
    assert {kind.colour for kind in kinds} == {None, "bazaar"}
    assert all(kind.colour is None or "trader" in kind.slug for kind in kinds)
    for kind in kinds:
        assert (kind.traits, kind.letter, kind.position, kind.effect, kind.power) == (None,) * 5
    dated = {kind.slug for kind in kinds if kind.min_players and kind.colour is None}
    assert dated == {"contract", "silver", "spice", "tea"}
    assert {kind.slug for kind in kinds if kind.palace_min_players} == {"silver", "spice"}


def test_doubts_stand_beside_the_data() -> None:
    about = rulebook().about
    assert {slug for slug in about if "note" in about[slug]} == {"mughal-warlord", "spice-broker", "spice-dealer"}


def test_card_names_leave_the_copy_number_out() -> None:
    facts = amul_facts("practice", Path())
    names = card_names(facts, "de")
    assert (names["card"]["gold#p1"], names["card"]["spice#14"], names["kind"]["yurt"]) == ("Gold", "Gewürze", "Jurte")
    assert set(names["card"]) == set(facts.cards)


PRACTICE = amul_facts("practice", Path())


def test_practice_values_say_so_and_are_complete() -> None:
    assert PRACTICE.practice
    assert "practice" in PRACTICE.title.lower()
    assert "made up" in asset("games", "amul", "practice.toml").read_text("utf-8").splitlines()[0]
    for kind in PRACTICE.kinds.values():
        assert None not in (kind.colour, kind.traits, kind.position, kind.power), kind.slug
        assert kind.letter or not kind.symbols("prowess"), kind.slug


def test_practice_copies_follow_the_tables_but_for_the_warlord() -> None:
    printed = rulebook().facts.kinds
    other = [slug for slug, kind in PRACTICE.kinds.items() if kind.copies != printed[slug].copies]
    assert (other, PRACTICE.kinds["mughal-warlord"].copies) == (["mughal-warlord"], 1)
    assert all(PRACTICE.kinds[slug].palace_copies == kind.palace_copies for slug, kind in printed.items())


def test_practice_uses_every_form_of_power() -> None:
    terms = [term for kind in PRACTICE.kinds.values() for term in kind.power or ()]
    conditions = [term.condition for term in terms if isinstance(term, When)]
    conditions += [condition.condition for condition in conditions if isinstance(condition, Not)]
    counted = [part for part in (*terms, *conditions) if isinstance(part, Each | ByCount | Count)]
    looked_at = [part.what for part in (*terms, *conditions) if hasattr(part, "what")]
    assert {type(term) for term in terms} == {Flat, Each, ByCount, When, Wants}
    assert {type(condition) for condition in conditions} == {
        Count, Most, OnlyMost, Fewest, MoreThan, Has, InOrder, Not,
    }  # fmt: skip
    assert {part.scope for part in counted} == set(SCOPES)
    assert {what.sort for what in looked_at} == set(SORTS)
    ladders = [term for term in terms if isinstance(term, ByCount)]
    wants = [term for term in terms if isinstance(term, Wants)]
    assert {term.is_set for term in ladders} == {True, False}
    assert {(term.partial is None, term.uses_up) for term in wants} == {
        (a, b) for a in (True, False) for b in (True, False)
    }
    assert any(term.points < 0 and term.limit for term in terms if isinstance(term, Each))


def test_all_three_effects_and_positions_are_in_the_practice_box() -> None:
    kinds = PRACTICE.kinds.values()
    assert {kind.effect for kind in kinds if kind.effect} == {("palace",), ("bazaar",), ("market",)}
    assert {kind.position for kind in kinds} == {"hand", "area", "both"}


def test_the_practice_file_is_plain_toml_of_format_one() -> None:
    document = tomllib.loads(asset("games", "amul", "practice.toml").read_text("utf-8"))
    assert (document["format"], document["game"], document["practice"]) == (1, "amul", True)


@pytest.mark.parametrize("players", range(3, 9))
def test_the_deck_of_each_player_count_has_the_proven_number_of_cards(players: int) -> None:
    deck = deck_for(PRACTICE.document, players)
    assert len(deck.used) == sum(expected_cards(source, players) for source in ("market", "palace", "bazaar"))
    assert deck.unsure == ()
    with_tea = deck_for(PRACTICE.document, players, tea=3)
    assert len(with_tea.used) == len(deck.used) + 1, "the Tea Trader joins"
    assert with_tea.some == 3


def test_cards_are_sorted_into_right_missing_and_too_many() -> None:
    deck = deck_for(PRACTICE.document, 3)
    unused = deck.unused[0]
    found = compare(deck, [*deck.used[1:], unused])
    assert found.missing == deck.used[:1]
    assert found.extra == (unused,)
    assert not found.is_complete
    assert compare(deck, deck.used).is_complete
    tea = deck_for(PRACTICE.document, 3, tea=2)
    assert compare(tea, [*tea.used, "tea#5"]).any_missing == 1
    assert compare(tea, [*tea.used, "tea#5", "tea#1", "tea#8"]).extra == ("tea#8",)


def test_what_nobody_has_told_is_neither_right_nor_wrong() -> None:
    deck = deck_for(game_box("amul").document(None, Path()), 4)
    found = compare(deck, ["yurt", "spice#1", "gem#p1", "opium#p1"])
    assert found.extra == ("gem#p1", "opium#p1"), "the third of five, and the third of five too: for five at least"
    assert found.unsure == ("yurt",)
    assert found.right == ("spice#1",)
