"""What people read and type: the story, labels, typed lines, the zones of the generic board."""

import pytest

from kings_gold import GAME
from kings_gold.notation import WHICH
from kings_gold.state import State
from tafelrunde.game import SPECTATOR, Logged, NoOptions
from tafelrunde.game.scenarios import ScriptedChance

from .table import begin, legal, play, random_match, roll

NAMES = ["Ann", "Bob", "Cem", "Dan", "Eve", "Fay"]


def told(state: State) -> list[str]:
    return [line.render(NAMES.__getitem__) for line in GAME.story(state, SPECTATOR)]


def label(move: str) -> str:
    return GAME.label(move).render(NAMES.__getitem__)


def test_who_begins_is_told() -> None:
    throws = [{"roll": [4, 1, 1, 1, 1]}, {"roll": [4, 2, 1, 1, 1]}, {"roll": [1] * 5}, {"roll": [4] * 5}]
    assert told(GAME.setup(2, NoOptions(), ScriptedChance(throws))) == [
        "Who throws most skulls begins: Ann 1, Bob 1.",
        "A tie, once more: Ann 0, Bob 5.",
        "Bob begins.",
    ]


def test_rolls_are_told() -> None:
    state = play(begin(), roll(1, 4, 5, 6, 3))
    assert told(state) == ["Ann rolls 1, skull, crossbones, cannon, 3."]
    assert told(play(state, ("reroll 1", [2]))) == ["Ann rolls 1 die again: 2."]
    assert told(play(state, ("reroll 1 2", [2, 6]))) == ["Ann rolls 2 dice again: 2, cannon."]


def test_combinations_are_told() -> None:
    state = play(begin(purse=50, coins=[0, 10, 0]), roll(3, 1, 6, 4, 5), "stop")
    assert told(state) == ["Ann stops."]
    assert told(play(state, "skull 1 @1")) == [
        "A skull: Ann robs Bob of 1 coin.",
        "A cannon: 3 for Ann, 3 for the king.",
    ]
    assert told(play(state, "skull 3 @2"))[0] == "A skull: Ann finds nothing with Cem."


@pytest.mark.parametrize(
    ("dice", "line"),
    [
        ((1, 1, 2, 3, 3), "Five coins! Ann takes all that the king has: 12."),
        ((6, 6, 6, 6, 6), "Five cannons! Ann takes the whole purse: 38."),
    ],
)
def test_five_alike_are_told(dice: tuple[int, ...], line: str) -> None:
    assert line in told(play(begin(purse=38, king=12, coins=[5, 5, 0]), roll(*dice), "stop"))


def test_plundering_is_told() -> None:
    state = play(begin(purse=50, coins=[0, 10, 0]), roll(4, 4, 4, 4, 4), "stop", "plunder @1")
    assert told(state) == ["Five skulls! Ann takes all that Bob has: 10."]


@pytest.mark.parametrize(
    ("coins", "line"),
    [(5, "Ann pays the king 3 coins."), (1, "Ann pays the king 1 coin."), (0, "Ann has nothing to pay the king.")],
)
def test_paying_is_told_with_its_reason(coins: int, line: str) -> None:
    state = begin(purse=60 - coins, coins=[coins, 0, 0])
    assert told(play(state, roll(5, 5, 5, 1, 1)))[1:] == ["Three crossbones!", line]
    assert told(play(state, roll(6, 4, 4, 6, 5), "stop")) == ["Ann stops.", "No combination.", line]


def test_the_end_is_told() -> None:
    state = play(begin(purse=2, king=58), roll(1, 6, 5, 5, 6), "stop")
    assert told(state)[-1] == "The purse is empty, and the plundering is over."


def test_every_move_is_told() -> None:
    for state, move in random_match(5, 6):
        assert all(told(state)), move
        assert told(state), move


def test_labels_say_what_a_move_does() -> None:
    assert label("cannon 3") == "cannon with 3: 3 from the purse for you, 3 for the king"
    assert label("skull 2 @1") == "skull with 2: up to 2 from Bob for you"
    assert label("plunder @2") == "five skulls: all the coins of Cem for you"
    assert label("reroll 1 4") == "roll dice 1, 4 again"
    assert label("reroll 4") == "roll die 4 again"
    assert label("reroll 1 2 3 4 5") == "roll all five dice again"
    assert label("roll") == "roll the dice"
    assert label("dance") == "dance"


def test_every_move_has_a_label_of_its_own_and_a_known_verb() -> None:
    moves = {move for seed in range(4) for state, _ in random_match(seed, 3) for move in state.legal} | set(WHICH)
    assert len({label(move) for move in moves}) == len(moves)
    assert {move.split()[0] for move in moves} <= set(GAME.verbs())


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("reroll 1 4", "reroll 1 4"),
        ("  Reroll  4 1 ", "reroll 1 4"),
        ("reroll 4, 1, 1", "reroll 1 4"),
        ("STOP", "stop"),
        ("reroll 2", None),
        ("reroll", None),
        ("roll", None),
        ("cannon 3", None),
        ("", None),
    ],
)
def test_a_typed_line_is_read_forgivingly(typed: str, move: str | None) -> None:
    state = play(begin(), roll(1, 5, 3, 6, 4))
    assert GAME.read(typed, state, 0) == move
    assert GAME.read(typed, state, 1) is None


def test_where_only_one_can_be_robbed_nobody_need_be_named() -> None:
    dice = roll(1, 3, 4, 6, 5)
    assert GAME.read("skull 3", play(begin(seats=2), dice, "stop"), 0) == "skull 3 @1"
    assert GAME.read("skull 3", play(begin(seats=3), dice, "stop"), 0) is None
    assert GAME.read("Skull 3 @2", play(begin(seats=3), dice, "stop"), 0) == "skull 3 @2"


def test_progress_and_scores_are_public() -> None:
    state = play(begin(), roll(3, 6, 5, 5, 6), "stop")
    assert GAME.progress(state).render(str) == "turn 2, 54 in the purse"
    assert GAME.scores(state) == GAME.open_scores(state) == (3, 0, 0)


def zones(state: State) -> dict[str, list[str]]:
    def words(zone_items: tuple[tuple[object, int | None], ...]) -> list[str]:
        shown = [(line.render(NAMES.__getitem__), n) for line, n in zone_items]  # type: ignore[attr-defined]
        return [text if n is None else f"{text} {n}" for text, n in shown]

    view = GAME.view(state, SPECTATOR)
    return {zone.label.render(NAMES.__getitem__): words(zone.items) for zone in GAME.layout(view)}


def test_the_generic_board_shows_where_the_coins_are() -> None:
    shown = zones(begin(purse=50, king=7, coins=[1, 2, 0]))
    assert shown["Coins"] == ["the purse 50", "the king 7", "Ann 1", "Bob 2", "Cem 0"]
    assert shown["Throws for the first turn"] == ["skulls of Ann 2", "skulls of Bob 0", "skulls of Cem 0"]


def test_the_generic_board_shows_the_dice_and_what_they_can_do() -> None:
    shown = zones(play(begin(purse=5, king=55), roll(3, 1, 6, 5, 4)))
    assert shown["Dice"] == ["1: 3", "2: 1", "3: cannon", "4: crossbones, locked", "5: skull", "rerolls left 2"]
    shown = zones(play(begin(purse=5, king=55), roll(3, 1, 6, 5, 4), "stop"))
    assert shown["Dice not yet used"] == ["3", "1", "cannon", "crossbones", "skull"]
    assert shown["What a cannon brings now"] == ["1: 1 for you, 1 for the king", "3: 2 for you, 3 for the king"]


def test_the_generic_board_shows_the_last_turn() -> None:
    shown = zones(play(begin(), roll(3, 6, 5, 5, 6), "stop"))
    assert shown["The last turn"] == [
        "Ann rolls 3, cannon, crossbones, crossbones, cannon.",
        "A cannon: 3 for Ann, 3 for the king.",
    ]


def test_no_zone_shows_a_raw_key() -> None:
    for state, _ in random_match(3, 4):
        text = " ".join(f"{label} {' '.join(items)}" for label, items in zones(state).items())
        assert not {"_", "{", "}", "None", "null"} & set(text.replace("}", "} ").split())
        assert "_" not in text


def test_the_fallback_stops_and_is_always_legal() -> None:
    for state, _ in random_match(9):
        if state.active is not None:
            assert GAME.fallback(GAME.view(state, state.active), state.legal) in state.legal
    assert GAME.fallback(GAME.view(begin(), 0), legal(play(begin(), roll(1, 1, 1, 6, 6)))) == "stop"


def test_statistics_count_rerolls_by_seat() -> None:
    log = [Logged(1, 0, "roll"), Logged(2, 0, "reroll 1 2"), Logged(3, 0, "stop"), Logged(4, 1, "roll")]
    assert [count["rerolls"] for count in GAME.statistics(log, begin(2))] == [1, 0]


def test_statistics_count_the_coins_that_were_taken_from_others_and_no_more_than_they_had() -> None:
    robbed = play(begin(purse=50, coins=[0, 10, 0]), roll(3, 1, 6, 4, 5), "stop", "skull 3 @1")
    plundered = play(begin(coins=[0, 2, 9]), roll(4, 4, 4, 4, 4), "stop", "plunder @2")
    assert [count["coins_robbed"] for count in GAME.statistics((), robbed)] == [3, 0, 0]
    assert [count["coins_robbed"] for count in GAME.statistics((), plundered)] == [9, 0, 0]
