"""What people read and type: the story, labels, typed lines, the zones of the generic board."""

from __future__ import annotations

import pytest

from skull_king import GAME
from skull_king.notation import CARD_OF, MOVES, NAMES
from skull_king.state import Row, State, replace
from tafelrunde.game import SPECTATOR, Line, Viewer

from .table import deal, dealt, play, random_match, trick

PEOPLE = ["Ann", "Bob", "Cem", "Dan", "Eve", "Fay"]
ROUND_1 = ("red-5", "red-6", "pirate-1")


def read(line: Line) -> str:
    return line.render(PEOPLE.__getitem__)


def told(state: State, viewer: Viewer = SPECTATOR) -> list[str]:
    return list(map(read, GAME.story(state, viewer)))


def test_the_deal_is_told_before_the_first_move() -> None:
    assert told(deal(ROUND_1)) == ["Round 1. Everyone gets 1 card and bids."]


def test_a_sealed_bid_is_told_without_its_number() -> None:
    state = play(deal(ROUND_1), "bid 1")
    for viewer in (0, 1, SPECTATOR):
        assert told(state, viewer) == ["Ann has bid."]


def test_the_last_bid_opens_them_all() -> None:
    assert told(play(deal(ROUND_1), "bid 1", "bid 0", "bid 1")) == [
        "Cem has bid.",
        "The bids: Ann 1, Bob 0, Cem 1. Ann leads.",
    ]


def test_a_card_and_the_end_of_a_round_are_told() -> None:
    state = trick(dealt(*ROUND_1, bids=[0, 0, 1]), "red-5")
    assert told(state) == ["Ann plays red 5."]
    assert told(trick(state, "red-6", "pirate-1")) == [
        "Cem plays pirate 1.",
        "Cem takes the trick.",
        "Round 1 is over: Ann +10, Bob +10, Cem +20.",
    ]


def test_a_bonus_and_scary_mary_are_told() -> None:
    state = trick(dealt("skull-king", "scary-mary", "red-1", bids=[0, 0, 0]), "skull-king", "scary-mary escape")
    assert told(state) == ["Bob plays Scary Mary as an escape."]
    assert told(trick(state, "red-1")) == [
        "Cem plays red 1.",
        "Ann takes the trick, worth 30 more if the bid is kept.",
        "Round 1 is over: Ann -10, Bob +10, Cem +10.",
    ]


def test_who_is_ready_and_the_next_round_are_told() -> None:
    *_, (before, _), (state, _) = [
        pair for pair in random_match(4, 3) if pair[0].round == 2 and pair[0].mover is not None and not pair[0].bids[0]
    ][:2]
    assert told(before)[0].endswith("is ready.")
    assert told(before)[1] == "Round 2. Everyone gets 2 cards and bids."
    assert told(state)[0].endswith("has bid.")


def test_every_move_is_told_by_everyones_knowledge() -> None:
    for state, move in random_match(5, 6):
        for viewer in (0, 5, SPECTATOR):
            assert all(told(state, viewer)), move


def test_the_end_is_told() -> None:
    *_, (state, _) = random_match(6, 3)
    assert told(state)[-1] == "That was the last of 10 rounds."


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("play red-1", "play red-1"),
        ("  PLAY   Red-1 ", "play red-1"),
        ("play red 1", "play red-1"),
        ("play scary-mary pirate", "play scary-mary pirate"),
        ("Play Scary Mary ESCAPE", "play scary-mary escape"),
        ("play scary-mary", None),
        ("play red-11", None),
        ("play red", None),
        ("red-1", None),
        ("bid 1", None),
        ("", None),
    ],
)
def test_a_typed_line_is_read_forgivingly(typed: str, move: str | None) -> None:
    state = dealt("red-1 scary-mary", "red-2 red-3", "blue-1 blue-2")
    assert GAME.read(typed, state, state.starter) == move
    assert GAME.read(typed, state, (state.starter + 1) % 3) is None


def test_a_card_to_be_marked_is_typed_as_it_is_played() -> None:
    state = dealt("red-1 scary-mary", "red-2 red-3", "blue-1 black-3")
    waiting = (state.starter + 2) % 3
    assert GAME.read("PLAY blue 1", state, waiting) == "play blue-1"
    assert GAME.read("play scary mary pirate", state, waiting) is None, "hers is another hand"
    assert GAME.read("play scary-mary", state, waiting) is None


def test_a_bid_is_typed_as_it_is_played() -> None:
    state = deal(ROUND_1)
    assert GAME.read("/bid 1"[1:], state, 2) == "bid 1"
    assert GAME.read("BID  0", state, 2) == "bid 0"
    assert GAME.read("bid 2", state, 2) is None


def test_every_move_has_a_label_of_its_own_and_a_known_verb() -> None:
    assert len({read(GAME.label(move)) for move in MOVES}) == len(MOVES)
    assert {move.split()[0] for move in MOVES} == set(GAME.verbs())
    assert read(GAME.label("play scary-mary pirate")) == "play Scary Mary as a pirate"
    assert read(GAME.label("play skull-king")) == "play the Skull King"
    assert read(GAME.label("dance")) == "dance"
    assert set(NAMES) == set(CARD_OF) | {"scary-mary"}


def test_progress_counts_rounds() -> None:
    assert read(GAME.progress(deal(ROUND_1))) == "round 1 of 10"


def test_the_board_has_zones_in_words() -> None:
    state = trick(dealt("red-1 scary-mary", "red-2 red-3", "blue-1 blue-2", bids=[1, 0, 2]), "red-1", "red-2", "blue-1")
    state = trick(state, "red-3")
    seat = state.starter
    zones = {
        read(zone.label): [(read(line), n) for line, n in zone.items] for zone in GAME.layout(GAME.view(state, seat))
    }
    assert list(zones) == ["Trick", "Last trick, taken by Cem", "Your hand", "Bids", "Points"]
    assert zones["Trick"] == [("Cem: red 3", None)]
    assert zones["Last trick, taken by Cem"] == [("Bob: red 1", None), ("Cem: red 2", None), ("Ann: blue 1", None)]
    assert zones["Your hand"] == [("Scary Mary", None)]
    assert zones["Bids"] == [("Ann: 0 of 2", None), ("Bob: 0 of 1", None), ("Cem: 1 of 0", None)]
    assert [name for name, _ in zones["Points"]] == ["Ann", "Bob", "Cem"]


def test_the_board_tells_who_has_bid_and_no_more() -> None:
    state = play(deal(ROUND_1), "bid 1", "bid 0")
    bids = next(zone for zone in GAME.layout(GAME.view(state, 0)) if read(zone.label) == "Bids")
    assert [read(line) for line, _ in bids.items] == ["Ann: 0 of 1", "Bob: has bid", "Cem: still thinking"]


def test_statistics_count_the_bids_that_were_kept() -> None:
    """Two rounds: the first keeps 1 and 0, the second 0 but not 2, the third takes nothing and then keeps 1."""
    rounds = [((1, 0, 1), (1, 0, 0)), ((0, 2, 1), (0, 1, 1))]
    sheet = tuple(Row(n, bids, won, (0, 0, 0), (0, 0, 0)) for n, (bids, won) in enumerate(rounds, 1))
    assert GAME.statistics((), replace(deal(ROUND_1), sheet=sheet)) == [
        {"bids_kept": 2, "zero_bids_kept": 1, "tricks_won": 1},
        {"bids_kept": 1, "zero_bids_kept": 1, "tricks_won": 1},
        {"bids_kept": 1, "zero_bids_kept": 0, "tricks_won": 1},
    ]
