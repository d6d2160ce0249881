"""A small game with marks, installed for the servers of tests: everybody holds cards and plays one at their turn.

What was marked can come to nothing: once a nine is played, no other can be, though it may be marked; and who plays a
two takes away everybody's five, which cannot even be marked any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tafelrunde.game import SPECTATOR, Chance, Game, Line, NoOptions, Result, Seat, View, Viewer

RANKS = ("five", "seven", "nine", "two")
ROUNDS = 2


@dataclass(frozen=True)
class State:
    hands: tuple[tuple[str, ...], ...]
    played: tuple[tuple[int, str], ...]
    seats: int
    round: int
    shut: bool


class Tricks(Game[State, NoOptions]):
    slug = "tricks"
    name = Line("Tricks")
    seats = range(2, 5)
    ruleset = "1"
    hidden = True

    def setup(self, seats: int, options: NoOptions, chance: Chance) -> State:
        return State((RANKS,) * seats, (), seats, 1, shut=False)

    def moves(self, state: State, seat: int) -> Sequence[str]:
        if state.round > ROUNDS or len(state.played) % state.seats != seat:
            return ()
        return [f"play {card}" for card in state.hands[seat] if not (card == "nine" and state.shut)] or ["pass"]

    def premoves(self, state: State, seat: int) -> Sequence[str]:
        if state.round > ROUNDS or len(state.played) % state.seats == seat:
            return ()
        return [f"play {card}" for card in state.hands[seat]]

    def play(self, state: State, seat: int, move: str, chance: Chance) -> State:
        card = move.removeprefix("play ")
        lost = "five" if card == "two" else None
        kept = tuple(one for one in state.hands[seat] if one != card and card != "pass")
        others = [tuple(one for one in hand if one != lost) for hand in state.hands]
        hands = tuple(kept if n == seat else hand for n, hand in enumerate(others))
        after = replace(state, hands=hands, played=(*state.played, (seat, card)), shut=state.shut or card == "nine")
        if any(hands) or len(after.played) % state.seats:
            return after
        return replace(after, hands=(RANKS,) * state.seats, round=state.round + 1, shut=False)

    def view(self, state: State, viewer: Viewer) -> View:
        hand = None if viewer == SPECTATOR else list(state.hands[viewer])
        return {"hand": hand, "played": [list(one) for one in state.played], "round": state.round}

    def story(self, state: State, viewer: Viewer) -> Sequence[Line]:
        seat, card = state.played[-1]
        return [Line("{who} plays {card}.", who=Seat(seat), card=card)]

    def result(self, state: State) -> Result | None:
        return Result.by_score([0] * state.seats) if state.round > ROUNDS else None

    def verbs(self) -> Sequence[str]:
        return ("play", "pass")

    def resample(self, state: State, viewer: Viewer, chance: Chance) -> State:
        return state


GAME = Tricks()
