"""A face names a kind: which of its copies lies there follows from what is elsewhere, or does not matter."""

from __future__ import annotations

from collections.abc import Mapping

from companion.play.copies import Copies, Situation
from rules.core.table import Doubt, Reading, TableCards
from rules.core.words import words

CARDS = ("rook#1", "rook#2", "rook#3", "king")


class Board:
    """A game of which is known where some of its cards are."""

    def __init__(self, **where: str) -> None:
        self.where = {card.replace("_", "#"): place for card, place in where.items()}
        self.good: frozenset[str] = frozenset(CARDS)  # may come into play

    def read(self, table: TableCards) -> Reading:
        new = [
            (zone, card) for zone, cards in table.zones.items() for card in cards if not self._is_expected(zone, card)
        ]
        gone = [card for card, zone in self.where.items() if zone in table.zones and card not in table.zones[zone]]
        fits = [card for _, card in new if card in self.good and self.where.get(card, "hand-0").startswith("hand-")]
        doubts = [card for _, card in new if card not in fits]
        return Reading((*fits, *gone), tuple(Doubt(words("x"), (card,)) for card in doubts))

    def _is_expected(self, zone: str, card: str) -> bool:
        """On the mat lies what somebody has just shown."""
        place = self.where.get(card, "")
        return place == zone or (zone == "mat" and (place.startswith("seat-") or place == "removed"))

    def now(self, focus: int | None = None, *, is_laying: bool = False, laid: str = "") -> Situation:
        return Situation(self.where, self.read, focus, is_laying, frozenset(laid.split()))


def copies() -> Copies:
    return Copies(CARDS, lambda where, card: where.get(card))


def look(told: Copies, board: Board, faces: str = "", **zones: str) -> Mapping[str, frozenset[str]]:
    lying = {zone: frozenset(cards.split()) for zone, cards in zones.items()}
    return told.settle(lying, frozenset(faces.split()), board.now())


def test_tags_alone_are_left_as_they_are() -> None:
    board = Board()
    assert look(copies(), board, market="rook#3 king") == {"market": {"rook#3", "king"}}


def test_a_card_lies_where_the_game_has_one_of_its_kind() -> None:
    board = Board(rook_2="market")
    assert look(copies(), board, "rook#1", market="rook#1") == {"market": {"rook#2"}}


def test_two_equal_cards_may_lie_at_once() -> None:
    board = Board(rook_2="market", rook_3="market")
    assert look(copies(), board, "rook#1 rook#2", market="rook#1 rook#2") == {"market": {"rook#2", "rook#3"}}


def test_one_of_two_equal_cards_is_gone() -> None:
    board = Board(rook_2="market", rook_3="market")
    assert len(look(copies(), board, "rook#1", market="rook#1")["market"] & {"rook#2", "rook#3"}) == 1


def test_what_is_known_to_be_elsewhere_is_not_it() -> None:
    board = Board(rook_1="seat-0")
    told = copies()
    look(told, board, market="")
    assert look(told, board, "rook#1", market="rook#1") == {"market": {"rook#2"}}


def test_what_its_tag_shows_elsewhere_is_not_it() -> None:
    board = Board()
    assert look(copies(), board, "rook#1", market="rook#1", palace="rook#2")["palace"] == {"rook#2"}
    assert look(copies(), board, "rook#2", market="rook#2", palace="rook#1")["market"] <= {"rook#2", "rook#3"}


def test_the_copy_that_the_rules_explain() -> None:
    board = Board()
    board.good = frozenset({"rook#3"})
    board.where = {"rook#1": "seat-1", "rook#2": "box"}
    told = copies()
    look(told, board, market="")
    assert look(told, board, "rook#1", market="rook#1") == {"market": {"rook#3"}}


def test_what_is_known_by_its_tag_is_not_known_by_its_face_alone() -> None:
    """Also where it was read before any face was seen; a card of which there is only one is always that one."""
    told = copies()
    look(told, Board(), market="rook#2")
    assert told.by_face_alone() == {"rook#1", "rook#3"}
    look(told, Board(rook_2="hand-0"), "rook#1", market="rook#1")
    assert told.by_face_alone({"rook", "king"}) == {"rook#1", "rook#3"}
    assert told.by_face_alone({"king"}) == frozenset()


def test_what_all_know_to_be_in_a_hand_comes_out_first() -> None:
    board = Board(rook_2="hand-1")
    told = copies()
    look(told, board, market="")
    assert look(told, board, "rook#1", market="rook#1") == {"market": {"rook#2"}}


def test_once_chosen_it_stays() -> None:
    board, told = Board(), copies()
    look(told, board, mat="")
    (first,) = look(told, board, "rook#1", mat="rook#1")["mat"]
    board.where = {first: "seat-0"}  # that card was understood; it still lies there
    assert look(told, board, "rook#2", mat="rook#2") == {"mat": {first}}
    assert look(told, board) == {}  # out of view for a moment
    assert look(told, board, "rook#2", mat="rook#2") == {"mat": {first}}
    look(told, board, mat="")  # taken away
    assert look(told, board, "rook#2", mat="rook#2") != {"mat": {first}}


def test_what_the_rules_do_not_explain_is_thought_over() -> None:
    board, told = Board(), copies()
    look(told, board, market="")
    (first,) = look(told, board, "rook#1", market="rook#1")["market"]
    board.where = {first: "seat-1"}  # now it is known to be elsewhere
    (second,) = look(told, board, "rook#1", market="rook#1")["market"]
    assert second != first


def test_after_a_restart_nothing_has_happened() -> None:
    """What lies on the mat may have been understood before: rather that than something new."""
    board = Board(rook_1="seat-0")
    board.good = frozenset()
    now = board.now(focus=0)
    assert copies().settle({"mat": frozenset({"rook#2"})}, frozenset({"rook#2"}), now)["mat"] <= set(CARDS)


def test_its_tag_is_read_at_last_and_the_game_has_it_under_another_number() -> None:
    board, told = Board(), copies()
    look(told, board, market="")
    (first,) = look(told, board, "rook#1", market="rook#1")["market"]
    board.where = {first: "market"}
    other = next(card for card in CARDS if card.startswith("rook") and card != first)
    assert look(told, board, market=other) == {"market": {first}}


def test_areas_are_laid_layer_by_layer() -> None:
    board = Board(rook_1="seat-0", rook_2="seat-0", rook_3="hand-0")
    told = copies()
    both = told.settle({"mat": frozenset({"rook#3"})}, frozenset({"rook#3"}), board.now(0, is_laying=True))
    assert both == {"mat": {"rook#1"}}
    told.settle({"mat": frozenset()}, frozenset(), board.now(0, is_laying=True, laid="rook#1"))
    now = board.now(0, is_laying=True, laid="rook#1")
    assert told.settle({"mat": frozenset({"rook#3"})}, frozenset({"rook#3"}), now) == {"mat": {"rook#2"}}


def test_where_areas_are_laid_a_card_of_the_hand_is_told_by_hand() -> None:
    board = Board(rook_1="removed", rook_2="hand-0")
    now = board.now(0, is_laying=True)
    assert copies().settle({"mat": frozenset({"rook#1"})}, frozenset({"rook#1"}), now) == {"mat": frozenset()}


def test_more_than_the_box_has() -> None:
    board = Board()
    assert look(copies(), board, "king queen", market="king queen") == {"market": {"king"}}
