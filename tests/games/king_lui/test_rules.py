"""Each sentence of the rules, by example."""

from typing import Any

import pytest

from king_lui import GAME
from king_lui.notation import CARDS, DISHES
from king_lui.state import State, TableOptions
from tafelrunde.game import SPECTATOR, Chance

from .table import legal, play, play_until_kitchen_is_empty, serve

SIX_WINES = "wine wine wine wine wine wine"
MIXED = "wine wine ham ham bread cake"


def board(state: State, seat: int = 0) -> dict[str, Any]:
    return GAME.view(state, seat)


def full(**portions: int) -> dict[str, int]:
    return dict.fromkeys(DISHES, 0) | portions


def kings_two_wines(cards: str = "", options: TableOptions | None = None) -> State:
    """Round 2, seat 1 to move, two wines on the king's plates; `cards` are drawn after its six."""
    served = serve(f"{MIXED} cheese cheese cheese fruit fruit ham {cards}", options=options)
    return play(served, "take ham", "take bread", "take cake")


class TestSetup:
    def test_three_to_five_play(self) -> None:
        assert list(GAME.seats) == [3, 4, 5]

    def test_fifteen_portions_of_seven_dishes_and_five_dragons(self) -> None:
        assert len(CARDS) == 110
        assert all(CARDS.count(dish) == 15 for dish in DISHES)
        assert CARDS.count("dragon") == 5

    def test_the_kitchen_of_a_known_seed(self) -> None:
        shuffled = Chance(b"\x01" * 32, 0).shuffle(CARDS)
        assert shuffled[:8] == ("fruit", "cheese", "bread", "bread", "wine", "cake", "fruit", "wine")
        state = GAME.setup(4, TableOptions(), Chance(b"\x01" * 32, 0))
        assert board(state)["table"] == full(bread=2, cake=1, cheese=1, fruit=2, wine=2)


class TestServing:
    @pytest.mark.parametrize("seats", [3, 4, 5])
    def test_twice_as_many_cards_as_players(self, seats: int) -> None:
        view = board(serve("wine " * 2 * seats, seats=seats))
        assert view["kitchen"] == 110 - 2 * seats
        assert view["table"] == full(wine=2 * seats)

    def test_a_dragon_sits_down_beside_the_king_and_is_not_replaced(self) -> None:
        view = board(serve("wine dragon ham dragon bread cake"))
        assert view["dragons"] == 2
        assert view["table"] == full(wine=1, ham=1, bread=1, cake=1)

    def test_a_dragon_stays_over_rounds(self) -> None:
        state = play(serve("wine dragon ham bread bread cake"), "take wine", "take ham", "take bread")
        assert (board(state)["round"], board(state)["dragons"]) == (2, 1)


class TestOrder:
    def test_one_turn_each_from_the_first_seat(self) -> None:
        state = serve(MIXED)
        seats = [state.active]
        for move in ("take wine", "take ham"):
            state = play(state, move)
            seats.append(state.active)
        assert seats == [0, 1, 2]

    def test_the_starter_is_one_seat_on_every_round(self) -> None:
        state, starters = serve(), []
        for _ in range(4):
            starters.append(state.starter)
            assert state.active == state.starter
            for _ in range(3):
                state = play(state, legal(state)[-1])
        assert starters == [0, 1, 2, 0]

    def test_only_the_active_seat_has_moves(self) -> None:
        state = serve(MIXED)
        assert legal(state) == ["kitchen", "take bread", "take cake", "take ham", "take wine"]
        assert [GAME.moves(state, seat) for seat in (1, 2)] == [(), ()]

    def test_what_is_left_goes_onto_the_kings_plates(self) -> None:
        state = play(serve(MIXED), "take wine", "take bread", "take cake")
        assert board(state)["king"] == full(ham=2)
        assert board(state)["round"] == 2

    def test_a_player_for_whom_nothing_is_possible_is_passed_over(self) -> None:
        # The last six cards are served, all of one dish: the first takes them, and nobody else can do anything.
        state = serve(last=SIX_WINES)
        state = play_until_kitchen_is_empty(state)
        starter = state.active
        assert starter is not None
        state = play(state, "take wine")
        assert state.active is None
        others = [seat for seat in range(3) if seat != starter]
        assert [board(state)["last"][seat] for seat in others] == [{"type": "pass"}] * 2


class TestTake:
    def test_all_portions_of_the_dish(self) -> None:
        state = play(serve(MIXED), "take wine")
        assert board(state)["plate"] == full(wine=2)
        assert board(state)["table"] == full(ham=2, bread=1, cake=1)
        assert board(state)["last"] == [{"type": "take", "dish": "wine", "count": 2}, None, None]


class TestFeed:
    def test_not_without_a_dragon(self) -> None:
        assert not any(move.startswith("feed") for move in legal(kings_two_wines()))

    def test_two_dishes_or_twice_the_same(self) -> None:
        state = play(kings_two_wines("dragon"), "kitchen", "wait")
        assert [move for move in legal(state) if move.startswith("feed")] == ["feed wine wine"]
        state = play(serve("dragon ham ham fruit cake bread"), "take bread", "kitchen", "kitchen")
        assert [move for move in legal(state) if move.startswith("feed")] == [
            "feed cake fruit",
            "feed cake ham",
            "feed fruit ham",
            "feed ham ham",
        ]

    def test_not_while_the_king_has_fewer_than_two_portions(self) -> None:
        state = play(serve("dragon wine wine ham bread bread"), "take wine", "take bread", "kitchen")
        assert board(state)["king"] == full(ham=1)
        assert not any(move.startswith("feed") for move in legal(state))

    def test_portions_and_dragon_leave_the_game(self) -> None:
        state = play(kings_two_wines("dragon"), "kitchen", "wait", "feed wine wine")
        assert (board(state)["king"], board(state)["dragons"]) == (full(), 0)
        assert board(state, 2)["plate"] == full(cake=1)
        assert board(state)["last"][2] == {"type": "feed", "dishes": ["wine", "wine"]}


class TestKitchen:
    def test_a_portion_is_known_to_the_drawer_alone(self) -> None:
        state = play(serve(f"{MIXED} cheese"), "kitchen")
        assert board(state)["plate"] == full(cheese=1)
        assert board(state)["last"][0] == {"type": "kitchen", "dish": "cheese"}
        for viewer in (1, 2, SPECTATOR):
            assert GAME.view(state, viewer)["last"][0] == {"type": "kitchen"}
        assert (state.active, board(state)["kitchen"]) == (1, 103)

    def test_a_dragon_is_seen_by_all_and_brings_nothing(self) -> None:
        state = play(serve(f"{MIXED} dragon"), "kitchen")
        for viewer in (0, 1, 2, SPECTATOR):
            view = GAME.view(state, viewer)
            assert (view["last"][0], view["dragons"]) == ({"type": "kitchen", "dragon": True}, 1)
        assert board(state)["plate"] == full()

    def test_choose_decides_at_once(self) -> None:
        state = play(kings_two_wines("dragon"), "kitchen")
        assert (state.active, board(state)["pending_dragon"]) == (1, True)
        assert legal(state) == ["feed wine wine", "wait"]

    def test_choose_and_feed(self) -> None:
        state = play(kings_two_wines("dragon"), "kitchen", "feed wine wine")
        assert (state.active, board(state)["pending_dragon"], board(state)["dragons"]) == (2, False, 0)

    def test_choose_and_let_it_wait_for_later_players(self) -> None:
        state = play(kings_two_wines("dragon"), "kitchen", "wait")
        assert (state.active, board(state)["pending_dragon"], board(state)["dragons"]) == (2, False, 1)
        assert board(state)["last"][1] == {"type": "wait"}
        assert "feed wine wine" in legal(state)

    def test_a_king_with_fewer_than_two_portions_ends_the_turn(self) -> None:
        state = play(serve(f"{MIXED} dragon"), "kitchen")
        assert (state.active, board(state)["pending_dragon"]) == (1, False)

    def test_the_option_wait_ends_the_turn(self) -> None:
        state = play(kings_two_wines("dragon", TableOptions(kitchen_dragon="wait")), "kitchen")
        assert (state.active, board(state)["pending_dragon"], board(state)["dragons"]) == (2, False, 1)

    def test_an_empty_kitchen_cannot_be_visited(self) -> None:
        state = play_until_kitchen_is_empty(serve())
        assert "kitchen" not in legal(state)


class TestEnd:
    def test_a_round_that_cannot_be_served_ends_the_match_and_its_cards_are_not_dealt(self) -> None:
        state = serve()
        while state.active is not None:
            state = play(state, next(move for move in legal(state) if move != "kitchen"))
        assert board(state)["kitchen"] == 110 % 6
        assert board(state)["table"] == full()
        assert GAME.result(state) is not None

    def test_running_low_in_mid_round_ends_nothing(self) -> None:
        state = play(serve(), "kitchen")
        while state.left > 7:
            state = play(state, legal(state)[-1])
        state = play(state, "kitchen", "kitchen")
        assert (state.left, GAME.result(state)) == (5, None)
        assert GAME.result(play(state, legal(state)[-1])) is not None

    def test_round_starter_and_last_stay_as_they_were(self) -> None:
        before = state = serve()
        while state.active is not None:
            before, state = state, play(state, legal(state)[-1])
        assert board(state)["active"] is None
        assert (state.round, state.starter) == (before.round, before.starter)
        assert None not in board(state)["last"]

    def test_what_was_fetched_is_open_to_all(self) -> None:
        state = serve()
        while state.active is not None:
            state = play(state, "kitchen" if "kitchen" in legal(state) else legal(state)[-1])
        view = GAME.view(state, SPECTATOR)
        assert view["plate"] is None
        assert [view["plates"][seat] for seat in range(3)] == [GAME.view(state, seat)["plate"] for seat in range(3)]
        kitchen = [last for last in view["last"] if last["type"] == "kitchen"]
        assert all("dish" in last or "dragon" in last for last in kitchen)


class TestPlates:
    def test_only_the_own_plates_are_laid_out(self) -> None:
        state = play(serve(MIXED), "take wine")
        assert board(state)["plates"] is None
        assert board(state, 1)["plate"] == full()
        assert GAME.view(state, SPECTATOR)["plate"] is None

    def test_open_plates_lay_out_what_came_from_the_table_only(self) -> None:
        state = play(serve(f"{MIXED} cheese", options=TableOptions(open_plates=True)), "take wine", "kitchen")
        for viewer in (0, 1, 2, SPECTATOR):
            assert GAME.view(state, viewer)["plates"] == [full(wine=2), full(), full()]


class TestScore:
    def test_portions_times_the_kings_and_nothing_above_the_king(self) -> None:
        state = serve()
        while state.active is not None:
            state = play(state, legal(state)[-1])
        result = GAME.result(state)
        assert result is not None
        king = board(state)["king"]
        for seat, plate in enumerate(GAME.view(state, SPECTATOR)["plates"]):
            points = {dish: n * king[dish] if n <= king[dish] else 0 for dish, n in plate.items()}
            assert result.details["points"][seat] == points
            assert result.scores[seat] == sum(points.values())

    def test_scores_are_nobodys_business_before_the_end(self) -> None:
        state = serve()
        assert GAME.scores(state) is None
        assert GAME.result(state) is None
