"""Each sentence of the rules, by example."""

from typing import Any

import pytest

from kings_gold import GAME
from kings_gold.state import State
from tafelrunde.game import SPECTATOR, NoOptions
from tafelrunde.game.scenarios import ScriptedChance

from .table import begin, legal, play, roll


def board(state: State) -> dict[str, Any]:
    return GAME.view(state, SPECTATOR)


def gold(state: State) -> tuple[int, int, list[int]]:
    """The purse, the king's and everybody's coins."""
    view = board(state)
    return view["purse"], view["king"], view["coins"]


class TestSetup:
    def test_two_to_six_play(self) -> None:
        assert list(GAME.seats) == [2, 3, 4, 5, 6]

    def test_all_sixty_coins_are_in_the_purse(self) -> None:
        assert gold(begin(seats=4)) == (60, 0, [0, 0, 0, 0])

    def test_most_skulls_begins(self) -> None:
        throws = [{"roll": [4, 1, 1, 1, 1]}, {"roll": [4, 4, 4, 1, 1]}, {"roll": [5, 5, 5, 5, 5]}]
        assert board(GAME.setup(3, NoOptions(), ScriptedChance(throws)))["active"] == 1

    def test_who_ties_throws_again(self) -> None:
        chance = ScriptedChance(
            [
                *({"roll": [4, 1, 1, 1, 1]}, {"roll": [1, 1, 1, 1, 1]}, {"roll": [2, 2, 2, 2, 4]}),
                *({"roll": [1, 1, 1, 1, 1]}, {"roll": [6, 6, 6, 6, 6]}),
                *({"roll": [1, 1, 1, 1, 1]}, {"roll": [6, 6, 6, 4, 6]}),
            ]
        )
        view = board(GAME.setup(3, NoOptions(), chance))
        assert view["active"] == 2
        assert [[throw["seat"] for throw in throws] for throws in view["first_rolls"]] == [[0, 1, 2], [0, 2], [0, 2]]
        assert not chance.left


class TestRolling:
    def test_a_turn_begins_with_a_roll(self) -> None:
        assert legal(begin()) == ["roll"]

    def test_any_dice_but_crossbones_are_rolled_again(self) -> None:
        state = play(begin(), roll(1, 5, 4, 5, 6))
        assert legal(state) == [
            *("reroll 1", "reroll 1 3", "reroll 1 3 5", "reroll 1 5", "reroll 3", "reroll 3 5", "reroll 5", "stop")
        ]

    def test_only_the_chosen_dice_change(self) -> None:
        state = play(begin(), roll(1, 2, 3, 4, 5), ("reroll 2 4", [6, 6]))
        assert (board(state)["dice"], board(state)["rerolls_left"]) == ([1, 6, 3, 6, 5], 1)

    def test_after_the_second_reroll_the_player_has_stopped(self) -> None:
        state = play(begin(), roll(1, 1, 1, 1, 5), ("reroll 1", [2]), ("reroll 1", [6]))
        assert gold(state) == (58, 1, [1, 0, 0])
        assert (board(state)["active"], board(state)["phase"]) == (1, "roll")

    def test_only_the_active_seat_has_moves(self) -> None:
        state = begin()
        assert [list(GAME.moves(state, seat)) for seat in range(3)] == [["roll"], [], []]


class TestCrossbones:
    def test_three_end_the_turn_at_once_and_cost_three(self) -> None:
        state = play(begin(purse=50, coins=[10, 0, 0]), roll(5, 5, 5, 3, 6))
        assert gold(state) == (50, 3, [7, 0, 0])
        assert board(state)["active"] == 1

    def test_also_by_a_reroll(self) -> None:
        state = play(begin(purse=50, coins=[10, 0, 0]), roll(5, 5, 4, 3, 6), ("reroll 3", [5]))
        assert gold(state) == (50, 3, [7, 0, 0])

    def test_who_has_fewer_pays_all(self) -> None:
        assert gold(play(begin(purse=58, coins=[2, 0, 0]), roll(5, 5, 5, 5, 5))) == (58, 2, [0, 0, 0])

    def test_two_do_not_end_it(self) -> None:
        assert board(play(begin(), roll(5, 5, 1, 1, 6)))["phase"] == "rolled"


class TestFiveAlike:
    def test_five_coins_take_all_of_the_kings(self) -> None:
        state = play(begin(purse=40, king=15, coins=[5, 0, 0]), roll(1, 3, 2, 2, 1), "stop")
        assert gold(state) == (40, 0, [20, 0, 0])

    def test_five_skulls_take_all_of_one_player(self) -> None:
        state = play(begin(purse=41, coins=[0, 7, 12]), roll(4, 4, 4, 4, 4), "stop")
        assert legal(state) == ["plunder @1", "plunder @2"]
        assert gold(play(state, "plunder @2")) == (41, 0, [12, 7, 0])

    def test_with_one_to_plunder_nobody_is_asked(self) -> None:
        state = play(begin(seats=2, purse=41, coins=[0, 19]), roll(4, 4, 4, 4, 4), "stop")
        assert gold(state) == (41, 0, [19, 0])

    def test_five_cannons_take_the_whole_purse_and_end_the_game(self) -> None:
        state = play(begin(purse=41, king=19), roll(6, 6, 6, 6, 6), "stop")
        assert gold(state) == (0, 19, [41, 0, 0])
        assert GAME.result(state) is not None


class TestCombinations:
    def test_nothing_is_optional(self) -> None:
        state = play(begin(), roll(3, 6, 5, 5, 4), "stop")
        assert legal(state) == ["cannon 3", "skull 3 @1", "skull 3 @2"]

    def test_a_single_one_is_carried_out_by_itself(self) -> None:
        assert gold(play(begin(), roll(3, 6, 5, 5, 2), "stop", "cannon 2")) == (56, 2, [2, 0, 0])
        assert gold(play(begin(), roll(3, 6, 5, 5, 6), "stop")) == (54, 3, [3, 0, 0])

    def test_as_many_as_the_dice_allow_each_die_once(self) -> None:
        assert gold(play(begin(), roll(3, 6, 3, 6, 6), "stop")) == (48, 6, [6, 0, 0])

    def test_the_order_is_the_players(self) -> None:
        state = play(begin(purse=50, coins=[0, 10, 0]), roll(3, 1, 6, 4, 5), "stop", "skull 3 @1")
        assert gold(state) == (48, 1, [4, 7, 0])
        assert board(state)["last"]["effects"] == [
            {"type": "skull", "coin": 3, "target": 1, "gain": 3},
            {"type": "cannon", "coin": 1, "gain": 1, "king": 1},
        ]

    def test_what_is_left_to_choose_is_shown(self) -> None:
        state = play(begin(purse=50, coins=[0, 10, 0]), roll(3, 1, 6, 4, 4), "stop", "cannon 1")
        view = board(state)
        assert (view["phase"], view["unused"], view["rerolls_left"]) == ("resolve", [3, 4, 4], 2)
        assert view["effects"] == [{"type": "cannon", "coin": 1, "gain": 1, "king": 1}]
        assert legal(state) == ["skull 3 @1", "skull 3 @2"]

    def test_none_costs_three(self) -> None:
        assert gold(play(begin(purse=50, coins=[10, 0, 0]), roll(6, 4, 4, 6, 5), "stop")) == (50, 3, [7, 0, 0])

    def test_a_robbed_player_gives_what_they_have(self) -> None:
        state = play(begin(purse=58, coins=[0, 2, 0]), roll(3, 4, 5, 5, 4), "stop")
        assert gold(play(state, "skull 3 @1")) == (58, 0, [2, 0, 0])
        assert gold(play(state, "skull 3 @2")) == (58, 0, [0, 2, 0])

    @pytest.mark.parametrize(
        ("purse", "coin", "gain", "king"),
        [
            (6, 3, 3, 3),
            (5, 3, 2, 3),
            (4, 3, 2, 2),
            (3, 3, 1, 2),
            (2, 3, 1, 1),
            (1, 3, 0, 1),
            (3, 2, 1, 2),
            (1, 1, 0, 1),
        ],
    )
    def test_a_short_purse_is_shared_to_the_kings_advantage(self, purse: int, coin: int, gain: int, king: int) -> None:
        state = play(begin(purse=purse, king=60 - purse), roll(coin, 6, 5, 5, 6), "stop")
        assert gold(state) == (purse - gain - king, 60 - purse + king, [gain, 0, 0])


class TestEnd:
    def test_what_is_not_yet_carried_out_is_lost(self) -> None:
        state = play(begin(purse=4, king=36, coins=[0, 20, 0]), roll(3, 1, 6, 4, 5), "stop", "cannon 3")
        assert gold(state) == (0, 38, [2, 20, 0])
        assert board(state)["active"] is None
        assert [board(state)[key] for key in ("phase", "dice", "rerolls_left", "unused", "effects")] == [
            *("end", [], 0, [], [])
        ]

    def test_most_coins_win_and_the_kings_count_for_nobody(self) -> None:
        result = GAME.result(play(begin(purse=2, king=40, coins=[8, 9, 1]), roll(1, 6, 5, 5, 6), "stop"))
        assert result is not None
        assert result.as_json() == {
            "scores": [9, 9, 1],
            "ranks": [1, 1, 3],
            "winners": [0, 1],
            "details": {"king": 41},
        }

    def test_a_shared_win_is_to_be_played_off(self) -> None:
        assert GAME.playoff
