"""The steps of a round, from dealing to upkeep: positions in, commands, literal answers out."""

from __future__ import annotations

import pytest

from rules.amul import GAME
from rules.amul.commands import Fill, Offer, Pick, Reveal, Show, Take, TurnUp, Upkeep
from rules.amul.events import CardLaid
from rules.amul.state import Hand, State
from rules.core.refusals import Refused
from rules.core.words import words
from tests.rules.amul.tables import begin, check_words, do, facts, holding, new, refused, seen, until


def offering(market: tuple[str, ...] = ("camel#1",)) -> State:
    """Three players about to offer; Bo is known to hold all of a hand, Cem one card of it."""
    known = ("gold#1", "gold#2", "gold#3", "silk#1", "silk#2", "camel#2")
    hands = (Hand(6), holding(6, *known), holding(6, "silk#3"))
    return begin(new(3), "offer", market=market, hands=hands, origin=seen(*market, *known, "silk#3"))


@pytest.mark.rule("A-REP-1")
def test_each_round_begins_with_a_card_for_everyone() -> None:
    state = new(4)
    for number in range(1, 10):
        state = until(state, "replenish", number)
        assert [hand.count for hand in state.hands] == [6, 6, 6, 6]


@pytest.mark.rule("A-REP-2")
@pytest.mark.parametrize(("players", "fill"), [(3, 1), (4, 2), (5, 3), (6, 3), (7, 3), (8, 3)])
def test_the_market_is_filled_by_the_number_of_players(players: int, fill: int) -> None:
    state = new(players, start=1)
    for number in range(fill):
        assert (state.phase, len(state.market), GAME.view(state)["turn"]) == ("replenish", number, 1)
        state = do(state, GAME.options(state)[0])
    assert (state.phase, len(state.market)) == ("offer", fill)


@pytest.mark.rule("A-TEA-1", "A-DECK-2")
def test_a_card_that_stays_in_the_box_is_refused_with_the_reason() -> None:
    state = new(3, box=facts(camel={"min_players": [3, 3, 3, 3, 3, 4]}))
    assert refused(state, Fill(0, "camel#6")) == "not_in_use"
    assert refused(state, Fill(0, "tea#1")) == "without_tea"
    assert do(new(3, tea=1), Fill(0, "tea#8")).market == ("tea#8",)


def test_only_the_start_player_fills_and_only_with_cards_that_can_be_there() -> None:
    state = new(4)
    assert refused(state, Fill(1, "camel#1")) == "not_start_player"
    assert refused(state, Fill(4, "camel#1")) == "no_such_seat"
    assert refused(state, Fill(0, "no-such-card")) == "unknown_card"
    assert refused(state, Fill(0, "tent")) == "not_a_market_card"
    assert refused(do(state, Fill(0, "camel#1")), Fill(0, "camel#1")) == "lies_elsewhere"
    assert refused(state, Offer(0, "camel#1")) == "too_early"


def test_a_spare_suffix_means_the_same_card() -> None:
    assert do(new(4), Fill(0, "arab-general#1")).market == ("arab-general",)


@pytest.mark.rule("A-OFF-1")
def test_offers_stay_hidden_until_all_are_in_and_are_turned_up_together() -> None:
    state = offering()
    for command in (Offer(2, "silk#3"), Offer(0, "silver#1")):
        events = GAME.decide(state, command)
        assert not isinstance(events, Refused)
        assert [GAME.show_event(event) for event in events] == [{"event": "offered", "seat": command.seat}]
        state = do(state, command)
    assert (state.market, GAME.view(state)["offered"]) == (("camel#1",), [0, 2])
    assert "silver#1" not in repr(GAME.view(state))
    state = do(state, Offer(1, "gold#2"))
    assert (state.phase, state.market) == ("pick", ("camel#1", "gold#2", "silk#3", "silver#1"))
    assert [hand.count for hand in state.hands] == [5, 5, 5]


def test_a_second_offer_is_refused_and_so_is_what_cannot_be_in_that_hand() -> None:
    state = do(offering(), Offer(0, "silver#1"))
    assert refused(state, Offer(0, "silver#2")) == "already_offered"
    assert refused(state, Offer(2, "silver#1")) == "held_by_another"
    assert refused(state, Offer(2, "gold#1")) == "held_by_another"
    assert refused(state, Offer(2, "camel#1")) == "lies_elsewhere"
    assert refused(state, Offer(1, "silver#2")) == "not_in_hand"
    assert refused(state, Pick(0, "camel#1")) == "too_early"
    assert refused(state, Fill(0, "silver#2")) == "too_late"


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (("gold#1", "silver#1"), "wrong_number"),
        (("gold#1", "silver#1", "silver#1"), "twice"),
        (("gold#1", "silver#1", "nothing"), "unknown_card"),
        (("gold#1", "silver#1", "camel#1"), "lies_elsewhere"),
        (("gold#1", "gold#2", "silver#1"), "two_of_one_hand"),
        (("silver#1", "silver#2", "silk#3"), "offer_missing"),
        (("gold#1", "silver#1", "tea#1"), "without_tea"),
        (("gold#1", "silver#1", "yurt"), "not_a_market_card"),
    ],
)
def test_offers_read_together_must_fit_the_hands(cards: tuple[str, ...], code: str) -> None:
    assert refused(offering(), TurnUp(cards)) == code


def test_offers_read_together_come_from_the_hands_known_to_hold_them() -> None:
    state = do(offering(), TurnUp(("silver#1", "gold#1", "silver#2")))
    assert (state.phase, state.market) == ("pick", ("camel#1", "gold#1", "silver#1", "silver#2"))
    assert [hand.count for hand in state.hands] == [5, 5, 5]
    assert [hand.known for hand in state.hands] == [
        (),
        ("gold#2", "gold#3", "silk#1", "silk#2", "camel#2"),
        ("silk#3",),
    ]
    assert [state.origin[card] for card in ("gold#1", "silver#1")] == ["deck", "hand"]


def test_offers_may_be_told_in_part_and_the_rest_read_together() -> None:
    state = do(offering(), Offer(0, "silver#1"), TurnUp(("gold#1", "silk#3")))
    assert state.market == ("camel#1", "gold#1", "silk#3", "silver#1")
    assert [hand.count for hand in state.hands] == [5, 5, 5]


def picking() -> State:
    """Bo starts; the market holds a filled camel and three offers."""
    hands = (Hand(6), Hand(6), Hand(6))
    state = begin(new(3, start=1), "offer", hands=hands, market=("camel#1",), origin=seen("camel#1"))
    return do(state, Offer(0, "camel#2"), Offer(1, "gold#1"), Offer(2, "silk#1"))


@pytest.mark.rule("A-PICK-1")
def test_picking_goes_clockwise_from_first_pick_and_everyone_takes_one_card() -> None:
    state = picking()
    assert GAME.view(state)["order"] == [1, 2, 0]
    assert refused(state, Pick(2, "camel#1")) == "not_your_turn"
    state = do(state, Pick(1, "gold#1"), Pick(2, "camel#2"))
    assert GAME.view(state)["turn"] == 0
    state = do(state, Pick(0, "camel#1"))
    assert (state.phase, state.market) == ("reveal", ("silk#1",))
    assert state.hands == (holding(6, "camel#1"), holding(6, "gold#1"), holding(6, "camel#2"))


@pytest.mark.rule("A-PICK-2")
def test_palace_and_bazaar_cards_cannot_be_picked() -> None:
    state = picking()
    assert [state.palace[0], state.bazaar[0]] == ["dervish", "trader-1"]
    assert refused(state, Pick(1, "dervish")) == "not_in_market"
    assert refused(state, Pick(1, "trader-1")) == "not_in_market"
    assert {command.card for command in GAME.options(state)} == set(state.market)  # type: ignore[attr-defined]


def revealing(*known: str, **changes: object) -> State:
    hands = (holding(6, *known), Hand(6), Hand(6))
    return begin(new(3), "reveal", hands=hands, origin=seen(*known), **changes)


@pytest.mark.rule("A-REV-1")
def test_revealed_cards_are_chosen_in_any_order_and_turned_up_together() -> None:
    state = do(revealing(), Reveal(2, "camel#3"), Reveal(0, "camel#1"))
    assert (state.areas, GAME.view(state)["revealed"]) == (((), (), ()), [0, 2])
    assert "camel#3" not in repr(GAME.view(state))
    assert refused(state, Reveal(2, "camel#4")) == "already_revealed"
    state = do(state, Reveal(1, "camel#2"))
    assert state.areas == (("camel#1",), ("camel#2",), ("camel#3",))
    assert [hand.count for hand in state.hands] == [5, 5, 5]


@pytest.mark.rule("A-REV-2")
def test_area_and_both_icons_stay_and_a_hand_icon_alone_leaves_the_game() -> None:
    state = do(revealing(), Reveal(0, "camel#1"), Reveal(1, "silk#1"), Reveal(2, "gold#1"))
    assert state.areas == (("camel#1",), ("silk#1",), ())
    assert state.removed == ("gold#1",)


@pytest.mark.rule("A-REV-3")
def test_choosing_a_card_that_leaves_is_allowed_and_said() -> None:
    state = do(revealing(), Reveal(0, "gold#1"))
    assert [note.values for note in GAME.view(state, 0)["own"]["notes"]] == [{"card": "gold#1"}]
    assert "gold#1" not in repr(GAME.view(state))
    state = do(state, Reveal(1, "camel#1"), Reveal(2, "camel#2"))
    said = GAME.view(state)["notes"][1:]  # the first is about the sums of the literal box
    his = words("amul.note.his", seat=0, card="gold#1")
    assert [(note.key, note.values) for note in said] == [("amul.note.left", {"leaves": (his,)})]
    check_words(*said)
    assert GAME.view(do(state, Upkeep(0)))["notes"] == []


@pytest.mark.rule("A-UPK-1")
@pytest.mark.rule("A-UPK-2")
@pytest.mark.rule("A-UPK-3")
def test_upkeep_empties_the_market_passes_first_pick_and_moves_the_tracker() -> None:
    state = begin(new(3, start=2), "upkeep", market=("gold#1", "camel#1"), removed=("silk#1",), first_pick=2, round=3)
    assert refused(state, Upkeep(0)) == "not_start_player"
    state = do(state, Upkeep(2))
    assert (state.market, state.removed) == ((), ("silk#1", "gold#1", "camel#1"))
    assert (state.first_pick, state.start, state.round, state.phase) == (0, 2, 4, "replenish")


@pytest.mark.rule("A-UPK-3")
@pytest.mark.rule("A-MIL-9")
def test_after_round_nine_first_pick_moves_on_and_hands_are_shown() -> None:
    state = do(begin(new(3), "upkeep", round=9, first_pick=2), Upkeep(0))
    assert (state.phase, state.round, state.first_pick) == ("hands", 9, 0)


def test_a_deck_too_short_serves_players_first_from_the_start_player_and_says_so() -> None:
    state = begin(new(3, start=1), "upkeep", round=2, deck=2, hands=(Hand(5), Hand(5), Hand(5)))
    state = do(state, Upkeep(1))
    assert ([hand.count for hand in state.hands], state.deck) == ([5, 6, 6], 0)
    assert (state.phase, state.market) == ("offer", ())
    assert [note.key for note in state.notes[1:]] == ["amul.note.deck_short", "amul.note.market_short"]


def test_nobody_waits_for_an_empty_hand_and_an_empty_market_ends_picking() -> None:
    state = begin(new(3), "offer", market=(), hands=(Hand(0), Hand(1), Hand(0)))
    assert refused(state, Offer(0, "camel#1")) == "empty_hand"
    state = do(state, Offer(1, "camel#1"))
    assert (state.phase, state.market) == ("pick", ("camel#1",))
    state = do(state, Pick(0, "camel#1"))
    assert state.phase == "reveal"
    state = do(state, Reveal(0, "camel#1"))
    assert (state.phase, state.areas[0]) == ("upkeep", ("camel#1",))


@pytest.mark.rule("A-SET-4")
def test_everything_in_a_play_area_is_visible_to_all() -> None:
    state = begin(new(3), "reveal", areas=(("camel#1", "arab-guard#1"), (), ("silk#1",)))
    assert [player["area"] for player in GAME.view(state)["players"]] == [["camel#1", "arab-guard#1"], [], ["silk#1"]]


def test_cards_whose_player_count_is_not_known_can_be_laid_out_before_the_first_fill() -> None:
    from rules.amul.commands import Lay

    state = new(3, box=facts("rulebook"))
    assert refused(state, Lay(0, "gold#1")) == "not_to_lay"
    assert refused(state, Lay(1, "tent")) == "not_start_player"
    state = do(state, Lay(0, "tent"), Lay(0, "dervish"))
    assert state.palace == ("dervish", "silver#p1", "spice#p1", "tent")
    full = do(state, Lay(0, "yurt"), Lay(0, "medallion#p1"))
    assert refused(full, Lay(0, "oil#p1")) == "not_to_lay"
    assert any(isinstance(option, Lay) for option in GAME.options(state))
    later = do(state, Fill(0, "camel#1"))
    assert not any(isinstance(option, Lay) for option in GAME.options(later))
    assert do(later, Lay(0, "yurt")).palace[-1] == "yurt"  # forgotten at first


def test_commands_of_another_step_are_too_early_or_too_late() -> None:
    state = picking()
    assert refused(state, Take(1, "dervish")) == "too_early"
    assert refused(state, Show(1, "gold#1")) == "too_early"
    assert refused(state, Offer(1, "gold#2")) == "too_late"
    assert refused(until(state, "over"), Upkeep(1)) == "game_over"


def test_a_command_of_another_game_is_refused() -> None:
    from rules.amulett.commands import Pass

    assert refused(new(3), Pass(0)) == "not_of_this_game"


@pytest.mark.rule("A-UPK-3")
@pytest.mark.parametrize("phase", ["offer", "reveal", "hands"])
def test_upkeep_is_told_only_when_its_step_has_come(phase: str) -> None:
    state = begin(new(3), phase, hands=(Hand(6),) * 3)
    assert refused(state, Upkeep(0)) == ("too_late" if phase == "hands" else "too_early")
    assert refused(begin(state, "upkeep"), Upkeep(1)) == "not_start_player"


@pytest.mark.rule("A-SET-1")
def test_a_card_is_laid_out_where_its_sort_belongs() -> None:
    from rules.amul.commands import Lay

    state = new(3, box=facts("rulebook"))
    judged = [GAME.decide(state, Lay(0, card)) for card in ("tent", "trader-4")]
    assert isinstance(judged[1], Refused)  # three Traders are there: no room for a fourth (A-DECK-4)
    assert isinstance(judged[0], tuple)
    assert judged[0][0] == CardLaid("palace", "tent")
    assert do(state, Lay(0, "tent")).bazaar == state.bazaar == ("trader-1", "trader-2", "trader-3")


@pytest.mark.rule("A-DECK-4")
def test_cards_are_laid_out_in_round_one_before_the_market_is_filled_and_at_no_other_time() -> None:
    from rules.amul.commands import Lay

    def lays(state: State) -> int:
        return sum(isinstance(option, Lay) for option in GAME.options(state))

    state = new(4, box=facts("rulebook"))
    assert lays(state) == 9  # of sixteen: two Silver and three Spice are proven, Gem and Opium need five players
    assert lays(do(state, Fill(0, "camel#1"))) == 0  # one of two cards filled
    assert lays(until(state, "replenish", 2)) == 0
