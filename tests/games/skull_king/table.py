"""Tables to test at: hands that are known, matches of random moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from skull_king import GAME
from skull_king.notation import CARDS
from skull_king.state import State
from tafelrunde.game import Chance, NoOptions
from tafelrunde.game.scenarios import ScriptedChance

NO_CHANCE = ScriptedChance([])


def deck(hands: Sequence[str]) -> list[str]:
    """All cards in an order that deals these hands."""
    dealt = [card for hand in hands for card in hand.split()]
    return dealt + [card for card in CARDS if card not in dealt]


def deal(*rounds: Sequence[str]) -> State:
    """A match at the bids of the last of these rounds, each given as its hands; those before end as they come."""
    chance = ScriptedChance([{"shuffle": deck(hands)} for hands in rounds])
    state = GAME.setup(len(rounds[0]), NoOptions(), chance)
    while len(state.sheet) < len(rounds) - 1 or state.phase == "score":
        state = GAME.play(state, state.acting[0], state.legal[0], chance)
    return state


def dealt(*hands: str, bids: Sequence[int] | None = None) -> State:
    """A match that has come to the first lead of a round with these hands, of which the first seat has the lead.

    The rounds before go as they come, so only what this round holds is known.
    """
    size, seats = len(hands[0].split()), len(hands)
    shift = (size - 1) % seats
    seated = [hands[(seat - shift) % seats] for seat in range(seats)]
    earlier = [[" ".join(CARDS[n + seat * n : n + (seat + 1) * n]) for seat in range(seats)] for n in range(1, size)]
    state = deal(*earlier, seated)
    for seat in range(seats):
        state = GAME.play(state, seat, f"bid {(bids or [0] * seats)[(seat - shift) % seats]}", NO_CHANCE)
    return state


def play(state: State, *moves: str) -> State:
    """The state after legal moves, each by the first seat that is to act."""
    for move in moves:
        assert move in GAME.moves(state, state.acting[0])
        state = GAME.play(state, state.acting[0], move, NO_CHANCE)
    return state


def trick(state: State, *faces: str) -> State:
    """The state after these cards."""
    return play(state, *(f"play {face}" for face in faces))


def random_match(seed: int, seats: int = 4) -> Iterator[tuple[State, tuple[int, str] | None]]:
    """Every state of a match of random moves, with who moved there and how."""
    random, root = Random(seed), seed.to_bytes(32, "big")
    state, ply = GAME.setup(seats, NoOptions(), Chance(root, 0)), 0
    yield state, None
    while state.acting:
        seat = random.choice(state.acting)
        move = random.choice(GAME.moves(state, seat))
        ply += 1
        state = GAME.play(state, seat, move, Chance(root, ply))
        yield state, (seat, move)
