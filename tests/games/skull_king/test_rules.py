"""Each sentence of the rules, by example."""

from __future__ import annotations

from typing import Any

import pytest

from skull_king import GAME
from skull_king.notation import CARDS
from skull_king.state import State
from skull_king.tricks import points_for
from tafelrunde.game import SPECTATOR, Chance, NoOptions

from .table import deal, dealt, play, random_match, trick

ROUND_1 = ("red-5", "red-6", "red-7")


def board(state: State, seat: int = 0) -> dict[str, Any]:
    return GAME.view(state, seat)


def legal(state: State) -> list[str]:
    (seat,) = state.acting
    return [move.removeprefix("play ") for move in GAME.moves(state, seat)]


class TestCards:
    def test_three_to_six_play(self) -> None:
        assert list(GAME.seats) == [3, 4, 5, 6]

    def test_the_order_before_a_shuffle(self) -> None:
        assert len(CARDS) == len(set(CARDS)) == 66
        assert CARDS[:14] == (*(f"red-{n}" for n in range(1, 14)), "yellow-1")
        assert [CARDS[26], CARDS[39], CARDS[52], CARDS[57]] == ["blue-1", "black-1", "pirate-1", "escape-1"]
        assert CARDS[62:] == ("mermaid-1", "mermaid-2", "skull-king", "scary-mary")


class TestDeal:
    @pytest.mark.parametrize("seats", GAME.seats)
    def test_the_first_cards_go_to_the_first_seat(self, seats: int) -> None:
        seed = b"\x01" * 32
        state = GAME.setup(seats, NoOptions(), Chance(seed, 0))
        shuffled = Chance(seed, 0).shuffle(CARDS)
        assert [board(state, seat)["hand"] for seat in range(seats)] == [[card] for card in shuffled[:seats]]

    def test_a_hand_has_as_many_cards_as_the_round_has_number(self) -> None:
        state = deal(ROUND_1, ["red-1 red-10", "blue-2 black-3", "red-2 mermaid-1"])
        assert board(state)["round"] == 2
        assert board(state)["hand"] == ["red-1", "red-10"]
        assert board(state, 1)["hand"] == ["black-3", "blue-2"], "sorted as strings"

    def test_a_spectator_has_no_hand(self) -> None:
        assert GAME.view(deal(ROUND_1), SPECTATOR)["hand"] is None


class TestBids:
    def test_all_bid_at_once_from_0_to_the_number_of_cards(self) -> None:
        state = deal(ROUND_1, ["red-1 red-2", "blue-1 blue-2", "black-1 black-2"])
        for seat in range(3):
            assert list(GAME.moves(state, seat)) == ["bid 0", "bid 1", "bid 2"]

    def test_a_bid_is_made_once(self) -> None:
        state = play(deal(ROUND_1), "bid 1")
        assert state.acting == (1, 2)
        assert not GAME.moves(state, 0)

    def test_bids_are_sealed_until_the_last_is_in(self) -> None:
        state = play(deal(ROUND_1), "bid 1", "bid 0")
        assert board(state)["bids"] == [1, None, None]
        assert board(state, 2)["bids"] == GAME.view(state, SPECTATOR)["bids"] == [None, None, None]
        assert board(state, 2)["bid_in"] == [True, True, False]
        assert board(play(state, "bid 1"), 2)["bids"] == [1, 0, 1]


class TestLead:
    def test_the_starter_is_one_seat_on_every_round(self) -> None:
        starters = {state.round: state.starter for state, _ in random_match(1, 3)}
        assert list(starters.values()) == [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]

    def test_the_starter_leads_and_then_the_winner_does(self) -> None:
        state = dealt("red-1 blue-5", "red-9 blue-1", "red-3 blue-7")
        assert state.acting == (state.starter,)
        led = (state.starter + 1) % 3
        state = trick(state, "red-1", "red-9", "red-3")
        assert state.acting == (led,)
        assert board(state)["leader"] == led
        assert board(state)["last_trick"]["winner"] == led
        assert board(state)["trick"] == []


class TestFollowing:
    def test_who_has_the_colour_follows_or_plays_a_special_card(self) -> None:
        state = trick(dealt("red-1 red-2 red-3", "red-9 black-2 pirate-1", "blue-1 blue-2 blue-3"), "red-1")
        assert legal(state) == ["pirate-1", "red-9"]

    def test_who_has_none_of_the_colour_plays_anything(self) -> None:
        state = trick(dealt("red-1 red-2 red-3", "black-9 blue-2 pirate-1", "blue-1 blue-4 blue-3"), "red-1")
        assert legal(state) == ["black-9", "blue-2", "pirate-1"]

    def test_nobody_follows_black(self) -> None:
        state = trick(dealt("black-1 red-2 red-3", "black-9 blue-2 pirate-1", "blue-1 blue-4 blue-3"), "black-1")
        assert legal(state) == ["black-9", "blue-2", "pirate-1"]

    def test_a_special_card_sets_no_suit_and_the_first_other_does(self) -> None:
        state = dealt("pirate-2 red-2 red-3", "yellow-9 blue-2 red-1", "yellow-1 blue-4 red-4", "red-9 red-8 yellow-2")
        state = trick(state, "pirate-2")
        assert len(legal(state)) == 3
        state = trick(state, "yellow-9")
        assert legal(state) == ["yellow-1"]
        assert legal(trick(state, "yellow-1")) == ["yellow-2"]

    def test_special_cards_and_then_a_black_one_free_all(self) -> None:
        hands = ("escape-2 red-2 red-3", "black-9 blue-2 red-1", "yellow-1 blue-4 red-4")
        assert len(legal(trick(dealt(*hands), "escape-2", "black-9"))) == 3

    def test_scary_mary_is_declared(self) -> None:
        state = dealt("scary-mary", "red-1", "red-2")
        assert legal(state) == ["scary-mary pirate", "scary-mary escape"]
        state = trick(state, "scary-mary escape")
        assert board(state)["trick"] == [{"seat": 0, "card": "scary-mary", "as": "escape"}]


class TestScore:
    @pytest.mark.parametrize(
        ("bid", "made", "hand", "points"),
        [(3, 3, 5, 60), (3, 1, 5, -20), (3, 5, 5, -20), (0, 0, 7, 70), (0, 1, 7, -70), (0, 5, 7, -70), (1, 0, 1, -10)],
    )
    def test_points_for_a_bid(self, bid: int, made: int, hand: int, points: int) -> None:
        assert points_for(bid, made, hand) == points

    @pytest.mark.parametrize(("bid", "points", "counted"), [(1, 80, 60), (0, -10, 0)])
    def test_a_bonus_counts_only_with_the_bid(self, bid: int, points: int, counted: int) -> None:
        state = trick(dealt("pirate-1", "skull-king", "scary-mary", bids=[0, bid, 0]), "pirate-1", "skull-king")
        state = play(state, "play scary-mary escape")
        assert board(state)["bonus"] == [0, 60, 0]
        assert board(state)["sheet"] == [
            {
                "round": 1,
                "bids": [0, bid, 0],
                "won": [0, 1, 0],
                "bonus": [0, counted, 0],
                "points": [10, points, 10],
            }
        ]
        assert GAME.scores(state) == (10, points, 10)

    def test_the_next_round_begins_when_everyone_is_ready(self) -> None:
        state = trick(dealt(*ROUND_1), "red-5", "red-6", "red-7")
        assert (state.phase, board(state)["leader"]) == ("score", 2)
        assert [list(GAME.moves(state, seat)) for seat in range(3)] == [["ready"]] * 3
        state = play(state, "ready")
        assert not GAME.moves(state, 0)
        assert state.phase == "score"

    def test_after_the_tenth_round_it_is_over_at_once(self) -> None:
        *_, (before, _), (state, last) = random_match(2, 6)
        assert before.phase == "play"
        assert last is not None
        assert last[1].startswith("play")
        assert (state.phase, state.round, state.acting) == ("end", 10, ())
        result = GAME.result(state)
        assert result is not None
        assert result.scores == tuple(map(sum, zip(*(row.points for row in state.sheet), strict=True)))
        assert result.as_json()["details"] == {"sheet": board(state)["sheet"]}

    def test_equal_points_share_the_win(self) -> None:
        state = dealt(*ROUND_1)
        tied = state.__class__(**{**vars(state), "phase": "end"})
        result = GAME.result(tied)
        assert result is not None
        assert result.winners == (0, 1, 2)


class TestMarks:
    def test_any_card_may_be_marked_while_others_play(self) -> None:
        state = dealt("red-1 red-2", "blue-1 scary-mary", "red-3 black-1")
        waiting = (state.starter + 1) % 3
        assert GAME.premoves(state, waiting) == ["play blue-1", "play scary-mary pirate", "play scary-mary escape"]
        assert GAME.premoves(state, state.starter) == ()

    def test_who_has_played_may_mark_for_the_next_trick(self) -> None:
        state = trick(dealt("red-1 red-2", "blue-1 scary-mary", "red-3 black-1"), "red-1")
        assert GAME.premoves(state, state.starter) == ["play red-2"]

    def test_bids_and_ready_cannot_be_marked(self) -> None:
        bidding = play(deal(ROUND_1), "bid 0")
        assert GAME.premoves(bidding, 0) == ()
        scoring = play(trick(dealt(*ROUND_1), "red-5", "red-6", "red-7"), "ready")
        assert not any(GAME.premoves(scoring, seat) for seat in range(3))

    def test_who_has_no_card_has_nothing_to_mark(self) -> None:
        state = trick(dealt(*ROUND_1), "red-5")
        assert GAME.premoves(state, 0) == []
