"""What people read and type: the story, labels, typed lines, the zones of the generic board."""

import pytest

from king_lui import GAME
from king_lui.notation import MEANT
from king_lui.state import State, TableOptions, replace
from tafelrunde.game import SPECTATOR, Logged, Viewer

from .table import legal, play, play_until_kitchen_is_empty, random_match, serve


def told(state: State, viewer: Viewer = SPECTATOR) -> list[str]:
    return [line.render(["Ann", "Bob", "Cem", "Dan", "Eve"].__getitem__) for line in GAME.story(state, viewer)]


def test_the_first_round_is_told_before_the_first_move() -> None:
    assert told(serve("wine wine ham dragon bread cake")) == [
        "Round 1. The table is laid with 1 bread, 1 cake, 1 ham, 2 wine.",
        "1 dragon sits down beside the king.",
    ]


def test_a_take_is_told() -> None:
    state = serve("wine wine ham ham bread cake")
    assert told(play(state, "take wine")) == ["Ann takes 2 portions of wine."]
    assert told(play(state, "take bread")) == ["Ann takes 1 portion of bread."]


def test_a_portion_from_the_kitchen_is_named_to_its_drawer_alone() -> None:
    state = play(serve("wine wine ham ham bread cake cheese"), "kitchen")
    assert told(state, 0) == ["Ann gets a portion of cheese from the kitchen."]
    for viewer in (1, 2, SPECTATOR):
        assert told(state, viewer) == ["Ann gets a portion from the kitchen."]


def test_dragons_are_told() -> None:
    state = play(serve("dragon ham ham fruit cake bread dragon"), "take bread", "kitchen")
    assert told(state) == ["Bob meets a dragon in the kitchen. It sits down beside the king."]
    state = play(state, "kitchen")
    assert told(play(state, "feed ham ham")) == ["Bob feeds a dragon two portions of the king's ham."]
    assert told(play(state, "feed cake ham")) == ["Bob feeds a dragon the king's cake and ham."]


def test_letting_a_dragon_wait_is_told() -> None:
    opening = serve("wine wine ham ham bread cake fruit fruit fruit fruit ham ham dragon")
    state = play(opening, "take wine", "take bread", "take cake", "kitchen", "wait")
    assert told(state) == ["Bob lets the dragon wait."]


def test_the_end_of_a_round_and_the_next_are_told() -> None:
    state = play(
        serve("wine wine ham ham bread cake ham ham wine wine wine wine"), "take wine", "take bread", "take cake"
    )
    assert told(state) == [
        "Cem takes 1 portion of cake.",
        "The king gets what is left: 2 ham.",
        "Round 2. The table is laid with 2 ham, 4 wine.",
    ]


def test_who_was_passed_over_and_the_end_are_told() -> None:
    state = play_until_kitchen_is_empty(serve(last="wine wine wine wine wine wine"))
    assert told(play(state, "take wine"))[1:] == [
        "Ann can do nothing and is passed over.",
        "Bob can do nothing and is passed over.",
        "Nothing is left for the king.",
        "The kitchen cannot serve another round. The feast is over.",
    ]


def test_every_move_is_told_by_everyones_knowledge() -> None:
    for state, move in random_match(5, options=TableOptions(open_plates=True)):
        for viewer in (0, 1, 2, 3, SPECTATOR):
            assert all(told(state, viewer)), move


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("take ham", "take ham"),
        ("  Take   HAM ", "take ham"),
        ("feed ham fruit", "feed fruit ham"),
        ("FEED Fruit ham", "feed fruit ham"),
        ("feed ham ham", "feed ham ham"),
        ("kitchen", "kitchen"),
        ("take ham now", None),
        ("feed wine wine", None),
        ("feed ham", None),
        ("ham take", None),
        ("wait", None),
        ("", None),
    ],
)
def test_a_typed_line_is_read_forgivingly(typed: str, move: str | None) -> None:
    state = play(serve("dragon ham ham fruit cake bread bread ham ham fruit"), "take bread", "take cake", "kitchen")
    assert state.active == 1
    assert GAME.read(typed, state, 1) == move
    assert GAME.read(typed, state, 0) is None


def test_every_move_has_a_label_of_its_own_and_a_known_verb() -> None:
    labels = {GAME.label(move).render(str) for move in MEANT}
    assert len(labels) == len(MEANT)
    assert {move.split()[0] for move in MEANT} == set(GAME.verbs())
    assert GAME.label("feed ham ham").render(str) == "feed ham twice"
    assert GAME.label("dance").render(str) == "dance"


def test_progress_counts_rounds() -> None:
    assert GAME.progress(serve()).render(str) == "round 1"


def test_the_board_has_a_zone_for_each_row() -> None:
    state = play(serve("wine wine ham ham bread cake", options=TableOptions(open_plates=True)), "take wine")
    zones = {zone.label.render(str): dict(zone.items) for zone in GAME.layout(GAME.view(state, 0))}
    assert list(zones) == [
        "The king's plates",
        "Table",
        "Your plates",
        "Kitchen",
        *(f"Plates of {i}" for i in range(3)),
    ]
    assert sum(count or 0 for count in zones["Your plates"].values()) == 2
    assert "Your plates" not in {zone.label.message for zone in GAME.layout(GAME.view(state, SPECTATOR))}


def test_the_fallback_takes_the_largest_dish_that_stays_below_the_king() -> None:
    state = serve("wine wine ham ham bread cake ham ham bread cake wine wine")
    assert GAME.fallback(GAME.view(state, 0), legal(state)) == "kitchen"
    state = play(state, "take wine", "take bread", "take cake")
    assert GAME.fallback(GAME.view(state, 1), legal(state)) == "take ham"


def test_the_fallback_lets_a_dragon_wait() -> None:
    opening = serve("wine wine ham ham bread cake fruit fruit fruit fruit ham ham dragon")
    state = play(opening, "take wine", "take bread", "take cake", "kitchen")
    assert GAME.fallback(GAME.view(state, 1), legal(state)) == "wait"


def test_the_fallback_is_always_legal() -> None:
    for state, _ in random_match(9):
        if state.active is not None:
            assert GAME.fallback(GAME.view(state, state.active), state.legal) in state.legal


def test_statistics_count_what_was_done() -> None:
    log = [Logged(1, 0, "take wine"), Logged(2, 1, "kitchen"), Logged(3, 1, "feed ham ham"), Logged(4, 2, "kitchen")]
    state = serve("wine wine ham ham bread cake")
    assert GAME.statistics(log, state) == [
        {"beyond_the_king": 0, "dragons_fed": 0, "kitchen_visits": 0},
        {"beyond_the_king": 0, "dragons_fed": 1, "kitchen_visits": 1},
        {"beyond_the_king": 0, "dragons_fed": 0, "kitchen_visits": 1},
    ]


def test_statistics_count_the_portions_beyond_the_king_of_every_dish() -> None:
    """The king has 1 of the wine and 2 of the bread: of 3 and 2 there is one seat's 2 portions too many."""
    state = serve("wine wine ham ham bread cake")
    plates = ((3, 0, 0, 2, 0, 0, 0), (0, 0, 1, 0, 0, 0, 0), (0,) * 7)
    state = replace(state, king=(1, 0, 0, 2, 0, 0, 0), taken=plates, fetched=((), (), ()))
    assert [count["beyond_the_king"] for count in GAME.statistics((), state)] == [2, 1, 0]
